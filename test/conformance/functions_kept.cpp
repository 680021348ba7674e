// std::function that is assigned in branches and loops, kept in containers and members, copied, swapped and nested:
// what it holds is found when it is called.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <unordered_map>
#include <vector>
using V = std::vector<double>;
using F = std::function<double(double)>;
double by_ref(double x) {
  double acc = 0;
  std::vector<std::function<void(double)>> fs;
  fs.push_back([&](double d) { acc += d * x; });
  fs.push_back([&acc](double d) { acc *= d; });
  for (int k = 0; k < 2; ++k)
    for (auto &f : fs)
      f(x + k);
  return acc;
}
double loop(double x, int n) {
  F f = [x](double y) { return y * x; };
  for (int i = 0; i < n; ++i) {
    F g = f;
    f = [g, x, i](double y) { return std::sin(g(y)) + x * i; };
  }
  return f(x);
}
double rpn(double x, double y) {
  std::map<std::string, std::function<double(double, double)>> ops{{"+", [](double a, double b) { return a + b; }},
                                                                   {"*", [](double a, double b) { return a * b; }}};
  ops["-"] = [](double a, double b) { return a - b; };
  V st;
  for (std::string t : {"x", "y", "*", "x", "+", "y", "-"}) {
    if (t == "x")
      st.push_back(x);
    else if (t == "y")
      st.push_back(y);
    else {
      double b = st.back();
      st.pop_back();
      double a = st.back();
      st.pop_back();
      st.push_back(ops.at(t)(a, b));
    }
  }
  return st.back();
}
double events(double x) {
  double pos = x;
  std::queue<std::function<void()>> q;
  q.push([&] { pos *= x; });
  q.push([&] { pos += 2 * x; });
  q.push([&pos] { pos = std::sin(pos); });
  while (!q.empty()) {
    auto f = q.front();
    q.pop();
    f();
  }
  return pos;
}
double cap_vec(const V &v) {
  F f = [v](double y) {
    double s = 0;
    for (double e : v)
      s += e * y;
    return s;
  };
  F g = f;
  return f(v[0]) + g(v[1]);
}
double twice(double x) {
  F f = [x](double y) { return x * y; };
  F g = [f](double y) { return f(f(y)); };
  F h = [&g, &f](double y) { return g(y) + f(y); };
  f = [x](double y) { return x + y; };
  return h(x) + g(x);
}
double sq(double y) { return y * y; }
double cu(double y) { return y * y * y; }
struct Scale {
  double k;
  double operator()(double y) const { return k * y; }
};
double mixed(double x, int n) {
  F f;
  if (n == 0)
    f = sq;
  else if (n == 1)
    f = &cu;
  else if (n == 2)
    f = Scale{x};
  else
    f = [x](double y) { return y / x; };
  return f(x) + (f ? x : 0);
}
double pointers(double x) {
  std::vector<F> fs{sq, cu, Scale{x}};
  double s = x;
  for (auto &f : fs)
    s = f(s);
  return s;
}
double nullf(double x) {
  F f;
  double s = f ? 1 : x;
  f = sq;
  s += f(x);
  f = nullptr;
  return f ? s : s * x;
}
double sw(double x) {
  F f = Scale{x}, g = sq;
  std::swap(f, g);
  double a = f(x);
  f.swap(g);
  return a * f(x);
}
struct Layer {
  std::function<V(const V &)> fwd;
  std::string name;
};
struct Net {
  std::vector<Layer> layers;
  void add(std::string n, std::function<V(const V &)> f) { layers.push_back({f, n}); }
  V run(V v) const {
    for (const auto &l : layers)
      v = l.fwd(v);
    return v;
  }
};
double net(const V &w) {
  Net n;
  n.add("lin", [&w](const V &v) {
    V r(v.size());
    for (size_t i = 0; i < v.size(); ++i)
      r[i] = w[i] * v[i] + w[0];
    return r;
  });
  n.add("act", [](const V &v) {
    V r = v;
    for (auto &e : r)
      e = std::tanh(e);
    return r;
  });
  V o = n.run({1.0, 2.0});
  return o[0] * o[1];
}
struct Obs {
  std::vector<std::function<void(double)>> cbs;
  void on(std::function<void(double)> c) { cbs.push_back(std::move(c)); }
  void fire(double v) {
    for (auto &c : cbs)
      c(v);
  }
};
struct Meter {
  double total = 0;
  Meter(Obs &o, double w) {
    o.on([this, w](double v) { total += w * v * v; });
  }
};
double observer(double x) {
  Obs o;
  Meter m(o, x), k(o, 2.0);
  o.fire(x);
  o.fire(3 * x);
  return m.total * k.total;
}
double newton(const F &f, const F &df, double x0) {
  for (int i = 0; i < 6; ++i)
    x0 = x0 - f(x0) / df(x0);
  return x0;
}
double root(double a) {
  return newton([a](double y) { return y * y - a; }, [](double y) { return 2 * y; }, 1.0);
}
double integrate(F f, double a, double b, int n) {
  double h = (b - a) / n, s = 0;
  for (int i = 0; i < n; ++i)
    s += f(a + (i + 0.5) * h);
  return s * h;
}
double simpson_rec(const F &f, double a, double b, double eps, int d) {
  double c = (a + b) / 2, whole = (b - a) / 6 * (f(a) + 4 * f(c) + f(b)),
         l = (c - a) / 6 * (f(a) + 4 * f((a + c) / 2) + f(c)), r = (b - c) / 6 * (f(c) + 4 * f((c + b) / 2) + f(b));
  if (d == 0 || std::fabs(l + r - whole) < eps)
    return l + r;
  return simpson_rec(f, a, c, eps / 2, d - 1) + simpson_rec(f, c, b, eps / 2, d - 1);
}
double quad(double k) {
  return integrate([k](double t) { return std::exp(-k * t * t); }, 0, k, 8) +
         simpson_rec([k](double t) { return std::sin(k * t * 5); }, 0, 1 + k, 1e-6, 6);
}
double ret_struct(double x) {
  std::function<std::pair<double, double>(double)> f = [x](double y) {
    return std::pair<double, double>{x * y, y * y};
  };
  if (x < 0)
    f = [](double y) { return std::pair<double, double>{y, 1.0}; };
  auto [a, b] = f(x);
  return a * b;
}
double opt_fn(double x) {
  std::optional<F> o;
  o = F(sq);
  return (*o)(x);
}
double shared_fn(double x) {
  auto p = std::make_shared<F>(Scale{x});
  auto q = p;
  return (*q)(x);
}
double arr_fn(double x) {
  std::array<F, 2> a{F(sq), F(Scale{x})};
  return a[0](a[1](x));
}
double out_param(double x) {
  std::function<void(double &)> f = [x](double &r) { r *= x; };
  if (x > 10)
    f = [](double &r) { r = 1; };
  double r = x;
  f(r);
  f(r);
  return r;
}
double float_conv(double x) {
  std::function<double(double)> f = [](double y) { return float(y) * 2.0f; };
  if (x < 0)
    f = sq;
  return f(x) * x;
}
double gen_lambda(double x) {
  F f = [](auto y) { return y * y; };
  if (x < 0)
    f = sq;
  return f(x) * x;
}
double mut(double x) {
  F f = [s = x](double y) mutable {
    s += y;
    return s * s;
  };
  F g = f;
  double a = f(x), b = f(x);
  return a * b + g(1.0);
}
double algo(const V &v, double k) {
  F f = [k](double y) { return y * k; };
  V w(v.size());
  std::transform(v.begin(), v.end(), w.begin(), f);
  std::for_each(w.begin(), w.end(), [&](double &e) { e = f(e); });
  return w[0] * w[1];
}

int main() {
  V v{1.5, 2.5, -0.5, 0.7};
  CHECK(by_ref, 0.5);
  CHECK(loop, 0.5, 4);
  CHECK(rpn, 0.5, 0.7);
  CHECK(events, 0.5);
  CHECK(cap_vec, v);
  CHECK(twice, 0.5);
  CHECK(mixed, 0.5, 0);
  CHECK(mixed, 0.5, 1);
  CHECK(mixed, 0.5, 2);
  CHECK(mixed, 0.5, 3);
  CHECK(pointers, 0.5);
  CHECK(nullf, 0.5);
  CHECK(sw, 0.5);
  CHECK(net, v);
  CHECK(observer, 0.5);
  CHECK(root, 2.5);
  CHECK(quad, 0.7);
  CHECK(ret_struct, 0.7);
  CHECK(opt_fn, 0.7);
  CHECK(shared_fn, 0.7);
  CHECK(arr_fn, 0.7);
  CHECK(out_param, 0.7);
  CHECK_SINGLE(float_conv, 0.7);
  CHECK(gen_lambda, 0.7);
  CHECK(mut, 0.7);
  CHECK(algo, v, 0.7);
  return check::done();
}
