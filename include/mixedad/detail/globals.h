//===- globals.h - shadows of what is outside of functions ----------------===//
//
// A variable at namespace scope has one shadow a thread, made when a derivative first uses it. What a pointer in such
// a variable leads to was made by code that no derivative knows. It may be another variable, whose shadow is known, or
// any memory: then the whole mapping of the process that the memory is in gets a shadow of the same size, of which
// the system provides only the pages that are touched.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DETAIL_GLOBALS_H
#define MIXEDAD_DETAIL_GLOBALS_H

#include "mixedad/derivative_errors.h"
#include "mixedad/detail/reshape.h"

#include <cstdint>
#include <cstdio>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "mixedad/detail/names_begin.h"

namespace mixedad {

namespace detail {

/// A shadow that a derivative on this thread is using: no other may begin to.
class shadow_in_use {
  const void *shadow;
  const shadow_in_use *outer;
  static const shadow_in_use *&innermost() {
    static thread_local const shadow_in_use *use = nullptr;
    return use;
  }

public:
  static void check(const void *shadow) {
    for (const shadow_in_use *use = innermost(); use; use = use->outer)
      if (use->shadow == shadow)
        throw nested_derivative_error();
  }
  explicit shadow_in_use(const void *shadow) : shadow(shadow), outer(innermost()) {
    check(shadow);
    innermost() = this;
  }
  shadow_in_use(const shadow_in_use &) = delete;
  shadow_in_use &operator=(const shadow_in_use &) = delete;
  ~shadow_in_use() { innermost() = outer; }
};

/// Shadows of memory that variables at namespace scope point at, zero until they are written to.
class reached_memory {
  struct region {
    std::uintptr_t begin, end;
    char *shadow;
    bool checked; ///< since the derivative began: the mapping is still within the region
    bool holds(std::uintptr_t address) const { return begin <= address && address < end; }
  };
  std::vector<region> regions;
  std::vector<region> retired; ///< pullbacks that have not run yet may hold pointers into them

