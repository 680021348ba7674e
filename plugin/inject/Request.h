//===- Request.h - what the program asks to be generated ------------------===//
//
// A request is one call of an engine function in include/mixedad/detail/engine.h: a function, which of its
// parameters are active, and the mode. The generator turns requests into C++ text that declares, in namespace
// mixedad::detail, the overload that the engine's body calls:
//
//   Reverse      R reverse(Tag, acts<...>, Tape &, [seed], params..., shadows of active params...)
//   Pushforward  dual_result<R> pushforward(Tag, acts<...>, params..., tangents of active params...)
//   Primal       R primal(Tag, params...), of functions that hasVectorForm(); others have the header's
//   Sweeps       R forward_sweep(Tag, acts<...>, Tape &, params..., shadows of active memory params...)
//                void reverse_sweep(Tag, acts<...>, Tape &, [seed], shadows of active params...)
//
// (memory: pointers, references and objects; of Arrays only non-const references; reverse_sweep may return bool, true when it
// left the tape as it was and can run again.) The seed is passed when `HasSeed`; it is a lvalue that may be cleared. Shadows are references to the shadow
// object, for pointers the shadow pointer. The object of a method is the first parameter; that of a closure or
// function object is passed by reference.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_INJECT_REQUEST_H
#define MIXEDAD_INJECT_REQUEST_H

#include "clang/AST/Decl.h"
#include "clang/Sema/Sema.h"
#include <memory>
#include <functional>
#include <string>
#include <vector>

namespace mixedad {

struct Request {
  enum class Mode { Reverse, Pushforward, Sweeps, Primal };
  const clang::FunctionDecl *F = nullptr;
  std::string Tag;          ///< type that names F: "fn_tag<...>" or "type_tag<...>"
  std::vector<bool> Active; ///< by parameter, the object of a method first
  Mode M = Mode::Reverse;
  clang::SourceLocation Loc; ///< of the user's call, or of the annotated function
  bool HasSeed = false;
  bool External = false; ///< annotated, and defined in another unit: nothing to generate (see Exported.h)
  bool Exported = false; ///< annotated and defined here; asked for by other units
  const char *what() const { return M == Mode::Pushforward ? "jvp" : M == Mode::Reverse ? "gradient" : "pullback"; }
  bool operator==(const Request &O) const { return M == O.M && Active == O.Active && Tag == O.Tag; }
};

/// The rest of the pipeline, from requests to text.
class Generator {
public:
  virtual ~Generator() = default;
  /// C++ text for all requests, in order. What has no derivative was reported; the text is then not used.
  virtual std::string generate(clang::Sema &S, const std::vector<Request> &Requests) = 0;
  /// Tells which functions call, all the way down, what is not generated yet.
  virtual void setWaiting(std::function<bool(const clang::FunctionDecl *)> Waits) = 0;
};

struct Options;
class TypeNames;

/// Defined by the pipeline. One generator lives as long as the translation unit.
std::unique_ptr<Generator> createGenerator(clang::Sema &S, TypeNames &Names, const Options &O);

} // namespace mixedad
#endif
