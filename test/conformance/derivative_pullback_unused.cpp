// Pullbacks that are never pulled release what the function's derivative had allocated, and so do those that are.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <cstdlib>
#include <malloc.h>
#include <map>
#include <memory>
#include <optional>
#include <vector>

double with_new(double x) {
  double *p = new double[4];
  p[0] = x * x;
  double *q = static_cast<double *>(std::malloc(8 * sizeof(double)));
  q[1] = p[0] * x;
  double r = q[1] * p[0];
  delete[] p;
  std::free(q);
  return r;
}
double in_loop(double x, int n) {
  double r = x;
  for (int i = 0; i < n; ++i) {
    double *p = new double(r * i);
    if (i % 2) r += std::sin(*p);
    delete p;
  }
  return r;
}
class Buffer {
  double *p;
  std::vector<double> v;

public:
  Buffer(double x) : p(new double(x)), v{x, x * x} {}
  Buffer(const Buffer &) = delete;
  ~Buffer() { delete p; }
  double value() const { return *p * v[1]; }
};
double with_class(double x) {
  Buffer b(x);
  Buffer *c = new Buffer(b.value());
  double r = c->value();
  delete c;
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
struct Product : Node {
  Ptr a, b;
  Product(Ptr a, Ptr b) : a(std::move(a)), b(std::move(b)) {}
  double value(double x) const override { return a->value(x) * b->value(x); }
};
double tree(double x, int n) {
  Ptr e = std::make_unique<Constant>(x);
  for (int i = 0; i < n; ++i) e = std::make_unique<Product>(std::move(e), Ptr(new Constant(x + i)));
  return e->value(x);
}
double chosen(double x, int n) {
  double *p = nullptr;
  if (n > 2) p = new double(x);
  else p = new double(x * x);
  std::unique_ptr<double> owner;
  owner.reset(p);
  auto other = std::move(owner);
  return *other * x;
}
double shared(double x) {
  auto p = std::make_shared<double>(x * x);
  auto q = p;
  std::map<int, std::shared_ptr<double>> m;
  m[1] = q;
  *q *= x;
  return *m.at(1);
}
double containers(double x) {
  std::vector<std::vector<double>> v(3, std::vector<double>(20, x));
  v.push_back(v[0]);
  v.erase(v.begin());
  std::optional<std::vector<double>> o = v[1];
  return (*o)[3] * v.back()[2];
}
double recursive(double x, int n) {
  std::unique_ptr<double> p = std::make_unique<double>(x * n);
  return n ? *p * recursive(x, n - 1) : *p;
}

int pulled;
template <auto F, class... A> void leaks(const char *name, A... args) {
  auto round = [&] {
    { auto p = mixedad::pullback<F>(args...); }
    auto p = mixedad::pullback<F>(args...);
    auto q = p;
    if (pulled) q.pull(1.0);
  };
  for (int i = 0; i < 10; ++i) round(); // tapes and malloc keep some memory
  const auto before = mallinfo2().uordblks;
  for (int i = 0; i < 5; ++i) round();
  check::is_true(name, mallinfo2().uordblks <= before);
}

int main() {
  for (pulled = 0; pulled < 2; ++pulled) {
    leaks<with_new>("with_new", 0.7);
    leaks<in_loop>("in_loop", 0.7, 4);
    leaks<with_class>("with_class", 0.7);
    leaks<tree>("tree", 0.7, 3);
    leaks<chosen>("chosen", 0.7, 1);
    leaks<shared>("shared", 0.7);
    leaks<containers>("containers", 0.7);
    leaks<recursive>("recursive", 0.7, 3);
  }
  CHECK(with_new, 0.7);
  CHECK(in_loop, 0.7, 4);
  CHECK(with_class, 0.7);
  CHECK(tree, 0.7, 3);
  CHECK(chosen, 0.7, 1);
  CHECK(shared, 0.7);
  CHECK(containers, 0.7);
  CHECK(recursive, 0.7, 3);
  return check::done();
}
