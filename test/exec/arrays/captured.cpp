// Captured arrays in large kernels: the same sums on any number of threads, and errors that say what is wrong.
// RUN: %mixedad_cxx -O1 %s -o %t %mixedad_libs && %t
#include "check_arrays.h"
using mixedad::Array;
using A = Array<double>;

A pick(const A &x, const A &table, const Array<int> &idx) {
  return mixedad::broadcast([&](double v, int i) { return std::sin(v) * table(i) + table((i + 1) % int(table.size())); }, x, idx);
}
double total(const A &x, const A &table, const Array<int> &idx) { return mixedad::sum(pick(x, table, idx)); }
A shifted(const A &table, const Array<int> &idx) {
  return mixedad::broadcast([&](int i) { return table(i + 1); }, idx);
}

template <class E, class Run> bool throws(Run run) {
  try {
    run();
  } catch (const E &) {
    return true;
  }
  return false;
}

int main() {
  const int n = 200000, rows = 50;
  const A x = check::array<double>({n}), table = check::array<double>({rows}, -1, 1, 0.2);
  std::vector<int> at(n);
  std::vector<double> expected(rows);
  for (int i = 0; i < n; ++i) {
    at[i] = (i * 7 + i / 13) % rows;
    expected[at[i]] += std::sin(x(i));
    expected[(at[i] + 1) % rows] += 1;
  }
  const auto idx = Array<int>::from(at);
  std::vector<double> first;
  for (int threads : {1, 2, 3, 4}) {
    mixedad::set_thread_count(threads);
    auto [dx, dt, none] = mixedad::gradient<total>(x, table, mixedad::constant(idx));
    auto [dx2, dt2, none2] = mixedad::gradient<total>(x, table, mixedad::constant(idx));
    static_cast<void>(dx), static_cast<void>(dx2), static_cast<void>(none), static_cast<void>(none2);
    if (first.empty())
      first = dt.to_vector();
    check::is_true("same on every run", dt.to_vector() == first && dt2.to_vector() == first);
  }
  bool close = true;
  for (int i = 0; i < rows; ++i)
    close &= std::fabs(first[i] - expected[i]) < 1e-8 * n;
  check::is_true("sums", close);
  const auto last = Array<int>::from({rows - 1});
  check::is_true("out of range", throws<mixedad::argument_error>([&] { mixedad::gradient<total>(x, table, mixedad::constant(Array<int>::from({rows}))); }));
  check::is_true("out of range in jvp", throws<mixedad::argument_error>([&] { mixedad::jvp<shifted>(mixedad::dup(table, table), mixedad::constant(last)); }));
  check::is_true("empty", throws<mixedad::argument_error>([&] { mixedad::gradient<total>(x, A(), mixedad::constant(idx)); }));
  return check::done();
}
