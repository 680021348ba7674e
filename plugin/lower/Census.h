//===- Census.h - what an indirect call may reach -------------------------===//
#ifndef MIXEDAD_LOWER_CENSUS_H
#define MIXEDAD_LOWER_CENSUS_H

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SmallVector.h"

namespace mixedad {

/// The possible targets of virtual calls and of calls through pointers, in the program's own part of the translation
/// unit. One walk finds them all, and again after new declarations.
class Census {
public:
  explicit Census(clang::ASTContext &Ast) : Ast(Ast) {}

  /// Classes that an object of static type Base can have.
  llvm::SmallVector<const clang::CXXRecordDecl *, 8> classesOf(const clang::CXXRecordDecl *Base);
  /// Functions of this type that are mentioned other than by calling them, in the order of the program.
  llvm::SmallVector<const clang::FunctionDecl *, 8> addressTaken(clang::QualType FunctionType);

  /// Declarations were added: instances of templates, generated code.
  void forget() { Known = false; }

private:
  void take();

  clang::ASTContext &Ast;
  bool Known = false;
  llvm::SmallVector<const clang::CXXRecordDecl *, 16> Classes;
  llvm::SmallVector<const clang::FunctionDecl *, 16> Mentioned;
};

} // namespace mixedad

#endif
