// Adam (Kingma, Ba 2014), itself a broadcast over each array of parameters.
#ifndef HMLSTM_ADAM_H
#define HMLSTM_ADAM_H

#include "model.h"

#include <cmath>

namespace hmlstm {

template <class T> [[mixedad::broadcast]] T adam_mean(T mean, T gradient, T decay) {
  return decay * mean + (T(1) - decay) * gradient;
}

template <class T> [[mixedad::broadcast]] T adam_square(T square, T gradient, T decay) {
  return decay * square + (T(1) - decay) * gradient * gradient;
}

/// rate already holds the correction for the means' start at zero.
template <class T> [[mixedad::broadcast]] T adam_step(T parameter, T mean, T square, T rate) {
  return parameter - rate * mean / (std::sqrt(square) + T(1e-8));
}

class Adam {
public:
  explicit Adam(const Model<float> &model) : mean_(model), square_(model) {
    for (auto *state : {&mean_, &square_})
      for (Array<float> *array : state->arrays())
        *array = Array<float>::zeros(array->shape());
  }

  void update(Model<float> &model, Model<float> &gradient, float rate) {
    ++steps_;
    const float corrected =
        rate * std::sqrt(1 - std::pow(decay_square_, float(steps_))) / (1 - std::pow(decay_mean_, float(steps_)));
    const auto parameters = model.arrays(), gradients = gradient.arrays();
    const auto means = mean_.arrays(), squares = square_.arrays();
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      *means[k] = mixedad::broadcast<adam_mean<float>>(*means[k], *gradients[k], decay_mean_);
      *squares[k] = mixedad::broadcast<adam_square<float>>(*squares[k], *gradients[k], decay_square_);
      *parameters[k] = mixedad::broadcast<adam_step<float>>(*parameters[k], *means[k], *squares[k], corrected);
    }
  }

private:
  const float decay_mean_ = 0.9f, decay_square_ = 0.999f;
  int steps_ = 0;
  Model<float> mean_, square_;
};

} // namespace hmlstm
#endif
