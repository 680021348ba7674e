//===- device.cpp - the way to the CUDA part, where there is one ----------===//
#include "device_table.h"

namespace mixedad {
namespace detail {
namespace {

thread_local void *stream = nullptr;

const DeviceTable *table() {
  const DeviceTable *volatile t = &mixedad_cuda_table; // weak: may be null
  return t;
}
const DeviceTable &required_table() {
  if (const DeviceTable *t = table())
    return *t;
  fail<device_error>("mixedad: no CUDA device: this program was built without mixedad's CUDA part; compile a file of it "
                     "as CUDA or include <mixedad/cuda.h>, or keep arrays on mixedad::host");
}

} // namespace

void *device_allocate(std::size_t bytes, int device) { return required_table().allocate(bytes, device); }
void device_free(void *block, std::size_t bytes, int device) noexcept {
  if (const DeviceTable *t = table())
    t->free(block, bytes, device);
}
void device_trim() noexcept {
  if (const DeviceTable *t = table())
    t->trim();
}
void device_copy(void *to, const void *from, std::size_t bytes, Direction direction, int device) {
  required_table().copy(to, from, bytes, direction, device);
}
void device_set(void *to, const void *value, std::size_t bytes, int device) {
  required_table().set(to, value, bytes, device);
}
void device_copy_strided(char *to, const Layout &to_layout, const char *from, const Layout &from_layout,
                         std::size_t element, int device) {
  required_table().copy_strided(to, to_layout, from, from_layout, element, device);
}
void require_device(int device) { required_table().require(device); }

void device_reduce(const Node *a, const Layout &kept, Reduction op, DType type, Node *out) {
  required_table().reduce(a, kept, op, type, out);
}
void device_matmul(const Stacks &stacks, const Node *a, const Node *b, DType type, Node *out) {
  required_table().matmul(stacks, a, b, type, out);
}
Node *device_gather(const Node *t, const Node *indices, const Shape &shape) {
  return required_table().gather(t, indices, shape);
}
void device_scatter_add(Node *into, const Node *indices, const Node *values, DType type) {
  required_table().scatter_add(into, indices, values, type);
}
Node *device_softmax(const Node *a, int axis, DType type, bool log) {
  return required_table().softmax(a, axis, type, log);
}
Node *device_logsumexp(const Node *a, int axis, DType type, bool keep) {
  return required_table().logsumexp(a, axis, type, keep);
}
void device_cross_entropy(const Node *logits, const Node *targets, DType type, void *loss) {
  required_table().cross_entropy(logits, targets, type, loss);
}
Node *device_cross_entropy_pullback(const Node *logits, const Node *targets, DType type, double seed) {
  return required_table().cross_entropy_pullback(logits, targets, type, seed);
}

} // namespace detail

int cuda_device_count() noexcept { return detail::table() ? detail::table()->count() : 0; }
Device default_device() noexcept { return cuda_device_count() > 0 ? cuda(0) : host; }
const char *describe_device() noexcept {
  return cuda_device_count() > 0 ? detail::table()->describe() : "no CUDA device: running on the host";
}
void set_stream(void *stream) noexcept { detail::stream = stream; }
void *current_stream() noexcept { return detail::stream; }
void synchronize() {
  if (cuda_device_count() > 0)
    detail::table()->synchronize();
}

} // namespace mixedad
