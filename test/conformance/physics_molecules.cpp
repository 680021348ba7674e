// Bonds, angles and torsions, Coulomb with a switching function, harmonic chains, and forces as outputs.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

struct V3 { double x, y, z; };
template <class V> void reals(V3 &a, V &&v) { v(a.x); v(a.y); v(a.z); }
static V3 operator-(const V3 &a, const V3 &b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
static double dot(const V3 &a, const V3 &b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static V3 cross(const V3 &a, const V3 &b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
static double length(const V3 &a) { return std::sqrt(dot(a, a)); }
double bond(const V3 &a, const V3 &b, double k, double r0) {
  double d = length(a - b) - r0;
  return k * d * d;
}
double angle(const V3 &a, const V3 &b, const V3 &c, double k, double t0) {
  V3 u = a - b, v = c - b;
  double t = std::acos(dot(u, v) / (length(u) * length(v))) - t0;
  return 0.5 * k * t * t;
}
double torsion(const V3 *p, double k, int n) {
  V3 b1 = p[1] - p[0], b2 = p[2] - p[1], b3 = p[3] - p[2];
  V3 n1 = cross(b1, b2), n2 = cross(b2, b3);
  double phi = std::atan2(length(b2) * dot(b1, n2), dot(n1, n2));
  return k * (1 + std::cos(n * phi));
}
double coulomb(double r, double qq, double on, double off) {
  if (r >= off) return 0;
  double e = qq / r;
  if (r <= on) return e;
  double t = (r - on) / (off - on);
  return e * (1 - t * t * (3 - 2 * t));
}
void chain(double *force, const double *x, int n, double k) {
  for (int i = 0; i < n; ++i) force[i] = 0;
  for (int i = 0; i + 1 < n; ++i) {
    double d = x[i + 1] - x[i] - 1, f = k * d * (1 + 0.5 * d);
    force[i] += f;
    force[i + 1] -= f;
  }
}

int main() {
  V3 a{0, 0.1, 0}, b{1, 0, 0.2}, c{1.5, 1, 0}, d{2.5, 1.2, 0.7};
  CHECK(bond, a, b, 2.0, 0.9);
  CHECK(angle, a, b, c, 1.5, 1.8);
  CHECK(torsion, check::buf({a, b, c, d}), 1.5, 3);
  CHECK(coulomb, 0.5, 2.0, 1.0, 2.0);
  CHECK(coulomb, 1.25, 2.0, 1.0, 2.0);
  CHECK_ZERO(coulomb, 2.5, 2.0, 1.0, 2.0);
  CHECK(chain, check::scattered<double, 4>(-1, 1), check::buf({0.0, 1.1, 1.9, 3.2}), 4, 2.0);
  return check::done();
}
