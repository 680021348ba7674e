// Functions of arrays against plain loops, their pullbacks against finite differences.
#include "support.h"

#include <functional>
#include <string>

using mixedad::Axes;
using namespace mixedad_test;

namespace {

using A = Array<double>;

TEST(Sum, overAllAndOverDimensions) {
  const A a = random_array<double>({3, 4, 5}, 1);
  const auto v = a.to_vector();
  double total = 0;
  for (double x : v)
    total += x;
  EXPECT_NEAR(mixedad::sum(a), total, 1e-13);
  EXPECT_NEAR(mixedad::mean(a), total / 60, 1e-14);
  EXPECT_NEAR(mixedad::sum(a * 2.0), 2 * total, 1e-13);
  for (const Axes &axes : {Axes(0), Axes(1), Axes(-1), Axes(0, 2), Axes(1, -1), Axes(0, 1, 2)}) {
    const A kept = mixedad::sum(a, axes, true), dropped = mixedad::sum(a, axes);
    const auto from = sources(kept.shape(), a.shape());
    std::vector<double> expected(kept.size(), 0);
    for (std::size_t i = 0; i < v.size(); ++i)
      expected[from[i]] += v[i];
    for (index_t i = 0; i < kept.size(); ++i)
      ASSERT_NEAR(kept.data()[i], expected[i], 1e-13);
    EXPECT_EQ(dropped.to_vector(), kept.to_vector());
    EXPECT_EQ(dropped.rank(), 3 - axes.count());
    EXPECT_NEAR(mixedad::mean(a, axes).data()[0], expected[0] * kept.size() / 60, 1e-14);
  }
  EXPECT_THROW(mixedad::sum(a, Axes(3)), mixedad::shape_error);
  EXPECT_EQ(mixedad::sum(A::zeros({0, 3})), 0);
  EXPECT_EQ(mixedad::sum(Array<int>::from({1, 2, 3})), 6);
}

TEST(LazyArguments, runFirst) {
  const A a = random_array<double>({3, 4}, 1), b = random_array<double>({3, 4}, 2), ab = a * b;
  EXPECT_EQ(mixedad::sum(a * b, {0}).to_vector(), mixedad::sum(ab, {0}).to_vector());
  EXPECT_EQ(mixedad::mean(a * b, {0, 1}, true).to_vector(), mixedad::mean(ab, {0, 1}, true).to_vector());
  EXPECT_EQ(mixedad::max(a * b, {1}).to_vector(), mixedad::max(ab, {1}).to_vector());
  EXPECT_EQ(mixedad::reshape(a * b, {2, -1}).to_vector(), ab.to_vector());
  EXPECT_EQ(mixedad::transpose(a * b, {1, 0}).to_vector(), mixedad::transpose(ab).to_vector());
  EXPECT_EQ(mixedad::softmax(a * b, 0).to_vector(), mixedad::softmax(ab, 0).to_vector());
  EXPECT_EQ(mixedad::matmul(a * b, mixedad::transpose(a)).to_vector(), mixedad::matmul(ab, mixedad::transpose(a)).to_vector());
}

TEST(Sum, isAccurateAndDeterministicForManyFloats) {
  const Array<float> a = Array<float>::full({10000000}, 0.1f);
  EXPECT_NEAR(mixedad::sum(a), 1e7 * double(0.1f), 0.07);
  const Array<float> r = random_array<float>({1234567}, 2);
  const int threads = mixedad::thread_count();
  mixedad::set_thread_count(1);
  const float one = mixedad::sum(r);
  mixedad::set_thread_count(5);
  EXPECT_EQ(one, mixedad::sum(r));
  mixedad::set_thread_count(threads);
}

TEST(Extremes, keepNaN) {
  const A a = A::from({1, 5, -3, 5, 2, 0}, {2, 3});
  EXPECT_EQ(mixedad::max(a), 5);
  EXPECT_EQ(mixedad::min(a), -3);
  EXPECT_EQ(mixedad::max(a, Axes(1)).to_vector(), (std::vector<double>{5, 5}));
  EXPECT_EQ(mixedad::min(a, Axes(0)).to_vector(), (std::vector<double>{1, 2, -3}));
  EXPECT_EQ(mixedad::argmax(a).to_vector(), (std::vector<int>{1, 0}));
  EXPECT_EQ(mixedad::argmax(a, 0).to_vector(), (std::vector<int>{1, 0, 1}));
  EXPECT_TRUE(std::isnan(mixedad::max(A::from({1, NAN, 2}))));
  EXPECT_THROW(mixedad::max(A::zeros({0})), mixedad::argument_error);
  EXPECT_EQ(mixedad::max(-a), 3);
}

A matmul_loops(const A &a, const A &b) {
  const index_t m = a.size(-2), k = a.size(-1), n = b.size(-1);
  std::vector<double> c(m * n, 0);
  for (index_t i = 0; i < m; ++i)
    for (index_t j = 0; j < n; ++j)
      for (index_t p = 0; p < k; ++p)
        c[i * n + j] += a(i, p) * b(p, j);
  return A::from(c, {m, n});
}

void expect_near(const A &a, const A &b, double tolerance) {
  ASSERT_EQ(a.shape(), b.shape());
  for (index_t i = 0; i < a.size(); ++i)
    ASSERT_NEAR(a.data()[i], b.data()[i], tolerance) << i;
}

TEST(Matmul, matricesInAnyLayout) {
  for (auto [m, k, n] : {std::tuple<int, int, int>{3, 4, 5}, {1, 7, 1}, {17, 1, 9}, {1, 5, 6}, {40, 30, 1}}) {
    const A a = random_array<double>({m, k}, 1), b = random_array<double>({k, n}, 2);
    const A at = mixedad::transpose(A(mixedad::transpose(a).contiguous()));
    const A bt = mixedad::transpose(A(mixedad::transpose(b).contiguous()));
    const A expected = matmul_loops(a, b);
    for (const A &x : {a, at})
      for (const A &y : {b, bt})
        expect_near(mixedad::matmul(x, y), expected, 1e-13);
  }
  const A wide = random_array<double>({6, 10}, 3), b = random_array<double>({4, 3}, 4);
  const A part = mixedad::slice(wide, 1, 2, 6);
  expect_near(mixedad::matmul(part, b), matmul_loops(part, b), 1e-13);
  EXPECT_THROW(mixedad::matmul(wide, b), mixedad::shape_error);
  const A zero = mixedad::matmul(A::ones({2, 0}), A::ones({0, 3}));
  EXPECT_EQ(zero.to_vector(), std::vector<double>(6, 0));
}

/// Every instruction set that this machine has.
template <class Body> void with_each_vector_width(Body body) {
  const int before = mixedad::detail::widest_gemm_vector();
  for (int bytes : {16, 32, 64}) {
    mixedad::detail::widest_gemm_vector() = bytes;
    body();
  }
  mixedad::detail::widest_gemm_vector() = before;
}

template <class T> void check_products(int m, int k, int n, double tolerance) {
  SCOPED_TRACE(std::to_string(m) + " x " + std::to_string(k) + " x " + std::to_string(n));
  const Array<T> wide = random_array<T>({m, k + 3}, 1), a = mixedad::slice(wide, 1, 2, k + 2);
  const Array<T> b = random_array<T>({k, n}, 2);
  const Array<T> at = mixedad::transpose(Array<T>(mixedad::transpose(a).contiguous()));
  const Array<T> bt = mixedad::transpose(Array<T>(mixedad::transpose(b).contiguous()));
  const auto in_double = [](const Array<T> &x) {
    const auto values = x.to_vector();
    return A::from(std::vector<double>(values.begin(), values.end()), x.shape());
  };
  const A expected = matmul_loops(in_double(a), in_double(b));
  with_each_vector_width([&] {
    for (const Array<T> &x : {a, at})
      for (const Array<T> &y : {b, bt})
        expect_near(in_double(mixedad::matmul(x, y)), expected, tolerance);
  });
}

TEST(Matmul, sizesThatDoNotFillVectorsOrBlocks) {
  for (auto [m, k, n] : {std::tuple<int, int, int>{1, 300, 1}, {2, 19, 40}, {3, 33, 17}, {7, 16, 49}, {8, 64, 64}, {15, 5, 131},
                         {32, 257, 65}, {64, 1, 90}, {65, 40, 3}, {129, 270, 47}, {300, 2, 1}, {1, 2, 300}}) {
    check_products<float>(m, k, n, 3e-5);
    check_products<double>(m, k, n, 1e-12);
  }
}

TEST(Matmul, doesNotDependOnThreads) {
  const int threads = mixedad::thread_count();
  const Array<float> a = random_array<float>({300, 290}, 1), b = random_array<float>({290, 310}, 2);
  const Array<float> stacked = random_array<float>({40, 30, 50}, 3), others = random_array<float>({40, 50, 60}, 4);
  std::vector<float> product, stacks;
  for (int n : {1, 3}) {
    mixedad::set_thread_count(n);
    for (const Array<float> &y : {b, Array<float>(mixedad::transpose(mixedad::transpose(b).contiguous()))}) {
      const std::vector<float> again = mixedad::matmul(a, y).to_vector();
      EXPECT_TRUE(product.empty() || product == again);
      product = again;
    }
    const std::vector<float> again = mixedad::matmul(stacked, others).to_vector();
    EXPECT_TRUE(stacks.empty() || stacks == again);
    stacks = again;
  }
  mixedad::set_thread_count(threads);
  const A whole = A::from(std::vector<double>(product.begin(), product.end()), {300, 310});
  const A expected = mixedad::matmul(random_array<double>({300, 290}, 1), random_array<double>({290, 310}, 2));
  expect_near(whole, expected, 2e-4);
}

TEST(Matmul, vectorsAndStacks) {
  const A a = random_array<double>({3, 4}, 1), v = random_array<double>({4}, 2), w = random_array<double>({3}, 3);
  EXPECT_EQ(mixedad::matmul(a, v).shape(), Shape(3));
  EXPECT_EQ(mixedad::matmul(w, a).shape(), Shape(4));
  EXPECT_EQ(mixedad::matmul(v, v).shape(), Shape());
  EXPECT_NEAR(double(mixedad::matmul(v, v)), mixedad::sum(v * v), 1e-14);
  const A s = random_array<double>({5, 1, 3, 4}, 4), t = random_array<double>({2, 4, 6}, 5);
  const A st = mixedad::matmul(s, t);
  ASSERT_EQ(st.shape(), Shape(5, 2, 3, 6));
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 2; ++j) {
      const A x = mixedad::reshape(mixedad::slice(s, 0, i, i + 1), {3, 4});
      const A y = mixedad::reshape(mixedad::slice(t, 0, j, j + 1), {4, 6});
      const A z = mixedad::slice(mixedad::slice(st, 0, i, i + 1), 1, j, j + 1);
      expect_near(mixedad::reshape(z, {3, 6}), matmul_loops(x, y), 1e-13);
    }
  const A tall = mixedad::matmul(random_array<double>({7, 3, 4}, 6), random_array<double>({4, 2}, 7));
  EXPECT_EQ(tall.shape(), Shape(7, 3, 2));
  const Array<float> f = mixedad::matmul(Array<float>::ones({2, 3}), Array<float>::ones({3, 2}));
  EXPECT_EQ(f.to_vector(), std::vector<float>(4, 3));
  const Array<_Float16> h = mixedad::matmul(Array<_Float16>::ones({2, 3}), Array<_Float16>::ones({3, 2}));
  EXPECT_EQ(float(h(0, 1)), 3);
}

