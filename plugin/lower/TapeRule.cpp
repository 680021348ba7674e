//===- TapeRule.cpp - the tape inside code that is differentiated again ---===//
//
// Generated code of an inner derivative uses mixedad::Tape. Its shadow is a tape with the same entries: what was
// pushed is memory with shadow memory, and the reverse sweep of a drop puts the shadow entry back. Entries without
// reals exist on the primal tape only; each tape is a stack of its own.
//
//===----------------------------------------------------------------------===//
#include "lower/Library.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace mixedad {

bool Lowerer::tapeCall(const Expr *E, Callable &Call, CallResult &R) {
  const auto *M = dyn_cast<CXXMethodDecl>(Call.FD);
  if (!M || !M->getIdentifier() || !Call.Object || !isClassNamed(compat::tagType(Ctx.Ast, M->getParent()), "mixedad", "Tape"))
    return false;
  llvm::StringRef N = M->getName();
  SourceLocation L = E->getBeginLoc();
  const TemplateArgumentList *TA = M->getTemplateSpecializationArgs();
  QualType T = TA && TA->size() && TA->get(0).getKind() == TemplateArgument::Type ? TA->get(0).getAsType() : QualType();
  if (T.isNull() || !(N == "push" || N == "pop" || N == "emplace" || N == "top" || N == "drop")) {
    refuse(L, llvm::Twine("'mixedad::Tape::") + N + "' in code that is differentiated again", "nest forward mode: jvp of a gradient");
    R = finish(constant("0", Ctx.Types.boolType()));
    return true;
  }
  ir::Place Tape = Call.Arrow ? pointee(Call.Object) : place(Call.Object);
  const ir::Type *Ty = type(T);
  std::string Of = "<" + Ty->Spelling + ">";
  bool Record = (T->isRecordType() || T->isArrayType()) && Ty->Class != ir::TypeClass::Vector;
  bool Shadowed = Ctx.Types.mayHoldReals(T);
  // An object that cannot be made empty begins as a copy of what is put there.
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  const bool Empty = !Record || !RD || defaultConstructor(RD);
  ir::Arg Self;
  Self.P = Tape;
  Self.Mutable = true;
  auto Do = [&](llvm::Twine Text, llvm::StringRef Reverse) {
    if (Shadowed) {
      ir::Op *O = shadowCall("$0." + Text, {Self}, L);
      O->ReverseText = Reverse.empty() ? "" : ("$0." + Reverse).str();
      return O;
    }
    ir::Op *O = add(ir::OpKind::Opaque, L);
    O->PlaceOperands.push_back(Tape);
    O->Text = ("$&0." + Text).str();
    O->Pure = false;
    return O;
  };
  std::string Drop = "drop" + Of + "()", Emplace = "emplace" + Of + "()";
  auto Dropped = [&] {
    ir::Op *O = Do(Drop, Emplace);
    if (Shadowed && (!Empty || T.isDestructedType() != QualType::DK_none)) { // it has a shape, which comes back with it
      O->SweepText = "::mixedad::detail::put_aside" + Of + "(tape, $0)";
      O->ReverseText = "::mixedad::detail::bring_back" + Of + "(tape, $0)";
    }
  };
  auto Entry = [&](llvm::StringRef What, llvm::StringRef Reverse) {
    ir::Op *O = Do(What, Reverse);
    O->Text = "&" + O->Text;
    return deref(result(O, Ctx.Types.pointerTo(T)), T);
  };
  auto PutCopy = [&](const ir::Place &Of) {
    if (Empty || !Shadowed)
      return Entry(Emplace, Drop);
    ir::Op *O = shadowCall("&$0.emplace<" + Ty->Spelling + ">($1)", {Self, objectArg(Of)}, L);
    O->ReverseText = "$0." + Drop;
    return deref(result(O, Ctx.Types.pointerTo(T)), T);
  };
  LValue LV;
  if (N == "push") {
    ir::Op *Tmp = Record ? recordVariable(Call.Args[0], T, "pushed", L) : nullptr;
    ir::Value *V = Record ? nullptr : rvalue(Call.Args[0]);
    ir::Place At = Record ? PutCopy(placeOf(Tmp)) : Entry(Emplace, Drop);
    if (Record)
      copyRecord(At, placeOf(Tmp), L);
    else
      store(At, V, L);
    R = finish(static_cast<ir::Value *>(nullptr));
    return true;
  }
  if (N == "pop") {
    ir::Place At = Entry("top" + Of + "()", "");
    if (Record) {
      ir::Op *V = variable("popped", Ty, ir::InitKind::Copy, L);
      V->Src = At;
      LV.P = placeOf(V);
      R = finish(LV);
    } else {
      R = finish(load(At, L));
    }
    Dropped();
    return true;
  }
  if (N == "emplace" && Call.Args.size() == 1 &&
      Ctx.Ast.hasSameUnqualifiedType(Call.Args[0]->getType().getNonReferenceType(), T)) {
    ir::Op *Tmp = Record ? recordVariable(Call.Args[0], T, "emplaced", L) : nullptr;
    ir::Value *V = Record ? nullptr : rvalue(Call.Args[0]);
    LV.P = Record ? PutCopy(placeOf(Tmp)) : Entry(Emplace, Drop);
    if (Record)
      copyRecord(LV.P, placeOf(Tmp), L);
    else
      store(LV.P, V, L);
    R = finish(LV);
    return true;
  }
  if (N == "emplace" && Call.Args.empty()) {
    LV.P = Entry(Emplace, Drop);
    R = finish(LV);
    return true;
  }
  if (N == "top") {
    LV.P = Entry("top" + Of + "()", "");
    R = finish(LV);
    return true;
  }
  if (N == "drop") {
    Dropped();
    R = finish(static_cast<ir::Value *>(nullptr));
    return true;
  }
  refuse(L, llvm::Twine("'mixedad::Tape::") + N + "' with arguments in code that is differentiated again", "nest forward mode: jvp of a gradient");
  R = finish(constant("0", Ctx.Types.boolType()));
  return true;
}

} // namespace mixedad
