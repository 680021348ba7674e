//===- Session.h - how a transform asks for its callees' derivatives ------===//
//
// Transforms work on one function. Whatever they need of another one (its body, the name of one of its derivatives,
// whether a derivative of its result exists) they ask of the session, which makes each variant once. A variant is
// made before `variant` returns, unless it is in progress already: a recursive call. So the types and functions of
// callees come before those of their callers in the generated text.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TRANSFORM_SESSION_H
#define MIXEDAD_TRANSFORM_SESSION_H

#include "emit/Body.h"

namespace mixedad::transform {

enum class Mode {
  Primal, ///< functor that computes the function itself
  Push,   ///< f_push: forward mode, one tangent
  PushFunctor, ///< functor over elements and their tangents that returns the tangent: forward mode of a broadcast
  Sweeps, ///< f_fwd and f_rev, with their frame
  SteadySweeps, ///< Sweeps of a kernel's launch, if memory that the kernel only reads is the same in the reverse sweep
  Grad,   ///< f_grad: both sweeps in one function
  Pull,   ///< functor for kernels: adds seed times each partial of a scalar function, see PullModes.h
  Store,  ///< Pull that returns the value too, for a kernel that stores the partials
  ForwardPull, ///< Pull by dual numbers with all partials at once
  Partials ///< Pull that returns the value too: what a Pull calls for the function's callees
};

/// "push", "fwd", "grad", "pull", "primal": the middle of generated names.
const char *modeName(Mode M);

/// One derivative of one function. Mask has one character a parameter, '1' where it is active.
struct Variant {
  const ir::Function *Body = nullptr; ///< null when the function could not be lowered (already reported)
  std::string Name;                   ///< function or functor type; the forward sweep of Sweeps
  std::string ReverseName;            ///< Sweeps
  std::string Frame;                  ///< Sweeps: the frame's type
  bool ResultActive = false;          ///< the result carries a derivative
  bool Stored = false;         ///< Pull: there is no functor; the forward sweep stores partials, by Store
  bool Repeatable = false;            ///< Sweeps: the reverse sweep only reads its frame and leaves the tape alone
  bool InProgress = false;            ///< its text is not complete yet: the call is recursive. A frame of it can
                                      ///< only be held by pointer
  explicit operator bool() const { return Body; }
};

class Session : public emit::ErrorSink {
public:
  /// The callee's lowered body; null (and reported) when there is none.
  virtual const ir::Function *body(ir::Callee &C) = 0;
  virtual Variant variant(const ir::Function &F, Mode M, const std::string &Mask) = 0;
  Variant variant(ir::Callee &C, Mode M, const std::string &Mask) {
    const ir::Function *F = body(C);
    return F ? variant(*F, M, Mask) : Variant();
  }
  /// Whether a call's result carries a derivative when the arguments in Mask are active.
  virtual bool resultActive(ir::Callee &C, const std::string &Mask) = 0;
  /// Functions of the unit run on a CUDA device too: generated ones are MIXEDAD_HD.
  virtual bool hostDevice() const = 0;
  /// For -Rpass=mixedad.
  virtual void remark(const ir::Loc &, const std::string &) {}
};

/// What an emitter returns: pieces that the session puts in order.
struct Emitted {
  std::string Types;       ///< frames, before all declarations
  std::string Declaration; ///< "static inline double f_push_1(double x, double d_x);", or a functor type
  std::string Definition;
  bool Repeatable = false; ///< as in Variant
  bool Stored = false;     ///< as in Variant
};

} // namespace mixedad::transform
#endif
