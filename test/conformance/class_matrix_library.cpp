// A small linear-algebra library of the reader's own: templated sizes, operators, transposes, solves.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

template <int R, int C> struct Mat {
  double a[R][C] = {};
  double &operator()(int i, int j) { return a[i][j]; }
  const double &operator()(int i, int j) const { return a[i][j]; }
  static Mat identity() {
    Mat m;
    for (int i = 0; i < R && i < C; ++i) m(i, i) = 1;
    return m;
  }
  Mat<C, R> transposed() const {
    Mat<C, R> t;
    for (int i = 0; i < R; ++i)
      for (int j = 0; j < C; ++j) t(j, i) = a[i][j];
    return t;
  }
};
template <int R, int C, class V> void reals(Mat<R, C> &m, V &&v) { v(m.a); }
template <int R, int K, int C> Mat<R, C> operator*(const Mat<R, K> &x, const Mat<K, C> &y) {
  Mat<R, C> r;
  for (int i = 0; i < R; ++i)
    for (int j = 0; j < C; ++j)
      for (int k = 0; k < K; ++k) r(i, j) += x(i, k) * y(k, j);
  return r;
}
template <int R, int C> Mat<R, C> operator+(Mat<R, C> x, const Mat<R, C> &y) {
  for (int i = 0; i < R; ++i)
    for (int j = 0; j < C; ++j) x(i, j) += y(i, j);
  return x;
}
double norm(const Mat<2, 3> &m) {
  auto g = m * m.transposed() + Mat<2, 2>::identity();
  return g(0, 0) * g(1, 1) - g(0, 1) * g(1, 0);
}
double determinant(Mat<3, 3> m) {
  double det = 1;
  for (int k = 0; k < 3; ++k) {
    det *= m(k, k);
    for (int i = k + 1; i < 3; ++i) {
      double f = m(i, k) / m(k, k);
      for (int j = k; j < 3; ++j) m(i, j) -= f * m(k, j);
    }
  }
  return det;
}
Mat<2, 2> power(const Mat<2, 2> &m, int n) { return n == 0 ? Mat<2, 2>::identity() : m * power(m, n - 1); }
double scalars(double x, double y) {
  Mat<2, 2> m;
  m(0, 0) = x;
  m(0, 1) = y;
  m(1, 0) = x * y;
  return power(m, 3)(0, 1);
}

int main() {
  CHECK(norm, (Mat<2, 3>{{{1, 2, 0.5}, {-1, 0.25, 2}}}));
  CHECK(determinant, (Mat<3, 3>{{{2, 1, 0.5}, {1, 3, -1}, {0.25, 1, 4}}}));
  CHECK(power, (Mat<2, 2>{{{1, 2}, {0.5, -1}}}), 3);
  CHECK(scalars, 0.5, 1.5);
  return check::done();
}
