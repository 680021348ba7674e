//===- kernels.h - running a broadcast and its pullback -------------------===//
//
// The two entry points of generated code, and their dispatch to the host or a device.
//
//   Array<R> broadcast_run<R>(fn, operands...)                       fn(elements...) -> R
//   void broadcast_pull<acts<1,0,1>>(pull, seed, operands(a, b, c), d_a, d_c)
//                                                                    pull(seed, elements..., d_elements&...)
//
// Operands are Arrays or scalars. The seed is an Array of the result's shape or one number for all elements. A shadow
// that is zero is replaced, any other is added to; a scalar's shadow receives a sum.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_KERNELS_H
#define MIXEDAD_DETAIL_KERNELS_H

#include "mixedad/detail/element_kernel.h"
#include "mixedad/detail/vecmath.h" // generated functors call it
#include "mixedad/detail/whole.h"

#if defined(__CUDACC__) || (defined(__clang__) && defined(__CUDA__))
#include "mixedad/detail/cuda_kernels.h"
#endif

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

/// What a function reads by index must be where the kernel runs.
template <class X> void require_device_of(const X &operand, int device) {
  if constexpr (is_whole<X>)
    if (operand.device != device)
      throw_other_device(operand.device, device);
}

/// Shape and device that these operands broadcast to. An empty array is an error.
template <class... Ops> Target target_of(const Ops &...ops) {
  Node *const nodes[] = {operand_traits<Ops>::node(ops)..., nullptr};
  const bool scalar[] = {!operand_traits<Ops>::is_array..., true};
  const Target target = broadcast_target(nodes, scalar, sizeof...(Ops));
  (require_device_of(ops, target.device), ...);
  return target;
}

/// A shadow that nobody reads. A rule takes it like any other; one whose shadow is of a type that is deduced, D &d_x,
/// can ask for it.
template <class X> struct unwanted : X {};
template <class X> inline constexpr bool is_unwanted = false;
template <class X> inline constexpr bool is_unwanted<unwanted<X>> = true;

/// Depends on the shapes of arrays only.
template <class T> MIXEDAD_INACTIVE Target target_like(const Array<T> &a) { return {a.shape(), a.device().index}; }
/// x, or where it is empty the zero of that shape. Its rules are in mixedad/rules/helpers.h.
template <class T> Array<T> shaped(const Array<T> &x, const Target &target) {
  return x.empty() ? Array<T>::zeros(target.shape, Device::at(target.device)) : x;
}
/// A tangent or cotangent of a.
template <class T> Array<T> shaped_like(const Array<T> &x, const Array<T> &a) {
  return detail::shaped(x, detail::target_like(a));
}

[[noreturn]] void throw_not_cuda();

template <class R, class Fn, class... Ops>
void launch_map(const Fn &fn, const Node *out, const Ops &...ops) {
  if (out->device >= 0) {
#ifdef MIXEDAD_CUDA_KERNELS
    CudaMap<R, Fn, std::index_sequence_for<Ops...>, Ops...>::run(fn, out, ops...);
#else
    throw_not_cuda();
#endif
    return;
  }
  Result<R> result(out);
  run_kernel(MapBody<Fn>{fn}, out->layout.shape(), detail::operands(ops...), result);
}

/// Fills the cotangents of the active operands; what the body reads is `inputs`.
template <class Acts, class Body, class... In, class... Ops, class... D, std::size_t... K>
void fill_shadows(const Body &body, const Operands<In...> &inputs, const Operands<Ops...> &ops, const Target &target,
                  std::index_sequence<K...>, D &...shadows) {
  if (target.device >= 0) {
#ifdef MIXEDAD_CUDA_KERNELS
    Pack<CudaShadow<operand_type<Acts, K, Ops...>>...> sinks;
    const auto out = make_pack(at<K>(sinks).prepare(at<operand_at<Acts, K>::value>(ops), shadows, target)...);
    if (run_cuda(body, inputs, target, out))
      (at<K>(sinks).finish(shadows), ...);
#else
    throw_not_cuda();
#endif
    return;
  }
  if constexpr (!(is_whole<Ops> || ...)) { // on the host: IndexedPull's
    Pack<Shadow<operand_type<Acts, K, Ops...>>...> sinks;
    (at<K>(sinks).prepare(at<operand_at<Acts, K>::value>(ops), shadows, target.shape.size()), ...);
    if (run_kernel(body, target.shape, inputs, at<K>(sinks)...))
      (at<K>(sinks).finish(shadows), ...);
  }
}

template <class Acts, class Pull, class Seed, class... Ops, class... D, std::size_t... I>
void launch_pull(const Pull &pull, const Seed &seed, const Operands<Ops...> &ops, const Target &target,
                 std::index_sequence<I...>, D &...shadows) {
  using Ks = std::index_sequence_for<D...>;
  if constexpr ((is_whole<Ops> || ...))
    if (target.device < 0)
      return IndexedPull<Acts, Pull, Seed, std::index_sequence<I...>, Ks, Ops...>(pull, seed, ops).run(target.shape, shadows...);
  fill_shadows<Acts>(PullBody<Pull>{pull}, detail::operands(seed, at<I>(ops)...), ops, target, Ks(), shadows...);
}

