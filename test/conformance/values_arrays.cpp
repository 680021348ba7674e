// Local arrays of any rank, brace initialization, decay, and arrays in arrays.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double rank_two(double x, double y) {
  double m[2][2] = {{x, y}, {x * y, 1}};
  double r[2][2] = {};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k) r[i][j] += m[i][k] * m[k][j];
  return r[0][0] + 2 * r[0][1] + 3 * r[1][0] + 4 * r[1][1];
}
double rank_three(double x) {
  double t[2][3][2];
  for (int i = 0; i < 12; ++i) (&t[0][0][0])[i] = x * i;
  t[1][2][0] *= x;
  t[0][1][1] += t[1][2][0];
  double s = 0;
  for (auto &plane : t)
    for (auto &row : plane) s += row[0] * row[1];
  return s;
}
double partial_braces(double x) {
  double v[5] = {x, x * x};
  v[4] += 3 * x;
  return v[0] * v[1] + v[2] + v[4];
}
double first(const double *v) { return v[0] * v[1]; }
double decays(double x) {
  double v[2] = {x, 3};
  return first(v) + first(v + 0);
}
void rotate(double (&v)[3], double angle) {
  double c = std::cos(angle), s = std::sin(angle), x = v[0];
  v[0] = c * x - s * v[1];
  v[1] = s * x + c * v[1];
}
double by_array_reference(double x, double angle) {
  double v[3] = {x, 1, 2};
  rotate(v, angle);
  return v[0] * v[1] * v[2];
}
double recurrence(double x) {
  double f[8];
  f[0] = x;
  f[1] = x * x;
  for (int i = 2; i < 8; ++i) f[i] = 0.5 * f[i - 1] + f[i - 2] * x;
  return f[7];
}
double variable_index(double x, int k) {
  double v[4] = {1, x, x * x, 2};
  v[(k + 1) % 4] = v[k] * x;
  v[k] = 0;
  return v[0] + v[1] + v[2] + v[3];
}
double in_loop_scope(double x) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    double v[2] = {x * i, x};
    v[0] *= v[1];
    s += v[0] + s * v[1];
  }
  return s;
}
double matrix_parameter(const double (*m)[2], int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += m[i][0] * m[i][1];
  return s;
}
double passes_matrix(double x) {
  double m[3][2] = {{x, 1}, {x, x}, {2, x}};
  return matrix_parameter(m, 3);
}

int main() {
  CHECK(rank_two, 0.5, 2.0);
  CHECK(rank_three, 0.5);
  CHECK(partial_braces, 0.5);
  CHECK(decays, 0.5);
  CHECK(by_array_reference, 0.5, 0.7);
  CHECK(recurrence, 0.8);
  for (int k = 0; k < 4; ++k) CHECK(variable_index, 0.8, k);
  CHECK(in_loop_scope, 0.8);
  CHECK(passes_matrix, 0.8);
  return check::done();
}