TEST(Rearrange, reshapeTransposeSlice) {
  const A a = random_array<double>({2, 3, 4}, 1);
  EXPECT_EQ(mixedad::reshape(a, {4, -1}).shape(), Shape(4, 6));
  EXPECT_EQ(mixedad::reshape(a, {24}).data(), a.data());
  EXPECT_THROW(mixedad::reshape(a, {5, 5}), mixedad::shape_error);
  const A t = mixedad::transpose(a);
  ASSERT_EQ(t.shape(), Shape(4, 3, 2));
  EXPECT_EQ(t(3, 1, 0), a(0, 1, 3));
  EXPECT_EQ(mixedad::transpose(a, {1, 2, 0})(2, 3, 1), a(1, 2, 3));
  EXPECT_THROW(mixedad::transpose(a, {0, 0, 1}), mixedad::shape_error);
  const A s = mixedad::slice(a, 2, 1, 3);
  ASSERT_EQ(s.shape(), Shape(2, 3, 2));
  EXPECT_EQ(s(1, 2, 1), a(1, 2, 2));
  EXPECT_EQ(mixedad::slice(a, -1, -2, 4)(0, 0, 0), a(0, 0, 2));
  EXPECT_THROW(mixedad::slice(a, 1, 2, 4), mixedad::shape_error);
  const A b = mixedad::broadcast_to(mixedad::slice(a, 0, 0, 1), {5, 3, 4});
  EXPECT_EQ(b(4, 1, 2), a(0, 1, 2));
}

