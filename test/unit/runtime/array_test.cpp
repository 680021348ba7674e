//===- array_test.cpp - arrays, views, the pool ---------------------------===//
#include <gtest/gtest.h>
#include <mixedad/mixedad.h>

#include <atomic>
#include <complex>
#include <string>
#include <thread>

using mixedad::Array;
using mixedad::Shape;

namespace {

TEST(Array, holdsWhatItWasMadeFrom) {
  const auto a = Array<float>::from({1, 2, 3, 4, 5, 6}, {2, 3});
  EXPECT_EQ(a.shape(), Shape(2, 3));
  EXPECT_EQ(a.rank(), 2);
  EXPECT_EQ(a.size(), 6);
  EXPECT_EQ(a.size(-1), 3);
  EXPECT_EQ(a(1, 0), 4);
  EXPECT_EQ(a.to_vector(), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(Array<int>::full({2, 2}, 7).to_vector(), (std::vector<int>(4, 7)));
  EXPECT_EQ(Array<double>::ones({3}).to_vector(), (std::vector<double>(3, 1)));
  EXPECT_EQ(Array<bool>::from(std::vector<bool>{true, false, true}).to_vector(), (std::vector<bool>{true, false, true}));
}

TEST(Array, emptyIsZeroAndHasNoElements) {
  const Array<float> a;
  EXPECT_TRUE(a.empty());
  EXPECT_TRUE(a.is_zero());
  EXPECT_EQ(a.size(), 0);
  EXPECT_EQ(a.to_vector().size(), 0u);
  const auto none = Array<float>::zeros({0, 4});
  EXPECT_FALSE(none.empty());
  EXPECT_EQ(none.to_vector().size(), 0u);
  EXPECT_EQ(Array<float>(none + 1.0f).shape(), Shape(0, 4));
}

TEST(Array, copiesShareUntilOneIsWritten) {
  auto a = Array<double>::from({1, 2, 3});
  const Array<double> b = a;
  EXPECT_EQ(a.data(), b.data());
  a.set(9, 1);
  EXPECT_NE(a.data(), b.data());
  EXPECT_EQ(a.to_vector(), (std::vector<double>{1, 9, 3}));
  EXPECT_EQ(b.to_vector(), (std::vector<double>{1, 2, 3}));
  const double *before = a.data();
  a.mutable_data()[0] = 5;
  EXPECT_EQ(a.data(), before); // alone: in place
  EXPECT_EQ(a(0), 5);
}

TEST(Array, zerosTakeNoMemoryUntilWritten) {
  auto z = Array<float>::zeros({1 << 20, 1 << 20});
  EXPECT_TRUE(z.is_zero());
  EXPECT_EQ(z(1 << 19, 77), 0.0f);
  auto small = Array<float>::zeros({2, 2});
  small.set(3, 1, 1);
  EXPECT_FALSE(small.is_zero());
  EXPECT_EQ(small.to_vector(), (std::vector<float>{0, 0, 0, 3}));
}

TEST(Array, selfAssignmentAndMoves) {
  auto a = Array<int>::from({1, 2});
  auto &same = a;
  a = same;
  a = std::move(same);
  EXPECT_EQ(a.to_vector(), (std::vector<int>{1, 2}));
  Array<int> b = std::move(a);
  EXPECT_TRUE(a.empty());
  EXPECT_EQ(b.size(), 2);
}

TEST(Array, oneElementConvertsToItsScalar) {
  const double x = Array<double>::full({1, 1}, 2.5);
  EXPECT_EQ(x, 2.5);
  EXPECT_EQ(double(Array<double>::full({}, 1.5)), 1.5);
  EXPECT_THROW(Array<double>::ones({2}).item(), mixedad::shape_error);
  EXPECT_THROW(Array<double>().item(), mixedad::argument_error);
}

TEST(Array, wrongUseIsAnExceptionThatNamesIt) {
  const auto a = Array<float>::ones({2, 3});
  EXPECT_THROW(a(2, 0), mixedad::shape_error);
  EXPECT_THROW(a(0), mixedad::shape_error);
  EXPECT_THROW(a.size(-3), mixedad::shape_error);
  EXPECT_THROW(Array<float>().size(0), mixedad::argument_error);
  try {
    a.size(2);
    FAIL();
  } catch (const mixedad::shape_error &e) {
    EXPECT_STREQ(e.what(), "mixedad: Array::size: the shape (2, 3) has no dimension 2");
  }
  EXPECT_THROW(Array<float>::from(nullptr, {3}), mixedad::argument_error);
  EXPECT_THROW(Array<float>::from(std::vector<float>(5), {2, 3}), mixedad::shape_error);
  EXPECT_THROW(Array<float>::zeros({-1}), mixedad::shape_error);
  try {
    a(1, 3);
    FAIL();
  } catch (const mixedad::shape_error &e) {
    EXPECT_NE(std::string(e.what()).find("(2, 3)"), std::string::npos) << e.what();
  }
}

TEST(Array, tooLargeIsAnExceptionAndNothingIsLost) {
  const auto a = Array<float>::ones({4});
  EXPECT_THROW(Array<float>::uninitialized({1 << 20, 1 << 20, 1 << 20}), mixedad::shape_error);
  EXPECT_THROW(Array<double>::uninitialized({mixedad::index_t(1) << 44}), std::bad_alloc);
  EXPECT_EQ(a.to_vector(), (std::vector<float>(4, 1)));
}

TEST(View, readsAndWritesTheUsersMemory) {
  std::vector<float> mine{1, 2, 3, 4, 5, 6};
  auto v = mixedad::view(mine.data(), {2, 3});
  mine[0] = 10;
  EXPECT_EQ(v(0, 0), 10);
  mixedad::assign_into(v, v * 2.0f);
  EXPECT_EQ(mine, (std::vector<float>{20, 4, 6, 8, 10, 12}));
  v.mutable_data()[5] = 1;
  EXPECT_EQ(mine[5], 1);
}

TEST(View, copiesKeepWhatTheySaw) {
  std::vector<float> mine{1, 2, 3};
  auto v = mixedad::view(mine);
  const Array<float> before = v;
  mixedad::assign_into(v, v + 1.0f);
  EXPECT_EQ(mine, (std::vector<float>{2, 3, 4}));
  EXPECT_EQ(before.to_vector(), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(v.to_vector(), mine);
}

TEST(View, strided) {
  std::vector<int> mine(12);
  for (int i = 0; i < 12; ++i)
    mine[i] = i;
  auto transposed = mixedad::view(mine.data(), {4, 3}, {1, 4});
  EXPECT_EQ(transposed.to_vector(), (std::vector<int>{0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}));
  auto reversed = mixedad::view(mine.data() + 11, {12}, {-1});
  EXPECT_EQ(reversed(0), 11);
  auto column = mixedad::view(mine.data() + 1, {3}, {4});
  mixedad::assign_into(column, column * 10);
  EXPECT_EQ(mine, (std::vector<int>{0, 10, 2, 3, 4, 50, 6, 7, 8, 90, 10, 11}));
  try {
    column.mutable_data();
    FAIL();
  } catch (const mixedad::argument_error &e) {
    EXPECT_STREQ(e.what(), "mixedad: mutable_data: this is a view with strides, whose elements are not in one piece; "
                           "write to it with broadcast_into or assign_into");
  }
}

TEST(View, ofConstMemoryIsNeverWritten) {
  const std::vector<float> mine{1, 2};
  auto v = mixedad::view(mine);
  v.set(9, 0);
  EXPECT_EQ(mine[0], 1);
  EXPECT_EQ(v(0), 9);
  EXPECT_THROW(mixedad::view(static_cast<float *>(nullptr), {2}), mixedad::argument_error);
  EXPECT_THROW(mixedad::view(mine, {3}), mixedad::shape_error);
}

TEST(Array, complexElements) {
  using C = std::complex<double>;
  const auto a = Array<C>::from({C(1, 2), C(3, -1)});
  const Array<C> b = a * a + C(0, 1);
  EXPECT_EQ(b(0), C(1, 2) * C(1, 2) + C(0, 1));
  const Array<C> e = exp(a);
  EXPECT_NEAR(std::abs(e(1) - std::exp(C(3, -1))), 0, 1e-14);
}

TEST(Pool, handsTheSameMemoryOutAgain) {
  mixedad::trim_pools();
  { const auto warm = Array<float>::uninitialized({100000}); }
  mixedad::reset_stats();
  for (int i = 0; i < 10; ++i)
    const auto again = Array<float>::uninitialized({100000});
  EXPECT_EQ(mixedad::stats().allocations, 10u);
  EXPECT_EQ(mixedad::stats().system_allocations, 0u);
}

TEST(Threads, theirNumberMayChangeWhileLoopsRun) {
  const int before = mixedad::thread_count();
  mixedad::set_thread_count(3);
  Array<double> a = Array<double>::ones({300000});
  for (int i = 0; i < 300000; i += 7)
    a.set(i, i);
  const Array<double> expected = a * 2.0 + 1.0;
  std::atomic<bool> done{false};
  std::atomic<int> wrong{0};
  std::thread loops([&] {
    for (int i = 0; i < 60; ++i) {
      const Array<double> b = a * 2.0 + 1.0;
      wrong += b.to_vector() != expected.to_vector();
    }
    done = true;
  });
  for (int n = 1; !done; ++n)
    mixedad::set_thread_count(n % 4 + 1);
  loops.join();
  EXPECT_EQ(wrong, 0);
  mixedad::set_thread_count(before);
  EXPECT_EQ(mixedad::thread_count(), before);
}

TEST(Device, saysWhatThereIs) {
  if (mixedad::cuda_device_count() > 0)
    GTEST_SKIP();
  EXPECT_STREQ(mixedad::describe_device(), "no CUDA device: running on the host");
  EXPECT_THROW(Array<float>::ones({2}).to(mixedad::cuda(0)), mixedad::device_error);
}

} // namespace
