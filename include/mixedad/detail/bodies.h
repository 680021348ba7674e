//===- bodies.h - what a kernel does with one element ---------------------===//
//
// A kernel reads one element of each input, as a pack, and fills one element of each output, a pack that starts as
// zero. Host and device run the same bodies:
//
//   MapBody      the result of a function
//   StoreBody    the result and the partials, for a pullback that multiplies them later
//   ScaleBody    that pullback
//   PullBody     the cotangents of operands, from the result's, which is the first input
//   FusedBody    the same for several broadcasts over the same operands, whose results' cotangents are the first inputs
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_BODIES_H
#define MIXEDAD_DETAIL_BODIES_H

#include "mixedad/detail/pull_types.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

template <class Fn> struct MapBody {
  Fn fn;
  template <class... E, class R> MIXEDAD_HD MIXEDAD_INLINE void operator()(const Pack<E...> &in, Pack<R> &out) const {
    run(in, out, std::index_sequence_for<E...>());
  }

private:
  template <class In, class R, std::size_t... I>
  MIXEDAD_HD MIXEDAD_INLINE void run(const In &in, Pack<R> &out, std::index_sequence<I...>) const {
    at<0>(out) = static_cast<R>(fn(at<I>(in)...));
  }
};

/// fn(seed, elements..., partials&...) adds seed times each partial and returns the result.
template <class R, class Fn> struct StoreBody {
  Fn fn;
  template <class... E, class... D>
  MIXEDAD_HD MIXEDAD_INLINE void operator()(const Pack<E...> &in, Pack<D...> &out) const {
    run(in, out, std::index_sequence_for<E...>(), std::make_index_sequence<sizeof...(D) - 1>());
  }

private:
  template <class In, class Out, std::size_t... I, std::size_t... K>
  MIXEDAD_HD MIXEDAD_INLINE void run(const In &in, Out &out, std::index_sequence<I...>, std::index_sequence<K...>) const {
    MIXEDAD_INLINE_CALL at<0>(out) = fn(R(1), at<I>(in)..., at<K + 1>(out)...);
  }
};

/// Each cotangent is the first input times a partial.
struct ScaleBody {
  template <class S, class... P, class... D>
  MIXEDAD_HD MIXEDAD_INLINE void operator()(const Pack<S, P...> &in, Pack<D...> &out) const {
    run(in, out, std::index_sequence_for<P...>());
  }

private:
  template <class In, class... D, std::size_t... K>
  MIXEDAD_HD MIXEDAD_INLINE void run(const In &in, Pack<D...> &out, std::index_sequence<K...>) const {
    ((at<K>(out) = static_cast<D>(at<0>(in) * at<K + 1>(in))), ...);
  }
};

template <class Pull> struct PullBody {
  Pull pull;
  template <class S, class... E, class... D>
  MIXEDAD_HD MIXEDAD_INLINE void operator()(const Pack<S, E...> &in, Pack<D...> &out) const {
    run(in, out, std::index_sequence_for<E...>(), std::index_sequence_for<D...>());
  }

private:
  template <class S, class... E, class... D, std::size_t... I, std::size_t... K>
  MIXEDAD_HD MIXEDAD_INLINE void run(const Pack<S, E...> &in, Pack<D...> &out, std::index_sequence<I...>,
                                     std::index_sequence<K...> ks) const {
    pull_element(pull, at<0>(in), make_pack<E...>(at<I + 1>(in)...), out, std::index_sequence<I...>(), ks);
  }
};

/// A pullback among others: Take names its operands among those of all.
template <int... I> struct take {};
template <class Take, class Pull, class Seed> struct Part {
  Pull pull;
  const Seed *seed;
};
template <class Take, class Pull, class Seed> Part<Take, Pull, Seed> part(Pull pull, const Seed &seed) {
  return {pull, &seed};
}
template <class... P> Pack<P...> parts(P... all) { return make_pack(all...); }

/// Where the cotangents of the active ones among operands J... are, among those of all.
template <class Acts, class Done, int... J> struct positions { using type = Done; };
template <class Acts, std::size_t... K, int First, int... J>
struct positions<Acts, std::index_sequence<K...>, First, J...>
    : positions<Acts, std::conditional_t<active_at<Acts, First>::value, std::index_sequence<K..., active_at<Acts, First>::position()>,
                                         std::index_sequence<K...>>, J...> {};

template <class Acts, class... P> struct FusedBody;
template <class Acts, class... Takes, class... Pulls, class... Seeds>
struct FusedBody<Acts, Part<Takes, Pulls, Seeds>...> {
  static constexpr std::size_t count = sizeof...(Pulls);
  Pack<Pulls...> pulls;
  template <class In, class Out> MIXEDAD_HD MIXEDAD_INLINE void operator()(const In &in, Out &out) const {
    all(in, out, std::index_sequence_for<Pulls...>());
  }

private:
  template <class In, class Out, std::size_t... N>
  MIXEDAD_HD MIXEDAD_INLINE void all(const In &in, Out &out, std::index_sequence<N...>) const {
    (one(at<N>(pulls), at<N>(in), in, out, Takes()), ...);
  }
  template <class Pull, class S, class In, class Out, int... J>
  MIXEDAD_HD MIXEDAD_INLINE void one(const Pull &pull, const S &seed, const In &in, Out &out, take<J...>) const {
    add(pull, seed, make_pack(at<count + J>(in)...), out, std::make_index_sequence<sizeof...(J)>(),
        typename positions<Acts, std::index_sequence<>, J...>::type());
  }
  template <class Pull, class S, class E, class Out, std::size_t... I, std::size_t... K>
  MIXEDAD_HD MIXEDAD_INLINE void add(const Pull &pull, const S &seed, const E &elements, Out &out, std::index_sequence<I...> is,
                                     std::index_sequence<K...>) const {
    Pack<std::decay_t<decltype(at<K>(out))>...> d{{{detail::zeroed<std::decay_t<decltype(at<K>(out))>>()}...}};
    pull_element(pull, seed, elements, d, is, std::make_index_sequence<sizeof...(K)>());
    gather(d, out, std::make_index_sequence<sizeof...(K)>(), std::index_sequence<K...>());
  }
  template <class D, class Out, std::size_t... N, std::size_t... K>
  MIXEDAD_HD MIXEDAD_INLINE static void gather(const D &d, Out &out, std::index_sequence<N...>, std::index_sequence<K...>) {
    (add_to(at<K>(out), at<N>(d)), ...);
  }
};

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
