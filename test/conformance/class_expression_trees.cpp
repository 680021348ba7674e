// Expression trees: polymorphic nodes that own their children, made by functions, in loops.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <memory>
#include <string>
#include <vector>

struct Node {
  virtual ~Node() = default;
  virtual double value(double x) const = 0;
};
using Ptr = std::unique_ptr<Node>;
struct Constant : Node {
  double c;
  explicit Constant(double c) : c(c) {}
  double value(double) const override { return c; }
};
struct Variable : Node {
  double value(double x) const override { return x; }
};
struct Binary : Node {
  Ptr a, b;
  Binary(Ptr a, Ptr b) : a(std::move(a)), b(std::move(b)) {}
};
struct Product : Binary {
  using Binary::Binary;
  double value(double x) const override { return a->value(x) * b->value(x); }
};
struct Sum : Binary {
  std::string name;
  Sum(Ptr a, Ptr b) : Binary(std::move(a), std::move(b)), name("sum") {}
  double value(double x) const override { return a->value(x) + b->value(x); }
};
struct Call : Node {
  std::vector<Ptr> arguments;
  double scale;
  Call(double scale, Ptr a) : scale(scale) { arguments.push_back(std::move(a)); }
  double value(double x) const override { return scale * std::sin(arguments[0]->value(x)); }
};
Ptr product(Ptr a, Ptr b) { return std::make_unique<Product>(std::move(a), std::move(b)); }
Ptr sum(Ptr a, Ptr b) { return std::make_unique<Sum>(std::move(a), std::move(b)); }
Ptr variable() { return std::make_unique<Variable>(); }
Ptr constant(double c) { return std::make_unique<Constant>(c); }

double named(double x) {
  Ptr a = std::make_unique<Variable>();
  Ptr b = std::make_unique<Constant>(x);
  Ptr m = std::make_unique<Product>(std::move(a), std::move(b));
  return m->value(x);
}
double nested(double x) {
  Ptr e = std::make_unique<Sum>(std::make_unique<Product>(std::make_unique<Variable>(), std::make_unique<Variable>()),
                                std::make_unique<Constant>(3 * x));
  return e->value(x);
}
double functions(double x) { return sum(product(variable(), variable()), product(constant(x), variable()))->value(x); }
double in_loop(double x, int n) {
  Ptr e = constant(1);
  for (int i = 0; i < n; ++i) e = product(std::move(e), sum(variable(), constant(i * x)));
  return e->value(x);
}
double with_vector(double x) { return Call(x, product(variable(), constant(2))).value(x); }
struct Counting : Node { // its constructor changes more than the object
  double v;
  Counting(double &calls, double v) : v(v) { calls += v; }
  double value(double x) const override { return v * x; }
};
double effects(double x) {
  double sum = x;
  Counting a(sum, x * x);
  Ptr b = std::make_unique<Counting>(sum, 3 * x);
  return a.value(x) * b->value(sum);
}
double raw(double x) {
  Node *leaf = new Constant(x * x);
  Node *root = new Product(Ptr(leaf), variable());
  double r = root->value(x);
  delete root;
  return r;
}
double local(double x) {
  Product p(constant(x), variable());
  Sum s(variable(), constant(p.value(x)));
  return s.value(x) * p.value(2 * x);
}

int main() {
  CHECK(named, 0.7);
  CHECK(nested, 0.7);
  CHECK(functions, 0.7);
  CHECK(in_loop, 0.7, 3);
  CHECK(with_vector, 0.7);
  CHECK(effects, 0.7);
  CHECK(raw, 0.7);
  CHECK(local, 0.7);
  return check::done();
}
