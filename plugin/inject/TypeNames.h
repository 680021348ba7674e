//===- TypeNames.h - spellings that generated text can use ----------------===//
//
// Every type and function of the program gets a spelling that is valid inside namespace mixedad::detail, wherever
// it was declared: fully qualified from the global scope. What has no name there (closures, local and unnamed
// classes, and anything made of them) gets an alias, which is declared in that namespace before the text is parsed.
// Spelling the same thing twice gives the same text.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_INJECT_TYPENAMES_H
#define MIXEDAD_INJECT_TYPENAMES_H

#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseMap.h"
#include <string>

namespace mixedad {

/// namespace mixedad::detail, or null when its headers are not included.
clang::NamespaceDecl *detailNamespace(clang::Sema &S);

class TypeNames {
public:
  explicit TypeNames(clang::Sema &S) : S(S), Ctx(S.Context) {}

  std::string spell(clang::QualType T) { return spellAround(T, ""); }
  /// "::ns::f<double>": callable; for a method "::ns::S::m".
  std::string spellCallee(const clang::FunctionDecl *F);
  /// "&::ns::f", with a cast where the name alone means several functions.
  std::string spellAddress(const clang::FunctionDecl *F);
  /// The same without template arguments, for a name that overload resolution sees.
  std::string spellName(const clang::FunctionDecl *F);
  /// "::ns::v<double>" for a variable outside of functions or a static local one.
  std::string spellVariable(const clang::VarDecl *V);
  /// "fn_tag<static_cast<double (*)(double)>(&::ns::f)>", "type_tag<...>" for the call operator of a closure.
  std::string spellTag(const clang::FunctionDecl *F);
  /// As spellTag, for a function that was named with this pointer type.
  std::string spellFunctionTag(const clang::FunctionDecl *F, clang::QualType Pointer);
  /// The name of a member; captures of closures get one, "cap_x".
  std::string spellField(const clang::FieldDecl *F);
  /// The variable that a closure's member captures, "this", or "" when it is no capture.
  static std::string capturedName(const clang::FieldDecl *F);

private:
  std::string spellAround(clang::QualType T, std::string Declarator);
  std::string spellRecordOrEnum(const clang::TagDecl *D);
  std::string spellArguments(llvm::ArrayRef<clang::TemplateArgument> Args, bool &Ok);
  std::string spellArgument(const clang::TemplateArgument &A, bool &Ok);
  std::string scope(const clang::DeclContext *DC, bool &Ok);
  std::string alias(clang::QualType T, llvm::StringRef Hint);
  std::string aliasVariable(const clang::VarDecl *V);
  std::string functionPointerType(const clang::FunctionDecl *F);
  bool isHidden(const clang::NamedDecl *D);
  void nameCaptures(const clang::CXXRecordDecl *Closure);

  clang::Sema &S;
  clang::ASTContext &Ctx;
  llvm::DenseMap<clang::QualType, std::string> Aliases;
  llvm::DenseMap<const clang::VarDecl *, std::string> VariableAliases;
  llvm::DenseMap<const clang::CXXRecordDecl *, bool> Named;
};

} // namespace mixedad
#endif
