//===- ReverseTree.cpp - the reverse sweep before it is text --------------===//

#include "transform/ReverseTree.h"

#include "emit/Template.h"

#include <algorithm>

using namespace mixedad::ir;

namespace mixedad::transform {

using emit::declarator;

std::string accumulation(const Type &Ty, const std::string &Into, const std::string &Expr) {
  if (Ty.Class != TypeClass::Real)
    return "accumulate(" + Into + ", " + Expr + ");";
  if (Expr.size() > 1 && Expr[0] == '-' && Expr[1] != '-' && emit::precedence(Expr) <= emit::Prec::Mul)
    return Into + " -= " + Expr.substr(1) + ";";
  return Into + " += " + Expr + ";";
}

std::string summation(const std::string &Into, const std::string &Expr) {
  return "sum_up(" + Into + ", " + Expr + ");";
}

std::string clearing(const Type &Ty, const std::string &Of) {
  if (Ty.Class == TypeClass::Vector) // the variable may hold an array of another shape next
    return "clear_adjoint(" + Of + ");";
  return Ty.Class == TypeClass::Real ? Of + " = 0;" : "set_zero(" + Of + ");";
}

void ReverseTree::line(std::string Text, std::vector<const Value *> Touched) {
  for (const Value *V : Touched)
    count(*V), count(*V); // it may change: never const
  Current->Effect = true;
  Current->Nodes.push_back({std::move(Text), nullptr, std::move(Touched), {}});
}

void ReverseTree::declare(std::string Text) { Current->Nodes.push_back({std::move(Text), nullptr, {}, {}}); }

void ReverseTree::add(const Value &V, std::string Expr) {
  count(V);
  Current->Effect = true;
  Current->Nodes.push_back({std::move(Expr), &V, {}, {}});
}

void ReverseTree::clear(const Value &V) {
  count(V), count(V);
  Current->Effect = true;
  Node Clearing{"", &V, {}, {}};
  Clearing.Clears = true;
  Current->Nodes.push_back(std::move(Clearing));
}

void ReverseTree::touch(const Value &V) {
  count(V), count(V);
  Current->Nodes.push_back({"", nullptr, {&V}, {}});
}

void ReverseTree::place(std::vector<Headed> Blocks) {
  Current->Effect = true;
  Current->Nodes.push_back({"", nullptr, {}, std::move(Blocks)});
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void addOnce(std::vector<const Value *> &To, std::set<const Value *> &Seen, const Value *V) {
  if (Seen.insert(V).second)
    To.push_back(V);
}

/// Adjoints that the node and what is nested in it change or use.
std::vector<const Value *> ReverseTree::changed(const Node &Node) {
  std::vector<const Value *> Out;
  std::set<const Value *> Seen;
  if (Node.V)
    addOnce(Out, Seen, Node.V);
  for (const Value *V : Node.Touched)
    addOnce(Out, Seen, V);
  for (const auto &Inner : Node.Nested)
    for (const Value *V : Inner.second->Changed)
      addOnce(Out, Seen, V);
  return Out;
}

/// Inner blocks first: every node is looked at once.
void ReverseTree::findChanged(Block &B) {
  B.Changed.clear();
  std::set<const Value *> Seen;
  for (Node &Node : B.Nodes) {
    for (auto &Inner : Node.Nested)
      findChanged(*Inner.second);
    for (const Value *V : changed(Node))
      addOnce(B.Changed, Seen, V);
  }
}

/// Adjoints of this block that the node changes from inside a nested block, or by name.
void ReverseTree::predeclare(const Node &Node, const Block &B, emit::Writer &W, emit::Naming &N) {
  for (const Value *V : changed(Node)) {
    auto Home = Homes.find(V);
    if (Home == Homes.end() || Home->second != &B || !declareHere(*V))
      continue;
    W.line(declarator(V->Ty->Spelling, N.shadow(*V)) + (V->isReal() ? " = 0;" : "{};"));
  }
}

void ReverseTree::printAdd(const Node &Node, const Block &B, emit::Writer &W, emit::Naming &N) {
  const Value &V = *Node.V;
  std::string Name = N.shadow(V);
  auto Home = Homes.find(&V);
  if (Home == Homes.end() || Home->second != &B || !declareHere(V)) {
    if (Node.Assigns)
      return W.line(Name + " = " + Node.Text + ";");
    return W.line(sums(V) ? summation(Name, Node.Text) : accumulation(*V.Ty, Name, Node.Text));
  }
  std::string Const = Counts[&V] == 1 && V.isReal() ? "const " : "";
  W.line(Const + declarator(V.Ty->Spelling, Name) + " = " + Node.Text + ";");
}

void ReverseTree::printNested(const Node &Node, emit::Writer &W, emit::Naming &N) {
  bool Open = false;
  for (const auto &[Head, Inner] : Node.Nested) {
    Open ? W.reopen(Head) : W.open(Head);
    Open = true;
    const bool Loops = Head.rfind("for (", 0) == 0;
    LoopDepth += Loops;
    print(*Inner, W, N);
    LoopDepth -= Loops;
  }
  W.close();
}

/// A real that was declared outside the loop that is being printed.
bool ReverseTree::sums(const Value &V) const {
  auto At = Declared.find(&V);
  return V.isReal() && LoopDepth > (At == Declared.end() ? 0 : At->second);
}

void ReverseTree::joinClearings(Block &B, emit::Naming &N) {
  for (size_t I = 0; I < B.Nodes.size(); ++I) {
    Node &Clearing = B.Nodes[I];
    if (!Clearing.Clears || !Clearing.V->isReal())
      continue;
    const std::string Name = N.shadow(*Clearing.V);
    for (size_t J = I + 1; J < B.Nodes.size(); ++J) {
      Node &Next = B.Nodes[J];
      const std::vector<const Value *> Changed = changed(Next);
      if (Next.V == Clearing.V && !Next.Clears && Next.Text.find(Name) == std::string::npos) {
        Next.Assigns = true;
        B.Nodes.erase(B.Nodes.begin() + I--);
        break;
      }
      if (std::find(Changed.begin(), Changed.end(), Clearing.V) != Changed.end() || !Next.Nested.empty() ||
          Next.Text.find(Name) != std::string::npos)
        break;
    }
  }
}

void ReverseTree::print(Block &B, emit::Writer &W, emit::Naming &N) {
  joinClearings(B, N);
  for (const Node &Node : B.Nodes) {
    if (Node.Clears) {
      W.line(clearing(*Node.V->Ty, N.shadow(*Node.V)));
      continue;
    }
    if (Node.V) {
      printAdd(Node, B, W, N);
      continue;
    }
    predeclare(Node, B, W, N);
    if (!Node.Nested.empty())
      printNested(Node, W, N);
    else if (!Node.Text.empty())
      W.splice(Node.Text);
  }
}

void ReverseTree::print(emit::Writer &W, emit::Naming &N) {
  Declared.clear();
  LoopDepth = 0;
  findChanged(*Root);
  print(*Root, W, N);
}

} // namespace mixedad::transform
