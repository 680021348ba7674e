# Finds the CUDA toolkit that Clang compiles device code with. Without it everything builds and runs on the CPU,
# and tests that need it are reported as unsupported.
#
#   MIXEDAD_CUDA_FOUND  1 or 0
#   MIXEDAD_CUDA_ROOT   for clang++ --cuda-path=
#   MIXEDAD_CUDA_ARCH   for clang++ --cuda-gpu-arch=
#   MIXEDAD_CUDA_FLAGS  list: what a clang++ command needs to compile a .cu file
set(MIXEDAD_CUDA_ARCH sm_80 CACHE STRING "GPU architecture that the runtime and the CUDA tests are compiled for")
set(MIXEDAD_CUDA_FOUND 0)
set(MIXEDAD_CUDA_MISSING "no CUDA toolkit was found: put nvcc in PATH or set CUDA_PATH")
if(MIXEDAD_CUDA STREQUAL "OFF")
  set(MIXEDAD_CUDA_MISSING "MIXEDAD_CUDA is OFF")
endif()
if(NOT MIXEDAD_CUDA STREQUAL "OFF")
  find_program(MIXEDAD_NVCC nvcc HINTS ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
  mark_as_advanced(MIXEDAD_NVCC)
  if(MIXEDAD_NVCC)
    file(REAL_PATH "${MIXEDAD_NVCC}" nvcc)
    cmake_path(GET nvcc PARENT_PATH dir)
    cmake_path(GET dir PARENT_PATH MIXEDAD_CUDA_ROOT)
    if(EXISTS "${MIXEDAD_CUDA_ROOT}/include/cuda_runtime.h")
      set(MIXEDAD_CUDA_FOUND 1)
    endif()
  endif()
endif()
if(MIXEDAD_CUDA_FOUND)
  # Clang knows the language of newer toolkits than it has names for; the warning says nothing to act on. The older
  # offload driver puts device code into the objects by itself: the newer one needs clang-linker-wrapper at link time,
  # which comes with another package.
  set(MIXEDAD_CUDA_FLAGS -x cuda --cuda-path=${MIXEDAD_CUDA_ROOT} --cuda-gpu-arch=${MIXEDAD_CUDA_ARCH}
                         -Wno-unknown-cuda-version --no-offload-new-driver)
  # An older Clang cannot read a newer toolkit's headers.
  set(probe "${CMAKE_BINARY_DIR}/cuda_probe.cu")
  file(WRITE "${probe}" "__global__ void kernel(float *x) { x[threadIdx.x] = 0; }\n")
  execute_process(COMMAND "${MIXEDAD_CLANG}" ${MIXEDAD_CUDA_FLAGS} -fsyntax-only "${probe}"
                  RESULT_VARIABLE failed OUTPUT_QUIET ERROR_VARIABLE why)
  if(failed)
    string(REGEX MATCH "[^\n]*error:[^\n]*" why "${why}")
    set(MIXEDAD_CUDA_FOUND 0)
    set(MIXEDAD_CUDA_MISSING "${MIXEDAD_CLANG} does not compile for the toolkit in ${MIXEDAD_CUDA_ROOT}: ${why}")
  endif()
endif()
if(MIXEDAD_CUDA STREQUAL "ON" AND NOT MIXEDAD_CUDA_FOUND)
  message(FATAL_ERROR "MIXEDAD_CUDA is ON, but ${MIXEDAD_CUDA_MISSING}")
endif()
if(MIXEDAD_CUDA_FOUND)
  message(STATUS "MixedAD: CUDA toolkit in ${MIXEDAD_CUDA_ROOT}, ${MIXEDAD_CUDA_ARCH}")
else()
  message(STATUS "MixedAD: CPU only: ${MIXEDAD_CUDA_MISSING}")
endif()
