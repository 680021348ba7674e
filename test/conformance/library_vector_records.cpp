// Vectors of records, records with vectors in them.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <vector>

struct Particle { double x, v; int id; };
template <class V> void reals(Particle &p, V &&visit) { visit(p.x); visit(p.v); }
double kinetic(const std::vector<Particle> &ps) {
  double e = 0;
  for (const Particle &p : ps) e += 0.5 * p.v * p.v * p.id + p.x;
  return e;
}
void advance(std::vector<Particle> &ps, double dt) {
  for (auto &p : ps) {
    p.x += p.v * dt;
    p.v -= p.x * dt;
  }
}
double simulate(double x, int steps) {
  std::vector<Particle> ps;
  for (int i = 1; i <= 3; ++i) ps.push_back({x * i, x * x, i});
  for (int s = 0; s < steps; ++s) advance(ps, 0.25);
  return kinetic(ps);
}
struct Layer {
  std::vector<double> weight, bias;
  int width;
  std::vector<double> operator()(const std::vector<double> &in) const {
    std::vector<double> out(width);
    for (int i = 0; i < width; ++i) {
      double s = bias[i];
      for (std::size_t j = 0; j < in.size(); ++j) s += weight[i * in.size() + j] * in[j];
      out[i] = std::tanh(s);
    }
    return out;
  }
};
template <class V> void reals(Layer &l, V &&visit) { visit(l.weight); visit(l.bias); }
double network(const Layer &first, const Layer &second, const std::vector<double> &in) { return second(first(in))[0]; }

int main() {
  std::vector<Particle> ps{{0.5, 1, 1}, {-0.5, 2, 2}};
  CHECK(kinetic, ps);
  CHECK(advance, check::ref(ps), 0.25);
  CHECK(simulate, 0.5, 3);
  Layer first{{0.1, -0.2, 0.3, 0.4, 0.5, -0.6}, {0.1, 0.2, 0.3}, 3}, second{{0.5, -0.4, 0.3}, {0.1}, 1};
  CHECK(network, first, second, (std::vector<double>{0.5, -0.25}));
  CHECK(&Layer::operator(), first, (std::vector<double>{0.5, -0.25}));
  return check::done();
}
