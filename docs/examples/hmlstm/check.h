// The gradient that MixedAD made of the loss, against central differences, in double precision.
#ifndef HMLSTM_CHECK_H
#define HMLSTM_CHECK_H

#include "model.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace hmlstm {

/// Prints one line and returns whether they agree. The boundaries are held fixed: the straight-through rule is on
/// purpose not the derivative of a step. Each array of parameters is moved along its own gradient, where the
/// difference is largest against rounding; the derivative along it is the gradient's length.
inline bool check_gradient(const Text &text, std::mt19937 &random) {
  Model<double> model = random_model<double>(text.alphabet_size(), 12, random);
  const Window window = text.sample(4, 12, random);
  const double slope = 1;
  const Boundaries<double> fixed = detect(model, window, slope);
  auto [value, gradients] =
      mixedad::value_and_gradient<loss<double>, mixedad::wrt<0>>(model, window, slope, fixed);
  Model<double> gradient = mixedad::get<0>(gradients);

  double worst = 0, whole = 0;
  int checked = 0;
  const auto parameters = model.arrays(), along = gradient.arrays();
  for (const Array<double> *g : along)
    whole += double(mixedad::sum(*g * *g));
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    const Array<double> original = *parameters[k];
    const double length = std::sqrt(double(mixedad::sum(*along[k] * *along[k])));
    const double h = 1e-5 / std::max(length, 1e-300);
    *parameters[k] = original + h * *along[k];
    const double above = loss(model, window, slope, fixed);
    *parameters[k] = original - h * *along[k];
    const double below = loss(model, window, slope, fixed);
    *parameters[k] = original;
    const double difference = (above - below) / (2 * h) / std::max(length, 1e-300);
    // An array that hardly matters has a difference of rounding errors: it is held against the whole gradient.
    worst = std::max(worst, std::abs(difference - length) / std::max(length, 1e-3 * std::sqrt(whole)));
    ++checked;
  }
  double ended = 0;
  for (const Array<double> &z : fixed)
    ended += double(mixedad::mean(z)) / double(fixed.size());
  const bool right = worst < 1e-6 && std::abs(value - loss(model, window, slope, fixed)) < 1e-12;
  std::printf("gradient check: %d arrays of parameters against central differences, boundaries fixed (%.0f%% set), "
              "largest relative difference %.1e: %s\n",
              checked, 100 * ended, worst, right ? "right" : "WRONG");
  return right;
}

} // namespace hmlstm
#endif
