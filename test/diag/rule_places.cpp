// A rule has a place for every parameter that can have a derivative; others are wrong at the rule.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>
#include <vector>

double product(double x, int n, double y);
[[mixedad::derivative_of(product)]] void product_pullback(double x, int n, double y, double seed, double &dx) { // expected-error {{cannot differentiate 'product' by its rule 'product_pullback', which has 1 place for derivatives where 'product' has 2 parameters that can have one}} expected-note {{a pullback takes 'parameters..., cotangent of the result, reference to the cotangent of each parameter...'}}
  dx += n * y * seed;
}

double line(double x, double y);
[[mixedad::derivative_of(line)]] double line_pushforward(double x, double y, double dx) { return dx; } // expected-error {{which has 1 place for derivatives where 'line' has 2 parameters}} expected-note {{a pushforward takes 'parameters..., tangent of each parameter...'}}

struct Spring {
  double k;
  double energy(double x) const;
};
[[mixedad::derivative_of(&Spring::energy)]] void energy_pullback(const Spring &s, double x, double seed, double &d_x) {} // expected-error {{which has 1 place for derivatives where 'energy' has 2 parameters}} expected-note {{also for those that it leaves alone}}

void scale(std::vector<double> &x, double by);
[[mixedad::derivative_of(scale)]] void scale_pullback(std::vector<double> &x, double by, std::vector<double> &dx) {} // expected-error {{which has 1 place for derivatives where 'scale' has 2 parameters}} expected-note {{a pullback takes}}

// Right: nothing for a count, and defaults and templates count as they are called.
struct Count { int n; };
double power(double x, int n, Count c);
[[mixedad::derivative_of(power)]] void power_pullback(double x, int n, Count, double seed, double &dx) { dx += n * x * seed; }
template <class T> T twice(T x, T y);
template <class T> [[mixedad::derivative_of(twice)]] void twice_pullback(T, T, T seed, T &dx, T &) { dx += 2 * seed; }

double calls_product(double x) { return product(x, 2, x); }
double calls_spring(Spring s) { return s.energy(2); }
double calls_scale(double x) { std::vector<double> v{x}; scale(v, x); return v[0]; }
double fine(double x) { return power(x, 2, {3}) + twice(x, x); }
void use() {
  (void)mixedad::gradient<calls_product>(1.0); // expected-note {{required from the gradient of 'calls_product' here}}
  (void)mixedad::gradient<line>(1.0, 2.0); // expected-note {{required from the gradient of 'line' here}}
  (void)mixedad::gradient<calls_spring>(Spring{1}); // expected-note {{required from}}
  (void)mixedad::gradient<calls_scale>(1.0); // expected-note {{required from}}
  (void)mixedad::gradient<fine>(1.0);
}
