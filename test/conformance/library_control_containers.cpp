// Containers, generators and streams of integers that steer a computation: their operations are effects, also where
// nobody uses what they return.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <algorithm>
#include <deque>
#include <list>
#include <map>
#include <queue>
#include <set>
#include <sstream>
#include <stack>
#include <string>
#include <unordered_set>
#include <vector>
using V = std::vector<double>;

struct Count {
  int *n;
  explicit Count(int *m) : n(m) { ++*n; }
};
double constructors(double x) {
  int n = 0;
  Count a(&n);
  (void)Count(&n);
  { Count b{&n}; }
  return x * n * x;
}
struct Steps {
  int s = 1;
  int next() { return s = s * 5 % 7; }
  Steps &skip() { s += 1; return *this; }
  Steps twice() { s *= 2; return *this; }
};
double methods(double x) {
  Steps g;
  g.next();
  g.skip();
  g.twice();
  auto h = g.twice();
  return x * g.s * x + h.s;
}
double drained(double x) {
  std::set<int> s{0, 2};
  double r = 1;
  while (!s.empty()) {
    int a = *s.begin();
    s.erase(s.begin());
    r *= x + a;
  }
  return r;
}
double pairs(const V &v) {
  std::set<std::pair<int, int>> s{{0, 1}, {2, 1}};
  double r = 1;
  while (!s.empty()) {
    auto [a, b] = *s.begin();
    s.erase(s.begin());
    r *= v[a] + v[b];
  }
  return r;
}
double sets(double x) {
  std::set<int> s{3, 5};
  s.insert(7);
  auto r = s.insert(3);
  auto it = s.insert(9).first;
  s.emplace(1);
  it = s.erase(s.find(5));
  const int next = *it;
  s.erase(3);
  s.erase(s.begin(), s.find(9));
  return x * x * s.size() + (r.second ? 0 : x) + next;
}
double hashed(double x) {
  std::unordered_set<int> s;
  for (int i = 0; i < 5; ++i) s.insert(i % 3);
  auto [it, fresh] = s.insert(7);
  return x * x * s.size() + (fresh ? x : 0);
}
double breadth_first(const V &v) {
  std::vector<std::vector<int>> g{{1, 2}, {3}, {3}, {}};
  std::queue<int> q;
  std::vector<bool> seen(4);
  q.push(0);
  seen[0] = true;
  double r = 1;
  while (!q.empty()) {
    int u = q.front();
    q.pop();
    r = r * v[u] + v[u];
    for (int w : g[u])
      if (!seen[w]) {
        seen[w] = true;
        q.push(w);
      }
  }
  return r;
}
double depth_first(const V &v) {
  std::vector<std::vector<int>> g{{1, 2}, {3}, {3}, {}};
  std::stack<int, std::vector<int>> q;
  q.push(0);
  double r = 1;
  while (!q.empty()) {
    int u = q.top();
    q.pop();
    r = r * v[u] + v[u];
    for (int w : g[u]) q.push(w);
  }
  return r;
}
struct Heap {
  std::vector<int> d;
  void push(int k) { d.push_back(k); std::push_heap(d.begin(), d.end()); }
  int pop() {
    std::pop_heap(d.begin(), d.end());
    int k = d.back();
    d.pop_back();
    return k;
  }
};
double heaps(const V &v) {
  std::priority_queue<int> q;
  Heap h;
  for (int i : {2, 0, 3, 1}) {
    q.push(i);
    h.push(3 - i);
  }
  double r = 1;
  while (!q.empty()) {
    r = r * v[q.top()] + v[h.pop()];
    q.pop();
  }
  return r;
}
double erased(const V &v) {
  std::list<int> l{0, 1, 2, 3};
  double r = 1;
  for (auto it = l.begin(); it != l.end();) {
    r = r * v[*it] + v[0];
    if (*it % 2) it = l.erase(it);
    else ++it;
  }
  return r * l.size() * v[l.back()];
}
double vectors(const V &v) {
  std::vector<int> l{0, 1, 2, 3};
  l.erase(l.begin() + 1);
  l.insert(l.begin(), 3);
  l.insert(l.end(), {1, 1});
  l.resize(7, 2);
  double r = 1;
  for (int i : l) r = r * v[i] + v[0];
  l.assign(3, 1);
  l.emplace(l.begin(), 2);
  auto it = l.insert(l.begin() + 1, 3);
  r += *it;
  std::swap(l[0], l[1]);
  return r * v[l[0]];
}
double maps(const V &v) {
  std::map<std::string, int> m;
  m["a"]++;
  m["b"] += 2;
  m.insert({"c", 3});
  m.emplace("d", 1);
  m.erase("a");
  m.erase(m.find("c"));
  double r = 1;
  for (auto &[k, i] : m) r = r * v[i] + v[0];
  return r;
}
double streams(const V &v) {
  std::istringstream in("2 0 1 3");
  std::stringstream list("1,2,3");
  std::string token;
  int i;
  double r = 1;
  while (in >> i) r = r * v[i] + v[0];
  while (std::getline(list, token, ',')) r = r * v[std::stoi(token)] + v[0];
  return r;
}
struct Lcg {
  unsigned s;
  double operator()() { s = s * 1664525u + 1013904223u; return (s >> 8) / double(1 << 24); }
};
double noise(double x) {
  Lcg g{7};
  double r = 0;
  g();
  for (int i = 0; i < 4; ++i) r = r * x + g();
  return r;
}

int main() {
  V v{1.5, 2.5, -0.5, 0.7};
  CHECK(constructors, 0.6);
  CHECK(methods, 0.6);
  CHECK(drained, 0.6);
  CHECK(pairs, v);
  CHECK(sets, 0.6);
  CHECK(hashed, 0.6);
  CHECK(breadth_first, v);
  CHECK(depth_first, v);
  CHECK(heaps, v);
  CHECK(erased, v);
  CHECK(vectors, v);
  CHECK(maps, v);
  CHECK(streams, v);
  CHECK(noise, 0.6);
  return check::done();
}
