// What a checkpointed loop changes must be snapshots: which variable it is, and what to use instead.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>
#include <vector>

double list(double x, int n) {
  std::vector<double> v(3, x);
  [[mixedad::checkpoint(5)]] for (int i = 0; i < n; ++i) v[i % 3] = v[(i + 1) % 3] * x; // expected-error {{a checkpointed loop writes 'v', which holds pointers, and no snapshot is kept of the memory that they lead to}} expected-note {{use a local array of fixed size or a struct of numbers for what its iterations change, or remove [[mixedad::checkpoint]] from the loop}}
  return v[0];
}
void change(double &y, int n) {
  if (n > 0) change(y, n - 1);
  y *= y;
}
double pointer(double x, int n) {
  double y = x, *p = &y;
  [[mixedad::checkpoint]] for (int i = 0; i < n; ++i) { // expected-error {{cannot differentiate: a checkpointed loop}} expected-note {{remove [[mixedad::checkpoint]] from the loop}}
    y = y * x;
    change(*p, i);
  }
  return y;
}
void use() {
  (void)mixedad::gradient<list>(1.0, 20); // expected-note {{required from}}
  (void)mixedad::gradient<pointer>(1.0, 20); // expected-note {{required from}}
}
