// Corners of the language: guards and timers, atomics without reals, casts of references, structs seen as arrays,
// bit-fields, caches. RUN: %mixedad_cxx -O0 %s -o %t && %t RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <atomic>
#include <chrono>
#include <cstdio>
namespace timer_ {
struct T {
  long *out;
  std::chrono::steady_clock::time_point t0 = std::chrono::steady_clock::now();
  T(long *o) : out(o) {}
  ~T() { *out = (std::chrono::steady_clock::now() - t0).count() >= 0; }
};
double f(double x) {
  long ns = 0;
  {
    T t(&ns);
    x *= x;
  }
  return x * ns;
}
} // namespace timer_
namespace atomic_int_ {
double f(double x) {
  std::atomic<int> n{2};
  n++;
  n.fetch_add(2);
  return x * n.load();
}
} // namespace atomic_int_
namespace dyncast_ref_ {
struct A {
  virtual ~A() {}
};
struct B : A {
  double v;
  B(double v) : v(v) {}
};
double f(double x) {
  B b(x);
  A &a = b;
  return dynamic_cast<B &>(a).v * x;
}
} // namespace dyncast_ref_
namespace reinterp_struct2_ {
struct V {
  double x, y, z;
  double &operator[](int i) { return (&x)[i]; }
  double operator[](int i) const { return reinterpret_cast<const double *>(this)[i]; }
};
double f(double x) {
  V v{x, 2 * x, 3};
  v[1] *= x;
  const V &c = v;
  return v[1] * v[0] + c[2];
}
} // namespace reinterp_struct2_
namespace virtual_inh_ {
struct A {
  double a;
  A(double a = 1) : a(a) {}
};
struct B : virtual A {
  double b;
  B(double b) : A(b), b(b) {}
};
struct C : virtual A {
  double c;
  C(double c) : A(c), c(c) {}
};
struct D : B, C {
  D(double x) : A(3 * x), B(x), C(x * x) {}
};
double f(double x) {
  D d(x);
  return d.a * d.b + d.c;
}
} // namespace virtual_inh_
namespace multi_inh_ {
struct A {
  double a;
  double fa() const { return a * a; }
};
struct B {
  double b;
  virtual double fb() const { return b; }
  virtual ~B() = default;
};
struct C : A, B {
  C(double x) {
    a = x;
    b = 2 * x;
  }
  double fb() const override { return b * a; }
};
double f(double x) {
  C c(x);
  B *p = &c;
  A &r = c;
  return p->fb() + r.fa();
}
} // namespace multi_inh_
namespace volatile_ {
double f(double x) {
  volatile double y = x * x;
  y = y * 2;
  return y * x;
}
} // namespace volatile_
namespace bitfield_ {
struct B {
  unsigned a : 3;
  int b : 5;
  double x;
};
double f(double x) {
  B b{5, -3, x};
  b.a += 6;
  b.x *= b.a;
  return b.x * b.b * x;
}
} // namespace bitfield_
namespace iter_class_ {
struct It {
  double *p;
  double &operator*() const { return *p; }
  It &operator++() {
    ++p;
    return *this;
  }
  bool operator!=(const It &o) const { return p != o.p; }
};
struct R {
  double v[3];
  It begin() { return {v}; }
  It end() { return {v + 3}; }
};
double f(double x) {
  R r{{x, 2 * x, 3}};
  double s = 0;
  for (double &e : r) {
    e *= x;
    s += e;
  }
  return s * r.v[1];
}
} // namespace iter_class_
namespace op_conv_ {
struct W {
  double v;
  operator double() const { return v * 2; }
  explicit operator bool() const { return v > 0; }
};
double f(double x) {
  W w{x};
  return w ? w * x + w : 0;
}
} // namespace op_conv_
namespace global_cache_ {
static double cache[4];
static bool have[4];
static double get(int i, double x) {
  if (!have[i]) {
    cache[i] = x * i;
    have[i] = true;
  }
  return cache[i];
}
double f(double x) {
  for (bool &b : have)
    b = false;
  return get(1, x) * get(2, x) + get(1, x);
}
} // namespace global_cache_
namespace raii_file_ {
struct F {
  std::FILE *f;
  F() : f(std::tmpfile()) {}
  ~F() {
    if (f)
      std::fclose(f);
  }
};
double f(double x) {
  F q;
  std::fprintf(q.f, "a");
  return x * x;
}
} // namespace raii_file_
namespace enum_cls_ {
enum class K : unsigned char { A, B };
double f(double x) {
  K k = x > 0 ? K::B : K::A;
  switch (k) {
    using enum K;
  case A:
    return x;
  case B:
    return x * x;
  }
  return 0;
}
} // namespace enum_cls_
namespace fold_ {
template <class... T>
double sum(T... t) {
  return (... + t) * (t * ... * 1);
}
double f(double x) { return sum(x, 2 * x, x * x); }
} // namespace fold_
int main() {
  CHECK(timer_::f, 0.5);
  CHECK(atomic_int_::f, 0.5);
  CHECK(dyncast_ref_::f, 0.5);
  CHECK(reinterp_struct2_::f, 0.5);
  CHECK(virtual_inh_::f, 0.5);
  CHECK(multi_inh_::f, 0.5);
  CHECK(volatile_::f, 0.5);
  CHECK(bitfield_::f, 0.5);
  CHECK(iter_class_::f, 0.5);
  CHECK(op_conv_::f, 0.5);
  CHECK(global_cache_::f, 0.5);
  CHECK(raii_file_::f, 0.5);
  CHECK(enum_cls_::f, 0.5);
  CHECK(fold_::f, 0.5);
  return check::done();
}
