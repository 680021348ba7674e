//===- Compat.h - the one place that knows which LLVM this is -------------===//
#ifndef MIXEDAD_COMPAT_H
#define MIXEDAD_COMPAT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/Version.h"
#include "clang/Sema/ExternalSemaSource.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "llvm/Frontend/OpenMP/OMP.h"

namespace mixedad::compat {

inline clang::IdentifierInfo *identifier(const clang::IdentifierLoc &I) {
#if CLANG_VERSION_MAJOR >= 21
  return I.getIdentifierInfo();
#else
  return I.Ident;
#endif
}

inline clang::SourceLocation location(const clang::IdentifierLoc &I) {
#if CLANG_VERSION_MAJOR >= 21
  return I.getLoc();
#else
  return I.Loc;
#endif
}

/// Whether the program will not compile. To Clang 19 the errors of plugins are not among the
/// uncompilable ones.
inline bool failed(const clang::DiagnosticsEngine &D) {
#if CLANG_VERSION_MAJOR >= 20
  return D.hasUncompilableErrorOccurred();
#else
  return D.hasErrorOccurred();
#endif
}

inline clang::QualType tagType(const clang::ASTContext &C, const clang::TagDecl *D) {
#if CLANG_VERSION_MAJOR >= 22
  return C.getCanonicalTagType(D);
#else
  return C.getTypeDeclType(D).getCanonicalType();
#endif
}

inline clang::QualType classOf(const clang::ASTContext &C, const clang::MemberPointerType *M) {
#if CLANG_VERSION_MAJOR >= 22
  return tagType(C, M->getMostRecentCXXRecordDecl());
#else
  return clang::QualType(M->getClass(), 0);
#endif
}

inline llvm::StringRef directiveName(llvm::omp::Directive D) {
#if CLANG_VERSION_MAJOR >= 21
  return llvm::omp::getOpenMPDirectiveName(D, llvm::omp::FallbackVersion);
#else
  return llvm::omp::getOpenMPDirectiveName(D);
#endif
}

/// What an OpenMP clause lists.
template <class Clause> auto variables(const Clause *C) {
#if CLANG_VERSION_MAJOR >= 20
  return C->varlist();
#else
  return C->varlists();
#endif
}

inline void addSource(clang::Sema &S, clang::ExternalSemaSource *Source) {
#if CLANG_VERSION_MAJOR >= 22
  S.addExternalSource(llvm::IntrusiveRefCntPtr<clang::ExternalSemaSource>(Source));
#else
  S.addExternalSource(Source);
#endif
}

/// Parsed attributes of plugins reach statements only since this version.
#if CLANG_VERSION_MAJOR >= 22
#define MIXEDAD_STMT_ATTRIBUTES 1
#else
#define MIXEDAD_STMT_ATTRIBUTES 0
#endif

} // namespace mixedad::compat
#endif
