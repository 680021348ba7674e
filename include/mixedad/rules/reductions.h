//===- rules/reductions.h - derivatives of sum, mean, max and min ---------===//
#ifndef MIXEDAD_RULES_REDUCTIONS_H
#define MIXEDAD_RULES_REDUCTIONS_H

#include "mixedad/rules/helpers.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

MIXEDAD_INACTIVE Axes all_axes(int rank);
/// The seed at the first element that equals the result along the axes, zero elsewhere.
Node *first_equal(const Node *a, const Node *result, const Node *seed, const Axes &axes, DType type);

template <class T> MIXEDAD_INACTIVE Shape shape_kept(const Array<T> &a, const Axes &axes) { return detail::kept_shape(a.node(), axes); }
template <class T> MIXEDAD_INACTIVE Target target_of_reduction(const Array<T> &a, const Axes &axes, bool keep) {
  return {detail::reduced_shape(a.node(), axes, keep), a.device().index};
}
template <class T> MIXEDAD_INACTIVE T share(const Array<T> &a, const Axes &axes) { return T(1) / static_cast<T>(detail::terms_of(a.node(), axes)); }
/// The cotangent of a reduction, spread over what was reduced; no element is stored twice.
template <class T> Array<T> spread(const Array<T> &seed, const Array<T> &a, const Axes &axes, bool keep) {
  return mixedad::broadcast_to(
      mixedad::reshape(detail::shaped(seed, detail::target_of_reduction(a, axes, keep)), detail::shape_kept(a, axes)),
      a.shape());
}

/// 1 at the element that max or min takes, the first where several are equal; 0 elsewhere. Locally constant.
template <class T> Array<T> chosen(const Array<T> &a, const Axes &axes, Reduction op) {
  const Array<T> result = detail::reduced(a, axes, true, op);
  return Array<T>(adopt{}, detail::first_equal(a.node(), result.node(), detail::filled(result, T(1)).node(), axes, dtype_of<T>));
}
template <class T> MIXEDAD_DERIVATIVE_OF(chosen)
Array<T> chosen_pushforward(const Array<T> &, const Axes &, Reduction, const Array<T> &) { return {}; }
template <class T> MIXEDAD_DERIVATIVE_OF(chosen)
void chosen_pullback(const Array<T> &, const Axes &, Reduction, const Array<T> &, Array<T> &) {}

template <class T>
Array<T> extreme_pushforward(const Array<T> &a, const Axes &axes, bool keep, const Array<T> &d_a, Reduction op) {
  return mixedad::sum(Array<T>(detail::chosen(a, axes, op) * detail::shaped_like(d_a, a)), axes, keep);
}
/// The seed where `chosen` is 1, in one pass. The same as chosen(...) * spread(seed, ...).
template <class T>
Array<T> extreme_cotangent(const Array<T> &a, const Axes &axes, bool keep, const Array<T> &seed, Reduction op) {
  const Array<T> result = detail::reduced(a, axes, keep, op);
  return Array<T>(adopt{}, detail::first_equal(a.node(), result.node(), seed.node(), axes, dtype_of<T>));
}
template <class T> MIXEDAD_DERIVATIVE_OF(extreme_cotangent)
Array<T> extreme_cotangent_pushforward(const Array<T> &a, const Axes &axes, bool keep, const Array<T> &seed, Reduction op,
                                       const Array<T> &, const Array<T> &d_seed) {
  if (d_seed.is_zero())
    return {};
  return detail::extreme_cotangent(a, axes, keep, detail::shaped_like(d_seed, seed), op);
}
template <class T> MIXEDAD_DERIVATIVE_OF(extreme_cotangent)
void extreme_cotangent_pullback(const Array<T> &a, const Axes &axes, bool keep, const Array<T> &, Reduction op,
                                const Array<T> &seed, Array<T> &, Array<T> &d_seed) {
  if (!seed.is_zero())
    detail::accumulate(d_seed, detail::extreme_pushforward(a, axes, keep, seed, op));
}

} // namespace detail

//--- sum and mean ---------------------------------------------------------------------------------------------------

