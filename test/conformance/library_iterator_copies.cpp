// Iterators of nodes that are copied, assigned, kept in objects and in vectors, and views of maps.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <deque>
#include <list>
#include <map>
#include <ranges>
#include <unordered_map>
#include <vector>
using V = std::vector<double>;
namespace rv = std::views;
double keys(const V &v) {
  std::map<int, double> m{{1, v[0]}, {2, v[1]}};
  double s = 0;
  for (double e : m | rv::values)
    s = s * v[2] + e;
  for (int k : m | rv::keys)
    s *= k;
  return s;
}
double copied(const V &v) {
  std::map<int, double> m{{1, v[0]}, {2, v[1]}};
  auto it = m.begin();
  auto jt = it;
  ++jt;
  auto kt = jt;
  kt = it;
  return jt->second * jt->second + 3 * it->second + kt->second * 7;
}
double copiedl(const V &v) {
  std::list<double> m{v[0], v[1], v[2]};
  auto it = m.begin();
  auto jt = it;
  ++jt;
  std::list<double>::const_iterator kt = jt;
  kt = it;
  for (int i = 0; i < 2; ++i) {
    auto old = kt;
    ++kt;
    it = jt;
    if (i)
      *it = *old * *kt;
  }
  return *jt * *jt + 3 * *it + *kt * 7;
}
double copiedu(const V &v) {
  std::unordered_map<int, double> m{{1, v[0]}, {2, v[1]}};
  auto it = m.find(1);
  auto jt = it;
  jt = m.find(2);
  auto kt = jt;
  kt = it;
  return jt->second * jt->second + 3 * it->second + kt->second * 7;
}
double copiedd(const V &v) {
  std::deque<double> m{v[0], v[1], v[2]};
  auto it = m.begin();
  auto jt = it;
  ++jt;
  auto kt = jt;
  kt = it;
  it += 2;
  return *jt * *jt + 3 * *it + *kt * 7;
}
struct Cursor {
  std::map<int, double>::iterator at;
  double w;
};
double member(const V &v) {
  std::map<int, double> m{{1, v[0]}, {2, v[1]}};
  Cursor c{m.begin(), v[2]};
  Cursor d = c;
  ++d.at;
  c = d;
  return c.at->second * c.w * c.at->second;
}
double vec_it(const V &v) {
  std::map<int, double> m{{1, v[0]}, {2, v[1]}};
  std::vector<std::map<int, double>::iterator> w;
  for (auto it = m.begin(); it != m.end(); ++it)
    w.push_back(it);
  return w[1]->second * w[1]->second * w[0]->second;
}
double while_it(const V &v) {
  std::list<double> l(1, 0.0);
  for (double e : v)
    l.push_back(e);
  auto best = l.begin();
  for (auto it = l.begin(); it != l.end(); ++it)
    if (*it > *best)
      best = it;
  return *best * *best;
}

int main() {
  V v{1.5, 2.5, -0.5};
  CHECK(keys, v);
  CHECK(copied, v);
  CHECK(copiedl, v);
  CHECK(copiedu, v);
  CHECK(copiedd, v);
  CHECK(member, v);
  CHECK(vec_it, v);
  CHECK(while_it, v);
  return check::done();
}
