//===- MissingHeaders.h - what to include ---------------------------------===//
//
// Names of the public API that are looked up where the header that declares them is not included: an error that names
// the header, before Clang's own, which knows nothing of it and may guess another name.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_INJECT_MISSINGHEADERS_H
#define MIXEDAD_INJECT_MISSINGHEADERS_H

#include "clang/Sema/ExternalSemaSource.h"
#include "llvm/ADT/DenseSet.h"

namespace mixedad {

class MissingHeaders : public clang::ExternalSemaSource {
public:
  explicit MissingHeaders(clang::Sema &S) : S(S) {}
  /// Clang asks this of every failed lookup; nothing is ever corrected.
  clang::TypoCorrection CorrectTypo(const clang::DeclarationNameInfo &Name, int LookupKind, clang::Scope *Scope,
                                    clang::CXXScopeSpec *Qualifier, clang::CorrectionCandidateCallback &,
                                    clang::DeclContext *MemberContext, bool EnteringContext,
                                    const clang::ObjCObjectPointerType *) override;

private:
  clang::Sema &S;
  llvm::DenseSet<unsigned> Said; ///< locations: Clang may look a name up several times
};

} // namespace mixedad
#endif
