// The pullback of a product of many factors, in reverse mode: what is kept between the sweeps fits into registers.
// REQUIRES: cuda
// RUN: %mixedad_cuda --cuda-gpu-arch=sm_90 -O3 -DBENCH_ARITY=18 -I%S/../../bench/arity -Xcuda-ptxas -v -Rpass=mixedad -c %s -o %t.o > %t.18 2>&1
// RUN: %filecheck --check-prefix=MANY %s < %t.18
// RUN: grep -A4 "Compiling entry function.*cuda_pull_direct" %t.18 | %filecheck --check-prefix=R18 %s
// RUN: %mixedad_cuda -O3 -DBENCH_ARITY=32 -I%S/../../bench/arity -Xcuda-ptxas -v -c %s -o %t.o > %t.32 2>&1
// RUN: %filecheck --check-prefix=STRIDED %s < %t.32
// RUN: grep -A4 "Compiling entry function.*cuda_pull_direct" %t.32 | %filecheck --check-prefix=R32 %s

// MANY: remark: pullback of 'of' with 18 active arguments by reverse mode
// R18-NOT: {{[1-9][0-9]*}} bytes spill
// R18-COUNT-2: Used {{[1-6]?[0-9]}} registers
// STRIDED-NOT: {{[1-9][0-9]*}} bytes spill
// R32: 0 bytes spill stores, 0 bytes spill loads
// R32: Used {{[1-9]?[0-9]|1[01][0-9]|12[0-8]}} registers
#include "arity_gpu.cu"
