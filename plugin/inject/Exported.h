//===- Exported.h - derivatives across translation units ------------------===//
//
// A function that is annotated [[mixedad::differentiable]] and may be called from elsewhere has its derivatives in the
// unit that defines it, by all parameters that may be active, under four names with external linkage:
//
//   R exported_reverse(Tag, Tape &, [seed], params..., shadows...)
//   dual_result<R> exported_pushforward(Tag, params..., tangents...)
//   R exported_forward_sweep(Tag, Tape &, params..., shadows of memory...)
//   void exported_reverse_sweep(Tag, Tape &, [seed], shadows...)
//
// Their signatures follow from the function's declaration alone, so that both units agree. A unit that only sees the
// declaration declares them and gets, for every set of active parameters, the overloads that the engine and generated
// code call; parameters that are not active there get shadows that are thrown away.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_INJECT_EXPORTED_H
#define MIXEDAD_INJECT_EXPORTED_H

#include "inject/Request.h"
#include "inject/TypeNames.h"

namespace mixedad {

/// Defines the exported derivative that belongs to an exported request's mode, in terms of its overloads.
std::string defineExported(clang::Sema &S, TypeNames &Names, const Request &R);

/// For all annotated functions that are used here and defined elsewhere.
std::string declareExported(clang::Sema &S, TypeNames &Names);

/// Which parameters may be active, the object of a method first.
std::vector<bool> activeParameters(const clang::FunctionDecl *F);
/// The engine passes a cotangent of a result of this type.
bool hasSeed(clang::QualType R);

} // namespace mixedad
#endif
