// References and iterators into a deque that grows and shrinks, at its ends and in the middle, over more than one node.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <deque>
#include <queue>
#include <stack>
#include <vector>

using Deque = std::deque<double>;
double total(Deque &d) {
  double s = 0, k = 1;
  for (double &v : d) {
    s += k * v * v;
    k *= 1.1;
    v *= 1.01;
  }
  return s;
}

double cleared(double x) {
  Deque d;
  for (int i = 0; i < 200; ++i)
    d.push_back(x * (1 + .01 * i));
  double s = 1e-6 * total(d);
  d.clear();
  for (int i = 0; i < 100; ++i)
    d.push_back(x * i * .01);
  return s + 1e-2 * total(d);
}
double read_then_cleared(double x) {
  Deque d{x, 2 * x, x * x};
  double s = 0;
  for (double v : d)
    s += v * v;
  d.clear();
  d.push_back(x);
  return s + d[0] * x;
}
/// The memory of the nodes that are freed serves for something else.
double window(double x) {
  Deque d;
  double s = 0;
  std::vector<std::vector<double>> others;
  for (int i = 0; i < 300; ++i) {
    d.push_back(x * (1 + .01 * i) + s * 1e-3);
    others.emplace_back(64, x);
    if (d.size() > 7)
      d.pop_front();
    s += total(d) * 1e-2 + others.back()[3];
  }
  return s;
}
double popped_behind(double x) {
  Deque d;
  double s = 0;
  for (int i = 0; i < 200; ++i) {
    d.push_front(x * (1 + .01 * i) + s * 1e-6);
    for (int k = 0; k < 69 && d.size() > 70; ++k) {
      std::vector<double> other(64, x);
      s += total(d) * 1e-5 + other[1];
      d.pop_back();
    }
  }
  return s;
}
double middle(double x) {
  Deque d;
  for (int i = 0; i < 9; ++i)
    d.push_back(x * (1 + .1 * i));
  double s = total(d);
  d.erase(d.begin() + 4);
  s += total(d);
  d.erase(d.begin() + 1, d.begin() + 3);
  s += total(d);
  d.insert(d.begin() + 3, x * x);
  s += total(d);
  d.insert(d.begin() + 2, 3, x * x * x);
  s += total(d);
  d.erase(d.begin() + 3);
  return s + total(d) * x;
}
double ends(double x) {
  Deque d;
  for (int i = 0; i < 150; ++i)
    d.push_back(x * (1 + .01 * i));
  double s = total(d) * 1e-6;
  d.erase(d.begin(), d.begin() + 100);
  s += total(d) * 1e-2;
  d.insert(d.begin(), 130, x);
  s += total(d) * 1e-6;
  d.erase(d.begin() + 10, d.end());
  s += total(d);
  d.resize(80);
  d[79] = x;
  s += total(d) * 1e-2;
  d.resize(3);
  return s + total(d);
}
double referred(double x) {
  Deque d{x, 2 * x};
  double &first = d[0];
  double s = first * first;
  for (int i = 0; i < 140; ++i)
    d.push_back(x);
  for (int i = 0; i < 140; ++i) {
    s += d.back() * 1e-2;
    d.pop_back();
  }
  first *= x;
  return s + total(d) * first;
}
struct Pair {
  double a;
  std::vector<double> v;
};
double objects(double x) {
  std::deque<Pair> d;
  double s = 0;
  for (int i = 0; i < 60; ++i) {
    d.push_back(Pair{x * i * .1, {x, x * x}});
    if (d.size() > 4)
      d.pop_front();
    for (Pair &p : d) {
      s += p.a * p.v[1] * 1e-2;
      p.a *= 1.01;
      p.v[0] *= p.a;
      s += p.v[0] * 1e-6;
    }
  }
  d.clear();
  d.push_back(Pair{x, {x}});
  return s + d[0].a * d[0].v[0];
}
double objects_in_the_middle(double x) {
  std::deque<Pair> d;
  double s = 0;
  auto visit = [&] {
    for (Pair &p : d) {
      s += p.a * p.v[1];
      p.a *= x;
    }
  };
  for (int i = 0; i < 9; ++i)
    d.push_back(Pair{x * i * .1, {x, x * x}});
  visit();
  d.erase(d.begin() + 4);
  visit();
  d.insert(d.begin() + 3, Pair{x, {x * x, x}});
  visit();
  return s;
}
double queued(double x) {
  std::queue<double> d;
  double s = 0;
  for (int i = 0; i < 200; ++i) {
    d.push(x * (1 + .01 * i));
    if (i % 3) {
      double &r = d.front();
      s += r * r;
      d.pop();
    }
  }
  while (!d.empty()) {
    double &r = d.front();
    s += r * r * 1e-2;
    d.pop();
  }
  return s;
}
double stacked(double x) {
  std::stack<double> d;
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 200; ++i)
      d.push(x * (1 + .01 * i));
    while (d.size() > 1) {
      double &r = d.top();
      r *= x;
      s += r * 1e-2;
      d.pop();
    }
  }
  return s;
}

int main() {
  CHECK(cleared, 1.1);
  CHECK(read_then_cleared, 1.3);
  CHECK(window, .3);
  CHECK(popped_behind, 1.1);
  CHECK(middle, 1.1);
  CHECK(ends, 1.1);
  CHECK(referred, 1.1);
  CHECK(objects, 1.1);
  CHECK(objects_in_the_middle, 1.1);
  CHECK(queued, 1.1);
  CHECK(stacked, 1.1);
  return check::done();
}
