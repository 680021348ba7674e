// _Float16 and __bf16 arithmetic; the derivative has the type of the argument.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <cstring>

// Compiler runtimes before GCC 13 lack these; round to nearest is not needed here.
extern "C" __attribute__((weak)) __bf16 __truncsfbf2(float x) {
  unsigned bits;
  std::memcpy(&bits, &x, 4);
  unsigned short high = (bits + 0x8000) >> 16;
  __bf16 r;
  std::memcpy(&r, &high, 2);
  return r;
}
extern "C" __attribute__((weak)) __bf16 __truncdfbf2(double x) { return __truncsfbf2(float(x)); }

_Float16 half_square(_Float16 x) { return x * x; }
float from_half(_Float16 x, float y) { return float(x) * y + y * y; }
float half_storage(float x) {
  _Float16 v[2] = {_Float16(x), _Float16(2.0f)};
  return float(v[0]) * float(v[1]);
}
float from_bfloat(__bf16 x, float y) { return float(x) * y; }

int main() {
  CHECK(half_square, _Float16(1.5));
  CHECK(from_half, _Float16(1.5), 2.0f);
  CHECK(from_bfloat, __bf16(1.5f), 2.0f);
#ifndef CHECK_PRIMAL_ONLY
  check::close("through half storage", mixedad::get<0>(mixedad::gradient<half_storage>(1.5f)), 2.0, 1e-2);
#endif
  return check::done();
}
