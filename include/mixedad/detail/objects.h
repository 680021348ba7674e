//===- objects.h - objects of the primal program in generated code --------===//
//
// Small helpers that generated text names: storage without a constructor and the tests that find a virtual call's
// target.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_OBJECTS_H
#define MIXEDAD_DETAIL_OBJECTS_H

#include "mixedad/derivative_errors.h"
#include "mixedad/detail/support.h"

#include <new>
#include <typeinfo>

#include "mixedad/detail/names_begin.h"

namespace mixedad {

namespace detail {

/// Bytes in which operations make and destroy an object of type T themselves. Zero at first.
template <class T> struct storage_of {
  alignas(T) unsigned char bytes[sizeof(T)];
  MIXEDAD_HD T &get() { return *reinterpret_cast<T *>(bytes); }
  MIXEDAD_HD const T &get() const { return *reinterpret_cast<const T *>(bytes); }
};
template <class T> inline T *new_storage() { return &(new storage_of<T>())->get(); }
template <class T> inline void delete_storage(T *object) {
  delete reinterpret_cast<storage_of<std::remove_const_t<T>> *>(const_cast<std::remove_const_t<T> *>(object));
}
/// An object whose lifetime ends when it is told to, or with its scope.
template <class T> class scoped {
  union {
    T object;
  };
  bool alive = true;

public:
  template <class Make> explicit scoped(Make make) : object(make()) {}
  scoped(const scoped &) = delete;
  ~scoped() { end(); }
  T &get() { return object; }
  const T &get() const { return object; }
  void end() {
    if (alive)
      object.~T();
    alive = false;
  }
};

/// A member of an object in storage, made empty by its own constructor.
template <class T> MIXEDAD_HD inline void make_member(const T &member) {
  if constexpr (std::is_array_v<T>)
    for (auto &element : member)
      detail::make_member(element);
  else
    ::new (static_cast<void *>(const_cast<T *>(&member))) T();
}
template <class T> MIXEDAD_HD inline void destroy_member(const T &member) {
  if constexpr (std::is_array_v<T>)
    for (auto &element : member)
      detail::destroy_member(element);
  else
    member.~T();
}
/// An object of class T made by a move, member by member, out of zero bytes in which `make` begins some members.
template <class T, class Make, class End> inline T blank(Make make, End end) {
  storage_of<T> zero{};
  make(zero.get());
  T made(static_cast<T &&>(zero.get()));
  end(zero.get());
  return made;
}
/// Makes the reference member at Offset refer to Target.
template <class T, class Target> MIXEDAD_HD inline void bind_member(const T &object, std::size_t offset, const Target &target) {
  const void *address = &reinterpret_cast<const char &>(target);
  unsigned char *at = reinterpret_cast<unsigned char *>(const_cast<T *>(&object)) + offset;
  __builtin_memcpy(at, &address, sizeof address);
}

/// A real that is the key of a map: it must not depend on what is differentiated.
template <class T> MIXEDAD_HD constexpr T constant_key(T key) { return key; }

/// The two parts of a std::complex<T>, as the standard lays them out.
template <class T, class Z> MIXEDAD_HD inline auto &complex_part(Z &z) {
  using Part = std::conditional_t<std::is_const_v<Z>, const T, T>;
  return reinterpret_cast<Part(&)[2]>(z);
}

/// A const member or element while its object is constructed.
template <class T> MIXEDAD_HD inline T &writable(const T &x) { return const_cast<T &>(x); }

/// A base or derived class of an object or pointer, as const as that is: shadows of const objects are not const.
template <class To, class From> MIXEDAD_HD inline auto &cast_to(From &object) {
  return static_cast<std::conditional_t<std::is_const_v<From>, const To, To> &>(object);
}
template <class To, class From> MIXEDAD_HD inline auto *cast_to(From *pointer) {
  return static_cast<std::conditional_t<std::is_const_v<From>, const To, To> *>(pointer);
}

/// An array of objects without a default constructor. How many there are stands before them.
template <class T, class Make> inline T *new_elements(std::size_t n, Make make) {
  constexpr std::size_t room = alignof(T) > sizeof(std::size_t) ? alignof(T) : sizeof(std::size_t);
  char *memory = static_cast<char *>(::operator new(room + n * sizeof(T), std::align_val_t(room)));
  *reinterpret_cast<std::size_t *>(memory) = n;
  T *elements = reinterpret_cast<T *>(memory + room);
  for (std::size_t i = 0; i < n; ++i)
    ::new (static_cast<void *>(elements + i)) T(make());
  return elements;
}
template <class T> inline void delete_elements(T *elements) {
  constexpr std::size_t room = alignof(T) > sizeof(std::size_t) ? alignof(T) : sizeof(std::size_t);
  char *memory = reinterpret_cast<char *>(elements) - room;
  for (std::size_t i = *reinterpret_cast<std::size_t *>(memory); i-- > 0;)
    elements[i].~T();
  ::operator delete(memory, std::align_val_t(room));
}

/// Shadows of new objects begin as zero, whatever their constructors have set.
template <class T> inline T *zeroed_new(T *p, std::size_t n = 1) {
  for (std::size_t i = 0; i < n; ++i)
    detail::set_zero(p[i]);
  return p;
}
template <class C> inline void zeroed_resize(C &c, std::size_t n) {
  std::size_t old = c.size();
  c.resize(n);
  for (auto &x : c)
    if (old != 0)
      --old;
    else
      detail::set_zero(x);
}

/// A local array whose length is known when it is declared. Zero at first.
template <class T> class runtime_array {
  T *first;
  std::size_t count;

public:
  explicit runtime_array(std::size_t n = 0) : first(new T[n]()), count(n) {}
  runtime_array(const runtime_array &o) : runtime_array(o.count) {
    for (std::size_t i = 0; i < count; ++i)
      detail::copy_object(first[i], o.first[i]);
  }
  runtime_array(runtime_array &&o) noexcept : first(o.first), count(o.count) { o.first = nullptr, o.count = 0; }
  runtime_array &operator=(const runtime_array &) = delete;
  ~runtime_array() { delete[] first; }
  std::size_t size() const { return count; }
  T &operator[](std::size_t i) { return first[i]; }
  const T &operator[](std::size_t i) const { return first[i]; }
};
template <class T> struct tangent_space<runtime_array<T>> {
  static runtime_array<T> zero_like(const runtime_array<T> &x) { return runtime_array<T>(x.size()); }
  static void set_zero(runtime_array<T> &x) {
    for (std::size_t i = 0; i < x.size(); ++i)
      detail::set_zero(x[i]);
  }
  static void accumulate(runtime_array<T> &into, const runtime_array<T> &from) {
    for (std::size_t i = 0; i < into.size(); ++i)
      detail::accumulate(into[i], from[i]);
  }
};

[[noreturn]] inline void unknown_target() { throw unknown_target_error(); }

#ifdef __cpp_rtti
/// Whether the object's dynamic class is T itself.
template <class T, class Base> inline bool is_exactly(const Base &object) { return typeid(object) == typeid(T); }
#else
template <class T, class Base> inline bool is_exactly(const Base &) {
  static_assert(sizeof(T) == 0, "mixedad: derivatives of virtual calls need -frtti");
  return false;
}
#endif

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
