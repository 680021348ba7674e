// deque, list, stack, queue, priority_queue, set of indices, array of vectors.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <array>
#include <deque>
#include <list>
#include <queue>
#include <set>
#include <stack>
#include <vector>

double deque(double x) {
  std::deque<double> d{x, 2};
  d.push_front(x * x);
  d.push_back(3 * x);
  double a = d.front() * d.back();
  d.pop_front();
  for (double e : d) a += e * e;
  return a * d[1];
}
double list(double x) {
  std::list<double> l{x, x * x};
  l.push_front(2 * x);
  l.push_back(1);
  double s = 0;
  for (double e : l) s = s * x + e;
  return s;
}
double stack_machine(double x, double y) {
  std::stack<double, std::vector<double>> s;
  for (char c : {'x', 'y', '*', 'x', '+', 'y', '*'}) {
    if (c == 'x') s.push(x);
    else if (c == 'y') s.push(y);
    else {
      double b = s.top();
      s.pop();
      double a = s.top();
      s.pop();
      s.push(c == '*' ? a * b : a + b);
    }
  }
  return s.top();
}
double queue(double x) {
  std::queue<double> q;
  q.push(x);
  q.push(x * x);
  double s = 0;
  while (!q.empty()) {
    s = s * 0.5 + q.front();
    if (s < 0.8) q.push(s * x + 0.5);
    q.pop();
  }
  return s;
}
double indices(double x) {
  std::set<int> order{3, 1, 2};
  double s = x;
  for (int i : order) s = s * x + i;
  return s;
}
double array_of_vectors(double x) {
  std::array<std::vector<double>, 2> a;
  a[0].push_back(x);
  a[1].resize(2, x * x);
  return a[0][0] * a[1][1];
}

int main() {
  CHECK(deque, 0.5);
  CHECK(list, 0.5);
  CHECK(stack_machine, 0.5, 1.5);
  CHECK(queue, 0.5);
  CHECK(indices, 0.5);
  CHECK(array_of_vectors, 0.5);
  return check::done();
}