template <class T> MIXEDAD_DERIVATIVE_OF(sum)
T sum_pushforward(const Array<T> &a, const Array<T> &d_a) {
  return d_a.is_zero() ? detail::zeroed<T>() : mixedad::sum(detail::shaped_like(d_a, a));
}
template <class T> MIXEDAD_DERIVATIVE_OF(sum)
void sum_pullback(const Array<T> &a, T seed, Array<T> &d_a) {
  detail::accumulate(d_a, detail::filled(a, seed));
}
template <class T> MIXEDAD_DERIVATIVE_OF(sum)
Array<T> sum_pushforward(const Array<T> &a, const Axes &axes, bool keep, const Array<T> &d_a) {
  if (d_a.is_zero())
    return {};
  return mixedad::sum(detail::shaped_like(d_a, a), axes, keep);
}
template <class T> MIXEDAD_DERIVATIVE_OF(sum)
void sum_pullback(const Array<T> &a, const Axes &axes, bool keep, const Array<T> &seed, Array<T> &d_a) {
  if (!seed.is_zero())
    detail::accumulate(d_a, detail::spread(seed, a, axes, keep));
}

template <class T> MIXEDAD_DERIVATIVE_OF(mean)
T mean_pushforward(const Array<T> &a, const Array<T> &d_a) {
  return d_a.is_zero() ? detail::zeroed<T>() : mixedad::mean(detail::shaped_like(d_a, a));
}
template <class T> MIXEDAD_DERIVATIVE_OF(mean)
void mean_pullback(const Array<T> &a, T seed, Array<T> &d_a) {
  detail::accumulate(d_a, detail::filled(a, seed / static_cast<T>(a.size())));
}
template <class T> MIXEDAD_DERIVATIVE_OF(mean)
Array<T> mean_pushforward(const Array<T> &a, const Axes &axes, bool keep, const Array<T> &d_a) {
  if (d_a.is_zero())
    return {};
  return mixedad::mean(detail::shaped_like(d_a, a), axes, keep);
}
template <class T> MIXEDAD_DERIVATIVE_OF(mean)
void mean_pullback(const Array<T> &a, const Axes &axes, bool keep, const Array<T> &seed, Array<T> &d_a) {
  if (seed.is_zero())
    return;
  const Array<T> shaped = detail::shaped(seed, detail::target_of_reduction(a, axes, keep));
  detail::accumulate(d_a, detail::spread(Array<T>(shaped * detail::share(a, axes)), a, axes, keep));
}

//--- max and min ----------------------------------------------------------------------------------------------------

#define MIXEDAD_EXTREME(name)                                                                                      \
  template <class T> MIXEDAD_DERIVATIVE_OF(name)                                                                   \
  T name##_pushforward(const Array<T> &a, const Array<T> &d_a) {                                                   \
    return d_a.is_zero() ? T(0)                                                                                    \
                         : mixedad::sum(Array<T>(detail::chosen(a, detail::all_axes(a.rank()), detail::Reduction::name) * \
                                                 detail::shaped_like(d_a, a)));                                           \
  }                                                                                                                \
  template <class T> MIXEDAD_DERIVATIVE_OF(name)                                                                   \
  void name##_pullback(const Array<T> &a, T seed, Array<T> &d_a) {                                                 \
    detail::accumulate(d_a, Array<T>(detail::chosen(a, detail::all_axes(a.rank()), detail::Reduction::name) * seed)); \
  }                                                                                                                \
  template <class T> MIXEDAD_DERIVATIVE_OF(name)                                                                   \
  Array<T> name##_pushforward(const Array<T> &a, const Axes &axes, bool keep, const Array<T> &d_a) {               \
    if (d_a.is_zero())                                                                                             \
      return {};                                                                                                   \
    return detail::extreme_pushforward(a, axes, keep, d_a, detail::Reduction::name);                               \
  }                                                                                                                \
  template <class T> MIXEDAD_DERIVATIVE_OF(name)                                                                   \
  void name##_pullback(const Array<T> &a, const Axes &axes, bool keep, const Array<T> &seed, Array<T> &d_a) {      \
    if (!seed.is_zero())                                                                                           \
      detail::accumulate(d_a, detail::extreme_cotangent(                                                           \
                                  a, axes, keep, detail::shaped(seed, detail::target_of_reduction(a, axes, keep)), \
                                  detail::Reduction::name));                                                       \
  }
MIXEDAD_EXTREME(max)
MIXEDAD_EXTREME(min)
#undef MIXEDAD_EXTREME

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
