// The backward kernel of the HM-LSTM cell update, made by MixedAD, against the limit of memory ("copy"), a loop by hand
// and the form that is not fused: one process, measured in turn, medians, and medians of the ratios.
//
//   hmlstm [--threads N] [--uniform] [size...]      square arrays, by default 512 1024 2048; prints CSV lines
//                                                   "name,size,threads,control,milliseconds,of copy"
#include "loops.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

bool bench(int size, int threads, bool uniform) {
  const Inputs in = random_inputs(size, uniform);
  const Arrays a(in, size, mixedad::host);
  Array<float> out[7];
  for (Array<float> &array : out)
    array = Array<float>::zeros({size, size});
  const auto at = [&out](int k) { return out[k].mutable_data(); };
  const Problem p{size,         a.z.data(), a.z_below.data(), a.c.data(), a.f.data(), a.i.data(), a.g.data(),
                  a.seed.data(), at(0),     at(1),            at(2),      at(3),      at(4),      at(5),
                  at(6)};
  auto [value, pull] = mixedad::pullback<layer>(a.z, a.z_below, a.c, a.f, a.i, a.g);

  auto [none_z, none_zb, dc, df, di, dg] = pull(a.seed);
  for (auto reference : {by_hand, unfused}) {
    reference(p);
    const double error = std::max({distance(dc, out[0].to_vector()), distance(df, out[1].to_vector()),
                                   distance(di, out[2].to_vector()), distance(dg, out[3].to_vector())});
    if (!(error < 1e-5))
      return std::fprintf(stderr, "%d: MixedAD and the loops by hand differ by %g\n", size, error), false;
  }

  constexpr int count = 4;
  const char *const names[count] = {"copy", "MixedAD", "by hand", "unfused"};
  std::vector<double> times[count], ratios[count];
  const int rounds = std::clamp(int(1.5 / (6 * seconds([&] { by_hand(p); }))), 15, 401);
  for (int k = 0; k < rounds; ++k) {
    times[0].push_back(seconds([&] { copy(p); }));
    times[1].push_back(seconds([&] { auto gradients = pull(a.seed); }));
    times[2].push_back(seconds([&] { by_hand(p); }));
    times[3].push_back(seconds([&] { unfused(p); }));
    for (int n = 0; n < count; ++n)
      ratios[n].push_back(times[n].back() / times[0].back());
  }
  for (int n = 0; n < count; ++n)
    std::printf("%s,%d,%d,%s,%.4f,%.3f\n", names[n], size, threads, uniform ? "uniform" : "random",
                1e3 * median(times[n]), median(ratios[n]));
  return true;
}

int main(int argc, char **argv) {
  int threads = 1;
  bool uniform = false;
  std::vector<int> sizes;
  for (int k = 1; k < argc; ++k)
    if (!std::strcmp(argv[k], "--threads") && k + 1 < argc)
      threads = std::atoi(argv[++k]);
    else if (!std::strcmp(argv[k], "--uniform"))
      uniform = true;
    else if (std::atoi(argv[k]) > 0)
      sizes.push_back(std::atoi(argv[k]));
    else
      return std::fprintf(stderr, "usage: hmlstm [--threads N] [--uniform] [size...]\n"), 2;
  setenv("OMP_PROC_BIND", "true", 1);
  mixedad::set_thread_count(threads);
  mixedad::detail::parallel_blocks(2, [](void *, mixedad::index_t) {}, nullptr); // starts the pool before pinning
  pin_to_first_core();
  bool right = true;
  for (int size : sizes.empty() ? std::vector<int>{512, 1024, 2048} : sizes)
    right = bench(size, threads, uniform) && right;
  return right ? 0 : 1;
}
