// Small programs that mix constructs: swaps, pointers that meet, copies of matrices, growing vectors, early ways out.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <vector>
#include <cstring>
struct P { double x, y; P operator+(P o) const { return {x + o.x, y * o.y}; } };
double swap_loop(double a, double b) { for (int i = 0; i < 5; ++i) { double t = a; a = b * std::sin(a); b = t; if (i == 2) std::swap(a, b); } return a * b; }
double ptrs(double x) { double v[4] = {x, 2 * x, x * x, 1}; double *p = v, *q = v + 3; while (p < q) { *p *= *q; *q = *p + x; ++p; --q; } return v[0] + v[1] * v[2] + v[3]; }
double pp(double x, int k) { double a = x, b = x * x; double *s[2] = {&a, &b}; double **r = s + k; **r *= 3; *s[0] += b; return a * b; }
double recs(double x) { P v[3] = {{x, 1}, {2, x}, {x, x}}; P s{0, 1}; for (auto p : v) s = s + p; for (auto &p : v) p.x *= s.y; return s.x * s.y + v[2].x; }
double fact(double x, int n) { if (n == 0) return 1; double r = fact(x * 0.9, n - 1); return r * x + std::sin(r); }
void fill(double *o, const double *i, int n) { for (int k = 0; k < n; ++k) o[k] = i[k] * (k ? o[k - 1] : 1); }
double calls_fill(double x) { double i[4] = {x, x + 1, x * x, 2}, o[4]; fill(o, i, 4); fill(i, o, 4); return i[3] + o[2]; }
double early(double x) { double s = 0; for (int i = 0; i < 10; ++i) { for (int j = 0; j < 10; ++j) { s += x * i * j; if (s > 20) return s * x; if (j > i) break; } if (i == 3) continue; s *= 1.1; } return s; }
double mem(double x) { std::vector<double> v; for (int i = 0; i < 6; ++i) { v.push_back(x * i); if (i % 2) v[i - 1] *= v[i]; } double b[6]; std::memcpy(b, v.data(), sizeof b); v.resize(3); v[0] = b[4]; double s = 0; for (double e : v) s += e * e; return s + b[5]; }
double lam(double x) { double acc = 0; auto add = [&](double y) { acc += y * x; return acc; }; for (int i = 0; i < 4; ++i) add(add(x)); return acc; }
double tern(double x, double y) { double a = x, b = y; (x > y ? a : b) *= x * y; return a + 2 * b; }
double dowh(double x) { int n = 0; double s = x; do { s = s * x + n; if (s > 50) break; n++; } while (n < 6 && s < 100); return s * n; }
double sw(double x, int k) { double r = x; switch (k) { case 0: r *= 2; case 1: r *= x; break; case 2: { double t = r * r; r = t + x; } default: r += 1; } return r * r; }
double matpow(double x) { double a[2][2] = {{x, 1}, {0.5, x * x}}; for (int t = 0; t < 3; ++t) { double c[2][2] = {}; for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) for (int k = 0; k < 2; ++k) c[i][j] += a[i][k] * a[k][j]; std::memcpy(a, c, sizeof a); } return a[0][1] * 1e-2 + a[1][1] * 1e-3; }
int main() {
  CHECK(swap_loop, 0.7, 1.3); CHECK(ptrs, 0.8); CHECK(pp, 0.6, 0); CHECK(pp, 0.6, 1); CHECK(recs, 1.2); CHECK(fact, 1.1, 5); CHECK(calls_fill, 0.7);
  CHECK(early, 1.3); CHECK(mem, 0.9); CHECK(lam, 0.7); CHECK(tern, 0.5, 0.9); CHECK(tern, 1.5, 0.9); CHECK(dowh, 1.4);
  for (int k = 0; k < 4; ++k) CHECK(sw, 0.7, k); CHECK(matpow, 1.1);
  return check::done();
}
