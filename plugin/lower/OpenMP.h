//===- OpenMP.h - what code under a directive does with a variable --------===//
//
// Private to plugin/lower; questions about the syntax tree alone. "Does not know" is answered as "no".
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_LOWER_OPENMP_H
#define MIXEDAD_LOWER_OPENMP_H

#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/StmtOpenMP.h"
#include <string>
#include <vector>

namespace mixedad {

/// V is read where S mentions it, and its address goes nowhere.
bool onlyRead(const clang::Stmt *S, const clang::VarDecl *V);
/// S mentions V only to update it with this operation: `v += e`, `v = v + e`, `v[k]++`, where e has no v. Running
/// the updates on the original is then the same as combining partial results. But: these mentions do not count.
bool onlyUpdated(const clang::Stmt *S, const clang::VarDecl *V, llvm::StringRef Operation, const clang::ASTContext &Ast,
                 llvm::ArrayRef<const clang::Expr *> But = {});
bool declares(const clang::Stmt *S, const clang::VarDecl *V);
/// Whether evaluating E may change what others see.
bool changesThings(const clang::Expr *E);
/// Calls of the OpenMP library whose result depends on who asks.
bool dependsOnThread(const clang::FunctionDecl *FD);

/// What the partial result of a reduction begins with, as a constant's text.
std::string identityOf(llvm::StringRef Operation);

} // namespace mixedad
#endif
