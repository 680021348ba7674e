//===- Collect.cpp - which derivatives waiting calls ask for --------------===//
#include "inject/Collect.h"
#include "Compat.h"
#include "Diagnostics.h"
#include "inject/Attributes.h"
#include "inject/Exported.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"

using namespace clang;

namespace mixedad {

bool inMixedAD(const Decl *D) {
  const DeclContext *DC = D->getDeclContext();
  while (!DC->isTranslationUnit() && !DC->getParent()->getRedeclContext()->isTranslationUnit())
    DC = DC->getParent();
  const auto *N = dyn_cast<NamespaceDecl>(DC);
  return N && N->getName() == "mixedad";
}

/// The name of a function template's specialization that is declared directly in mixedad::detail, or "".
static StringRef detailTemplateName(const ValueDecl *D) {
  const auto *F = dyn_cast<FunctionDecl>(D);
  if (!F || !F->getPrimaryTemplate() || !F->getDeclName().isIdentifier())
    return "";
  const auto *N = dyn_cast<NamespaceDecl>(F->getDeclContext());
  return N && N->getName() == "detail" && inMixedAD(F) ? F->getName() : "";
}

bool isEngine(const ValueDecl *D) { return detailTemplateName(D).starts_with("engine_"); }

QualType tangentSpaceOf(const ValueDecl *D) {
  StringRef Name = detailTemplateName(D);
  if (Name != "zero_like" && Name != "set_zero" && Name != "accumulate" && Name != "same_shape" && Name != "reshape_to" &&
      Name != "shadow_like" && Name != "detach")
    return {};
  const TemplateArgumentList *Args = cast<FunctionDecl>(D)->getTemplateSpecializationArgs();
  if (Args->size() != 1 || Args->get(0).getKind() != TemplateArgument::Type)
    return {};
  return Args->get(0).getAsType().getCanonicalType();
}
bool makesShadow(const ValueDecl *D) { return detailTemplateName(D) == "zero_like"; }

//===--- reading one request ------------------------------------------------------===//

namespace {

ArrayRef<TemplateArgument> argumentsOf(QualType T) {
  if (const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl())) {
    ArrayRef<TemplateArgument> A = S->getTemplateArgs().asArray();
    return A.size() == 1 && A[0].getKind() == TemplateArgument::Pack ? A[0].pack_elements() : A;
  }
  return {};
}

/// The call operator that a call with arguments of these types picks, as overload resolution sees it.
const FunctionDecl *callOperator(Sema &S, QualType Object, ArrayRef<QualType> Params, SourceLocation L) {
  CXXRecordDecl *RD = Object->getAsCXXRecordDecl();
  auto Found = RD->lookup(S.Context.DeclarationNames.getCXXOperatorName(OO_Call));
  if (Found.isSingleResult())
    if (const auto *M = dyn_cast<CXXMethodDecl>(Found.front()))
      return M;
  auto Value = [&](QualType T) -> Expr * {
    ExprValueKind K = T->isLValueReferenceType() ? VK_LValue : VK_XValue;
    return new (S.Context) OpaqueValueExpr(L, T.getNonReferenceType(), K);
  };
  SmallVector<Expr *, 8> Args;
  for (QualType P : Params.drop_front())
    Args.push_back(Value(P));
  EnterExpressionEvaluationContext Unevaluated(S, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  ExprResult Call = S.BuildCallToObjectOfClassType(nullptr, Value(Params[0]), L, Args, L);
  if (Call.isInvalid())
    return nullptr;
  const auto *E = dyn_cast<CallExpr>(Call.get()->IgnoreImplicit());
  return E ? E->getDirectCallee() : nullptr;
}

} // namespace

std::optional<Request> readRequest(Sema &S, TypeNames &Names, FunctionDecl *Engine, SourceLocation UserLoc) {
  ArrayRef<TemplateArgument> Args = Engine->getTemplateSpecializationArgs()->asArray();
  QualType Tag = Args[0].getAsType();
  Request R;
  R.Loc = UserLoc;
  StringRef Name = Engine->getName();
  R.M = Name == "engine_reverse"       ? Request::Mode::Reverse
        : Name == "engine_pushforward" ? Request::Mode::Pushforward
        : Name == "engine_primal"      ? Request::Mode::Primal
                                       : Request::Mode::Sweeps;
  for (const TemplateArgument &A : argumentsOf(Args[1].getAsType()))
    R.Active.push_back(!A.getAsIntegral().isZero());
  const TemplateArgument &Named = argumentsOf(Tag)[0];
  if (Named.getKind() == TemplateArgument::Declaration) {
    R.F = cast<FunctionDecl>(Named.getAsDecl());
    R.Tag = Names.spellFunctionTag(R.F, Named.getParamTypeForDecl());
    R.External = R.M != Request::Mode::Primal && !R.F->isDefined() && isDifferentiable(R.F);
  } else {
    SmallVector<QualType, 8> Params;
    for (const TemplateArgument &A : argumentsOf(Args[3].getAsType()))
      Params.push_back(A.getAsType());
    R.F = callOperator(S, Named.getAsType(), Params, UserLoc);
    if (!R.F) {
      report(S, UserLoc, DiagId::CallOperatorUnclear) << Named.getAsType();
      return std::nullopt;
    }
    R.Tag = "type_tag<" + Names.spell(Named.getAsType()) + ">";
  }
  R.HasSeed = hasSeed(R.F->getReturnType());
  return R;
}

std::vector<const FunctionDecl *> exportedFunctions() {
  std::vector<const FunctionDecl *> Out;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  for (const FunctionDecl *F : registered().Differentiable) {
    const FunctionDecl *Def = nullptr;
    if (F->isDependentContext() || F->isTemplated() || !F->isDefined(Def) || !Seen.insert(Def->getCanonicalDecl()).second)
      continue;
    if (!Def->isInlined() && Def->isExternallyVisible() && !Def->isInvalidDecl() && !Def->isMain())
      Out.push_back(Def);
  }
  return Out;
}

std::vector<Request> exportedRequests(Sema &S, TypeNames &Names) {
  std::vector<Request> Out;
  for (const FunctionDecl *Def : exportedFunctions()) {
    Request R;
    R.F = Def;
    R.Tag = Names.spellTag(Def);
    R.Loc = Def->getLocation();
    R.HasSeed = hasSeed(Def->getReturnType());
    R.Exported = true;
    R.Active = activeParameters(Def);
    if (llvm::is_contained(R.Active, true)) {
      for (auto Mode : {Request::Mode::Reverse, Request::Mode::Pushforward, Request::Mode::Sweeps}) {
        R.M = Mode;
        Out.push_back(R);
      }
    }
  }
  return Out;
}

//===--- what calls what ------------------------------------------------------------===//

static void addCallees(const Stmt *St, std::vector<const FunctionDecl *> &Out) {
  if (!St)
    return;
  const FunctionDecl *F = nullptr;
  if (const auto *D = dyn_cast<DeclRefExpr>(St))
    F = dyn_cast<FunctionDecl>(D->getDecl());
  else if (const auto *M = dyn_cast<MemberExpr>(St))
    F = dyn_cast<FunctionDecl>(M->getMemberDecl());
  else if (const auto *C = dyn_cast<CXXConstructExpr>(St))
    F = C->getConstructor();
  else if (const auto *L = dyn_cast<LambdaExpr>(St))
    F = L->getCallOperator();
  else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(St))
    addCallees(Default->getExpr(), Out);
  if (F && !llvm::is_contained(Out, F))
    Out.push_back(F);
  for (const Stmt *Child : St->children())
    addCallees(Child, Out);
}

const std::vector<const FunctionDecl *> &CallGraph::callees(const FunctionDecl *Def) {
  auto [It, New] = Callees.try_emplace(Def);
  if (New) {
    std::vector<const FunctionDecl *> Out;
    addCallees(Def->getBody(), Out);
    if (const auto *C = dyn_cast<CXXConstructorDecl>(Def))
      for (const CXXCtorInitializer *I : C->inits())
        addCallees(I->getInit(), Out);
    Callees[Def] = std::move(Out);
  }
  return Callees[Def];
}

bool CallGraph::reaches(const FunctionDecl *F, Predicate Stop) {
  llvm::SmallPtrSet<const FunctionDecl *, 32> Seen;
  SmallVector<const FunctionDecl *, 16> Work{F};
  while (!Work.empty()) {
    const FunctionDecl *Next = Work.pop_back_val(), *Def = nullptr;
    if (!Seen.insert(Next->getCanonicalDecl()).second)
      continue;
    if (Next != F && Stop(Next))
      return true;
    if (Next->isDefined(Def) && Def->hasBody())
      Work.append(callees(Def).begin(), callees(Def).end());
  }
  return false;
}

} // namespace mixedad
