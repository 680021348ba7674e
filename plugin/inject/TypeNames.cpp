//===- TypeNames.cpp - types and functions by name ------------------------===//
#include "inject/TypeNames.h"
#include "Compat.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace mixedad {

NamespaceDecl *detailNamespace(Sema &S) {
  auto Find = [&](DeclContext *In, StringRef Name) -> NamespaceDecl * {
    for (NamedDecl *D : In->lookup(&S.Context.Idents.get(Name)))
      if (auto *N = dyn_cast<NamespaceDecl>(D))
        return N;
    return nullptr;
  };
  NamespaceDecl *Outer = Find(S.Context.getTranslationUnitDecl(), "mixedad");
  return Outer ? Find(Outer, "detail") : nullptr;
}

//===--- types ----------------------------------------------------------------===//

namespace {
std::string qualifiers(Qualifiers Q) {
  std::string S;
  if (Q.hasConst())
    S += "const ";
  if (Q.hasVolatile())
    S += "volatile ";
  if (Q.hasRestrict())
    S += "__restrict ";
  return S;
}
std::string parenthesized(QualType Pointee, std::string Declarator) {
  bool Needed = Pointee->isArrayType() || Pointee->isFunctionType();
  return Needed ? "(" + Declarator + ")" : Declarator;
}
std::string join(const std::string &Type, const std::string &Declarator) {
  if (Declarator.empty())
    return Type;
  return Type + (Declarator[0] == '[' ? "" : " ") + Declarator;
}
} // namespace

/// C's declarator grammar: Declarator is what stands where a variable's name would.
std::string TypeNames::spellAround(QualType T, std::string Declarator) {
  T = T.getCanonicalType();
  // Qualifiers of an array are those of its elements.
  Qualifiers Q = T->isArrayType() ? Qualifiers() : T.getLocalQualifiers();
  const Type *Ty = T.getTypePtr();
  if (const auto *P = dyn_cast<PointerType>(Ty)) {
    std::string Inner = "*" + qualifiers(Q) + Declarator;
    return spellAround(P->getPointeeType(), parenthesized(P->getPointeeType(), Inner));
  }
  if (const auto *R = dyn_cast<ReferenceType>(Ty)) {
    std::string Inner = (isa<LValueReferenceType>(R) ? "&" : "&&") + Declarator;
    return spellAround(R->getPointeeType(), parenthesized(R->getPointeeType(), Inner));
  }
  if (const auto *A = dyn_cast<ConstantArrayType>(Ty))
    return spellAround(Ctx.getQualifiedType(A->getElementType(), T.getLocalQualifiers()),
                       Declarator + "[" + std::to_string(A->getZExtSize()) + "]");
  if (const auto *A = dyn_cast<IncompleteArrayType>(Ty))
    return spellAround(Ctx.getQualifiedType(A->getElementType(), T.getLocalQualifiers()), Declarator + "[]");
  if (const auto *F = dyn_cast<FunctionProtoType>(Ty)) {
    std::string Params;
    for (QualType P : F->param_types())
      Params += (Params.empty() ? "" : ", ") + spell(P);
    if (F->isVariadic())
      Params += Params.empty() ? "..." : ", ...";
    std::string Tail = "(" + Params + ")";
    if (std::string MQ = qualifiers(F->getMethodQuals()); !MQ.empty())
      Tail += " " + MQ.substr(0, MQ.size() - 1);
    if (F->getRefQualifier() != RQ_None)
      Tail += F->getRefQualifier() == RQ_LValue ? " &" : " &&";
    if (F->isNothrow())
      Tail += " noexcept";
    return spellAround(F->getReturnType(), Declarator + Tail);
  }
  if (const auto *M = dyn_cast<MemberPointerType>(Ty)) {
    std::string Inner = spell(compat::classOf(Ctx, M)) + "::*" + qualifiers(Q) + Declarator;
    return spellAround(M->getPointeeType(), parenthesized(M->getPointeeType(), Inner));
  }
  if (const auto *Tag = dyn_cast<TagType>(Ty))
    return join(qualifiers(Q) + spellRecordOrEnum(Tag->getDecl()), Declarator);
  if (const auto *C = dyn_cast<ComplexType>(Ty))
    return join(qualifiers(Q) + spell(C->getElementType()) + " _Complex", Declarator);
  if (isa<BuiltinType>(Ty)) {
    PrintingPolicy P(Ctx.getLangOpts());
    P.Bool = true;
    QualType Plain(Ty, 0);
    return join(qualifiers(Q) + (Plain->isNullPtrType() ? "decltype(nullptr)" : Plain.getAsString(P)), Declarator);
  }
  // Vector types and other extensions.
  return join(qualifiers(Q) + alias(QualType(Ty, 0), "type"), Declarator);
}

/// A function, variable or template of the same name in the same scope hides a class's name.
bool TypeNames::isHidden(const NamedDecl *D) {
  const DeclContext *DC = D->getDeclContext()->getRedeclContext();
  if (DC->isFunctionOrMethod())
    return false;
  for (const NamedDecl *Other : DC->lookup(D->getDeclName()))
    if (!isa<TagDecl, ClassTemplateDecl, TypedefNameDecl>(Other->getUnderlyingDecl()))
      return true;
  return false;
}

