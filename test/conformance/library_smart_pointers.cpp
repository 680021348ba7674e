// std::unique_ptr and std::shared_ptr, to scalars, arrays, records and bases.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
// RUN: not %mixedad_cxx -DGAPS -fsyntax-only %s 2>&1 | grep -q "cannot differentiate 'grow', which returns an object that can only be moved"
#include "check.h"
#include <memory>

struct Shape {
  virtual double area() const = 0;
  virtual ~Shape() = default;
};
struct Disc : Shape {
  double r;
  explicit Disc(double r) : r(r) {}
  double area() const override { return 3 * r * r; }
};
double scalar(double x) {
  auto p = std::make_unique<double>(x * x);
  *p += x;
  std::unique_ptr<double> q = std::move(p);
  return *q * (p ? 100 : 1);
}
double array(double x) {
  std::unique_ptr<double[]> v(new double[3]);
  for (int i = 0; i < 3; ++i) v[i] = x * (i + 1);
  auto w = std::make_unique<double[]>(2);
  w[1] = v[2] * v[1];
  return w[0] + w[1] * v[0];
}
double shared(double x) {
  auto p = std::make_shared<double>(x);
  std::shared_ptr<double> q = p;
  *q *= x;
  return *p * x;
}
struct Node { double value; std::shared_ptr<Node> next; };
double list(double x) {
  std::shared_ptr<Node> head;
  for (int i = 1; i < 4; ++i) head = std::make_shared<Node>(Node{x * i, head});
  double s = 0;
  for (auto p = head; p; p = p->next) s = s * x + p->value;
  return s;
}
struct Tree {
  double value;
  std::unique_ptr<Tree> left, right;
};
std::unique_ptr<Tree> grow(double x, int depth) {
  if (depth == 0) return nullptr;
  auto t = std::make_unique<Tree>();
  t->value = x * depth;
  t->left = grow(x * 0.5, depth - 1);
  t->right = grow(x + 1, depth - 1);
  return t;
}
double total(const Tree *t) { return t ? t->value * t->value + total(t->left.get()) - total(t->right.get()) : 0; }
double tree(double x) { return total(grow(x, 3).get()); }
double polymorphic(double x) {
  std::unique_ptr<Shape> s = std::make_unique<Disc>(x);
  return s->area() * x;
}

double shared_array(double x) {
  std::shared_ptr<double[]> p(new double[3]{});
  p[0] = x;
  p[1] = x * x;
  auto q = p;
  q[2] = p[0] * q[1];
  return p[0] * p[1] * p[2];
}

int main() {
  CHECK(shared_array, 1.3);
  CHECK(scalar, 0.5);
  CHECK(array, 0.5);
  CHECK(shared, 0.5);
  CHECK(list, 0.5);
#ifdef GAPS // without a derivative yet
  CHECK(tree, 0.5);
#endif
  CHECK(polymorphic, 0.5);
  return check::done();
}
