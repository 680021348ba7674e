//===- tape.h - the stack that a reverse sweep reads back ------------------===//
//
// The forward sweep pushes, the reverse sweep pops in the opposite order. Invariants:
//
//  * Chunks never move, so an emplaced object keeps its address, and a chunk that was once allocated is kept
//    and used again: a tape that has run once allocates nothing the second time, nor does the thread's next tape.
//    (Fresh memory costs more than what is written to it: the system clears it page by page.)
//  * Pushed values are packed without padding (a bool costs one byte); emplaced objects are aligned and are
//    followed by a trailer that says where the stack was before them.
//  * Objects with a destructor are chained through their trailers, newest first, so that they are destroyed
//    when a tape is cleared, rewound or dies without a reverse sweep.
//
// A push is a copy and a bump of one pointer behind one branch that is rarely taken.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_TAPE_H
#define MIXEDAD_TAPE_H

#include "mixedad/budget.h"
#include "mixedad/detail/support.h"
#include <cstddef>
#include <cstdlib>
#include <new>
#include <type_traits>

#include "mixedad/detail/names_begin.h"

namespace mixedad {

/// The tape could not grow (or was read past its bottom). what() says how many bytes were asked for.
class tape_error : public std::bad_alloc {
public:
  tape_error(const char *before, std::size_t bytes, const char *after) noexcept : bytes_(bytes) {
    char digits[24];
    char *d = digits + sizeof(digits);
    *--d = '\0';
    do
      *--d = static_cast<char>('0' + bytes % 10);
    while ((bytes /= 10) != 0);
    char *out = append(append(append(message_, before), d), after);
    *out = '\0';
  }
  const char *what() const noexcept override { return message_; }
  /// Bytes that the failed call asked for.
  std::size_t bytes() const noexcept { return bytes_; }

private:
  char *append(char *out, const char *text) noexcept {
    while (*text && out < message_ + sizeof(message_) - 1)
      *out++ = *text++;
    return out;
  }
  char message_[120];
  std::size_t bytes_;
};

// On a device a tape can be made, and is empty: a derivative that pushes does not compile there (it would throw).
MIXEDAD_HD_BEGIN
class Tape {
  struct Chunk {
    Chunk *prev, *next;
    char *end;
    char *saved_top; ///< where the stack stood when a later chunk was entered
    char *begin() { return reinterpret_cast<char *>(this + 1); }
    std::size_t size() { return static_cast<std::size_t>(end - begin()); }
  };
  /// Behind an emplaced object without a destructor.
  struct Trailer {
    char *below;
  };
  /// Behind an emplaced object with one.
  struct OwningTrailer {
    OwningTrailer *older;
    void *object;
    void (*destroy)(void *);
    char *below;
  };
  template <class T> using trailer_t =
      std::conditional_t<std::is_trivially_destructible<T>::value, Trailer, OwningTrailer>;

public:
  /// A position to rewind to.
  struct Mark {
    Chunk *chunk;
    char *top;
    OwningTrailer *owned;
  };

  explicit Tape(std::size_t max_bytes = static_cast<std::size_t>(-1)) noexcept : budget_(max_bytes) {}
  Tape(const Tape &) = delete;
  Tape &operator=(const Tape &) = delete;
  ~Tape() {
    clear();
    if (chunk_ || spare_)
      give_back();
  }

  template <class T> void push(T value) {
    if constexpr (std::is_trivially_copyable<T>::value) {
      if (__builtin_expect(static_cast<std::size_t>(end_ - top_) < sizeof(T), 0))
        grow(sizeof(T));
      __builtin_memcpy(top_, &value, sizeof(T));
      top_ += sizeof(T);
    } else {
      emplace<T>(static_cast<T &&>(value));
    }
  }

  template <class T> T pop() {
    if constexpr (std::is_trivially_copyable<T>::value) {
      alignas(T) char raw[sizeof(T)];
      if (__builtin_expect(top_ == begin_, 0))
        retreat(sizeof(T));
      top_ -= sizeof(T);
      __builtin_memcpy(raw, top_, sizeof(T));
      return *std::launder(reinterpret_cast<T *>(raw));
    } else {
      T value(static_cast<T &&>(top<T>()));
      drop<T>();
      return value;
    }
  }

  /// Constructs an object whose address stays the same until drop.
  template <class T, class... A> T &emplace(A &&...args) {
    using Tr = trailer_t<T>;
    constexpr std::size_t room = sizeof(T) + alignof(T) + sizeof(Tr) + alignof(Tr);
    if (__builtin_expect(static_cast<std::size_t>(end_ - top_) < room, 0))
      grow(room);
    char *below = top_;
    char *at = align(below, alignof(T));
    char *after = align(at + sizeof(T), alignof(Tr));
    const Mark before = mark();
    top_ = after + sizeof(Tr); // first, for a constructor that uses this tape above its own object
    T *object = construct<T>(at, before, static_cast<A &&>(args)...);
    if constexpr (std::is_trivially_destructible<T>::value) {
      ::new (static_cast<void *>(after)) Trailer{below};
    } else {
      owned_ = ::new (static_cast<void *>(after))
          OwningTrailer{owned_, object, &destroy<T>, below};
    }
    return *object;
  }

