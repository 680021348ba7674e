// What functions return: records, references, pointers, pairs of outputs, nothing; results that are dropped or reused.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

struct Fit { double slope, offset; bool good; };
template <class V> void reals(Fit &f, V &&v) { v(f.slope); v(f.offset); }
Fit fit(const double *x, const double *y, int n) {
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (int i = 0; i < n; ++i) sx += x[i], sy += y[i], sxx += x[i] * x[i], sxy += x[i] * y[i];
  double det = n * sxx - sx * sx;
  if (det == 0) return {0, 0, false};
  Fit f;
  f.slope = (n * sxy - sx * sy) / det;
  f.offset = (sy - f.slope * sx) / n;
  f.good = true;
  return f;
}
double predict(const double *x, const double *y, int n, double at) {
  Fit f = fit(x, y, n);
  return f.good ? f.slope * at + f.offset : at;
}
static double *largest(double *v, int n) {
  double *best = v;
  for (int i = 1; i < n; ++i)
    if (v[i] > *best) best = v + i;
  return best;
}
double through_pointer(double x, double y) {
  double v[3] = {x, y, x * y};
  *largest(v, 3) *= 2;
  double *p = largest(v, 2);
  return *p * v[2] + v[0];
}
static double &cell(double (&m)[2][2], int i, int j) { return m[i][j]; }
double through_reference(double x) {
  double m[2][2] = {{x, 1}, {2, x * x}};
  cell(m, 0, 1) = cell(m, 1, 1) * cell(m, 0, 0);
  double &r = cell(m, 1, 0);
  r += x;
  return cell(m, 0, 1) * m[1][0];
}
Fit choose(const Fit &a, const Fit &b, double at) { return a.slope * at > b.slope * at ? a : b; }
float many_parameters(float a, double b, int c, float d, double e, bool f, float g, double h, char i, float j) {
  return float(a * b * c + d * e * f - g * h * i + j);
}

struct Ends {
  double a, b;
};
template <class V> void reals(Ends &e, V &&visit) { visit(e.a), visit(e.b); }
const double &constant_reference(const Ends &e) { return e.a > e.b ? e.a : e.b; }
double &reference(Ends &e) {
  e.b *= e.a;
  return e.b;
}

int main() {
  CHECK(constant_reference, Ends{1.0, 2.0});
  CHECK(reference, check::ref(Ends{1.5, 2.0}));
  CHECK(fit, check::buf({0.0, 1.0, 2.5}), check::buf({1.0, 2.0, 3.0}), 3);
  CHECK(predict, check::buf({0.0, 1.0, 2.5}), check::buf({1.0, 2.0, 3.0}), 3, 1.5);
  CHECK(through_pointer, 0.5, 1.5);
  CHECK(through_pointer, 1.5, 0.5);
  CHECK(through_reference, 0.5);
  CHECK(choose, (Fit{1, 2, true}), (Fit{2, 3, true}), 0.5);
  CHECK(many_parameters, 1.5f, 2.0, 3, 0.5f, 0.25, true, 2.0f, 1.0, char(2), 4.0f);
  return check::done();
}
