//===- Diagnostics.h - how the plugin reports -----------------------------===//
//
// Texts and levels are in Diagnostics.def. `report(Sema, Loc, id) << args` is Clang's own builder. What cannot be
// differentiated goes through `Refusals`, which adds the way out and the request that led there.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_DIAGNOSTICS_H
#define MIXEDAD_DIAGNOSTICS_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Sema/Sema.h"
#include <string>

namespace clang {
class CodeGenOptions;
}

namespace mixedad {

enum class DiagId {
#define MIXEDAD_DIAG(Id, Level, Text) Id,
#include "Diagnostics.def"
#undef MIXEDAD_DIAG
};

clang::DiagnosticBuilder report(clang::DiagnosticsEngine &D, clang::SourceLocation L, DiagId Id);
inline clang::DiagnosticBuilder report(clang::Sema &S, clang::SourceLocation L, DiagId Id) {
  return report(S.getDiagnostics(), L, Id);
}

/// -Rpass=<a pattern that matches "mixedad"> was given.
bool remarks();
/// Where it was given.
void useRemarkOptions(const clang::CodeGenOptions &O);
/// Clang's own remark of a pass, of which this is the name.
void remark(clang::Sema &S, clang::SourceLocation L, const std::string &Text);

struct Request;

/// Reports constructs without a derivative; one construct is reported once in a translation unit.
class Refusals {
public:
  explicit Refusals(clang::Sema &S) : S(S) {}
  /// The request that is being generated: what later refusals are required from. Null: none.
  void setRequest(const Request *R) { Current = R; }
  /// "cannot differentiate What", the way out, and the request.
  void refuse(clang::SourceLocation L, llvm::StringRef What, llvm::StringRef WayOut) { add(DiagId::Refused, L, What, WayOut); }
  /// "cannot differentiate: Why", where Why is a sentence.
  void refuseBecause(clang::SourceLocation L, llvm::StringRef Why, llvm::StringRef WayOut) { add(DiagId::RefusedBecause, L, Why, WayOut); }
  /// The note at a request.
  static void noteRequest(clang::Sema &S, const Request &R);
  bool any() const { return !Seen.empty(); }

private:
  void add(DiagId Id, clang::SourceLocation L, llvm::StringRef Text, llvm::StringRef WayOut);

  clang::Sema &S;
  const Request *Current = nullptr;
  llvm::DenseSet<unsigned> Seen;
};

} // namespace mixedad
#endif
