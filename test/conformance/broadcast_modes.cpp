// Every way to take the partials of a broadcast function, over the same functions: against differences, and against
// each other.
// RUN: %mixedad_cxx -O0 %s -o %t %mixedad_libs && %t
// RUN: %mixedad_cxx -O2 %s -o %t %mixedad_libs && %t
#include "check_arrays.h"
using mixedad::Array;

// Each body once for each mode: the compiler's choice, dual numbers at once, in chunks, and reverse mode; partials
// stored by the forward kernel, and never.
#define FORWARD(name, params, ...)                                                                                     \
  [[mixedad::broadcast]] double name##_auto params __VA_ARGS__                                                         \
  [[mixedad::broadcast(forward)]] double name##_forward params __VA_ARGS__                                             \
  [[mixedad::broadcast(forward, 2)]] double name##_twos params __VA_ARGS__                                             \
  [[mixedad::broadcast(store)]] double name##_store params __VA_ARGS__                                                 \
  [[mixedad::broadcast(recompute)]] double name##_recompute params __VA_ARGS__
#define ALL(name, params, ...)                                                                                         \
  FORWARD(name, params, __VA_ARGS__)                                                                                   \
  [[mixedad::broadcast(reverse)]] double name##_reverse params __VA_ARGS__

static double sigm(double x) { return 1 / (1 + std::exp(-x)); }

ALL(straight, (double x, double y, double z), { return x * y + std::sin(y * z) / (1 + x * x); })
[[mixedad::broadcast(forward, 1)]] double one_at_a_time(double x, double y, double z) { return straight_auto(x, y, z); }
[[mixedad::broadcast(forward, 100)]] double larger_chunk(double x, double y, double z) { return straight_auto(x, y, z); }
ALL(gate, (double z, double c, double f), {
  if (z > 0.5) return sigm(f);
  if (z < -0.5) return c;
  return sigm(f) * c + std::tanh(f);
})
ALL(nested, (double x, double y, double z), {
  double r = x;
  if (x > 0) {
    r = y * y;
    if (y > 0.2) r = r * std::exp(z);
    else if (z > 0) r = r - z * x;
  } else if (z < 0) {
    r = r * r * z;
  }
  return r + (y > z ? x * y : y * z);
})
// Only one of three arguments flows through each branch, and one value takes part several times.
ALL(reused, (double x, double y, double z), {
  double t = x * x, u = t * t + t, v = u > 0.3 ? u * t : y;
  y = v * z + t;
  x = y * u;
  return x + y + t;
})
// The product may contain zeros.
ALL(product, (double a, double b, double c), {
  double p = 1;
  p *= a > 0.5 ? a : -a;
  p *= b - b;
  p *= c > 0.5 ? c : -c;
  return p + a * b * c;
})
// Loops with a constant trip count.
ALL(power, (double x, double y, double z), {
  double s = 1;
  for (int i = 0; i < 4; ++i) s = s * x + std::cos(y * s) * z;
  return s;
})
ALL(table, (double x, double y, double z), {
  double v[3] = {x, y, z};
  double s = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) s += v[i] * std::sin(v[j]) * (i + 1);
  for (int k = 2; k >= 1; --k) v[k] = v[k - 1] * s;
  return s + v[2] * v[1];
})
// Objects and arrays inside, and a loop that ends early.
struct Pair { double a, b; };
static Pair swapped(const Pair &p) { return {p.b, p.a * p.b}; }
ALL(records, (double x, double y, double z), {
  Pair p{x * y, z};
  for (int i = 0; i < 2; ++i) {
    Pair q = swapped(p);
    if (q.a > 0.1) q.b += q.a * x;
    p = q;
  }
  return p.a + p.b * std::sin(x);
})
ALL(newton, (double x, double y, double z), {
  double s = 1.5 + 0.1 * y;
  for (int i = 0; i < 5; ++i) {
    double f = s * s * s - (2 + z) * s - x, d = 3 * s * s - (2 + z);
    if (std::fabs(f) < 1e-5) break;
    if (i == 1) continue;
    s -= f / d;
  }
  return s;
})
// An argument that does not matter, and one that matters only in a condition.
ALL(ignored, (double x, [[maybe_unused]] double y, double z), { return z > 0 ? x * x : 2 * x; })
ALL(constant, ([[maybe_unused]] double x, [[maybe_unused]] double y, [[maybe_unused]] double z), { return 3.0; })

// Trip counts that depend on data: forward only.
FORWARD(iterate, (double x, double y, double z), {
  double s = x;
  int n = 0;
  while (s * s < 4 && n++ < 20) s = s * 1.3 + std::sin(s * y) * z + 0.1;
  return s;
})

#define EIGHT (double a, double b, double c, double d, double e, double f, double g, double h)
ALL(many, EIGHT, { return a * b * std::tanh(c) * d + e * std::exp(f * g) * h + a * h; })
FORWARD(many_iterate, EIGHT, {
  double s = a;
  for (double t = b; t < 2; t += 0.3 + c * c) s = s * d + e * std::sin(f) + g * h;
  return s;
})

