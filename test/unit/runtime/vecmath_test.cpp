// Accuracy of the vectorizing functions over their whole range, against long double, in units in the last place.
#include "support.h"

#include <mixedad/detail/math.h>

#include <cfloat>
#include <string>

namespace {

using mixedad_test::index_t;

/// A number with random sign, mantissa and exponent within [-range, range].
template <class T> T random_number(std::mt19937_64 &g, int lowest, int highest) {
  const int e = std::uniform_int_distribution<int>(lowest, highest)(g);
  const T m = std::uniform_real_distribution<T>(1, 2)(g);
  return std::ldexp((g() & 1) ? m : -m, e);
}

template <class T> double ulps(T got, long double exact) {
  if (std::isnan(exact))
    return std::isnan(got) ? 0 : 1e30;
  const T rounded = static_cast<T>(exact);
  if (std::isinf(rounded) || std::isinf(got))
    return got == rounded ? 0 : std::fabs(exact) > std::numeric_limits<T>::max() * 0.999999L ? 0 : 1e30;
  const T size = std::fabs(rounded);
  const T step = std::max(std::nextafter(size, T(INFINITY)) - size, std::numeric_limits<T>::denorm_min());
  return static_cast<double>(std::fabs(static_cast<long double>(got) - exact) / step);
}

struct Function {
  const char *name;
  float (*single)(float);
  double (*twice)(double);
  long double (*exact)(long double);
  int highest;         ///< exponent of the largest argument
  double float_limit, double_limit;
};

#define ROW(name, highest, float_limit, double_limit)                                                              \
  {#name, [](float x) { return mixedad::detail::vec_##name(x); }, [](double x) { return mixedad::detail::vec_##name(x); }, \
   [](long double x) { return std::name(x); }, highest, float_limit, double_limit}
const Function functions[] = {
    ROW(exp, 9, 1.5, 1.5),   ROW(exp2, 10, 1.5, 2),  ROW(expm1, 9, 2, 2.5),  ROW(log, 127, 1.5, 1.5), ROW(log2, 127, 2, 2),
    ROW(log10, 127, 2, 2.5), ROW(log1p, 127, 2, 2),  ROW(sin, 40, 1, 2.5),   ROW(cos, 40, 1, 2.5),    ROW(tan, 40, 1, 4),
    ROW(sinh, 9, 3, 3),      ROW(cosh, 9, 3, 3),     ROW(tanh, 6, 3, 3),     ROW(erf, 4, 2.5, 2),       ROW(sqrt, 127, 0.5, 0.5),
};
#undef ROW

template <class T> void check(const Function &f, T (*function)(T), double limit) {
  std::mt19937_64 g(7);
  double worst = 0;
  T where = 0;
  for (int i = 0; i < 200000; ++i) {
    const T x = random_number<T>(g, i % 4 == 0 ? -126 : -20, f.highest);
    const double error = ulps(function(x), f.exact(x));
    if (error > worst) {
      worst = error;
      where = x;
    }
  }
  EXPECT_LE(worst, limit) << f.name << " at " << where << (sizeof(T) == 4 ? " (float)" : " (double)");
}

TEST(VecMath, isAccurateToAFewUlp) {
  for (const Function &f : functions) {
    check<float>(f, f.single, f.float_limit);
    check<double>(f, f.twice, f.double_limit);
  }
}

template <class T> void check_special(const Function &f, T (*function)(T)) {
  const T values[] = {T(0), T(-0.0), T(INFINITY), T(-INFINITY), T(NAN), std::numeric_limits<T>::denorm_min(),
                      -std::numeric_limits<T>::denorm_min(), std::numeric_limits<T>::min() / 3, T(1), T(-1), T(2),
                      std::numeric_limits<T>::max(), -std::numeric_limits<T>::max(), std::numeric_limits<T>::epsilon()};
  for (T x : values) {
    if ((std::string(f.name) == "sin" || std::string(f.name) == "cos" || std::string(f.name) == "tan") && std::fabs(x) > 1e15)
      continue; // NaN on purpose
    const T got = function(x);
    EXPECT_LE(ulps(got, f.exact(x)), 3) << f.name << "(" << x << ") = " << got;
    if (f.exact(x) == 0) {
      EXPECT_EQ(std::signbit(got), std::signbit(f.exact(x))) << f.name << "(" << x << ")";
    }
  }
}

TEST(VecMath, specialValues) {
  for (const Function &f : functions) {
    check_special<float>(f, f.single);
    check_special<double>(f, f.twice);
  }
  EXPECT_TRUE(std::isnan(mixedad::detail::vec_sin(1e300)));
}

TEST(VecMath, hardArguments) {
  using namespace mixedad::detail;
  for (double x : {3.141592653589793, 6.283185307179586, 355.0, 1e5 * 3.141592653589793, 2.2e15, 12345678901.0})
    for (double y : {x, -x}) {
      EXPECT_LE(ulps(vec_sin(y), sinl(y)), 2) << y;
      EXPECT_LE(ulps(vec_cos(y), cosl(y)), 2) << y;
    }
  for (float x : {3.14159274f, 16367173.0f, 1e15f})
    EXPECT_LE(ulps(vec_sin(x), sinl(x)), 1.5) << x;
  for (float x : {88.72f, 88.73f, -87.3f, -103.9f, -104.1f})
    EXPECT_LE(ulps(vec_exp(x), expl(x)), 1.5) << x;
  for (double x : {709.78, 709.79, -708.3, -745.1, -745.2})
    EXPECT_LE(ulps(vec_exp(x), expl(x)), 1.5) << x;
}

TEST(QuickMath, isAccurateToAFewUlp) {
  namespace math = mixedad::detail::math;
  std::mt19937_64 g(5);
  double worst_sin = 0, worst_cos = 0;
  const auto check = [&](double x) {
    worst_sin = std::max(worst_sin, ulps(math::quick_sin(x), sinl(x)));
    worst_cos = std::max(worst_cos, ulps(math::quick_cos(x), cosl(x)));
  };
  for (int i = 0; i < 400000; ++i) {
    check(random_number<double>(g, -30, 19));
    check(std::nextafter(int(g() % 1300000) * 1.5707963267948966, double(i))); // where one of them is nearly zero
  }
  EXPECT_LE(worst_sin, 2.5);
  EXPECT_LE(worst_cos, 2.5);
}

TEST(QuickMath, isTheCLibrarysElsewhere) {
  namespace math = mixedad::detail::math;
  for (double x : {0x1p20, 1e9, -1e18, 1e300}) {
    EXPECT_EQ(math::quick_sin(x), std::sin(x));
    EXPECT_EQ(math::quick_cos(x), std::cos(x));
  }
  EXPECT_TRUE(std::isnan(math::quick_sin(INFINITY)) && std::isnan(math::quick_cos(NAN)));
  EXPECT_TRUE(std::signbit(math::quick_sin(-0.0)) && !std::signbit(math::quick_sin(0.0)));
  EXPECT_EQ(math::quick_sin(1.0f), std::sin(1.0f));
  EXPECT_EQ(math::quick_cos(1.0L), std::cos(1.0L));
}

template <class T> void check_pow(double limit) {
  std::mt19937_64 g(3);
  double worst = 0;
  T bx = 0, by = 0;
  for (int i = 0; i < 200000; ++i) {
    const T x = std::fabs(random_number<T>(g, i % 2 ? -2 : -60, i % 2 ? 1 : 60));
    const T y = random_number<T>(g, -6, i % 2 ? 9 : 4);
    const double error = ulps<T>(mixedad::detail::vec_pow(x, y), powl(x, y));
    if (error > worst) {
      worst = error;
      bx = x;
      by = y;
    }
  }
  EXPECT_LE(worst, limit) << bx << ", " << by;
  const T values[] = {0, T(-0.0), 1, -1, 2, -2, 3, T(0.5), T(-0.5), T(INFINITY), T(-INFINITY), T(NAN), 5, -5,
                      T(1e30), T(-1e30), T(4503599627370497.0), std::numeric_limits<T>::denorm_min()};
  for (T x : values)
    for (T y : values) {
      const T got = mixedad::detail::vec_pow(x, y);
      const long double exact = std::pow(x, y);
      EXPECT_LE(ulps(got, exact), 8) << x << "^" << y << " = " << got;
      if (exact == 0) {
        EXPECT_EQ(std::signbit(got), std::signbit(exact)) << x << "^" << y;
      }
    }
}

TEST(VecMath, pow) {
  check_pow<float>(1);
  check_pow<double>(3);
}

TEST(VecMath, sigmoid) {
  std::mt19937_64 g(9);
  for (int i = 0; i < 100000; ++i) {
    const double x = random_number<double>(g, -20, 8);
    ASSERT_LE(ulps(mixedad::detail::vec_sigmoid(x), 1 / (1 + expl(-x))), 4) << x;
    ASSERT_LE(ulps(mixedad::detail::vec_sigmoid(float(x)), 1 / (1 + expl(-float(x)))), 4) << x;
  }
}

} // namespace