  /// The mapping of the process that the address is in; empty when there is none.
  static region mapping(std::uintptr_t address) {
    region found{0, 0, nullptr, true};
    std::FILE *maps = std::fopen("/proc/self/maps", "r");
    if (!maps)
      throw unknown_shadow_error();
    char line[512];
    while (std::fgets(line, sizeof line, maps)) {
      unsigned long long begin = 0, end = 0;
      if (std::sscanf(line, "%llx-%llx", &begin, &end) == 2 && begin <= address && address < end) {
        found.begin = static_cast<std::uintptr_t>(begin);
        found.end = static_cast<std::uintptr_t>(end);
      }
    }
    std::fclose(maps);
    return found;
  }
#ifdef __linux__
  static void map(region &r) {
    void *at = ::mmap(nullptr, r.end - r.begin, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
      throw unknown_shadow_error();
    r.shadow = static_cast<char *>(at);
  }
  static void unmap(const region &r) { ::munmap(r.shadow, r.end - r.begin); }
  static void zero(const region &r) { ::madvise(r.shadow, r.end - r.begin, MADV_DONTNEED); }
#else
  static void map(region &) { throw unknown_shadow_error(); }
  static void unmap(const region &) {}
  static void zero(const region &) {}
#endif

  void retire(std::size_t i) {
    zero(regions[i]);
    retired.push_back(regions[i]);
    regions.erase(regions.begin() + static_cast<std::ptrdiff_t>(i));
    constexpr std::size_t most = 64;
    if (retired.size() > most) {
      unmap(retired.front());
      retired.erase(retired.begin());
    }
  }

public:
  static reached_memory &of_this_thread() {
    static thread_local reached_memory memory;
    return memory;
  }
  reached_memory() = default;
  reached_memory(const reached_memory &) = delete;
  reached_memory &operator=(const reached_memory &) = delete;
  ~reached_memory() {
    for (const auto *list : {&regions, &retired})
      for (const region &r : *list)
        unmap(r);
  }

  /// The shadow of the byte at `address`; null when nothing is mapped there.
  char *shadow(std::uintptr_t address) {
    for (const region &r : regions)
      if (r.checked && r.holds(address))
        return r.shadow + (address - r.begin);
    region now = mapping(address);
    if (now.end == 0)
      return nullptr;
    for (std::size_t i = 0; i < regions.size(); ++i) {
      region &r = regions[i];
      if (r.begin <= now.begin && now.end <= r.end) {
        r.checked = true;
        return r.shadow + (address - r.begin);
      }
      if (r.begin < now.end && now.begin < r.end) // it has grown
        retire(i--);
    }
    map(now);
    regions.push_back(now);
    return now.shadow + (address - now.begin);
  }

  /// Makes all shadows zero again.
  void clear() {
    for (const region &r : regions)
      zero(r);
  }
  /// A derivative begins: also, the process may have grown.
  void begin() {
    clear();
    for (region &r : regions)
      r.checked = false;
  }
};

/// A zero of the primal's shape, with the primal's pointers.
template <class T> inline T zero_of_global(const T &primal) {
  if constexpr (std::is_trivially_copyable_v<T>) {
    T zero(primal);
    detail::set_zero(zero);
    return zero;
  } else {
    return detail::zero_like(primal);
  }
}

template <class T> struct shadow_storage {
  T object;
  explicit shadow_storage(const T &primal) : object(detail::zero_of_global(primal)) {}
};
template <class T, std::size_t N> struct shadow_storage<T[N]> {
  T object[N] = {};
  explicit shadow_storage(const T (&)[N]) {}
};

/// The shadow of the variable at Address: one object a thread.
template <auto Address> inline auto &global_object() {
  using T = std::remove_cv_t<std::remove_pointer_t<decltype(Address)>>;
  static thread_local shadow_storage<T> shadow(*Address);
  return shadow.object;
}
/// The same of a thread_local variable, whose address is no constant: a number stands for its name.
template <unsigned long Name, class T> inline T &thread_object(const T &primal) {
  static thread_local shadow_storage<T> shadow(primal);
  return shadow.object;
}

template <class T> inline void take_shape(T &shadow, const T &primal) {
  if constexpr (std::is_array_v<T>) {
    for (std::size_t i = 0; i < std::extent_v<T>; ++i)
      detail::take_shape(shadow[i], primal[i]);
  } else if constexpr (std::is_pointer_v<T>) {
    shadow = primal;
  } else if constexpr (is_scalar_object<T>) {
    detail::set_zero(shadow);
  } else if (detail::same_shape(shadow, primal)) {
    detail::set_zero(shadow);
  } else {
    shadow.~T();
    ::new (static_cast<void *>(&shadow)) T(detail::zero_of_global(primal));
  }
}

/// While it lives, the shadow belongs to one derivative; `clears` says that nothing in it is needed afterwards.
template <class T> class variable_in_use : shadow_in_use {
  T &shadow;
  bool clears;

public:
  variable_in_use(T &shadow, bool clears) : shadow_in_use(&shadow), shadow(shadow), clears(clears) {}
  ~variable_in_use() {
    if (clears)
      detail::set_zero(shadow);
  }
};
/// The same of the memory that variables lead to.
class reached_in_use : shadow_in_use {
  bool clears;

public:
  reached_in_use(bool clears, bool begins) : shadow_in_use(&reached_memory::of_this_thread()), clears(clears) {
    if (begins)
      reached_memory::of_this_thread().begin();
  }
  ~reached_in_use() {
    if (clears)
      reached_memory::of_this_thread().clear();
  }
};
inline void begin_reached() {
  shadow_in_use::check(&reached_memory::of_this_thread());
  reached_memory::of_this_thread().begin();
}

/// A derivative that uses a variable begins: the shadow gets the variable's shape, and is zero. Pointers in it are the
/// primal's own: see reached().
template <class T> inline T *begin_shadow(T &shadow, const T &primal) {
  shadow_in_use::check(&shadow);
  detail::take_shape(shadow, primal);
  return &shadow;
}

/// The same, of a variable whose pointers lead elsewhere.
template <class T> inline T *begin_leading(T &shadow, const T &primal) {
  detail::begin_reached();
  return detail::begin_shadow(shadow, primal);
}
/// The same, of a reference: the shadow is what reached() finds.
template <class T> inline T *begin_reference() {
  detail::begin_reached();
  return nullptr;
}
template <class T> inline T *begin_reference_in_use() { return nullptr; }
inline void clear_reached() { reached_memory::of_this_thread().clear(); }

template <class T, class = void> inline constexpr bool is_iterable = false;
template <class T>
inline constexpr bool is_iterable<T, std::void_t<decltype(std::declval<const T &>().begin()), decltype(std::declval<const T &>().size())>> = true;
template <class T, class = void> inline constexpr bool is_contiguous = false;
template <class T> inline constexpr bool is_contiguous<T, std::void_t<decltype(*std::declval<const T &>().data())>> = is_iterable<T>;
template <class T, class = void> inline constexpr bool is_owner = false;
template <class T>
inline constexpr bool is_owner<T, std::void_t<typename T::element_type, decltype(*std::declval<const T &>().get())>> = true;
template <class T, class = void> inline constexpr bool is_entry = false;
template <class T> inline constexpr bool is_entry<T, std::void_t<decltype(std::declval<const T &>().second)>> = true;

template <class T> bool find_in(std::uintptr_t address, const T *variable, const void *shadow, char *&found);

inline bool find_bytes(std::uintptr_t address, const void *variable, std::size_t size, const void *shadow, char *&found) {
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(variable);
  if (address < begin || address - begin >= size)
    return false;
  found = const_cast<char *>(static_cast<const char *>(shadow)) + (address - begin);
  return true;
}

/// Finds `address` in what a container or an owner holds.
template <class T> inline bool find_held(std::uintptr_t address, const T &held, const T &shadow, char *&found) {
  if constexpr (is_owner<T>) {
    return held.get() && shadow.get() && detail::find_in(address, held.get(), shadow.get(), found);
  } else if constexpr (is_iterable<T>) {
    if (held.size() != shadow.size() || held.size() == 0)
      return false;
    if constexpr (is_contiguous<T>)
      if (detail::find_bytes(address, held.data(), held.size() * sizeof(*held.data()), shadow.data(), found))
        return true;
    using element = std::decay_t<decltype(*held.begin())>;
    if constexpr (std::is_class_v<element>) {
      auto its = shadow.begin();
      for (auto it = held.begin(); it != held.end(); ++it, ++its)
        if (detail::find_in(address, &*it, &*its, found))
          return true;
    }
    return false;
  } else {
    return false;
  }
}

/// Finds `address` in a variable or in what it owns, and the place of its shadow.
template <class T>
inline bool find_in(std::uintptr_t address, const T *variable, const void *shadow, char *&found) {
  if (detail::find_bytes(address, variable, sizeof(T), shadow, found))
    return true;
  if constexpr (std::is_class_v<T>) {
    const T &object = *static_cast<const T *>(shadow);
    if constexpr (is_entry<T> && !is_iterable<T>)
      return detail::find_in(address, &variable->second, &object.second, found);
    else
      return detail::find_held(address, *variable, object, found);
  } else {
    return false;
  }
}
inline bool find_among(std::uintptr_t, char *&) { return false; }
template <class T, class... More>
inline bool find_among(std::uintptr_t address, char *&found, const T *variable, const void *shadow, const More *...more) {
  const bool shadowed = shadow != static_cast<const void *>(variable); // of an argument that is constant there is none
  return (shadowed && detail::find_in(address, variable, shadow, found)) || detail::find_among(address, found, more...);
}

/// Throws where an argument, an object of so many bytes, lies in a variable or in what it owns, or the variable in it.
template <class T> MIXEDAD_INACTIVE inline void refuse_shared(const T &variable, std::uintptr_t argument, std::size_t size) {
  char *found = nullptr;
  if (argument && (detail::find_in(argument, &variable, &variable, found) ||
                   reinterpret_cast<std::uintptr_t>(&variable) - argument < size))
    throw shared_argument_error();
}

/// The shadow of a pointer that was loaded from a variable at namespace scope, or from memory that one leads to.
/// `loaded` is what the shadow of that place holds: a shadow pointer when the derivative has stored one, and otherwise
/// nothing, or the primal's own. `variables` are pairs of addresses, of each variable in use and each argument's object,
/// and of its shadow.
template <class T, class... Variables>
inline T *reached(std::uintptr_t primal, T *loaded, const Variables *...variables) {
  if (primal == 0 || (loaded && reinterpret_cast<std::uintptr_t>(loaded) != primal))
    return primal ? loaded : nullptr;
  char *found = nullptr;
  if (detail::find_among(primal, found, variables...))
    return reinterpret_cast<T *>(found);
  if constexpr (std::is_void_v<T>)
    return reached_memory::of_this_thread().shadow(primal);
  else if constexpr (std::is_trivially_copyable_v<T>)
    return reinterpret_cast<T *>(reached_memory::of_this_thread().shadow(primal));
  else
    throw unknown_shadow_error();
}

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
