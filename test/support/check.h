//===- check.h - numeric checks of derivatives ----------------------------===//
//
// CHECK(f, args...) compares the derivatives of f at one point with central differences (Richardson
// extrapolation), in reverse and forward mode, and the two modes with each other to rounding.
//
// The one idea: a call is a map from all real leaves of its arguments to all real leaves that exist after it (the
// result and the memory that was passed). J is its Jacobian. Forward mode is J t. Reverse mode is J^T s, where the
// seed s of memory sits in its shadow, and the shadow afterwards is that memory's part of J^T s. So "inputs
// accumulate", "overwritten outputs are cleared" and "in-place updates transform" are all the same equation.
//
// Arguments: values are passed as they are (their gradient is an entry of the result); `buf({1.0, 2.0})` passes a
// pointer, `ref(x)` a mutable reference, both with a shadow; `fixed(x)` passes x as a constant.
// Macros: CHECK, CHECK_ZERO (the derivative must be zero), CHECK_SINGLE (float inside), CHECK_REVERSE and CHECK_FORWARD
// (one mode, with a comment that says why). -DCHECK_REVERSE_ONLY and -DCHECK_FORWARD_ONLY restrict a whole program;
// -DCHECK_PRIMAL_ONLY needs no plugin and checks that the differences themselves converge and are not all zero.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TEST_SUPPORT_CHECK_H
#define MIXEDAD_TEST_SUPPORT_CHECK_H

#ifndef CHECK_PRIMAL_ONLY
#include <mixedad/gradient.h>
#endif
#include "leaves.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <tuple>
#include <utility>

