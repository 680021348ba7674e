// Everything has a name in generated code: hidden, local, unnamed and private types, friends, macros, static locals.
// RUN: %mixedad_cxx -O1 %s -o %t && %t
#include "check.h"
#include <cstdlib>

// Generated code must not meet these.
#define seed 77
#define tape nothing
#define d_x 1 +
#define value (2)
#define result oops

namespace mixedad_user { // not to be confused with mixedad
namespace detail {
struct pair { double a, b; };
double sum(const pair &p) { return p.a * p.b; }
}
}
namespace detail = mixedad_user::detail;

struct stat { double size; };
double stat(const struct stat &s) { return s.size * s.size; } // hides the class

typedef struct { double re, im; } unnamed;
double norm(const unnamed &z) { return z.re * z.re + z.im * z.im; }

class secret {
  struct hidden { double w; double times(double x) const { return w * x; } };
  hidden h{3};
  friend double open(const secret &s, double x) { return s.h.times(x); }

public:
  double run(double x) const { return open(*this, x) * x; }
  static auto make() { return hidden{4}; }
};
template <class H> double use(const H &h, double x) { return h.times(x); }

enum class kind { linear, square };
template <kind K, int... N> double shaped(double x) { return K == kind::linear ? x * (N + ...) : x * x * sizeof...(N); }
template <double (*F)(double)> double applied(double x) { return F(x) * 2; }
double cube(double x) { return x * x * x; }
template <template <class> class C> double with_template(double x) { return C<double>{x}.v * x; }
template <class T> struct box { T v; };

double table_lookup(double x, int i) {
  static const double weights[3] = {1, 2, 3};
  return weights[i] * x;
}
struct number {
  double v;
  operator double() const { return v * v; }
  friend number operator*(number a, number b) { return {a.v * b.v}; }
  double operator[](int i) const { return v * i; }
};
double with_operators(const number &n) { return double(n * n) + n[3]; }

int main() {
  using check::close;
  close("namespace detail", std::get<0>(mixedad::gradient<detail::sum>(detail::pair{2, 3})).a, 3);
  close("hidden class", std::get<0>(mixedad::gradient<static_cast<double (*)(const struct stat &)>(&stat)>(
                            (struct stat){3})).size, 6);
  close("class named by a typedef", std::get<0>(mixedad::gradient<norm>(unnamed{1, 2})).im, 4);
  close("private class and friend", std::get<1>(mixedad::gradient<&secret::run>(secret{}, 2.0)), 12);
  auto hidden = secret::make();
  close("private class as template argument", std::get<1>(mixedad::gradient<use<decltype(hidden)>>(hidden, 2.0)), 4);
  struct local { double k; double times(double x) const { return k * x; } };
  close("local class", std::get<0>(mixedad::gradient<use<local>>(local{5}, 2.0)).k, 2);
  close("enumerator and pack", std::get<0>(mixedad::gradient<shaped<kind::square, 1, 2, 3>>(2.0)), 12);
  close("function as template argument", std::get<0>(mixedad::gradient<applied<cube>>(2.0)), 24);
  close("template as template argument", std::get<0>(mixedad::gradient<with_template<box>>(2.0)), 4);
  close("static local table", std::get<0>(mixedad::gradient<table_lookup>(2.0, 2)), 3);
  close("operators", std::get<0>(mixedad::gradient<with_operators>(number{2})).v, 4 * 8 + 3);
  return check::done();
}
