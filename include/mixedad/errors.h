//===- errors.h - what the runtime throws ---------------------------------===//
//
// Messages say which argument is wrong and what was expected; no state is lost when one of these is thrown. The
// text lives in the exception itself, so that throwing needs no memory.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_ERRORS_H
#define MIXEDAD_ERRORS_H

#include <exception>
#include <new>

#include "mixedad/detail/names_begin.h"

namespace mixedad {

class error : public std::exception {
public:
  explicit error(const char *text) noexcept;
  const char *what() const noexcept override { return text_; }

private:
  char text_[512];
};

/// Shapes that do not fit: names the argument and both shapes.
class shape_error : public error {
  using error::error;
};

/// A null pointer, an empty array or an index where there must be a real one.
class argument_error : public error {
  using error::error;
};

/// No such device, or a call of the device's library that failed: names file and line.
class device_error : public error {
  using error::error;
};

/// No memory for a buffer: says how many bytes and where.
class memory_error : public std::bad_alloc {
public:
  explicit memory_error(const char *text) noexcept : text_(text) {}
  const char *what() const noexcept override { return text_.what(); }

private:
  error text_;
};

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
