//===- cuda.h - CUDA devices for programs that are compiled as plain C++ ---===//
//
// Included anywhere in a program, makes its arrays usable on CUDA devices (functions of arrays, copies, BLAS).
// Broadcasts on a device need a file that is compiled as CUDA, which does not need this header.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_CUDA_H
#define MIXEDAD_CUDA_H

#include "mixedad/detail/device_runtime.h"
#include "mixedad/device.h"

#endif
