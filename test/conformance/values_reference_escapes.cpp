// Addresses and references that leave the call that took them: std::ref, pointers kept in objects and containers, std::max.
// RUN: %mixedad_cxx -O1 %s -o %t && %t
#include "check.h"
#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>
double a(double x, double y) { std::vector<std::reference_wrapper<double>> v; v.push_back(std::ref(x)); v.push_back(y); for (double &e : v) e *= 2; return x * y; }
double b(double x, double y) { std::reference_wrapper<double> r = x; r.get() *= y; return x; }
double c(double x, double y) { auto r = std::ref(x); double &z = r; z *= y; r.get() += y; return x * y; }
double d(double x, double y) { std::pair<double *, double *> p{&x, &y}; *p.first *= *p.second; return x; }
struct P { double *p; P(double &r) : p(&r) {} };
double e(double x, double y) { P p(x); *p.p *= y; return x; }
struct Q { double &p; Q(double &r) : p(r) {} };
double f(double x, double y) { Q p(x); p.p *= y; return x; }
double *addr(double &t) { return &t; }
double &same(double &t) { return t; }
double g(double x, double y) { *addr(x) *= y; same(x) += y; double *q = &same(y); *q *= 3; return x * y; }
double h(double x, double y) { const double &m = std::max(x, y); y = x * x; return m * x; }
double k(double x, double y) { std::vector<double *> v; v.push_back(std::addressof(x)); v.push_back(&y); for (double *p : v) *p *= 2; return x * y; }
double l(double x, double y) { auto f = [](double &a) -> double & { return a; }; f(x) *= y; double &r = f(y); r *= 3; return x * y; }
double m(double x, double y) { auto &&r = std::move(x); r *= y; double &&q = static_cast<double &&>(y); q += r; return x * y; }
int main() { CHECK(a, 0.7, 1.3); CHECK(h, 0.7, 1.3); CHECK(k, 0.7, 1.3); CHECK(l, 0.7, 1.3); CHECK(m, 0.7, 1.3); CHECK(b, 0.7, 1.3);  CHECK(c, 0.7, 1.3);  CHECK(d, 0.7, 1.3);  CHECK(e, 0.7, 1.3);  CHECK(f, 0.7, 1.3); CHECK(g, 0.7, 1.3); return check::done(); }
