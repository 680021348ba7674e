//===- device_none.cpp - the device interface of a runtime without CUDA ---===//
#include "functions/common.h"

namespace mixedad {
namespace detail {

namespace {
[[noreturn]] void no_cuda() {
  fail<device_error>("mixedad: no CUDA device: the runtime was built without CUDA; keep arrays on mixedad::host");
}
} // namespace

void *device_allocate(std::size_t, int) { no_cuda(); }
void device_free(void *, std::size_t, int) noexcept {}
void device_trim() noexcept {}
void device_copy(void *, const void *, std::size_t, Direction, int) { no_cuda(); }
void device_zero(void *, std::size_t, int) { no_cuda(); }
void device_copy_strided(char *, const Layout &, const char *, const Layout &, std::size_t, int) { no_cuda(); }
void require_device(int) { no_cuda(); }

void device_reduce(const Node *, const Layout &, Reduction, DType, Node *) { no_cuda(); }
void device_matmul(const Stacks &, const Node *, const Node *, DType, Node *) { no_cuda(); }
Node *device_gather(const Node *, const Node *, const Shape &) { no_cuda(); }
void device_scatter_add(Node *, const Node *, const Node *, DType) { no_cuda(); }
Node *device_softmax(const Node *, int, DType, bool) { no_cuda(); }
Node *device_logsumexp(const Node *, int, DType, bool) { no_cuda(); }
void device_cross_entropy(const Node *, const Node *, DType, void *) { no_cuda(); }
Node *device_cross_entropy_pullback(const Node *, const Node *, DType, double) { no_cuda(); }

} // namespace detail

int cuda_device_count() noexcept { return 0; }
Device default_device() noexcept { return host; }
const char *describe_device() noexcept { return "no CUDA device: running on the host"; }
void set_stream(void *) noexcept {}
void *current_stream() noexcept { return nullptr; }
void synchronize() {}

} // namespace mixedad
