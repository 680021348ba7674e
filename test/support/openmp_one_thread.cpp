// What code compiled with -fopenmp calls, for teams of one thread: enough for the tests where LLVM's libomp is not
// installed.
#include <cstdarg>

namespace {
constexpr int max_arguments = 15;
template <int... I> struct indices {};
template <int N, int... I> struct up_to : up_to<N - 1, N - 1, I...> {};
template <int... I> struct up_to<0, I...> { using type = indices<I...>; };
template <int... I> void invoke(void (*outlined)(int *, int *, ...), void **a, indices<I...>) {
  int zero = 0;
  outlined(&zero, &zero, a[I]...);
}
long long next_chunk, last_of_loop;
bool done;
} // namespace

extern "C" {
struct location;
int __kmpc_global_thread_num(location *) { return 0; }
void __kmpc_fork_call(location *, int n, void (*outlined)(int *, int *, ...), ...) {
  void *arguments[max_arguments] = {};
  va_list list;
  va_start(list, outlined);
  for (int i = 0; i < n; ++i) arguments[i] = va_arg(list, void *);
  va_end(list);
  invoke(outlined, arguments, up_to<max_arguments>::type{});
}
void __kmpc_serialized_parallel(location *, int) {}
void __kmpc_end_serialized_parallel(location *, int) {}
void __kmpc_push_num_threads(location *, int, int) {}
void __kmpc_barrier(location *, int) {}
void __kmpc_for_static_init_4(location *, int, int, int *last, int *, int *, int *, int, int) { *last = 1; }
void __kmpc_for_static_init_8(location *, int, int, int *last, long long *, long long *, long long *, long long, long long) {
  *last = 1;
}
void __kmpc_for_static_fini(location *, int) {}
void __kmpc_dispatch_init_4(location *, int, int, int low, int high, int, int) {
  next_chunk = low, last_of_loop = high, done = high < low;
}
int __kmpc_dispatch_next_4(location *, int, int *last, int *low, int *high, int *stride) {
  *last = 1, *low = int(next_chunk), *high = int(last_of_loop), *stride = 1;
  const bool more = !done;
  done = true;
  return more;
}
void __kmpc_dispatch_fini_4(location *, int) {}
void __kmpc_dispatch_deinit(location *, int) {}
void __kmpc_ordered(location *, int) {}
void __kmpc_end_ordered(location *, int) {}
void __kmpc_critical(location *, int, void *) {}
void __kmpc_end_critical(location *, int, void *) {}
int __kmpc_single(location *, int) { return 1; }
void __kmpc_end_single(location *, int) {}
int __kmpc_master(location *, int) { return 1; }
void __kmpc_end_master(location *, int) {}
int __kmpc_reduce_nowait(location *, int, int, unsigned long, void *, void (*)(void *, void *), void *) { return 1; }
void __kmpc_end_reduce_nowait(location *, int, void *) {}
int __kmpc_reduce(location *, int, int, unsigned long, void *, void (*)(void *, void *), void *) { return 1; }
void __kmpc_end_reduce(location *, int, void *) {}
}
