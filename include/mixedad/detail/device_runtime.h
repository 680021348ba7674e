//===- device_runtime.h - what kernels in CUDA files need of the runtime --===//
#ifndef MIXEDAD_DETAIL_DEVICE_RUNTIME_H
#define MIXEDAD_DETAIL_DEVICE_RUNTIME_H

#include "mixedad/detail/node.h"

#include "mixedad/detail/names_begin.h"

/// Referring to it links the runtime's CUDA part; programs without it run on the host and need no CUDA libraries.
extern "C" const char mixedad_cuda_runtime;

namespace mixedad {
namespace detail {

static const char *const link_cuda_runtime __attribute__((used)) = &mixedad_cuda_runtime;

/// Makes a device the calling thread's current one.
void use_device(int device);
/// Blocks of 256 threads for this kernel's grid-stride loop over n elements: no more than the device runs at a time.
unsigned blocks_for(index_t n, int device, const void *kernel);
/// Throws device_error when the launch before it failed; counts the kernel.
void check_launch(const char *file, int line);

} // namespace detail
} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