  /// The object that was emplaced last, which must be a T.
  template <class T> T &top() {
    if (__builtin_expect(top_ == begin_, 0))
      retreat(sizeof(T));
    return *std::launder(reinterpret_cast<T *>(align(trailer<T>()->below, alignof(T))));
  }

  /// Destroys the object that was emplaced last, which must be a T.
  template <class T> void drop() {
    T &object = top<T>();
    trailer_t<T> *tr = trailer<T>();
    char *below = tr->below;
    if constexpr (!std::is_trivially_destructible<T>::value) {
      owned_ = tr->older;
      object.~T();
    }
    static_cast<void>(object);
    top_ = below;
  }

  /// The newest of the objects of class T, which has a destructor, for which `is` is true; null when there is none.
  template <class T, class Is> T *newest(Is is) {
    for (OwningTrailer *o = owned_; o; o = o->older)
      if (o->destroy == &destroy<T> && is(*static_cast<T *>(o->object)))
        return static_cast<T *>(o->object);
    return nullptr;
  }

  Mark mark() const noexcept { return {chunk_, top_, owned_}; }

  /// Back to a mark of this tape: what came after it is destroyed, newest first.
  void rewind(Mark m) noexcept {
    while (owned_ != m.owned) {
      OwningTrailer *o = owned_;
      owned_ = o->older;
      o->destroy(o->object);
    }
    if (!m.chunk) { // marked before the first allocation
      enter(first());
      top_ = begin_;
    } else if (m.chunk != chunk_) {
      enter(m.chunk);
      top_ = m.top;
    } else {
      top_ = m.top;
    }
  }

  /// Forgets everything, keeps the memory.
  void clear() noexcept { rewind(Mark{nullptr, nullptr, nullptr}); }

  bool empty() const noexcept { return top_ == begin_ && (!chunk_ || !chunk_->prev); }

  /// Bytes of memory that the tape holds, used or not. Those of thread_tape() are what the thread's tapes left behind.
  std::size_t capacity() const noexcept { return held_ + spare_bytes_; }

  /// Bytes that are in use.
  std::size_t used() const noexcept {
    std::size_t bytes = static_cast<std::size_t>(top_ - begin_);
    for (Chunk *c = chunk_ ? chunk_->prev : nullptr; c; c = c->prev)
      bytes += static_cast<std::size_t>(c->saved_top - c->begin());
    return bytes;
  }

  /// Gives memory back; the tape must be empty.
  void release() noexcept {
    for (Chunk *c = first(), *next; c; c = next) {
      next = c->next;
      std::free(c);
    }
    forget();
    free_spare();
  }

private:
  static constexpr std::size_t first_chunk = std::size_t(1) << 16;
  static constexpr std::size_t largest_step = std::size_t(1) << 26;

  static char *align(char *p, std::size_t to) {
    return p + (-reinterpret_cast<std::size_t>(p) & (to - 1));
  }
  template <class T, class... A> T *construct(char *at, Mark before, A &&...args) {
    struct Undo { // an exception must leave no half-made entry behind
      Tape *tape;
      Mark to;
      ~Undo() {
        if (tape)
          tape->rewind(to);
      }
    } undo{this, before};
    T *object;
    if constexpr (std::is_constructible<T, A &&...>::value)
      object = ::new (static_cast<void *>(at)) T(static_cast<A &&>(args)...);
    else
      object = ::new (static_cast<void *>(at)) T{static_cast<A &&>(args)...};
    undo.tape = nullptr;
    return object;
  }
  template <class T> static void destroy(void *object) { static_cast<T *>(object)->~T(); }
  template <class T> trailer_t<T> *trailer() {
    return std::launder(reinterpret_cast<trailer_t<T> *>(top_ - sizeof(trailer_t<T>)));
  }
  Chunk *first() const noexcept {
    Chunk *c = chunk_;
    while (c && c->prev)
      c = c->prev;
    return c;
  }
  void enter(Chunk *c) noexcept {
    chunk_ = c;
    begin_ = c ? c->begin() : nullptr;
    end_ = c ? c->end : nullptr;
  }

  /// Makes the next chunk current, with room for `room` bytes. The tape is unchanged when this throws.
  __attribute__((noinline, cold)) void grow(std::size_t room) {
    Chunk *next = chunk_ ? chunk_->next : nullptr;
    if (!next || next->size() < room)
      next = reuse_chunk(room);
    if (!next)
      next = insert_chunk(room);
    if (chunk_)
      chunk_->saved_top = top_;
    enter(next);
    top_ = begin_;
  }

