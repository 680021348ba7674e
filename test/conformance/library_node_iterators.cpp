// The library's algorithms through the iterators of lists, trees and tables, which point to the untyped base of a node.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <algorithm>
#include <deque>
#include <iterator>
#include <list>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

template <class C>
double sum(const C &l) {
  double s = 0, k = 1;
  for (double v : l) {
    s += k * v;
    k *= 2;
  }
  return s;
}
double filled(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::fill(l.begin(), std::next(l.begin(), 2), x * x * x);
  return sum(l);
}
double filled_n(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::fill_n(l.begin(), 2, x * x * x);
  return sum(l);
}
double copied(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::deque<double> d{x, x * x * x};
  std::copy(d.begin(), d.end(), l.begin());
  return sum(l);
}
double copied_backward(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::deque<double> d{x, x * x * x};
  std::copy_backward(d.begin(), d.end(), l.end());
  return sum(l);
}
double transformed(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::transform(l.begin(), l.end(), l.begin(), [&](double v) { return v * x; });
  return sum(l);
}
double generated(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  double k = x;
  std::generate(l.begin(), l.end(), [&] {
    k *= x;
    return k;
  });
  return sum(l);
}
double partitioned(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::partition(l.begin(), l.end(), [](double v) { return v < 2; });
  return sum(l);
}
double uniqued(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  l.push_back(l.back());
  l.erase(std::unique(l.begin(), l.end()), l.end());
  return sum(l);
}
double replaced(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::replace_if(l.begin(), l.end(), [](double v) { return v < 2; }, x * x * x * x);
  return sum(l);
}
double permuted(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::next_permutation(l.begin(), l.end());
  return sum(l);
}
double partial_sum(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::partial_sum(l.begin(), l.end(), l.begin());
  return sum(l);
}
double differences(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::adjacent_difference(l.begin(), l.end(), l.begin());
  return sum(l);
}
double moved(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::list<double> d{x, x * x * x};
  std::move(d.begin(), d.end(), l.begin());
  return sum(l);
}
double elements_swapped(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  auto a = l.begin();
  auto b = std::prev(l.end());
  std::swap(*a, *b);
  return sum(l);
}
void scale(std::list<double>::iterator it, double k) { *it *= k; }
double by_iterator(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  scale(std::next(l.begin()), x);
  return sum(l);
}
double reversed_from_behind(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::reverse(l.rbegin(), std::next(l.rbegin(), 3));
  return sum(l);
}
void scale(std::map<int, double>::iterator it, double k) { it->second *= k; }
double by_map_iterator(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::map<int, double> m{{1, x}, {2, x * x}};
  scale(m.find(2), x * x);
  l.push_back(m[2]);
  return sum(l);
}
void scale(std::unordered_map<int, double>::iterator it, double k) { it->second *= k; }
double by_table_iterator(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::unordered_map<int, double> m{{1, x}, {2, x * x}};
  scale(m.find(2), x * x);
  l.push_back(m[2]);
  return sum(l);
}
double map_values_swapped(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::map<int, double> m{{1, x}, {2, x * x * x}};
  std::swap(m.begin()->second, std::next(m.begin())->second);
  l.push_back(m[1]);
  return sum(l);
}
double exchanged(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  l.push_back(std::exchange(*l.begin(), x * x * x));
  return sum(l);
}
double ranges_swapped(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::vector<double> v{x * x * x, 4, x};
  std::swap_ranges(v.begin(), v.end(), l.begin());
  l.push_back(v[1]);
  return sum(l);
}
double each_of_a_map(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::map<int, double> m{{1, x}, {2, x * x * x}};
  std::for_each(m.begin(), m.end(), [&](auto &p) { p.second *= x; });
  l.push_back(m[2]);
  return sum(l);
}
double map_to_list(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::map<int, double> m{{1, x}, {2, x * x * x}};
  std::transform(m.begin(), m.end(), l.begin(), [&](auto &p) { return p.second * x; });
  return sum(l);
}
double rotated_copy(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::vector<double> d(5);
  std::rotate_copy(l.begin(), std::next(l.begin(), 2), l.end(), d.begin());
  l.push_back(d[0] * d[1]);
  return sum(l);
}
double iota_from_behind(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::list<double> q(3);
  std::iota(q.begin(), q.end(), x);
  std::iota(l.rbegin(), l.rend(), x * x);
  l.push_back(q.back() * q.front());
  return sum(l);
}
void both(const std::map<int, double *> &m, double k) {
  for (auto &p : m)
    *p.second *= k;
}
double pointers_in_a_map(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  double a = x, b = x * x;
  std::map<int, double *> m{{1, &a}, {2, &b}};
  both(m, x);
  l.push_back(a + 3 * b);
  return sum(l);
}
double shifted(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::shift_left(l.begin(), l.end(), 2);
  return sum(l);
}
double iterators_swapped(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::iter_swap(l.begin(), std::prev(l.end()));
  std::iter_swap(std::next(l.begin()), l.rbegin());
  return sum(l);
}
double reversed(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::reverse(l.begin(), l.end());
  return sum(l);
}
double rotated(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::rotate(l.begin(), std::next(l.begin()), l.end());
  return sum(l);
}
double iter_swapped(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::iter_swap(l.begin(), std::next(l.begin()));
  return sum(l);
}
double swapped_with_list(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::list<double> m{1, x * x * x, x, 7};
  std::swap_ranges(m.begin(), m.end(), l.begin());
  l.push_back(m.front());
  return sum(l);
}
double iota(double x) {
  std::list<double> l{x, 2 * x, x * x, 3.0, 0.5 * x};
  std::iota(l.begin(), l.end(), x * x);
  return sum(l);
}

int main() {
  CHECK(filled, 1.3);
  CHECK(filled_n, 1.3);
  CHECK(copied, 1.3);
  CHECK(copied_backward, 1.3);
  CHECK(transformed, 1.3);
  CHECK(generated, 1.3);
  CHECK(partitioned, 1.3);
  CHECK(uniqued, 1.3);
  CHECK(replaced, 1.3);
  CHECK(permuted, 1.3);
  CHECK(partial_sum, 1.3);
  CHECK(differences, 1.3);
  CHECK(moved, 1.3);
  CHECK(elements_swapped, 1.3);
  CHECK(by_iterator, 1.3);
  CHECK(reversed_from_behind, 1.3);
  CHECK(by_map_iterator, 1.3);
  CHECK(by_table_iterator, 1.3);
  CHECK(map_values_swapped, 1.3);
  CHECK(exchanged, 1.3);
  CHECK(ranges_swapped, 1.3);
  CHECK(each_of_a_map, 1.3);
  CHECK(map_to_list, 1.3);
  CHECK(rotated_copy, 1.3);
  CHECK(iota_from_behind, 1.3);
  CHECK(pointers_in_a_map, 1.3);
  CHECK(shifted, 1.3);
  CHECK(iterators_swapped, 1.3);
  CHECK(reversed, 1.3);
  CHECK(rotated, 1.3);
  CHECK(iter_swapped, 1.3);
  CHECK(swapped_with_list, 1.3);
  CHECK(iota, 1.3);
  return check::done();
}