TEST(Rearrange, aSliceIsIndependentOfLaterWrites) {
  A a = A::from({1, 2, 3, 4});
  const A s = mixedad::slice(a, 0, 1, 3);
  a.set(99, 1);
  EXPECT_EQ(s.to_vector(), (std::vector<double>{2, 3}));
  A writable = mixedad::slice(a, 0, 0, 2);
  writable.set(7, 0);
  EXPECT_EQ(a(0), 1);
}

TEST(Rearrange, concatenate) {
  const A a = A::from({1, 2, 3, 4}, {2, 2}), b = A::from({5, 6}, {2, 1});
  EXPECT_EQ(mixedad::concatenate(a, b, 1).to_vector(), (std::vector<double>{1, 2, 5, 3, 4, 6}));
  EXPECT_EQ(mixedad::concatenate(std::vector<A>{a, a, a}).shape(), Shape(6, 2));
  EXPECT_THROW(mixedad::concatenate(a, b, 0), mixedad::shape_error);
}

TEST(Gather, rowsOfATable) {
  const A table = random_array<double>({5, 3}, 1);
  const auto indices = Array<int>::from({4, 0, 4, 2}, {2, 2});
  const A rows = mixedad::gather(table, indices);
  ASSERT_EQ(rows.shape(), Shape(2, 2, 3));
  EXPECT_EQ(rows(1, 0, 2), table(4, 2));
  EXPECT_EQ(mixedad::gather(A::from({1, 2, 3}), Array<index_t>::from({2})).to_vector(), std::vector<double>{3});
  const A added = mixedad::scatter_add(A::ones({5, 3}), indices, A::ones({2, 2, 3}));
  EXPECT_EQ(added(4, 1), 3);
  EXPECT_EQ(added(1, 1), 1);
  try {
    mixedad::gather(table, Array<int>::from({1, 5}));
    FAIL();
  } catch (const mixedad::argument_error &e) {
    EXPECT_NE(std::string(e.what()).find("index 5"), std::string::npos) << e.what();
  }
}

