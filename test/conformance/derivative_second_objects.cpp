// Second derivatives of programs whose objects own memory: members, owners, optional, variant, maps, sorted vectors. Tangents
// of gradients for all, gradients of gradients where no container changes its shape.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <algorithm>
#include <map>
#include <memory>
#include <mixedad/jacobian.h>
#include <optional>
#include <variant>
#include <vector>

struct Curve {
  std::vector<double> v;
  Curve(double x) : v{x, x * x} {}
  double value() const { return v[0] * v[1]; }
};
struct Owned {
  std::unique_ptr<double> p;
  Owned(double x) : p(std::make_unique<double>(x * x)) {}
  double value() const { return *p * *p; }
};
struct Block {
  std::unique_ptr<double[]> p;
  int n;
  Block(double x, int n) : p(new double[n]), n(n) {
    for (int i = 0; i < n; ++i) p[i] = x * i;
  }
  double value() const {
    double s = 0;
    for (int i = 0; i < n; ++i) s += p[i] * p[i] * p[i];
    return s;
  }
};
struct Raw {
  double *p;
  Raw(double x) : p(new double(x)) {}
  ~Raw() { delete p; }
  Raw(const Raw &) = delete;
  double value() const { return *p * *p * *p; }
};
struct Point {
  double a, b;
  Point(double a, double b) : a(a), b(b) {}
  double value() const { return a * a * b; }
};
double with_vector(double x) { return Curve(x).value() * x; }
double with_owner(double x) { return Owned(x).value() * x; }
double with_array(double x) { return Block(x, 3).value() * x; }
double with_pointer(double x) {
  Raw r(x);
  return r.value() * x;
}
double copied_vectors(double x) {
  std::vector<double> v{x, x * x}, w = v;
  w[0] *= v[1];
  v = w;
  return v[0] * w[1];
}
double optionals(double x) {
  std::optional<Point> o;
  o = Point(x, x * x);
  std::optional<Curve> p = Curve(x), q;
  q = p;
  return o->value() * p->value() + q->value();
}
double variants(double x) {
  std::variant<double, Point> v = x;
  v = Point(x, x * x);
  return std::get<1>(v).value();
}
double vectors(double x) {
  std::vector<Point> v;
  v.resize(2, Point(x, x));
  v.insert(v.begin(), Point(x, 2));
  v.insert(v.end(), v.begin(), v.begin() + 1);
  double r = 1;
  for (auto &p : v) r *= p.value();
  return r;
}
double sorted(double x) {
  std::vector<Point> v;
  for (int i = 0; i < 3; ++i) v.emplace_back(std::cos(2 * i) * x, x);
  std::sort(v.begin(), v.end(), [](const Point &p, const Point &q) { return p.a < q.a; });
  double r = 0;
  for (int i = 0; i < 3; ++i) r += (i + 1) * v[i].value();
  return r;
}
double maps(double x) {
  std::map<int, Point> m;
  m.emplace(1, Point(x, x));
  m.insert_or_assign(2, Point(x, x * x));
  double r = 1;
  for (auto &entry : m) r *= entry.second.value();
  return r;
}
struct Node {
  virtual ~Node() = default;
  virtual double value(double x) const = 0;
};
using Ptr = std::unique_ptr<Node>;
struct Constant : Node {
  double c;
  Constant(double c) : c(c) {}
  double value(double) const override { return c; }
};
struct Variable : Node {
  double value(double x) const override { return x; }
};
struct Product : Node {
  Ptr a, b;
  Product(Ptr a, Ptr b) : a(std::move(a)), b(std::move(b)) {}
  double value(double x) const override { return a->value(x) * b->value(x); }
};
double tree(double x) {
  Ptr e = std::make_unique<Product>(std::make_unique<Product>(std::make_unique<Variable>(), std::make_unique<Variable>()),
                                    std::make_unique<Constant>(3 * x));
  return e->value(x);
}
double cube(double x) { return x * x * x; }
double sine(double x) { return std::sin(x); }
double function_pointers(double x) {
  double (*table[])(double) = {cube, sine};
  double (*chosen)(double) = x > 0 ? sine : cube;
  double r = chosen(x);
  for (int i = 0; i < 2; ++i) r *= table[i](r);
  return r;
}

template <double (*F)(double)> double slope(double x) { return mixedad::get<0>(mixedad::gradient<F>(x)); }
template <double (*F)(double)> void second(const char *name, double x) {
  check::close(name, mixedad::get<0, 0>(mixedad::hessian<F>(x)), check::derivative(slope<F>, x), 1e-7);
}
#define SECOND(f) second<f>(#f, 0.7)

int main() {
  SECOND(with_vector);
  SECOND(with_owner);
  SECOND(with_array);
  SECOND(with_pointer);
  SECOND(copied_vectors);
  SECOND(optionals);
  SECOND(variants);
  SECOND(vectors);
  SECOND(sorted);
  SECOND(maps);
  SECOND(tree);
  SECOND(function_pointers);
  CHECK(slope<with_vector>, 0.7);
  CHECK(slope<with_pointer>, 0.7);
  CHECK(slope<copied_vectors>, 0.7);
  CHECK(slope<function_pointers>, 0.7);
  return check::done();
}
