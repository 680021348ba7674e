// References to elements of a deque that grows or shrinks in front: they refer to the same element still.
// RUN: %mixedad_cxx -O0 -fsanitize=address,undefined %s -o %t && env ASAN_OPTIONS=detect_leaks=0 %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <deque>

double folded(const std::deque<double> &d, double x) {
  double s = 0;
  for (std::size_t i = 0; i < d.size(); ++i) s = s * x + d[i];
  return s;
}
double to_front(double x) {
  std::deque<double> d{x};
  double &r = d.front();
  for (int i = 0; i < 5; ++i) d.push_front(i * x);
  r *= x;
  return folded(d, x);
}
double to_index(double x) {
  std::deque<double> d{x, 2 * x, 3 * x};
  double &r = d[1], &last = d.at(2);
  d.push_front(7 * x);
  r *= x;
  d.pop_front();
  d.pop_front();
  last += r * d[0];
  return folded(d, x);
}
struct Node {
  double v, w;
};
void scale(double &v, std::deque<Node> &all, double x) {
  all.push_front({x * x, 1});
  v *= x;
}
double to_member(double x) {
  std::deque<Node> d;
  d.push_back({x, 2 * x});
  Node &root = d.front();
  double &w = d.back().w;
  for (int i = 0; i < 4; ++i) {
    d.push_front({root.v * x, x});
    w += d.front().v;
  }
  root.v *= 2;
  scale(d[2].v, d, x);
  double s = 0;
  for (std::size_t i = 0; i < d.size(); ++i) s = s * 0.5 + d[i].v * d[i].w;
  return s;
}
double captured(double x) {
  std::deque<double> d{x, x * x};
  auto scale_first = [&r = d.front()](double by) { r *= by; };
  scale_first(x);
  d.push_front(3 * x);
  scale_first(2);
  return folded(d, x);
}

int main() {
  CHECK(to_front, 1.3);
  CHECK(to_index, 1.3);
  CHECK(to_member, 1.3);
  CHECK(captured, 1.3);
  return check::done();
}
