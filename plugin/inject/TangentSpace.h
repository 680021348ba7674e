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
#include <set>
#include <string>

namespace mixedad {

class TangentSpaces {
public:
  TangentSpaces(clang::Sema &S, TypeNames &Names) : S(S), Names(Names) {}

  /// Whether T is a class that nothing in the program specializes tangent_space for.
  bool missing(clang::QualType T);
  /// The specialization for T, "" when it was written before or comes from a header.
  std::string write(clang::QualType T, clang::SourceLocation Loc);
  /// The lines of #include that what was written since the last call needs.
  std::string takeIncludes();
  /// Reports when a zero of type T cannot be made by copying an object. True: it can.
  bool canBeCopied(clang::QualType T, clang::SourceLocation Loc);

private:
  bool holdsReals(clang::QualType T);
  bool sharesObjects(clang::QualType T);
  bool include(clang::QualType T);
  std::string writeMembers(const clang::CXXRecordDecl *RD, const std::string &Name);
  std::string uncopiedZero(const clang::CXXRecordDecl *RD, const std::string &Name);
  bool specialized(clang::QualType T);
  clang::ClassTemplateDecl *primary();

  clang::Sema &S;
  TypeNames &Names;
  llvm::DenseSet<clang::QualType> Written, Refused;
  std::set<std::string> Headers, Included;
  llvm::DenseMap<const clang::CXXRecordDecl *, bool> Reals, Shares;
};

} // namespace mixedad
#endif
