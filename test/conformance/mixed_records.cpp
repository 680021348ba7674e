// Small programs that mix constructs: records in loops, jagged vectors, iterations to convergence, stencils, globals, stacks.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <array>
#include <cstring>
#include <functional>
#include <numeric>
#include <vector>
struct Acc { double s = 0; int n = 0; void add(double x) { s += x * x; ++n; } double mean() const { return s / n; } };
double acc(double x) { Acc a; for (int i = 1; i < 5; ++i) a.add(x * i); Acc b = a; b.add(1); a = b; return a.mean() * b.s; }
template <int N> struct Poly { std::array<double, N> c; double operator()(double x) const { double r = 0; for (int i = N; i-- > 0;) r = r * x + c[i]; return r; } };
double poly(double x) { Poly<4> p{{x, 1, x * x, 0.5}}; Poly<4> q = p; q.c[2] += p(x); return p(2) + q(0.5 * x); }
double jag(double x) { std::vector<std::vector<double>> m; for (int i = 0; i < 4; ++i) { m.push_back(std::vector<double>(i + 1, x)); for (int j = 0; j <= i; ++j) m[i][j] *= (i + 1) * x + j; } double s = 0; for (auto &r : m) s += std::accumulate(r.begin(), r.end(), 0.0) * r.back(); return s; }
double newton(double a) { double x = a; for (int it = 0; it < 50; ++it) { double d = (x * x - a) / (2 * x); x -= d; if (std::fabs(d) < 1e-14) break; } return x; }
double nest(double x) { double s = 1; for (int i = 0; i < 3; ++i) { double t = s; for (int j = 0; j < i + 2; ++j) { t = std::sin(t * x) + j; for (int k = 0; k < 2; ++k) t += t * x * 0.1; } s += t; } return s; }
double ack(double x, int d) { if (d <= 0) return x; double a[2] = {ack(x * 0.5, d - 1), x}; return a[0] * a[1] + ack(a[1] * 0.3, d - 2); }
void stepf(double *u, double *w, int n, double k) { for (int i = 1; i < n - 1; ++i) w[i] = u[i] + k * u[i] * (u[i - 1] - 2 * u[i] + u[i + 1]); for (int i = 1; i < n - 1; ++i) u[i] = w[i]; }
double pde(double k) { double u[8], w[8] = {}; for (int i = 0; i < 8; ++i) u[i] = std::sin(0.7 * i) + k; for (int t = 0; t < 4; ++t) stepf(u, w, 8, k); double s = 0; for (double e : u) s += e * e; return s; }
double cond(double x, double y) { bool p = x * y > 0.3 && std::sin(x) > 0.1; double r = p ? std::pow(x, y) : std::fmax(x, y); int n = (int)(3 * x); while (n --> 0) r = std::hypot(r, y); return std::copysign(r, -y) + std::fabs(x - y) + std::fmod(x * 3, y); }
double gsum = 1; double glob(double x) { gsum = x * x; for (int i = 0; i < 3; ++i) gsum *= x + i; return gsum; }
double back(double x) { std::vector<double> st{x}; while (st.size() < 5) st.push_back(st.back() * x + st.size()); double s = 0; while (!st.empty()) { s = s * 0.5 + st.back(); st.pop_back(); } return s; }
int main() {
  CHECK(acc, 0.7); CHECK(poly, 0.8); CHECK(jag, 0.9); CHECK(newton, 2.3); CHECK(nest, 0.8); CHECK(ack, 0.9, 4); CHECK(pde, 0.1); CHECK(cond, 0.9, 0.7); CHECK(cond, 0.2, 0.7); CHECK(glob, 1.2); CHECK(back, 0.9);
  return check::done();
}
