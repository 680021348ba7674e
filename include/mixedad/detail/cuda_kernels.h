//===- cuda_kernels.h - loops over arrays on a CUDA device ----------------===//
//
// The same functors as on the host, one thread an element, grid-stride. Arrays that lie in the loop's order are read
// without any division; others find their element by Loop::offset, the code that the host uses too. Everything is
// queued on the calling thread's stream; only the cotangent of a scalar that lives on the host is waited for.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_CUDA_KERNELS_H
#define MIXEDAD_DETAIL_CUDA_KERNELS_H

#define MIXEDAD_CUDA_KERNELS 1

#include "mixedad/detail/device_runtime.h"
#include "mixedad/detail/pull_types.h"
#include "mixedad/detail/reduce_loop.h"
#include "mixedad/device.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {

/// The index, of which the compiler knows nothing: it would keep a running pointer for each of dozens of arrays, or
/// find the places in all of them before it reads the first, which takes twice the registers that the arithmetic needs.
MIXEDAD_HD inline index_t opaque(index_t i) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+l"(i));
#endif
  return i;
}

/// An array in a kernel: in the loop's order when `direct`.
template <class T> struct Strided {
  T *data;
  bool direct;
  index_t stride[max_rank];
  Strided(const Access &a, const Loop &loop) : data(reinterpret_cast<T *>(a.base)), direct(a.direct) {
    for (int d = 0; d < loop.rank; ++d)
      stride[d] = a.stride[d];
  }
  MIXEDAD_HD T &at(const Loop &loop, index_t i) const { return data[direct ? i : loop.offset(stride, opaque(i))]; }
};
template <class T> struct StridedSplat {
  T value;
  MIXEDAD_HD T at(const Loop &, index_t) const { return value; }
};

template <class Op> auto device_stream(const Op &operand, const Access &access, const Loop &loop) {
  if constexpr (operand_traits<Op>::is_array)
    return Strided<element_of<Op>>(access, loop);
  else
    return StridedSplat<Op>{operand};
}
template <class Op> Access device_access(const Op &operand) {
  const Node *node = operand_traits<Op>::node(operand);
  return node ? Access(node) : Access();
}

#define MIXEDAD_GRID_STRIDE(i, n)                                                                                  \
  for (index_t i = index_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += index_t(gridDim.x) * blockDim.x)

/// Queues a kernel's loop over n elements.
template <class... A> void launch_loop(index_t n, int device, void (*kernel)(A...), A... arguments) {
  const unsigned blocks = blocks_for(n, device, reinterpret_cast<const void *>(kernel));
  kernel<<<blocks, 256, 0, static_cast<cudaStream_t>(current_stream())>>>(arguments...);
  check_launch(__FILE__, __LINE__);
}

template <class R, class Fn, class... S>
__global__ void __launch_bounds__(256) cuda_map_direct(R *out, index_t n, Fn fn, S... in) {
  MIXEDAD_GRID_STRIDE(i, n)
    out[i] = static_cast<R>(fn(in[i]...));
}
template <class R, class Fn, class... S>
__global__ void __launch_bounds__(256) cuda_map(Strided<R> out, Loop loop, Fn fn, S... in) {
  MIXEDAD_GRID_STRIDE(i, loop.total)
    out.at(loop, i) = static_cast<R>(fn(in.at(loop, i)...));
}

template <class Op> auto dense_stream(const Op &operand) {
  if constexpr (operand_traits<Op>::is_array)
    return reinterpret_cast<const element_of<Op> *>(operand.node()->data);
  else
    return Splat<Op>{operand};
}

template <class R, class Fn, class Indices, class... Ops> struct CudaMap;
template <class R, class Fn, std::size_t... I, class... Ops>
struct CudaMap<R, Fn, std::index_sequence<I...>, Ops...> {
  static void run(const Fn &fn, const Node *out, const Ops &...ops) {
    Access accesses[1 + sizeof...(Ops)] = {Access(out), device_access(ops)...};
    Loop loop;
    plan_loop(loop, out->layout.shape(), accesses, 1 + sizeof...(Ops));
    if (loop.total == 0)
      return;
    use_device(out->device);
    if (loop.direct)
      launch_loop(loop.total, out->device, cuda_map_direct, reinterpret_cast<R *>(out->data), loop.total, fn,
                  dense_stream(ops)...);
    else
      launch_loop(loop.total, out->device, cuda_map, Strided<R>(accesses[0], loop), loop, fn,
                  device_stream(ops, accesses[1 + I], loop)...);
    count_kernel(loop, accesses, 1 + sizeof...(Ops));
  }
};

//--- Pullback ------------------------------------------------------------------------------------------------------

/// Where a kernel puts the cotangents of one operand: densely in the loop's order, or by index.
template <class T> struct CudaTarget {
  T *data;
  bool adds;
  MIXEDAD_HD T start() const { return detail::zeroed<T>(); }
  MIXEDAD_HD void put(index_t at, const T &d) const { data[at] = adds ? static_cast<T>(data[at] + d) : d; }
};
template <class T> struct CudaTarget<Elements<T>> {
  Elements<T> view;
  MIXEDAD_HD const Elements<T> &start() const { return view; }
  MIXEDAD_HD void put(index_t, const Elements<T> &) const {}
};

