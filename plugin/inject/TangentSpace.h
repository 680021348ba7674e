//===- TangentSpace.h - records as vectors, member by member --------------===//
//
// Writes the specializations of mixedad::detail::tangent_space that a program needs for its own classes. A pointer
// member is left alone by arithmetic: where a shadow's pointers point is for the user to say (dup), and a shadow
// that would have to be made up from nothing is refused.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_INJECT_TANGENTSPACE_H
#define MIXEDAD_INJECT_TANGENTSPACE_H

#include "inject/TypeNames.h"
#include "llvm/ADT/DenseSet.h"

namespace mixedad {

class TangentSpaces {
public:
  TangentSpaces(clang::Sema &S, TypeNames &Names) : S(S), Names(Names) {}

  /// Whether T is a class that nothing in the program specializes tangent_space for.
  bool missing(clang::QualType T);
  /// The specialization for T, "" when it was written before.
  std::string write(clang::QualType T, clang::SourceLocation Loc);
  /// Reports when a zero of type T cannot be made by copying an object. True: it can.
  bool canBeCopied(clang::QualType T, clang::SourceLocation Loc);

private:
  bool holdsReals(clang::QualType T);
  bool specialized(clang::QualType T);
  clang::ClassTemplateDecl *primary();

  clang::Sema &S;
  TypeNames &Names;
  llvm::DenseSet<clang::QualType> Written, Refused;
  llvm::DenseMap<const clang::CXXRecordDecl *, bool> Reals;
};

} // namespace mixedad
#endif
