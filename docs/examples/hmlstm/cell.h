// The scalar functions of the hierarchical multiscale LSTM (Chung, Ahn, Bengio 2016), mapped over arrays.
//
// They are ordinary scalar code with real branches. MixedAD makes one dual-number kernel of each, forward and
// backward; no reverse pass runs over their inside.
#ifndef HMLSTM_CELL_H
#define HMLSTM_CELL_H

#include <mixedad/mixedad.h>

#include <cmath>

namespace hmlstm {

template <class T> [[mixedad::broadcast]] T sigm(T x) { return T(1) / (T(1) + std::exp(-x)); }

/// The cell. z: did this layer's previous step end a segment? z_below: did the layer below just end one?
template <class T>
[[mixedad::broadcast]] T hmlstm_update_c(T z, T z_below, T c, T f, T i, T g) {
  if (z == T(1)) // FLUSH: a new segment starts from nothing
    return sigm(i) * std::tanh(g);
  if (z_below == T(0)) // COPY: nothing new came from below
    return c;
  return sigm(f) * c + sigm(i) * std::tanh(g); // UPDATE
}

/// The hidden state that goes with it.
template <class T>
[[mixedad::broadcast]] T hmlstm_update_h(T z, T z_below, T h, T c, T o) {
  if (z != T(1) && z_below == T(0)) // COPY
    return h;
  return sigm(o) * std::tanh(c);
}

/// Hard sigmoid; its slope grows during training, so that it comes ever closer to the step.
template <class T> [[mixedad::broadcast]] T hard_sigmoid(T x, T slope) {
  const T y = (slope * x + T(1)) / T(2);
  return y < T(0) ? T(0) : y > T(1) ? T(1) : y;
}

template <class T> [[mixedad::broadcast]] T step(T x) { return x > T(0.5) ? T(1) : T(0); }

/// The straight-through estimator: the derivative of a step is 0 wherever it exists, and a boundary detector
/// would never learn. So, by a rule of our own, the cotangent passes as if the step were not there.
template <class T>
[[mixedad::derivative_of(step), mixedad::broadcast]] void step_pullback(T, T seed, T &d_x) {
  d_x += seed;
}

/// Does a segment end here?
template <class T>
[[mixedad::broadcast]] T boundary(T x, T slope) {
  return step(hard_sigmoid(x, slope));
}

template <class T>
[[mixedad::broadcast]] T rectify(T x) {
  return x > T(0) ? x : T(0);
}

template <class T>
[[mixedad::broadcast]] T gate(T x, T value) {
  return sigm(x) * value;
}

} // namespace hmlstm
#endif
