// Arrays on a CUDA device against the same on the host. Skipped where there is no device.
#include "support.h"

#include <mixedad/cuda.h>

#include <cstdlib>

using mixedad::Axes;
using mixedad::broadcast_pull;
using mixedad::detail::acts;
using mixedad::detail::operands;
using namespace mixedad_test;

namespace {

class Cuda : public testing::Test {
protected:
  void SetUp() override {
    if (mixedad::cuda_device_count() != 0)
      return;
    if (std::getenv("MIXEDAD_NEEDS_DEVICE"))
      GTEST_FAIL() << mixedad::describe_device();
    GTEST_SKIP() << mixedad::describe_device();
  }
};

template <class T> Array<T> up(const Array<T> &a) { return a.to(mixedad::cuda()); }

template <class T> void expect_same(const Array<T> &device, const Array<T> &host, double tolerance) {
  ASSERT_EQ(device.shape(), host.shape());
  const auto a = device.to_vector(), b = host.to_vector();
  for (std::size_t i = 0; i < a.size(); ++i)
    ASSERT_NEAR(double(a[i]), double(b[i]), tolerance * (1 + std::abs(double(b[i])))) << i;
}

template <class T> __host__ __device__ T mix(T x, T y, T z) { return x > y ? x * y + z : x - z; }

struct Pull {
  template <class T> __host__ __device__ void operator()(T seed, T x, T y, T z, T &dx, T &dy, T &dz) const {
    if (x > y) {
      dx += seed * y;
      dy += seed * x;
      dz += seed;
    } else {
      dx += seed * z;
      dz += seed * x;
    }
  }
};

const std::vector<Shape> cases[] = {
    {{}, {}, {}},           {{7}, {7}, {7}},        {{100000}, {100000}, {1}}, {{5, 3}, {3}, {5, 1}},
    {{300, 1000}, {1000}, {300, 1}}, {{100, 70, 1}, {1, 70, 3}, {3}}, {{4, 1, 5}, {1, 6, 1}, {4, 6, 5}},
    {{2, 1, 3, 1, 2}, {3, 1, 4, 1}, {1, 1, 1, 1, 2}}, {{40000, 3}, {40000, 1}, {1, 3}}, {{0, 3}, {3}, {1, 3}},
};

TEST_F(Cuda, copiesThereAndBack) {
  const auto a = random_array<float>({13, 7}, 1);
  EXPECT_EQ(up(a).to_vector(), a.to_vector());
  EXPECT_EQ(up(a)(3, 4), a(3, 4));
  EXPECT_EQ(up(mixedad::transpose(a)).to_vector(), mixedad::transpose(a).to_vector());
  EXPECT_EQ(mixedad::transpose(up(a)).to_vector(), mixedad::transpose(a).to_vector());
  EXPECT_EQ(Array<double>::full({3}, 2.5, mixedad::cuda()).to_vector(), std::vector<double>(3, 2.5));
  EXPECT_EQ(Array<double>::zeros({3}, mixedad::cuda()).to_vector(), std::vector<double>(3, 0));
  auto b = up(a);
  const auto before = b;
  b.set(42, 1, 1);
  EXPECT_EQ(b(1, 1), 42);
  EXPECT_EQ(before(1, 1), a(1, 1));
}

TEST_F(Cuda, broadcastsAsOnTheHost) {
  for (const auto &shapes : cases) {
    const auto a = random_array<float>(shapes[0], 1), b = random_array<float>(shapes[1], 2),
               c = random_array<float>(shapes[2], 3);
    const Array<float> host = mixedad::broadcast<mix<float>>(a, b, c);
    const Array<float> device = mixedad::broadcast<mix<float>>(up(a), up(b), up(c));
    expect_same(device, host, 1e-6);
    const Array<float> h = exp(-(a * b)) + sigmoid(c) * 2.0, d = exp(-(up(a) * up(b))) + sigmoid(up(c)) * 2.0;
    expect_same(d, h, 1e-6);
  }
}

TEST_F(Cuda, mixedDevicesAreAnError) {
  const auto a = Array<float>::ones({2});
  EXPECT_THROW(Array<float>(a + up(a)), mixedad::device_error);
}

template <class T> void check_pull(const std::vector<Shape> &shapes, bool existing) {
  const Array<T> in[3] = {random_array<T>(shapes[0], 1), random_array<T>(shapes[1], 2), random_array<T>(shapes[2], 3)};
  const Array<T> shape_of = mixedad::broadcast<mix<T>>(in[0], in[1], in[2]);
  const Array<T> seed = random_array<T>(shape_of.shape(), 4);
  Array<T> host[3], device[3];
  for (int k = 0; k < 3 && existing; ++k)
    device[k] = up(host[k] = random_array<T>(shapes[k], 10 + k));
  broadcast_pull<acts<1, 1, 1>>(Pull(), seed, operands(in[0], in[1], in[2]), host[0], host[1], host[2]);
  const Array<T> x = up(in[0]), y = up(in[1]), z = up(in[2]);
  broadcast_pull<acts<1, 1, 1>>(Pull(), up(seed), operands(x, y, z), device[0], device[1], device[2]);
  for (int k = 0; k < 3; ++k)
    expect_same(device[k], host[k], sizeof(T) == 4 ? 1e-5 : 1e-12);
}

TEST_F(Cuda, pullbacksAsOnTheHost) {
  for (const auto &shapes : cases)
    for (bool existing : {false, true}) {
      check_pull<float>(shapes, existing);
      check_pull<double>(shapes, existing);
    }
  const auto x = random_array<float>({1000, 50}, 1), y = random_array<float>({50}, 2);
  Array<float> dx, dy, ex, ey;
  float dz = 0, ez = 0;
  broadcast_pull<acts<1, 1, 1>>(Pull(), 0.25f, operands(x, y, 2.0f), dx, dy, dz);
  const auto ux = up(x), uy = up(y);
  broadcast_pull<acts<1, 1, 1>>(Pull(), 0.25f, operands(ux, uy, 2.0f), ex, ey, ez);
  expect_same(ex, dx, 1e-6);
  expect_same(ey, dy, 1e-5);
  EXPECT_NEAR(dz, ez, 1e-3);
}

TEST_F(Cuda, reductions) {
  const auto a = random_array<double>({30, 40, 50}, 1);
  EXPECT_NEAR(mixedad::sum(up(a)), mixedad::sum(a), 1e-10);
  EXPECT_EQ(mixedad::max(up(a)), mixedad::max(a));
  EXPECT_EQ(mixedad::min(up(a)), mixedad::min(a));
  for (const Axes &axes : {Axes(0), Axes(1), Axes(2), Axes(0, 2), Axes(1, 2), Axes(0, 1, 2)}) {
    expect_same(mixedad::sum(up(a), axes), mixedad::sum(a, axes), 1e-12);
    expect_same(mixedad::mean(mixedad::transpose(up(a)), axes, true), mixedad::mean(mixedad::transpose(a), axes, true), 1e-12);
    expect_same(mixedad::max(up(a), axes), mixedad::max(a, axes), 0);
  }
  EXPECT_TRUE(std::isnan(mixedad::max(up(Array<float>::from({1, NAN, 2})))));
  const auto f = random_array<float>({3000001}, 2);
  EXPECT_EQ(mixedad::sum(up(f)), mixedad::sum(up(f)));
  expect_same(mixedad::argmax(up(a), 1), mixedad::argmax(a, 1), 0);
}

TEST_F(Cuda, products) {
  const auto a = random_array<float>({17, 9}, 1), b = random_array<float>({9, 13}, 2);
  expect_same(mixedad::matmul(up(a), up(b)), mixedad::matmul(a, b), 1e-5);
  expect_same(mixedad::matmul(mixedad::transpose(up(b)), mixedad::transpose(up(a))),
              mixedad::matmul(mixedad::transpose(b), mixedad::transpose(a)), 1e-5);
  const auto s = random_array<double>({5, 3, 4}, 3), t = random_array<double>({5, 4, 6}, 4), u = random_array<double>({4, 6}, 5);
  expect_same(mixedad::matmul(up(s), up(t)), mixedad::matmul(s, t), 1e-12);
  expect_same(mixedad::matmul(up(s), up(u)), mixedad::matmul(s, u), 1e-12);
  Array<float> da, db, ha, hb;
  const auto seed = random_array<float>({17, 13}, 6);
  mixedad::matmul_pullback(up(a), up(b), up(seed), da, db);
  mixedad::matmul_pullback(a, b, seed, ha, hb);
  expect_same(da, ha, 1e-5);
  expect_same(db, hb, 1e-5);
}

TEST_F(Cuda, rearrangements) {
  const auto a = random_array<double>({4, 6}, 1), b = random_array<double>({4, 2}, 2);
  expect_same(mixedad::concatenate(up(a), up(b), 1), mixedad::concatenate(a, b, 1), 0);
  expect_same(mixedad::slice(up(a), 1, 2, 5), mixedad::slice(a, 1, 2, 5), 0);
  Array<double> d, h;
  const auto seed = random_array<double>({4, 3}, 3);
  for (int twice = 0; twice < 2; ++twice) {
    mixedad::slice_pullback(up(a), 1, 2, 5, up(seed), d);
    mixedad::slice_pullback(a, 1, 2, 5, seed, h);
  }
  expect_same(d, h, 1e-15);
}

TEST_F(Cuda, gatherAndScatter) {
  const auto table = random_array<float>({50, 7}, 1);
  const auto indices = Array<int>::from({4, 0, 4, 49, 4}, {5});
  expect_same(mixedad::gather(up(table), up(indices)), mixedad::gather(table, indices), 0);
  const auto values = random_array<float>({5, 7}, 2);
  expect_same(mixedad::scatter_add(up(table), up(indices), up(values)), mixedad::scatter_add(table, indices, values), 1e-6);
  const auto bad = mixedad::gather(up(table), up(Array<int>::from({50})));
  EXPECT_THROW(mixedad::synchronize(), mixedad::argument_error);
  mixedad::synchronize();
}

TEST_F(Cuda, softmaxFamily) {
  const auto a = random_array<float>({40, 130}, 1, -5, 5);
  for (int axis : {0, 1}) {
    expect_same(mixedad::softmax(up(a), axis), mixedad::softmax(a, axis), 1e-5);
    expect_same(mixedad::log_softmax(up(a), axis), mixedad::log_softmax(a, axis), 1e-5);
    expect_same(mixedad::logsumexp(up(a), axis), mixedad::logsumexp(a, axis), 1e-5);
  }
  std::vector<int> t(40);
  for (int i = 0; i < 40; ++i)
    t[i] = i * 3;
  const auto targets = Array<int>::from(t);
  EXPECT_NEAR(mixedad::softmax_cross_entropy(up(a), up(targets)), mixedad::softmax_cross_entropy(a, targets), 1e-5);
  Array<float> d, h;
  mixedad::softmax_cross_entropy_pullback(up(a), up(targets), 2.0f, d);
  mixedad::softmax_cross_entropy_pullback(a, targets, 2.0f, h);
  expect_same(d, h, 1e-6);
}

TEST_F(Cuda, aViewOfDeviceMemoryIsWritten) {
  const auto a = up(Array<float>::from({1, 2, 3}));
  auto memory = up(Array<float>::zeros({3})).contiguous();
  float *p = memory.mutable_data();
  auto v = mixedad::view(p, {3}, mixedad::cuda());
  mixedad::assign_into(v, a * 2.0f);
  EXPECT_EQ(memory.to_vector(), (std::vector<float>{2, 4, 6}));
}

TEST(CudaBuild, runsOnTheHostWithoutADevice) {
  const auto a = random_array<float>({100}, 1);
  const Array<float> r = mixedad::broadcast<mix<float>>(a, a, 1.0f);
  EXPECT_EQ(r(3), mix(a(3), a(3), 1.0f));
}

} // namespace
