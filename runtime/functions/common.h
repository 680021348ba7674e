//===- common.h - what functions of arrays share --------------------------===//
#ifndef MIXEDAD_RUNTIME_FUNCTIONS_COMMON_H
#define MIXEDAD_RUNTIME_FUNCTIONS_COMMON_H

#include "../internal.h"
#include "mixedad/detail/functions.h"

namespace mixedad {
namespace detail {

/// Owns one reference.
class Held {
public:
  explicit Held(Node *node = nullptr) : node_(node) {}
  Held(const Held &) = delete;
  Held &operator=(const Held &) = delete;
  ~Held() { release(node_); }
  Node *get() const { return node_; }
  Node *operator->() const { return node_; }
  void reset(Node *node) {
    release(node_);
    node_ = node;
  }
  Node *take() {
    Node *n = node_;
    node_ = nullptr;
    return n;
  }

private:
  Node *node_;
};

inline const Node *required(const Node *node, const char *function) {
  if (!node)
    throw_empty(function);
  return node;
}
/// Dense on the same device.
inline Node *dense(const Node *node) { return densified(const_cast<Node *>(node), node->device); }

/// Calls body with a null pointer of the element type, which is a floating-point one.
template <class Body> auto with_real(DType type, const char *function, Body body) {
  switch (type) {
  case DType::f32:
    return body(static_cast<float *>(nullptr));
  case DType::f64:
    return body(static_cast<double *>(nullptr));
#ifdef __FLT16_MAX__
  case DType::f16:
    return body(static_cast<_Float16 *>(nullptr));
#endif
#ifdef MIXEDAD_HAS_BF16
  case DType::bf16:
    return body(static_cast<__bf16 *>(nullptr));
#endif
  default:
    fail<argument_error>("mixedad: %s takes arrays of floating-point elements", function);
  }
}
/// The same for integers too.
template <class Body> auto with_type(DType type, const char *function, Body body) {
  switch (type) {
  case DType::i32:
    return body(static_cast<int *>(nullptr));
  case DType::i64:
    return body(static_cast<index_t *>(nullptr));
  case DType::other:
    fail<argument_error>("mixedad: %s of arrays of this element type is not there", function);
  default:
    return with_real(type, function, body);
  }
}

/// Densely packed on the host, wherever it was.
inline Node *on_host(const Node *node) { return densified(const_cast<Node *>(node), -1); }

//--- The device's side, through device_table.h ----------------------------------------------------------------------

struct Stacks;
void device_reduce(const Node *a, const Layout &kept, Reduction op, DType type, Node *out);
void device_matmul(const Stacks &stacks, const Node *a, const Node *b, DType type, Node *out);
Node *device_gather(const Node *table, const Node *indices, const Shape &shape);
void device_scatter_add(Node *into, const Node *indices, const Node *values, DType type);
Node *device_softmax(const Node *a, int axis, DType type, bool log);
Node *device_logsumexp(const Node *a, int axis, DType type, bool keep);
void device_cross_entropy(const Node *logits, const Node *targets, DType type, void *loss);
Node *device_cross_entropy_pullback(const Node *logits, const Node *targets, DType type, double seed);

} // namespace detail
} // namespace mixedad
#endif
