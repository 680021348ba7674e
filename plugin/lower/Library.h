//===- Library.h - what the rules for library classes share ---------------===//
#ifndef MIXEDAD_LOWER_LIBRARY_H
#define MIXEDAD_LOWER_LIBRARY_H

#include "lower/Lowerer.h"
#include "clang/AST/DeclTemplate.h"

/// Where what is done to the shape of a shadow is (mixedad/detail/shapes.h); a macro, to join texts.
#define SHAPE "::mixedad::detail::shape::"

namespace mixedad {

/// The class of a method, "" for other functions.
inline llvm::StringRef className(const clang::FunctionDecl *FD) {
  const auto *M = llvm::dyn_cast<clang::CXXMethodDecl>(FD);
  return M && M->getParent()->getIdentifier() ? M->getParent()->getName() : "";
}
inline bool oneOf(llvm::StringRef N, std::initializer_list<const char *> L) {
  for (const char *S : L)
    if (N == S)
      return true;
  return false;
}
inline bool isRandomAccess(llvm::StringRef C) { return oneOf(C, {"vector", "array", "valarray", "deque"}); }
inline bool isSequence(llvm::StringRef C) { return oneOf(C, {"vector", "deque", "list"}); }
inline bool isMap(llvm::StringRef C) { return oneOf(C, {"map", "unordered_map"}); }

/// The typed expression below conversions to void*.
const clang::Expr *belowCasts(const clang::Expr *E);

inline ir::Arg objectArg(const ir::Place &P) {
  ir::Arg A;
  A.P = P;
  A.Mutable = true;
  return A;
}
inline ir::Arg valueArg(ir::Value *V) {
  ir::Arg A;
  A.V = V;
  return A;
}
/// The type argument number I of a class template's specialization.
inline clang::QualType elementType(const clang::CXXRecordDecl *RD, unsigned I = 0) {
  const auto *S = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(RD);
  return S && S->getTemplateArgs().size() > I && S->getTemplateArgs()[I].getKind() == clang::TemplateArgument::Type
             ? S->getTemplateArgs()[I].getAsType()
             : clang::QualType();
}
/// `threadIdx.x` and its like, of a kernel; "" for other expressions.
std::string threadIndexText(const clang::Expr *E);
/// What the call of cudaMalloc or its like assigns: an lvalue of pointer type; null when that is not written there.
const clang::Expr *allocatedPointer(const clang::CallExpr *E);

} // namespace mixedad
#endif
