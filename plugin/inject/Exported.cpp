//===- Exported.cpp - derivatives for other units -------------------------===//
#include "inject/Exported.h"
#include "Compat.h"
#include "inject/Attributes.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace mixedad {

/// As `has_seed` in engine.h.
bool hasSeed(QualType R) {
  R = R.getNonReferenceType();
  if (R->isVoidType() || R->isAnyPointerType() || R->isEnumeralType() || R->isIntegerType() || R->isNullPtrType() ||
      R->isMemberPointerType())
    return false;
  const CXXRecordDecl *RD = R->getAsCXXRecordDecl();
  return !RD || !RD->isEmpty();
}

/// As `argument::active` in arguments.h for an argument that is passed as it is, or with dup.
static bool mayBeActive(QualType P) {
  P = P.getNonReferenceType();
  while (P->isPointerType()) {
    P = P->getPointeeType();
    if (P->isFunctionType())
      return false;
    if (P->isVoidType())
      return true;
  }
  return hasSeed(P);
}

std::vector<bool> activeParameters(const FunctionDecl *F) {
  std::vector<bool> Active;
  if (const auto *M = dyn_cast<CXXMethodDecl>(F); M && M->isInstance())
    Active.push_back(!M->getParent()->hasDefinition() || !M->getParent()->isEmpty());
  for (const ParmVarDecl *P : F->parameters())
    Active.push_back(mayBeActive(P->getType()));
  return Active;
}

namespace {

bool isArray(QualType T) {
  const auto *RD = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  return RD && RD->getQualifiedNameAsString() == "mixedad::Array";
}

struct Parameter {
  std::string Name, Type;      ///< "x0", as declared
  std::string ShadowType;      ///< of a cotangent: reference to the object, or pointer
  std::string ObjectType;      ///< of a shadow that is thrown away; "" when there is none
  bool MayBeActive = false, Memory = false;
};

/// Everything about the exported derivatives' signatures.
struct Signature {
  std::string Tag, Result, Seed; ///< Seed: type, "" when there is none
  std::vector<Parameter> Params;

  Signature(Sema &S, TypeNames &Names, const FunctionDecl *F, std::string T) : Tag(std::move(T)) {
    Result = Names.spell(F->getReturnType());
    if (hasSeed(F->getReturnType()))
      Seed = Names.spell(F->getReturnType().getNonReferenceType().getUnqualifiedType());
    std::vector<bool> Active = activeParameters(F);
    if (const auto *M = dyn_cast<CXXMethodDecl>(F); M && M->isInstance()) {
      QualType Object = S.Context.getQualifiedType(compat::tagType(S.Context, M->getParent()), M->getMethodQualifiers());
      add(Names, M->getRefQualifier() == RQ_RValue ? S.Context.getRValueReferenceType(Object)
                                                   : S.Context.getLValueReferenceType(Object), Active[0]);
    }
    for (const ParmVarDecl *P : F->parameters())
      add(Names, P->getType().getUnqualifiedType(), Active[Params.size()]);
  }
  void add(TypeNames &Names, QualType T, bool Active) {
    Parameter P;
    P.Name = "x" + std::to_string(Params.size());
    P.Type = Names.spell(T);
    P.MayBeActive = Active;
    QualType Object = T.getNonReferenceType().getUnqualifiedType();
    bool Written = T->isLValueReferenceType() && !T->getPointeeType().isConstQualified();
    P.Memory = isArray(Object) ? Written : T->isReferenceType() || T->isPointerType() || T->isRecordType();
    if (Object->isPointerType()) {
      P.ShadowType = Names.spell(Object->getPointeeType().getUnqualifiedType()) + " *";
    } else {
      P.ObjectType = Names.spell(Object);
      P.ShadowType = Object->isArrayType() ? "type_t<" + P.ObjectType + "> &" : P.ObjectType + " &";
    }
    if (T.getNonReferenceType()->isArrayType() || T->isFunctionPointerType() || T->isFunctionReferenceType() ||
        T->isMemberPointerType())
      P.Type = "type_t<" + P.Type + ">"; // a name goes after it
    Params.push_back(std::move(P));
  }
};

using Strings = std::vector<std::string>;
std::string list(const Strings &L) { return llvm::join(L, ", "); }

const char *exportedName(Request::Mode M, bool Back) {
  return M == Request::Mode::Reverse ? "exported_reverse" : M == Request::Mode::Pushforward ? "exported_pushforward"
         : Back ? "exported_reverse_sweep" : "exported_forward_sweep";
}
const char *overloadName(Request::Mode M, bool Back) { return exportedName(M, Back) + sizeof("exported_") - 1; }

/// One of the four, as declared parameters and as arguments of a call; Mask says whose shadows are parameters, and the
/// others are thrown away.
struct Form {
  std::string Result;
  Strings Params, Args, Before;
  bool Possible = true;

