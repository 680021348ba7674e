// Causal attention with several heads: scores, softmax and the weighted sum, intermediate results kept by the caller.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

void attention(float *out, float *preatt, float *att, const float *inp, int B, int T, int C, int NH) {
  int C3 = C * 3;
  int hs = C / NH;
  float scale = 1.0f / sqrtf(float(hs));
  for (int b = 0; b < B; b++) {
    for (int t = 0; t < T; t++) {
      for (int h = 0; h < NH; h++) {
        const float *query = inp + b * T * C3 + t * C3 + h * hs;
        float *pre = preatt + b * NH * T * T + h * T * T + t * T;
        float *weights = att + b * NH * T * T + h * T * T + t * T;
        float maxval = -10000.0f;
        for (int t2 = 0; t2 <= t; t2++) {
          const float *key = inp + b * T * C3 + t2 * C3 + h * hs + C;
          float val = 0.0f;
          for (int i = 0; i < hs; i++) val += query[i] * key[i];
          val *= scale;
          if (val > maxval) maxval = val;
          pre[t2] = val;
        }
        float expsum = 0.0f;
        for (int t2 = 0; t2 <= t; t2++) {
          float expv = expf(pre[t2] - maxval);
          expsum += expv;
          weights[t2] = expv;
        }
        float expsum_inv = expsum == 0.0f ? 0.0f : 1.0f / expsum;
        for (int t2 = 0; t2 < T; t2++) {
          if (t2 <= t) weights[t2] *= expsum_inv;
          else weights[t2] = 0.0f;
        }
        float *o = out + b * T * C + t * C + h * hs;
        for (int i = 0; i < hs; i++) o[i] = 0.0f;
        for (int t2 = 0; t2 <= t; t2++) {
          const float *value = inp + b * T * C3 + t2 * C3 + h * hs + C * 2;
          for (int i = 0; i < hs; i++) o[i] += weights[t2] * value[i];
        }
      }
    }
  }
}

int main() {
  using check::scattered;
  CHECK(attention, scattered<float, 12>(-1, 1), scattered<float, 18>(-1, 1), scattered<float, 18>(-1, 1),
        scattered<float, 36>(-1, 1), 1, 3, 4, 2);
  return check::done();
}