  Chunk *insert_chunk(std::size_t room) {
    if (Tape *keeper = limit() == detail::no_budget ? nullptr : keeping_tape())
      keeper->free_spare(); // too small, and the thread's too
    const std::size_t left = allowance();
    std::size_t size = held_ < first_chunk ? first_chunk : held_ < largest_step ? held_ : largest_step;
    if (size > left)
      size = left;
    if (size < room)
      size = room;
    const std::size_t total = size + sizeof(Chunk);
    void *raw = total < size || size > left ? nullptr : std::malloc(total);
    if (!raw && size > room && room <= left) // a smaller step may still fit
      raw = std::malloc((size = room) + sizeof(Chunk));
    if (!raw)
      throw tape_error(limit() == detail::no_budget || room <= left
                           ? "mixedad: no memory for the tape: "
                           : "mixedad: the tape has reached its memory budget: ",
                       room, " more bytes were asked for");
    Chunk *after = chunk_ ? chunk_->next : nullptr;
    Chunk *made = ::new (raw) Chunk{chunk_, after, static_cast<char *>(raw) + sizeof(Chunk) + size, nullptr};
    if (chunk_)
      chunk_->next = made;
    if (after)
      after->prev = made;
    held_ += size;
    return made;
  }

  void free_spare() noexcept {
    for (Chunk *c = spare_, *next; c; c = next) {
      next = c->next;
      std::free(c);
    }
    spare_ = nullptr;
    spare_bytes_ = 0;
  }

  void forget() noexcept {
    chunk_ = nullptr;
    begin_ = top_ = end_ = nullptr;
    held_ = 0;
  }

  /// The thread keeps the memory for its next tape. The tape is empty.
  __attribute__((noinline)) void give_back() noexcept {
    Tape *keeper = keeping_tape();
    if (!keeper || keeper == this)
      return release();
    for (Chunk *c = first(), *next; c; c = next) {
      next = c->next;
      c->next = keeper->spare_;
      keeper->spare_ = c;
    }
    keeper->spare_bytes_ += held_;
    forget();
    if (keeper->spare_bytes_ > keeper->limit())
      keeper->free_spare();
  }

  /// The tape's own limit, and the thread's.
  std::size_t limit() const noexcept {
#ifdef __CUDA_ARCH__
    return budget_;
#else
    return budget_ < memory_budget() ? budget_ : memory_budget();
#endif
  }
  /// Bytes that this tape may still take.
  std::size_t allowance() const noexcept { return limit() > held_ ? limit() - held_ : 0; }

  /// A chunk that an earlier tape of this thread left, if one is large enough and this tape may have it.
  Chunk *reuse_chunk(std::size_t room) noexcept {
    Tape *keeper = keeping_tape();
    for (Chunk **at = keeper ? &keeper->spare_ : nullptr; at && *at; at = &(*at)->next) {
      Chunk *c = *at;
      if (c->size() < room || c->size() > allowance())
        continue;
      *at = c->next;
      keeper->spare_bytes_ -= c->size();
      c->prev = chunk_;
      c->next = chunk_ ? chunk_->next : nullptr;
      if (c->next)
        c->next->prev = c;
      if (chunk_)
        chunk_->next = c;
      held_ += c->size();
      return c;
    }
    return nullptr;
  }

  /// thread_tape(), or null where there is none: on a device, and while the thread's own objects are destroyed.
  static Tape *keeping_tape() noexcept;

  /// The current chunk is used up by pops: back to the one before it.
  __attribute__((noinline, cold)) void retreat(std::size_t bytes) {
    do {
      if (!chunk_ || !chunk_->prev)
        throw tape_error("mixedad: ", bytes, " bytes were popped from an empty tape");
      enter(chunk_->prev);
      top_ = chunk_->saved_top;
    } while (top_ == begin_);
  }

  char *top_ = nullptr, *begin_ = nullptr, *end_ = nullptr;
  OwningTrailer *owned_ = nullptr;
  Chunk *chunk_ = nullptr;
  std::size_t held_ = 0;
  std::size_t budget_;
  Chunk *spare_ = nullptr; ///< of thread_tape(): what other tapes left
  std::size_t spare_bytes_ = 0;
};

namespace detail {
#ifndef __CUDA_ARCH__
inline thread_local bool thread_tape_ended = false;
#endif
struct KeptTape {
  Tape tape;
  ~KeptTape() {
#ifndef __CUDA_ARCH__
    thread_tape_ended = true;
#endif
  }
};
} // namespace detail

/// The calling thread's tape, which keeps the memory that derivatives on this thread have used for those that follow;
/// thread_tape().release() gives it back to the system.
inline Tape &thread_tape() {
  static thread_local detail::KeptTape kept;
  return kept.tape;
}

inline Tape *Tape::keeping_tape() noexcept {
#ifdef __CUDA_ARCH__
  return nullptr;
#else
  return detail::thread_tape_ended ? nullptr : &thread_tape();
#endif
}

MIXEDAD_HD_END

} // namespace mixedad

#include "mixedad/detail/names_end.h"

#endif
