// A text file as characters 0..n-1, split into a training part and a held-out part, cut into windows.
#ifndef HMLSTM_TEXT_H
#define HMLSTM_TEXT_H

#include <mixedad/mixedad.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace hmlstm {

/// Consecutive characters of `batch` places of the text: at step t, target[t] is what follows input[t].
struct Window {
  std::vector<mixedad::Array<int>> input, target; // [batch] each
  int batch = 0;
  int steps() const { return int(input.size()); }
};

class Text {
public:
  /// The last tenth is held out.
  explicit Text(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    if (!file)
      throw std::runtime_error("cannot read " + path);
    const std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::vector<int> code(256, -1);
    for (unsigned char byte : bytes) {
      if (code[byte] < 0) {
        code[byte] = int(alphabet_.size());
        alphabet_ += char(byte);
      }
      symbols_.push_back(code[byte]);
    }
    held_out_ = symbols_.size() - symbols_.size() / 10;
    if (symbols_.size() - held_out_ < 100)
      throw std::runtime_error(path + " is too short to learn from: it needs 1000 characters");
  }

  int alphabet_size() const { return int(alphabet_.size()); }
  char character(int symbol) const { return alphabet_[symbol]; }
  int symbol(std::size_t position) const { return symbols_[position]; }
  std::size_t training_size() const { return held_out_; }
  std::size_t held_out_size() const { return symbols_.size() - held_out_; }

  /// Windows at random places of the training part.
  Window sample(int batch, int steps, std::mt19937 &random) const {
    const int longest = int(held_out_) - 1;
    steps = std::min(steps, longest);
    std::uniform_int_distribution<std::size_t> place(0, longest - steps);
    std::vector<std::size_t> starts(batch);
    for (std::size_t &start : starts)
      start = place(random);
    return window(starts, steps);
  }

  /// The held-out part as one batch of windows side by side.
  Window held_out(int steps) const {
    const int available = int(held_out_size()) - 1;
    steps = std::min(steps, available);
    std::vector<std::size_t> starts;
    for (int start = 0; start + steps <= available; start += steps)
      starts.push_back(held_out_ + start);
    return window(starts, steps);
  }

  /// Bits per character of the held-out part under the training part's character frequencies.
  double unigram_bits() const {
    std::vector<double> count(alphabet_.size(), 1.0); // one each, for characters that were never seen
    for (std::size_t i = 0; i < held_out_; ++i)
      count[symbols_[i]] += 1;
    const double total = double(held_out_ + alphabet_.size());
    double bits = 0;
    for (std::size_t i = held_out_; i < symbols_.size(); ++i)
      bits -= std::log2(count[symbols_[i]] / total);
    return bits / double(held_out_size());
  }

private:
  Window window(const std::vector<std::size_t> &starts, int steps) const {
    Window result;
    result.batch = int(starts.size());
    for (int t = 0; t <= steps; ++t) {
      std::vector<int> column;
      for (std::size_t start : starts)
        column.push_back(symbols_[start + t]);
      const auto symbols = mixedad::Array<int>::from(column.data(), {result.batch});
      if (t < steps)
        result.input.push_back(symbols);
      if (t > 0)
        result.target.push_back(symbols);
    }
    return result;
  }

  std::string alphabet_;
  std::vector<int> symbols_;
  std::size_t held_out_ = 0;
};

} // namespace hmlstm
#endif
