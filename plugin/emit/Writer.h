//===- Writer.h - indented C++ text ---------------------------------------===//
//
// The only place that knows about indentation. Lines hold no newline; `open` ends a line with `{` and `close`
// balances it, so the text's nesting is the calls' nesting.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_EMIT_WRITER_H
#define MIXEDAD_EMIT_WRITER_H

#include <string>
#include <string_view>

namespace mixedad::emit {

class Writer {
public:
  void line(std::string_view Text) {
    Out.append(2 * Depth, ' ');
    Out += Text;
    Out += '\n';
  }
  void blank() { Out += '\n'; }

  /// `Head {`, or `{` alone.
  void open(std::string_view Head) {
    line(Head.empty() ? std::string("{") : std::string(Head) + " {");
    ++Depth;
  }
  /// `}Tail`; Tail is ";" or " while (c);" or nothing.
  void close(std::string_view Tail = "") {
    --Depth;
    line("}" + std::string(Tail));
  }
  /// `} else {`: closes one block and opens its sibling.
  void reopen(std::string_view Between) {
    --Depth;
    line("} " + std::string(Between) + " {");
    ++Depth;
  }
  /// Text that was written elsewhere, complete lines at depth 0.
  void splice(std::string_view Lines) {
    while (!Lines.empty()) {
      size_t End = Lines.find('\n');
      std::string_view One = Lines.substr(0, End);
      if (One.empty())
        blank();
      else
        line(One);
      Lines = End == std::string_view::npos ? std::string_view() : Lines.substr(End + 1);
    }
  }

  /// What follows is inside a block whose head is written elsewhere.
  void indent() { ++Depth; }

  const std::string &text() const { return Out; }
  std::string take() { return std::move(Out); }

private:
  std::string Out;
  unsigned Depth = 0;
};

/// A block whose closing brace follows scope.
class Block {
public:
  Block(Writer &W, std::string_view Head, std::string_view Tail = "") : W(W), Tail(Tail) { W.open(Head); }
  ~Block() { W.close(Tail); }
  Block(const Block &) = delete;

private:
  Writer &W;
  std::string Tail;
};

} // namespace mixedad::emit
#endif