TEST(Softmax, againstLoopsAndWithoutOverflow) {
  const A a = A::from({1, 2, 3, 1000, 0, -1000}, {2, 3});
  for (int axis : {0, 1}) {
    const A s = mixedad::softmax(a, axis), l = mixedad::log_softmax(a, axis), n = mixedad::logsumexp(a, axis);
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j) {
        const double norm = n(axis == 0 ? j : i);
        EXPECT_NEAR(l(i, j), a(i, j) - norm, 1e-12);
        EXPECT_NEAR(s(i, j), std::exp(a(i, j) - norm), 1e-12);
      }
  }
  EXPECT_NEAR(mixedad::logsumexp(a)(0), std::log(std::exp(1.) + std::exp(2.) + std::exp(3.)), 1e-14);
  EXPECT_EQ(mixedad::logsumexp(a)(1), 1000);
  EXPECT_EQ(mixedad::logsumexp(A::full({2}, -INFINITY), 0).item(), -INFINITY);
  const auto targets = Array<int>::from({2, 1});
  EXPECT_NEAR(mixedad::softmax_cross_entropy(a, targets), -(mixedad::log_softmax(a)(0, 2) - 1000) / 2, 1e-12);
  EXPECT_THROW(mixedad::softmax_cross_entropy(a, Array<int>::from({2, 3})), mixedad::argument_error);
  EXPECT_THROW(mixedad::softmax_cross_entropy(a, Array<int>::from({2})), mixedad::shape_error);
}

//--- Pullbacks -----------------------------------------------------------------------------------------------------

/// Compares the pullback of f at x with central differences of <seed, f(x)>, with and without an existing shadow, which
/// may be another handle's too.
void check_pullback(const A &x, const std::function<A(const A &)> &f,
                    const std::function<void(const A &x, const A &seed, A &d_x)> &pull, double tolerance = 1e-8) {
  const A y = f(x);
  const A seed = random_array<double>(y.shape(), 77);
  A d, existing = random_array<double>(x.shape(), 78), own = random_array<double>(x.shape(), 78);
  const A before = existing;
  pull(x, seed, d);
  pull(x, seed, existing);
  pull(x, seed, own);
  ASSERT_EQ(d.shape(), x.shape());
  const double h = 1e-6;
  for (index_t i = 0; i < x.size(); ++i) {
    A above = x, below = x;
    above.mutable_data()[i] += h;
    below.mutable_data()[i] -= h;
    const double slope = mixedad::sum(seed * (f(above) - f(below))) / (2 * h);
    ASSERT_NEAR(d.data()[i], slope, tolerance) << i;
    ASSERT_NEAR(existing.data()[i], before.data()[i] + slope, tolerance) << i;
    ASSERT_NEAR(own.data()[i], before.data()[i] + slope, tolerance) << i;
  }
}

