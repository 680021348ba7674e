//===- Attributes.cpp - parsing and reading the attributes ----------------===//
#include "inject/Attributes.h"
#include "Compat.h"
#include "Diagnostics.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaDiagnostic.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;

namespace mixedad {

UserRule::Kind ruleKind(StringRef Text) {
  return Text == "pushforward" ? UserRule::Kind::Pushforward
         : Text == "pullback"  ? UserRule::Kind::Pullback
                               : UserRule::Kind::Open;
}

Registered &registered() {
  static Registered R;
  return R;
}

namespace {

void store(Sema &S, Decl *D, StringRef Name, StringRef Option, SourceRange Range, StringRef Second = "") {
  StringRef Strings[] = {Name, Option, Second};
  D->addAttr(SuppressAttr::Create(S.Context, Strings, Option.empty() ? 1 : Second.empty() ? 2 : 3, Range));
}

/// Wrong placement, in the words of Clang's own attributes.
bool wrongSubject(Sema &S, const ParsedAttr &A, const char *Subjects) {
  S.Diag(A.getLoc(), diag::err_attribute_wrong_decl_type_str) << A << A.isRegularKeywordAttribute() << Subjects;
  return false;
}

/// What all have in common: the C++11 spelling, and no use on types. Clang parses the arguments of a plugin's
/// attribute only when it knows the name without its namespace, so that is a spelling as well, which is then refused
/// like any unknown attribute.
struct Attribute : ParsedAttrInfo {
  explicit Attribute(const char *Name, unsigned Required = 0, unsigned Optional = 0)
      : Spell{{ParsedAttr::AS_CXX11, Name}, {ParsedAttr::AS_CXX11, Name + sizeof("mixedad::") - 1}} {
    NumArgs = Required;
    OptArgs = Optional;
    Spellings = Spell;
  }
  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &A, const Decl *D) const final {
    return known(S, A) && mayStandOn(S, A, D);
  }
  virtual bool mayStandOn(Sema &S, const ParsedAttr &A, const Decl *D) const = 0;
  static bool known(Sema &S, const ParsedAttr &A) {
    if (A.hasScope())
      return true;
    S.Diag(A.getLoc(), diag::warn_unknown_attribute_ignored) << A.getAttrName() << A.getRange();
    return false;
  }
  bool diagAppertainsToStmt(Sema &S, const ParsedAttr &A, const Stmt *St) const override {
    if (known(S, A))
      S.Diag(A.getLoc(), diag::err_decl_attribute_invalid_on_stmt)
          << A << A.isRegularKeywordAttribute() << St->getBeginLoc();
    return false;
  }
  Spelling Spell[2];
};

struct BroadcastAttribute : Attribute {
  BroadcastAttribute() : Attribute("mixedad::broadcast", 0, 2) {}
  bool mayStandOn(Sema &S, const ParsedAttr &A, const Decl *D) const override {
    return isa<FunctionDecl>(D) || wrongSubject(S, A, "functions");
  }
  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const override {
    StringRef Option;
    if (A.getNumArgs()) {
      if (A.isArgIdent(0))
        Option = compat::identifier(*A.getArgAsIdent(0))->getName();
      if (Option != "forward" && Option != "reverse" && Option != "store" && Option != "recompute") {
        report(S, A.getLoc(), DiagId::BroadcastOption);
        return AttributeNotApplied;
      }
    }
    std::string Chunk;
    if (A.getNumArgs() > 1 && !chunk(S, A, Option, Chunk))
      return AttributeNotApplied;
    store(S, D, "mixedad::broadcast", Option, A.getRange(), Chunk);
    return makeHostDevice(S, D, A) ? AttributeApplied : AttributeNotApplied;
  }
  /// broadcast(forward, k)
  static bool chunk(Sema &S, const ParsedAttr &A, StringRef Option, std::string &Out) {
    const Expr *E = Option == "forward" && A.isArgExpr(1) ? A.getArgAsExpr(1) : nullptr;
    if (E && !E->isValueDependent())
      if (auto N = E->getIntegerConstantExpr(S.Context); N && N->isStrictlyPositive())
        Out = std::to_string(N->getLimitedValue(1u << 16));
    if (Out.empty())
      report(S, A.getLoc(), DiagId::BroadcastChunk);
    return !Out.empty();
  }
  /// One source for both sides of a CUDA program: like constexpr functions, unless the user said where it runs.
  static bool makeHostDevice(Sema &S, Decl *D, const ParsedAttr &A) {
    if (!S.getLangOpts().CUDA)
      return true;
    if (D->hasAttr<CUDAGlobalAttr>()) {
      report(S, A.getLoc(), DiagId::BroadcastKernel);
      return false;
    }
    if (!D->hasAttr<CUDAHostAttr>() && !D->hasAttr<CUDADeviceAttr>()) {
      D->addAttr(CUDAHostAttr::CreateImplicit(S.Context));
      D->addAttr(CUDADeviceAttr::CreateImplicit(S.Context));
    }
    return true;
  }
};

struct DifferentiableAttribute : Attribute {
  DifferentiableAttribute() : Attribute("mixedad::differentiable") {}
  bool mayStandOn(Sema &S, const ParsedAttr &A, const Decl *D) const override {
    return isa<FunctionDecl>(D) || wrongSubject(S, A, "functions");
  }
  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const override {
    store(S, D, "mixedad::differentiable", "", A.getRange());
    registered().Differentiable.push_back(cast<FunctionDecl>(D));
    return AttributeApplied;
  }
};

struct InactiveAttribute : Attribute {
  InactiveAttribute() : Attribute("mixedad::inactive") {}
  bool mayStandOn(Sema &S, const ParsedAttr &A, const Decl *D) const override {
    return isa<FunctionDecl, VarDecl, FieldDecl, RecordDecl>(D) ||
           wrongSubject(S, A, "functions, parameters, variables, non-static data members, and classes");
  }
  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const override {
    store(S, D, "mixedad::inactive", "", A.getRange());
    return AttributeApplied;
  }
};

/// Which function a rule is of. A single identifier arrives as such (Clang does not know the attribute's
/// grammar), everything else as an expression.
struct DerivativeOfAttribute : Attribute {
  DerivativeOfAttribute() : Attribute("mixedad::derivative_of", 1, 1) {}
  bool mayStandOn(Sema &S, const ParsedAttr &A, const Decl *D) const override {
    return isa<FunctionDecl>(D) || wrongSubject(S, A, "functions");
  }
  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &A) const override {
    UserRule R;
    R.Rule = cast<FunctionDecl>(D);
    if (A.isArgIdent(0))
      lookUp(S, *A.getArgAsIdent(0), R);
    else
      fromExpression(A.getArgAsExpr(0), R);
    if (R.Targets.empty()) {
      report(S, A.getLoc(), DiagId::RuleTarget);
      return AttributeNotApplied;
    }
    StringRef Said;
    if (A.getNumArgs() > 1) {
      const Expr *E = A.isArgExpr(1) ? A.getArgAsExpr(1)->IgnoreParenImpCasts() : nullptr;
      if (const auto *Text = dyn_cast_or_null<StringLiteral>(E); Text && Text->isOrdinary())
        Said = Text->getString();
      R.Said = ruleKind(Said);
      if (R.Said == UserRule::Kind::Open) {
        report(S, A.getLoc(), DiagId::RuleOption);
        return AttributeNotApplied;
      }
    }
    // The name is for units that import this one, where R is gone.
    store(S, D, "mixedad::derivative_of", R.Targets.front()->getQualifiedNameAsString(), A.getRange(), Said);
    registered().Rules.push_back(std::move(R));
    return AttributeApplied;
  }

private:
  static void add(const NamedDecl *D, UserRule &R) {
    D = D->getUnderlyingDecl();
    if (const auto *T = dyn_cast<TypedefNameDecl>(D))
      D = T->getUnderlyingType()->getAsCXXRecordDecl();
    if (D && isa<FunctionDecl, FunctionTemplateDecl, CXXRecordDecl, ClassTemplateDecl>(D))
      R.Targets.push_back(D);
  }
  static void lookUp(Sema &S, const IdentifierLoc &I, UserRule &R) {
    LookupResult Found(S, compat::identifier(I), compat::location(I), Sema::LookupOrdinaryName);
    Found.suppressDiagnostics();
    S.LookupName(Found, S.getCurScope());
    for (const NamedDecl *D : Found)
      add(D, R);
  }
  static void fromExpression(Expr *E, UserRule &R) {
    E = E->IgnoreParenImpCasts();
    if (auto *U = dyn_cast<UnaryOperator>(E))
      E = U->getSubExpr()->IgnoreParenImpCasts();
    if (auto *C = dyn_cast<ExplicitCastExpr>(E))
      return fromExpression(C->getSubExpr(), R);
    if (auto *D = dyn_cast<DeclRefExpr>(E))
      add(D->getDecl(), R);
    else if (auto *O = dyn_cast<OverloadExpr>(E))
      for (const NamedDecl *D : O->decls())
        add(D, R);
    else if (auto *M = dyn_cast<MemberExpr>(E))
      add(M->getMemberDecl(), R);
  }
};

