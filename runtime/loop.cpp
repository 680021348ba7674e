//===- loop.cpp - how a kernel walks over arrays --------------------------===//
#include "mixedad/detail/loop.h"
#include "mixedad/budget.h"
#include "internal.h"
#include "mixedad/detail/kernels.h"

#include <cstdio>
#include <cstring>

namespace mixedad {
namespace detail {
namespace {

/// Stride of an array along dimension d of a loop of the given rank: 0 where it is broadcast.
index_t broadcast_stride(const Layout &l, int d, int rank) {
  const int own = d - (rank - l.rank);
  return own < 0 || l.size[own] == 1 ? 0 : l.stride[own];
}

bool is_direct(const Loop &loop, const Access &a) {
  index_t step = 1;
  for (int d = loop.rank; d-- > 0; step *= loop.size[d])
    if (a.stride[d] != step)
      return false;
  return true;
}

template <std::size_t Size> struct Element {
  char bytes[Size];
};

/// n elements from `at` on between a tile and strided memory; rows may be short.
template <class E, bool Gather>
void move_runs(const Loop &loop, const Access &a, index_t at, index_t n, E *tile) {
  E *const memory = reinterpret_cast<E *>(a.base);
  const int inner = loop.rank - 1;
  const index_t row = loop.size[inner], step = a.stride[inner];
  while (n > 0) {
    E *from = memory + loop.offset(a, at);
    index_t run = row - at % row;
    run = run < n ? run : n;
    if (step == 1) {
      if (Gather)
        std::memcpy(tile, from, static_cast<std::size_t>(run) * sizeof(E));
      else
        std::memcpy(from, tile, static_cast<std::size_t>(run) * sizeof(E));
    } else if (Gather && step == 0) {
      const E value = *from;
      for (index_t i = 0; i < run; ++i)
        tile[i] = value;
    } else {
      for (index_t i = 0; i < run; ++i)
        if (Gather)
          tile[i] = from[i * step];
        else
          from[i * step] = tile[i];
    }
    tile += run;
    at += run;
    n -= run;
  }
}

/// The same for rows of a few elements, where finding each row would cost more than the row.
template <class E, bool Gather>
void move_short_rows(const Loop &loop, const Access &a, index_t at, index_t n, E *tile) {
  E *const memory = reinterpret_cast<E *>(a.base);
  index_t index[max_rank];
  index_t rest = at;
  for (int d = loop.rank; d-- > 1;) {
    index[d] = rest % loop.size[d];
    rest /= loop.size[d];
  }
  index[0] = rest;
  const int inner = loop.rank - 1;
  const index_t row = loop.size[inner], step = a.stride[inner];
  index_t where = loop.offset(a, at), i = index[inner];
  for (index_t k = 0; k < n; ++k) {
    if (Gather)
      tile[k] = memory[where];
    else
      memory[where] = tile[k];
    where += step;
    if (++i < row)
      continue;
    i = 0;
    where -= row * step;
    for (int d = inner - 1; d >= 0; --d) {
      where += a.stride[d];
      if (++index[d] < loop.size[d] || d == 0)
        break;
      index[d] = 0;
      where -= loop.size[d] * a.stride[d];
    }
  }
}

template <class E, bool Gather> void move(const Loop &loop, const Access &a, index_t at, index_t n, void *tile) {
  if (loop.size[loop.rank - 1] < 16)
    move_short_rows<E, Gather>(loop, a, at, n, static_cast<E *>(tile));
  else
    move_runs<E, Gather>(loop, a, at, n, static_cast<E *>(tile));
}

template <bool Gather> void move_any(const Loop &loop, const Access &a, index_t at, index_t n, void *tile) {
  switch (a.element) {
  case 1:
    return move<std::uint8_t, Gather>(loop, a, at, n, tile);
  case 2:
    return move<std::uint16_t, Gather>(loop, a, at, n, tile);
  case 4:
    return move<std::uint32_t, Gather>(loop, a, at, n, tile);
  case 8:
    return move<std::uint64_t, Gather>(loop, a, at, n, tile);
  case 16:
    return move<Element<16>, Gather>(loop, a, at, n, tile);
  }
  char *t = static_cast<char *>(tile);
  for (index_t i = 0; i < n; ++i) {
    char *place = a.base + loop.offset(a, at + i) * static_cast<index_t>(a.element);
    std::memcpy(Gather ? t + i * a.element : place, Gather ? place : t + i * a.element, a.element);
  }
}

} // namespace

void plan_loop(Loop &loop, const Shape &shape, Access *accesses, int count) {
  const auto stride = [&](int k, int d) {
    return accesses[k].layout ? broadcast_stride(*accesses[k].layout, d, shape.rank()) : 0;
  };
  loop.rank = 0;
  loop.total = shape.size();
  for (int k = 0; k < count; ++k) // what is never reached below must still be defined
    accesses[k].stride[0] = accesses[k].layout ? 1 : 0;
  for (int d = 0; d < shape.rank(); ++d) {
    if (shape[d] == 1)
      continue;
    // Joined with the dimension outside it when every array steps from one row's end to the next row.
    bool joins = loop.rank > 0;
    for (int k = 0; k < count && joins; ++k)
      joins = accesses[k].stride[loop.rank - 1] == stride(k, d) * shape[d];
    if (!joins)
      loop.size[loop.rank++] = 1;
    const int at = loop.rank - 1;
    loop.size[at] *= shape[d];
    for (int k = 0; k < count; ++k)
      accesses[k].stride[at] = stride(k, d);
  }
  if (loop.rank == 0) {
    loop.rank = 1;
    loop.size[0] = 1;
  }
  loop.direct = true;
  for (int k = 0; k < count; ++k)
    if (accesses[k].layout) {
      accesses[k].direct = is_direct(loop, accesses[k]);
      loop.direct &= accesses[k].direct;
    }
}

bool has_rows_in_place(const Loop &loop, const Access *accesses, int count) {
  bool in_place = loop.size[loop.rank - 1] > tile_elements;
  for (int k = 0; k < count && in_place; ++k)
    in_place = !accesses[k].layout || accesses[k].stride[loop.rank - 1] == 1;
  return in_place;
}

/// What one core can reach of the last level, as the kernel says: sysconf() reports a whole package on some machines.
static index_t last_level_cache() {
  char text[32] = "";
  if (std::FILE *file = std::fopen("/sys/devices/system/cpu/cpu0/cache/index3/size", "r")) {
    if (!std::fgets(text, sizeof(text), file))
      text[0] = '\0';
    std::fclose(file);
  }
  const std::size_t bytes = parse_bytes(text);
  return bytes == no_budget ? CacheSizes().last_level : static_cast<index_t>(bytes);
}

CacheSizes &cache_sizes() {
  static CacheSizes sizes = {CacheSizes().own, last_level_cache()};
  return sizes;
}

Traffic plan_traffic(const Loop &loop, const Access *accesses, int count) {
  // With more arrays than this, asking ahead for a chunk of each takes several times as long as what it saves.
  constexpr int most_arrays_ahead = 16;
  index_t bytes = 0;
  int arrays = 0;
  for (int k = 0; k < count; ++k)
    if (accesses[k].layout && accesses[k].direct) {
      bytes += loop.total * static_cast<index_t>(accesses[k].element);
      ++arrays;
    }
  return {arrays <= most_arrays_ahead && bytes > cache_sizes().own, bytes > cache_sizes().last_level};
}

const void *gather_tile(const Loop &loop, Access &a, index_t at, index_t n, void *tile) {
  if (a.direct)
    return a.base + at * static_cast<index_t>(a.element);
  const int inner = loop.rank - 1;
  const index_t row = loop.size[inner];
  if (at % row + n <= row && (a.stride[inner] == 1 || a.stride[inner] == 0)) {
    const char *start = a.base + loop.offset(a, at) * static_cast<index_t>(a.element);
    if (a.stride[inner] == 1)
      return start;
    if (a.splat == start && a.splat_length >= n)
      return tile;
    a.splat = start;
    a.splat_length = n;
  } else {
    a.splat = nullptr;
  }
  move_any<true>(loop, a, at, n, tile);
  return tile;
}

void scatter_tile(const Loop &loop, const Access &a, index_t at, index_t n, const void *values) {
  if (a.direct)
    std::memcpy(a.base + at * static_cast<index_t>(a.element), values, static_cast<std::size_t>(n) * a.element);
  else
    move_any<false>(loop, a, at, n, const_cast<void *>(values));
}

Target broadcast_target(Node *const *operands, const bool *is_scalar, int count) {
  Target target;
  int device_from = -1;
  for (int k = 0; k < count; ++k) {
    if (is_scalar[k])
      continue;
    const Node *node = operands[k];
    if (!node)
      fail<argument_error>("mixedad: argument %d of a broadcast is an empty array", k);
    if (device_from < 0) {
      device_from = k;
      target.device = node->device;
    } else if (node->device != target.device) {
      fail<device_error>("mixedad: arguments %d and %d of a broadcast are on different devices (%d and %d, -1 is the "
                         "host); move one with to(device)",
                         device_from, k, target.device, node->device);
    }
    const Layout &l = node->layout;
    Shape merged;
    const int rank = l.rank > target.shape.rank() ? l.rank : target.shape.rank();
    for (int d = 0; d < rank; ++d) {
      const int mine = d - (rank - l.rank), theirs = d - (rank - target.shape.rank());
      const index_t a = mine < 0 ? 1 : l.size[mine], b = theirs < 0 ? 1 : target.shape[theirs];
      if (a != b && a != 1 && b != 1) {
        char ours[200], others[200];
        fail<shape_error>("mixedad: argument %d of a broadcast has the shape %s, which does not fit the shape %s of "
                          "the arguments before it",
                          k, print(l.shape(), ours), print(target.shape, others));
      }
      merged.push_back(a == 1 ? b : a);
    }
    target.shape = merged;
  }
  return target;
}

bool overlaps(const Node *out, Node *const *operands, int count) {
  const auto extent = [](const Node *n, const char *&from, const char *&to) {
    from = to = n->data;
    for (int d = 0; d < n->layout.rank; ++d) {
      const index_t reach = (n->layout.size[d] - 1) * n->layout.stride[d] * static_cast<index_t>(n->element);
      (reach < 0 ? from : to) += reach;
    }
    to += n->element;
  };
  const char *out_from, *out_to;
  extent(out, out_from, out_to);
  for (int k = 0; k < count; ++k) {
    if (!operands[k])
      continue;
    const char *from, *to;
    extent(operands[k], from, to);
    if (to <= out_from || out_to <= from)
      continue;
    const Layout &a = out->layout, &b = operands[k]->layout;
    bool same = operands[k]->data == out->data && operands[k]->element == out->element && a.same_shape(b);
    for (int d = 0; d < a.rank && same; ++d)
      same = a.size[d] == 1 || a.stride[d] == b.stride[d];
    if (!same)
      return true;
  }
  return false;
}

[[noreturn]] void throw_not_cuda() {
  throw device_error("mixedad: an array on a CUDA device met a broadcast in a file that was not compiled as CUDA; "
                     "compile it as CUDA (-x cuda), or move the array with to(mixedad::host)");
}

[[noreturn]] void throw_element(int rank, int count) {
  fail<argument_error>("mixedad: an element of a captured array of rank %d was asked for with %d indices", rank, count);
}
[[noreturn]] void throw_element_index(index_t index, index_t extent) {
  fail<argument_error>("mixedad: index %lld of a captured array is out of range for extent %lld",
                       static_cast<long long>(index), static_cast<long long>(extent));
}
[[noreturn]] void throw_other_device(int captured, int kernel) {
  fail<device_error>("mixedad: a broadcast function captures an array on device %d and runs on device %d (-1 is the "
                     "host); move one with to(device)",
                     captured, kernel);
}

void *scratch_allocate(std::size_t bytes) { return host_allocate(bytes); }
void scratch_free(void *block) noexcept { host_free(block); }

template void reduce_tile<float>(const Loop &, const index_t *, index_t, index_t, const float *, double *);
template void reduce_tile<double>(const Loop &, const index_t *, index_t, index_t, const double *, double *);
template void combine<double>(double *, index_t, index_t);

void count_kernel(const Loop &loop, const Access *accesses, int n) {
  count(counters.kernels);
  std::uint64_t bytes = 0;
  for (int k = 0; k < n; ++k) {
    std::uint64_t elements = 1;
    for (int d = 0; d < loop.rank; ++d)
      elements *= accesses[k].stride[d] == 0 ? 1 : static_cast<std::uint64_t>(loop.size[d]);
    bytes += elements * accesses[k].element;
  }
  count(counters.bytes_moved, bytes);
}

void count_bytes(std::uint64_t bytes) { count(counters.bytes_moved, bytes); }

void count_arrays(std::initializer_list<const Node *> arrays) noexcept {
  count(counters.kernels);
  std::uint64_t bytes = 0;
  for (const Node *a : arrays) {
    std::uint64_t elements = 1;
    for (int d = 0; d < a->layout.rank; ++d)
      elements *= a->layout.stride[d] == 0 ? 1 : static_cast<std::uint64_t>(a->layout.size[d]);
    bytes += elements * a->element;
  }
  count(counters.bytes_moved, bytes);
}

} // namespace detail
} // namespace mixedad