template <class Body, class... Ops, class... T>
void launch_store(const Body &body, const Operands<Ops...> &operands, const Target &target, Array<T> &...out) {
  if (target.device >= 0) {
#ifdef MIXEDAD_CUDA_KERNELS
    run_cuda(body, operands, target, make_pack(CudaTarget<T>{reinterpret_cast<T *>(out.node()->data), false}...));
#else
    throw_not_cuda();
#endif
    return;
  }
  Pack<Result<T>...> results{{{Result<T>(out.node())}...}};
  run_results(body, target.shape, operands, results, std::index_sequence_for<T...>());
}

/// Every operand is active.
template <std::size_t> inline constexpr int one = 1;

template <class Seed, class... Ops, class... P, std::size_t... I, class... D>
void pull_stored(const Seed &seed, const Operands<Ops...> &active, const Operands<P...> &partials,
                 std::index_sequence<I...> is, D &...shadows) {
  const Target target = target_of(at<I>(partials)...);
  if constexpr (seed_traits<Seed>::is_array)
    if (seed.shape() != target.shape)
      throw_shape("the cotangent of a broadcast", target.shape, seed.shape());
  fill_shadows<acts<one<I>...>>(ScaleBody(), detail::operands(seed, at<I>(partials)...), active, target, is, shadows...);
}

template <class... Ops, std::size_t... I>
Target target_of_operands(const Operands<Ops...> &ops, std::index_sequence<I...>) {
  return target_of(at<I>(ops)...);
}

/// Writes to memory that an operand reads elsewhere than at the same element.
bool overlaps(const Node *out, Node *const *operands, int count);

} // namespace detail

template <class R, class Fn, class... Ops> Array<R> broadcast_run(Fn fn, const Ops &...operands) {
  const detail::Target target = detail::target_of(operands...);
  Array<R> out = Array<R>::uninitialized(target.shape, Device::at(target.device));
  detail::launch_map<R>(fn, out.node(), operands...);
  return out;
}

/// Into an array of the result's shape; its memory is kept when no other array shares it, a view's always. `dying` is
/// how many other handles to it are about to die unread.
template <class R, class Fn, class... Ops>
void broadcast_run_into(Array<R> &out, int dying, Fn fn, const Ops &...operands) {
  if (out.empty()) {
    out = broadcast_run<R>(fn, operands...);
    return;
  }
  const detail::Target target = detail::target_of(operands...);
  if (target.shape != out.shape())
    detail::throw_shape("broadcast_into: the output", target.shape, out.shape());
  detail::Node *const nodes[] = {detail::operand_traits<Ops>::node(operands)..., nullptr};
  const bool alone = detail::sole_handle(out.node(), dying);
  const bool may_reuse =
      (out.node()->flags & detail::node_writable) || (alone && detail::writable_dense(out.node()));
  if (!may_reuse || (target.device >= 0 && target.device != out.node()->device) ||
      detail::overlaps(out.node(), nodes, sizeof...(Ops))) {
    Array<R> fresh = broadcast_run<R>(fn, operands...);
    if (!(out.node()->flags & detail::node_writable)) {
      out = static_cast<Array<R> &&>(fresh);
      return;
    }
    out.node() = detail::detached(out.node(), false);
    detail::copy_elements(out.node(), fresh.node());
    return;
  }
  if (!alone)
    out.node() = detail::detached(out.node(), false);
  detail::launch_map<R>(fn, out.node(), operands...);
}

template <class Acts, class Pull, class Seed, class... Ops, class... D>
void broadcast_pull(const Pull &pull, const Seed &seed, const detail::Operands<Ops...> &operands, D &...shadows) {
  static_assert(sizeof...(D) == detail::active_count<Acts>, "mixedad: one shadow for every active operand");
  if (detail::seed_traits<Seed>::is_zero(seed))
    return;
  const detail::Target target = detail::target_of_operands(operands, std::index_sequence_for<Ops...>());
  if constexpr (detail::seed_traits<Seed>::is_array)
    if (seed.shape() != target.shape)
      detail::throw_shape("the cotangent of a broadcast", target.shape, seed.shape());
  detail::launch_pull<Acts>(pull, seed, operands, target, std::index_sequence_for<Ops...>(), shadows...);
}

/// The same over a shape that operands broadcast to: of those that the pullback does not read there may be only numbers.
template <class Acts, class Pull, class T, class... Ops, class... D>
void broadcast_pull_over(const Shape &shape, const Pull &pull, const Array<T> &seed, const detail::Operands<Ops...> &operands,
                         D &...shadows) {
  if (seed.is_zero())
    return;
  if (seed.shape() != shape)
    detail::throw_shape("the cotangent of a broadcast", shape, seed.shape());
  detail::launch_pull<Acts>(pull, seed, operands, {shape, seed.device().index}, std::index_sequence_for<Ops...>(), shadows...);
}

