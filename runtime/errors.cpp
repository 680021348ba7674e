//===- errors.cpp - exceptions with their texts ---------------------------===//
#include "internal.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace mixedad {

error::error(const char *text) noexcept {
  std::strncpy(text_, text, sizeof(text_) - 1);
  text_[sizeof(text_) - 1] = '\0';
}

namespace detail {

const char *print(const Shape &shape, char *into) {
  char *at = into + std::sprintf(into, "(");
  for (int i = 0; i < shape.rank(); ++i)
    at += std::sprintf(at, i ? ", %lld" : "%lld", static_cast<long long>(shape[i]));
  std::sprintf(at, ")");
  return into;
}

template <class E> void fail(const char *format, ...) {
  char text[512];
  va_list args;
  va_start(args, format);
  std::vsnprintf(text, sizeof(text), format, args);
  va_end(args);
  throw E(text);
}
template void fail<shape_error>(const char *, ...);
template void fail<argument_error>(const char *, ...);
template void fail<device_error>(const char *, ...);
template void fail<memory_error>(const char *, ...);

void throw_empty(const char *what) { fail<argument_error>("mixedad: %s is null, empty or does not exist", what); }

void throw_objects_on_device() {
  fail<device_error>("mixedad: sums of objects that are not complex numbers or std::array are not there on a device; take "
                     "the sums of their members, each an array");
}

void throw_axis(const char *what, int axis, const Shape &shape) {
  char text[200];
  fail<shape_error>("mixedad: %s: the shape %s has no dimension %d", what, print(shape, text), axis);
}

void throw_strided(const char *what) {
  fail<argument_error>("mixedad: %s: this is a view with strides, whose elements are not in one piece; write to it with "
                       "broadcast_into or assign_into",
                       what);
}

void throw_shape(const char *what, const Shape &expected, const Shape &got) {
  char a[200], b[200];
  fail<shape_error>("mixedad: %s has the shape %s, expected %s", what, print(got, a), print(expected, b));
}

} // namespace detail
} // namespace mixedad
