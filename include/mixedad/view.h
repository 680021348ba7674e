//===- view.h - arrays over memory that the user owns ---------------------===//
//
// `view(ptr, shape, strides)` copies nothing: host memory, a cudaMalloc pointer, thrust::device_vector's or Eigen's
// data. The memory must outlive the view. A view of non-const memory is written through by `broadcast_into` and
// `mutable_data`; copies of it that exist at that moment keep what they saw.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_VIEW_H
#define MIXEDAD_VIEW_H

#include "mixedad/array.h"

#include "mixedad/detail/names_begin.h"

namespace mixedad {
namespace detail {
Layout strided_layout(const Shape &shape, const Strides &strides);
} // namespace detail

template <class T> Array<T> view(T *data, const Shape &shape, Device device = host) {
  return Array<T>(detail::adopt{}, detail::make_window(data, detail::dense_layout(shape), sizeof(T), device.index, true));
}
template <class T> Array<T> view(const T *data, const Shape &shape, Device device = host) {
  return Array<T>(detail::adopt{}, detail::make_window(const_cast<T *>(data), detail::dense_layout(shape), sizeof(T),
                                                       device.index, false));
}
/// Strides are counted in elements and may be zero or negative.
template <class T> Array<T> view(T *data, const Shape &shape, const Strides &strides, Device device = host) {
  return Array<T>(detail::adopt{},
                  detail::make_window(data, detail::strided_layout(shape, strides), sizeof(T), device.index, true));
}
template <class T> Array<T> view(const T *data, const Shape &shape, const Strides &strides, Device device = host) {
  return Array<T>(detail::adopt{}, detail::make_window(const_cast<T *>(data), detail::strided_layout(shape, strides),
                                                       sizeof(T), device.index, false));
}
/// Of anything with data() and size(): std::vector, std::array, std::span, thrust::host_vector.
template <class C, class = decltype(*static_cast<C *>(nullptr)->data()), class = std::enable_if_t<!detail::is_array<std::remove_const_t<C>>>>
auto view(C &container) -> decltype(view(container.data(), Shape(container.size()))) {
  return view(container.data(), Shape(container.size()));
}
template <class C, class = decltype(*static_cast<C *>(nullptr)->data()), class = std::enable_if_t<!detail::is_array<std::remove_const_t<C>>>>
auto view(C &container, const Shape &shape) -> decltype(view(container.data(), shape)) {
  if (index_t(container.size()) < shape.size())
    detail::throw_shape("view: the container", shape, Shape(container.size()));
  return view(container.data(), shape);
}

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
