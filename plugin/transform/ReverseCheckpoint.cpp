//===- ReverseCheckpoint.cpp - checkpointed loops, both sweeps ------------===//
//
// The forward sweep runs the loop as it is and keeps states of it (mixedad/detail/checkpoint.h). The reverse sweep
// takes the last state, runs the loop's body from there once more as a recording forward sweep, reverses those
// iterations as it would reverse any loop, and repeats until no state is left. A stretch that would record too much
// runs without recording first, to get states in between. So the body must be repeatable: it
// reads nothing that has changed since, and writes nothing but variables, which are part of the state.
//
//===----------------------------------------------------------------------===//

#include "ir/Walk.h"
#include "transform/ReverseForward.h"
#include "transform/ReverseSweep.h"

#include <algorithm>

using namespace mixedad::ir;

namespace mixedad::transform {

using emit::declarator;

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

/// Variables from outside the loop that its body writes, in order of first use.
static std::vector<const Op *> writtenVars(const Op &Loop, const analysis::Layout &L) {
  std::vector<const Op *> Out;
  auto Add = [&](const Op *Var) {
    if (Var && !L.isInside(L.region(Var), Loop.Body.get()) && std::find(Out.begin(), Out.end(), Var) == Out.end())
      Out.push_back(Var);
  };
  forEachOp(*Loop.Body, [&](const Op &O) {
    if (O.Kind == OpKind::Store || O.Kind == OpKind::CopyRecord)
      Add(O.P.BaseVar);
  });
  return Out;
}

/// Whether anything but its name can lead to Var while the loop runs.
static bool reachedOtherwise(const Op &Var, const Op &Loop, const Function &F, const analysis::Layout &L) {
  if (!Var.AddressTaken)
    return false;
  if (L.inLoop(L.region(&Loop)))
    return true;
  unsigned End = L.position(&Loop);
  forEachOp(*Loop.Body, [&](const Op &O) { End = std::max(End, L.position(&O)); });
  bool Reached = false;
  forEachOp(F.Body, [&](const Op &O) {
    if (L.position(&O) > End)
      return;
    bool Here = O.Kind == OpKind::AddrOf && O.P.BaseVar == &Var;
    for (const Arg &A : O.Args)
      Here = Here || A.P.BaseVar == &Var;
    for (const Place &P : O.PlaceOperands)
      Here = Here || P.BaseVar == &Var;
    Reached = Reached || Here;
  });
  return Reached;
}

const ReverseContext::LoopState &ReverseContext::loopState(const Op &Loop) {
  LoopState &State = States[&Loop];
  if (!State.Type.empty())
    return State;
  State.Type = Self.Name + "_state_" + std::to_string(States.size());
  State.Vars = writtenVars(Loop, L);
  StateText += "struct " + State.Type + " {\n";
  emit::Names Names;
  auto Member = [&](const std::string &Hint, const Type &Ty) {
    State.Members.push_back(Names.fresh(Hint));
    StateText += "  " + declarator(withoutConst(Ty.Spelling), State.Members.back()) + ";\n";
  };
  for (size_t I = 0; I < Loop.Body->Args.size(); ++I) {
    const Value &A = *Loop.Body->Args[I];
    std::optional<analysis::Induction> Known = analysis::induction(&A, L);
    if (Known && Known->constant())
      continue;
    State.Carried.push_back(I);
    Member(A.Name.empty() ? "t" + std::to_string(A.Id) : A.Name, *A.Ty);
  }
  for (const Op *Var : State.Vars)
    Member(Var->Name.empty() ? "obj" : Var->Name, *Var->VarTy);
  StateText += "};\n";
  return State;
}

std::string ReverseContext::refusesCheckpoint(const Op &Loop) const {
  const std::string WithoutIt = "remove [[mixedad::checkpoint]] from the loop";
  std::string Why;
  auto Refuse = [&](const std::string &Text, const std::string &WayOut = "") {
    Why = Why.empty() ? Text + "; " + (WayOut.empty() ? WithoutIt : WayOut + ", or " + WithoutIt) : Why;
  };
  auto Inside = [&](const Op *Var) { return Var && L.isInside(L.region(Var), Loop.Body.get()); };
  std::vector<const Op *> State = writtenVars(Loop, L);
  auto Repeats = [&](const Place &P, const Op &O) {
    return Inside(P.BaseVar) || Plan.mayRepeat(P, O) || std::find(State.begin(), State.end(), P.BaseVar) != State.end();
  };
  for (const Value *A : Loop.Body->Args)
    if (A->isPointer() && this->A.hasShadow(A))
      Refuse("a checkpointed loop carries a pointer to active memory, '" + A->Name + "'");
  for (const Op *Var : State)
    if (!analysis::holdsNoPointers(Var->VarTy))
      Refuse("a checkpointed loop writes '" + Var->Name + "', which holds pointers, and no snapshot is kept of the memory that they lead to",
             "use a local array of fixed size or a struct of numbers for what its iterations change");
    else if (reachedOtherwise(*Var, Loop, F, L))
      Refuse("a checkpointed loop writes '" + Var->Name + "', which a pointer or reference may reach too, so that no snapshot of it "
             "can be kept",
             "use the variable by its name only");
  forEachOp(*Loop.Body, [&](const Op &O) {
    bool Writes = (O.Kind == OpKind::Store || O.Kind == OpKind::CopyRecord) && !O.P.BaseVar;
    bool Reads = (O.Kind == OpKind::Load && !Repeats(O.P, O)) || (O.Kind == OpKind::CopyRecord && !Repeats(O.Src, O)) ||
                 (O.Kind == OpKind::Var && O.Init == InitKind::Copy && !Repeats(O.Src, O));
    for (const Arg &A : O.Args)
      Writes = Writes || (O.Kind == OpKind::Call && analysis::mayWriteThrough(A) && !Inside(A.P.BaseVar));
    for (const Place &P : O.PlaceOperands)
      Reads = Reads || !Repeats(P, O);
    Writes = Writes || !O.ReverseText.empty() || !O.ShadowText.empty();
    if (Writes)
      Refuse("a checkpointed loop writes memory, and its iterations run more than once");
    if (Reads)
      Refuse("a checkpointed loop reads memory that may have changed when its iterations run again");
    if ((O.Kind == OpKind::Opaque || O.Kind == OpKind::Var) && !O.Pure)
      Refuse("a checkpointed loop has a side effect, and its iterations run more than once");
  });
  return Why;
}

//===----------------------------------------------------------------------===//
// Forward sweep
//===----------------------------------------------------------------------===//

void ForwardSweep::checkpointedLoop(const Op &O) {
  Datum States{Datum::Kind::States, &O};
  bool OnTape = C.L.inLoop(C.L.region(&O));
  std::string Type = "checkpoints<" + C.loopState(O).Type + ">", &Name = Texts[{&O, unsigned(States.K) * 64}];
  Name = C.isMember(States) && !OnTape ? C.kept(States) : Nm.names().fresh("states");
  if (OnTape)
    W->line("auto &" + Name + " = tape.emplace<" + Type + ">();");
  else if (!C.isMember(States))
    W->line(Type + " " + Name + ";");
  W->line(Name + ".start(" + std::to_string(O.Checkpoint) + ");");
  Plain = true;
  primal(O);
  Plain = false;
  if (OnTape)
    Name = "&" + Name;
}

/// Call is `states.step(` or the like, without its last argument.
void ForwardSweep::takeState(const Op &O, const std::string &Call) {
  const ReverseContext::LoopState &State = C.loopState(O);
  std::vector<std::string> Parts;
  for (size_t I : State.Carried)
    Parts.push_back(Nm.of(*O.Body->Args[I]));
  bool Arrays = false;
  for (const Op *Var : State.Vars) {
    Parts.push_back(Nm.of(*Var));
    Arrays = Arrays || emit::isArraySpelling(Var->VarTy->Spelling);
  }
  if (!Arrays)
    return W->line(Call + State.Type + "{" + emit::join(Parts) + "});");
  std::string Now = Nm.names().fresh("now");
  W->line(State.Type + " " + Now + ";");
  for (size_t I = 0; I < Parts.size(); ++I)
    W->line("copy_object(" + Now + "." + State.Members[I] + ", " + Parts[I] + ");");
  W->line(Call + Now + ");");
}

/// Values and variables of the loop get names of their own: the reverse sweep has bound them to what it reads.
void ForwardSweep::nameInner(const Op &O) {
  auto Name = [&](const Value &V) {
    std::string Hint = V.Name.empty() ? "t" + std::to_string(V.Id) : V.Name;
    Nm.bind(V, Nm.names().fresh(Hint));
    if (V.isPointer())
      Nm.bindShadow(V, Nm.names().fresh("d_" + Hint));
  };
  forEachRegionIn(*O.Body, [&](const Region &R) {
    for (const Value *A : R.Args)
      Name(*A);
  });
  forEachOp(*O.Body, [&](const Op &Inner) {
    for (const Value *V : Inner.Results)
      if (Inner.Kind != OpKind::Const)
        Name(*V);
    if (Inner.Kind != OpKind::Var)
      return;
    std::string Hint = Inner.Name.empty() ? "obj" : Inner.Name;
    Nm.bind(Inner, Nm.names().fresh(Hint));
    Nm.bindShadow(Inner, Nm.names().fresh("d_" + Hint));
  });
}

void ForwardSweep::rerun(const Op &O, const std::string &States, const std::string &First, const std::string &End,
                         Rerun Why) {
  Plain = Why == Rerun::Splits;
  const std::string From = Nm.names().fresh("from");
  W->line("const auto " + From + " = " + States + ".state();");
  const ReverseContext::LoopState &State = C.loopState(O);
  const Region &Body = *O.Body;
  nameInner(O);
  size_t Next = 0;
  for (size_t I = 0; I < Body.Args.size(); ++I) {
    const Value &A = *Body.Args[I];
    if (Next == State.Carried.size() || State.Carried[Next] != I) {
      Nm.bind(A, expr(*O.Operands[I]));
      continue;
    }
    W->line(declarator(A.Ty->Spelling, Nm.of(A)) + " = " + From + "." + State.Members[Next++] + ";");
  }
  for (const Op *Var : State.Vars) {
    Nm.bind(*Var, Nm.names().fresh(Var->Name.empty() ? "obj" : Var->Name));
    W->line(declarator(Var->VarTy->Spelling, Nm.of(*Var)) + ";");
    copyObject(*Var->VarTy, Nm.of(*Var), From + "." + State.Members[Next++]);
  }
  std::string Counter = Nm.names().fresh("j");
  W->open("for (::std::size_t " + Counter + " = " + First + "; " + Counter + " != " + End + "; ++" + Counter + ")");
  if (Plain)
    takeState(O, States + ".split(" + Counter + ", ");
  region(Body);
  leave(O, Body);
  std::vector<const Value *> Changing;
  std::vector<Value *> Yields;
  for (size_t I : State.Carried) {
    Changing.push_back(Body.Args[I]);
    Yields.push_back(Body.Yields[I]);
  }
  yieldTo(Changing, Yields);
  W->close();
}

//===----------------------------------------------------------------------===//
// Reverse sweep
//===----------------------------------------------------------------------===//

void ReverseSweep::checkpointedLoop(const Op &O, std::unique_ptr<ReverseTree::Block> Body) {
  if (std::string Why = C.refusesCheckpoint(O); !Why.empty())
    return error(O, Why);
  bool OnTape = C.L.inLoop(C.L.region(&O));
  std::string States = dataText({Datum::Kind::States, &O});
  if (OnTape && !Placeholders)
    States = States[0] == '&' ? States.substr(1) : "(*" + States + ")";
  std::string Counter = Counters[O.Body.get()], First = fresh("first"), End = fresh("end");

  auto Again = [&](ForwardSweep::Rerun Why) {
    emit::Writer Text;
    ForwardSweep Forward(C, Text);
    Forward.naming() = Nm;
    Forward.rerun(O, States, First, End, Why);
    return Text.text();
  };
  const std::string Before = fresh("before");
  auto Stretch = T.nested([&] {
    T.declare("const ::std::size_t " + First + " = " + States + ".first(), " + End + " = " + States + ".end();");
    T.declare("if (" + States + ".splits()) {\n" + Again(ForwardSweep::Rerun::Splits) + "continue;\n}");
    T.declare("const ::std::size_t " + Before + " = tape.used();");
    T.declare(Again(ForwardSweep::Rerun::Records));
    T.declare(States + ".recorded(tape.used() - " + Before + ");");
    std::vector<ReverseTree::Headed> Loop;
    Loop.emplace_back("for (::std::size_t " + Counter + " = " + End + "; " + Counter + " != " + First + "; --" +
                          Counter + ")",
                      std::move(Body));
    T.place(std::move(Loop));
    T.line(States + ".drop();");
  });
  std::vector<ReverseTree::Headed> Loop;
  Loop.emplace_back("while (!" + States + ".empty())", std::move(Stretch));
  T.place(std::move(Loop));
  if (OnTape)
    T.line("tape.drop<checkpoints<" + C.loopState(O).Type + ">>();");
}

} // namespace mixedad::transform
