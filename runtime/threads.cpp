//===- threads.cpp - a pool of threads for loops over large arrays --------===//
//
// The threads are started at the first loop that is large enough. Blocks are handed out by an atomic counter; which
// thread runs which does not influence a result, because blocks are cut by the shape alone.
//
//===----------------------------------------------------------------------===//
#include "internal.h"

#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

namespace mixedad {
namespace detail {
namespace {

int environment_number(const char *name) {
  const char *text = std::getenv(name);
  const int n = text ? std::atoi(text) : 0;
  return n > 0 ? n : 0;
}

int wanted_threads() {
  if (const int n = environment_number("MIXEDAD_NUM_THREADS"))
    return n;
  if (const int n = environment_number("OMP_NUM_THREADS"))
    return n;
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof(allowed), &allowed) == 0)
    return CPU_COUNT(&allowed);
  const unsigned n = std::thread::hardware_concurrency();
  return n ? static_cast<int>(n) : 1;
}

bool wants_pinning() {
  const char *bind = std::getenv("OMP_PROC_BIND");
  return bind && std::strcmp(bind, "false") != 0 && std::strcmp(bind, "FALSE") != 0;
}

/// The n-th core that the process may use.
void pin(std::thread &thread, int n) {
  cpu_set_t allowed, one;
  if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0 || CPU_COUNT(&allowed) == 0)
    return;
  n %= CPU_COUNT(&allowed);
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &allowed) && n-- == 0) {
      CPU_ZERO(&one);
      CPU_SET(core, &one);
      pthread_setaffinity_np(thread.native_handle(), sizeof(one), &one);
      return;
    }
}

thread_local bool inside_pool = false;

class Pool {
public:
  explicit Pool(int threads) : owner_(getpid()) {
    for (int i = 1; i < threads; ++i) {
      workers_.emplace_back([this] { serve(); });
      if (wants_pinning())
        pin(workers_.back(), i);
    }
  }
  ~Pool() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_all();
    for (std::thread &t : workers_)
      t.join();
  }
  int threads() const { return static_cast<int>(workers_.size()) + 1; }
  bool usable() const { return owner_ == getpid(); } // threads do not survive a fork

  void run(index_t blocks, void (*work)(void *, index_t), void *context) {
    std::lock_guard<std::mutex> one_loop_at_a_time(run_mutex_);
    {
      std::lock_guard<std::mutex> lock(mutex_);
      work_ = work;
      context_ = context;
      blocks_ = blocks;
      next_.store(0, std::memory_order_relaxed);
      error_ = nullptr;
      ++generation_;
    }
    wake_.notify_all();
    take_blocks(blocks);
    std::unique_lock<std::mutex> lock(mutex_);
    blocks_ = 0; // latecomers find nothing to do
    done_.wait(lock, [this] { return busy_ == 0; });
    if (error_)
      std::rethrow_exception(error_);
  }

private:
  void serve() {
    std::uint64_t seen = 0;
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return stopping_ || generation_ != seen; });
      if (stopping_)
        return;
      seen = generation_;
      if (blocks_ == 0)
        continue;
      ++busy_;
      const index_t blocks = blocks_;
      lock.unlock();
      take_blocks(blocks);
      lock.lock();
      if (--busy_ == 0)
        done_.notify_all();
    }
  }

  void take_blocks(index_t blocks) {
    const bool was_inside = inside_pool;
    inside_pool = true;
    for (index_t b; (b = next_.fetch_add(1, std::memory_order_relaxed)) < blocks;) {
      try {
        work_(context_, b);
      } catch (...) {
        std::lock_guard<std::mutex> lock(mutex_);
        if (!error_)
          error_ = std::current_exception();
        next_.store(blocks, std::memory_order_relaxed);
      }
    }
    inside_pool = was_inside;
  }

  const pid_t owner_;
  std::vector<std::thread> workers_;
  std::mutex run_mutex_, mutex_;
  std::condition_variable wake_, done_;
  void (*work_)(void *, index_t) = nullptr;
  void *context_ = nullptr;
  index_t blocks_ = 0;
  std::atomic<index_t> next_{0};
  std::exception_ptr error_;
  std::uint64_t generation_ = 0;
  int busy_ = 0;
  bool stopping_ = false;
};

std::mutex pool_mutex;
/// Shared with the loops that run on it, which keep it when the number of threads changes. Never destroyed at exit: other
/// static destructors may still run loops.
std::shared_ptr<Pool> &the_pool = *new std::shared_ptr<Pool>;
int asked_threads = 0;

/// A pool from before a fork cannot be destroyed: its threads are not there to end.
void forget_unusable() {
  if (the_pool && !the_pool->usable())
    new std::shared_ptr<Pool>(std::move(the_pool));
}

int resolve_threads() {
  if (!asked_threads)
    asked_threads = wanted_threads();
  return asked_threads;
}

std::shared_ptr<Pool> pool() {
  std::lock_guard<std::mutex> lock(pool_mutex);
  forget_unusable();
  if (!the_pool && resolve_threads() > 1)
    the_pool = std::make_shared<Pool>(resolve_threads());
  return the_pool;
}

} // namespace

void parallel_blocks(index_t blocks, void (*work)(void *, index_t), void *context) {
  if (std::shared_ptr<Pool> p = blocks > 1 && !inside_pool ? pool() : nullptr) {
    p->run(blocks, work, context);
    return;
  }
  for (index_t b = 0; b < blocks; ++b)
    work(context, b);
}

Blocks cut_into_blocks(index_t rows, index_t row_size) {
  constexpr index_t elements_each = 16384, most = 128, alignment = 64;
  const index_t total = rows * row_size;
  index_t count = total / elements_each;
  count = count < 1 ? 1 : count > most ? most : count;
  index_t each = (rows + count - 1) / count;
  if (row_size == 1) // whole cache lines
    each = (each + alignment - 1) / alignment * alignment;
  return {each ? (rows + each - 1) / each : 0, each};
}

} // namespace detail

int thread_count() noexcept {
  std::lock_guard<std::mutex> lock(detail::pool_mutex);
  return detail::resolve_threads();
}

void set_thread_count(int threads) {
  std::shared_ptr<detail::Pool> before; // ends after the lock
  std::lock_guard<std::mutex> lock(detail::pool_mutex);
  detail::forget_unusable();
  before.swap(detail::the_pool);
  detail::asked_threads = threads > 0 ? threads : 1;
}

} // namespace mixedad
