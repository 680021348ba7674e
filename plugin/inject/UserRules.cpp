//===- UserRules.cpp - which rule belongs to which function ---------------===//
#include "inject/UserRules.h"
#include "Compat.h"
#include "Diagnostics.h"
#include "inject/Attributes.h"

using namespace clang;

namespace mixedad {

namespace {

/// Parameter types with the object of a method first; a constructor has no object yet.
SmallVector<QualType, 8> parameters(ASTContext &C, const FunctionDecl *F) {
  SmallVector<QualType, 8> Out;
  if (const auto *M = dyn_cast<CXXMethodDecl>(F); M && M->isInstance() && !isa<CXXConstructorDecl>(M))
    Out.push_back(C.getQualifiedType(compat::tagType(C, M->getParent()), M->getMethodQualifiers()));
  for (const ParmVarDecl *P : F->parameters())
    Out.push_back(P->getType());
  return Out;
}

QualType bare(QualType T) { return T.getNonReferenceType().getCanonicalType().getUnqualifiedType(); }

/// What a templated rule's parameters are compared with: the primary template's pattern, and F itself.
const FunctionDecl *patternOf(const FunctionDecl *F) {
  const FunctionDecl *P = F->getTemplateInstantiationPattern();
  return P ? P : F;
}

bool sameFunction(const NamedDecl *Target, const FunctionDecl *F) {
  if (const auto *T = dyn_cast<FunctionTemplateDecl>(Target)) {
    const FunctionTemplateDecl *Primary = F->getPrimaryTemplate();
    if (Primary && Primary->getCanonicalDecl() == T->getCanonicalDecl())
      return true;
    return T->getTemplatedDecl()->getCanonicalDecl() == patternOf(F)->getCanonicalDecl();
  }
  if (const auto *T = dyn_cast<FunctionDecl>(Target))
    return T->getCanonicalDecl() == F->getCanonicalDecl() ||
           T->getCanonicalDecl() == patternOf(F)->getCanonicalDecl();
  const auto *C = dyn_cast<CXXConstructorDecl>(F);
  if (!C)
    return false;
  if (const auto *T = dyn_cast<ClassTemplateDecl>(Target)) {
    const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(C->getParent());
    return Spec && Spec->getSpecializedTemplate()->getCanonicalDecl() == T->getCanonicalDecl();
  }
  return cast<Decl>(Target)->getCanonicalDecl() == C->getParent()->getCanonicalDecl();
}

bool prefixEqual(ArrayRef<QualType> Rule, ArrayRef<QualType> F) {
  if (Rule.size() < F.size())
    return false;
  for (std::size_t I = 0; I < F.size(); ++I)
    if (bare(Rule[I]) != bare(F[I]))
      return false;
  return true;
}

bool isShadow(QualType T) {
  if (T->isPointerType() || T->isDependentType())
    return true;
  return T->isLValueReferenceType() && !T.getNonReferenceType().isConstQualified();
}

/// What a pullback takes after the primal's N parameters: the cotangent of a result, then shadows. Overloads that
/// begin alike, f(a) and f(a, b), are told apart by it.
bool pullbackTailFits(ArrayRef<QualType> Rule, unsigned N, const FunctionDecl *F) {
  if (isa<CXXConstructorDecl>(F) || Rule.size() < N ||
      llvm::any_of(Rule, [](QualType T) { return T->containsUnexpandedParameterPack(); }))
    return true;
  ArrayRef<QualType> Tail = Rule.drop_front(N);
  QualType Result = bare(patternOf(F)->getReturnType());
  if (!Result->isVoidType()) {
    if (Tail.empty())
      return false;
    QualType Seed = bare(Tail.front());
    bool Comparable = !Result->isDependentType() || !Seed->isDependentType();
    if (Comparable && Seed != Result && Seed != bare(F->getReturnType()) && !Result->isUndeducedType())
      return false;
    Tail = Tail.drop_front();
  }
  return Tail.size() <= N && llvm::all_of(Tail, isShadow);
}

/// A pushforward takes a tangent after the primal's N parameters for each that can have one.
bool pushforwardTailFits(ArrayRef<QualType> Rule, unsigned N) {
  return Rule.size() <= 2 * N || llvm::any_of(Rule, [](QualType T) { return T->containsUnexpandedParameterPack(); });
}

/// A parameter X<T> of a templated rule is for specializations of X only.
bool mayBe(QualType OfRule, QualType OfF) {
  const auto *Written = bare(OfRule)->getAs<TemplateSpecializationType>();
  const auto *Template = Written ? dyn_cast_or_null<ClassTemplateDecl>(Written->getTemplateName().getAsTemplateDecl()) : nullptr;
  if (!OfRule->isDependentType() || !Template)
    return true;
  const auto *Actual = dyn_cast_or_null<ClassTemplateSpecializationDecl>(OfF.getNonReferenceType()->getAsCXXRecordDecl());
  return OfF->isDependentType() ||
         (Actual && Actual->getSpecializedTemplate()->getCanonicalDecl() == Template->getCanonicalDecl());
}

} // namespace

/// A tangent is only read.
static bool isTangent(QualType T) {
  if (T->isPointerType())
    return T->getPointeeType().isConstQualified();
  return !T->isDependentType() && !isShadow(T);
}

/// The name of a rule of a function without a result that is no evidence, but a reason to ask.
static bool soundsLikePushforward(const FunctionDecl *Rule) {
  StringRef Name = Rule->getDeclName().isIdentifier() ? Rule->getName() : StringRef();
  return Name.contains("push") || Name.contains("jvp");
}

UserRule::Kind RuleBook::kind(const UserRule &R, const FunctionDecl *F) {
  using Kind = UserRule::Kind;
  if (R.Said != Kind::Open)
    return R.Said;
  if (!R.Rule->getReturnType()->isVoidType())
    return Kind::Pushforward;
  if (!F->getReturnType()->isVoidType() || isa<CXXConstructorDecl>(F))
    return Kind::Pullback;
  auto OfRule = parameters(S.Context, R.Rule), OfF = parameters(S.Context, F);
  ArrayRef<QualType> Tail = ArrayRef(OfRule).drop_front(std::min(OfRule.size(), OfF.size()));
  if (llvm::any_of(Tail, isTangent))
    return Kind::Pushforward;
  return soundsLikePushforward(R.Rule) ? Kind::Open : Kind::Pullback;
}

/// Exact on the leading parameters; a templated rule of something that is spelled differently is accepted when the
/// number of its parameters is possible.
bool RuleBook::fits(const UserRule &R, const FunctionDecl *F) {
  const FunctionDecl *Rule = R.Rule;
  auto OfRule = parameters(S.Context, Rule), OfF = parameters(S.Context, F);
  const bool Pushforward = kind(R, F) == UserRule::Kind::Pushforward;
  const bool Returns = !F->getReturnType()->isVoidType() || isa<CXXConstructorDecl>(F);
  if (Returns && Pushforward == Rule->getReturnType()->isVoidType())
    return false;
  if (Pushforward ? !pushforwardTailFits(OfRule, OfF.size()) : !pullbackTailFits(OfRule, OfF.size(), F))
    return false;
  if (prefixEqual(OfRule, OfF))
    return true;
  const FunctionDecl *Pattern = patternOf(F);
  if (!Rule->isTemplated())
    return false;
  if (Pattern != F && prefixEqual(OfRule, parameters(S.Context, Pattern)))
    return true;
  for (std::size_t I = 0; I < OfF.size() && I < OfRule.size(); ++I)
    if ((!OfRule[I]->isDependentType() && bare(OfRule[I]) != bare(OfF[I])) || !mayBe(OfRule[I], OfF[I]))
      return false;
  return Rule->isVariadic() || OfRule.size() >= OfF.size() || OfRule.back()->containsUnexpandedParameterPack();
}

RuleBook::Found RuleBook::find(const FunctionDecl *F) {
  F = F->getCanonicalDecl();
  auto [It, New] = Cache.try_emplace(F);
  if (!New)
    return It->second;
  Found Result;
  for (const UserRule &R : registered().Rules) {
    bool Named = llvm::any_of(R.Targets, [&](const NamedDecl *T) { return sameFunction(T, F); });
    if (!Named || !fits(R, F))
      continue;
    bool Push = kind(R, F) == UserRule::Kind::Pushforward;
    const FunctionDecl *&Slot = Push ? Result.PushforwardDecl : Result.PullbackDecl;
    if (Slot && Slot->getCanonicalDecl() != R.Rule->getCanonicalDecl() && Slot->isTemplated() == R.Rule->isTemplated()) {
      report(S, R.Rule->getLocation(), DiagId::RuleTwice)
          << (Push ? "pushforward" : "pullback") << F->getQualifiedNameAsString();
      report(S, Slot->getLocation(), DiagId::RuleFirst);
      continue;
    }
    if (!Slot || Slot->isTemplated()) { // a rule for exactly this function beats a template
      Slot = R.Rule;
      (Push ? Result.Pushforward : Result.Pullback) = Names.spellName(R.Rule);
    }
  }
  return Cache[F] = Result;
}

void RuleBook::verify() {
  for (const UserRule &R : registered().Rules) {
    bool Fits = false, Unclear = false;
    const NamedDecl *First = R.Targets.front();
    for (const NamedDecl *T : R.Targets) {
      const auto *F = dyn_cast<FunctionDecl>(T);
      const bool This = !F || fits(R, F); // templates and constructors are checked when they are used
      Fits |= This;
      Unclear |= F && This && kind(R, F) == UserRule::Kind::Open;
    }
    if (Unclear) {
      report(S, R.Rule->getLocation(), DiagId::RuleUnclear) << R.Rule << First->getQualifiedNameAsString();
      report(S, R.Rule->getLocation(), DiagId::RuleSayWhich) << First->getQualifiedNameAsString();
    }
    if (Fits)
      continue;
    report(S, R.Rule->getLocation(), DiagId::RuleMismatch) << R.Rule << First->getQualifiedNameAsString();
    report(S, R.Rule->getLocation(), DiagId::RuleShape);
  }
}

} // namespace mixedad
