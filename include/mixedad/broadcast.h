//===- broadcast.h - mapping a scalar function over arrays ----------------===//
//
//   Array<float> y = broadcast<f>(a, b, 2.0f);          any function; NumPy's shape rules
//   Array<float> y = broadcast([=](float x) { return k * x; }, a);
//   broadcast_into<f>(out, a, b);                       writes into memory that exists
//
// Lazy: nested calls and array operators become one kernel when the result is assigned to an Array.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_BROADCAST_H
#define MIXEDAD_BROADCAST_H

#include "mixedad/lazy.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {

template <auto F, class... A> Lazy<detail::fn_ref<F>, std::decay_t<A>...> broadcast(A &&...args) {
  return {{}, detail::make_pack<std::decay_t<A>...>(static_cast<A &&>(args)...)};
}

template <class Fn, class... A, class = std::enable_if_t<std::is_class<std::decay_t<Fn>>::value>>
Lazy<std::decay_t<Fn>, std::decay_t<A>...> broadcast(Fn &&fn, A &&...args) {
  return {static_cast<Fn &&>(fn), detail::make_pack<std::decay_t<A>...>(static_cast<A &&>(args)...)};
}

template <auto F, class T, class... A> void broadcast_into(Array<T> &out, A &&...args) {
  detail::evaluate_into(out, mixedad::broadcast<F>(static_cast<A &&>(args)...), true);
}
template <class T, class Fn, class... A, class = std::enable_if_t<std::is_class<std::decay_t<Fn>>::value>>
void broadcast_into(Array<T> &out, Fn &&fn, A &&...args) {
  detail::evaluate_into(out, mixedad::broadcast(static_cast<Fn &&>(fn), static_cast<A &&>(args)...), true);
}
/// A view that is made in the call itself.
template <auto F, class T, class... A> void broadcast_into(Array<T> &&out, A &&...args) {
  mixedad::broadcast_into<F>(out, static_cast<A &&>(args)...);
}

/// Runs a lazy expression into an array.
template <class T, class Fn, class... Ops> void assign_into(Array<T> &out, const Lazy<Fn, Ops...> &lazy) {
  detail::evaluate_into(out, lazy, false);
}
template <class T, class Fn, class... Ops> void assign_into(Array<T> &out, Lazy<Fn, Ops...> &&lazy) {
  detail::evaluate_into(out, lazy, true);
}

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
