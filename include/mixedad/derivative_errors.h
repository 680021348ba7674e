//===- derivative_errors.h - what a derivative throws at run time ---------===//
//
// What only the running program can tell. Each says what to do instead; the derivative is lost, and nothing else.
// (tape_error is tape.h's, the runtime's errors are errors.h's.)
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DERIVATIVE_ERRORS_H
#define MIXEDAD_DERIVATIVE_ERRORS_H

#include <exception>
#include <initializer_list>

#include "mixedad/detail/names_begin.h"

namespace mixedad {

/// A virtual call or a call through a pointer reached a target that was not compiled with a derivative.
class unknown_target_error : public std::exception {
public:
  const char *what() const noexcept override { return "mixedad: a dynamic call reached a target without a derivative"; }
};

/// A variable at namespace scope points at memory that cannot be given a shadow: objects that are not trivially copyable,
/// whose zero is not zero bytes, or memory that the system has no room to shadow.
class unknown_shadow_error : public std::exception {
public:
  const char *what() const noexcept override {
    return "mixedad: a variable at namespace scope points at memory without a shadow; pass it as an argument";
  }
};

/// An argument is a variable at namespace scope, or a part of one, that the function uses by its name as well: its derivative
/// would be in two shadows. Pass it under one name.
class shared_argument_error : public std::exception {
public:
  const char *what() const noexcept override {
    return "mixedad: an argument is a variable at namespace scope that the function also uses by its name; use one of both";
  }
};

/// A derivative began inside of another one (in a user's rule, say, or an inactive function) and both use the same
/// variable at namespace scope, which has one shadow a thread.
class nested_derivative_error : public std::exception {
public:
  const char *what() const noexcept override {
    return "mixedad: a derivative inside of another one uses the same variable at namespace scope; pass it as an argument";
  }
};

/// An argument is an object of another class than its cotangent or tangent, or than the class whose virtual function is
/// differentiated: pass the object as what it is, dup(object, shadow) with a shadow of its class, or constant(object);
/// call a virtual function from a function, and differentiate that.
class object_class_error : public std::exception {
public:
  const char *what() const noexcept override {
    return "mixedad: an argument refers to an object of a derived class, and its cotangent or tangent, or the virtual "
           "function that is differentiated, is the base class's; pass the object as its own class, or dup(object, shadow)";
  }
};

/// A shadow (a cotangent, tangent, seed or direction) that does not have the shape of its primal.
class shadow_shape_error : public std::exception {
public:
  explicit shadow_shape_error(const char *type) noexcept {
    char *at = text_, *const end = text_ + sizeof text_ - 1;
    for (const char *part : {"mixedad: the shadow (cotangent, tangent, seed or direction) of a ", type,
                             " has not the shape of its primal; make it as a copy of the primal"})
      for (; *part && at != end; ++part)
        *at++ = *part;
    *at = 0;
  }
  const char *what() const noexcept override { return text_; }

private:
  char text_[256];
};

/// In reverse mode: the function removes an element of an argument whose shadow is not zero, and the seed (or what was
/// accumulated there) would be lost. Seed what the function leaves: with pullback, after the call and before the pull.
class lost_seed_error : public std::exception {
public:
  const char *what() const noexcept override {
    return "mixedad: the function removes an element whose shadow is not zero; seed what it leaves: use pullback, and set "
           "the seeds between the call and the pull";
  }
};

/// A pull that would need what the program has overwritten.
class pull_error : public std::exception {
public:
  const char *what() const noexcept override {
    return "mixedad: this pullback writes memory of the caller, so it can be pulled once; call pullback again";
  }
};

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
