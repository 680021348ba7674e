// How one partial of one row is checked; the generated test calls this for every row.
//
// Two independent comparisons. (1) In long double, the partial against Ridders' extrapolated central differences of
// the primal: is the formula right? (2) In float and double, the partial against the same partial in long double at
// exactly the same point: is the formula accurate? At kinks the value is given by hand.
#pragma once

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <tuple>

namespace rule_check {

using Reference = long double;

struct Settings {
  const char *row;
  double relative = 1e-11;
  double ulps = 8;
};

/// A real argument of a sample point; integers stand for themselves.
struct Real {
  double value;
};

template <class T> T as(Real x) { return static_cast<T>(x.value); }
template <class T> int as(int x) { return x; }
template <class T> unsigned as(unsigned x) { return x; }

template <class T, class... A> auto arguments(const std::tuple<A...> &point) {
  return std::apply([](auto... x) { return std::make_tuple(as<T>(x)...); }, point);
}

/// The arguments that a computation in T sees, in long double.
template <class T, class... A> auto rounded(const std::tuple<A...> &point) {
  auto widen = [](auto x) {
    if constexpr (std::is_floating_point_v<decltype(x)>)
      return static_cast<Reference>(x);
    else
      return x;
  };
  return std::apply([&](auto... x) { return std::make_tuple(widen(x)...); }, arguments<T>(point));
}

template <class Rule, class T, class Args> T primal(const Args &args) {
  return std::apply([](auto... x) { return Rule::template primal<T>(x...); }, args);
}

template <class Rule, int I, class T, class Args> T partial(const Args &args) {
  const T result = primal<Rule, T>(args);
  return std::apply([&](auto... x) { return Rule::template partial<I, T>(result, x...); }, args);
}

struct Difference {
  Reference value = std::numeric_limits<Reference>::quiet_NaN();
  Reference error = std::numeric_limits<Reference>::infinity();
};

/// Ridders' method from one first step; a step that leaves the domain (a value that is not finite, or the library's
/// domain error) makes it start lower.
template <class F> Difference ridders(F f, Reference x, Reference step) {
  constexpr int size = 14;
  constexpr Reference shrink = 1.6L, shrink2 = shrink * shrink;
  Difference best;
  Reference table[size][size];
  for (int i = 0; i < size; ++i, step /= shrink) {
    volatile Reference high = x + step, low = x - step;
    const Reference above = f(high), below = f(low);
    table[0][i] = (above - below) / (high - low);
    // Differences that agree by chance are not better than the rounding of the values they come from.
    const Reference noise =
        std::numeric_limits<Reference>::epsilon() * std::max(std::fabs(above), std::fabs(below)) / (high - low);
    Reference factor = shrink2;
    for (int j = 1; j <= i; ++j, factor *= shrink2) {
      table[j][i] = (table[j - 1][i] * factor - table[j - 1][i - 1]) / (factor - 1);
      Reference error = std::max(std::fabs(table[j][i] - table[j - 1][i]),
                                 std::fabs(table[j][i] - table[j - 1][i - 1])) + noise;
      if (error <= best.error)
        best = {table[j][i], error};
    }
  }
  return best;
}

template <class F> Difference difference(F f, Reference x) {
  auto total = [&](Reference at) {
    try {
      return f(at);
    } catch (const std::exception &) {
      return std::numeric_limits<Reference>::quiet_NaN();
    }
  };
  Difference best;
  const Reference size = std::fabs(x);
  for (Reference step : {size / 16, size / 256, size / 8192, 0.0625L, 1 / 256.0L, 1 / 8192.0L}) {
    if (step == 0)
      continue;
    while (step > size * 1e-9L && !(std::isfinite(total(x + step)) && std::isfinite(total(x - step))))
      step /= 2;
    Difference d = ridders(total, x, step);
    if (d.error < best.error)
      best = d;
  }
  return best;
}

template <class Rule, int I, class... A> Difference difference_at(const std::tuple<A...> &point) {
  auto args = arguments<Reference>(point);
  return difference(
      [args](Reference x) mutable {
        std::get<I>(args) = x;
        return primal<Rule, Reference>(args);
      },
      std::get<I>(args));
}

template <class Rule, int I, class T, class... A>
void check_accuracy(const Settings &settings, const std::string &where, const std::tuple<A...> &point) {
  const T computed = partial<Rule, I, T>(arguments<T>(point));
  const Reference exact = partial<Rule, I, Reference>(rounded<T>(point));
  const Reference allowed = settings.ulps * std::numeric_limits<T>::epsilon() * std::fabs(exact);
  EXPECT_LE(std::fabs(computed - exact), allowed)
      << where << ", in a type of " << sizeof(T) << " bytes: " << computed << " instead of " << exact << ", "
      << std::fabs((computed - exact) / exact) / std::numeric_limits<T>::epsilon() << " ulps";
}

inline std::string place(const Settings &settings, int index, const char *text) {
  return std::string("row '") + settings.row + "', partial " + std::to_string(index) + " at (" + text + ")";
}

/// A partial at a smooth point.
template <class Rule, int I, class... A>
void check_partial(const Settings &settings, const char *text, const std::tuple<A...> &point) {
  const std::string where = place(settings, I, text);
  const Difference numeric = difference_at<Rule, I>(point);
  const Reference analytic = partial<Rule, I, Reference>(arguments<Reference>(point));
  const Reference allowed = settings.relative * std::fabs(analytic) + 1e-17L;
  EXPECT_LE(numeric.error, 10 * allowed + 1e-13L) << where << ": no reliable difference at this point";
  EXPECT_LE(std::fabs(analytic - numeric.value), allowed + std::min(4 * numeric.error, 10 * allowed + 1e-13L))
      << where << ": " << analytic << ", differences give " << numeric.value << " within " << numeric.error;
  check_accuracy<Rule, I, float>(settings, where, point);
  check_accuracy<Rule, I, double>(settings, where, point);
}

/// An operand without a partial: the function does not depend on it, nearly everywhere.
template <class Rule, int I, class... A>
void check_zero(const Settings &settings, const char *text, const std::tuple<A...> &point) {
  if constexpr (std::is_same_v<std::tuple_element_t<I, std::tuple<A...>>, Real>) {
    auto args = arguments<Reference>(point);
    const Reference before = primal<Rule, Reference>(args);
    std::get<I>(args) *= 1 + 1e-6L;
    EXPECT_EQ(before, (primal<Rule, Reference>(args))) << place(settings, I, text) << ": the partial is not zero";
    (void)primal<Rule, float>(arguments<float>(point));
    (void)primal<Rule, double>(arguments<double>(point));
  }
}

template <class Rule, int I, class T, class... A>
void check_kink_in(const std::string &where, const std::tuple<A...> &point, Reference expected) {
  const T computed = partial<Rule, I, T>(arguments<T>(point));
  if (std::isnan(expected))
    EXPECT_TRUE(std::isnan(computed)) << where << ": " << computed << " instead of NaN";
  else if (std::isinf(expected) || expected == 0)
    EXPECT_EQ(computed, expected) << where;
  else
    EXPECT_LE(std::fabs(computed - expected), 8 * std::numeric_limits<T>::epsilon() * std::fabs(expected))
        << where << ": " << computed << " instead of " << expected;
}

/// A partial at a kink or an end of the range, known by hand, the same in every type.
template <class Rule, int I, class... A>
void check_kink(const Settings &settings, const char *text, const std::tuple<A...> &point, Reference expected) {
  const std::string where = place(settings, I, text);
  check_kink_in<Rule, I, float>(where, point, expected);
  check_kink_in<Rule, I, double>(where, point, expected);
  check_kink_in<Rule, I, long double>(where, point, expected);
}

} // namespace rule_check
