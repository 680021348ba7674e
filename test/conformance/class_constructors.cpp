// Constructors with bodies, initializer lists, delegation and conversion; destructors that release.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

struct Circle {
  double r, area;
  Circle(double radius) : r(radius), area(3 * r * r) {}
  Circle(double a, double b) : Circle(a * b) { area += a; }
  explicit Circle(int n) : r(n), area(n) {}
};
double initializer_list(double x) {
  Circle c(x);
  Circle d{x, 2 * x}, e(3);
  return c.area * d.r + d.area * e.r;
}
double implicit(const Circle &c) { return c.area * c.r; }
double conversion(double x) { return implicit(x * x) + implicit(Circle(x, x)); }
class Accumulator {
  double total = 0;
  int count = 0;
public:
  Accumulator() = default;
  explicit Accumulator(double start) { total = start * start; }
  void add(double x) { total += x; ++count; }
  double mean() const { return total / count; }
};
double with_body(double x) {
  Accumulator a, b(x);
  for (int i = 0; i < 3; ++i) {
    a.add(x * i);
    b.add(a.mean());
  }
  return a.mean() * b.mean();
}
class Buffer {
  double *data;
  int n;
public:
  explicit Buffer(int n) : data(new double[n]()), n(n) {}
  Buffer(const Buffer &) = delete;
  ~Buffer() { delete[] data; }
  double &operator[](int i) { return data[i]; }
  double sum() const {
    double s = 0;
    for (int i = 0; i < n; ++i) s += data[i];
    return s;
  }
};
double owns_memory(double x) {
  Buffer b(3);
  b[0] = x;
  b[1] = x * x;
  b[2] += b[0] * b[1];
  return b.sum() * b[1];
}
// The destructor writes an active value.
struct Scope {
  double &target;
  double amount;
  Scope(double &t, double a) : target(t), amount(a) { target += a; }
  ~Scope() { target *= amount; }
};
double destructor_writes(double x) {
  double t = x;
  {
    Scope s(t, x * x);
    t *= 2;
  }
  return t * x;
}

int main() {
  CHECK(initializer_list, 0.5);
  CHECK(conversion, 0.5);
  CHECK(with_body, 0.5);
  CHECK(owns_memory, 0.5);
  CHECK(destructor_writes, 0.5);
  return check::done();
}
