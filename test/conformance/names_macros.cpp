// Macros of the program with the names that headers like to use: by -D, and all letters behind the standard headers.
// RUN: %mixedad_cxx -O0 -DN=8 -DT=float -DM=4 -DI=1 -DK=3 %s -o %t %mixedad_libs && %t
// RUN: %mixedad_cxx -O2 -DN=8 -DT=float -DM=4 -DI=1 -DK=3 %s -o %t %mixedad_libs && %t
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <queue>
#include <span>
#include <stack>
#include <thread>
#include <unordered_map>
#include <valarray>
#include <variant>
#include <vector>

#undef N
#undef T
#undef M
#undef I
#undef K
#define a 7
#define b 7
#define c 7
#define d 7
#define e 7
#define f 7
#define g 7
#define h 7
#define i 7
#define j 7
#define k 7
#define l 7
#define m 7
#define n 7
#define o 7
#define p 7
#define q 7
#define r 7
#define s 7
#define t 7
#define u 7
#define v 7
#define w 7
#define x 7
#define y 7
#define z 7
#define A 7
#define B 7
#define C 7
#define D 7
#define E 7
#define F 7
#define G 7
#define H 7
#define I 7
#define J 7
#define K 7
#define L 7
#define M 7
#define N 7
#define O 7
#define P 7
#define Q 7
#define R 7
#define S 7
#define T 7
#define U 7
#define V 7
#define W 7
#define X 7
#define Y 7
#define Z 7
#define real double
#define min(left, right) ((left) < (right) ? (left) : (right))
#define max(left, right) ((left) < (right) ? (right) : (left))
#define size 10
#define rows 3
#define square(of) ((of) * (of))

#include <mixedad/budget.h>
#include <mixedad/mixedad.h>

struct Model { std::vector<double> weights; std::optional<double> bias; std::map<int, double> table; };

real loss(const Model &model, real in) {
  std::valarray<double> parts(A);
  std::list<double> kept;
  auto owned = std::make_unique<double>(in);
  std::function<double(double)> half = [](double of) { return of / 2; };
  for (int at = 0; at < 2; ++at) {
    parts[at] = model.weights[at] * square(*owned);
    kept.push_back(half(parts[at]));
  }
  std::variant<int, double> sum = kept.front() + kept.back();
  return max(std::get<double>(sum), 0.0) * *model.bias + model.table.at(1) * in; // (w0 + w1) / 2 x x b + t x
}
real sine(real in) { return std::sin(in) * in; }
float twice(float in) { return 2 * in * in; }
float arrays(const mixedad::Array<float> &in) { return mixedad::mean(mixedad::broadcast<twice>(in)); }

static bool near(double left, double right) { return std::fabs(left - right) < 1e-6; }

int main() {
  const Model model{{2, 3}, 4.0, {{1, 5.0}}};
  auto [dmodel, din] = mixedad::gradient<loss>(model, 1.5);
  bool good = near(din, 2 * 2.5 * 1.5 * 4 + 5) && near(dmodel.weights[1], 0.5 * 1.5 * 1.5 * 4) &&
              near(*dmodel.bias, 2.5 * 1.5 * 1.5) && near(dmodel.table.at(1), 1.5);
  good = good && near(mixedad::jvp<loss>(mixedad::constant(model), mixedad::dup(1.5, 1.0)), din);
  good = good && near(mixedad::get<0, 0>(mixedad::hessian<sine>(0.5)), 2 * std::cos(0.5) - 0.5 * std::sin(0.5));
  auto [darray] = mixedad::gradient<arrays>(mixedad::Array<float>::full(4, 0.5f));
  good = good && near(darray(2), 2 * 0.5 * 2 / 4);
  return good && N == 7 && size == 10 ? 0 : 1; // the program's macros are as before
}
