// State that two names would share here and not in the program, and labels and bytes in odd places.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>
#include <cstring>
#include <memory>
#include <vector>

double nested_label(double x, int k) {
  switch (k) {
  default:
    if (x > 0) {
    case 0: // expected-error {{cannot differentiate a case label inside a nested statement}} expected-note {{put it directly into the switch's block}}
      x *= x;
    }
  }
  return x;
}

struct Three {
  double a, b, c;
};
double part(double x) {
  Three from{x, x * x, x}, to{};
  std::memcpy(&to, &from, 2 * sizeof(double)); // expected-error {{cannot differentiate 'memcpy' of a part of an object}} expected-note {{assign the members}}
  return to.a * to.b;
}

struct Set {
  double v;
  Set() : v(2) {}
};
double placed(double x) {
  std::vector<Set> all;
  all.emplace_back(); // expected-error {{cannot differentiate an element that its default constructor makes}} expected-note {{make the object first, then push it}}
  return all[0].v * x;
}

double owners(double x) {
  auto a = std::make_shared<double>(x * x);
  auto b = a;
  return a.use_count() == 2 ? *b : x; // expected-error {{cannot differentiate 'std::shared_ptr::use_count', as a derivative has owners of its own}} expected-note {{count what the program needs to know itself}}
}

struct AtEnd {
  double &y;
  ~AtEnd() { y *= 3; }
};
double in_head(double x) {
  double y = x;
  if (AtEnd e{y}; x > 0) // expected-error {{cannot differentiate an object with a destructor in the head of a statement}} expected-note {{declare it before, in a block of both}}
    y += 1;
  return y;
}

double *weights = new double[2];
double power(int n, double x) { return n == 0 ? weights[0] * x : power(n - 1, x * weights[1]); }
double through_a_pointer(double x) {
  weights[0] = x;
  return power(2, x); // expected-error {{cannot differentiate a call of 'power', which is not inlined and uses the variable 'weights'}} expected-note {{pass the variable as an argument}}
}

void use() {
  (void)mixedad::gradient<through_a_pointer>(2.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<nested_label>(2.0, 0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<part>(2.0);            // expected-note {{required from the gradient}}
  (void)mixedad::gradient<in_head>(2.0);         // expected-note {{required from the gradient}}
  (void)mixedad::gradient<placed>(2.0);          // expected-note {{required from the gradient}}
  (void)mixedad::gradient<owners>(2.0);          // expected-note {{required from the gradient}}
}