const A x234 = random_array<double>({2, 3, 4}, 5);

TEST(Pullbacks, matmulAddsInPlace) {
  const A a = random_array<double>({5, 7}, 1), b = random_array<double>({7, 9}, 2), seed = random_array<double>({5, 9}, 3);
  A d_a = random_array<double>({5, 7}, 4), d_b = random_array<double>({7, 9}, 5);
  const auto *at_a = d_a.data(), *at_b = d_b.data();
  mixedad::reset_stats();
  mixedad::matmul_pullback(a, b, seed, d_a, d_b);
  EXPECT_EQ(d_a.data(), at_a);
  EXPECT_EQ(d_b.data(), at_b);
  EXPECT_EQ(mixedad::stats().kernels, 2u);
}

TEST(Pullbacks, sumsAndExtremes) {
  const auto scalar = [](double v) { return A::full({}, v); };
  check_pullback(x234, [&](const A &x) { return scalar(mixedad::sum(x)); },
                 [](const A &x, const A &s, A &d) { mixedad::sum_pullback(x, double(s), d); });
  check_pullback(x234, [&](const A &x) { return scalar(mixedad::mean(x)); },
                 [](const A &x, const A &s, A &d) { mixedad::mean_pullback(x, double(s), d); });
  check_pullback(x234, [&](const A &x) { return scalar(mixedad::max(x)); },
                 [](const A &x, const A &s, A &d) { mixedad::max_pullback(x, double(s), d); });
  check_pullback(x234, [&](const A &x) { return scalar(mixedad::min(x)); },
                 [](const A &x, const A &s, A &d) { mixedad::min_pullback(x, double(s), d); });
  for (const Axes &axes : {Axes(0), Axes(-1), Axes(0, 2)})
    for (bool keep : {false, true}) {
      check_pullback(x234, [&](const A &x) { return mixedad::sum(x, axes, keep); },
                     [&](const A &x, const A &s, A &d) { mixedad::sum_pullback(x, axes, keep, s, d); });
      check_pullback(x234, [&](const A &x) { return mixedad::mean(x, axes, keep); },
                     [&](const A &x, const A &s, A &d) { mixedad::mean_pullback(x, axes, keep, s, d); });
      check_pullback(x234, [&](const A &x) { return mixedad::max(x, axes, keep); },
                     [&](const A &x, const A &s, A &d) { mixedad::max_pullback(x, axes, keep, s, d); });
      check_pullback(x234, [&](const A &x) { return mixedad::min(x, axes, keep); },
                     [&](const A &x, const A &s, A &d) { mixedad::min_pullback(x, axes, keep, s, d); });
    }
}

TEST(Pullbacks, theFirstOfEqualExtremesTakesAll) {
  const A x = A::from({3, 1, 3, 2});
  A d;
  mixedad::max_pullback(x, 2.0, d);
  EXPECT_EQ(d.to_vector(), (std::vector<double>{2, 0, 0, 0}));
}

TEST(Pullbacks, aSumsCotangentIsStoredOnce) {
  A d;
  mixedad::trim_pools();
  mixedad::sum_pullback(A::zeros({1 << 20, 1 << 20}), 3.0, d);
  EXPECT_EQ(d(5, 7), 3);
}

TEST(Pullbacks, products) {
  const struct {
    Shape a, b;
  } shapes[] = {{{3, 4}, {4, 2}}, {{4}, {4, 2}}, {{3, 4}, {4}}, {{4}, {4}}, {{5, 3, 4}, {4, 2}},
                {{3, 4}, {5, 4, 2}}, {{5, 1, 3, 4}, {2, 4, 2}}, {{5, 3, 4}, {4}}, {{4}, {5, 4, 2}}};
  for (const auto &s : shapes) {
    const A a = random_array<double>(s.a, 1), b = random_array<double>(s.b, 2);
    check_pullback(a, [&](const A &x) { return mixedad::matmul(x, b); },
                   [&](const A &x, const A &seed, A &d) {
                     A other;
                     mixedad::matmul_pullback(x, b, seed, d, other);
                   });
    check_pullback(b, [&](const A &x) { return mixedad::matmul(a, x); },
                   [&](const A &x, const A &seed, A &d) {
                     A other;
                     mixedad::matmul_pullback(a, x, seed, other, d);
                   });
  }
}

