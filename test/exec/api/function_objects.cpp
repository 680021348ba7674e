// Closures and function objects: entry 0 is the gradient of their state.
// RUN: %mixedad_cxx -O1 %s -o %t && %t
#include "check.h"
#include <type_traits>

struct line {
  double slope, offset;
  double operator()(double x) const { return slope * x + offset; }
};
struct counting {
  int calls = 0;
  double weight = 2;
  double operator()(double x) { ++calls; return weight * x * x; }
};
struct stateless {
  double operator()(double x) const { return x * x; }
};
struct body {
  double mass;
  double energy(double v) const { return mass * v * v / 2; }
  double scaled(double k) && noexcept { return mass * k; }
  static double fixed(double v) { return 4 * v; }
  explicit body(double m) : mass(m) {}
  virtual ~body() = default;

private:
  double hidden = 7;
  friend double with_private(const body &b, double x);
  double times_hidden(double x) const { return hidden * x; }

public:
  double public_name(double x) const { return times_hidden(x) * x; }
};

int main() {
  using check::close;
  auto [dl, dx] = mixedad::gradient(line{2, 3}, 5.0);
  close("state: slope", dl.slope, 5);
  close("state: offset", dl.offset, 1);
  close("argument", dx, 2);

  auto [none, dy] = mixedad::gradient(stateless{}, 5.0);
  static_assert(std::is_same_v<std::remove_reference_t<decltype(none)>, mixedad::none>);
  close("stateless", dy, 10);

  counting c;
  auto [dc, dz] = mixedad::gradient(c, 3.0);
  close("mutable: argument", dz, 12);
  close("mutable: state", dc.weight, 9);
  check::is_true("mutable: the call happened", c.calls == 1);

  double k = 5;
  auto by_value = [k](double x) { return k * x * x; };
  close("closure by value", std::get<1>(mixedad::gradient(by_value, 2.0)), 20);
  auto [dk_closure, unused] = mixedad::gradient(by_value, 2.0);
  close("closure's state, called: 2 x^2", dk_closure(1.0), 4);
  auto by_reference = [&](double x) { return k * x * x; };
  close("closure by reference", std::get<1>(mixedad::gradient(mixedad::constant(by_reference), 2.0)), 20);
  int n = 3;
  auto inactive_reference = [&n](double x) { return n * x; };
  close("captures without reals", std::get<1>(mixedad::gradient(inactive_reference, 2.0)), 3);

  auto generic = [](auto x, auto y) { return x * y; };
  close("generic", std::get<2>(mixedad::gradient(generic, 2.0f, 3.0)), 2);
  auto [value, gradients] = mixedad::value_and_gradient(by_value, 2.0);
  close("value", value, 20);
  close("jvp", mixedad::jvp(by_value, mixedad::dup(2.0, 1.0)), 20);
  auto [v, pull] = mixedad::pullback(by_value, 2.0);
  close("pullback", std::get<1>(pull(2.0)), 40);
  close("vjp", std::get<1>(mixedad::vjp(by_value, 2.0, 2.0)), 40);

  body b{3};
  auto [db, dv] = mixedad::gradient<&body::energy>(b, 2.0);
  close("method: object", db.mass, 2);
  close("method: argument", dv, 6);
  close("rvalue method", std::get<1>(mixedad::gradient<&body::scaled>(body{3}, 2.0)), 3);
  close("static method", std::get<0>(mixedad::gradient<body::fixed>(2.0)), 4);
  close("private members", std::get<1>(mixedad::gradient<&body::public_name>(b, 2.0)), 28);
  return check::done();
}
