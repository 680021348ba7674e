//===- tape_test.cpp - the tape -------------------------------------------===//
#include <gtest/gtest.h>
#include <mixedad/tape.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using mixedad::Tape;
using mixedad::tape_error;

namespace {

struct Counted {
  static int alive;
  int id;
  explicit Counted(int i) : id(i) { ++alive; }
  Counted(const Counted &o) : id(o.id) { ++alive; }
  ~Counted() { --alive; }
};
int Counted::alive = 0;

struct alignas(64) Wide {
  double v[9];
};

TEST(Tape, popsInReverseOrderAcrossChunks) {
  Tape t;
  for (int i = 0; i < 200000; ++i) {
    t.push(double(i));
    t.push(i % 3 == 0);
    t.push(i);
  }
  for (int i = 200000; i-- > 0;) {
    ASSERT_EQ(t.pop<int>(), i);
    ASSERT_EQ(t.pop<bool>(), i % 3 == 0);
    ASSERT_EQ(t.pop<double>(), double(i));
  }
  EXPECT_TRUE(t.empty());
}

TEST(Tape, packsBooleansIntoOneByte) {
  mixedad::thread_tape().release();
  Tape t;
  for (int i = 0; i < 65536; ++i)
    t.push(true);
  EXPECT_EQ(t.capacity(), 65536u);
}

TEST(Tape, secondRunAllocatesNothing) {
  Tape t;
  for (int run = 0; run < 3; ++run) {
    for (int i = 0; i < 100000; ++i)
      t.push(double(i));
    static std::size_t after_first;
    if (run == 0)
      after_first = t.capacity();
    EXPECT_EQ(t.capacity(), after_first);
    if (run == 1)
      t.clear();
    else
      for (int i = 0; i < 100000; ++i)
        t.pop<double>();
  }
}

TEST(Tape, emplacedObjectsKeepTheirAddressAndAlignment) {
  Tape t;
  std::vector<Wide *> at;
  for (int i = 0; i < 3000; ++i) {
    t.push(char('x'));
    Wide &w = t.emplace<Wide>();
    w.v[8] = i;
    EXPECT_EQ(reinterpret_cast<std::size_t>(&w) % 64, 0u);
    at.push_back(&w);
  }
  for (int i = 3000; i-- > 0;) {
    EXPECT_EQ(&t.top<Wide>(), at[i]);
    EXPECT_EQ(t.top<Wide>().v[8], i);
    t.drop<Wide>();
    EXPECT_EQ(t.pop<char>(), 'x');
  }
  EXPECT_TRUE(t.empty());
}

TEST(Tape, destroysWhatAReverseSweepNeverPopped) {
  {
    Tape t;
    for (int i = 0; i < 10000; ++i) {
      t.push(Counted(i));
      t.push(1.0);
    }
    EXPECT_EQ(Counted::alive, 10000);
    EXPECT_EQ(t.pop<double>(), 1.0);
    EXPECT_EQ(t.pop<Counted>().id, 9999);
    EXPECT_EQ(Counted::alive, 9999);
    t.clear();
    EXPECT_EQ(Counted::alive, 0);
    t.emplace<Counted>(3);
  }
  EXPECT_EQ(Counted::alive, 0);
}

TEST(Tape, holdsMoveOnlyAndStandardTypes) {
  Tape t;
  t.push(std::string("a string that is too long for the small buffer"));
  t.push(std::make_unique<int>(7));
  t.push(std::vector<double>(5, 2.0));
  EXPECT_EQ(t.pop<std::vector<double>>().size(), 5u);
  EXPECT_EQ(*t.pop<std::unique_ptr<int>>(), 7);
  EXPECT_EQ(t.pop<std::string>().substr(0, 8), "a string");
}

TEST(Tape, nestedUseRewindsToItsMark) {
  Tape t;
  t.push(1.5);
  t.emplace<Counted>(1);
  const Tape::Mark mark = t.mark();
  for (int i = 0; i < 50000; ++i)
    t.emplace<Counted>(i);
  t.rewind(mark);
  EXPECT_EQ(Counted::alive, 1);
  EXPECT_EQ(t.pop<Counted>().id, 1);
  EXPECT_EQ(t.pop<double>(), 1.5);
}

TEST(Tape, rewindsToAMarkFromBeforeTheFirstAllocation) {
  Tape t;
  Tape::Mark m = t.mark();
  for (int i = 0; i < 100000; ++i)
    t.push(i);
  t.rewind(m);
  EXPECT_TRUE(t.empty());
  t.push(4);
  EXPECT_EQ(t.pop<int>(), 4);
}

TEST(Tape, constructorMayUseTheTape) {
  struct Nested {
    double seen;
    explicit Nested(Tape &t) {
      const Tape::Mark mark = t.mark();
      for (int i = 0; i < 20000; ++i)
        t.push(double(i));
      seen = t.pop<double>();
      t.rewind(mark);
    }
  };
  Tape t;
  t.push(3.0);
  t.emplace<Nested>(t);
  t.push(4.0);
  EXPECT_EQ(t.pop<double>(), 4.0);
  EXPECT_EQ(t.top<Nested>().seen, 19999.0);
  t.drop<Nested>();
  EXPECT_EQ(t.pop<double>(), 3.0);
}

TEST(Tape, throwingConstructorLeavesNoEntry) {
  struct Thrower {
    Thrower() { throw std::runtime_error("no"); }
    ~Thrower() {}
  };
  Tape t;
  t.push(2.0);
  EXPECT_THROW(t.emplace<Thrower>(), std::runtime_error);
  EXPECT_EQ(t.pop<double>(), 2.0);
}

TEST(Tape, failedGrowthSaysHowMuchAndLosesNothing) {
  Tape t(1 << 17);
  int n = 0;
  try {
    for (;; ++n)
      t.push(double(n));
  } catch (const tape_error &e) {
    EXPECT_EQ(e.bytes(), 8u);
    EXPECT_NE(std::string(e.what()).find("8 more bytes"), std::string::npos) << e.what();
  }
  EXPECT_EQ(n, (1 << 17) / 8);
  while (n-- > 0)
    ASSERT_EQ(t.pop<double>(), n);
}

TEST(Tape, readingPastTheBottomIsAnError) {
  Tape t;
  EXPECT_THROW(t.pop<int>(), tape_error);
  t.push(1);
  t.pop<int>();
  EXPECT_THROW(t.pop<int>(), tape_error);
}

/// Bytes that the thread keeps after `count` doubles went through a tape.
std::size_t kept_after(int count) {
  Tape t;
  for (int i = 0; i < count; ++i)
    t.push(double(i));
  while (count-- > 0)
    EXPECT_EQ(t.pop<double>(), count);
  return t.capacity() + mixedad::thread_tape().capacity();
}

TEST(Tape, theNextOneUsesTheMemoryAgain) {
  Tape &kept = mixedad::thread_tape();
  kept.release();
  const std::size_t bytes = kept_after(100000);
  EXPECT_GE(bytes, 800000u);
  EXPECT_EQ(kept.capacity(), bytes);
  EXPECT_EQ(kept_after(100000), bytes);
  EXPECT_EQ(kept_after(5), bytes);
  { // nested: the outer one's memory is not the inner one's
    Tape outer;
    outer.push(1.0);
    EXPECT_EQ(kept_after(100) + outer.capacity(), bytes);
    EXPECT_EQ(outer.pop<double>(), 1.0);
  }
  EXPECT_EQ(kept.capacity(), bytes);
  std::thread([] { EXPECT_LT(kept_after(10), 100000u); }).join();
  { // what is left behind may be too large for a tape with a limit, and too small for an object
    Tape small(1 << 12);
    small.push(1.0);
    EXPECT_LE(small.capacity(), std::size_t(1) << 12);
    struct Huge { char bytes[3000000]; };
    Tape large;
    large.emplace<Huge>().bytes[2999999] = 1;
    large.drop<Huge>();
  }
  kept.release();
  EXPECT_EQ(kept.capacity(), 0u);
  EXPECT_GT(kept_after(10), 0u);
}

TEST(Tape, whatIsKeptCountsAgainstTheBudget) {
  Tape &kept = mixedad::thread_tape();
  kept.release();
  EXPECT_GT(kept_after(100000), 500000u);
  mixedad::set_memory_budget(200000);
  kept_after(20000);
  EXPECT_LE(kept.capacity(), 200000u);
  Tape full;
  EXPECT_THROW(for (int i = 0; i < 30000; ++i) full.push(double(i)), tape_error);
  mixedad::set_memory_budget(0);
  kept.release();
}

TEST(Tape, everyThreadHasItsOwn) {
  Tape *here = &mixedad::thread_tape(), *there = nullptr;
  std::thread([&] {
    there = &mixedad::thread_tape();
    there->push(1.0);
  }).join();
  EXPECT_NE(there, here);
  EXPECT_NE(there, nullptr);
  EXPECT_EQ(&mixedad::thread_tape(), here);
  EXPECT_TRUE(here->empty());
}

} // namespace