std::string TypeNames::spellRecordOrEnum(const TagDecl *D) {
  QualType T = compat::tagType(Ctx, D);
  if (auto Known = Aliases.find(T); Known != Aliases.end())
    return Known->second;
  if (const auto *RD = dyn_cast<CXXRecordDecl>(D); RD && RD->isLambda()) {
    nameCaptures(RD);
    return alias(T, "closure");
  }
  const NamedDecl *Name = D;
  if (!D->getIdentifier())
    Name = D->getTypedefNameForAnonDecl();
  if (!Name)
    return alias(T, "unnamed");
  bool Ok = !isHidden(Name);
  std::string Text = scope(Name->getDeclContext(), Ok) + Name->getName().str();
  if (const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(D))
    Text += spellArguments(Spec->getTemplateArgs().asArray(), Ok);
  return Ok ? Text : alias(T, Name->getName());
}

/// "::a::b::"; not Ok when something on the way cannot be named from outside.
std::string TypeNames::scope(const DeclContext *DC, bool &Ok) {
  DC = DC->getRedeclContext();
  if (DC->isTranslationUnit())
    return "::";
  if (const auto *N = dyn_cast<NamespaceDecl>(DC)) {
    if (N->isAnonymousNamespace() || (N->isInline() && !N->getIdentifier()))
      return scope(N->getParent(), Ok);
    return scope(N->getParent(), Ok) + N->getName().str() + "::";
  }
  if (const auto *T = dyn_cast<TagDecl>(DC)) {
    if (const auto *RD = dyn_cast<CXXRecordDecl>(T); RD && RD->isDependentContext())
      Ok = false;
    return Ok ? spellRecordOrEnum(T) + "::" : "";
  }
  Ok = false; // local to a function
  return "";
}

std::string TypeNames::alias(QualType T, StringRef Hint) {
  T = T.getCanonicalType();
  std::string &Name = Aliases[T];
  if (!Name.empty())
    return Name;
  Name = Hint.str() + "_" + std::to_string(Aliases.size());
  NamespaceDecl *In = detailNamespace(S);
  auto *Alias = TypedefDecl::Create(Ctx, In, SourceLocation(), SourceLocation(), &Ctx.Idents.get(Name),
                                    Ctx.getTrivialTypeSourceInfo(T));
  In->addDecl(Alias);
  return Name;
}

//===--- template arguments -----------------------------------------------------===//

std::string TypeNames::spellArguments(ArrayRef<TemplateArgument> Args, bool &Ok) {
  std::string Text;
  auto Add = [&](const TemplateArgument &A) {
    std::string One = spellArgument(A, Ok);
    Text += (Text.empty() ? "" : ", ") + One;
  };
  for (const TemplateArgument &A : Args) {
    if (A.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &P : A.pack_elements())
        Add(P);
    else
      Add(A);
  }
  return "<" + Text + ">";
}

std::string TypeNames::spellArgument(const TemplateArgument &A, bool &Ok) {
  switch (A.getKind()) {
  case TemplateArgument::Type:
    return spell(A.getAsType());
  case TemplateArgument::Integral: {
    QualType T = A.getIntegralType();
    std::string Value = llvm::toString(A.getAsIntegral(), 10);
    if (T->isBooleanType())
      return A.getAsIntegral().isZero() ? "false" : "true";
    if (T.getCanonicalType() == Ctx.IntTy)
      return Value;
    return "static_cast<" + spell(T) + ">(" + Value + (T->isUnsignedIntegerType() ? "u" : "") + ")";
  }
  case TemplateArgument::NullPtr:
    return "static_cast<" + spell(A.getNullPtrType()) + ">(nullptr)";
  case TemplateArgument::Declaration:
    if (const auto *F = dyn_cast<FunctionDecl>(A.getAsDecl())) {
      std::string Tag = spellFunctionTag(F, A.getParamTypeForDecl());
      return Tag.substr(7, Tag.size() - 8); // without "fn_tag<" and ">"
    } else {
      bool IsPointer = A.getParamTypeForDecl()->isPointerType() || A.getParamTypeForDecl()->isMemberPointerType();
      return (IsPointer ? "&" : "") + scope(A.getAsDecl()->getDeclContext(), Ok) + A.getAsDecl()->getNameAsString();
    }
  case TemplateArgument::Template:
    if (const TemplateDecl *T = A.getAsTemplate().getAsTemplateDecl())
      return scope(T->getDeclContext(), Ok) + T->getNameAsString();
    Ok = false;
    return "";
  default: // class values, floating-point values
    Ok = false;
    return "";
  }
}

//===--- functions ----------------------------------------------------------------===//

