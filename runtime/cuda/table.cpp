//===- table.cpp - the CUDA part, as the rest of the runtime sees it ------===//
//
// Plain C++: in a CUDA file the table would be a constant of the device too.
//
//===----------------------------------------------------------------------===//
#include "common.h"

extern "C" {
const char mixedad_cuda_runtime = 1;
extern const mixedad::detail::DeviceTable mixedad_cuda_table;
const mixedad::detail::DeviceTable mixedad_cuda_table = {
    mixedad::detail::device::allocate,
    mixedad::detail::device::free,
    mixedad::detail::device::trim,
    mixedad::detail::device::copy,
    mixedad::detail::device::set,
    mixedad::detail::device::copy_strided,
    mixedad::detail::device::require,
    mixedad::detail::device::device_count,
    mixedad::detail::device::describe,
    mixedad::detail::device::synchronize,
    mixedad::detail::device::reduce,
    mixedad::detail::device::matmul,
    mixedad::detail::device::gather,
    mixedad::detail::device::scatter_add,
    mixedad::detail::device::softmax,
    mixedad::detail::device::logsumexp,
    mixedad::detail::device::cross_entropy,
    mixedad::detail::device::cross_entropy_pullback,
};
}
