//===- Diagnostics.cpp - errors, notes and remarks ------------------------===//
#include "Diagnostics.h"
#include "inject/Request.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/FrontendDiagnostic.h"

using namespace clang;

namespace mixedad {

DiagnosticBuilder report(DiagnosticsEngine &D, SourceLocation L, DiagId Id) {
  switch (Id) {
#define MIXEDAD_DIAG(Name, Level, Text)                                                                            \
  case DiagId::Name:                                                                                               \
    return D.Report(L, D.getCustomDiagID(DiagnosticsEngine::Level, Text));
#include "Diagnostics.def"
#undef MIXEDAD_DIAG
  }
  llvm_unreachable("every id is in Diagnostics.def");
}

/// Set when the compilation starts: Sema does not know the options of code generation.
static const CodeGenOptions *Generation = nullptr;
void useRemarkOptions(const CodeGenOptions &O) { Generation = &O; }

bool remarks() { return Generation && Generation->OptimizationRemark.patternMatches("mixedad"); }

void remark(Sema &S, SourceLocation L, const std::string &Text) {
  S.getDiagnostics().Report(L, diag::remark_fe_backend_optimization_remark) << Text << AddFlagValue("mixedad");
}

void Refusals::noteRequest(Sema &S, const Request &R) {
  if (R.Loc.isValid())
    report(S, R.Loc, DiagId::RequiredHere) << R.what() << R.F->getQualifiedNameAsString();
}

void Refusals::add(DiagId Id, SourceLocation L, StringRef Text, StringRef WayOut) {
  if (Current && (L.isInvalid() || S.getSourceManager().isInSystemHeader(L))) // nothing that a user could change
    L = Current->Loc;
  if (!Seen.insert(L.getRawEncoding()).second)
    return;
  report(S, L, Id) << Text;
  if (!WayOut.empty())
    report(S, L, DiagId::WayOut) << WayOut;
  if (Current)
    noteRequest(S, *Current);
}

} // namespace mixedad
