// Rotary position embedding in place, token embedding by index, and positions added.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

void rope(float *q, float *k, int pos, int dim, int kv_dim, int head_size) {
  for (int i = 0; i < dim; i += 2) {
    int head_dim = i % head_size;
    float freq = 1.0f / powf(10000.0f, head_dim / (float)head_size);
    float val = pos * freq;
    float fcr = cosf(val);
    float fci = sinf(val);
    int rotn = i < kv_dim ? 2 : 1;
    for (int v = 0; v < rotn; v++) {
      float *vec = v == 0 ? q : k;
      float v0 = vec[i];
      float v1 = vec[i + 1];
      vec[i] = v0 * fcr - v1 * fci;
      vec[i + 1] = v0 * fci + v1 * fcr;
    }
  }
}
void encoder(double *out, const int *tokens, const double *wte, const double *wpe, int T, int C) {
  for (int t = 0; t < T; t++) {
    double *row = out + t * C;
    const double *token = wte + tokens[t] * C;
    const double *position = wpe + t * C;
    for (int i = 0; i < C; i++) row[i] = token[i] + position[i];
  }
}
const int tokens[3] = {2, 0, 2};

int main() {
  using check::scattered;
  CHECK(rope, scattered<float, 8>(-1, 1), scattered<float, 4>(-1, 1), 3, 8, 4, 4);
  CHECK(encoder, scattered<double, 6>(-1, 1), &tokens[0], scattered<double, 6>(-1, 1), scattered<double, 6>(-1, 1), 3, 2);
  return check::done();
}
