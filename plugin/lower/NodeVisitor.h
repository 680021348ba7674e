//===- NodeVisitor.h - a walk over the AST, instantiated once -------------===//
//
// RecursiveASTVisitor costs seconds of compile time for every class derived from it; this one is compiled once and
// calls virtual functions. (Clang's own DynamicRecursiveASTVisitor does not exist in every version we support.)
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_LOWER_NODEVISITOR_H
#define MIXEDAD_LOWER_NODEVISITOR_H

namespace clang {
class Decl;
class FunctionDecl;
class Stmt;
} // namespace clang

namespace mixedad {

/// Visits nodes before their children. Statements include expressions.
class NodeVisitor {
public:
  bool ImplicitCode = false;           ///< also what the source does not spell
  bool TemplateInstantiations = false; ///< also instances of templates
  bool LambdaBodies = true;            ///< otherwise of a lambda only what initializes its captures
  bool TemplateArguments = true;       ///< what a template is given where it is named

  virtual ~NodeVisitor() = default;
  virtual bool visit(clang::Stmt *) { return true; } ///< false ends the walk
  virtual bool visit(clang::Decl *) { return true; } ///< false ends the walk

  virtual bool skips(const clang::Decl *) { return false; } ///< true leaves it and what is in it out

  void walk(const clang::Stmt *S); ///< null is an empty statement
  void walk(const clang::Decl *D);
  void walkCode(const clang::FunctionDecl *Definition); ///< its body, and what a constructor's members begin with
};

} // namespace mixedad

#endif
