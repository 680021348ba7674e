// A hierarchical multiscale LSTM as a character-level language model, trained on derivatives made by MixedAD.
//
//   hmlstm [text-file] [--steps N]
//
// First checks its gradient, then trains, then compares itself with the text's character frequencies on the part
// that it never saw, and writes a little.
#include "adam.h"
#include "check.h"
#include "model.h"
#include "text.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

namespace hmlstm {

struct Options {
  std::string path = "/usr/share/common-licenses/GPL-3";
  int steps = 900, batch = 32, window = 50, hidden = 96;
  float rate = 4e-3f;
};

/// The step's slope grows from 1 to 5 over the training (section 2.3 of the paper).
float slope_at(int step, const Options &options) { return 1 + 4 * float(step) / float(options.steps); }

double bits(double nats) { return nats / std::log(2.0); }

/// Gradients longer than this are scaled down to it.
void clip(Model<float> &gradient, float longest) {
  double square = 0;
  for (const Array<float> *array : gradient.arrays())
    square += double(mixedad::sum(*array * *array));
  if (square > double(longest) * longest)
    for (Array<float> *array : gradient.arrays())
      *array = *array * float(longest / std::sqrt(square));
}

void train(Model<float> &model, const Text &text, const Options &options, std::mt19937 &random) {
  using clock = std::chrono::steady_clock;
  Adam adam(model);
  const auto began = clock::now();
  double smooth = 0;
  for (int step = 1; step <= options.steps; ++step) {
    const Window window = text.sample(options.batch, options.window, random);
    auto [value, gradients] = mixedad::value_and_gradient<loss<float>, mixedad::wrt<0>>(
        model, window, slope_at(step, options), Boundaries<float>{});
    Model<float> &gradient = mixedad::get<0>(gradients);
    clip(gradient, 1);
    const float done = float(step) / float(options.steps);
    adam.update(model, gradient, options.rate * (1 - 0.9f * done));

    smooth = step == 1 ? value : 0.9 * smooth + 0.1 * value;
    if (step == 1 || step % 25 == 0 || step == options.steps) {
      const double seconds = std::chrono::duration<double>(clock::now() - began).count();
      std::printf("step %4d/%d   %5.2f bits per character   %7.0f characters/s   %3.0f s left\n", step, options.steps,
                  bits(smooth), double(step) * window.batch * window.steps() / seconds,
                  seconds / step * (options.steps - step));
      std::fflush(stdout);
    }
  }
}

/// The model writes: each character is drawn from what it expects after those before.
std::string write(const Model<float> &model, const Text &text, int length, float slope, std::mt19937 &random) {
  State<float> state = start(model, 1);
  std::string written;
  int symbol = text.symbol(0);
  for (int t = 0; t < length; ++t) {
    advance(model, Array<int>::from(&symbol, {1}), slope, {}, 0, state);
    const Array<float> chances = mixedad::softmax(read_out(model, state) * 1.25f); // a little surer than it is
    const std::vector<float> weights = chances.to_vector();
    symbol = std::discrete_distribution<int>(weights.begin(), weights.end())(random);
    written += text.character(symbol);
  }
  return written;
}

/// How often each layer but the top one ends a segment: what the model found out about scales.
void print_boundaries(const Model<float> &model, const Window &window, float slope) {
  const Boundaries<float> found = detect(model, window, slope);
  for (int l = 0; l + 1 < layers; ++l) {
    double ended = 0;
    for (int t = 0; t < window.steps(); ++t)
      ended += double(mixedad::mean(found[t * (layers - 1) + l])) / window.steps();
    std::printf("layer %d ends a segment at %.0f%% of the characters\n", l + 1, 100 * ended);
  }
  std::printf("(where a segment ends, the layer passes on what it has read and begins anew; 100%% is at every character, so\n"
              " that layer has found no longer scale than the one below it; that takes more steps than these)\n");
}

int run(const Options &options) {
  std::mt19937 random(1);
  const Text text(options.path);
  std::printf("%s: %zu characters to learn from, %zu held out, %d different; %d layers of %d\n", options.path.c_str(),
              text.training_size(), text.held_out_size(), text.alphabet_size(), layers, options.hidden);
  if (!check_gradient(text, random))
    return 1;

  Model<float> model = random_model<float>(text.alphabet_size(), options.hidden, random);
  train(model, text, options, random);

  const float slope = slope_at(options.steps, options);
  const Window held_out = text.held_out(options.window);
  print_boundaries(model, held_out, slope);
  const double own = bits(loss(model, held_out, slope, Boundaries<float>{})), unigram = text.unigram_bits();
  std::printf("held-out text: %.2f bits per character; its character frequencies alone: %.2f\n", own, unigram);
  std::printf("--- a sample ---\n%s\n", write(model, text, 300, slope, random).c_str());
  return 0;
}

} // namespace hmlstm

int main(int argc, char **argv) {
  hmlstm::Options options;
  for (int k = 1; k < argc; ++k) {
    if (!std::strcmp(argv[k], "--steps") && k + 1 < argc)
      options.steps = std::max(1, std::atoi(argv[++k]));
    else if (argv[k][0] != '-')
      options.path = argv[k];
    else
      return std::fprintf(stderr, "usage: hmlstm [text-file] [--steps N]\n"), 2;
  }
  try {
#ifdef __CUDACC__
    std::printf("%s\n", mixedad::describe_device());
#endif
    return hmlstm::run(options);
  } catch (const std::exception &error) {
    return std::fprintf(stderr, "hmlstm: %s\n", error.what()), 1;
  }
}
