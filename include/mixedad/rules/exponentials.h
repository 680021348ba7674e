//===- rules/exponentials.h - derivatives of softmax and its kin ----------===//
#ifndef MIXEDAD_RULES_EXPONENTIALS_H
#define MIXEDAD_RULES_EXPONENTIALS_H

#include "mixedad/rules/reductions.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

/// The Jacobian of softmax, which is symmetric: s (x - sum(s x)).
template <class T> Array<T> softmax_jacobian(const Array<T> &s, int axis, const Array<T> &x) {
  const Array<T> along = mixedad::sum(Array<T>(s * x), Axes(axis), true);
  return Array<T>(s * (x - along));
}

/// The gradient of softmax_cross_entropy times the seed: seed (softmax(logits) - one_hot(targets)) / rows.
template <class T, class I>
Array<T> cross_entropy_cotangent(const Array<T> &logits, const Array<I> &targets, T seed) {
  return Array<T>(adopt{}, detail::softmax_cross_entropy_pullback(logits.node(), targets.node(), dtype_of<T>, double(seed)));
}
template <class T> MIXEDAD_INACTIVE T per_row(const Array<T> &logits) {
  return logits.size() ? static_cast<T>(logits.size(-1)) / static_cast<T>(logits.size()) : T(0);
}
template <class T, class I> MIXEDAD_DERIVATIVE_OF(cross_entropy_cotangent)
Array<T> cross_entropy_cotangent_pushforward(const Array<T> &logits, const Array<I> &targets, T seed,
                                             const Array<T> &d_logits, T d_seed) {
  Array<T> result = detail::cross_entropy_cotangent(logits, targets, d_seed);
  if (!d_logits.is_zero())
    detail::accumulate(result, Array<T>(detail::softmax_jacobian(mixedad::softmax(logits, -1), -1, detail::shaped_like(d_logits, logits)) *
                                        (seed * detail::per_row(logits))));
  return result;
}
template <class T, class I> MIXEDAD_DERIVATIVE_OF(cross_entropy_cotangent)
void cross_entropy_cotangent_pullback(const Array<T> &logits, const Array<I> &targets, T scale, const Array<T> &seed,
                                      Array<T> &d_logits, T &d_scale) {
  if (seed.is_zero())
    return;
  const Array<T> d = detail::shaped_like(seed, logits);
  d_scale += mixedad::sum(Array<T>(detail::cross_entropy_cotangent(logits, targets, T(1)) * d));
  detail::accumulate(d_logits, Array<T>(detail::softmax_jacobian(mixedad::softmax(logits, -1), -1, d) *
                                        (scale * detail::per_row(logits))));
}

} // namespace detail

template <class T> MIXEDAD_DERIVATIVE_OF(softmax)
Array<T> softmax_pushforward(const Array<T> &a, int axis, const Array<T> &d_a) {
  if (d_a.is_zero())
    return {};
  return detail::softmax_jacobian(mixedad::softmax(a, axis), axis, detail::shaped_like(d_a, a));
}
template <class T> MIXEDAD_DERIVATIVE_OF(softmax)
void softmax_pullback(const Array<T> &a, int axis, const Array<T> &seed, Array<T> &d_a) {
  if (!seed.is_zero())
    detail::accumulate(d_a, detail::softmax_jacobian(mixedad::softmax(a, axis), axis, detail::shaped_like(seed, a)));
}

/// l = log_softmax(a): d_l = d_a - sum(softmax(a) d_a)
template <class T> MIXEDAD_DERIVATIVE_OF(log_softmax)
Array<T> log_softmax_pushforward(const Array<T> &a, int axis, const Array<T> &d_a) {
  if (d_a.is_zero())
    return {};
  const Array<T> d = detail::shaped_like(d_a, a);
  return Array<T>(d - mixedad::sum(Array<T>(mixedad::softmax(a, axis) * d), Axes(axis), true));
}
/// d_a = d_l - softmax(a) sum(d_l)
template <class T> MIXEDAD_DERIVATIVE_OF(log_softmax)
void log_softmax_pullback(const Array<T> &a, int axis, const Array<T> &seed, Array<T> &d_a) {
  if (seed.is_zero())
    return;
  const Array<T> d = detail::shaped_like(seed, a);
  detail::accumulate(d_a, Array<T>(d - mixedad::softmax(a, axis) * mixedad::sum(d, Axes(axis), true)));
}

/// z = logsumexp(a): d_z = sum(softmax(a) d_a)
template <class T> MIXEDAD_DERIVATIVE_OF(logsumexp)
Array<T> logsumexp_pushforward(const Array<T> &a, int axis, bool keep, const Array<T> &d_a) {
  if (d_a.is_zero())
    return {};
  return mixedad::sum(Array<T>(mixedad::softmax(a, axis) * detail::shaped_like(d_a, a)), Axes(axis), keep);
}
template <class T> MIXEDAD_DERIVATIVE_OF(logsumexp)
void logsumexp_pullback(const Array<T> &a, int axis, bool keep, const Array<T> &seed, Array<T> &d_a) {
  if (!seed.is_zero())
    detail::accumulate(d_a, Array<T>(mixedad::softmax(a, axis) * detail::spread(seed, a, Axes(axis), keep)));
}

template <class T, class I> MIXEDAD_DERIVATIVE_OF(softmax_cross_entropy)
T softmax_cross_entropy_pushforward(const Array<T> &logits, const Array<I> &targets, const Array<T> &d_logits) {
  return d_logits.is_zero()
             ? T(0)
             : mixedad::sum(Array<T>(detail::cross_entropy_cotangent(logits, targets, T(1)) * detail::shaped_like(d_logits, logits)));
}
template <class T, class I> MIXEDAD_DERIVATIVE_OF(softmax_cross_entropy)
void softmax_cross_entropy_pullback(const Array<T> &logits, const Array<I> &targets, T seed, Array<T> &d_logits) {
  detail::accumulate(d_logits, detail::cross_entropy_cotangent(logits, targets, seed));
}

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
