// A training step of the HM-LSTM example (docs/examples/hmlstm): the loss over a window, its gradient in all arrays of
// parameters, and the gradient with Adam's update. One process, measured in turn, medians.
//
//   step [--threads N] [hidden...]     prints CSV lines "name,hidden,threads,milliseconds"
#include "../../docs/examples/hmlstm/adam.h"
#include "../timing.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace hmlstm;
constexpr int batch = 32, steps = 20, alphabet = 64;

Window random_window(std::mt19937 &random) {
  std::uniform_int_distribution<int> symbol(0, alphabet - 1);
  Window window;
  window.batch = batch;
  for (int t = 0; t < steps; ++t)
    for (auto *side : {&window.input, &window.target}) {
      std::vector<int> symbols(batch);
      for (int &s : symbols)
        s = symbol(random);
      side->push_back(Array<int>::from(symbols));
    }
  return window;
}

bool bench(int hidden, int threads) {
  std::mt19937 random(1);
  Model<float> model = random_model<float>(alphabet, hidden, random);
  const Window window = random_window(random);
  Adam adam(model);
  const Boundaries<float> detected;
  const auto gradient = [&] { return mixedad::value_and_gradient<loss<float>, mixedad::wrt<0>>(model, window, 1.0f, detected); };

  constexpr int count = 3;
  const char *const names[count] = {"MixedAD loss", "MixedAD gradient", "MixedAD training step"};
  float value = 0;
  const auto run = [&](int n) {
    if (n == 0) {
      value = loss(model, window, 1.0f, detected);
      return;
    }
    auto [v, g] = gradient();
    value = v;
    if (n == 2)
      adam.update(model, mixedad::get<0>(g), 1e-4f);
  };
  run(2);
  mixedad::reset_stats();
  run(2);
  const auto kernels = mixedad::stats().kernels, allocations = mixedad::stats().allocations;
  std::vector<double> times[count];
  const int rounds = std::clamp(int(4 / (3 * seconds([&] { run(1); }))), 5, 101);
  for (int k = 0; k < rounds; ++k)
    for (int n = 0; n < count; ++n)
      times[n].push_back(seconds([&] { run(n); }));
  for (int n = 0; n < count; ++n)
    std::printf("%s,%d,%d,%.3f\n", names[n], hidden, threads, 1e3 * median(times[n]));
  std::printf("# hidden %d: %d kernels and %d allocations a training step\n", hidden, int(kernels), int(allocations));
  if (!std::isfinite(value))
    std::fprintf(stderr, "hidden %d: the loss is %g\n", hidden, value);
  return std::isfinite(value);
}

int main(int argc, char **argv) {
  int threads = 1;
  std::vector<int> sizes;
  for (int k = 1; k < argc; ++k)
    if (!std::strcmp(argv[k], "--threads") && k + 1 < argc)
      threads = std::max(1, std::atoi(argv[++k]));
    else
      sizes.push_back(std::atoi(argv[k]));
  setenv("OMP_PROC_BIND", "true", 1);
  setenv("OPENBLAS_NUM_THREADS", std::to_string(threads).c_str(), 1);
  mixedad::set_thread_count(threads);
  if (threads > 1)
    pin_to_first_core();
  bool good = true;
  for (int size : sizes.empty() ? std::vector<int>{64, 128, 256} : sizes)
    good = bench(size, threads) && good;
  return good ? 0 : 1;
}