#if !MIXEDAD_STMT_ATTRIBUTES
/// This Clang drops plugins' attributes from statements, after asking whether they may stand there.
llvm::DenseMap<unsigned, int> &checkpointsByLocation() {
  static llvm::DenseMap<unsigned, int> Map;
  return Map;
}
#endif

struct CheckpointAttribute : Attribute {
  CheckpointAttribute() : Attribute("mixedad::checkpoint", 0, 1) { IsStmt = 1; }
  bool mayStandOn(Sema &S, const ParsedAttr &A, const Decl *D) const override {
    return wrongSubject(S, A, "'for', 'while', and 'do' statements");
  }
  bool diagAppertainsToStmt(Sema &S, const ParsedAttr &A, const Stmt *St) const override {
    if (!known(S, A))
      return false;
    if (!isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(St))
      return wrongSubject(S, A, "'for', 'while', and 'do' statements");
#if !MIXEDAD_STMT_ATTRIBUTES
    if (int N = count(S, A))
      checkpointsByLocation()[St->getBeginLoc().getRawEncoding()] = N;
    return false;
#else
    return true;
#endif
  }
#if MIXEDAD_STMT_ATTRIBUTES
  AttrHandling handleStmtAttribute(Sema &S, Stmt *, const ParsedAttr &A, class Attr *&Result) const override {
    if (!count(S, A))
      return AttributeNotApplied;
    Expr *N = A.getNumArgs() ? argument(S, A) : nullptr;
    Result = AnnotateAttr::Create(S.Context, "mixedad::checkpoint", &N, N ? 1 : 0, A.getRange());
    return AttributeApplied;
  }
#endif
  /// -1 without argument, 0 when it is wrong (and reported).
  static int count(Sema &S, const ParsedAttr &A) {
    if (!A.getNumArgs())
      return -1;
    const Expr *E = argument(S, A);
    if (E && !E->isValueDependent())
      if (auto N = E->getIntegerConstantExpr(S.Context); N && N->isStrictlyPositive())
        return static_cast<int>(N->getLimitedValue(1u << 30));
    report(S, A.getLoc(), DiagId::CheckpointCount);
    return 0;
  }
  /// A lone identifier arrives unparsed.
  static Expr *argument(Sema &S, const ParsedAttr &A) {
    if (A.isArgExpr(0))
      return A.getArgAsExpr(0);
    const IdentifierLoc &I = *A.getArgAsIdent(0);
    auto *V = S.LookupSingleName(S.getCurScope(), compat::identifier(I), compat::location(I), Sema::LookupOrdinaryName);
    auto *D = dyn_cast_or_null<ValueDecl>(V);
    if (!D)
      return nullptr;
    return S.BuildDeclRefExpr(D, D->getType().getNonReferenceType(), VK_LValue, compat::location(I));
  }
};