/// Where inputs lie in the loop's order and nothing is added to.
template <class Body, class... In, class... D, std::size_t... I, std::size_t... K>
__global__ void __launch_bounds__(256)
    cuda_pull_direct(index_t n, Body body, Pack<In...> in, Pack<D *...> out, std::index_sequence<I...>,
                     std::index_sequence<K...>) {
  MIXEDAD_GRID_STRIDE(at_once, n) {
    const index_t i = opaque(at_once);
    auto d = make_pack(detail::zeroed<D>()...);
    body(make_pack(at<I>(in)[i]...), d);
    ((at<K>(out)[i] = at<K>(d)), ...);
  }
}
template <class Body, class... In, class... D, std::size_t... I, std::size_t... K>
__global__ void __launch_bounds__(256)
    cuda_pull(Loop loop, Body body, Pack<In...> in, Pack<CudaTarget<D>...> out, std::index_sequence<I...>,
              std::index_sequence<K...>) {
  MIXEDAD_GRID_STRIDE(i, loop.total) {
    auto d = make_pack<D...>(at<K>(out).start()...);
    body(make_pack(at<I>(in).at(loop, i)...), d);
    (at<K>(out).put(i, at<K>(d)), ...);
  }
}

/// The shadow of an operand: as Shadow on the host. What must be summed is written out once and reduced in a fixed
/// order.
template <class Op> class CudaShadow;
template <class T> class CudaShadow<Array<T>> {
public:
  using element = T;
  CudaTarget<T> prepare(const Array<T> &operand, Array<T> &shadow, const Target &target) {
    const Shape shape = operand.shape();
    if (!shadow.empty() && shadow.shape() != shape)
      throw_shape("a broadcast operand's shadow", shape, shadow.shape());
    const bool summed = operand.size() != target.shape.size();
    adds_ = !summed && !shadow.is_zero() && unique_dense(shadow.node()) && shadow.node()->device == target.device;
    shape_ = shape;
    if (adds_)
      return {reinterpret_cast<T *>(shadow.node()->data), true};
    to_ = Array<T>::uninitialized(summed ? target.shape : shape, Device::at(target.device));
    return {reinterpret_cast<T *>(to_.node()->data), false};
  }
  void finish(Array<T> &shadow) {
    if (adds_)
      return;
    if (to_.shape() != shape_)
      to_ = Array<T>(adopt{}, sum_to<T>(to_.node(), shape_));
    accumulate(shadow, to_);
  }

private:
  Array<T> to_;
  Shape shape_;
  bool adds_ = false;
};
template <class T> class CudaShadow<Elements<T>> {
public:
  using element = Elements<T>;
  CudaTarget<Elements<T>> prepare(const Elements<T> &operand, Array<T> &shadow, const Target &) {
    to_ = shadow.is_zero() ? Array<T>::zeros(shape_of(operand), Device::at(operand.device)) : shadow;
    shadow = Array<T>();
    Elements<T> view = operand;
    view.data = to_.mutable_data();
    return {view};
  }
  void finish(Array<T> &shadow) { shadow = to_; }

private:
  Array<T> to_;
};
template <class T> class CudaShadow {
public:
  using element = T;
  CudaTarget<T> prepare(const T &, T &, const Target &target) {
    to_ = Array<T>::uninitialized(target.shape, Device::at(target.device));
    return {reinterpret_cast<T *>(to_.node()->data), false};
  }
  void finish(T &shadow) {
    const Array<T> total(adopt{}, sum_to<T>(to_.node(), Shape()));
    add_to(shadow, total.item());
  }

private:
  Array<T> to_;
};

/// Runs a body with several outputs, each dense; false when there is nothing to do.
template <class Body, class... Ops, class... T, std::size_t... I, std::size_t... K>
bool run_cuda(const Body &body, const Operands<Ops...> &inputs, const Target &target, const Pack<CudaTarget<T>...> &out,
              std::index_sequence<I...> is, std::index_sequence<K...> ks) {
  Access accesses[] = {device_access(at<I>(inputs))...};
  Loop loop;
  plan_loop(loop, target.shape, accesses, sizeof...(Ops));
  if (loop.total == 0)
    return false;
  use_device(target.device);
  bool direct = false;
  if constexpr (!(is_whole<T> || ...)) {
    direct = loop.direct && !(at<K>(out).adds || ...);
    if (direct)
      launch_loop(loop.total, target.device, cuda_pull_direct, loop.total, body, make_pack(dense_stream(at<I>(inputs))...),
                  make_pack(at<K>(out).data...), is, ks);
  }
  if (!direct)
    launch_loop(loop.total, target.device, cuda_pull, loop, body,
                make_pack(device_stream(at<I>(inputs), accesses[I], loop)...), out, is, ks);
  count_kernel(loop, accesses, sizeof...(Ops));
  count_bytes(static_cast<std::uint64_t>(loop.total) * (sizeof(T) + ... + 0));
  return true;
}
template <class Body, class... Ops, class... T>
bool run_cuda(const Body &body, const Operands<Ops...> &inputs, const Target &target, const Pack<CudaTarget<T>...> &out) {
  return run_cuda(body, inputs, target, out, std::index_sequence_for<Ops...>(), std::index_sequence_for<T...>());
}

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