/// broadcast_run that also fills arrays of partials: fn(seed, elements..., partials&...) -> R adds seed times each.
template <class R, class Fn, class... Ops, class... P>
Array<R> broadcast_store(const Fn &fn, const detail::Operands<Ops...> &operands, Array<P> &...partials) {
  const detail::Target target = detail::target_of_operands(operands, std::index_sequence_for<Ops...>());
  const Device device = Device::at(target.device);
  Array<R> out = Array<R>::uninitialized(target.shape, device);
  ((partials = Array<P>::uninitialized(target.shape, device)), ...);
  detail::launch_store(detail::StoreBody<R, Fn>{fn}, operands, target, out, partials...);
  return out;
}

/// broadcast_pull from those: `active` are the operands that shadows belong to.
template <class Seed, class... Ops, class... P, class... D>
void broadcast_pull_stored(const Seed &seed, const detail::Operands<Ops...> &active,
                           const detail::Operands<P...> &partials, D &...shadows) {
  if (detail::seed_traits<Seed>::is_zero(seed))
    return;
  detail::pull_stored(seed, active, partials, std::index_sequence_for<Ops...>(), shadows...);
}

namespace detail {

template <class Acts, class AllOperands, class... D> struct FusedPulls;
template <class Acts, class... Ops, class... D> struct FusedPulls<Acts, Operands<Ops...>, D...> {
  const Operands<Ops...> &ops;
  const Pack<D &...> shadows;

  template <class... P> void run(const Pack<P...> &parts) const {
    run(parts, std::index_sequence_for<P...>(), std::index_sequence_for<Ops...>(), std::index_sequence_for<D...>());
  }

private:
  template <class... Take, class... Pull, class... Seed, std::size_t... N, std::size_t... I, std::size_t... K>
  void run(const Pack<Part<Take, Pull, Seed>...> &parts, std::index_sequence<N...>, std::index_sequence<I...> is,
           std::index_sequence<K...> ks) const {
    const Target target = target_of_operands(ops, is);
    if ((together(*at<N>(parts).seed, Take(), target) && ...)) {
      FusedBody<Acts, Part<Take, Pull, Seed>...> body{make_pack(at<N>(parts).pull...)};
      fill_shadows<Acts>(body, detail::operands(*at<N>(parts).seed..., at<I>(ops)...), ops, target, ks, at<K>(shadows)...);
    } else {
      (alone(at<N>(parts), Take()), ...);
    }
  }
  /// The part's own operands already have the shape of all, and there is something to do.
  template <class Seed, int... J> bool together(const Seed &seed, take<J...>, const Target &target) const {
    if (seed_traits<Seed>::is_zero(seed))
      return false;
    const Shape own = target_of(at<J>(ops)...).shape;
    if constexpr (seed_traits<Seed>::is_array)
      if (seed.shape() != own)
        throw_shape("the cotangent of a broadcast", own, seed.shape());
    return own == target.shape;
  }
  template <class P, int... J> void alone(const P &part, take<J...>) const {
    pull(part, take<J...>(), typename positions<Acts, std::index_sequence<>, J...>::type());
  }
  template <class P, int... J, std::size_t... K>
  void pull(const P &part, take<J...>, std::index_sequence<K...>) const {
    mixedad::broadcast_pull<acts<active_at<Acts, J>::value...>>(part.pull, *part.seed, detail::operands(at<J>(ops)...),
                                                               at<K>(shadows)...);
  }
};

} // namespace detail

/// The pullbacks of several broadcasts: one kernel where the operands of each have the shape of all, else one each.
template <class Acts, class... P, class... Ops, class... D>
void broadcast_pulls(const detail::Pack<P...> &parts, const detail::Operands<Ops...> &operands, D &...shadows) {
  detail::FusedPulls<Acts, detail::Operands<Ops...>, D...>{operands, {{{shadows}...}}}.run(parts);
}

namespace detail {
using mixedad::broadcast_pull;
using mixedad::broadcast_pull_over;
using mixedad::broadcast_pull_stored;
using mixedad::broadcast_pulls;
using mixedad::broadcast_run;
using mixedad::broadcast_run_into;
using mixedad::broadcast_store;

struct Sum {
  template <class T> MIXEDAD_HD T operator()(T a, const T &b) const {
    add_to(a, b);
    return a;
  }
};

template <class T> void array_accumulate(Array<T> &into, const Array<T> &from) {
  if (from.empty() || (from.is_zero() && !into.empty()))
    return;
  const bool window = !into.empty() && (into.node()->flags & node_writable);
  if (!into.empty() && into.shape() != from.shape())
    throw_shape("a cotangent", into.shape(), from.shape());
  if (into.is_zero() && !window)
    into = from;
  else
    broadcast_run_into(into, 0, Sum(), into, from);
}
} // namespace detail

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
