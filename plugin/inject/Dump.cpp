//===- Dump.cpp - generated text for people -------------------------------===//
#include "Diagnostics.h"
#include "inject/Injector.h"
#include "clang/Format/Format.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace mixedad {

static std::string formatted(const std::string &Text) {
  format::FormatStyle Style = format::getLLVMStyle();
  Style.ColumnLimit = 120;
  Style.FixNamespaceComments = false;
  tooling::Range All(0, Text.size());
  auto Result = tooling::applyAllReplacements(Text, format::reformat(Style, Text, All, "generated.cpp"));
  if (Result)
    return *Result;
  llvm::consumeError(Result.takeError());
  return Text;
}

void Dump::add(Sema &S, const std::string &Text) {
  if (File.empty() || Text.empty())
    return;
  std::error_code Error;
  llvm::raw_fd_ostream Out(File, Error, Started ? llvm::sys::fs::OF_Append : llvm::sys::fs::OF_None);
  if (Error) {
    report(S, SourceLocation(), DiagId::DumpFailed) << File << Error.message();
    File.clear();
    return;
  }
  Started = true;
  Out << formatted(Text);
}

} // namespace mixedad
