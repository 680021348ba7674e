//===- ReverseTree.h - the reverse sweep before it is text ----------------===//
//
// Statements of the reverse sweep, with contributions to adjoints kept apart from plain lines. Where an adjoint is
// declared depends on all its contributions: `const double d_x = ...;` when there is one and it stands in the block
// of x, `double d_x = ...; d_x += ...;` when more follow, and a zero before the first nested block that contributes.
// So the tree is built first and printed when it is complete.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TRANSFORM_REVERSETREE_H
#define MIXEDAD_TRANSFORM_REVERSETREE_H

#include "emit/Names.h"
#include "emit/Writer.h"

#include <memory>
#include <set>

namespace mixedad::transform {

class ReverseTree {
public:
  struct Block;

  /// One of: a line of text, a contribution (V and Text), a clearing (V), or nested blocks with their heads.
  struct Node {
    std::string Text;
    const ir::Value *V = nullptr;
    std::vector<const ir::Value *> Touched; ///< of a line: adjoints that it uses as variables
    std::vector<std::pair<std::string, std::unique_ptr<Block>>> Nested; ///< blocks and their heads
    bool Clears = false; ///< the adjoint of V becomes zero
    bool Assigns = false; ///< of a contribution: the adjoint of V was zero
  };
  struct Block {
    std::vector<Node> Nodes;
    bool Effect = false; ///< something in it or under it must run, not only declarations
    std::vector<const ir::Value *> Changed; ///< adjoints that its nodes change or use; complete before printing
  };

  ReverseTree() : Root(std::make_unique<Block>()), Current(Root.get()) {}

  /// A statement; Touched are adjoints that it reads or writes by name and that must have been declared.
  void line(std::string Text, std::vector<const ir::Value *> Touched = {});
  /// A declaration: it alone is no reason to run the block.
  void declare(std::string Text);
  /// The adjoint of V grows by Expr.
  void add(const ir::Value &V, std::string Expr);
  /// The adjoint of V, declared outside, becomes zero. It is printed as one assignment with the contribution that
  /// follows, if that is certain to run: `0 + x` is not x to a compiler, and a sum's adjoint would change in its loop.
  void clear(const ir::Value &V);
  /// The adjoint of V is a variable of the current block from here on, zero if nothing was added before.
  void touch(const ir::Value &V);

  /// A nested block: what Fill adds. It stands nowhere until it is placed.
  template <class Fn> std::unique_ptr<Block> nested(Fn Fill) {
    auto Inner = std::make_unique<Block>();
    Block *Outer = Current;
    Current = Inner.get();
    Fill();
    Current = Outer;
    return Inner;
  }
  using Headed = std::pair<std::string, std::unique_ptr<Block>>;
  /// `Head { ... } Head { ... }`: the blocks of one statement (if, else), in the current block.
  void place(std::vector<Headed> Blocks);

  /// The adjoint of V is a variable of the current block.
  void setHome(const ir::Value &V) { Homes[&V] = Current; }
  /// The adjoint of V is declared elsewhere: a parameter.
  void setOutside(const ir::Value &V) { Homes[&V] = nullptr; }
  bool contributed(const ir::Value &V) const { return Counts.count(&V) != 0; }

  void print(emit::Writer &W, emit::Naming &N);

private:
  void print(Block &B, emit::Writer &W, emit::Naming &N);
  void printAdd(const Node &Node, const Block &B, emit::Writer &W, emit::Naming &N);
  void printNested(const Node &Node, emit::Writer &W, emit::Naming &N);
  void predeclare(const Node &Node, const Block &B, emit::Writer &W, emit::Naming &N);
  static std::vector<const ir::Value *> changed(const Node &Node);
  static void findChanged(Block &B);
  void count(const ir::Value &V) { ++Counts[&V]; }
  void joinClearings(Block &B, emit::Naming &N);
  bool declareHere(const ir::Value &V) { return Declared.emplace(&V, LoopDepth).second; }
  bool sums(const ir::Value &V) const;

  std::unique_ptr<Block> Root;
  Block *Current;
  std::map<const ir::Value *, Block *> Homes;     // looked up, never iterated
  std::map<const ir::Value *, unsigned> Counts;   // looked up, never iterated
  std::map<const ir::Value *, unsigned> Declared; // in how many loops; looked up, never iterated
  unsigned LoopDepth = 0;                         // where it is printed
};

/// `sum_up(d, e);`: a sum over a loop's iterations, in any order.
std::string summation(const std::string &Into, const std::string &Expr);
/// `d += e;`, `d -= e;` or, for objects, `accumulate(d, e);`
std::string accumulation(const ir::Type &Ty, const std::string &Into, const std::string &Expr);
/// `d = 0;` or `set_zero(d);`
std::string clearing(const ir::Type &Ty, const std::string &Of);

} // namespace mixedad::transform
#endif
