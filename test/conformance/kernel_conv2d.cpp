// Two-dimensional convolution, bilinear sampling and upsampling, as image code writes them.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

void conv2d(float *out, const float *in, const float *k, int h, int w, int channels) {
  for (int y = 1; y < h - 1; ++y)
    for (int x = 1; x < w - 1; ++x) {
      float acc = 0;
      for (int c = 0; c < channels; ++c)
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx)
            acc += in[(c * h + y + dy) * w + x + dx] * k[(c * 3 + dy + 1) * 3 + dx + 1];
      out[(y - 1) * (w - 2) + x - 1] = acc > 0 ? acc : 0.1f * acc;
    }
}
double bilinear(const double *image, int w, int h, double x, double y) {
  int x0 = int(std::floor(x)), y0 = int(std::floor(y));
  double fx = x - x0, fy = y - y0;
  auto at = [&](int i, int j) { return image[(j < h ? j : h - 1) * w + (i < w ? i : w - 1)]; };
  return (1 - fy) * ((1 - fx) * at(x0, y0) + fx * at(x0 + 1, y0)) + fy * ((1 - fx) * at(x0, y0 + 1) + fx * at(x0 + 1, y0 + 1));
}
void upsample(double *out, const double *in, int n) {
  for (int i = 0; i < 2 * n; ++i) out[i] = in[i / 2];
  for (int i = 1; i < 2 * n - 1; i += 2) out[i] = 0.5 * (out[i - 1] + out[i + 1]);
}

int main() {
  using check::scattered;
  CHECK(conv2d, scattered<float, 2>(-1, 1), scattered<float, 24>(-1, 1), scattered<float, 18>(-1, 1), 3, 4, 2);
  CHECK(bilinear, scattered<double, 6>(-1, 1), 3, 2, 1.3, 0.6);
  CHECK(bilinear, scattered<double, 6>(-1, 1), 3, 2, 1.3, 1.6);
  CHECK(upsample, scattered<double, 6>(-1, 1), scattered<double, 3>(-1, 1), 3);
  return check::done();
}