std::string TypeNames::spellName(const FunctionDecl *F) {
  if (F->getBuiltinID() && F->getDeclName().isIdentifier() && F->getName().starts_with("__builtin_"))
    return F->getName().str();
  std::string Name;
  if (const auto *C = dyn_cast<CXXConversionDecl>(F))
    Name = "operator " + spell(C->getConversionType());
  else
    Name = F->getNameAsString();
  // A friend that is defined in its class alone is found by its arguments only.
  if (F->getFriendObjectKind() != Decl::FOK_None && !F->isInIdentifierNamespace(Decl::IDNS_Ordinary))
    return Name;
  bool Ok = true;
  return scope(F->getDeclContext(), Ok) + Name;
}

std::string TypeNames::spellCallee(const FunctionDecl *F) {
  std::string Text = spellName(F);
  const TemplateArgumentList *Args = F->getTemplateSpecializationArgs();
  if (!Args || isa<CXXConversionDecl>(F))
    return Text;
  bool Ok = true;
  std::string List = spellArguments(Args->asArray(), Ok);
  return Ok ? Text + List : Text; // otherwise deduction finds them
}

std::string TypeNames::spellVariable(const VarDecl *V) {
  bool Ok = true;
  std::string Text = scope(V->getDeclContext(), Ok) + V->getNameAsString();
  if (const auto *Spec = dyn_cast<VarTemplateSpecializationDecl>(V))
    Text += spellArguments(Spec->getTemplateArgs().asArray(), Ok);
  return Ok ? Text : aliasVariable(V);
}

/// A name for a variable that has none from outside (a static local), declared in mixedad::detail.
std::string TypeNames::aliasVariable(const VarDecl *V) {
  std::string &Name = VariableAliases[V->getCanonicalDecl()];
  if (!Name.empty())
    return Name;
  Name = V->getNameAsString() + "_static_" + std::to_string(VariableAliases.size());
  // A using-declaration under another name: lookup finds the variable itself.
  NamespaceDecl *In = detailNamespace(S);
  DeclarationNameInfo Info(&Ctx.Idents.get(Name), V->getLocation());
  auto *Using = UsingDecl::Create(Ctx, In, V->getLocation(), NestedNameSpecifierLoc(), Info, /*HasTypename=*/false);
  auto *Shadow = UsingShadowDecl::Create(Ctx, In, V->getLocation(), Info.getName(), Using, const_cast<VarDecl *>(V));
  Using->addShadowDecl(Shadow);
  In->addDecl(Shadow);
  return Name;
}

std::string TypeNames::functionPointerType(const FunctionDecl *F) {
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  if (M && !M->isStatic())
    return spellAround(F->getType(), "(" + spellRecordOrEnum(M->getParent()) + "::*)");
  return spellAround(F->getType(), "(*)");
}

std::string TypeNames::spellAddress(const FunctionDecl *F) {
  std::string Address = "&" + spellCallee(F);
  auto Found = F->getDeclContext()->getRedeclContext()->lookup(F->getDeclName());
  const bool Alone = Found.isSingleResult() && isa<FunctionDecl>(Found.front());
  return Alone ? Address : "static_cast<" + functionPointerType(F) + ">(" + Address + ")";
}

std::string TypeNames::spellFunctionTag(const FunctionDecl *F, QualType Pointer) {
  return "fn_tag<static_cast<" + spell(Pointer) + ">(&" + spellCallee(F) + ")>";
}

std::string TypeNames::spellTag(const FunctionDecl *F) {
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  if (M && M->getOverloadedOperator() == OO_Call && M->getParent()->isLambda())
    return "type_tag<" + spellRecordOrEnum(M->getParent()) + ">";
  return "fn_tag<static_cast<" + functionPointerType(F) + ">(&" + spellCallee(F) + ")>";
}

//===--- members ------------------------------------------------------------------===//

std::string TypeNames::capturedName(const FieldDecl *F) {
  const auto *RD = dyn_cast<CXXRecordDecl>(F->getParent());
  if (!RD || !RD->isLambda())
    return "";
  auto Capture = RD->captures_begin();
  for (const FieldDecl *Other : RD->fields()) {
    if (Other == F) {
      if (Capture->capturesThis())
        return "this";
      return Capture->capturesVariable() ? Capture->getCapturedVar()->getNameAsString() : "";
    }
    ++Capture;
  }
  return "";
}

void TypeNames::nameCaptures(const CXXRecordDecl *Closure) {
  if (!Named.insert({Closure, true}).second)
    return;
  auto *RD = const_cast<CXXRecordDecl *>(Closure);
  llvm::StringMap<unsigned> Used;
  for (FieldDecl *F : RD->fields()) {
    std::string Name = "cap_" + capturedName(F);
    if (unsigned N = Used[Name]++) // a captured pack
      Name += "_" + std::to_string(N);
    F->setDeclName(&Ctx.Idents.get(Name));
    RD->makeDeclVisibleInContext(F);
  }
}

std::string TypeNames::spellField(const FieldDecl *F) {
  if (const auto *RD = dyn_cast<CXXRecordDecl>(F->getParent()); RD && RD->isLambda())
    nameCaptures(RD);
  return F->getNameAsString();
}

} // namespace mixedad
