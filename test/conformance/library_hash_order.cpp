// Entries of hashed maps are gone through in the primal's order on both sides: after swaps, assignments, clearing.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

using Map = std::unordered_map<int, double>;
double weighted(const Map &m) {
  double s = 0;
  for (auto &[k, v] : m) s = 1.1 * s + v * (k + 1);
  return s;
}
double swapped(double x) {
  Map a{{1, x}, {2, x * x}, {9, 3 * x}}, b{{4, x}};
  std::swap(a, b);
  b[5] = x;
  double s = weighted(b) + weighted(a);
  a.swap(b);
  return s + 2 * weighted(a) + weighted(b);
}
double assigned(double x) {
  Map a, b{{40, x}, {3, x * x}};
  for (int i = 0; i < 20; ++i) a[7 * i % 23] = x * i;
  b = a;
  a[100] = x;
  b[101] = x * x;
  a.erase(7);
  Map c = b;
  c[102] = 2 * x;
  a = c;
  return weighted(a) + weighted(b) + weighted(c);
}
double overwritten_by_same_keys(double x) {
  Map a, b;
  for (int i = 0; i < 6; ++i) {
    a[i] = x * i;
    b[5 - i] = x * x * i;
  }
  double s = weighted(a);
  a = b;
  return s + weighted(a);
}
double cleared(double x) {
  Map m;
  for (int i = 0; i < 40; ++i) m[i * 3] = x;
  m.clear();
  for (int i = 0; i < 5; ++i) m[i * 13] = x * i + x * x;
  return weighted(m);
}
struct Table {
  Map m;
  double scale = 1;
};
double in_objects(double x) {
  std::vector<Table> v(2);
  for (int i = 0; i < 8; ++i) v[static_cast<std::size_t>(i % 2)].m[i * i] = x * i;
  Table t = v[0];
  v[1] = t;
  t.m[3] = x;
  std::swap(v[0], v[1]);
  Table u;
  u = x > 0 ? v[1] : v[0];
  return weighted(t.m) + weighted(v[0].m) + weighted(v[1].m) * weighted(u.m);
}
double argument(const Map &m, double x) { return weighted(m) * x; }
void changed(Map &m, double x) {
  for (auto &[k, v] : m) v *= x * k;
}

int main() {
  CHECK(swapped, 1.3);
  CHECK(assigned, 1.3);
  CHECK(overwritten_by_same_keys, 1.3);
  CHECK(cleared, 1.3);
  CHECK(in_objects, 1.3);
  Map m;
  for (int i = 0; i < 9; ++i) m[i * 5] = 0.3 * i;
  CHECK(argument, m, 1.3);
  CHECK(changed, check::ref(m), 1.3);
  return check::done();
}
