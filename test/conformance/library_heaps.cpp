// Heaps and std::priority_queue, whose comparisons the library hands on from one wrapper to another.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <algorithm>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

double weighted(const std::vector<double> &v) {
  double s = 0, k = 1;
  for (double e : v) {
    s += k * e * e;
    k *= 2;
  }
  return s;
}
double heap(double x) {
  std::vector<double> v{x, 2 * x, 5, x * x, 3 - x, x * x * x};
  std::make_heap(v.begin(), v.end());
  double s = weighted(v);
  std::pop_heap(v.begin(), v.end());
  v.pop_back();
  v.push_back(7 * x);
  std::push_heap(v.begin(), v.end());
  s += 0.1 * weighted(v);
  std::sort_heap(v.begin(), v.end());
  return s + weighted(v);
}
double compared(double x) {
  std::vector<double> v{x, 2 * x, 5, x * x, 3 - x};
  auto greater = [](double a, double b) { return a > b; };
  std::make_heap(v.begin(), v.end(), greater);
  double s = weighted(v);
  std::pop_heap(v.begin(), v.end(), greater);
  s += x * weighted(v);
  std::sort_heap(v.begin(), v.end() - 1, greater);
  return s + weighted(v);
}
double captured(double x) {
  std::vector<double> v{x, 2 * x, 5, x * x, 3 - x};
  double target = 2.1;
  auto nearer = [target](double a, double b) { return std::fabs(a - target) < std::fabs(b - target); };
  std::make_heap(v.begin(), v.end(), nearer);
  std::pop_heap(v.begin(), v.end(), nearer);
  return weighted(v);
}
double queue(double x) {
  std::priority_queue<double> q;
  for (double v : {x, 2 * x, 5.0, x * x, 3 - x})
    q.push(v);
  double s = 0, k = 1;
  while (!q.empty()) {
    s += k * q.top() * q.top();
    k *= 2;
    q.pop();
    if (k == 4)
      q.emplace(x * x * x);
  }
  return s;
}
double queue_of_pairs(double x) {
  using Entry = std::pair<double, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> q;
  q.push({x, 1});
  q.push({x * x, 2});
  q.emplace(3.0, 4);
  double s = 0;
  while (!q.empty()) {
    auto [d, i] = q.top();
    q.pop();
    s += d * d * i;
  }
  return s;
}
struct Job {
  double cost;
  int node;
};
struct Cheaper {
  bool operator()(const Job &a, const Job &b) const { return a.cost > b.cost; }
};
/// Dijkstra's algorithm: the shortest path's length by the edges' lengths.
double shortest_path(const std::vector<double> &length) {
  const int from[] = {0, 0, 1, 1, 2, 3}, to[] = {1, 2, 2, 3, 3, 4};
  std::vector<double> best(5, 1e9);
  std::priority_queue<Job, std::vector<Job>, Cheaper> open;
  best[0] = 0;
  open.push({0.0, 0});
  while (!open.empty()) {
    Job job = open.top();
    open.pop();
    if (job.cost > best[job.node])
      continue;
    for (int e = 0; e < 6; ++e)
      if (from[e] == job.node && job.cost + length[e] < best[to[e]]) {
        best[to[e]] = job.cost + length[e];
        open.push(Job{best[to[e]], to[e]});
      }
  }
  return best[4] * best[4] + best[3];
}

int main() {
  CHECK(heap, 1.3);
  CHECK(compared, 1.3);
  CHECK(captured, 1.3);
  CHECK(queue, 1.3);
  CHECK(queue_of_pairs, 1.3);
  CHECK(shortest_path, std::vector<double>{2.0, 5.0, 1.5, 7.0, 3.0, 0.5});
  return check::done();
}
