// Small matrix classes, Kalman filter, Gaussian process, LU, Fourier transforms, conjugate gradients.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <complex>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <vector>
template <int R, int C>
struct Mat {
  double m[R][C];
  Mat() : m{} {}
  Mat(std::initializer_list<double> l) {
    auto it = l.begin();
    for (int i = 0; i < R; ++i)
      for (int j = 0; j < C; ++j)
        m[i][j] = *it++;
  }
  static Mat Identity() {
    Mat I;
    for (int i = 0; i < std::min(R, C); ++i)
      I(i, i) = 1;
    return I;
  }
  double &operator()(int i, int j) { return m[i][j]; }
  double operator()(int i, int j) const { return m[i][j]; }
  template <int K>
  Mat<R, K> operator*(const Mat<C, K> &o) const {
    Mat<R, K> r;
    for (int i = 0; i < R; ++i)
      for (int j = 0; j < K; ++j) {
        double s = 0;
        for (int k = 0; k < C; ++k)
          s += m[i][k] * o(k, j);
        r(i, j) = s;
      }
    return r;
  }
  Mat operator+(const Mat &o) const {
    Mat r = *this;
    r += o;
    return r;
  }
  Mat &operator+=(const Mat &o) {
    for (int i = 0; i < R; ++i)
      for (int j = 0; j < C; ++j)
        m[i][j] += o.m[i][j];
    return *this;
  }
  Mat operator-() const { return *this * -1.0; }
  Mat operator*(double k) const {
    Mat r(*this);
    for (auto &row : r.m)
      for (auto &x : row)
        x *= k;
    return r;
  }
  friend Mat operator*(double k, const Mat &a) { return a * k; }
  Mat operator-(const Mat &o) const { return *this + -o; }
  Mat<C, R> transpose() const {
    Mat<C, R> t;
    for (int i = 0; i < R; ++i)
      for (int j = 0; j < C; ++j)
        t(j, i) = m[i][j];
    return t;
  }
  double trace() const {
    double s = 0;
    for (int i = 0; i < R; ++i)
      s += m[i][i];
    return s;
  }
  Mat inverse() const {
    static_assert(R == C);
    Mat a = *this, b = Identity();
    for (int c = 0; c < R; ++c) {
      int p = c;
      for (int r = c + 1; r < R; ++r)
        if (std::fabs(a(r, c)) > std::fabs(a(p, c)))
          p = r;
      if (p != c) {
        std::swap(a.m[p], a.m[c]);
        std::swap(b.m[p], b.m[c]);
      }
      double d = a(c, c);
      if (d == 0)
        throw std::runtime_error("singular");
      for (int j = 0; j < R; ++j) {
        a(c, j) /= d;
        b(c, j) /= d;
      }
      for (int r = 0; r < R; ++r)
        if (r != c) {
          double f = a(r, c);
          for (int j = 0; j < R; ++j) {
            a(r, j) -= f * a(c, j);
            b(r, j) -= f * b(c, j);
          }
        }
    }
    return b;
  }
};
template <int N>
using Vec = Mat<N, 1>;
double kalman(double q, double r, double x0) {
  Mat<2, 2> F{1, 0.1, 0, 1}, P = Mat<2, 2>::Identity(), Q = q * Mat<2, 2>::Identity();
  Mat<1, 2> H{1, 0};
  Mat<1, 1> Rm{r};
  Vec<2> x{x0, 1};
  double ll = 0;
  const double z[] = {0.1, 0.25, 0.28, 0.41};
  for (double zi : z) {
    x = F * x;
    P = F * P * F.transpose() + Q;
    Mat<1, 1> S = H * P * H.transpose() + Rm;
    Mat<2, 1> K = P * H.transpose() * S.inverse();
    double y = zi - (H * x)(0, 0);
    x += K * y;
    P = (Mat<2, 2>::Identity() - K * H) * P;
    ll -= 0.5 * (y * y / S(0, 0) + std::log(2 * M_PI * S(0, 0)));
  }
  return ll + P.trace() + x(1, 0);
}
class Matrix {
  std::vector<double> d_;
  size_t r_, c_;

public:
  Matrix(size_t r, size_t c, double v = 0) : d_(r * c, v), r_(r), c_(c) {}
  size_t rows() const { return r_; }
  size_t cols() const { return c_; }
  double &operator()(size_t i, size_t j) { return d_.at(i * c_ + j); }
  const double &operator()(size_t i, size_t j) const { return d_[i * c_ + j]; }
  double *operator[](size_t i) { return &d_[i * c_]; }
  const double *operator[](size_t i) const { return d_.data() + i * c_; }
  friend Matrix operator*(const Matrix &a, const Matrix &b) {
    if (a.c_ != b.r_)
      throw std::invalid_argument("shape");
    Matrix r(a.r_, b.c_);
    for (size_t i = 0; i < a.r_; ++i)
      for (size_t k = 0; k < a.c_; ++k)
        for (size_t j = 0; j < b.c_; ++j)
          r[i][j] += a[i][k] * b[k][j];
    return r;
  }
  Matrix operator-(const Matrix &o) const {
    Matrix r(*this);
    for (size_t i = 0; i < d_.size(); ++i)
      r.d_[i] -= o.d_[i];
    return r;
  }
  double norm2() const {
    double s = 0;
    for (double x : d_)
      s += x * x;
    return s;
  }
  Matrix t() const {
    Matrix r(c_, r_);
    for (size_t i = 0; i < r_; i++)
      for (size_t j = 0; j < c_; j++)
        r(j, i) = (*this)(i, j);
    return r;
  }
};
Matrix cholesky(const Matrix &A) {
  size_t n = A.rows();
  Matrix L(n, n);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j <= i; ++j) {
      double s = A(i, j);
      for (size_t k = 0; k < j; ++k)
        s -= L(i, k) * L(j, k);
      if (i == j) {
        if (s <= 0)
          throw std::domain_error("not pd");
        L(i, i) = std::sqrt(s);
      } else
        L(i, j) = s / L(j, j);
    }
  return L;
}
std::vector<double> solve_lower(const Matrix &L, std::vector<double> b) {
  for (size_t i = 0; i < b.size(); ++i) {
    for (size_t k = 0; k < i; ++k)
      b[i] -= L(i, k) * b[k];
    b[i] /= L(i, i);
  }
  return b;
}
std::vector<double> solve_upper_t(const Matrix &L, std::vector<double> b) {
  for (size_t i = b.size(); i-- > 0;) {
    for (size_t k = i + 1; k < b.size(); ++k)
      b[i] -= L(k, i) * b[k];
    b[i] /= L(i, i);
  }
  return b;
}
double gp_loglik(double ell, double sf, double sn) {
  const double X[] = {0, 0.5, 1.1, 1.7};
  const std::vector<double> y{0.1, 0.5, 0.8, 0.2};
  size_t n = y.size();
  Matrix K(n, n);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j) {
      double d = X[i] - X[j];
      K(i, j) = sf * sf * std::exp(-d * d / (2 * ell * ell)) + (i == j ? sn * sn : 0);
    }
  Matrix L = cholesky(K);
  auto a = solve_upper_t(L, solve_lower(L, y));
  double q = 0, ld = 0;
  for (size_t i = 0; i < n; ++i) {
    q += y[i] * a[i];
    ld += std::log(L(i, i));
  }
  return -0.5 * q - ld - 0.5 * n * std::log(2 * M_PI);
}
double det_lu(double *a, int n) {
  double det = 1;
  int piv[8];
  for (int i = 0; i < n; ++i)
    piv[i] = i;
  for (int k = 0; k < n; ++k) {
    int p = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(a[piv[i] * n + k]) > std::abs(a[piv[p] * n + k]))
        p = i;
    if (p != k) {
      std::swap(piv[p], piv[k]);
      det = -det;
    }
    double d = a[piv[k] * n + k];
    det *= d;
    for (int i = k + 1; i < n; ++i) {
      double f = a[piv[i] * n + k] /= d;
      for (int j = k + 1; j < n; ++j)
        a[piv[i] * n + j] -= f * a[piv[k] * n + j];
    }
  }
  return det;
}
double frob(double x, double y) {
  Matrix A(2, 3), B(3, 2, x);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      A(i, j) = x * i - y * j;
  return (A * B - B.t() * A.t()).norm2();
}
using cd = std::complex<double>;
std::vector<cd> transform(const std::vector<cd> &a, double sign) {
  if (a.size() == 1)
    return a;
  std::vector<cd> parts[2], out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    parts[i % 2].push_back(a[i]);
  auto even = transform(parts[0], sign), odd = transform(parts[1], sign);
  for (std::size_t k = 0, half = a.size() / 2; k < half; ++k) {
    cd turned = std::polar(1.0, sign * M_PI * double(k) / double(half)) * odd[k];
    out[k] = even[k] + turned;
    out[k + half] = even[k] - turned;
  }
  return out;
}
double power(const double *x, int n) {
  std::vector<cd> a(x, x + n);
  a = transform(a, -1);
  double s = 0;
  for (size_t k = 0; k < a.size(); ++k)
    s += std::norm(a[k]) * (k + 1) + std::arg(a[k] + cd(5, 1));
  return s;
}
void fft_iter(double *re, double *im, int n) {
  for (int i = 1, j = 0; i < n; i++) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j) {
      std::swap(re[i], re[j]);
      std::swap(im[i], im[j]);
    }
  }
  for (int len = 2; len <= n; len <<= 1) {
    std::complex<double> wlen = std::polar(1.0, 2 * M_PI / len);
    for (int i = 0; i < n; i += len) {
      std::complex<double> w = 1;
      for (int j = 0; j < len / 2; j++) {
        std::complex<double> u(re[i + j], im[i + j]),
            v = std::complex<double>(re[i + j + len / 2], im[i + j + len / 2]) * w;
        re[i + j] = (u + v).real();
        im[i + j] = (u + v).imag();
        re[i + j + len / 2] = std::real(u - v);
        im[i + j + len / 2] = std::imag(u - v);
        w *= wlen;
      }
    }
  }
}
// QR by Householder, power iteration, conjugate gradient
double power_iter(const double *A, int n) {
  std::vector<double> v(n, 1.0), w(n);
  double l = 0;
  for (int it = 0; it < 12; ++it) {
    for (int i = 0; i < n; ++i) {
      w[i] = 0;
      for (int j = 0; j < n; ++j)
        w[i] += A[i * n + j] * v[j];
    }
    l = 0;
    for (double x : w)
      l += x * x;
    l = std::sqrt(l);
    std::transform(w.begin(), w.end(), v.begin(), [l](double x) { return x / l; });
  }
  return l;
}
double cg(const std::vector<double> &A, std::vector<double> b) {
  const int n = b.size();
  auto mul = [&](const std::vector<double> &x) {
    std::vector<double> y(n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        y[i] += A[i * n + j] * x[j];
    return y;
  };
  auto dot = [](const auto &x, const auto &y) {
    double s = 0;
    for (size_t i = 0; i < x.size(); ++i)
      s += x[i] * y[i];
    return s;
  };
  std::vector<double> x(n), r = b, p = r;
  double rs = dot(r, r);
  for (int it = 0; it < 2; ++it) {
    auto Ap = mul(p);
    double al = rs / dot(p, Ap);
    for (int i = 0; i < n; ++i) {
      x[i] += al * p[i];
      r[i] -= al * Ap[i];
    }
    double rn = dot(r, r);
    for (int i = 0; i < n; ++i)
      p[i] = r[i] + rn / rs * p[i];
    rs = rn;
  }
  return dot(x, b) + dot(x, x);
}
void jacobi_rot(double *a) {
  for (int s = 0; s < 4; ++s) {
    double tau = (a[3] - a[0]) / (2 * a[1]), t = std::copysign(1.0, tau) / (std::fabs(tau) + std::sqrt(1 + tau * tau)),
           c = 1 / std::sqrt(1 + t * t), sn = t * c;
    if (std::fabs(a[1]) < 1e-9)
      break;
    double a0 = a[0], a1 = a[1], a3 = a[3];
    a[0] = c * c * a0 - 2 * sn * c * a1 + sn * sn * a3;
    a[3] = sn * sn * a0 + 2 * sn * c * a1 + c * c * a3;
    a[1] = a[2] = 0;
    if (a[1] == 0)
      return;
  }
}
int main() {
  CHECK(kalman, 0.1, 0.2, 0.05);
  CHECK(gp_loglik, 0.7, 1.1, 0.3);
  CHECK(det_lu, check::scattered<double, 9>(-1, 1), 3);
  CHECK(frob, 0.4, 0.7);
  CHECK(power, check::scattered<double, 8>(-1, 1), 8);
  CHECK(fft_iter, check::scattered<double, 8>(-1, 1), check::scattered<double, 8>(-1, 1, 0.1), 8);
  CHECK(power_iter, check::buf({2.0, 0.3, 0.1, 0.4, 1.5, 0.2, 0.1, 0.6, 1.0}), 3);
  CHECK(cg, std::vector<double>{2, 0.3, 0.3, 1.5}, std::vector<double>{0.4, 0.8});
  CHECK(jacobi_rot, check::buf({1.2, 0.3, 0.3, 0.5}));
  return check::done();
}
