// extern "C", inline, static, noexcept, constexpr, noinline, [[nodiscard]], trailing returns, namespaces and using.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

extern "C" double c_function(double x) { return x * x; }
inline double inline_function(double x) noexcept { return x * 3; }
[[nodiscard]] static auto trailing(double x) -> double { return x + x * x; }
__attribute__((noinline)) double kept(double x) { return std::sin(x); }
namespace a::b { inline namespace v1 { double deep(double x) { return x * x * x; } } }
namespace alias = a::b;
using a::b::deep;
double calls(double x) {
  using namespace a;
  return c_function(x) + inline_function(x) * trailing(x) + kept(x) + alias::deep(x) + b::v1::deep(x) * deep(x);
}
double declared_here(double x) {
  double kept(double);
  return kept(x) * x;
}
namespace adl {
struct Tag { double v; };
double measure(const Tag &t) { return t.v * t.v; }
}
double found_by_argument(double x) { return measure(adl::Tag{x * 2}); }

int main() {
  CHECK(c_function, 0.5);
  CHECK(inline_function, 0.5);
  CHECK(a::b::deep, 0.5);
  CHECK(calls, 0.5);
  CHECK(declared_here, 0.5);
  CHECK(found_by_argument, 0.5);
  return check::done();
}
