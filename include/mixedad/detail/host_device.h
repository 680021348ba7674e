// Marks for code that runs on the host and on a CUDA device.
#ifndef MIXEDAD_DETAIL_HOST_DEVICE_H
#define MIXEDAD_DETAIL_HOST_DEVICE_H

#if __cplusplus < 201703L
#error "mixedad needs C++17 or later: compile with -std=c++17"
#endif

/// [[mixedad::inactive]] where something knows it: without the plugin, compilers warn of unknown attributes.
#define MIXEDAD_INACTIVE
#ifdef __has_cpp_attribute
#if __has_cpp_attribute(mixedad::inactive)
#undef MIXEDAD_INACTIVE
#define MIXEDAD_INACTIVE [[mixedad::inactive]]
#endif
#endif

/// What a function returns refers to this argument: clang warns where a temporary is outlived.
#ifdef __clang__
#define MIXEDAD_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#define MIXEDAD_LIFETIMEBOUND
#endif

#if defined(__CUDACC__) || (defined(__clang__) && defined(__CUDA__))
#define MIXEDAD_HD __host__ __device__
#else
#define MIXEDAD_HD
#endif

// Everything between these two may run on both sides of a CUDA program.
#if defined(__clang__) && defined(__CUDA__)
#define MIXEDAD_HD_BEGIN _Pragma("clang force_cuda_host_device begin")
#define MIXEDAD_HD_END _Pragma("clang force_cuda_host_device end")
#else
#define MIXEDAD_HD_BEGIN
#define MIXEDAD_HD_END
#endif

// Between these two nothing is reassociated, also under -ffast-math.
#if defined(__clang__) && !defined(__CUDACC__) && !defined(__CUDA__)
#define MIXEDAD_PRECISE_BEGIN _Pragma("float_control(push)") _Pragma("float_control(precise, on)")
#define MIXEDAD_PRECISE_END _Pragma("float_control(pop)")
#else
#define MIXEDAD_PRECISE_BEGIN
#define MIXEDAD_PRECISE_END
#endif

/// Always inlined: a call that is left in a loop keeps it from being vectorized.
#define MIXEDAD_VEC MIXEDAD_HD __attribute__((always_inline)) inline

/// A layer between a call of the API and the generated function: a call left between them passes every argument through
/// memory.
#define MIXEDAD_LAYER __attribute__((always_inline)) inline

#endif
