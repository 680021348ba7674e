//===- ReverseControl.cpp - the reverse sweep: branches and loops ---------===//
//
// The adjoint of a carried value is one variable for all iterations. An iteration's reverse takes what it holds as the
// adjoint of the value that the iteration yielded, leaves zero, and adds what belongs to the value it began with.
//
//===----------------------------------------------------------------------===//

#include "ir/Walk.h"
#include "transform/ReverseSweep.h"

using namespace mixedad::ir;

namespace mixedad::transform {

using emit::declarator;

void ReverseSweep::branch(const Op &O) {
  auto Side = [&](const Region &R) {
    return T.nested([&] {
      reverse(R, [&] {
        for (size_t I = 0; I < O.Results.size(); ++I)
          if (flows(O.Results[I]) && active(R.Yields[I]))
            T.add(*R.Yields[I], adjoint(*O.Results[I]));
      });
    });
  };
  auto Then = Side(*O.Then), Else = Side(*O.Else);
  if (!Then->Effect && !Else->Effect)
    return;
  std::string Condition = expr(*O.Operands[0]);
  std::vector<ReverseTree::Headed> Blocks;
  if (Then->Effect)
    Blocks.emplace_back("if (" + Condition + ")", std::move(Then));
  if (Else->Effect)
    Blocks.emplace_back(Blocks.empty() ? "if (!" + emit::paren(Condition, emit::Prec::Unary) + ")" : "else",
                        std::move(Else));
  T.place(std::move(Blocks));
}

/// The reverse sweep does not enter a condition.
static bool changesActiveMemory(const Region &Cond, const ReverseContext &C) {
  bool Found = false;
  forEachOp(Cond, [&](const Op &O) {
    bool Inner = O.P.BaseVar && C.L.isInside(C.L.region(O.P.BaseVar), &Cond);
    bool Writes = O.Kind == OpKind::Store ? O.Operands[0]->isDifferentiable() : O.Kind == OpKind::CopyRecord;
    Found = Found || (Writes && C.A.activePlace(O.P) && !Inner) || (O.Kind == OpKind::Call && C.A.callWritesActive(O)) ||
            !O.ReverseText.empty();
  });
  return Found;
}

void ReverseSweep::loop(const Op &O) {
  if (changesActiveMemory(*O.Cond, C))
    return error(O, "the condition of this loop changes active memory; compute it in the loop's body");
  const Region &Body = *O.Body;
  std::string Counter = fresh("k");
  Counters[&Body] = Counter;
  for (size_t I = 0; I < Body.Args.size(); ++I) {
    const Value &A = *Body.Args[I];
    if (!active(&A))
      continue;
    own(A);
    if (flows(O.Results[I]))
      T.add(A, adjoint(*O.Results[I]));
    T.touch(A);
  }
  auto Inner = T.nested([&] { reverse(Body, [&] { loopYields(O); }); });
  if (Inner->Effect && O.Checkpoint) {
    checkpointedLoop(O, std::move(Inner));
  } else if (Inner->Effect) {
    std::string Trips = dataText({Datum::Kind::TripCount, &O});
    std::vector<ReverseTree::Headed> Blocks;
    Blocks.emplace_back("for (::std::size_t " + Counter + " = " + Trips + "; " + Counter + " != 0; --" + Counter + ")",
                        std::move(Inner));
    T.place(std::move(Blocks));
  }
  for (size_t I = 0; I < Body.Args.size(); ++I)
    if (active(Body.Args[I]) && active(O.Operands[I]))
      T.add(*O.Operands[I], adjoint(*Body.Args[I]));
}

/// What the carried adjoints hold belongs to what the body yields; they start again from zero.
void ReverseSweep::loopYields(const Op &O) {
  const Region &Body = *O.Body;
  struct Late {
    const Value *Yield;
    std::string Text;
  };
  std::vector<Late> Carried;
  std::vector<const Value *> Clear;
  for (size_t I = 0; I < Body.Args.size(); ++I) {
    const Value *A = Body.Args[I], *Y = Body.Yields[I];
    if (!active(A) || Y == A)
      continue;
    Clear.push_back(A);
    if (!active(Y))
      continue;
    if (Y->Def) { // no carried value: it can be added to before the carried adjoints are cleared
      T.add(*Y, adjoint(*A));
      continue;
    }
    std::string Old = fresh(adjoint(*A) + "_next");
    T.declare("const " + declarator(A->Ty->Spelling, Old) + " = " + adjoint(*A) + ";");
    Carried.push_back({Y, Old});
  }
  for (const Value *A : Clear)
    T.clear(*A);
  for (const Late &L : Carried)
    T.add(*L.Yield, L.Text);
}

//===----------------------------------------------------------------------===//
// Values that follow from the iteration's number
//===----------------------------------------------------------------------===//

std::string ReverseSweep::inductionText(const Datum &D, const analysis::Induction &I) {
  const Value &V = *D.value();
  bool Shadow = D.K == Datum::Kind::Shadow;
  std::string Init = Shadow && C.A.hasShadow(I.Init) ? shadowExpr(*I.Init) : expr(*I.Init);
  if (I.constant())
    return Init;
  bool IsPointer = V.isPointer() || V.Ty->Spelling.find('*') != std::string::npos;
  std::string Number = Counters[C.L.region(&V)] + " - 1", Type = withoutConst(V.Ty->Spelling);
  std::string Distance = IsPointer ? "static_cast<::std::ptrdiff_t>(" + Number + ")" : "static_cast<" + Type + ">(" + Number + ")";
  if (!I.unit())
    Distance += " * " + (I.Step ? emit::paren(expr(*I.Step), emit::Prec::Unary) : I.Literal);
  if (Init == "0" && !I.Down && I.unit())
    return Distance;
  std::string Sum = emit::paren(Init, emit::Prec::Add) + (I.Down ? " - " : " + ") + Distance;
  return IsPointer ? Sum : "static_cast<" + Type + ">(" + Sum + ")";
}

std::string ReverseSweep::tripText(const analysis::TripCount &T) {
  std::string First = emit::paren(expr(*T.First), emit::Prec::Add), Last = emit::paren(expr(*T.Last), emit::Prec::Add);
  std::string Difference = T.Down ? First + " - " + emit::paren(Last, emit::Prec::Mul)
                                  : First == "0" ? Last : Last + " - " + emit::paren(First, emit::Prec::Mul);
  std::string Count = "static_cast<::std::size_t>(" + Difference + ")" + (T.OrEqual ? " + 1" : "");
  if (T.Compare == "!=")
    return Count;
  return First + " " + T.Compare + " " + Last + " ? " + Count + " : 0";
}

} // namespace mixedad::transform
