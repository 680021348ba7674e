//===- Entry.cpp - the overloads that the public API calls ----------------===//

#include "transform/Entry.h"

#include "transform/Signature.h"

namespace mixedad::transform {

using namespace ir;

std::string pushforwardEntry(const Function &F, const std::string &Mask, const std::string &Tag,
                             const std::string &Linkage, Session &S) {
  Variant V = S.variant(F, Mode::Push, Mask);
  std::vector<std::string> Params{Tag, actsType(Mask)}, Args, Shadows;
  emit::Names N;
  for (const Param &P : F.Params) {
    Args.push_back(N.fresh(P.Name.empty() ? "arg" : P.Name));
    Params.push_back(emit::declarator(P.DeclSpelling, Args.back()));
  }
  for (size_t I = 0; I < F.Params.size(); ++I) {
    if (Mask[I] != '1')
      continue;
    Shadows.push_back(N.fresh("d_" + Args[I]));
    Params.push_back(emit::declarator(emit::lvalueSpelling(F.Params[I].DeclSpelling), Shadows.back()));
  }
  std::string Checks = classChecks(F, Mask, Args, Shadows);
  Args.insert(Args.end(), Shadows.begin(), Shadows.end());
  std::string Call = V.Name + "(" + emit::join(Args) + ")", Body = "return " + Call + ";";
  if (F.ResultTy->Class == TypeClass::Void)
    Body = Call + "; return {};";
  else if (F.ResultTy->Class == TypeClass::Inactive)
    Body = "return {" + Call + ", {}};";
  return (S.hostDevice() ? "MIXEDAD_HD " : "") + Linkage + "dual_result<" + F.ResultTy->Spelling + "> pushforward(" +
         emit::join(Params) + ") { " + Checks + Body + " }\n";
}

std::string primalEntry(const Function &F, const std::string &Tag, Session &S) {
  Variant V = S.variant(F, Mode::Primal, std::string(F.Params.size(), '0'));
  std::vector<std::string> Params{Tag}, Args;
  emit::Names N;
  for (const Param &P : F.Params) {
    Args.push_back(N.fresh(P.Name.empty() ? "arg" : P.Name));
    Params.push_back(emit::declarator(P.DeclSpelling, Args.back()));
  }
  return deviceMark(S) + "__attribute__((always_inline)) static inline " + F.ResultTy->Spelling + " primal(" + emit::join(Params) +
         ") { return " + V.Name + "{}(" + emit::join(Args) + "); }\n";
}

} // namespace mixedad::transform
