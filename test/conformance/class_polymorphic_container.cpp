// A scene of objects behind a base class, in a vector of owners: layers of a network, shapes, operations.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <memory>
#include <vector>

struct Layer {
  virtual ~Layer() = default;
  virtual std::vector<double> forward(const std::vector<double> &in) const = 0;
};
struct Dense : Layer {
  std::vector<double> w;
  int out;
  Dense(std::vector<double> w, int out) : w(std::move(w)), out(out) {}
  std::vector<double> forward(const std::vector<double> &in) const override {
    std::vector<double> y(out);
    for (int i = 0; i < out; ++i)
      for (std::size_t j = 0; j < in.size(); ++j) y[i] += w[i * in.size() + j] * in[j];
    return y;
  }
};
struct Tanh : Layer {
  std::vector<double> forward(const std::vector<double> &in) const override {
    std::vector<double> y(in);
    for (double &e : y) e = std::tanh(e);
    return y;
  }
};
double network(double x, double k) {
  std::vector<std::unique_ptr<Layer>> layers;
  layers.push_back(std::make_unique<Dense>(std::vector<double>{k, 0.5, k * k, -1}, 2));
  layers.push_back(std::make_unique<Tanh>());
  layers.push_back(std::make_unique<Dense>(std::vector<double>{1, x}, 1));
  std::vector<double> v{x, 1};
  for (const auto &l : layers) v = l->forward(v);
  return v[0];
}

int main() {
  CHECK(network, 0.5, 0.75);
  return check::done();
}
