//===- device_table.h - the device's side of the runtime ------------------===//
//
// The CUDA part sits in the same library but is linked only into programs that refer to it (device_runtime.h), so
// that a program for the host needs no CUDA libraries. The rest of the runtime reaches it through this table.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_RUNTIME_DEVICE_TABLE_H
#define MIXEDAD_RUNTIME_DEVICE_TABLE_H

#include "functions/stacks.h"

namespace mixedad {
namespace detail {

struct DeviceTable {
  void *(*allocate)(std::size_t bytes, int device);
  void (*free)(void *block, std::size_t bytes, int device);
  void (*trim)();
  void (*copy)(void *to, const void *from, std::size_t bytes, Direction direction, int device);
  void (*set)(void *to, const void *value, std::size_t bytes, int device);
  void (*copy_strided)(char *to, const Layout &to_layout, const char *from, const Layout &from_layout,
                       std::size_t element, int device);
  void (*require)(int device);
  int (*count)();
  const char *(*describe)();
  void (*synchronize)();
  void (*reduce)(const Node *a, const Layout &kept, Reduction op, DType type, Node *out);
  void (*matmul)(const Stacks &stacks, const Node *a, const Node *b, DType type, Node *out);
  Node *(*gather)(const Node *table, const Node *indices, const Shape &shape);
  void (*scatter_add)(Node *into, const Node *indices, const Node *values, DType type);
  Node *(*softmax)(const Node *a, int axis, DType type, bool log);
  Node *(*logsumexp)(const Node *a, int axis, DType type, bool keep);
  void (*cross_entropy)(const Node *logits, const Node *targets, DType type, void *loss);
  Node *(*cross_entropy_pullback)(const Node *logits, const Node *targets, DType type, double seed);
};

} // namespace detail
} // namespace mixedad

/// Null unless the program refers to the CUDA part.
extern "C" const mixedad::detail::DeviceTable mixedad_cuda_table __attribute__((weak));

#endif
