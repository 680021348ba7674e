// Derivatives of C++17's special functions that take more than one line. Host only, as those functions are.
//
// Where a textbook formula divides by something that vanishes in the function's domain (x^2 - 1 for the Legendre
// functions, k for the elliptic integrals, x for Bessel functions), an equivalent form without the division is used.
// Included by math.h.
#ifndef MIXEDAD_DETAIL_MATH_SPECIAL_H
#define MIXEDAD_DETAIL_MATH_SPECIAL_H

#include "mixedad/detail/names_begin.h"

#if defined(__STDCPP_MATH_SPEC_FUNCS__) || (defined(__cpp_lib_math_special_functions) && __cplusplus >= 201703L)

namespace mixedad::detail::math {

// --- Bessel functions: real order (never active), r the function's value ---------------------------------------------

/// J' = (J_{v-1} - J_{v+1})/2; for orders below 1, where <cmath> has no J_{v-1}: v J/x - J_{v+1}.
template <class N, class T> T cyl_bessel_j_derivative(N order, T x, T r) {
  const T v = T(order);
  if (v >= 1)
    return T(0.5) * (::std::cyl_bessel_j(v - 1, x) - ::std::cyl_bessel_j(v + 1, x));
  const T next = ::std::cyl_bessel_j(v + 1, x);
  return v == 0 ? -next : v * r / x - next;
}

/// As for J; minus infinity at 0 makes the derivative plus infinity.
template <class N, class T> T cyl_neumann_derivative(N order, T x, T r) {
  const T v = T(order);
  if (x == 0)
    return std::numeric_limits<T>::infinity();
  if (v >= 1)
    return T(0.5) * (::std::cyl_neumann(v - 1, x) - ::std::cyl_neumann(v + 1, x));
  return v * r / x - ::std::cyl_neumann(v + 1, x);
}

/// I' = (I_{v-1} + I_{v+1})/2, or v I/x + I_{v+1}.
template <class N, class T> T cyl_bessel_i_derivative(N order, T x, T r) {
  const T v = T(order);
  const T next = ::std::cyl_bessel_i(v + 1, x);
  if (v >= 1)
    return T(0.5) * (::std::cyl_bessel_i(v - 1, x) + next);
  return v == 0 ? next : v * r / x + next;
}

/// (2n+1) j_n' = n j_{n-1} - (n+1) j_{n+1}, also at 0.
template <class T> T sph_bessel_derivative(unsigned n, T x) {
  if (n == 0)
    return -::std::sph_bessel(1u, x);
  return (T(n) * ::std::sph_bessel(n - 1, x) - T(n + 1) * ::std::sph_bessel(n + 1, x)) / T(2 * n + 1);
}

template <class T> T sph_neumann_derivative(unsigned n, T x) {
  if (x == 0)
    return std::numeric_limits<T>::infinity();
  if (n == 0)
    return -::std::sph_neumann(1u, x);
  return (T(n) * ::std::sph_neumann(n - 1, x) - T(n + 1) * ::std::sph_neumann(n + 1, x)) / T(2 * n + 1);
}

// --- Legendre functions -----------------------------------------------------------------------------------------------

/// The m-th derivative of the Legendre polynomial P_l, by upward recurrence in l.
template <class T> T legendre_polynomial_derivative(unsigned l, unsigned m, T x) {
  if (m > l)
    return T(0);
  T previous = 0, current = 1;
  for (unsigned i = 1; i <= m; ++i)
    current *= T(2 * i - 1);
  for (unsigned n = m + 1; n <= l; ++n) {
    const T next = (T(2 * n - 1) * x * current - T(n + m - 1) * previous) / T(n - m);
    previous = current;
    current = next;
  }
  return current;
}

/// d/dx of P_l^m = (1-x^2)^{m/2} d^m P_l / dx^m (no Condon-Shortley phase, as in <cmath>).
template <class T> T legendre_derivative(unsigned l, unsigned m, T x) {
  if (m > l)
    return T(0);
  const T next = legendre_polynomial_derivative(l, m + 1, x);
  if (m == 0)
    return next;
  const T weight = (T(1) - x) * (T(1) + x);
  const T slope = m == 2 ? T(1) : ::std::pow(weight, T(0.5) * T(m) - T(1));
  return ::std::pow(weight, T(0.5) * T(m)) * next - T(m) * x * slope * legendre_polynomial_derivative(l, m, x);
}

/// d/dtheta: (sqrt((l-m)(l+m+1)) Y^{m+1} - sqrt((l+m)(l-m+1)) Y^{m-1}) / 2, and sqrt(l(l+1)) Y^1 for m = 0.
template <class T> T sph_legendre_derivative(unsigned l, unsigned m, T theta) {
  if (m > l || l == 0)
    return T(0);
  T up = 0;
  if (m < l)
    up = ::std::sqrt(T(l - m) * T(l + m + 1)) * ::std::sph_legendre(l, m + 1, theta);
  if (m == 0)
    return up;
  return T(0.5) * (up - ::std::sqrt(T(l + m) * T(l - m + 1)) * ::std::sph_legendre(l, m - 1, theta));
}

// --- elliptic integrals -----------------------------------------------------------------------------------------------

/// Carlson's R_D by duplication: 3/2 times the integral of (t+x)^-1/2 (t+y)^-1/2 (t+z)^-3/2 over t > 0.
template <class T> T carlson_rd(T x, T y, T z) {
  if (z == 0)
    return std::numeric_limits<T>::infinity();
  const T start = (x + y + T(3) * z) / T(5);
  const T spread = ::std::fmax(::std::fmax(::std::fabs(start - x), ::std::fabs(start - y)), ::std::fabs(start - z));
  T mean = start, scale = 1, sum = 0;
  T bound = spread * ::std::pow(std::numeric_limits<T>::epsilon() / T(4), T(-1) / T(6));
  T dx = start - x, dy = start - y;
  while (bound > ::std::fabs(mean)) {
    // A zero that is constant (a complete integral) stays so when this function is differentiated.
    const T sx = x == 0 ? T(0) : ::std::sqrt(x), sy = ::std::sqrt(y), sz = ::std::sqrt(z);
    const T shift = sx * sy + sy * sz + sz * sx;
    sum += scale / (sz * (z + shift));
    scale /= T(4);
    bound /= T(4);
    x = (x + shift) / T(4);
    y = (y + shift) / T(4);
    z = (z + shift) / T(4);
    mean = (mean + shift) / T(4);
  }
  const T X = dx * scale / mean, Y = dy * scale / mean, Z = -(X + Y) / T(3), XY = X * Y, ZZ = Z * Z;
  const T e2 = XY - T(6) * ZZ, e3 = (T(3) * XY - T(8) * ZZ) * Z, e4 = T(3) * (XY - ZZ) * ZZ, e5 = XY * ZZ * Z;
  const T series = T(1) - T(3) * e2 / T(14) + e3 / T(6) + T(9) * e2 * e2 / T(88) - T(3) * e4 / T(22) -
                   T(9) * e2 * e3 / T(52) + T(3) * e5 / T(26);
  return T(3) * sum + scale * series / (mean * ::std::sqrt(mean));
}

/// sqrt(1 - k^2 sin^2 phi), without cancellation near k = 1 and phi = pi/2.
template <class K, class P> auto elliptic_delta(K k, P phi) {
  const auto s = ::std::sin(phi), c = ::std::cos(phi);
  return ::std::sqrt(c * c + (1 - k) * (1 + k) * (s * s));
}

/// f(k, phi) for any phi from f on [-pi/2, pi/2] and from the complete f(k, pi/2): an integral over phi of a function
/// with period pi.
template <class T, class Complete, class F> T periodic_in_phi(T phi, Complete complete, F integral) {
  const T turns = ::std::rint(phi / pi<T>);
  const T whole = turns == 0 ? T(0) : T(2) * turns * complete();
  const T rest = phi - turns * pi<T>;
  return whole + (rest < 0 ? -integral(-rest) : integral(rest));
}

/// dF/dk = k times the integral of sin^2 / (1 - k^2 sin^2)^{3/2}, in terms of the amplitude's sine and cosine.
template <class T> T ellint_1_dk_at(T k, T s, T c) {
  return k * (s * s * s) / T(3) * carlson_rd(c * c, T(1), c * c + (T(1) - k) * (T(1) + k) * (s * s));
}

/// dE/dk = -k times the integral of sin^2 / (1 - k^2 sin^2)^{1/2}.
template <class T> T ellint_2_dk_at(T k, T s, T c) {
  return -k * (s * s * s) / T(3) * carlson_rd(c * c, c * c + (T(1) - k) * (T(1) + k) * (s * s), T(1));
}

template <class T> T comp_ellint_1_dk(T k) { return ellint_1_dk_at(k, T(1), T(0)); }
template <class T> T comp_ellint_2_dk(T k) { return ellint_2_dk_at(k, T(1), T(0)); }

template <class K, class P> auto ellint_1_dk(K modulus, P amplitude) {
  using T = decltype(::std::ellint_1(modulus, amplitude));
  const T k = modulus;
  return periodic_in_phi<T>(amplitude, [k] { return comp_ellint_1_dk(k); },
                            [k](T phi) { return ellint_1_dk_at(k, ::std::sin(phi), ::std::cos(phi)); });
}

template <class K, class P> auto ellint_2_dk(K modulus, P amplitude) {
  using T = decltype(::std::ellint_2(modulus, amplitude));
  const T k = modulus;
  return periodic_in_phi<T>(amplitude, [k] { return comp_ellint_2_dk(k); },
                            [k](T phi) { return ellint_2_dk_at(k, ::std::sin(phi), ::std::cos(phi)); });
}

/// The integral of f over [0, end] by the tanh-sinh rule, which does not mind what f does at the ends.
template <class F> long double integrate(long double end, F f) {
  constexpr int half = 160;
  constexpr long double step = 4.2L / half;
  long double sum = 0;
  for (int i = -half; i <= half; ++i) {
    const long double t = step * i, u = half_pi<long double> * ::std::sinh(t);
    const long double x = end / (1 + ::std::exp(-2 * u)), cosh_u = ::std::cosh(u);
    const long double weight = half_pi<long double> * ::std::cosh(t) / (cosh_u * cosh_u);
    if (weight > 0)
      sum += weight * f(x);
  }
  return sum * step * end / 2;
}

/// The integral over [0, end] of k sin^2 / ((1 - n sin^2) Delta^3), the partial of Pi in k. There is a closed form in E,
/// F and Pi, but it divides by n - k^2. NaN where the integral has a pole (n sin^2 >= 1).
inline long double ellint_3_dk_to(long double k, long double n, long double end) {
  const long double kk = (1 - k) * (1 + k), s_end = ::std::sin(end);
  if (n * s_end * s_end >= 1)
    return std::numeric_limits<long double>::quiet_NaN();
  return integrate(end, [=](long double phi) {
    const long double s = ::std::sin(phi), c = ::std::cos(phi), delta2 = c * c + kk * (s * s);
    return k * (s * s) / ((1 - n * (s * s)) * delta2 * ::std::sqrt(delta2));
  });
}

/// The integral over [0, end] of sin^2 / ((1 - n sin^2)^2 Delta), the partial of Pi in n.
inline long double ellint_3_dnu_to(long double k, long double n, long double end) {
  const long double kk = (1 - k) * (1 + k), s_end = ::std::sin(end);
  if (n * s_end * s_end >= 1)
    return std::numeric_limits<long double>::quiet_NaN();
  return integrate(end, [=](long double phi) {
    const long double s = ::std::sin(phi), c = ::std::cos(phi), pole = 1 - n * (s * s);
    return s * s / (pole * pole * ::std::sqrt(c * c + kk * (s * s)));
  });
}

template <class K, class N, class P> auto ellint_3_dk(K modulus, N nu, P amplitude) {
  using T = decltype(::std::ellint_3(modulus, nu, amplitude));
  const long double k = modulus, n = nu;
  return T(periodic_in_phi<long double>(amplitude, [=] { return ellint_3_dk_to(k, n, half_pi<long double>); },
                                        [=](long double phi) { return ellint_3_dk_to(k, n, phi); }));
}

template <class K, class N, class P> auto ellint_3_dnu(K modulus, N nu, P amplitude) {
  using T = decltype(::std::ellint_3(modulus, nu, amplitude));
  const long double k = modulus, n = nu;
  return T(periodic_in_phi<long double>(amplitude, [=] { return ellint_3_dnu_to(k, n, half_pi<long double>); },
                                        [=](long double phi) { return ellint_3_dnu_to(k, n, phi); }));
}

// --- zeta -------------------------------------------------------------------------------------------------------------

/// B_2k / (2k)!, k = 1 .. 10: the coefficients of Euler-Maclaurin summation.
inline constexpr long double euler_maclaurin[] = {
    1 / 12.0L,
    -1 / 720.0L,
    1 / 30240.0L,
    -1 / 1209600.0L,
    1 / 47900160.0L,
    -691 / 1307674368000.0L,
    1 / 74724249600.0L,
    -3617 / 10670622842880000.0L,
    43867 / 5109094217170944000.0L,
    -174611 / 802857662698291200000.0L};

/// zeta and its derivative for s > -1 or so, by Euler-Maclaurin summation from 20 on and its derivative term by term.
inline void zeta_by_summation(long double s, long double &value, long double &derivative) {
  constexpr int from = 20;
  const long double log_n = ::std::log((long double)from), power = ::std::pow((long double)from, -s);
  value = 1;
  derivative = 0;
  for (int n = 2; n < from; ++n) {
    const long double term = ::std::pow((long double)n, -s);
    value += term;
    derivative -= ::std::log((long double)n) * term;
  }
  const long double tail = power * from / (s - 1);
  value += tail + power / 2;
  derivative += tail * (-log_n - 1 / (s - 1)) - log_n * power / 2;
  // rising = s (s+1) ... (s+2k-2), slope its derivative
  long double rising = s, slope = 1, scale = power / from;
  for (int k = 1; k <= 10; ++k) {
    value += euler_maclaurin[k - 1] * scale * rising;
    derivative += euler_maclaurin[k - 1] * scale * (slope - log_n * rising);
    for (int j = 2 * k - 1; j <= 2 * k; ++j) {
      slope = slope * (s + j) + rising;
      rising *= s + j;
    }
    scale /= (long double)from * from;
  }
}

/// zeta'(s); left of -1/2 from the functional equation, written without the logarithm of a sine that vanishes.
template <class T> T riemann_zeta_derivative(T x) {
  const long double s = x;
  if (s == 1 || s != s)
    return std::numeric_limits<T>::quiet_NaN();
  long double value, derivative;
  if (s >= -0.5L) {
    zeta_by_summation(s, value, derivative);
    return T(derivative);
  }
  zeta_by_summation(1 - s, value, derivative);
  const long double p = pi<long double>, quarter = ::std::remainder(s, 4.0L) * p / 2;
  const long double outer = ::std::pow(2 * p, s) / p * ::std::tgamma(1 - s);
  const long double log_slope = ::std::log(2 * p) - digamma(1 - s);
  return T(outer * (::std::sin(quarter) * (log_slope * value - derivative) + ::std::cos(quarter) * p / 2 * value));
}

} // namespace mixedad::detail::math

#endif

#include "mixedad/detail/names_end.h"

#endif
