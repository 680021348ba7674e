//===- Launch.cpp - derivatives of a kernel's launch ----------------------===//
//
// A launch is a call of a host function that launches, so that the function around it needs to know nothing of kernels:
// f_fwd and f_rev of it launch functors, which are the sweeps of one thread. Between the sweeps a thread keeps its
// values in its frame on the device; what it would record on a tape is an error, because the device has none. If the
// host knows that memory which the kernel only reads stays as it is (SteadySweeps), threads read it again instead.
//
// Races: a place that a thread stores to is no other thread's, or the primal has a race. So its cotangent is taken and
// cleared without care. What threads read may be read by many: cotangents are added atomically there, but where all
// loads of such memory are at the thread's own number (ReverseContext::isOwn).
//
//===----------------------------------------------------------------------===//

#include "transform/Launch.h"

#include "ir/Walk.h"
#include "transform/Forward.h"
#include "transform/ReverseForward.h"
#include "transform/ReversePlan.h"
#include "transform/ReverseSweep.h"
#include "transform/Signature.h"

namespace mixedad::transform {

using namespace ir;
using emit::declarator;

namespace {

using Strings = std::vector<std::string>;

/// Names of the launching functions' parameters.
struct Parameters {
  Strings Primals, Names, Shadows, ShadowNames;
  std::vector<size_t> Active; ///< numbers of the active ones

