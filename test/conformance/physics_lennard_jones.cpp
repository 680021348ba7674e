// Lennard-Jones energy with cutoff, periodic minimum image, and cell lists of indices.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <vector>

double pair_energy(double r2, double eps, double sigma) {
  double s2 = sigma * sigma / r2;
  double s6 = s2 * s2 * s2;
  return 4 * eps * (s6 * s6 - s6);
}
double minimum_image(double d, double box) { return d - box * std::round(d / box); }
double total(const double *x, int n, double box, double eps, double sigma, double cutoff) {
  double e = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      double r2 = 0;
      for (int k = 0; k < 2; ++k) {
        double d = minimum_image(x[2 * i + k] - x[2 * j + k], box);
        r2 += d * d;
      }
      if (r2 > cutoff * cutoff) continue;
      e += pair_energy(r2, eps, sigma);
    }
  return e;
}
double with_neighbours(const std::vector<double> &x, double eps) {
  std::vector<std::vector<int>> near(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (std::fabs(x[i] - x[j]) < 2) near[i].push_back(int(j));
  double e = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (int j : near[i]) e += pair_energy((x[i] - x[j]) * (x[i] - x[j]), eps, 0.75);
  return e;
}

int main() {
  CHECK(pair_energy, 1.5, 1.0, 1.0);
  CHECK(total, check::buf({0.1, 0.2, 1.2, 0.4, 3.0, 0.3, 2.1, 2.2}), 4, 4.0, 1.0, 0.9, 1.9);
  CHECK(with_neighbours, (std::vector<double>{0, 1, 2.25, 3.5}), 1.5);
  return check::done();
}
