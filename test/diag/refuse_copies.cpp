// Copies, constructions and destructions that would run another number of times here than in the program.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>
#include <array>
#include <utility>
#include <vector>

struct Doubles {
  double v = 0;
  Doubles() = default;
  Doubles(double a) : v(a) {}
  Doubles(const Doubles &o) : v(2 * o.v) {}
  Doubles &operator=(const Doubles &o) {
    v = 3 * o.v;
    return *this;
  }
};
double of_vectors(double x) {
  std::vector<Doubles> a(1);
  a[0].v = x;
  auto b = a; // expected-error {{cannot differentiate a copy of 'std::vector<Doubles>', which runs a copy constructor or an assignment that is not member by member}} expected-note {{copy the objects one by one, or default these functions}}
  return b[0].v * x;
}
double pushed(double x) {
  std::vector<Doubles> a;
  Doubles s(x);
  a.push_back(s); // expected-error {{which runs a copy constructor or an assignment that is not member by member}} expected-note {{copy the objects one by one}}
  return a[0].v * x;
}
double filled(double x) {
  std::vector<Doubles> a(2, Doubles(x)); // expected-error {{which runs a copy constructor or an assignment that is not member by member}} expected-note {{copy the objects one by one}}
  return a[0].v * x;
}
double in_pairs(double x) {
  std::vector<std::pair<Doubles, int>> a(1), b;
  a[0].first.v = x;
  b = a; // expected-error {{which runs a copy constructor or an assignment that is not member by member}} expected-note {{copy the objects one by one}}
  return b[0].first.v * x;
}

struct Base {
  double v;
  Base(double &r, double a) : v(a) { r *= 2; }
  Base(const Base &o) : v(o.v) {}
  virtual ~Base() = default;
  virtual double value() const { return v; }
};
double with_virtual_functions(double x) {
  double y = x;
  Base b(y, x); // expected-error {{cannot differentiate the constructor of 'Base', a class with virtual functions, which changes more than its members}} expected-note {{give the class a default constructor, and do the rest in a member function}}
  return b.value() * y;
}

struct AtEnd {
  double &r;
  double v;
  AtEnd(double &r, double k) : r(r), v(r * k) {}
  ~AtEnd() { r += v; }
};
double in_a_branch(double x) {
  double y = x;
  double z = (x > 1 ? AtEnd(y, 3).v : y) + y; // expected-error {{cannot differentiate a temporary object with a destructor in a branch of an expression}} expected-note {{name it with a variable, in an if statement}}
  return z * y;
}
AtEnd make(double &y) { return AtEnd(y, 2); }
double chosen(double x) {
  double y = x;
  {
    AtEnd b = x > 1 ? make(y) : make(y); // expected-error {{cannot differentiate an object of class 'AtEnd' that comes from a call here, whose destructor does more than to release}} expected-note {{let the call's function have a single return statement}}
    y *= b.v;
  }
  return y;
}

void use() {
  (void)mixedad::gradient<of_vectors>(2.0);             // expected-note {{required from the gradient}}
  (void)mixedad::gradient<pushed>(2.0);                 // expected-note {{required from the gradient}}
  (void)mixedad::gradient<filled>(2.0);                 // expected-note {{required from the gradient}}
  (void)mixedad::gradient<in_pairs>(2.0);               // expected-note {{required from the gradient}}
  (void)mixedad::gradient<with_virtual_functions>(2.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<in_a_branch>(2.0);            // expected-note {{required from the gradient}}
  (void)mixedad::gradient<chosen>(2.0);                 // expected-note {{required from the gradient}}
}