  Parameters(const Function &F, const std::string &Mask, bool Push) {
    emit::Names N;
    for (const char *Name : {"fr", "tape", "frames"})
      N.reserve(Name);
    for (const Param &P : F.Params) {
      Names.push_back(N.fresh(P.Name.empty() ? "arg" : P.Name));
      Primals.push_back(declarator(emit::lvalueSpelling(P.DeclSpelling), Names.back()));
    }
    for (size_t I = 0; I < F.Params.size(); ++I) {
      if (Mask[I] != '1')
        continue;
      Active.push_back(I);
      ShadowNames.push_back(N.fresh("d_" + Names[I]));
      Shadows.push_back(Push ? declarator(emit::lvalueSpelling(F.Params[I].DeclSpelling), ShadowNames.back())
                             : shadowParameter(F.Params[I], ShadowNames.back()));
    }
  }
};

Strings operator+(Strings A, const Strings &B) {
  A.insert(A.end(), B.begin(), B.end());
  return A;
}

/// The operation that no thread can do, or that the reverse of a thread has no form for.
const Op *findObstacle(const Function &F, ReverseContext *C, std::string &Text) {
  const Op *Found = nullptr;
  forEachOp(F.Body, [&](const Op &O) {
    if (Found)
      return;
    bool Memory = false; // a rule would add to it without care for other threads
    for (const Arg &A : O.Args)
      Memory = Memory || !A.V || A.V->isPointer();
    if (O.Kind == OpKind::Call && (O.C->Kind != CalleeKind::UserRule || (Memory && !O.C->Device)))
      Text = "calls '" + O.C->Name + "', which is not inlined";
    else if (O.Kind == OpKind::ShadowCall)
      Text = "makes or moves memory of its own";
    else if (O.Kind == OpKind::Broadcast)
      Text = "broadcasts";
    else if (C && ((O.Kind == OpKind::CopyRecord && C->isShared(O.Src) && C->A.activePlace(O.Src)) ||
                   (O.Kind == OpKind::Var && O.Init == InitKind::Copy && C->isShared(O.Src) && C->A.activePlace(O.Src))))
      Text = "copies whole objects from memory that threads share, rather than their members";
    else
      return;
    Found = &O;
  });
  return Found;
}

/// What a launch can hand to a thread: numbers, pointers to numbers, and inactive objects.
bool refusesParameters(const Function &F, const std::string &Mask, Session &S) {
  for (size_t I = 0; I < F.Params.size(); ++I) {
    const Param &P = F.Params[I];
    const Type *Pointee = P.Ty->Class == TypeClass::Pointer ? P.Ty->Pointee : nullptr;
    const bool Numbers = P.Ty->Class == TypeClass::Real ||
                         (Pointee && (Pointee->Class == TypeClass::Real || (Pointee->Class == TypeClass::Record && Pointee->PureReal)));
    if (Mask[I] == '1' && (!Numbers || P.ByAddress)) {
      S.error(F.Where, "the kernel '" + F.Name + "' has the active parameter '" + P.Name + "', which is neither a number "
                       "nor a pointer to numbers; pass its parts, or give the function that launches the kernel a pullback "
                       "with [[mixedad::derivative_of]]");
      return true;
    }
  }
  return false;
}

void refuse(const Function &F, const Op *O, const std::string &Why, const std::string &WayOut, Session &S) {
  S.error(O && O->Where.Line ? O->Where : F.Where, "the kernel '" + F.Name + "' " + Why + "; " + WayOut);
}

/// `T name` for a member or a copy of parameter P.
std::string member(const Param &P, const std::string &Name) {
  return declarator(P.ByAddress ? withoutConst(P.Ty->Spelling) : P.V->Ty->Spelling, Name);
}

/// The forward sweep of one thread.
Emitted forwardThread(ReverseContext &C, const Variant &Thread, Session &S) {
  emit::Writer W;
  ForwardSweep Forward(C, W);
  reserveReverseNames(Forward.naming().names());
  Forward.naming().names().reserve("frames");
  Strings Params = Strings{Thread.Frame + " *frames"} + Forward.primalParams() + Forward.shadowParams();
  W.indent();
  W.line(Thread.Frame + " &fr = frames[thread_number()];");
  Forward.body();
  return functor(S, Thread.Name, "void", Params, W.text(), false);
}

/// The reverse sweep of one thread: a function that adds to numbers' cotangents by reference, and a functor round it
/// that adds what the thread has to what all have.
Emitted reverseThread(ReverseContext &C, const Variant &Thread, Session &S) {
  const Function &F = C.F;
  emit::Names Names;
  reserveReverseNames(Names);
  emit::Writer W;
  ReverseSweep Reverse(C, W, std::move(Names));
  const std::string Frame = C.hasFrame() ? "const " + Thread.Frame + " &fr" : "";
  Strings Params = (Frame.empty() ? Strings() : Strings{Frame}) + Reverse.primalParams() + Reverse.shadowParams();
  W.indent();
  Reverse.body();
  Emitted Body = function(S, Thread.ReverseName + "_body", "void", Params, W.text());

  Parameters P(F, C.Mask, false);
  Strings Outer, Args;
  emit::Writer Wrap, End;
  Wrap.indent();
  End.indent();
  if (!Frame.empty()) {
    Outer.push_back("const " + Thread.Frame + " *frames");
    Args.push_back("frames[thread_number()]");
  }
  Outer = Outer + P.Primals;
  Args = Args + P.Names;
  for (size_t K = 0; K < P.Active.size(); ++K) {
    const Param &Of = F.Params[P.Active[K]];
    if (Of.Ty->Class == TypeClass::Pointer) {
      Outer.push_back(P.Shadows[K]);
      Args.push_back(P.ShadowNames[K]);
      continue;
    }
    std::string Type = withoutConst(Of.Ty->Spelling), Own = P.ShadowNames[K] + "_own";
    Outer.push_back(declarator(Type + " *", P.ShadowNames[K]));
    Wrap.line(Type + " " + Own + " = 0;");
    End.line("add_shared(*" + P.ShadowNames[K] + ", " + Own + ");");
    Args.push_back(Own);
  }
  Wrap.line(Thread.ReverseName + "_body(" + emit::join(Args) + ");");
  Emitted Functor = functor(S, Thread.ReverseName, "void", Outer, Wrap.text() + End.text(), false);
  Body.Declaration += Functor.Declaration;
  Body.Definition += Functor.Definition;
  return Body;
}

/// The host's frame, and the functions that launch.
Emitted launches(ReverseContext &C, const Variant &V, const Variant &Thread, Session &S) {
  const Function &F = C.F;
  Parameters P(F, C.Mask, false);
  Emitted E;
  E.Types = "struct " + V.Frame + " {\n";
  if (C.hasFrame())
    E.Types += "  thread_frames<" + Thread.Frame + "> frames;\n";
  Strings Kept;
  emit::Writer W, Back, Sums;
  W.indent();
  Back.indent();
  Sums.indent();
  for (size_t I = 0; I < F.Params.size(); ++I) {
    std::string Name = "arg_" + P.Names[I];
    E.Types += "  " + member(F.Params[I], Name) + ";\n";
    W.line("fr." + Name + " = " + P.Names[I] + ";");
    Kept.push_back("fr." + Name);
  }
  E.Types += "};\n";

  Strings Memory, MemoryNames, Args = Kept;
  for (size_t K = 0; K < P.Active.size(); ++K)
    if (F.Params[P.Active[K]].Ty->Class == TypeClass::Pointer) {
      Memory.push_back(P.Shadows[K]);
      MemoryNames.push_back(P.ShadowNames[K]);
      Args.push_back(P.ShadowNames[K]);
    } else {
      std::string Sum = P.ShadowNames[K] + "_sum";
      Back.line("shared_sum<" + withoutConst(F.Params[P.Active[K]].Ty->Spelling) + "> " + Sum + "(" + Kept[0] + ");");
      Sums.line(Sum + ".add_to(" + P.ShadowNames[K] + ");");
      Args.push_back(Sum + ".get()");
    }
  const std::string Shape = P.Names[0];
  if (C.hasFrame()) {
    W.line("fr.frames = thread_frames<" + Thread.Frame + ">(" + Shape + ");");
    W.line("run_threads(" + emit::join(Strings{Thread.Name + "{}", Shape, "fr.frames.get()"} + P.Names + MemoryNames) + ");");
  } else {
    emit::Holes H;
    H.Operands = P.Names;
    W.line(emit::fill(F.Self->CallText, H).Text + ";");
  }
  Strings Launch{Thread.ReverseName + "{}", Kept[0]};
  if (C.hasFrame())
    Launch.push_back("fr.frames.get()");
  std::string Text = "  follow(" + Kept[0] + ".stream);\n" + Back.text() + "  run_threads(" + emit::join(Launch + Args) + ");\n" + Sums.text();
  Emitted Forward = function(S, V.Name, "void", Strings{V.Frame + " &fr", "Tape &tape"} + P.Primals + Memory, W.text());
  Emitted Reverse = function(S, V.ReverseName, "void", Strings{V.Frame + " &fr", "Tape &tape"} + P.Shadows, Text);
  E.Declaration = Forward.Declaration + Reverse.Declaration;
  E.Definition = Forward.Definition + Reverse.Definition;
  E.Repeatable = true;
  return E;
}

const char *const WayOut = "give the function that launches the kernel a pullback with [[mixedad::derivative_of]]";

} // namespace

Emitted emitLaunchSweeps(const Function &F, const std::string &Mask, const Variant &V, Session &S, bool Steady) {
  if (refusesParameters(F, Mask, S))
    return {};
  Variant Thread = V;
  Thread.Name += "_thread";
  Thread.ReverseName += "_thread";
  Thread.Frame += "_thread";
  ReverseContext C(F, Mask, Thread, S, true, {}, Steady);
  std::string Why;
  if (const Op *O = findObstacle(F, &C, Why)) {
    refuse(F, O, Why, WayOut, S);
    return {};
  }
  makePlan(C);
  if (const Op *Loop = C.recordingLoop()) {
    refuse(F, Loop, "would record the iterations of this loop on a tape, which a thread has not",
           Steady ? "compute what the iterations need from memory that the kernel only reads, through pointers to const that "
                    "are __restrict__"
                  : "what it reads may be overwritten before the reverse sweep: make the pointers __restrict__ in the kernel and "
                    "in the function that launches it, or launch it outside of a loop that writes such memory", S);
    return {};
  }
  Emitted Host = launches(C, V, Thread, S);
  Emitted E;
  if (C.hasFrame())
    E = forwardThread(C, Thread, S);
  Emitted Reverse = reverseThread(C, Thread, S);
  if (C.usesTape())
    refuse(F, nullptr, "would use a tape, which a thread has not", WayOut, S);
  E.Types = C.types() + Host.Types;
  E.Declaration += Reverse.Declaration + Host.Declaration;
  E.Definition += Reverse.Definition + Host.Definition;
  E.Repeatable = Host.Repeatable;
  return E;
}

Emitted emitPushLaunch(const Function &F, const std::string &Mask, const Variant &V, Session &S) {
  if (refusesParameters(F, Mask, S))
    return {};
  std::string Why;
  if (const Op *O = findObstacle(F, nullptr, Why)) {
    refuse(F, O, Why, WayOut, S);
    return {};
  }
  const std::string Thread = V.Name + "_thread";
  Emitted E = emitPushforward(F, Mask, Thread + "_body", S);
  Parameters P(F, Mask, true);
  Emitted Functor = functor(S, Thread, "void", P.Primals + P.Shadows,
                            "  " + Thread + "_body(" + emit::join(P.Names + P.ShadowNames) + ");\n", false);
  Emitted Host = function(S, V.Name, "void", P.Primals + P.Shadows,
                          "  run_threads(" + emit::join(Strings{Thread + "{}", P.Names[0]} + P.Names + P.ShadowNames) + ");\n");
  E.Types += Functor.Types;
  E.Declaration += Functor.Declaration + Host.Declaration;
  E.Definition += Functor.Definition + Host.Definition;
  return E;
}

} // namespace mixedad::transform