namespace check {

enum mode : unsigned { reverse = 1, forward = 2, zero = 4, single = 8 };
#if defined(CHECK_PRIMAL_ONLY)
constexpr unsigned enabled = 0;
#elif defined(CHECK_REVERSE_ONLY)
constexpr unsigned enabled = reverse;
#elif defined(CHECK_FORWARD_ONLY)
constexpr unsigned enabled = forward;
#else
constexpr unsigned enabled = reverse | forward;
#endif

inline int failures = 0;
inline int done() { return failures != 0; }

inline void report(const char *name, const char *what, int index, double got, double expected) {
  std::printf("FAIL %s: %s[%d]: got %.17g expected %.17g\n", name, what, index, got, expected);
  ++failures;
}
/// Also rejects NaN.
inline bool near(double got, double expected, double tolerance, double scale = 1) {
  return std::fabs(got - expected) <= tolerance * (scale + std::fabs(expected));
}
inline void close(const char *name, double got, double expected, double tolerance = 1e-8) {
  if (near(got, expected, tolerance)) std::printf("PASS %s\n", name);
  else report(name, "value", 0, got, expected);
}
inline void is_true(const char *name, bool condition) {
  if (condition) std::printf("PASS %s\n", name);
  else { std::printf("FAIL %s\n", name); ++failures; }
}
/// d/dx f(x) of any callable on double.
template <class F> double derivative(F &&f, double x, double h = 1e-3) {
  auto d = [&](double s) { return (f(x + s) - f(x - s)) / (2 * s); };
  double a = d(h), b = d(h / 2), c = d(h / 4), ab = (4 * b - a) / 3, bc = (4 * c - b) / 3;
  return (16 * bc - ab) / 15;
}

//--- Arguments ------------------------------------------------------------------------------------------------

template <class T> struct value_slot {
  static constexpr bool memory = false, active = has_leaves<T>;
  using leaf = T;
  T primal, shadow;
  T &pass() { return primal; }
#ifndef CHECK_PRIMAL_ONLY
  decltype(auto) reverse_arg() { return (primal); }
  decltype(auto) forward_arg() {
    if constexpr (active) return mixedad::dup(primal, shadow);
    else return (primal);
  }
#endif
};
template <class T> struct fixed_slot : value_slot<T> {
  static constexpr bool active = false;
#ifndef CHECK_PRIMAL_ONLY
  auto reverse_arg() { return mixedad::constant(this->primal); }
  auto forward_arg() { return mixedad::constant(this->primal); }
#endif
};
template <class T> struct ref_slot : value_slot<T> {
  static constexpr bool memory = true;
#ifndef CHECK_PRIMAL_ONLY
  auto reverse_arg() { return mixedad::dup(this->primal, this->shadow); }
  auto forward_arg() { return mixedad::dup(this->primal, this->shadow); }
#endif
};
template <class T, int N> struct buf_slot {
  static constexpr bool memory = true, active = true;
  using leaf = T[N];
  T primal[N], shadow[N];
  T *pointer, *shadow_pointer; // lvalues: what dup and constant wrap must outlive the call
  T *pass() { return primal; }
#ifndef CHECK_PRIMAL_ONLY
  auto reverse_arg() { return mixedad::dup(pointer = primal, shadow_pointer = shadow); }
  auto forward_arg() { return reverse_arg(); }
#endif
};
template <class T, int N> struct fixed_buf_slot : buf_slot<T, N> {
  static constexpr bool active = false;
#ifndef CHECK_PRIMAL_ONLY
  auto reverse_arg() { return mixedad::constant(this->pointer = this->primal); }
  auto forward_arg() { return reverse_arg(); }
#endif
};

template <class S> struct is_slot { static constexpr bool yes = false; };
template <class T> struct is_slot<value_slot<T>> { static constexpr bool yes = true; };
template <class T> struct is_slot<fixed_slot<T>> { static constexpr bool yes = true; };
template <class T> struct is_slot<ref_slot<T>> { static constexpr bool yes = true; };
template <class T, int N> struct is_slot<buf_slot<T, N>> { static constexpr bool yes = true; };
template <class T, int N> struct is_slot<fixed_buf_slot<T, N>> { static constexpr bool yes = true; };

template <class T> auto make_slot(const T &x) {
  if constexpr (is_slot<T>::yes) return x;
  else return value_slot<T>{x, x};
}
template <class T> ref_slot<T> ref(const T &x) { return {{x, x}}; }
template <class T> fixed_slot<T> fixed(const T &x) { return {{x, x}}; }
template <class T, int N> buf_slot<T, N> buf(const T (&x)[N]) {
  buf_slot<T, N> b{};
  for (int i = 0; i < N; ++i) b.primal[i] = x[i];
  return b;
}
template <class T, int N> fixed_buf_slot<T, N> fixed_buf(const T (&x)[N]) {
  fixed_buf_slot<T, N> b{};
  for (int i = 0; i < N; ++i) b.primal[i] = x[i];
  return b;
}
/// N values in (low, high), scattered, the same at every run.
template <class T, int N> buf_slot<T, N> scattered(double low, double high, double phase = 0.37) {
  buf_slot<T, N> b{};
  for (int i = 0; i < N; ++i) {
    double u = phase + i * 0.6180339887498949;
    b.primal[i] = T(low + (high - low) * (u - std::floor(u)));
  }
  return b;
}

//--- The map and its Jacobian ------------------------------------------------------------------------------------

constexpr int max_leaves = 192;
struct flat { int n = 0; double x[max_leaves]; };
struct jacobian_matrix { int rows = 0, columns = 0; double at[max_leaves][max_leaves]; };
inline jacobian_matrix coarse_j, fine_j;

template <auto F, class Object, class... A> decltype(auto) call_member(Object &o, A &&...a) { return (o.*F)(a...); }
template <auto F, class... A> decltype(auto) call(A &&...a) {
  if constexpr (is_member_function<decltype(F)>) return call_member<F>(a...);
  else return F(static_cast<A &&>(a)...);
}
[[noreturn]] inline void too_many() {
  std::printf("FAIL more than %d reals in the arguments or results: use fewer, or raise check::max_leaves\n", max_leaves);
  std::exit(1);
}
template <class T> void append(flat &to, T &from) {
  visit(from, [&](auto &leaf) {
    if (to.n == max_leaves) too_many();
    to.x[to.n++] = double(leaf);
  });
}
template <class T> void assign(T &to, const flat &from, int &at) {
  using std::remove_reference_t;
  visit(to, [&](auto &leaf) {
    if (at == from.n) too_many();
    leaf = static_cast<remove_reference_t<decltype(leaf)>>(from.x[at++]);
  });
}
template <class Slots, class Fn> void each(Slots &s, Fn fn) { std::apply([&](auto &...one) { (fn(one), ...); }, s); }

/// How well differences can be trusted, from the least precise real that takes part.
struct accuracy { double step, tolerance, rounding; };
template <class T> void least_precise(T &object, unsigned &bytes) {
  visit(object, [&](auto &leaf) { bytes = sizeof(leaf) < bytes ? sizeof(leaf) : bytes; });
}
template <class Slots> accuracy accuracy_of(Slots s, unsigned bytes) {
  each(s, [&](auto &one) {
    if constexpr (std::remove_reference_t<decltype(one)>::active) least_precise(one.primal, bytes);
  });
  if (bytes >= 8) return {1e-3, 1e-8, 1e-11};
  if (bytes == 4) return {1.0 / 32, 2e-3, 2e-5};
  return {1.0 / 4, 1e-1, 5e-2};
}

/// What exists after the call: the result, then memory in order of arguments.
template <auto F, class Slots> flat evaluate(Slots s) {
  flat out;
  std::apply([&](auto &...one) {
    if constexpr (std::is_void_v<decltype(call<F>(one.pass()...))>) call<F>(one.pass()...);
    else { auto r = call<F>(one.pass()...); append(out, r); }
  }, s);
  each(s, [&](auto &one) {
    using S = std::remove_reference_t<decltype(one)>;
    if constexpr (S::memory && S::active) append(out, one.primal);
  });
  return out;
}
template <class Slots> flat inputs(Slots &s) {
  flat in;
  each(s, [&](auto &one) {
    if constexpr (std::remove_reference_t<decltype(one)>::active) append(in, one.primal);
  });
  return in;
}
template <class Slots> void set_inputs(Slots &s, const flat &in) {
  int at = 0;
  each(s, [&](auto &one) {
    if constexpr (std::remove_reference_t<decltype(one)>::active) assign(one.primal, in, at);
  });
}
template <auto F, class Slots> void difference(const Slots &s, flat in, int k, double h, double *column) {
  Slots at = s;
  auto side = [&](double step) {
    flat moved = in;
    moved.x[k] += step;
    set_inputs(at, moved);
    flat stored = inputs(at);
    return std::pair<flat, double>(evaluate<F>(at), stored.x[k]);
  };
  auto [up, x_up] = side(h);
  auto [down, x_down] = side(-h);
  for (int i = 0; i < up.n; ++i) column[i] = (up.x[i] - down.x[i]) / (x_up - x_down);
}
/// Neville's scheme over h, h/2, h/4: the error falls as h^6.
template <auto F, class Slots> void differences(const Slots &s, double h, jacobian_matrix &j) {
  Slots copy = s;
  flat in = inputs(copy);
  j.columns = in.n;
  j.rows = evaluate<F>(copy).n;
  static double a[max_leaves], b[max_leaves], c[max_leaves];
  for (int k = 0; k < in.n; ++k) {
    double step = h * std::fmax(0.25, std::fabs(in.x[k]));
    difference<F>(s, in, k, step, a);
    difference<F>(s, in, k, step / 2, b);
    difference<F>(s, in, k, step / 4, c);
    for (int i = 0; i < j.rows; ++i) {
      double ab = (4 * b[i] - a[i]) / 3, bc = (4 * c[i] - b[i]) / 3;
      j.at[i][k] = (16 * bc - ab) / 15;
    }
  }
}

/// Neither 0 nor 1, different for every leaf.
inline double weight(int i) { return (i % 2 ? -1 : 1) * (0.5 + 0.25 * ((i * 5) % 7)); }
inline void fill_weights(flat &w, int n, int offset) {
  w.n = n;
  for (int i = 0; i < n; ++i) w.x[i] = weight(i + offset);
}

struct expectation { double value, scale; };
inline expectation row_times(const jacobian_matrix &j, int i, const flat &t) {
  expectation e{0, 1};
  for (int k = 0; k < j.columns; ++k) { double p = j.at[i][k] * t.x[k]; e.value += p; e.scale += std::fabs(p); }
  return e;
}
inline expectation column_times(const jacobian_matrix &j, int k, const flat &s) {
  expectation e{0, 1};
  for (int i = 0; i < j.rows; ++i) { double p = j.at[i][k] * s.x[i]; e.value += p; e.scale += std::fabs(p); }
  return e;
}

#ifndef CHECK_PRIMAL_ONLY
//--- The modes ---------------------------------------------------------------------------------------------------

/// J t, in the order of evaluate().
template <auto F, class Slots> flat pushforward(Slots s, const flat &t, flat &primal_after) {
  int at = 0;
  each(s, [&](auto &one) {
    if constexpr (std::remove_reference_t<decltype(one)>::active) assign(one.shadow, t, at);
  });
  flat out;
  std::apply([&](auto &...one) {
    if constexpr (std::is_void_v<decltype(call<F>(one.pass()...))>) mixedad::jvp<F>(one.forward_arg()...);
    else { auto r = mixedad::jvp<F>(one.forward_arg()...); append(out, r); }
  }, s);
  each(s, [&](auto &one) {
    using S = std::remove_reference_t<decltype(one)>;
    if constexpr (S::memory && S::active) { append(out, one.shadow); append(primal_after, one.primal); }
  });
  return out;
}
template <class Slots, class Gradients, std::size_t... I>
void gather(flat &out, Slots &s, Gradients &g, std::index_sequence<I...>) {
  auto one = [&](auto &slot, auto &&entry) {
    using S = std::remove_reference_t<decltype(slot)>;
    if constexpr (S::active && S::memory) append(out, slot.shadow);
    else if constexpr (S::active) append(out, entry());
  };
  (one(std::get<I>(s), [&]() -> auto & { return mixedad::get<I>(g); }), ...);
}
/// J^T seeds, in the order of inputs().
template <auto F, class Slots> flat pullback(Slots s, const flat &seeds, flat &primal_after) {
  using R = decltype(std::apply([](auto &...one) -> decltype(call<F>(one.pass()...)) { throw 0; }, s));
  flat out;
  int at = 0;
  auto seed_memory = [&] {
    each(s, [&](auto &one) {
      using S = std::remove_reference_t<decltype(one)>;
      if constexpr (S::memory && S::active) assign(one.shadow, seeds, at);
    });
  };
  auto collect = [&](auto &&g) {
    gather(out, s, g, std::make_index_sequence<std::tuple_size_v<Slots>>());
    each(s, [&](auto &one) {
      using S = std::remove_reference_t<decltype(one)>;
      if constexpr (S::memory && S::active) append(primal_after, one.primal);
    });
  };
  if constexpr (!has_leaves_or_void<R>) {
    seed_memory();
    collect(std::apply([&](auto &...one) { return mixedad::vjp<F>(one.reverse_arg()...); }, s));
  } else {
    Slots scratch = s; // the seed has the shape of the result
    auto seed = std::apply([](auto &...one) { return std::decay_t<R>(call<F>(one.pass()...)); }, scratch);
    assign(seed, seeds, at);
    seed_memory();
    collect(std::apply([&](auto &...one) { return mixedad::vjp<F>(seed, one.reverse_arg()...); }, s));
  }
  return out;
}
#endif

//--- One check -----------------------------------------------------------------------------------------------------

inline bool compare_values(const char *name, const char *what, const flat &got, const flat &expected, int from,
                           double tolerance) {
  for (int i = 0; i < got.n; ++i)
    if (!near(got.x[i], expected.x[from + i], tolerance)) {
      report(name, what, i, got.x[i], expected.x[from + i]);
      return false;
    }
  return true;
}

template <auto F, unsigned Modes, class... A> void run(const char *name, const A &...a) {
  using Slots = std::tuple<decltype(make_slot(a))...>;
  const Slots slots{make_slot(a)...};
  const accuracy acc = accuracy_of(slots, Modes & single ? 4 : 8);
  bool good = true;
  differences<F>(slots, acc.step, fine_j);
  flat t, s, after = evaluate<F>(slots), memory_reverse, memory_forward;
  fill_weights(t, fine_j.columns, 3);
  fill_weights(s, fine_j.rows, 0);
  if (fine_j.rows == 0 || fine_j.columns == 0) { report(name, "nothing to check", 0, 0, 0); return; }

  if constexpr (enabled == 0) {
    differences<F>(slots, acc.step / 1.7, coarse_j);
    bool any = false;
    for (int i = 0; i < fine_j.rows; ++i)
      for (int k = 0; k < fine_j.columns; ++k) {
        double d = fine_j.at[i][k];
        if (!near(d, coarse_j.at[i][k], acc.tolerance)) { report(name, "differences", i, d, coarse_j.at[i][k]); return; }
        any |= std::fabs(d) > 1e-12;
      }
    if (any == ((Modes & zero) != 0)) { report(name, any ? "should be zero" : "all zero", 0, 0, 0); return; }
  }
#ifndef CHECK_PRIMAL_ONLY
  flat pulled, pushed;
  if constexpr ((enabled & Modes & reverse) != 0) {
    pulled = check::pullback<F>(slots, s, memory_reverse);
    if (pulled.n != fine_j.columns) { report(name, "reverse count", 0, pulled.n, fine_j.columns); return; }
    for (int k = 0; k < pulled.n && good; ++k) {
      expectation e = column_times(fine_j, k, s);
      if (!near(pulled.x[k], e.value, acc.tolerance, e.scale)) { report(name, "reverse", k, pulled.x[k], e.value); good = false; }
    }
    good &= compare_values(name, "memory after reverse", memory_reverse, after, after.n - memory_reverse.n, acc.rounding);
  }
  if constexpr ((enabled & Modes & forward) != 0) {
    pushed = check::pushforward<F>(slots, t, memory_forward);
    if (pushed.n != fine_j.rows) { report(name, "forward count", 0, pushed.n, fine_j.rows); return; }
    for (int i = 0; i < pushed.n && good; ++i) {
      expectation e = row_times(fine_j, i, t);
      if (!near(pushed.x[i], e.value, acc.tolerance, e.scale)) { report(name, "forward", i, pushed.x[i], e.value); good = false; }
    }
    good &= compare_values(name, "memory after forward", memory_forward, after, after.n - memory_forward.n, acc.rounding);
  }
  if constexpr ((enabled & Modes & reverse) != 0 && (enabled & Modes & forward) != 0) {
    double left = 0, right = 0, scale = 1;
    for (int i = 0; i < pushed.n; ++i) { left += s.x[i] * pushed.x[i]; scale += std::fabs(s.x[i] * pushed.x[i]); }
    for (int k = 0; k < pulled.n; ++k) { right += pulled.x[k] * t.x[k]; scale += std::fabs(pulled.x[k] * t.x[k]); }
    if (good && !near(right, left, acc.rounding * 10, scale)) { report(name, "<pull, t> == <s, push>", 0, right, left); good = false; }
  }
#endif
  if (good) std::printf("PASS %s\n", name);
}

} // namespace check

#define CHECK(F, ...) ::check::run<F, ::check::reverse | ::check::forward>(#F, __VA_ARGS__)
#define CHECK_ZERO(F, ...) ::check::run<F, ::check::reverse | ::check::forward | ::check::zero>(#F, __VA_ARGS__)
#define CHECK_SINGLE(F, ...) ::check::run<F, ::check::reverse | ::check::forward | ::check::single>(#F, __VA_ARGS__)
#define CHECK_REVERSE(F, ...) ::check::run<F, ::check::reverse>(#F " (reverse)", __VA_ARGS__)
#define CHECK_FORWARD(F, ...) ::check::run<F, ::check::forward>(#F " (forward)", __VA_ARGS__)

#endif
