// What a function throws leaves its derivative with the same content, in both modes.
// RUN: %mixedad_cxx -O1 %s -o %t && %t
#include "check.h"
#include <stdexcept>
#include <string>

struct NotConverged {
  int iterations;
  double residual;
};
struct Bad : std::runtime_error {
  int code;
  double value;
  Bad(int code, double value) : std::runtime_error("bad " + std::to_string(code)), code(code), value(value) {}
};

double f(double x, int kind) {
  double r = x * x;
  for (int i = 0; i < 10; ++i) {
    r *= x;
    if (i != 3)
      continue;
    if (kind == 0)
      throw NotConverged{i, r};
    if (kind == 1)
      throw Bad(i, r);
    if (kind == 2)
      throw std::domain_error("negative");
    if (kind == 3)
      throw std::runtime_error("step " + std::to_string(i));
    if (kind == 4)
      throw r * 2;
    if (kind == 5) {
      NotConverged e{i, r};
      e.iterations *= 2;
      throw e;
    }
    if (kind == 6) {
      std::string text = "x";
      text += "y";
      throw std::invalid_argument(text);
    }
  }
  return r;
}

template <class C> std::string thrown(C call) {
  try {
    call();
  } catch (const NotConverged &e) {
    return "not converged " + std::to_string(e.iterations) + " " + std::to_string(e.residual);
  } catch (const Bad &e) {
    return std::string("bad ") + e.what() + std::to_string(e.code) + " " + std::to_string(e.value);
  } catch (const std::domain_error &e) {
    return std::string("domain ") + e.what();
  } catch (const std::exception &e) {
    return e.what();
  } catch (double d) {
    return std::to_string(d);
  }
  return "";
}

int main() {
  for (int kind = 0; kind < 7; ++kind) {
    const std::string primal = thrown([&] { f(1.5, kind); });
    check::is_true("throws", !primal.empty());
    check::is_true("reverse", thrown([&] { (void)mixedad::gradient<f>(1.5, kind); }) == primal);
    check::is_true("forward", thrown([&] { (void)mixedad::jvp<f>(mixedad::dup(1.5, 1.0), kind); }) == primal);
  }
  return check::done();
}
