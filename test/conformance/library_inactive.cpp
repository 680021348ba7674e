// Parts of the library that hold no reals or only steer: strings, streams, clocks, generators, limits, bitsets.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <bitset>
#include <chrono>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <string_view>

double limits(double x) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 3; ++i) {
    double v = (x - i) * (x - i);
    if (v < best) best = v;
  }
  return best + x * std::numeric_limits<float>::epsilon();
}
double generator(double x) {
  std::mt19937 engine(42);
  std::uniform_real_distribution<double> uniform(0.5, 1.5);
  double s = 0;
  for (int i = 0; i < 3; ++i) s += x * x * uniform(engine);
  return s;
}
double timed(double x) {
  auto start = std::chrono::steady_clock::now();
  double r = x * x;
  auto end = std::chrono::steady_clock::now();
  return end < start ? 0 : r;
}
double stream(double x) {
  std::ostringstream out;
  out << "x = " << x;
  std::string text = out.str();
  return text.empty() ? 0 : x * x;
}
double view(double x, std::string_view what) { return what.substr(0, 2) == "sq" ? x * x : x; }
double bits(double x) {
  std::bitset<8> b(5);
  return b[2] ? x * x * b.count() : x;
}

int main() {
  CHECK(limits, 1.25);
  CHECK(timed, 0.5);
  CHECK(view, 0.5, check::fixed(std::string_view("square")));
  CHECK(bits, 0.5);
  CHECK(generator, 0.5);
  CHECK(stream, 0.5);
  return check::done();
}
