// Whether a pullback can be asked again is what its sweeps do, not what the program's names are.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <stdexcept>

struct tape_deck { double tape, move; };
inline double move(double x) { return 2 * x; }
double named(double tape, const tape_deck &d) { return move(tape) * d.tape * d.move; }
void writes(double *out, double tape) { out[0] = tape * tape; }
[[gnu::noinline]] double inner(double x) { return x * x * x; }
double calls(double x) { return x > 0 ? inner(x) * x : inner(-x); }
double frees(double x) {
  double *p = new double[2]{x, x * x};
  double s = p[0] * p[1];
  delete[] p;
  return s;
}

/// What the second pull gives, or "once" when it says that it cannot.
template <class Pull, class Check> void again(const char *what, Pull &pull, Check same) {
  try {
    same(pull(2.0));
  } catch (const std::exception &e) {
    check::is_true(what, std::string(e.what()).find("pullback") != std::string::npos);
    std::printf("%s runs once: %s\n", what, e.what());
  }
}

int main() {
  using check::close;
  {
    auto [value, pull] = mixedad::pullback<named>(1.5, mixedad::constant(tape_deck{2, 3}));
    close("value", value, 18);
    close("named", std::get<0>(pull(1.0)), 12);
    close("named again", std::get<0>(pull(2.0)), 24);
  }
  {
    double out[1], d_out[1] = {1};
    auto pull = mixedad::pullback<writes>(mixedad::dup(out, d_out), 3.0).pull;
    close("writes", std::get<1>(pull()), 6);
    d_out[0] = 2;
    close("writes again", std::get<1>(pull()), 12);
  }
  {
    auto [value, pull] = mixedad::pullback<calls>(1.5);
    close("calls", std::get<0>(pull(1.0)), 4 * 1.5 * 1.5 * 1.5);
    again("calls again", pull, [](auto g) { close("calls again", std::get<0>(g), 8 * 1.5 * 1.5 * 1.5); });
  }
  {
    auto [value, pull] = mixedad::pullback<frees>(1.5);
    close("frees", std::get<0>(pull(1.0)), 3 * 1.5 * 1.5);
    again("frees again", pull, [](auto g) { close("frees again", std::get<0>(g), 6 * 1.5 * 1.5); });
  }
  return check::done();
}
