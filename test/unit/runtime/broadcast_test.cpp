// Broadcasts against plain loops, over shapes and layouts that take every path of the loops.
#include "support.h"

#include <cmath>
#include <string>

using mixedad::Array;
using mixedad::Shape;
using namespace mixedad_test;

namespace {

float mix(float x, float y, float z) { return x > y ? x * y + z : x - z; }

struct Case {
  std::vector<Shape> shapes;
  Shape result;
};
const Case cases[] = {
    {{{}, {}, {}}, {}},
    {{{7}, {7}, {7}}, {7}},
    {{{100000}, {100000}, {1}}, {100000}},
    {{{5, 3}, {3}, {5, 1}}, {5, 3}},
    {{{700, 1000}, {1000}, {700, 1}}, {700, 1000}},
    {{{1000, 700, 1}, {1, 700, 3}, {3}}, {1000, 700, 3}},
    {{{4, 1, 5}, {1, 6, 1}, {4, 6, 5}}, {4, 6, 5}},
    {{{2, 1, 3, 1, 2}, {3, 1, 4, 1}, {1, 1, 1, 1, 2}}, {2, 3, 3, 4, 2}},
    {{{40000, 3}, {40000, 1}, {1, 3}}, {40000, 3}},
    {{{3, 50000}, {50000}, {3, 1}}, {3, 50000}},
    {{{0, 3}, {3}, {1, 3}}, {0, 3}},
    {{{1, 1}, {130}, {}}, {1, 130}},
};

TEST(Broadcast, followsNumpysShapeRules) {
  for (const Case &c : cases) {
    const auto a = random_array<float>(c.shapes[0], 1), b = random_array<float>(c.shapes[1], 2),
               d = random_array<float>(c.shapes[2], 3);
    const Array<float> r = mixedad::broadcast<mix>(a, b, d);
    ASSERT_EQ(r.shape(), c.result);
    const auto got = r.to_vector();
    const auto ea = expanded(a, c.result), eb = expanded(b, c.result), ed = expanded(d, c.result);
    for (std::size_t i = 0; i < got.size(); ++i)
      ASSERT_EQ(got[i], mix(ea[i], eb[i], ed[i])) << i;
  }
}

TEST(Broadcast, stridedOperandsAndOutputs) {
  for (auto [rows, columns] : {std::pair<int, int>{3, 5}, {100, 1000}, {1000, 2}, {2, 1000}}) {
    const auto a = random_array<float>({columns, rows}, 4), b = random_array<float>({rows, columns}, 5);
    const auto transposed = mixedad::view(a.data(), {rows, columns}, {1, rows});
    const Array<float> r = mixedad::broadcast<mix>(transposed, b, 0.5f);
    std::vector<float> memory(2 * rows * columns, -7);
    auto out = mixedad::view(memory.data(), {rows, columns}, {1, 2 * rows});
    mixedad::broadcast_into<mix>(out, transposed, b, 0.5f);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) {
        const float expected = mix(a.data()[j * rows + i], b.data()[i * columns + j], 0.5f);
        ASSERT_EQ(r.data()[i * columns + j], expected);
        ASSERT_EQ(memory[2 * rows * j + i], expected);
        ASSERT_EQ(memory[2 * rows * j + rows + i], -7);
      }
  }
}

TEST(Broadcast, shapesThatDoNotFitNameTheArgument) {
  const auto a = Array<float>::ones({2, 3}), b = Array<float>::ones({2});
  try {
    Array<float> r = mixedad::broadcast<mix>(a, 1.0f, b);
    FAIL();
  } catch (const mixedad::shape_error &e) {
    const std::string text = e.what();
    EXPECT_NE(text.find("argument 2"), std::string::npos) << text;
    EXPECT_NE(text.find("(2)"), std::string::npos) << text;
    EXPECT_NE(text.find("(2, 3)"), std::string::npos) << text;
  }
  EXPECT_THROW(Array<float>(mixedad::broadcast<mix>(a, Array<float>(), 1.0f)), mixedad::argument_error);
  auto out = Array<float>::ones({3});
  EXPECT_THROW(mixedad::broadcast_into<mix>(out, a, a, a), mixedad::shape_error);
}

