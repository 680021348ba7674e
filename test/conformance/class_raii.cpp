// Classes that own memory or restore state in their destructors: copies, moves, temporaries, early ways out.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <map>
#include <string>
#include <utility>
#include <vector>
template <class T>
class Vec {
  T *d_;
  int n_;

public:
  explicit Vec(int n = 0) : d_(n ? new T[n]() : nullptr), n_(n) {}
  Vec(const Vec &o) : d_(new T[o.n_]), n_(o.n_) {
    for (int i = 0; i < n_; ++i)
      d_[i] = o.d_[i];
  }
  Vec(Vec &&o) noexcept : d_(std::exchange(o.d_, nullptr)), n_(std::exchange(o.n_, 0)) {}
  Vec &operator=(Vec o) noexcept {
    swap(o);
    return *this;
  }
  void swap(Vec &o) noexcept {
    std::swap(d_, o.d_);
    std::swap(n_, o.n_);
  }
  ~Vec() { delete[] d_; }
  T &operator[](int i) { return d_[i]; }
  const T &operator[](int i) const { return d_[i]; }
  int size() const { return n_; }
  T *begin() { return d_; }
  T *end() { return d_ + n_; }
  const T *begin() const { return d_; }
  const T *end() const { return d_ + n_; }
  friend Vec operator+(const Vec &a, const Vec &b) {
    Vec r(a.n_);
    for (int i = 0; i < a.n_; ++i)
      r[i] = a[i] + b[i];
    return r;
  }
  friend Vec operator*(T k, Vec a) {
    for (T &x : a)
      x *= k;
    return a;
  }
  T dot(const Vec &o) const {
    T s = 0;
    for (int i = 0; i < n_; ++i)
      s += d_[i] * o.d_[i];
    return s;
  }
  void push(T v) {
    Vec r(n_ + 1);
    for (int i = 0; i < n_; ++i)
      r[i] = d_[i];
    r[n_] = v;
    swap(r);
  }
};
using V = Vec<double>;
double expr(double x, double y) {
  V a(3), b(3);
  for (int i = 0; i < 3; ++i) {
    a[i] = x * i;
    b[i] = y + i;
  }
  V c = a + x * b;
  c = c + y * (a + b);
  return c.dot(a + 2.0 * b);
}
double inloop(double x) {
  double s = 0;
  V acc(2);
  for (int t = 0; t < 4; ++t) {
    V u(2);
    u[0] = x * t;
    u[1] = s;
    acc = acc + u;
    s += acc.dot(u);
    if (t == 2)
      continue;
    V w = acc;
    w[0] *= x;
    acc = std::move(w);
    if (s > 1e6)
      break;
  }
  return s + acc[1];
}
V make(double x, int n) {
  V v(n);
  for (int i = 0; i < n; ++i)
    v[i] = x / (i + 1);
  return v;
}
V pick(double x, int n) {
  if (n == 0)
    return V(2);
  if (n == 1) {
    V q(2);
    q[1] = x;
    return q;
  }
  return make(x, n);
}
double picks(double x, int n) {
  V v = pick(x, n);
  v.push(x * x);
  double t = pick(x, 2)[1];
  return v[1] * v[v.size() - 1] + t;
}
double temps(double x) {
  double s = make(x, 3)[2] + make(x, 2).dot(make(2 * x, 2));
  for (double e : make(x, 3))
    s += e * e;
  if (make(x, 2)[0] > 0.1)
    s *= x;
  return s;
}
struct Layer {
  V w, b;
  std::string name;
  std::vector<double> hist;
  Layer(int n, double k) : w(make(k, n)), b(n), name("layer"), hist{k, k * k} { b[0] = k; }
  V run(const V &in) const {
    V o(b);
    for (int i = 0; i < o.size(); ++i)
      o[i] += std::tanh(w[i] * in[i]);
    return o;
  }
};
double net(double x, double k) {
  Layer l1(2, k), l2(2, k * x);
  V in = make(x, 2);
  V h = l2.run(l1.run(in));
  l1.hist.push_back(h[0]);
  return h.dot(h) + l1.hist[2] * l1.hist[1] + l2.name.size();
}
class Guard {
  double &r;
  double old;

public:
  Guard(double &v, double to) : r(v), old(v) { v = to; }
  ~Guard() { r = old; }
};
double guard(double x, double y) {
  double g = x, s = 0;
  {
    Guard k(g, y * x);
    s += g * g;
    if (s > 100)
      return s;
  }
  return s + g * y;
}
double heap(double x) {
  V *p = new V(3);
  (*p)[1] = x;
  V *q = new V(*p);
  (*q)[1] *= x;
  double r = p->dot(*q);
  delete p;
  delete q;
  return r;
}
double fn(V v, double k) {
  v[0] *= k;
  return v[0] + v[1];
}
double byvalue(double x) {
  V a = make(x, 2);
  double r = fn(a, x) + fn(std::move(a), 2.0);
  return r + fn(make(x, 2), 3);
}
double swaps(double x) {
  V a = make(x, 2), b = make(x * x, 3);
  std::swap(a, b);
  a.swap(b);
  std::swap(a, b);
  return a[2] + b[0];
}
struct Node {
  double v;
  Node *next = nullptr;
  Node(double v, Node *n) : v(v), next(n) {}
};
class List {
  Node *head = nullptr;

public:
  ~List() {
    while (head) {
      Node *n = head->next;
      delete head;
      head = n;
    }
  }
  void add(double v) { head = new Node(v, head); }
  double sum() const {
    double s = 0;
    for (Node *n = head; n; n = n->next)
      s = s * 0.5 + n->v;
    return s;
  }
};
double list(double x) {
  List l;
  for (int i = 0; i < 4; ++i)
    l.add(x * i + l.sum());
  return l.sum();
}
double lambda(double x) {
  V a = make(x, 3);
  auto f = [&](int i) { return a[i] * x; };
  double s = f(0) + f(1);
  a[2] = s;
  return f(2);
}
double arr(double x) {
  V a[2] = {V(2), make(x, 2)};
  a[0] = a[1];
  a[0][1] = x;
  return a[0].dot(a[1]);
}
double tern(double x, int k) {
  V a = k ? make(x, 2) : V(2);
  const V &r = k ? a : make(x, 3);
  a[0] += x;
  return a[0] * r[1];
}
double early(double x) {
  V a = make(x, 3);
  for (int i = 0; i < 3; ++i) {
    V b = x * a;
    if (b[0] > 0.2)
      return b[1] * a[2];
    a = b + a;
  }
  return a[0];
}
double sw(double x, int k) {
  switch (k) {
  case 0: {
    V a = make(x, 2);
    return a[1];
  }
  case 1:
    return make(x, 2)[0];
  default:
    break;
  }
  V b(2);
  b[0] = x;
  return b.dot(b);
}
int main() {
  CHECK(expr, 0.5, 0.7);
  CHECK(inloop, 0.5);
  CHECK(picks, 0.6, 0);
  CHECK(picks, 0.6, 1);
  CHECK(picks, 0.6, 2);
  CHECK(temps, 0.5);
  CHECK(net, 0.5, 0.7);
  CHECK(guard, 0.5, 0.7);
  CHECK(heap, 0.5);
  CHECK(byvalue, 0.5);
  CHECK(swaps, 0.5);
  CHECK(list, 0.5);
  CHECK(lambda, 0.5);
  CHECK(arr, 0.5);
  CHECK(tern, 0.5, 1);
  CHECK(tern, 0.5, 0);
  CHECK(early, 0.5);
  CHECK(sw, 0.5, 0);
  CHECK(sw, 0.5, 1);
  CHECK(sw, 0.5, 2);
  return check::done();
}