ParsedAttrInfoRegistry::Add<BroadcastAttribute> Broadcast("mixedad_broadcast", "");
ParsedAttrInfoRegistry::Add<DifferentiableAttribute> Differentiable("mixedad_differentiable", "");
ParsedAttrInfoRegistry::Add<InactiveAttribute> Inactive("mixedad_inactive", "");
ParsedAttrInfoRegistry::Add<DerivativeOfAttribute> DerivativeOf("mixedad_derivative_of", "");
ParsedAttrInfoRegistry::Add<CheckpointAttribute> Checkpoint("mixedad_checkpoint", "");

//===--- reading ------------------------------------------------------------===//

template <class Fn> bool anyAttribute(const Decl *D, StringRef Name, Fn Do) {
  bool Found = false;
  for (const Decl *R : D->redecls())
    for (const auto *A : R->specific_attrs<SuppressAttr>())
      if (A->diagnosticIdentifiers_size() && *A->diagnosticIdentifiers_begin() == Name) {
        Do(A);
        Found = true;
      }
  if (const auto *F = dyn_cast<FunctionDecl>(D))
    if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern(); Pattern && Pattern != F)
      Found |= anyAttribute(Pattern, Name, Do);
  return Found;
}
bool hasAttribute(const Decl *D, StringRef Name) {
  return anyAttribute(D, Name, [](const SuppressAttr *) {});
}

} // namespace

