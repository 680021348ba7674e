// Integers, enums, booleans, bit tricks and strings steer the computation and stay inactive.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <cstdint>
#include <string>

enum Boundary { open, closed, periodic };
double boundary(double x, Boundary b) { return b == open ? x : b == closed ? x * x : x * x * x; }
double bits(double x, unsigned mask) {
  double s = 0;
  for (unsigned i = 0; i < 8; ++i)
    if (mask >> i & 1) s += x * (1u << i);
  return s * x;
}
double hash(double x, int n) {
  std::uint32_t h = 2166136261u;
  for (int i = 0; i < n; ++i) h = (h ^ unsigned(i)) * 16777619u;
  return x * (h % 7) + x * x;
}
double integer_arithmetic(double x, int n) {
  int k = n / 3 + n % 3 - (n << 1), m = ~n & 5;
  long total = k * m;
  total -= n > 2 ? 1 : -1;
  return x * total + k * x * x;
}
double string_choice(double x, std::string kind) {
  if (kind == "square") return x * x;
  if (kind.size() > 4) return x * double(kind.size());
  return x;
}
double characters(double x, const char *format) {
  double s = x;
  for (const char *p = format; *p; ++p) s = *p == '+' ? s + x : s * x;
  return s;
}
double index_table(double x) {
  const int order[4] = {2, 0, 3, 1};
  double v[4] = {x, x * x, 1, 2 * x}, s = 0;
  for (int i = 0; i < 4; ++i) s = s * 0.5 + v[order[i]] * i;
  return s;
}
double size_of(double x) { return x * sizeof(double) + x * x * alignof(int); }

int main() {
  CHECK(boundary, 0.5, open);
  CHECK(boundary, 0.5, periodic);
  CHECK(bits, 0.5, 11u);
  CHECK(hash, 0.5, 3);
  CHECK(integer_arithmetic, 0.5, 7);
  CHECK(string_choice, 0.5, check::fixed(std::string("square")));
  CHECK(string_choice, 0.5, check::fixed(std::string("other")));
  CHECK(characters, 0.5, (const char *)"+*+");
  CHECK(index_table, 0.5);
  CHECK(size_of, 0.5);
  return check::done();
}
