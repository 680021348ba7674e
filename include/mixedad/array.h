//===- array.h - N-dimensional arrays with value semantics ----------------===//
//
// A handle to elements on the host or on a CUDA device. Copies share the elements and cost one increment; writing
// through a handle first gives it elements of its own, so no other copy changes. `Array{}` holds nothing and stands
// for zero where derivatives are added up. Elements are any trivially copyable type.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_ARRAY_H
#define MIXEDAD_ARRAY_H

#include "mixedad/detail/node.h"
#include "mixedad/detail/support.h"
#include "mixedad/device.h"
#include "mixedad/errors.h"
#include "mixedad/half.h"

#include <vector>

#include "mixedad/detail/names_begin.h"

namespace mixedad {

template <class T> class Array;
template <class Fn, class... Operands> struct Lazy;

namespace detail {
template <class X> inline constexpr bool is_array = false;
template <class T> inline constexpr bool is_array<Array<T>> = true;
template <class X> inline constexpr bool is_lazy = false;
template <class Fn, class... Ops> inline constexpr bool is_lazy<Lazy<Fn, Ops...>> = true;
struct adopt {};
} // namespace detail

template <class T> class Array {
  static_assert(std::is_trivially_copyable<T>::value, "mixedad: elements of an Array are trivially copyable");

public:
  using value_type = T;

  Array() = default;
  Array(const Array &other) noexcept : node_(other.node_) { detail::retain(node_); }
  Array(Array &&other) noexcept : node_(other.node_) { other.node_ = nullptr; }
  /// Takes over a reference that the caller holds.
  Array(detail::adopt, detail::Node *node) noexcept : node_(node) {}
  /// Runs a lazy expression, as one kernel. Defined in lazy.h.
  template <class Fn, class... Ops> Array(const Lazy<Fn, Ops...> &lazy);
  ~Array() { detail::release(node_); }
  Array &operator=(const Array &other) noexcept {
    detail::retain(other.node_);
    detail::release(node_);
    node_ = other.node_;
    return *this;
  }
  Array &operator=(Array &&other) noexcept {
    detail::Node *theirs = other.node_;
    other.node_ = nullptr;
    detail::release(node_);
    node_ = theirs;
    return *this;
  }

  /// A copy of dense host memory.
  static Array from(const T *data, const Shape &shape, Device device = host) {
    Array a = uninitialized(shape, device);
    if (!data && a.size() != 0)
      detail::throw_empty("Array::from: the pointer");
    detail::write_elements(a.node_, data);
    return a;
  }
  static Array from(const std::vector<T> &data) { return from(data, Shape(data.size())); }
  static Array from(const std::vector<T> &data, const Shape &shape, Device device = host) {
    if (index_t(data.size()) != shape.size())
      detail::throw_shape("Array::from: the vector", shape, Shape(data.size()));
    if constexpr (std::is_same<T, bool>::value) {
      Array a = uninitialized(shape);
      for (std::size_t i = 0; i < data.size(); ++i)
        reinterpret_cast<bool *>(a.node_->data)[i] = data[i];
      return a.to(device);
    } else {
      return from(data.data(), shape, device);
    }
  }
  static Array zeros(const Shape &shape, Device device = host) {
    return Array(detail::adopt{}, detail::make_zeros(shape, sizeof(T), device.index));
  }
  static Array full(const Shape &shape, T value, Device device = host) {
    return Array(detail::adopt{}, detail::make_constant(shape, sizeof(T), device.index, &value));
  }
  static Array ones(const Shape &shape, Device device = host) { return full(shape, T(1), device); }
  static Array uninitialized(const Shape &shape, Device device = host) {
    return Array(detail::adopt{}, detail::make_node(shape, sizeof(T), device.index));
  }

  /// Holds nothing: the zero of any shape.
  bool empty() const { return !node_; }
  /// Is known to be zero everywhere without a look at the elements.
  bool is_zero() const { return !node_ || (node_->flags & detail::node_zero); }

  Shape shape() const { return node_ ? node_->layout.shape() : Shape(0); }
  Strides strides() const { return node_ ? Shape::from(node_->layout.stride, node_->layout.rank) : Strides(0); }
  index_t size() const { return node_ ? node_->layout.count() : 0; }
  int rank() const { return node_ ? node_->layout.rank : 1; }
  /// Extent along one dimension; negative ones count from the last.
  index_t size(int axis) const {
    if (!node_)
      detail::throw_empty("Array::size: the array");
    if (axis < -rank() || axis >= rank())
      detail::throw_axis("Array::size", axis, shape());
    return node_->layout.size[axis < 0 ? axis + rank() : axis];
  }
  Device device() const { return Device::at(node_ ? node_->device : -1); }

  /// The same elements on a device.
  Array to(Device device) const {
    if (!node_ || node_->device == device.index)
      return *this;
    return Array(detail::adopt{}, detail::densified(node_, device.index));
  }
  bool is_contiguous() const { return !node_ || node_->layout.contiguous(); }
  /// The same elements, densely packed.
  Array contiguous() const {
    return node_ ? Array(detail::adopt{}, detail::densified(node_, node_->device)) : Array();
  }

  /// One element, copied to the host. In device code only where a differentiated broadcast reads a captured array: the
  /// kernel that is made for it reads the elements; a lambda that runs as it is written there traps.
  template <class... I, class = std::enable_if_t<(sizeof...(I) > 0) && (std::is_integral<I>::value && ...)>>
  MIXEDAD_HD T operator()(I... indices) const {
#if defined(__CUDA_ARCH__)
    __trap();
    return T();
#else
    const index_t at[] = {index_t(indices)...};
    T value;
    detail::read_element(node_, at, sizeof...(I), &value);
    return value;
#endif
  }
  /// Changes one element of this handle's array.
  template <class... I> void set(T value, I... indices) {
    const index_t at[] = {index_t(indices)..., 0};
    node_ = detail::detached(node_, true);
    detail::write_element(node_, at, sizeof...(I), &value);
  }
  /// The only element of an array that has one.
  T item() const {
    T value;
    detail::read_scalar(node_, &value);
    return value;
  }
  operator T() const { return item(); }

  std::vector<T> to_vector() const {
    std::vector<T> v(static_cast<std::size_t>(size()));
    if constexpr (std::is_same<T, bool>::value) {
      const Array dense = to(host).contiguous();
      for (std::size_t i = 0; i < v.size(); ++i)
        v[i] = dense.data()[i];
    } else if (node_) {
      detail::read_elements(node_, v.data());
    }
    return v;
  }

  /// The elements, densely packed in row-major order (this handle packs them when they are not yet).
  const T *data() const {
    if (node_ && !node_->layout.contiguous()) {
      detail::Node *dense = detail::densified(node_, node_->device);
      detail::release(node_);
      node_ = dense;
    }
    return node_ ? reinterpret_cast<const T *>(node_->data) : nullptr;
  }
  /// The elements for writing; other copies of this array keep theirs.
  T *mutable_data() {
    if (node_ && (node_->flags & detail::node_writable) && !node_->layout.contiguous())
      detail::throw_strided("mutable_data");
    node_ = detail::detached(node_, true);
    return node_ ? reinterpret_cast<T *>(node_->data) : nullptr;
  }

  detail::Node *node() const { return node_; }
  detail::Node *&node() { return node_; }

private:
  mutable detail::Node *node_ = nullptr;
};

namespace detail {
/// Adds elementwise. Defined in broadcast.h.
template <class T> void array_accumulate(Array<T> &into, const Array<T> &from);

/// The adjoint was passed on: zero again, of no shape yet. A window's memory is cleared in place.
template <class T> void clear_adjoint(Array<T> &x) {
  if (!x.empty() && (x.node()->flags & node_writable))
    detail::set_zero(x);
  else
    x = Array<T>();
}

template <class T> struct tangent_space<Array<T>> {
  static Array<T> zero_like(const Array<T> &x) {
    if (x.empty())
      return {};
    return Array<T>::zeros(x.shape(), x.device());
  }
  /// Keeps the shape, and a window's memory.
  static void set_zero(Array<T> &x) {
    if (x.empty() || x.is_zero())
      return;
    if (x.node()->flags & node_writable)
      copy_elements(x.node() = detached(x.node(), false), Array<T>::zeros(x.shape(), x.device()).node());
    else
      x = Array<T>::zeros(x.shape(), x.device());
  }
  static void accumulate(Array<T> &into, const Array<T> &from) { array_accumulate(into, from); }
};
} // namespace detail

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
