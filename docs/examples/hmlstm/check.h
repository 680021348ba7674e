// The gradient that MixedAD made of the loss, against central differences, in double precision.
#ifndef HMLSTM_CHECK_H
#define HMLSTM_CHECK_H

#include "model.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace hmlstm {

/// The derivative of the loss when one array of parameters moves along a direction of length 1: central differences
/// with two steps, their h^2 errors cancelled (Richardson).
inline double difference_along(Model<double> &model, Array<double> &parameter, const Array<double> &direction,
                               const Window &window, double slope, const Boundaries<double> &fixed) {
  const Array<double> original = parameter;
  double slopes[2];
  for (int k = 0; k < 2; ++k) {
    const double h = 2e-5 / (1 + k);
    parameter = original + h * direction;
    const double above = loss(model, window, slope, fixed);
    parameter = original - h * direction;
    slopes[k] = (above - loss(model, window, slope, fixed)) / (2 * h);
  }
  parameter = original;
  return (4 * slopes[1] - slopes[0]) / 3;
}

/// Prints one line and returns whether they agree. The boundaries are held fixed: the straight-through rule is on
/// purpose not the derivative of a step. Each array of parameters is moved along its own gradient, where the
/// difference is largest against rounding; the derivative along it is the gradient's length. The weights are larger
/// than those that training starts with, so that no gradient drowns in rounding.
inline bool check_gradient(const Text &text, std::mt19937 &random) {
  Model<double> model = random_model<double>(text.alphabet_size(), 12, random);
  for (Array<double> *array : model.arrays())
    *array = *array * 3.0;
  const Window window = text.sample(4, 12, random);
  const double slope = 1;
  const Boundaries<double> fixed = detect(model, window, slope);
  auto [value, gradients] =
      mixedad::value_and_gradient<loss<double>, mixedad::wrt<0>>(model, window, slope, fixed);
  Model<double> gradient = mixedad::get<0>(gradients);

  double worst = 0;
  const auto parameters = model.arrays(), along = gradient.arrays();
  for (std::size_t k = 0; k < parameters.size(); ++k) {
    const double length = std::sqrt(mixedad::sum(*along[k] * *along[k]));
    const Array<double> direction = *along[k] * (1 / std::max(length, 1e-300));
    const double difference = difference_along(model, *parameters[k], direction, window, slope, fixed);
    worst = std::max(worst, std::abs(difference - length) / std::max(length, 1e-8));
  }
  double ended = 0;
  for (const Array<double> &z : fixed)
    ended += double(mixedad::mean(z)) / double(fixed.size());
  const bool right = worst < 1e-5 && std::abs(value - loss(model, window, slope, fixed)) < 1e-12;
  std::printf("gradient check: %d arrays of parameters against central differences, boundaries fixed (%.0f%% set), "
              "largest relative difference %.1e: %s\n",
              int(parameters.size()), 100 * ended, worst, right ? "right" : "WRONG");
  return right;
}

} // namespace hmlstm
#endif