bool isBroadcast(const FunctionDecl *F) { return hasAttribute(F, "mixedad::broadcast"); }
bool isDifferentiable(const FunctionDecl *F) { return hasAttribute(F, "mixedad::differentiable"); }

bool isInactive(const Decl *D) {
  if (hasAttribute(D, "mixedad::inactive"))
    return true;
  // A parameter may be marked in any declaration of its function.
  const auto *P = dyn_cast<ParmVarDecl>(D);
  const auto *F = P ? dyn_cast<FunctionDecl>(P->getDeclContext()) : nullptr;
  if (!F)
    return false;
  unsigned I = P->getFunctionScopeIndex();
  auto Marked = [I](const FunctionDecl *Any) {
    for (const FunctionDecl *R : Any->redecls())
      if (I < R->getNumParams() && hasAttribute(R->getParamDecl(I), "mixedad::inactive"))
        return true;
    return false;
  };
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  return Marked(F) || (Pattern && Pattern->getNumParams() == F->getNumParams() && Marked(Pattern));
}

ir::KernelChoice broadcastChoice(const FunctionDecl *F) {
  using Choice = ir::KernelChoice;
  Choice C;
  anyAttribute(F, "mixedad::broadcast", [&](const SuppressAttr *A) {
    if (A->diagnosticIdentifiers_size() < 2)
      return;
    StringRef Option = A->diagnosticIdentifiers_begin()[1];
    if (Option == "store" || Option == "recompute") {
      C.P = Option == "store" ? Choice::Partials::Store : Choice::Partials::Recompute;
      return;
    }
    C.M = Option == "reverse" ? Choice::Mode::Reverse : Choice::Mode::Forward;
    if (A->diagnosticIdentifiers_size() > 2)
      A->diagnosticIdentifiers_begin()[2].getAsInteger(10, C.Chunk);
  });
  return C;
}

int checkpointOf(const Stmt *Loop) {
#if !MIXEDAD_STMT_ATTRIBUTES
  return checkpointsByLocation().lookup(Loop->getBeginLoc().getRawEncoding());
#else
  return 0; // it is an AnnotateAttr of the AttributedStmt around the loop
#endif
}

} // namespace mixedad
