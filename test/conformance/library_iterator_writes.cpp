// Containers whose elements are written through iterators and pointers while loops read them by index, and the other
// way round. RUN: %mixedad_cxx -O0 %s -o %t && %t RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <algorithm>
#include <array>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <vector>
double transform_over(double x) {
  std::vector<double> v(2, 1.0), w(2);
  for (int it = 0; it < 2; ++it) {
    for (int i = 0; i < 2; ++i)
      w[i] = x * v[i];
    std::transform(w.begin(), w.end(), v.begin(), [](double t) { return t * 5; });
  }
  return w[0];
}
double range_writes(double x) {
  std::vector<double> v{x, 2 * x};
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += v[0] * v[1] * x;
    for (double &e : v)
      e = std::sin(e * x);
  }
  return s;
}
double pointer_writes(double x) {
  std::vector<double> v{x, 2 * x};
  double s = 0;
  double *p = v.data();
  for (int t = 0; t < 3; ++t) {
    s += v[0] * v[1] * x;
    p[t % 2] = std::sin(s);
  }
  return s;
}
double address_writes(double x) {
  std::vector<double> v{x, 2 * x};
  double s = 0;
  double *p = &v[1];
  for (int t = 0; t < 3; ++t) {
    s += v[0] * v[1] * x;
    *p = std::sin(s);
    p = &v[t % 2];
  }
  return s;
}
double reference_writes(double x) {
  std::vector<double> v{x, 2 * x};
  double s = 0;
  double &r = v.back();
  for (int t = 0; t < 3; ++t) {
    s += v[1] * x * v[0];
    r = std::sin(s);
  }
  return s;
}
double deque_writes(double x) {
  std::deque<double> v{x, 2 * x};
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += v[0] * v[1] * x;
    for (auto &e : v)
      e = std::sin(e + s);
    v.push_back(s);
    v.pop_front();
  }
  return s;
}
double list_writes(double x) {
  std::list<double> v{x, 2 * x};
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    for (double e : v)
      s += e * x;
    for (auto it = v.begin(); it != v.end(); ++it)
      *it = std::sin(*it + s);
  }
  return s + v.front();
}
double map_writes(double x) {
  std::map<int, double> m{{1, x}, {2, 2 * x}};
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += m[1] * m.at(2) * x;
    for (auto &[k, v] : m)
      v = std::sin(v * k);
  }
  return s;
}
double array_writes(double x) {
  std::array<double, 2> v{x, 2 * x};
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += v[0] * v[1] * x;
    for (double &e : v)
      e = std::sin(e * x);
    std::swap(v[0], v[1]);
    v.fill(v[0] + 0.1);
  }
  return s;
}
struct Field {
  std::vector<double> a;
  double *view;
  double get(int i) const { return a[i]; }
  double *begin() { return a.data(); }
  double *end() { return a.data() + a.size(); }
};
double member_writes(double x) {
  Field f{{x, 2 * x}, nullptr};
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += f.get(0) * f.a[1] * x;
    for (double &e : f)
      e = std::sin(e * x);
  }
  return s;
}
double view_writes(double x) {
  Field f{{x, 2 * x}, nullptr};
  f.view = f.a.data();
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += f.get(0) * f.a[1] * x;
    f.view[t % 2] = std::sin(s);
  }
  return s;
}
double unique_writes(double x) {
  auto p = std::make_unique<double[]>(2);
  p[0] = x;
  p[1] = 2 * x;
  double *q = p.get();
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += p[0] * p[1] * x;
    q[t % 2] = std::sin(s);
  }
  return s;
}
double nested(double x) {
  std::vector<std::vector<double>> m(2, std::vector<double>(2, x));
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += m[0][1] * m[1][0] * x;
    for (auto &r : m)
      for (auto &e : r)
        e = std::sin(e + s);
    std::swap(m[0], m[1]);
    auto it = m[0].begin() + 1;
    *it *= x;
  }
  return s;
}
double two(double x) {
  std::vector<double> v{x, 2 * x}, w{x * x, 1};
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += v[0] * w[1] * x;
    auto &r = t % 2 ? v : w;
    for (double &e : r)
      e = std::sin(e + s);
    std::copy(v.begin(), v.end(), w.begin());
    std::swap(v, w);
  }
  return s;
}
double sorted(double x) {
  std::vector<double> v{3 * x, x, 2 * x};
  double s = 0;
  for (int t = 0; t < 2; ++t) {
    s += v[0] * v[2] * x;
    std::sort(v.begin(), v.end());
    v[1] *= s;
    std::rotate(v.begin(), v.begin() + 1, v.end());
  }
  return s;
}
double accumulate(double x) {
  std::vector<double> v{x, 2 * x, 3};
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += std::accumulate(v.begin(), v.end(), 0.0) * v[1];
    std::partial_sum(v.begin(), v.end(), v.begin());
    std::for_each(v.begin(), v.end(), [&](double &e) { e = std::tanh(e * x); });
  }
  return s;
}
double lists(double x) {
  std::vector<double> a{x, 2 * x}, b = std::move(a);
  a = {x * x};
  a.swap(b);
  std::vector<double> c(a.begin(), a.end());
  c = {c[1], c[0], x};
  return a[1] * b[0] + c[0] * c[2];
}
double from_deque(double x) {
  std::deque<double> d{x, 2 * x, 3};
  std::vector<double> v(d.begin() + 1, d.end());
  std::list<double> l{x, x * x};
  std::vector<double> u(l.begin(), l.end());
  return v[0] * v[1] * u[1];
}
double keys(double x, double y) {
  std::map<double, double> c;
  c[1] = x;
  c[2] = y;
  c[5] = x * y;
  double s = 0;
  for (const auto &[t, r] : c)
    s += std::exp(-r * t);
  auto hi = c.lower_bound(1.5), lo = std::prev(hi);
  double w = (1.5 - lo->first) / (hi->first - lo->first);
  return s + (1 - w) * lo->second + w * hi->second;
}
int main() {
  CHECK(transform_over, 0.5);
  CHECK(range_writes, 0.5);
  CHECK(pointer_writes, 0.5);
  CHECK(address_writes, 0.5);
  CHECK(reference_writes, 0.5);
  CHECK(deque_writes, 0.5);
  CHECK(list_writes, 0.5);
  CHECK(map_writes, 0.5);
  CHECK(array_writes, 0.5);
  CHECK(member_writes, 0.5);
  CHECK(view_writes, 0.5);
  CHECK(unique_writes, 0.5);
  CHECK(nested, 0.5);
  CHECK(two, 0.5);
  CHECK(sorted, 0.5);
  CHECK(accumulate, 0.5);
  CHECK(lists, 0.5);
  CHECK(from_deque, 0.5);
  CHECK(keys, 0.5, 0.7);
  return check::done();
}
