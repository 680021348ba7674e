// The pullback of a broadcast against plain loops and finite differences.
#include "support.h"

#include <algorithm>

using mixedad::broadcast_pull;
using mixedad::detail::acts;
using mixedad::detail::operands;
using namespace mixedad_test;

namespace {

double f(double x, double y, double z) { return x > y ? std::sin(x) * y + z : x * z; }
/// The pullback of f, in both element types.
struct Pull {
  template <class T> void operator()(T seed, T x, T y, T z, T &dx, T &dy, T &dz) const {
    if (x > y) {
      dx += seed * std::cos(x) * y;
      dy += seed * std::sin(x);
      dz += seed;
    } else {
      dx += seed * z;
      dz += seed * x;
    }
  }
};

const std::vector<Shape> cases[] = {
    {{}, {}, {}},
    {{7}, {7}, {7}},
    {{100000}, {100000}, {1}},
    {{5, 3}, {3}, {5, 1}},
    {{300, 1000}, {1000}, {300, 1}},
    {{1000, 70, 1}, {1, 70, 3}, {3}},
    {{4, 1, 5}, {1, 6, 1}, {4, 6, 5}},
    {{2, 1, 3, 1, 2}, {3, 1, 4, 1}, {1, 1, 1, 1, 2}},
    {{40000, 3}, {40000, 1}, {1, 3}},
    {{3, 50000}, {50000}, {3, 1}},
    {{1, 1}, {130}, {}},
};

Shape result_shape(const std::vector<Shape> &shapes) {
  return Array<bool>(mixedad::broadcast([](double, double, double) { return true; }, Array<double>::ones(shapes[0]),
                                        Array<double>::ones(shapes[1]), Array<double>::ones(shapes[2])))
      .shape();
}

/// What the pullback must give, summed in double.
struct Expected {
  std::vector<double> d[3];
};
template <class T>
Expected expected(const Array<T> (&in)[3], const Array<T> &seed) {
  const Shape shape = seed.shape();
  const auto x = expanded(in[0], shape), y = expanded(in[1], shape), z = expanded(in[2], shape), s = seed.to_vector();
  Expected e;
  std::vector<index_t> from[3];
  for (int k = 0; k < 3; ++k) {
    from[k] = sources(in[k].shape(), shape);
    e.d[k].assign(in[k].size(), 0);
  }
  for (std::size_t i = 0; i < s.size(); ++i) {
    T d[3] = {};
    Pull()(s[i], x[i], y[i], z[i], d[0], d[1], d[2]);
    for (int k = 0; k < 3; ++k)
      e.d[k][from[k][i]] += double(d[k]);
  }
  return e;
}

template <class T> void check(const std::vector<Shape> &shapes, bool existing) {
  const Array<T> in[3] = {random_array<T>(shapes[0], 1), random_array<T>(shapes[1], 2), random_array<T>(shapes[2], 3)};
  const Array<T> seed = random_array<T>(result_shape(shapes), 4);
  Array<T> d[3];
  if (existing)
    for (int k = 0; k < 3; ++k)
      d[k] = random_array<T>(shapes[k], 10 + k);
  const Array<T> before[3] = {d[0], d[1], d[2]};
  broadcast_pull<acts<1, 1, 1>>(Pull(), seed, operands(in[0], in[1], in[2]), d[0], d[1], d[2]);
  const Expected e = expected(in, seed);
  for (int k = 0; k < 3; ++k) {
    ASSERT_EQ(d[k].shape(), shapes[k]);
    const double terms = double(seed.size()) / double(d[k].size());
    for (index_t i = 0; i < d[k].size(); ++i) {
      const double start = existing ? double(before[k].data()[i]) : 0;
      ASSERT_NEAR(double(d[k].data()[i]), start + e.d[k][i], 4e-7 * (1 + std::sqrt(terms)) * (sizeof(T) == 8 ? 1e-7 : 1))
          << "operand " << k << " element " << i;
    }
  }
}

TEST(Pull, writesZeroShadows) {
  for (const auto &shapes : cases) {
    check<double>(shapes, false);
    check<float>(shapes, false);
  }
}

TEST(Pull, addsToExistingShadows) {
  for (const auto &shapes : cases) {
    check<double>(shapes, true);
    check<float>(shapes, true);
  }
}

/// Every loop prefetches and streams while this lives.
struct NoCache {
  mixedad::detail::CacheSizes before = mixedad::detail::cache_sizes();
  NoCache() { mixedad::detail::cache_sizes() = {0, 0}; }
  ~NoCache() { mixedad::detail::cache_sizes() = before; }
};

TEST(Pull, pastTheCacheOrNotIsTheSame) {
  const NoCache none;
  for (const auto &shapes : cases)
    for (const bool existing : {false, true}) {
      check<double>(shapes, existing);
      check<float>(shapes, existing);
    }
  for (index_t n : {1, 63, 64, 65, 200, 511, 513, 16385})
    check<float>({{n}, {n}, {n}}, false);
}

TEST(Pull, outputsThatAreNotWholeLinesAreNotStreamed) {
  const NoCache none;
  const Array<float> x = random_array<float>({400}, 1);
  std::vector<float> memory(500, -7);
  Array<float> out = mixedad::view(memory.data() + 3, {400});
  mixedad::broadcast_into(out, [](float v) { return 2 * v; }, x);
  for (index_t i = 0; i < 500; ++i)
    ASSERT_EQ(memory[i], i < 3 || i >= 403 ? -7 : 2 * x.data()[i - 3]) << i;
}

TEST(Pull, agreesWithFiniteDifferences) {
  const Array<double> x = random_array<double>({6, 1, 4}, 1), y = random_array<double>({5, 1}, 2);
  const double z = 0.3, h = 1e-6;
  const Array<double> seed = random_array<double>({6, 5, 4}, 3);
  const auto objective = [&](const Array<double> &x, const Array<double> &y, double z) {
    const Array<double> r = mixedad::broadcast<f>(x, y, z);
    double total = 0;
    for (index_t i = 0; i < r.size(); ++i)
      total += r.data()[i] * seed.data()[i];
    return total;
  };
  Array<double> dx, dy;
  double dz = 0;
  broadcast_pull<acts<1, 1, 1>>(Pull(), seed, operands(x, y, z), dx, dy, dz);
  const auto difference = [&](const Array<double> &a, index_t i, auto &&at) {
    Array<double> above = a, below = a;
    above.mutable_data()[i] += h;
    below.mutable_data()[i] -= h;
    return (at(above) - at(below)) / (2 * h);
  };
  for (index_t i = 0; i < x.size(); ++i)
    EXPECT_NEAR(dx.data()[i], difference(x, i, [&](const auto &a) { return objective(a, y, z); }), 1e-8);
  for (index_t i = 0; i < y.size(); ++i)
    EXPECT_NEAR(dy.data()[i], difference(y, i, [&](const auto &a) { return objective(x, a, z); }), 1e-8);
  EXPECT_NEAR(dz, (objective(x, y, z + h) - objective(x, y, z - h)) / (2 * h), 1e-8);
}

TEST(Pull, aConstantSeedIsNeverAnArray) {
  const Array<float> x = random_array<float>({100, 50}, 1), y = random_array<float>({50}, 2);
  Array<float> dx, dy, ex, ey;
  float dz = 0, ez = 0;
  broadcast_pull<acts<1, 1, 1>>(Pull(), 0.25f, operands(x, y, 2.0f), dx, dy, dz);
  broadcast_pull<acts<1, 1, 1>>(Pull(), Array<float>::full({100, 50}, 0.25f), operands(x, y, 2.0f), ex, ey, ez);
  EXPECT_EQ(dx.to_vector(), ex.to_vector());
  EXPECT_EQ(dy.to_vector(), ey.to_vector());
  EXPECT_EQ(dz, ez);
}

TEST(Pull, inactiveOperandsHaveNoShadow) {
  const Array<double> x = Array<double>::from({1, 2, 3});
  const Array<int> n = Array<int>::from({2, 3, 4});
  const auto pull = [](double seed, double x, int n, double &dx) { dx += seed * n * std::pow(x, n - 1); };
  Array<double> dx;
  broadcast_pull<acts<1, 0>>(pull, Array<double>::ones({3}), operands(x, n), dx);
  EXPECT_EQ(dx.to_vector(), (std::vector<double>{2, 12, 108}));
}

TEST(Pull, zeroCotangentsCostNothing) {
  const Array<double> x = Array<double>::ones({3});
  Array<double> dx;
  mixedad::reset_stats();
  const auto pull = [](double seed, double, double &dx) { dx += seed; };
  broadcast_pull<acts<1>>(pull, Array<double>(), operands(x), dx);
  broadcast_pull<acts<1>>(pull, Array<double>::zeros({3}), operands(x), dx);
  EXPECT_TRUE(dx.empty());
  EXPECT_EQ(mixedad::stats().kernels, 0u);
}

TEST(Pull, otherElementTypesThanTheFunctions) {
  const Array<_Float16> h = Array<_Float16>::from({_Float16(1), _Float16(2)});
  const Array<float> x = Array<float>::from({3, 4});
  const auto pull = [](double seed, float a, double b, float &da, double &db) {
    da += float(seed * b);
    db += seed * a;
  };
  Array<_Float16> dh;
  Array<float> dx;
  broadcast_pull<acts<1, 1>>(pull, 2.0f, operands(h, x), dh, dx);
  EXPECT_EQ(float(dh(0)), 6);
  EXPECT_EQ(float(dh(1)), 8);
  EXPECT_EQ(dx.to_vector(), (std::vector<float>{2, 4}));
}

TEST(Pull, wrongShapesAreExceptions) {
  const Array<double> x = Array<double>::ones({3});
  const auto pull = [](double seed, double, double &dx) { dx += seed; };
  Array<double> dx, wrong = Array<double>::ones({2});
  EXPECT_THROW(broadcast_pull<acts<1>>(pull, Array<double>::ones({4}), operands(x), dx), mixedad::shape_error);
  EXPECT_THROW(broadcast_pull<acts<1>>(pull, Array<double>::ones({3}), operands(x), wrong), mixedad::shape_error);
}

TEST(Pull, sumsAreTheSameForAnyNumberOfThreads) {
  const Array<float> x = random_array<float>({2000, 300}, 1), y = random_array<float>({300}, 2);
  const Array<float> seed = random_array<float>({2000, 300}, 3);
  const int threads = mixedad::thread_count();
  std::vector<float> dy[2];
  float dz[2] = {0, 0};
  for (int run = 0; run < 2; ++run) {
    mixedad::set_thread_count(run == 0 ? 1 : 5);
    Array<float> dx, d;
    broadcast_pull<acts<1, 1, 1>>(Pull(), seed, operands(x, y, 0.5f), dx, d, dz[run]);
    dy[run] = d.to_vector();
  }
  mixedad::set_thread_count(threads);
  EXPECT_EQ(dy[0], dy[1]);
  EXPECT_EQ(dz[0], dz[1]);
}

TEST(Pull, writesThroughAView) {
  std::vector<double> memory{1, 1, 1};
  const Array<double> x = Array<double>::from({1, 2, 3});
  Array<double> shadow = mixedad::view(memory);
  const auto pull = [](double seed, double x, double &dx) { dx += seed * x; };
  broadcast_pull<acts<1>>(pull, 1.0, operands(x), shadow);
  EXPECT_EQ(memory, (std::vector<double>{2, 3, 4}));
  std::vector<double> wide{1, 0, 1, 0, 1, 0};
  Array<double> strided = mixedad::view(wide.data(), {3}, {2});
  broadcast_pull<acts<1>>(pull, 1.0, operands(x), strided);
  EXPECT_EQ(wide, (std::vector<double>{2, 0, 3, 0, 4, 0}));
}

TEST(Run, anEmptyTangentGetsItsShapeAndAnEmptyOperandIsAnError) {
  const Array<double> x = Array<double>::from({1, 2}), dx = Array<double>::from({10, 20}), none;
  const auto push = [](double x, double y, double dx, double dy) { return x * dy + y * dx; };
  EXPECT_EQ(mixedad::broadcast_run<double>(push, x, x, dx, mixedad::detail::shaped_like(none, x)).to_vector(),
            (std::vector<double>{10, 40}));
  EXPECT_THROW(mixedad::broadcast_run<double>(push, x, x, dx, none), mixedad::argument_error);
}

TEST(Accumulate, treatsArraysAsVectors) {
  using mixedad::detail::accumulate;
  Array<double> sum, a = Array<double>::from({1, 2});
  accumulate(sum, a);
  accumulate(sum, a);
  EXPECT_EQ(sum.to_vector(), (std::vector<double>{2, 4}));
  EXPECT_EQ(a.to_vector(), (std::vector<double>{1, 2}));
  accumulate(sum, Array<double>());
  accumulate(sum, Array<double>::zeros({2}));
  EXPECT_EQ(sum.to_vector(), (std::vector<double>{2, 4}));
  Array<double> zero = mixedad::detail::zero_like(a);
  EXPECT_EQ(zero.to_vector(), (std::vector<double>{0, 0}));
  accumulate(zero, a);
  EXPECT_EQ(zero.to_vector(), (std::vector<double>{1, 2}));
  mixedad::detail::set_zero(sum);
  EXPECT_EQ(sum.to_vector(), (std::vector<double>{0, 0}));
  EXPECT_THROW(accumulate(a, Array<double>::ones({3})), mixedad::shape_error);
}

} // namespace
