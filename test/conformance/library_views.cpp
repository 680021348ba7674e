// Views of ranges that hold no function: read and written through, forwards and backwards, and ranges of integers.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <algorithm>
#include <functional>
#include <ranges>
#include <span>
#include <vector>
namespace views = std::views;
using V = std::vector<double>;

double counted(const V &v) {
  double s = 0;
  for (int i : views::iota(1, 3)) s += v[i] * i;
  for (std::size_t i : views::iota(std::size_t(0), v.size())) s += v[i] * v[i] * (i + 1);
  for (int i : views::iota(0)) {
    if (i >= 3) break;
    s = s * v[i];
  }
  for (int i : views::iota(0, 3) | views::reverse) s = s * 0.5 + v[i];
  return s;
}
double parts(const V &v) {
  double s = 0;
  for (double e : v | views::take(2)) s = s * 0.5 + e * e;
  for (double e : v | views::drop(1)) s = s * 0.5 + e * e;
  for (double e : views::all(v)) s = s * 0.5 + e * e;
  for (double e : views::counted(v.begin(), 2)) s = s * 0.5 + e * e;
  for (double e : std::ranges::subrange(v.begin() + 1, v.end())) s = s * 0.5 + e * e;
  for (double e : std::span(v).subspan(1, 2)) s = s * 0.5 + e * e;
  return s;
}
double reversed(const V &v) {
  double s = 0;
  for (double e : v | views::reverse) s = s * 0.5 + e * e;
  for (double e : std::ranges::reverse_view(v)) s = s * 0.5 + e * e;
  for (double e : v | views::drop(1) | views::reverse) s = s * 0.5 + e * e;
  return s;
}
double written(V v) {
  double p = 1;
  for (double &e : v | views::take(2)) e *= e;
  for (double &e : v | views::reverse) {
    e *= p;
    p = e;
  }
  return v[0] * v[1] + v[2];
}
double flattened(const V &v) {
  std::vector<V> m{v, {v[1], v[0] * v[2]}};
  double s = 0;
  for (double e : m | views::join) s = s * 0.5 + e * e;
  return s;
}
double sorted(V v) {
  std::ranges::sort(v);
  double s = v[0] + 2 * v[1] * v[2];
  std::ranges::sort(v, std::greater{});
  s += v[0] * v[0] * v[2];
  std::ranges::sort(v, [](double a, double b) { return a * a < b * b; });
  return s + v[0] * 5;
}
struct Keyed { double key, value; };
double projected(const V &v) {
  std::vector<Keyed> p;
  for (double e : v) p.push_back({-e, e * e});
  std::ranges::sort(p, {}, &Keyed::key);
  return p[0].value + p[1].value * p[2].key * 3;
}
double extremes(const V &v, double x) {
  return std::ranges::max(v) * v[0] + std::ranges::min(v) * v[1] + *std::ranges::max_element(v) * v[0] +
         std::ranges::max(x, v[0]) * std::ranges::min(x, v[1]);
}
double algorithms(const V &v, double x) {
  V w(v.size()), u(v.size());
  double s = 0;
  std::ranges::copy(v, w.begin());
  std::ranges::transform(v, u.begin(), [](double e) { return e * e; });
  std::ranges::reverse(w);
  std::ranges::for_each(w, [&](double e) { s = s * x + e; });
  auto it = std::ranges::find_if(v, [](double e) { return e < 1; });
  s += it != v.end() ? *it * v[0] : 0;
  std::ranges::fill(w, x);
  return s * w[0] * w[1] + u[0] * u[2] * std::ranges::count_if(v, [](double e) { return e > 0; }) + std::ssize(v) * v[0];
}

int main() {
  V v{1.5, 2.5, -0.5};
  CHECK(counted, v);
  CHECK(parts, v);
  CHECK(reversed, v);
  CHECK(written, v);
  CHECK(flattened, v);
  CHECK(sorted, v);
  CHECK(projected, v);
  CHECK(extremes, v, 0.5);
  CHECK(algorithms, v, 0.5);
  return check::done();
}
