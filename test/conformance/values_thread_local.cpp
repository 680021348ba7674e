// thread_local variables that carry active values, at namespace scope and in a class.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <cmath>
#include <vector>

thread_local double total = 0;
static thread_local std::vector<double> workspace(3);
namespace inner {
thread_local double total = 0; // another one
}
struct Counter {
  static thread_local double sum;
};
thread_local double Counter::sum;

double scalar(double x, double y) {
  total = x;
  total *= y;
  inner::total = total * x;
  total += std::sin(total);
  return total * x + inner::total;
}
double buffer(double x, double y) {
  workspace[0] = x;
  for (int i = 1; i < 3; ++i) workspace[i] = workspace[i - 1] * y;
  return workspace[2] * x;
}
void add(double x) { Counter::sum += x * Counter::sum; }
double member(double x, double y) {
  Counter::sum = y;
  for (int i = 0; i < 3; ++i) add(x);
  return Counter::sum;
}
int main() {
  CHECK(scalar, 0.7, 1.3);
  CHECK(buffer, 0.7, 1.3);
  CHECK(member, 0.7, 1.3);
  return check::done();
}
