//===- memory.cu - device memory, copies and errors -----------------------===//
//
// Memory comes from the device's stream-ordered pool (cudaMallocAsync) on the calling thread's stream, so nothing
// here waits except copies that the host takes part in.
//
//===----------------------------------------------------------------------===//
#include "common.h"

#include <cstdio>
#include <cstring>
#include <mutex>

namespace mixedad {
namespace detail {
namespace device {

void check(cudaError_t status, const char *what, const char *file, int line) {
  if (status == cudaSuccess)
    return;
  cudaGetLastError(); // a later call must not report it again
  if (status == cudaErrorMemoryAllocation)
    fail<memory_error>("mixedad: no device memory: %s (%s:%d)", what, file, line);
  fail<device_error>("mixedad: %s failed: %s (%s:%d)", what, cudaGetErrorString(status), file, line);
}

constexpr int most_devices = 64;

int device_count() {
  static const int count = [] {
    int n = 0;
    if (cudaGetDeviceCount(&n) != cudaSuccess) {
      cudaGetLastError();
      return 0;
    }
    return n < most_devices ? n : most_devices;
  }();
  return count;
}

void require(int device) {
  if (device < 0 || device >= device_count())
    fail<device_error>("mixedad: there is no CUDA device %d; this machine has %d", device, device_count());
}

/// Memory stays with the pool when it is freed.
static void prepare_pool(int device) {
  static std::once_flag once[most_devices];
  std::call_once(once[device], [device] {
    cudaMemPool_t pool;
    std::uint64_t keep = ~std::uint64_t(0);
    MIXEDAD_CUDA(cudaDeviceGetDefaultMemPool(&pool, device));
    MIXEDAD_CUDA(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep));
  });
}

/// An allocation for which the pool asked the driver for more.
static void count_growth(int device) {
  static std::atomic<std::uint64_t> known[most_devices];
  cudaMemPool_t pool;
  std::uint64_t reserved = 0;
  if (cudaDeviceGetDefaultMemPool(&pool, device) != cudaSuccess ||
      cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved) != cudaSuccess)
    return;
  if (known[device].exchange(reserved, std::memory_order_relaxed) < reserved)
    count(counters.system_allocations);
}

void trim() {
  for (int device = 0; device < device_count(); ++device) {
    cudaMemPool_t pool;
    if (cudaDeviceGetDefaultMemPool(&pool, device) == cudaSuccess)
      cudaMemPoolTrimTo(pool, 0);
  }
}

void set(void *to, const void *value, std::size_t bytes, int device) {
  On on(device);
  // From pageable memory a copy this small is staged before the call returns.
  char staged[64];
  std::memcpy(staged, value, bytes < sizeof(staged) ? bytes : sizeof(staged));
  MIXEDAD_CUDA(cudaMemcpyAsync(to, bytes <= sizeof(staged) ? staged : value, bytes, cudaMemcpyHostToDevice, stream()));
  if (bytes > sizeof(staged))
    MIXEDAD_CUDA(cudaStreamSynchronize(stream()));
}

const char *describe() {
  static const char *const text = [] {
    static char line[160];
    cudaDeviceProp p;
    if (cudaGetDeviceProperties(&p, 0) != cudaSuccess)
      return "no CUDA device: running on the host";
    std::snprintf(line, sizeof(line), "CUDA device 0: %s, compute capability %d.%d, %.0f GiB", p.name, p.major, p.minor,
                  double(p.totalGlobalMem) / (1 << 30));
    return static_cast<const char *>(line);
  }();
  return text;
}

void synchronize() {
  MIXEDAD_CUDA(cudaStreamSynchronize(stream()));
  int device = 0;
  MIXEDAD_CUDA(cudaGetDevice(&device));
  throw_bad_index(device);
}

void *allocate(std::size_t bytes, int device) {
  require(device);
  On on(device);
  prepare_pool(device);
  void *block = nullptr;
  cudaError_t status = cudaMallocAsync(&block, bytes ? bytes : 1, stream());
  if (status == cudaErrorMemoryAllocation) { // what is freed but still queued may be enough
    cudaGetLastError();
    cudaStreamSynchronize(stream());
    trim();
    status = cudaMallocAsync(&block, bytes ? bytes : 1, stream());
  }
  if (status == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    fail<memory_error>("mixedad: no memory on device %d for an array of %zu bytes (%s:%d)", device, bytes, __FILE__,
                       __LINE__);
  }
  MIXEDAD_CUDA(status);
  count(counters.allocations);
  count_growth(device);
  return block;
}

void free(void *block, std::size_t, int device) {
  int before = 0;
  cudaGetDevice(&before);
  if (before != device)
    cudaSetDevice(device);
  cudaFreeAsync(block, stream()); // at exit the driver may be gone; there is nobody to tell
  if (before != device)
    cudaSetDevice(before);
}

void copy(void *to, const void *from, std::size_t bytes, Direction direction, int device) {
  if (bytes == 0)
    return;
  On on(device);
  const cudaMemcpyKind kind = direction == Direction::to_host     ? cudaMemcpyDeviceToHost
                              : direction == Direction::to_device ? cudaMemcpyHostToDevice
                                                                  : cudaMemcpyDeviceToDevice;
  MIXEDAD_CUDA(cudaMemcpyAsync(to, from, bytes, kind, stream()));
  if (direction == Direction::on_device)
    return;
  MIXEDAD_CUDA(cudaStreamSynchronize(stream()));
  throw_bad_index(device);
}

BadIndex *bad_index_flag(int device) {
  static std::mutex mutex;
  static BadIndex *flags[most_devices] = {};
  std::lock_guard<std::mutex> lock(mutex);
  if (!flags[device]) {
    MIXEDAD_CUDA(cudaHostAlloc(reinterpret_cast<void **>(&flags[device]), sizeof(BadIndex), cudaHostAllocPortable | cudaHostAllocMapped));
    std::memset(flags[device], 0, sizeof(BadIndex));
  }
  return flags[device];
}

void throw_bad_index(int device) {
  BadIndex *flag = bad_index_flag(device);
  if (!*static_cast<volatile int *>(&flag->set))
    return;
  flag->set = 0;
  fail<argument_error>("mixedad: an index into rows on device %d was %lld, out of range for %lld rows", device,
                       static_cast<long long>(flag->index), static_cast<long long>(flag->limit));
}

//--- Strided copies ------------------------------------------------------------------------------------------------

namespace {

template <class E>
__global__ void copy_kernel(E *to, const E *from, Loop loop, Access to_access, Access from_access) {
  for (index_t i = index_t(blockIdx.x) * blockDim.x + threadIdx.x; i < loop.total; i += index_t(gridDim.x) * blockDim.x)
    to[to_access.direct ? i : loop.offset(to_access.stride, i)] =
        from[from_access.direct ? i : loop.offset(from_access.stride, i)];
}

struct Bytes16 {
  std::uint64_t a, b;
};

template <class E>
void launch_copy(char *to, const char *from, const Loop &loop, const Access *accesses, int device) {
  copy_kernel<<<blocks_for(loop.total, device, reinterpret_cast<const void *>(&copy_kernel<E>)), threads, 0, stream()>>>(
      reinterpret_cast<E *>(to), reinterpret_cast<const E *>(from), loop, accesses[0], accesses[1]);
}

} // namespace

void copy_strided(char *to, const Layout &to_layout, const char *from, const Layout &from_layout, std::size_t element,
                  int device) {
  Access accesses[2] = {Access(to, to_layout, unsigned(element)), Access(const_cast<char *>(from), from_layout, unsigned(element))};
  Loop loop;
  plan_loop(loop, to_layout.shape(), accesses, 2);
  if (loop.total == 0)
    return;
  On on(device);
  if (loop.direct) {
    MIXEDAD_CUDA(cudaMemcpyAsync(to, from, std::size_t(loop.total) * element, cudaMemcpyDeviceToDevice, stream()));
    return;
  }
  switch (element) {
  case 1:
    launch_copy<std::uint8_t>(to, from, loop, accesses, device);
    break;
  case 2:
    launch_copy<std::uint16_t>(to, from, loop, accesses, device);
    break;
  case 4:
    launch_copy<std::uint32_t>(to, from, loop, accesses, device);
    break;
  case 8:
    launch_copy<std::uint64_t>(to, from, loop, accesses, device);
    break;
  case 16:
    launch_copy<Bytes16>(to, from, loop, accesses, device);
    break;
  default:
    fail<argument_error>("mixedad: strided copies on a device of elements of %zu bytes are not there", element);
  }
  check_launch(__FILE__, __LINE__);
}

} // namespace device

//--- For kernels in the user's files -------------------------------------------------------------------------------

void use_device(int device) {
  int current = 0;
  MIXEDAD_CUDA(cudaGetDevice(&current));
  if (current != device)
    MIXEDAD_CUDA(cudaSetDevice(device));
}

unsigned blocks_for(index_t n, int device, const void *kernel) {
  static int processors[device::most_devices] = {};
  if (!processors[device])
    MIXEDAD_CUDA(cudaDeviceGetAttribute(&processors[device], cudaDevAttrMultiProcessorCount, device));
  int resident = 0; // blocks on one of them
  MIXEDAD_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, device::threads, 0));
  const index_t wanted = (n + device::threads - 1) / device::threads, most = index_t(processors[device]) * resident;
  return unsigned(wanted < 1 ? 1 : wanted < most ? wanted : most);
}

void check_launch(const char *file, int line) { device::check(cudaGetLastError(), "a kernel launch", file, line); }

} // namespace detail
} // namespace mixedad
