//===- LazyTree.h - an expression over arrays, before it is fused ---------===//
#ifndef MIXEDAD_LOWER_LAZYTREE_H
#define MIXEDAD_LOWER_LAZYTREE_H

#include "lower/Lowerer.h"

namespace mixedad {

struct LazyTree {
  ir::Value *Leaf = nullptr;      ///< Array or scalar
  clang::QualType Element;        ///< of the leaf or the result
  std::string Row;                ///< a rule's row, or
  const clang::FunctionDecl *FD = nullptr;
  std::shared_ptr<Closure> C;
  std::vector<std::unique_ptr<LazyTree>> Children;
  bool Parts = false;             ///< an object beside the arrays: the children are the numbers in it
  bool WantsValue = false;        ///< with Outputs: the tree's value is what FD returns
  unsigned Outputs = 0, Output = 0; ///< FD adds to its last so many parameters, and the tree's value is one of these
};

} // namespace mixedad
#endif
