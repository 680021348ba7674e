// Ray and sphere with early misses, natural cubic spline, Bezier by de Casteljau, polygon area.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

struct Vec { double x, y, z; };
template <class V> void reals(Vec &a, V &&v) { v(a.x); v(a.y); v(a.z); }
static Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
static Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
static Vec operator*(Vec a, double s) { return {a.x * s, a.y * s, a.z * s}; }
static double dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static Vec unit(Vec a) { return a * (1 / std::sqrt(dot(a, a))); }
struct Sphere { Vec center; double radius; };
template <class V> void reals(Sphere &s, V &&v) { v(s.center); v(s.radius); }
static bool hit(const Sphere &s, Vec origin, Vec direction, double &t) {
  Vec oc = origin - s.center;
  double b = dot(oc, direction), c = dot(oc, oc) - s.radius * s.radius, disc = b * b - c;
  if (disc < 0) return false;
  double root = std::sqrt(disc);
  t = -b - root;
  if (t < 0) t = -b + root;
  return t > 0;
}
double shade(const Sphere &s, Vec origin, Vec toward, Vec light) {
  double t;
  Vec d = unit(toward);
  if (!hit(s, origin, d, t)) return 0.1 * d.y;
  Vec n = unit(origin + d * t - s.center);
  double lambert = dot(n, unit(light));
  return lambert > 0 ? lambert : 0;
}
double spline(const double *y, int n, double at) {
  double m[6] = {}, c[6] = {}, d[6] = {};
  for (int i = 1; i < n - 1; ++i) {
    double w = 4 - c[i - 1];
    c[i] = 1 / w;
    d[i] = (6 * (y[i + 1] - 2 * y[i] + y[i - 1]) - d[i - 1]) / w;
  }
  for (int i = n - 2; i > 0; --i) m[i] = d[i] - c[i] * m[i + 1];
  int i = int(at);
  double t = at - i, u = 1 - t;
  return u * y[i] + t * y[i + 1] + ((u * u * u - u) * m[i] + (t * t * t - t) * m[i + 1]) / 6;
}
double bezier(const double *control, int n, double t) {
  double p[8];
  for (int i = 0; i < n; ++i) p[i] = control[i];
  for (int k = n - 1; k > 0; --k)
    for (int i = 0; i < k; ++i) p[i] = (1 - t) * p[i] + t * p[i + 1];
  return p[0];
}
double area(const Vec *v, int n) {
  double a = 0;
  for (int i = 0, j = n - 1; i < n; j = i++) a += (v[j].x + v[i].x) * (v[j].y - v[i].y);
  return a / 2;
}
const Sphere ball = {{0, 0.25, 5}, 1.5};

int main() {
  CHECK(shade, ball, (Vec{0, 0, 0}), (Vec{0.1, 0.05, 1}), (Vec{1, 2, -3}));
  CHECK(shade, ball, (Vec{0, 0, 0}), (Vec{1, 0.05, 1}), (Vec{1, 2, -3}));
  CHECK(shade, ball, (Vec{0, 0, 5}), (Vec{0.5, 0.05, 1}), (Vec{1, 2, 3}));
  CHECK(spline, check::buf({0.5, 1.5, -0.5, 2.0, 1.0}), 5, 2.25);
  CHECK(bezier, check::buf({0.5, 1.5, -0.5, 2.0}), 4, 0.375);
  CHECK(area, check::buf({Vec{0, 0, 0}, Vec{2, 0.5, 0}, Vec{1, 3, 0}}), 3);
  return check::done();
}
