// Attributes in the wrong place are diagnosed like Clang's own; in the right place they say nothing.
// RUN: %mixedad_verify %s

[[mixedad::broadcast]] float f(float x) { return x; }
[[mixedad::broadcast(forward)]] float f_forward(float x) { return x; }
[[mixedad::broadcast(recompute)]] float f_recompute(float x) { return x; }
[[mixedad::broadcast(sideways)]] float f_sideways(float x); // expected-error {{unknown option of 'mixedad::broadcast'; it takes 'forward', 'reverse', 'store' or 'recompute'}}
[[mixedad::broadcast(1)]] float f_number(float x); // expected-error {{unknown option of 'mixedad::broadcast'}}
[[mixedad::broadcast(forward, 2)]] float f_chunks(float x) { return x; }
[[mixedad::broadcast(forward, 0)]] float none_at_a_time(float x); // expected-error {{only 'mixedad::broadcast(forward, k)' takes a second argument: a positive integer constant}}
[[mixedad::broadcast(reverse, 2)]] float reverse_in_chunks(float x); // expected-error {{only 'mixedad::broadcast(forward, k)' takes a second argument}}
[[mixedad::broadcast]] float variable; // expected-error-re {{'{{(mixedad::)?}}broadcast' attribute only applies to functions}}
struct [[mixedad::differentiable]] record {}; // expected-error-re {{'{{(mixedad::)?}}differentiable' attribute only applies to functions}}
[[mixedad::differentiable(2)]] float g2(float x); // expected-error-re {{'{{(mixedad::)?}}differentiable' attribute takes no arguments}}
[[mixedad::differentiable]] float g(float x);
template <class T> [[mixedad::differentiable]] T in_template(T x) { return x; }

[[mixedad::inactive]] float table[4];
[[mixedad::inactive]] void log_value(float x);
float with_parameter(float x, [[mixedad::inactive]] float k) { return x * k; }
struct options {
  [[mixedad::inactive]] float step;
};
namespace [[mixedad::inactive]] names {} // expected-error-re {{'{{(mixedad::)?}}inactive' attribute only applies to functions, parameters, variables, non-static data members, and classes}}

void statements(int n) {
  [[mixedad::checkpoint]] for (int i = 0; i < n; ++i) {}
  [[mixedad::checkpoint(4)]] while (n) --n;
  [[mixedad::checkpoint(2 + 2)]] do --n; while (n);
  [[mixedad::checkpoint(0)]] for (;;) {} // expected-error {{'mixedad::checkpoint' takes a positive integer constant: how many snapshots are kept}}
  [[mixedad::checkpoint(n)]] for (;;) {} // expected-error {{'mixedad::checkpoint' takes a positive integer constant}}
  [[mixedad::checkpoint]] n = 1; // expected-error-re {{'{{(mixedad::)?}}checkpoint' attribute only applies to 'for', 'while', and 'do' statements}}
  [[mixedad::broadcast]] for (;;) {} // expected-error-re {{'{{(mixedad::)?}}broadcast' attribute cannot be applied to a statement}}
}
constexpr int snapshots = 3;
void named_count() {
  [[mixedad::checkpoint(snapshots)]] for (;;) {}
}
