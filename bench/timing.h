// What the benchmark programs share: seconds of a run, medians, and cores.
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#include <algorithm>
#include <chrono>
#include <sched.h>
#include <vector>

template <class Run> double seconds(Run &&run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

inline double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

/// Threads of the pool have a core each when OMP_PROC_BIND asks for it; this one takes the first.
inline void pin_to_first_core() {
  cpu_set_t allowed, first;
  sched_getaffinity(0, sizeof(allowed), &allowed);
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &allowed)) {
      CPU_ZERO(&first);
      CPU_SET(core, &first);
      sched_setaffinity(0, sizeof(first), &first);
      return;
    }
}

#endif
