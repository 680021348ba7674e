// Losses and an optimizer step that is differentiated through: Huber, hinge, KL, contrastive; momentum and Adam.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

double huber(const double *p, const double *t, int n, double delta) {
  double loss = 0;
  for (int i = 0; i < n; ++i) {
    double d = std::abs(p[i] - t[i]);
    loss += d <= delta ? 0.5 * d * d : delta * (d - 0.5 * delta);
  }
  return loss / n;
}
double hinge(const double *w, const double *x, const int *y, int n, int d) {
  double loss = 0;
  for (int i = 0; i < n; ++i) {
    double score = 0;
    for (int j = 0; j < d; ++j) score += w[j] * x[i * d + j];
    double margin = 1 - y[i] * score;
    if (margin > 0) loss += margin;
  }
  for (int j = 0; j < d; ++j) loss += 0.01 * w[j] * w[j];
  return loss;
}
double kl(const double *p, const double *q, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    if (p[i] > 0) s += p[i] * std::log(p[i] / q[i]);
  return s;
}
double cosine(const double *a, const double *b, int n) {
  double ab = 0, aa = 0, bb = 0;
  for (int i = 0; i < n; ++i) {
    ab += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  return ab / (std::sqrt(aa) * std::sqrt(bb));
}
void adam(double *w, double *m, double *v, const double *g, int n, double lr, int t) {
  for (int i = 0; i < n; ++i) {
    m[i] = 0.9 * m[i] + 0.1 * g[i];
    v[i] = 0.99 * v[i] + 0.01 * g[i] * g[i];
    double mh = m[i] / (1 - std::pow(0.9, t)), vh = v[i] / (1 - std::pow(0.99, t));
    w[i] -= lr * mh / (std::sqrt(vh) + 1e-3);
  }
}
double train(double lr, double momentum) {
  double w = 2, velocity = 0;
  for (int i = 0; i < 10; ++i) {
    double g = 2 * (w - 0.5) + std::cos(w);
    velocity = momentum * velocity - lr * g;
    w += velocity;
  }
  return (w - 0.5) * (w - 0.5);
}
const int labels[3] = {1, -1, 1};

int main() {
  using check::scattered;
  CHECK(huber, scattered<double, 4>(-2, 2), scattered<double, 4>(-1, 1, 0.1), 4, 0.75);
  CHECK(hinge, scattered<double, 2>(-1, 1), scattered<double, 6>(-1, 1), &labels[0], 3, 2);
  CHECK(kl, scattered<double, 3>(0.2, 0.8), scattered<double, 3>(0.2, 0.8, 0.9), 3);
  CHECK(cosine, scattered<double, 3>(-1, 1), scattered<double, 3>(-1, 1, 0.8), 3);
  CHECK(adam, scattered<double, 3>(-1, 1), scattered<double, 3>(-1, 1), scattered<double, 3>(0.5, 1),
        scattered<double, 3>(-1, 1), 3, 0.1, 3);
  CHECK(train, 0.1, 0.5);
  return check::done();
}