TEST(Pullbacks, rearrangements) {
  check_pullback(x234, [](const A &x) { return mixedad::reshape(x, {6, -1}); },
                 [](const A &x, const A &s, A &d) { mixedad::reshape_pullback(x, {6, -1}, s, d); });
  check_pullback(x234, [](const A &x) { return mixedad::transpose(x); },
                 [](const A &x, const A &s, A &d) { mixedad::transpose_pullback(x, s, d); });
  check_pullback(x234, [](const A &x) { return mixedad::transpose(x, {1, -1, 0}); },
                 [](const A &x, const A &s, A &d) { mixedad::transpose_pullback(x, {1, -1, 0}, s, d); });
  check_pullback(x234, [](const A &x) { return mixedad::slice(x, -1, -3, 3); },
                 [](const A &x, const A &s, A &d) { mixedad::slice_pullback(x, -1, -3, 3, s, d); });
  check_pullback(random_array<double>({3, 1}, 2), [](const A &x) { return mixedad::broadcast_to(x, {4, 3, 2}); },
                 [](const A &x, const A &s, A &d) { mixedad::broadcast_to_pullback(x, {4, 3, 2}, s, d); });
  const A y = random_array<double>({2, 1, 4}, 3);
  check_pullback(x234, [&](const A &x) { return mixedad::concatenate(x, y, 1); },
                 [&](const A &x, const A &s, A &d) {
                   A other;
                   mixedad::concatenate_pullback(x, y, 1, s, d, other);
                   EXPECT_EQ(other.shape(), y.shape());
                 });
  check_pullback(x234, [&](const A &x) { return mixedad::concatenate(std::vector<A>{y, x, y}, 1); },
                 [&](const A &x, const A &s, A &d) {
                   std::vector<A> shadows{A(), d, A()};
                   mixedad::concatenate_pullback(std::vector<A>{y, x, y}, 1, s, shadows);
                   d = shadows[1];
                 });
}

TEST(Pullbacks, gatherAndScatter) {
  const A table = random_array<double>({5, 3}, 1);
  const auto indices = Array<int>::from({4, 0, 4, 2}, {2, 2});
  check_pullback(table, [&](const A &x) { return mixedad::gather(x, indices); },
                 [&](const A &x, const A &s, A &d) { mixedad::gather_pullback(x, indices, s, d); });
  const A values = random_array<double>({2, 2, 3}, 2);
  check_pullback(table, [&](const A &x) { return mixedad::scatter_add(x, indices, values); },
                 [&](const A &x, const A &s, A &d) {
                   A other;
                   mixedad::scatter_add_pullback(x, indices, values, s, d, other);
                 });
  check_pullback(values, [&](const A &x) { return mixedad::scatter_add(table, indices, x); },
                 [&](const A &x, const A &s, A &d) {
                   A other;
                   mixedad::scatter_add_pullback(table, indices, x, s, other, d);
                 });
}

TEST(Pullbacks, softmaxFamily) {
  for (int axis : {0, 1, -1}) {
    check_pullback(x234, [&](const A &x) { return mixedad::softmax(x, axis); },
                   [&](const A &x, const A &s, A &d) { mixedad::softmax_pullback(x, axis, s, d); });
    check_pullback(x234, [&](const A &x) { return mixedad::log_softmax(x, axis); },
                   [&](const A &x, const A &s, A &d) { mixedad::log_softmax_pullback(x, axis, s, d); });
    for (bool keep : {false, true})
      check_pullback(x234, [&](const A &x) { return mixedad::logsumexp(x, axis, keep); },
                     [&](const A &x, const A &s, A &d) { mixedad::logsumexp_pullback(x, axis, keep, s, d); });
  }
  const auto targets = Array<int>::from({0, 3, 2, 1, 1, 0}, {2, 3});
  check_pullback(x234, [&](const A &x) { return A::full({}, mixedad::softmax_cross_entropy(x, targets)); },
                 [&](const A &x, const A &s, A &d) {
                   mixedad::softmax_cross_entropy_pullback(x, targets, double(s), d);
                 });
}

} // namespace
