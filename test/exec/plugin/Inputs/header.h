#include <mixedad/gradient.h>
// Not the true derivative of a step: a straight-through estimator.
inline double step(double x) { return x > 0 ? 1.0 : 0.0; }
[[mixedad::derivative_of(step)]] inline void step_pullback(double, double seed, double &d_x) { d_x += seed * 7; }
namespace rules {
struct body {
  double mass;
  double energy(double v) const { return mass * v * v; }
};
[[mixedad::derivative_of(&body::energy)]] inline void energy_pullback(const body &b, double v, double seed, body &d_b,
                                                                      double &d_v) {
  d_b.mass += 100 * seed * v;
  d_v += 1000 * seed * b.mass;
}
}