TEST(Broadcast, lambdasAndFunctionObjects) {
  const auto a = random_array<double>({1000}, 6);
  const double k = 3;
  const Array<double> r = mixedad::broadcast([k](double x, double y) { return k * x + y; }, a, 2.0);
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(r.data()[i], k * a.data()[i] + 2.0);
}

TEST(Broadcast, severalResultsThroughAStruct) {
  struct Both {
    float sum, product;
  };
  const auto a = random_array<float>({300}, 7), b = random_array<float>({300}, 8);
  const Array<Both> r = mixedad::broadcast([](float x, float y) { return Both{x + y, x * y}; }, a, b);
  for (int i = 0; i < 300; ++i) {
    ASSERT_EQ(r.data()[i].sum, a.data()[i] + b.data()[i]);
    ASSERT_EQ(r.data()[i].product, a.data()[i] * b.data()[i]);
  }
}

TEST(Lazy, aTreeRunsAsOneKernel) {
  const auto a = random_array<float>({50, 40}, 9), b = random_array<float>({40}, 10);
  mixedad::reset_stats();
  const Array<float> r = exp(-(a * b + 1.0f)) / (a * a + 2.0) - max(a, b);
  EXPECT_EQ(mixedad::stats().kernels, 1u);
  const auto eb = expanded(b, {50, 40});
  for (int i = 0; i < 2000; ++i) {
    const float x = a.data()[i], y = eb[i];
    ASSERT_NEAR(r.data()[i], std::exp(-(x * y + 1)) / (x * x + 2) - std::max(x, y), 2e-6f);
  }
}

TEST(Lazy, mayBeKeptInAVariable) {
  auto lazy = [] {
    const auto local = Array<float>::from({1, 2, 3});
    return local * 2.0f + 1.0f;
  }();
  EXPECT_EQ(Array<float>(lazy).to_vector(), (std::vector<float>{3, 5, 7}));
  EXPECT_EQ(lazy.eval().to_vector(), (std::vector<float>{3, 5, 7}));
}

TEST(Lazy, numbersTakeTheArraysType) {
  const auto f = Array<float>::ones({2});
  const auto i = Array<int>::from({1, 2});
  static_assert(std::is_same_v<decltype(f * 0.5)::value_type, float>);
  static_assert(std::is_same_v<decltype(2 * f)::value_type, float>);
  static_assert(std::is_same_v<decltype(i * 0.5)::value_type, double>);
  static_assert(std::is_same_v<decltype(i * i)::value_type, int>);
  static_assert(std::is_same_v<decltype(f < 1)::value_type, bool>);
  EXPECT_EQ(Array<double>(i * 0.5).to_vector(), (std::vector<double>{0.5, 1}));
}

TEST(Lazy, comparisonsAndWhere) {
  const auto a = Array<float>::from({-1, 0, 2}), b = Array<float>::from({0, 0, 1});
  EXPECT_EQ(Array<bool>(a < b).to_vector(), (std::vector<bool>{true, false, false}));
  EXPECT_EQ(Array<bool>(a >= b && !(a == 2)).to_vector(), (std::vector<bool>{false, true, false}));
  EXPECT_EQ(Array<float>(where(a > b, a, -1)).to_vector(), (std::vector<float>{-1, -1, 2}));
  EXPECT_EQ(Array<float>(clamp(a, -0.5, 1)).to_vector(), (std::vector<float>{-0.5, 0, 1}));
  EXPECT_EQ(Array<float>(relu(a)).to_vector(), (std::vector<float>{0, 0, 2}));
  EXPECT_EQ(Array<float>(abs(a)).to_vector(), (std::vector<float>{1, 0, 2}));
}

