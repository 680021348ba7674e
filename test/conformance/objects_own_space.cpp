// Classes that the plugin cannot look into: the user says how they are vectors, and how their reals are numbered.
// RUN: %mixedad_cxx -O1 %s -o %t && %t
// RUN: not %mixedad_cxx -fsyntax-only -DUNSAID %s 2>&1 | %filecheck %s
// CHECK: note: specialize mixedad::tangent_space for it, with zero_like, set_zero and accumulate
// RUN: not %mixedad_cxx -fsyntax-only -DUNNUMBERED %s 2>&1 | %filecheck %s --check-prefix=NUMBERS
// NUMBERS: specialize mixedad::coordinates for it, or use vjp, jvp or hvp
#include "check.h"
#include <mixedad/jacobian.h>

/// Owns its memory: a copy is a copy of the numbers.
class Row {
public:
  explicit Row(int n) : n_(n), data_(new double[n]()) {}
  Row(const Row &o) : Row(o.n_) {
    for (int i = 0; i < n_; ++i) data_[i] = o.data_[i];
  }
  Row &operator=(const Row &) = delete;
  ~Row() { delete[] data_; }
  int size() const { return n_; }
  double &at(int i) { return data_[i]; }
  double at(int i) const { return data_[i]; }

private:
  int n_;
  double *data_;
};
#ifndef UNSAID
template <> struct mixedad::tangent_space<Row> {
  static Row zero_like(const Row &x) { return Row(x.size()); }
  static void set_zero(Row &x) {
    for (int i = 0; i < x.size(); ++i) x.at(i) = 0;
  }
  static void accumulate(Row &into, const Row &from) {
    for (int i = 0; i < into.size(); ++i) into.at(i) += from.at(i);
  }
};
#endif
struct Point { double x, y; };
#ifndef UNNUMBERED
template <> struct mixedad::coordinates<Point> {
  using real = double;
  static std::size_t size(const Point &) { return 2; }
  static double get(const Point &p, std::size_t i) { return i ? p.y : p.x; }
  static void set(Point &p, std::size_t i, double value) { (i ? p.y : p.x) = value; }
};
#endif

double weighted(const Row &r, double w) {
  double s = 0;
  for (int i = 0; i < r.size(); ++i) s += r.at(i) * r.at(i) * w;
  return s;
}
Point turned(Point p) { return {p.x * p.y, p.x - p.y}; }

int main() {
  using check::close;
  Row r(3);
  for (int i = 0; i < 3; ++i) r.at(i) = i + 1;
  auto [dr, dw] = mixedad::gradient<weighted>(r, 0.5);
  for (int i = 0; i < 3; ++i) close("row", dr.at(i), i + 1);
  close("weight", dw, 14);
  auto j = mixedad::get<0>(mixedad::jacobian<turned>(Point{3, 5}));
  close("00", j(0, 0), 5);
  close("01", j(0, 1), 3);
  close("10", j(1, 0), 1);
  close("11", j(1, 1), -1);
  return check::done();
}
