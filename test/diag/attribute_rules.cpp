// derivative_of: its target and the shape of the rule.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>

double f(double x, double y);
float f(float x);
template <class T> T square(T x) { return x * x; }
struct body {
  double mass;
  double energy(double v) const;
  body(double m);
};
namespace inner {
double g(double x);
}

[[mixedad::derivative_of(f)]] void f_pullback(double x, double y, double seed, double &dx, double &dy);
[[mixedad::derivative_of(f)]] float f_pushforward(float x, float dx);
[[mixedad::derivative_of(static_cast<float (*)(float)>(&f))]] void f_float_pullback(float x, float seed, float &dx);
[[mixedad::derivative_of(inner::g)]] void g_pullback(double x, double seed, double &dx);
[[mixedad::derivative_of(&body::energy)]] void energy_pullback(const body &b, double v, double seed, body &db, double &dv);
[[mixedad::derivative_of(body)]] void body_pullback(double m, const body &seed, double &dm);
template <class T> [[mixedad::derivative_of(square)]] void square_pullback(T x, T seed, T &dx) { dx += 2 * x * seed; }
[[mixedad::derivative_of(square<double>)]] void square_double_pullback(double x, double seed, double &dx);

void g(double *x);
[[mixedad::derivative_of(g)]] void g_pullback(double *x, double *dx);
[[mixedad::derivative_of(g)]] void g_forward(double *x, const double *dx);
void h(double *x);
[[mixedad::derivative_of(h, "pushforward")]] void h_tangent(double *x, double *dx);
[[mixedad::derivative_of(h, "pullback")]] void h_push_back(double *x, double *dx);
void k(double *x);
[[mixedad::derivative_of(k)]] void k_push(double *x, double *dx); // expected-error {{'k_push' could be a pushforward or a pullback of 'k', which returns nothing}} expected-note {{say which: [[mixedad::derivative_of(k, "pushforward")]] or [[mixedad::derivative_of(k, "pullback")]]}}
[[mixedad::derivative_of(k, "backward")]] void k_backward(double *x, double *dx); // expected-error {{the second argument of 'mixedad::derivative_of' is "pushforward" or "pullback"}}
[[mixedad::derivative_of(inner::g, "pushforward")]] void g_returns_nothing(double x, double dx); // expected-error {{'g_returns_nothing' does not have the parameters of a derivative of 'inner::g'}} expected-note {{a pullback is 'void(parameters...}}

int number;
[[mixedad::derivative_of]] void a(double); // expected-error-re {{'{{(mixedad::)?}}derivative_of' attribute takes at least 1 argument}}
[[mixedad::derivative_of(number)]] void b(double); // expected-error {{'mixedad::derivative_of' needs the name of a function, method or class (for its constructors)}}
[[mixedad::derivative_of(nothing_of_that_name)]] void c(double); // expected-error {{'mixedad::derivative_of' needs the name of a function, method or class}}
[[mixedad::derivative_of(f)]] void wrong(int x, int seed, int &dx); // expected-error {{'wrong' does not have the parameters of a derivative of 'f'}} expected-note {{a pullback is 'void(parameters...}}
[[mixedad::derivative_of(f)]] double variable; // expected-error-re {{'{{(mixedad::)?}}derivative_of' attribute only applies to functions}}
