// Views that hold functions - transform, filter, take_while, drop_while - and pipelines of them.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <ranges>
#include <span>
#include <vector>
namespace rv = std::views;
using V = std::vector<double>;
double transf(const V &v) {
  double s = 0;
  for (double e : v | rv::transform([](double y) { return y * y; }))
    s += e * e;
  return s;
}
double transf_cap(const V &v, double k) {
  double s = 0;
  for (double e : v | rv::transform([k](double y) { return y * y * k; }))
    s += e * e;
  return s;
}
double filt(const V &v) {
  double s = 0;
  for (double e : v | rv::filter([](double y) { return y > 0; }))
    s = s * 0.5 + e * e;
  return s;
}
double chain(const V &v) {
  double s = 0;
  for (double e :
       v | rv::filter([](double y) { return y > 0; }) | rv::transform([](double y) { return y * y; }) | rv::take(1))
    s = s * 0.5 + e * e;
  return s;
}
double iota_tr(const V &v) {
  double s = 0;
  for (double e : rv::iota(0, 3) | rv::transform([&](int i) { return v[i] * v[i]; }))
    s = s * 0.5 + e;
  return s;
}
struct P {
  double k, w;
};
double keys(const V &v) {
  std::map<int, double> m{{1, v[0]}, {2, v[1]}};
  double s = 0;
  for (double e : m | rv::values)
    s = s * v[2] + e;
  for (int k : m | rv::keys)
    s *= k;
  return s;
}
double common(const V &v) {
  auto r = v | rv::transform([](double y) { return y * y; }) | rv::common;
  return std::accumulate(r.begin(), r.end(), 0.0);
}
double acc(const V &v) {
  auto r = v | rv::transform([](double y) { return y * y; });
  return std::accumulate(r.begin(), r.end(), 0.0);
}
double twhile(const V &v) {
  double s = 0;
  for (double e : v | rv::take_while([](double y) { return y > 0; }))
    s = s * 0.5 + e * e;
  return s;
}
double dwhile(const V &v) {
  double s = 0;
  for (double e : v | rv::drop_while([](double y) { return y > 0; }))
    s = s * 0.5 + e * e;
  return s;
}
double elem(const V &v) {
  std::vector<std::pair<int, double>> m{{1, v[0]}, {2, v[1]}};
  double s = 0;
  for (double e : m | rv::elements<1>)
    s = s * 0.5 + e * e;
  return s;
}
double idx(const V &v) {
  auto r = v | rv::transform([](double y) { return y * y; });
  return r[0] * r[1] * r.front() + r.back() + r.size();
}

int main() {
  V v{1.5, 2.5, -0.5};
  CHECK(transf, v);
  CHECK(transf_cap, v, 0.5);
  CHECK(filt, v);
  CHECK(chain, v);
  CHECK(iota_tr, v);
  CHECK(keys, v);
  CHECK(common, v);
  CHECK(acc, v);
  CHECK(twhile, v);
  CHECK(dwhile, v);
  CHECK(elem, v);
  CHECK(idx, v);
  return check::done();
}
