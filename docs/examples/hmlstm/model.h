// The model: layers of cells that update, copy or flush, a gated read-out, and the loss over a window of text.
//
// Plain code over arrays: MixedAD gives its gradient by reverse mode, and calls the broadcast functions of cell.h
// as kernels. The batch is the first dimension everywhere.
#ifndef HMLSTM_MODEL_H
#define HMLSTM_MODEL_H

#include "cell.h"
#include "text.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace hmlstm {

using mixedad::Array;

constexpr int layers = 3;

/// What feeds a layer's gates. The columns are f, i, o, g of `hidden` each and, except in the top layer, one more:
/// the boundary detector.
template <class T> struct Layer {
  Array<T> from_below; // [hidden of the layer below, or the alphabet; columns]
  Array<T> from_self;  // [hidden; columns]
  Array<T> from_above; // [hidden; columns], nothing in the top layer
  Array<T> bias;       // [columns]
};

template <class T> struct Model {
  int hidden = 0, alphabet = 0;
  Layer<T> layer[layers];
  Array<T> read[layers];      // [hidden; hidden]
  Array<T> read_gate[layers]; // [hidden; 1]
  Array<T> out;               // [hidden; alphabet]
  Array<T> out_bias;          // [alphabet]

  /// Every array that is trained, always in the same order.
  std::vector<Array<T> *> arrays() {
    std::vector<Array<T> *> all;
    for (int l = 0; l < layers; ++l) {
      for (Array<T> *array : {&layer[l].from_below, &layer[l].from_self, &layer[l].bias, &read[l], &read_gate[l]})
        all.push_back(array);
      if (l + 1 < layers)
        all.push_back(&layer[l].from_above);
    }
    all.push_back(&out);
    all.push_back(&out_bias);
    return all;
  }
};

/// Uniform numbers whose spread suits the first dimension, as is usual for weights.
template <class T> Array<T> random_array(int rows, int columns, std::mt19937 &random) {
  const double range = 1 / std::sqrt(double(rows));
  std::uniform_real_distribution<double> uniform(-range, range);
  std::vector<T> numbers(std::size_t(rows) * columns);
  for (T &number : numbers)
    number = T(uniform(random));
  return Array<T>::from(numbers.data(), {rows, columns});
}

template <class T> Model<T> random_model(int alphabet, int hidden, std::mt19937 &random) {
  Model<T> m;
  m.hidden = hidden;
  m.alphabet = alphabet;
  for (int l = 0; l < layers; ++l) {
    const int columns = 4 * hidden + (l + 1 < layers ? 1 : 0);
    m.layer[l].from_below = random_array<T>(l == 0 ? alphabet : hidden, columns, random);
    m.layer[l].from_self = random_array<T>(hidden, columns, random);
    if (l + 1 < layers)
      m.layer[l].from_above = random_array<T>(hidden, columns, random);
    // Forget gates start open, the rest unbiased.
    std::vector<T> bias(columns, T(0));
    std::fill_n(bias.begin(), hidden, T(1));
    m.layer[l].bias = Array<T>::from(bias.data(), {columns});
    m.read[l] = random_array<T>(hidden, hidden, random);
    m.read_gate[l] = random_array<T>(hidden, 1, random);
  }
  m.out = random_array<T>(hidden, alphabet, random);
  m.out_bias = Array<T>::zeros({alphabet});
  return m;
}

/// A layer's memory.
template <class T> struct LayerState {
  Array<T> h, c; // [batch; hidden]
  Array<T> z;    // [batch; 1]: a segment ended here; in the top layer always 0
};

template <class T> struct State {
  LayerState<T> layer[layers];
};

template <class T> State<T> start(const Model<T> &m, int batch) {
  State<T> s;
  for (int l = 0; l < layers; ++l) {
    s.layer[l].h = Array<T>::zeros({batch, m.hidden});
    s.layer[l].c = Array<T>::zeros({batch, m.hidden});
    s.layer[l].z = Array<T>::zeros({batch, 1});
  }
  return s;
}

/// Boundaries that are given instead of detected, [step * (layers - 1) + layer]; none: they are detected.
template <class T> using Boundaries = std::vector<Array<T>>;

/// One character further: every layer in turn, from the bottom.
template <class T>
void advance(const Model<T> &m, const Array<int> &characters, T slope, const Boundaries<T> &given, int t,
             State<T> &s) {
  const int n = m.hidden;
  Array<T> below, z_below = Array<T>::ones({1, 1}); // the text always feeds the bottom layer
  for (int l = 0; l < layers; ++l) {
    const Layer<T> &w = m.layer[l];
    LayerState<T> &own = s.layer[l];

    // A one-hot character times a matrix is a row of it.
    Array<T> gates = l == 0 ? gather(w.from_below, characters) : Array<T>(z_below * matmul(below, w.from_below));
    gates = gates + matmul(own.h, w.from_self) + w.bias;
    if (l + 1 < layers)
      gates = gates + own.z * matmul(s.layer[l + 1].h, w.from_above);

    const Array<T> f = slice(gates, 1, 0, n), i = slice(gates, 1, n, 2 * n);
    const Array<T> o = slice(gates, 1, 2 * n, 3 * n), g = slice(gates, 1, 3 * n, 4 * n);
    own.c = mixedad::broadcast<hmlstm_update_c<T>>(own.z, z_below, own.c, f, i, g);
    own.h = mixedad::broadcast<hmlstm_update_h<T>>(own.z, z_below, own.h, own.c, o);
    if (l + 1 < layers) {
      if (given.empty())
        own.z = mixedad::broadcast<boundary<T>>(slice(gates, 1, 4 * n, 4 * n + 1), slope);
      else
        own.z = given[t * (layers - 1) + l];
    }
    below = own.h;
    z_below = own.z;
  }
}

/// What comes next, as logits [batch; alphabet]: all layers speak, each through a gate of its own.
template <class T> Array<T> read_out(const Model<T> &m, const State<T> &s) {
  Array<T> sum = Array<T>::zeros({1, m.hidden});
  for (int l = 0; l < layers; ++l)
    sum = sum + mixedad::broadcast<gate<T>>(matmul(s.layer[l].h, m.read_gate[l]), matmul(s.layer[l].h, m.read[l]));
  const Array<T> seen = mixedad::broadcast<rectify<T>>(sum);
  return matmul(seen, m.out) + m.out_bias;
}

/// Mean cross-entropy per character, in nats.
template <class T>
T loss(const Model<T> &m, const Window &window, T slope, const Boundaries<T> &given) {
  State<T> s = start(m, window.batch);
  T total = 0;
  for (int t = 0; t < window.steps(); ++t) {
    advance(m, window.input[t], slope, given, t, s);
    total += softmax_cross_entropy(read_out(m, s), window.target[t]);
  }
  return total / T(window.steps());
}

/// The boundaries that the model detects in a window, to be given to `loss`.
template <class T> Boundaries<T> detect(const Model<T> &m, const Window &window, T slope) {
  Boundaries<T> found;
  State<T> s = start(m, window.batch);
  for (int t = 0; t < window.steps(); ++t) {
    advance(m, window.input[t], slope, {}, t, s);
    for (int l = 0; l + 1 < layers; ++l)
      found.push_back(s.layer[l].z);
  }
  return found;
}

} // namespace hmlstm
#endif
