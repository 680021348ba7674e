// The HM-LSTM cell's backward kernel on a GPU, against that GPU's own copy bandwidth: a kernel that reads and
// writes the same and does next to nothing else. Results are compared with the host's before any timing.
//
//   hmlstm_gpu [size...]     square arrays, by default 512 1024 2048; prints CSV lines "name,size,milliseconds"
#include "cell.h"

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void copy_kernel(std::size_t n, int size, const float *z, const float *zb, const float *c, const float *f,
                            const float *i, const float *g, const float *seed, float *dc, float *df, float *di,
                            float *dg) {
  for (std::size_t k = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; k < n;
       k += std::size_t(gridDim.x) * blockDim.x) {
    const int column = static_cast<unsigned>(k) % size;
    dc[k] = c[k] + z[column];
    df[k] = f[k] + zb[column];
    di[k] = i[k] + seed[k];
    dg[k] = g[k];
  }
}

/// Milliseconds on the device, each run on its own; the median.
template <class Run> double milliseconds(Run &&run) {
  cudaEvent_t start, stop;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  std::vector<double> times;
  for (int k = 0; k < 60; ++k) {
    cudaEventRecord(start);
    run();
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    float ms = 0;
    cudaEventElapsedTime(&ms, start, stop);
    if (k >= 10)
      times.push_back(ms);
  }
  cudaEventDestroy(start);
  cudaEventDestroy(stop);
  return median(times);
}

bool bench(int size) {
  const std::size_t n = std::size_t(size) * size;
  const Inputs in = random_inputs(size);
  const Arrays on_host(in, size, mixedad::host), a(in, size, mixedad::cuda(0));
  auto [host_value, host_pull] = mixedad::pullback<layer>(on_host.z, on_host.z_below, on_host.c, on_host.f, on_host.i,
                                                          on_host.g);
  auto [value, pull] = mixedad::pullback<layer>(a.z, a.z_below, a.c, a.f, a.i, a.g);
  auto expected = host_pull(on_host.seed);
  auto got = pull(a.seed);
  const double error = std::max({distance(mixedad::get<2>(got), mixedad::get<2>(expected).to_vector()),
                                 distance(mixedad::get<3>(got), mixedad::get<3>(expected).to_vector()),
                                 distance(mixedad::get<4>(got), mixedad::get<4>(expected).to_vector()),
                                 distance(mixedad::get<5>(got), mixedad::get<5>(expected).to_vector())});
  if (!(error < 1e-5))
    return std::fprintf(stderr, "%d: device and host differ by %g\n", size, error), false;

  Array<float> out[4];
  for (Array<float> &array : out)
    array = Array<float>::uninitialized({size, size}, mixedad::cuda(0));
  float *to[4];
  for (int k = 0; k < 4; ++k)
    to[k] = out[k].mutable_data();
  int processors = 0;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  const double copy = milliseconds([&] {
    copy_kernel<<<processors * 8, 256>>>(n, size, a.z.data(), a.z_below.data(), a.c.data(), a.f.data(), a.i.data(),
                                         a.g.data(), a.seed.data(), to[0], to[1], to[2], to[3]);
  });
  const double ours = milliseconds([&] { auto gradients = pull(a.seed); });
  std::printf("copy,%d,%.4f\nMixedAD,%d,%.4f\n", size, copy, size, ours);
  return true;
}

int main(int argc, char **argv) {
  if (mixedad::cuda_device_count() == 0)
    return std::fprintf(stderr, "%s\n", mixedad::describe_device()), 1;
  std::vector<int> sizes{512, 1024, 2048};
  if (argc > 1)
    sizes.clear();
  for (int k = 1; k < argc; ++k)
    sizes.push_back(std::atoi(argv[k]));
  bool right = true;
  for (int size : sizes)
    right = bench(size) && right;
  return right ? 0 : 1;
}