template <auto F> double total3(const Array<double> &x, const Array<double> &y, const Array<double> &z) {
  Array<double> r = mixedad::broadcast<F>(x, y, z);
  return mixedad::sum(r * r);
}
/// One operand is broadcast, one is a scalar.
template <auto F> double mixed3(const Array<double> &x, const Array<double> &y, double z) {
  Array<double> r = mixedad::broadcast<F>(x, y, z);
  return mixedad::sum(r * x);
}
/// In a loop, where partials go to the tape, and in a branch.
template <auto F> double repeated(const Array<double> &x, const Array<double> &y, const Array<double> &z) {
  Array<double> r = x;
  for (int t = 0; t < 3; ++t) r = mixedad::broadcast<F>(r, y, z);
  if (y.size() > 2) r = mixedad::broadcast<F>(y, r, z);
  return mixedad::sum(r * r);
}
template <auto F> Array<double> second(const Array<double> &x, const Array<double> &y, double z) {
  auto [dx, dy, dz] = mixedad::gradient<mixed3<F>>(x, y, z);
  return dx * dz + dy;
}
template <auto F> double total8(const Array<double> &x, const Array<double> &y) {
  Array<double> r = mixedad::broadcast<F>(x, y, y, x, y, x, x, y);
  return mixedad::sum(r * r);
}

template <class A, class B> void same(const char *name, const A &a, const B &b) {
  auto compare = [&](const Array<double> &p, const Array<double> &q) {
    const auto u = p.to_vector(), v = q.to_vector();
    bool all = u.size() == v.size() && !u.empty();
    for (std::size_t i = 0; all && i < u.size(); ++i) all = check::near(u[i], v[i], 1e-12);
    check::is_true(name, all);
  };
  compare(mixedad::get<0>(a), mixedad::get<0>(b));
  compare(mixedad::get<1>(a), mixedad::get<1>(b));
}

#define EACH(Do, name) Do(name##_auto) Do(name##_forward) Do(name##_twos) Do(name##_store)
#define THREE(f)                                                                                                       \
  CHECK_REVERSE(total3<f>, x, y, z);                                                                                   \
  same(#f, mixedad::gradient<total3<f>>(x, y, z), base3);
#define EIGHTS(f)                                                                                                      \
  CHECK_REVERSE(total8<f>, x, y);                                                                                      \
  same(#f, mixedad::gradient<total8<f>>(x, y), base8);
#define CHECK_THREE(name)                                                                                              \
  { auto base3 = mixedad::gradient<total3<name##_forward>>(x, y, z); EACH(THREE, name) THREE(name##_reverse) }
#define CHECK_THREE_FORWARD(name) { auto base3 = mixedad::gradient<total3<name##_forward>>(x, y, z); EACH(THREE, name) }

int main() {
  using check::array;
  const auto x = array<double>({3, 5}), y = array<double>({3, 5}, -1, 1, 0.2), z = array<double>({3, 5}, -1, 1, 0.9);
  const auto row = array<double>({5}, -1, 1, 0.55);
  CHECK_THREE(straight)
  CHECK_REVERSE(total3<one_at_a_time>, x, y, z);
  CHECK_REVERSE(total3<larger_chunk>, x, y, z);
  CHECK_THREE(gate)
#define MIXED(f) CHECK_REVERSE(mixed3<f>, x, row, 0.65);
  EACH(MIXED, gate) MIXED(gate_reverse)
  CHECK_THREE(nested)
  CHECK_THREE(reused)
  CHECK_THREE(product)
  CHECK_THREE(power)
  CHECK_THREE(table)
  CHECK_THREE(records)
  CHECK_THREE(newton)
  CHECK_THREE_FORWARD(iterate)
  {
    auto base8 = mixedad::gradient<total8<many_forward>>(x, y);
    EACH(EIGHTS, many) EIGHTS(many_reverse)
  }
  {
    auto base8 = mixedad::gradient<total8<many_iterate_forward>>(x, y);
    EACH(EIGHTS, many_iterate)
  }
#define REPEATED(f) CHECK_REVERSE(repeated<f>, x, y, z);
  REPEATED(gate_store) REPEATED(iterate_store) REPEATED(iterate_recompute)
  auto [value, pull] = mixedad::pullback<repeated<gate_store>>(x, y, z);
  same("later", pull(1.0), mixedad::gradient<repeated<gate_forward>>(x, y, z));
  same("again", pull(1.0), mixedad::gradient<repeated<gate_forward>>(x, y, z));
  check::is_true("value", check::near(value, repeated<gate_forward>(x, y, z), 1e-12));
  CHECK(second<gate_store>, x, row, 0.65);
  CHECK(second<iterate_store>, x, row, 0.65);
  // What does not matter has a zero gradient, in every mode.
  auto zero = [](const char *name, const auto &g) {
    bool all = true;
    for (const auto &a : {mixedad::get<1>(g), mixedad::get<2>(g)})
      for (double v : a.to_vector()) all = all && v == 0;
    check::is_true(name, all);
  };
#define ZERO(f) zero(#f, mixedad::gradient<total3<f>>(x, y, z));
  EACH(ZERO, ignored) ZERO(ignored_reverse)
  EACH(ZERO, constant) ZERO(constant_reverse)
  return check::done();
}
