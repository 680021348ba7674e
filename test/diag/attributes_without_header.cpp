// A unit that includes no header of mixedad makes no derivatives: an error where one was asked for, and rules are checked.
// RUN: %mixedad_verify %s

[[mixedad::differentiable]] double f(double x) { return x * x; } // expected-error {{no derivative of 'f' is made here, because this unit includes no header of mixedad}} expected-note {{#include <mixedad/gradient.h> where the function is defined, or remove the attribute}}

// Nothing is missing: defined elsewhere, or made where it is asked for.
[[mixedad::differentiable]] double elsewhere(double x);
[[mixedad::differentiable]] inline double everywhere(double x) { return x; }
template <class T> [[mixedad::differentiable]] T any(T x) { return x; }
[[mixedad::broadcast]] float element(float x) { return any(x); }

double g(double x);
[[mixedad::derivative_of(g)]] void g_pullback(int x, double seed, int &dx); // expected-error {{'g_pullback' does not have the parameters of a derivative of 'g'}} expected-note {{a pullback is}}
