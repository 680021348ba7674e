// Records that hold pointers and references to memory of someone else: matrices, spans of one's own, iterators.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

struct Matrix {
  double *data;
  int rows, cols;
  double &operator()(int i, int j) { return data[i * cols + j]; }
  double operator()(int i, int j) const { return data[i * cols + j]; }
  Matrix row(int i) const { return {data + i * cols, 1, cols}; }
};
static void multiply(Matrix out, const Matrix &a, Matrix b) {
  for (int i = 0; i < out.rows; ++i)
    for (int j = 0; j < out.cols; ++j) {
      out(i, j) = 0;
      for (int k = 0; k < a.cols; ++k) out(i, j) += a(i, k) * b(k, j);
    }
}
double trace_of_square(double *v) {
  double t[4];
  Matrix a{v, 2, 2}, b{t, 2, 2};
  multiply(b, a, a);
  b.row(1)(0, 1) *= 2;
  return b(0, 0) + b(1, 1);
}
struct Ref {
  double &target;
  const double *source;
  void run() { target += *source * *source; }
};
double reference_member(double x, double y) {
  double t = x;
  Ref r{t, &y};
  r.run();
  r.target *= y;
  return t;
}
class Stride {
  const double *p;
  int step;
public:
  Stride(const double *p, int step) : p(p), step(step) {}
  double operator*() const { return *p; }
  Stride &operator++() { p += step; return *this; }
  bool operator!=(const Stride &o) const { return p != o.p; }
};
struct Column {
  const double *p;
  int n, step;
  Stride begin() const { return {p, step}; }
  Stride end() const { return {p + n * step, step}; }
};
double own_iterator(const double *v) {
  double s = 0;
  for (double e : Column{v, 2, 2}) s = s * 0.5 + e * e;
  return s;
}

int main() {
  CHECK(trace_of_square, check::buf({1.0, 2.0, -0.5, 3.0}));
  CHECK(reference_member, 0.5, 1.5);
  CHECK(own_iterator, check::buf({1.0, 2.0, -0.5, 3.0}));
  return check::done();
}