  Form(const Signature &G, Request::Mode M, bool Back, const std::vector<bool> &Mask) {
    bool Push = M == Request::Mode::Pushforward, Forward = M == Request::Mode::Sweeps && !Back;
    Result = Back ? "void" : Push ? "dual_result<" + G.Result + ">" : G.Result;
    if (!Push)
      both("Tape &", "tape");
    if (!G.Seed.empty() && (M == Request::Mode::Reverse || Back))
      both(G.Seed + " ", "seed");
    if (!Back)
      for (const Parameter &P : G.Params)
        both(P.Type + " ", P.Name);
    for (std::size_t I = 0; I < G.Params.size(); ++I) {
      const Parameter &P = G.Params[I];
      if (!P.MayBeActive || (Forward && !P.Memory))
        continue;
      std::string Shadow = "d_" + P.Name;
      if (Mask[I]) {
        both((Push ? P.Type : P.ShadowType) + " ", Shadow);
        continue;
      }
      // Between two sweeps, or for memory of unknown size, there is nothing to throw away.
      Possible &= !P.ObjectType.empty() && !(M == Request::Mode::Sweeps && P.Memory);
      Before.push_back("auto " + Shadow + " = " +
                       (Back ? "zero_like(" + P.ObjectType + "());" : "zero_like<" + P.ObjectType + ">(" + P.Name + ");"));
      Args.push_back(Shadow);
    }
  }
  void both(const std::string &Type, const std::string &Name) {
    Params.push_back(Type + Name);
    Args.push_back(Name);
  }
};

std::string actsOf(const std::vector<bool> &Mask) {
  Strings Bits;
  for (bool B : Mask)
    Bits.push_back(B ? "1" : "0");
  return "acts<" + list(Bits) + ">";
}

/// An overload for Mask that calls the exported derivative.
std::string adapter(const Signature &G, Request::Mode M, bool Back, const std::vector<bool> &Mask) {
  Form F(G, M, Back, Mask);
  std::string Head = "static inline " + F.Result + " " + overloadName(M, Back) + "(" + G.Tag + " tag, " + actsOf(Mask) +
                     (F.Params.empty() ? "" : ", ") + list(F.Params) + ")";
  if (!F.Possible)
    return Head + " = delete;\n";
  return Head + " {\n" + llvm::join(F.Before, "\n") + "\nreturn " + exportedName(M, Back) + "(tag, " + list(F.Args) +
         ");\n}\n";
}

template <class Fn> void eachForm(Fn Do) {
  Do(Request::Mode::Reverse, false);
  Do(Request::Mode::Pushforward, false);
  Do(Request::Mode::Sweeps, false);
  Do(Request::Mode::Sweeps, true);
}

} // namespace

std::string defineExported(Sema &S, TypeNames &Names, const Request &R) {
  Signature G(S, Names, R.F, R.Tag);
  std::string Text;
  eachForm([&](Request::Mode M, bool Back) {
    if (M != R.M)
      return;
    Form F(G, M, Back, R.Active);
    Text += F.Result + " " + exportedName(M, Back) + "(" + G.Tag + " tag, " + list(F.Params) + ") {\n" +
            (Back ? "" : "return ") + overloadName(M, Back) + "(tag, " + actsOf(R.Active) + "{}, " + list(F.Args) +
            ");\n}\n";
  });
  return Text;
}

std::string declareExported(Sema &S, TypeNames &Names) {
  std::string Text;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  for (const FunctionDecl *F : registered().Differentiable) {
    if (F->isDependentContext() || F->isTemplated() || F->isDefined() || F->isInvalidDecl() ||
        !F->isExternallyVisible() || !(F->isUsed(false) || F->isReferenced()) ||
        !Seen.insert(F->getCanonicalDecl()).second)
      continue;
    Signature G(S, Names, F, Names.spellTag(F));
    std::vector<bool> All = activeParameters(F);
    std::vector<std::size_t> Choices;
    for (std::size_t I = 0; I < All.size(); ++I)
      if (All[I])
        Choices.push_back(I);
    eachForm([&](Request::Mode M, bool Back) {
      Form Full(G, M, Back, All);
      Text += Full.Result + " " + exportedName(M, Back) + "(" + G.Tag + ", " + list(Full.Params) + ");\n";
      // All subsets of a few parameters; of many, only all.
      const unsigned Subsets = Choices.size() <= 5 ? 1u << Choices.size() : 2;
      for (unsigned Subset = 1; Subset < Subsets; ++Subset) {
        std::vector<bool> Mask = All;
        if (Choices.size() <= 5)
          for (std::size_t C = 0; C < Choices.size(); ++C)
            Mask[Choices[C]] = Subset >> C & 1;
        Text += adapter(G, M, Back, Mask);
      }
    });
  }
  return Text;
}

} // namespace mixedad
