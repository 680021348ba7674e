//===- Collect.h - requests out of template specializations ---------------===//
//
// The engine's function templates (include/mixedad/detail/engine.h) and the tangent-space functions of support.h are
// the only names of the headers that the plugin knows. Their specializations wait in Sema's queue of pending
// instantiations; here they are recognized and read.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_INJECT_COLLECT_H
#define MIXEDAD_INJECT_COLLECT_H

#include "inject/Request.h"
#include "inject/TypeNames.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace mixedad {

/// Whether D is declared somewhere inside namespace mixedad.
bool inMixedAD(const clang::Decl *D);

/// A specialization of an engine function.
bool isEngine(const clang::ValueDecl *D);

/// The T of a specialization of zero_like<T>, set_zero<T> or accumulate<T>; null for anything else.
clang::QualType tangentSpaceOf(const clang::ValueDecl *D);
/// Such a specialization makes a new object of the type.
bool makesShadow(const clang::ValueDecl *D);

/// What an engine specialization asks for; none when that is unclear, which was reported.
std::optional<Request> readRequest(clang::Sema &S, TypeNames &Names, clang::FunctionDecl *Engine,
                                   clang::SourceLocation UserLoc);

/// The annotated functions that are defined here and may be called from elsewhere.
std::vector<const clang::FunctionDecl *> exportedFunctions();
/// Requests for every annotated function that is defined here and may be called from elsewhere.
std::vector<Request> exportedRequests(clang::Sema &S, TypeNames &Names);

/// Whether F's body, or what it calls as far as bodies are visible, reaches a function for which Stop holds.
class CallGraph {
public:
  using Predicate = llvm::function_ref<bool(const clang::FunctionDecl *)>;
  bool reaches(const clang::FunctionDecl *F, Predicate Stop);

private:
  /// What F's body names, each once; cached.
  const std::vector<const clang::FunctionDecl *> &callees(const clang::FunctionDecl *Definition);
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<const clang::FunctionDecl *>> Callees;
};

} // namespace mixedad
#endif
