//===- parallel.h - the host's threads ------------------------------------===//
#ifndef MIXEDAD_DETAIL_PARALLEL_H
#define MIXEDAD_DETAIL_PARALLEL_H

#include "mixedad/shape.h"

#include <type_traits>

#include "mixedad/detail/names_begin.h"

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed" // a body's loop that does not vectorize is not wrong
#endif

namespace mixedad {
namespace detail {

/// Calls work(context, block) for every block in [0, blocks), on the pool's threads when there are several, and
/// returns when all are done. Who runs which block is not fixed, so a block must not depend on another. The first
/// exception is thrown again here. Nested calls run on the calling thread.
void parallel_blocks(index_t blocks, void (*work)(void *context, index_t block), void *context);

/// Calls body(block) for all of them.
template <class Body> void for_blocks(index_t blocks, Body &&body) {
  parallel_blocks(
      blocks, [](void *f, index_t b) { (*static_cast<std::remove_reference_t<Body> *>(f))(b); }, &body);
}

/// How a range of `rows`, each of `row_size` elements, is cut: a function of the shape alone, never of the number of
/// threads, so that sums come out the same everywhere.
struct Blocks {
  index_t count, rows_each;
};
Blocks cut_into_blocks(index_t rows, index_t row_size);

} // namespace detail
} // namespace mixedad

#if defined(__clang__)
#pragma clang diagnostic pop
#endif

#include "mixedad/detail/names_end.h"

#endif
