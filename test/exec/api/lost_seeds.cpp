// A seed of an element that the function removes is an error; what the function leaves is seeded before the pull.
// RUN: %mixedad_cxx -O1 -Wall -Wextra -Wpedantic -Werror %s -o %t && %t
#include "check.h"
#include <deque>
#include <list>
#include <map>
#include <unordered_map>
#include <vector>

template <class C> void refill(C &out, double x) {
  out.clear();
  out.push_back(x * x);
}
void vector(std::vector<double> &out, double x) { refill(out, x); }
void deque(std::deque<double> &out, double x) { refill(out, x); }
void list(std::list<double> &out, double x) { refill(out, x); }
void popped(std::vector<double> &out, double x) {
  out.pop_back();
  out.push_back(x * x);
}
void nested(std::vector<std::vector<double>> &out, double x) {
  out.clear();
  out.push_back({x * x});
}
void map(std::map<int, double> &out, double x) {
  out.clear();
  out[1] = x * x;
}
void table(std::unordered_map<int, double> &out, double x) {
  out.clear();
  out[1] = x * x;
}

template <auto F, class C> void check_seeds(const char *name, C out, C seed, void (*set)(C &)) {
  bool thrown = false;
  C shadow = seed, primal = out;
  try {
    (void)mixedad::vjp<F>(mixedad::dup(primal, shadow), 3.0);
  } catch (const mixedad::lost_seed_error &error) {
    thrown = *error.what() != 0;
  }
  check::is_true(name, thrown);
  shadow = mixedad::detail::zero_like(out);
  auto call = mixedad::pullback<F>(mixedad::dup(out, shadow), 3.0);
  set(shadow);
  check::close(name, mixedad::get<1>(call.pull()), 6.0);
}

int main() {
  auto front = [](auto &c) { c.front() = 1; };
  check_seeds<vector, std::vector<double>>("vector", {7}, {1}, front);
  check_seeds<deque, std::deque<double>>("deque", {7, 8}, {0, 1}, front);
  check_seeds<list, std::list<double>>("list", {7}, {1}, front);
  check_seeds<popped, std::vector<double>>("popped", {7, 8}, {0, 1}, [](auto &c) { c.back() = 1; });
  check_seeds<nested, std::vector<std::vector<double>>>("nested", {{7}}, {{1}}, [](auto &c) { c[0][0] = 1; });
  check_seeds<map, std::map<int, double>>("map", {{1, 7}}, {{1, 1}}, [](auto &c) { c[1] = 1; });
  check_seeds<table, std::unordered_map<int, double>>("table", {{1, 7}}, {{1, 1}}, [](auto &c) { c[1] = 1; });
  return check::done();
}