TEST(Lazy, sigmoidAndSoftplusStayFinite) {
  const auto x = Array<float>::from({-200, -20, -1, 0, 1, 20, 200});
  const auto s = Array<float>(sigmoid(x)).to_vector(), p = Array<float>(softplus(x)).to_vector();
  for (int i = 0; i < 7; ++i) {
    const double v = x.data()[i], exact = 1 / (1 + std::exp(-v));
    EXPECT_NEAR(s[i], exact, 2e-7 * std::max(exact, 1e-30));
    EXPECT_NEAR(p[i], v > 0 ? v + std::log1p(std::exp(-v)) : std::log1p(std::exp(v)), 2e-5);
  }
}

TEST(Lazy, compoundAssignmentLeavesOtherCopiesAlone) {
  auto a = Array<float>::from({1, 2});
  const Array<float> before = a;
  a += before * 2.0f;
  a *= 3;
  EXPECT_EQ(a.to_vector(), (std::vector<float>{9, 18}));
  EXPECT_EQ(before.to_vector(), (std::vector<float>{1, 2}));
}

TEST(Lazy, halfElementsComputeInFloat) {
  using mixedad::half;
  const auto a = Array<half>::from({half(1.5), half(-2)});
  const Array<half> r = exp(a) * a + half(1);
  EXPECT_NEAR(float(r(0)), std::exp(1.5f) * 1.5f + 1, 1e-2);
  const Array<float> wide = mixedad::broadcast([](float x) { return x * x; }, a);
  EXPECT_EQ(wide(1), 4.0f);
  const Array<half> narrow = mixedad::broadcast([](float x) { return x * x; }, a);
  EXPECT_EQ(float(narrow(1)), 4.0f);
}

#ifdef MIXEDAD_HAS_BF16
TEST(Lazy, bfloat16Elements) {
  using mixedad::bfloat16;
  const auto a = Array<bfloat16>::from({bfloat16(1.5f), bfloat16(-2.0f)});
  const Array<bfloat16> r = tanh(a) * a + bfloat16(1.0f);
  EXPECT_NEAR(float(r(1)), std::tanh(-2.0f) * -2 + 1, 2e-2);
  EXPECT_EQ(float(mixedad::sum(a)), -0.5f);
  EXPECT_EQ(float(mixedad::matmul(a, a).item()), 6.25f);
  EXPECT_EQ(float(mixedad::max(a)), 1.5f);
}
#endif

TEST(BroadcastInto, reusesMemoryAndHandlesOverlap) {
  auto out = Array<float>::uninitialized({1000});
  const float *memory = out.data();
  const auto a = random_array<float>({1000}, 11);
  mixedad::broadcast_into<mix>(out, a, a, 1.0f);
  EXPECT_EQ(out.data(), memory);
  mixedad::assign_into(out, out * 2.0f); // in place
  EXPECT_EQ(out.data(), memory);
  EXPECT_EQ(out(5), 2 * mix(a(5), a(5), 1));

  std::vector<float> shifted(1001);
  for (int i = 0; i < 1001; ++i)
    shifted[i] = float(i);
  auto later = mixedad::view(shifted.data() + 1, {1000}), earlier = mixedad::view(shifted.data(), {1000});
  mixedad::assign_into(later, earlier * 1.0f);
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(shifted[i + 1], float(i));
}

TEST(Threads, resultsDoNotDependOnTheirNumber) {
  const auto a = random_array<float>({513, 1025}, 12), b = random_array<float>({1025}, 13);
  const int threads = mixedad::thread_count();
  mixedad::set_thread_count(1);
  const Array<float> one = a * b + sigmoid(a);
  mixedad::set_thread_count(7);
  const Array<float> seven = a * b + sigmoid(a);
  mixedad::set_thread_count(threads);
  EXPECT_EQ(one.to_vector(), seven.to_vector());
}

TEST(Threads, exceptionsComeBack) {
  const int threads = mixedad::thread_count();
  mixedad::set_thread_count(4);
  for (int run = 0; run < 20; ++run)
    EXPECT_THROW(mixedad::detail::parallel_blocks(
                     100,
                     [](void *, mixedad::index_t block) {
                       if (block == 37)
                         throw mixedad::argument_error("block 37");
                     },
                     nullptr),
                 mixedad::argument_error);
  mixedad::set_thread_count(threads);
}

} // namespace
