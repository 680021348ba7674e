// Annotated code compiles without the plugin; a derivative is one clear error.
// RUN: %plain_cxx -fsyntax-only -Wno-unknown-attributes %s
// RUN: %plain_cxx -fsyntax-only -Wno-unknown-attributes -DCALLED -Xclang -verify %s
#include <mixedad/gradient.h>

[[mixedad::broadcast]] double f(double x) { return x * x; }
[[mixedad::differentiable]] double g(double x, [[mixedad::inactive]] double y) {
  [[mixedad::checkpoint(3)]] for (int i = 0; i < 3; ++i) x = f(x);
  return x * y;
}
#ifdef CALLED
// expected-error@mixedad/detail/engine.h:* {{derivatives need the compiler plugin; compile this file with clang++ -fplugin=<path>/MixedAD.so}}
// expected-note@mixedad/detail/engine.h:* 0+ {{}}
// expected-note@mixedad/gradient.h:* 0+ {{}}
double both() {
  return mixedad::get<0>(mixedad::gradient<g>(1.0, 2.0)) + // expected-note 0+ {{}}
         mixedad::jvp<f>(mixedad::dup(1.0, 2.0));
}
#endif
