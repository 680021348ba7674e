// A virtual function that calls itself through its base class: composites and trees of objects.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <cmath>
#include <memory>
#include <vector>

struct Node {
  virtual double eval(double x) const = 0;
  virtual ~Node() = default;
};
struct Leaf : Node {
  double k;
  Leaf(double k) : k(k) {}
  double eval(double x) const override { return k * x; }
};
struct Sine : Node {
  std::shared_ptr<Node> of;
  Sine(std::shared_ptr<Node> of) : of(std::move(of)) {}
  double eval(double x) const override { return std::sin(of->eval(x)); }
};
struct Sum : Node {
  std::vector<std::shared_ptr<Node>> parts;
  double eval(double x) const override {
    double s = 0;
    for (const auto &p : parts) s += p->eval(x);
    return s;
  }
};
double tree(double x, double k) {
  auto inner = std::make_shared<Sum>();
  inner->parts.push_back(std::make_shared<Leaf>(k));
  inner->parts.push_back(std::make_shared<Sine>(std::make_shared<Leaf>(k * k)));
  Sum all;
  all.parts.push_back(inner);
  all.parts.push_back(std::make_shared<Sine>(inner));
  return all.eval(x);
}
// What is passed on by std::make_shared has the types of the arguments, not of the parameters.
struct Line {
  double a, b;
  Line(double a, double b) : a(a), b(b) {}
  double at(double x) const { return a * x + b; }
};
double converted(double x) {
  auto line = std::make_shared<Line>(3, x);
  auto other = std::make_unique<Line>(x, 2.5f);
  std::vector<Line> lines;
  lines.emplace_back(2, x);
  return line->at(x) * other->at(1) + lines[0].at(x);
}
int main() {
  CHECK(tree, 0.7, 1.3);
  CHECK(converted, 0.7);
  return check::done();
}
