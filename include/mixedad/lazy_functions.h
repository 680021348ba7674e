//===- lazy_functions.h - functions of arrays, of lazy arguments ----------===//
//
// Each runs its lazy arguments and calls the function of arrays, whose derivative it thereby has. Declared after the
// rules, so that no rule is taken to be one of these.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_LAZY_FUNCTIONS_H
#define MIXEDAD_LAZY_FUNCTIONS_H

#include "mixedad/functions.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {

#define MIXEDAD_OF_LAZY(name)                                                                                      \
  template <class Fn, class... Ops, class... More>                                                                 \
  auto name(const Lazy<Fn, Ops...> &lazy, const More &...more)->decltype(name(lazy.eval(), more...)) {             \
    return name(lazy.eval(), more...);                                                                             \
  }
MIXEDAD_OF_LAZY(argmax)
MIXEDAD_OF_LAZY(slice)
MIXEDAD_OF_LAZY(gather)
MIXEDAD_OF_LAZY(softmax)
MIXEDAD_OF_LAZY(log_softmax)
MIXEDAD_OF_LAZY(logsumexp)
MIXEDAD_OF_LAZY(softmax_cross_entropy)
#undef MIXEDAD_OF_LAZY

// With their parameters spelled out: a braced list, sum(a * b, {0, 1}), is not deduced.
#define MIXEDAD_REDUCTION_OF_LAZY(name)                                                                            \
  template <class Fn, class... Ops> auto name(const Lazy<Fn, Ops...> &lazy) { return mixedad::name(lazy.eval()); } \
  template <class Fn, class... Ops> auto name(const Lazy<Fn, Ops...> &lazy, const Axes &axes, bool keep = false) { \
    return mixedad::name(lazy.eval(), axes, keep);                                                                 \
  }
MIXEDAD_REDUCTION_OF_LAZY(sum)
MIXEDAD_REDUCTION_OF_LAZY(mean)
MIXEDAD_REDUCTION_OF_LAZY(max)
MIXEDAD_REDUCTION_OF_LAZY(min)
#undef MIXEDAD_REDUCTION_OF_LAZY

template <class Fn, class... Ops> auto reshape(const Lazy<Fn, Ops...> &lazy, const Shape &shape) {
  return mixedad::reshape(lazy.eval(), shape);
}
template <class Fn, class... Ops> auto broadcast_to(const Lazy<Fn, Ops...> &lazy, const Shape &shape) {
  return mixedad::broadcast_to(lazy.eval(), shape);
}
template <class Fn, class... Ops> auto transpose(const Lazy<Fn, Ops...> &lazy) {
  return mixedad::transpose(lazy.eval());
}
template <class Fn, class... Ops> auto transpose(const Lazy<Fn, Ops...> &lazy, const Axes &order) {
  return mixedad::transpose(lazy.eval(), order);
}

#define MIXEDAD_OF_TWO(name)                                                                                       \
  template <class Fn, class... Ops, class T, class... More>                                                        \
  auto name(const Lazy<Fn, Ops...> &a, const Array<T> &b, const More &...more) {                                   \
    return mixedad::name(a.eval(), b, more...);                                                                    \
  }                                                                                                                \
  template <class T, class Fn, class... Ops, class... More>                                                        \
  auto name(const Array<T> &a, const Lazy<Fn, Ops...> &b, const More &...more) {                                   \
    return mixedad::name(a, b.eval(), more...);                                                                    \
  }                                                                                                                \
  template <class Fn, class... Ops, class Fn2, class... Ops2, class... More>                                       \
  auto name(const Lazy<Fn, Ops...> &a, const Lazy<Fn2, Ops2...> &b, const More &...more) {                         \
    return mixedad::name(a.eval(), b.eval(), more...);                                                             \
  }
MIXEDAD_OF_TWO(matmul)
MIXEDAD_OF_TWO(concatenate)
#undef MIXEDAD_OF_TWO

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
