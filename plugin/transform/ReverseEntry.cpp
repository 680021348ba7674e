//===- ReverseEntry.cpp - reverse mode as the public API calls it ---------===//

#include "transform/ReverseEntry.h"

#include "transform/ReverseContext.h"
#include "transform/ReverseForward.h"
#include "transform/Signature.h"

using namespace mixedad::ir;

namespace mixedad::transform {

namespace {

using Strings = std::vector<std::string>;

/// Parameters of an entry, by role, and their names.
struct Parameters {
  Strings Primals, PrimalNames, Shadows, ShadowNames, Memory, MemoryNames;
  std::string Seed;

  Parameters(const Function &F, const std::string &Mask, bool HasSeed) {
    emit::Names N;
    for (const char *Name : {"tape", "seed", "frame", "result"})
      N.reserve(Name);
    for (const Param &P : F.Params) {
      PrimalNames.push_back(N.fresh(P.Name.empty() ? "arg" : P.Name));
      Primals.push_back(emit::declarator(P.DeclSpelling, PrimalNames.back()));
    }
    for (size_t I = 0; I < F.Params.size(); ++I) {
      if (Mask[I] != '1')
        continue;
      ShadowNames.push_back(N.fresh("d_" + PrimalNames[I]));
      Shadows.push_back(shadowParameter(F.Params[I], ShadowNames.back()));
      if (isMemory(F.Params[I])) {
        Memory.push_back(Shadows.back());
        MemoryNames.push_back(ShadowNames.back());
      }
    }
    if (HasSeed)
      Seed = emit::declarator(seedSpelling(F), "seed");
  }
};

void append(Strings &To, const Strings &From) { To.insert(To.end(), From.begin(), From.end()); }

std::string function(Session &S, const std::string &Linkage, const std::string &Result, const std::string &Name,
                     const Strings &Params, const std::string &Body) {
  return (S.hostDevice() ? "MIXEDAD_HD " : "") + Linkage + Result + " " + Name + "(" + emit::join(Params) + ") { " +
         Body + " }\n";
}

} // namespace

std::string reverseEntry(const Function &F, const std::string &Mask, const std::string &Tag, bool HasSeed,
                         const std::string &Linkage, Session &S) {
  Variant V = S.variant(F, Mode::Grad, Mask);
  Parameters P(F, Mask, HasSeed);
  Strings Params{Tag, actsType(Mask), "Tape &tape"}, Args{"tape"};
  if (HasSeed)
    Params.push_back(P.Seed);
  append(Params, P.Primals);
  append(Params, P.Shadows);
  append(Args, P.PrimalNames);
  if (takesSeed(F, V, false))
    Args.push_back("seed");
  append(Args, P.ShadowNames);
  std::string Call = V.Name + "(" + emit::join(Args) + ")";
  bool Reference = F.Self && F.Self->ReturnsReference;
  return function(S, Linkage, Reference ? referenceSpelling(F) : F.ResultTy->Spelling, "reverse", Params,
                  classChecks(F, Mask, P.PrimalNames, P.ShadowNames) + "return " + std::string(Reference ? "*" : "") + Call + ";");
}

std::string sweepEntries(const Function &F, const std::string &Mask, const std::string &Tag, bool HasSeed,
                         const std::string &Linkage, Session &S) {
  Variant V = S.variant(F, Mode::Sweeps, Mask);
  if (takesSeed(F, V, false) != takesSeed(F, V, true))
    S.error(F.Where, "'" + F.Name + "' returns a reference, so its reverse sweep cannot be run later with a cotangent; "
                     "return a value, or use vjp");
  Parameters P(F, Mask, HasSeed);
  Strings Params{Tag, actsType(Mask), "Tape &tape"}, Args{"frame", "tape"};
  append(Params, P.Primals);
  append(Params, P.Memory);
  append(Args, P.PrimalNames);
  append(Args, P.MemoryNames);
  std::string Call = V.Name + "(" + emit::join(Args) + ")", Frame = "auto &frame = tape.emplace<" + V.Frame + ">(); ";
  // A reverse sweep that only reads leaves the frame for the next.
  // The frame's address is the last that is pushed: the reverse sweep finds it on top.
  std::string Keep = "tape.push(&frame); ";
  std::string Result = sweepResult(F, V);
  Frame = classChecks(F, Mask, P.PrimalNames, P.ShadowNames) + Frame;
  std::string Body = Result == "void" ? Frame + Call + "; " + Keep
                                      : Frame + Result + " result = " + Call + "; " + Keep + "return result;";
  std::string Text = function(S, Linkage, Result, "forward_sweep", Params, Body);

  Strings Back{Tag, actsType(Mask), "Tape &tape"}, BackArgs{"frame", "tape"};
  if (HasSeed)
    Back.push_back(P.Seed);
  append(Back, P.Shadows);
  if (takesSeed(F, V, true))
    BackArgs.push_back("seed");
  append(BackArgs, P.ShadowNames);
  std::string Get = "auto &frame = *tape.pop<" + V.Frame + " *>(); ";
  std::string End = V.Repeatable ? "tape.push(&frame); return true;" : "tape.drop<" + V.Frame + ">(); return false;";
  return Text + function(S, Linkage, "bool", "reverse_sweep", Back,
                         Get + V.ReverseName + "(" + emit::join(BackArgs) + "); " + End);
}

} // namespace mixedad::transform
