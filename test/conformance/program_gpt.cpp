// A GPT's loss in plain C: offset pointers, parameters and activations in one block each, both from malloc.
// RUN: %mixedad_cxx -w -O1 %s -o %t && %t
#include "check.h"
#include <vector>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <cassert>

static void encoder_forward(float *out, const int *inp, const float *wte, const float *wpe, int B, int T, int C) {
  for (int b = 0; b < B; b++)
    for (int t = 0; t < T; t++) {
      float *out_bt = out + b * T * C + t * C;
      int ix = inp[b * T + t];
      const float *wte_ix = wte + ix * C;
      const float *wpe_t = wpe + t * C;
      for (int i = 0; i < C; i++) out_bt[i] = wte_ix[i] + wpe_t[i];
    }
}
static void layernorm_forward(float *out, float *mean, float *rstd, const float *inp, const float *weight, const float *bias, int B, int T, int C) {
  float eps = 1e-5f;
  for (int b = 0; b < B; b++)
    for (int t = 0; t < T; t++) {
      const float *x = inp + b * T * C + t * C;
      float m = 0.0f;
      for (int i = 0; i < C; i++) m += x[i];
      m = m / C;
      float v = 0.0f;
      for (int i = 0; i < C; i++) {
        float xshift = x[i] - m;
        v += xshift * xshift;
      }
      v = v / C;
      float s = 1.0f / sqrtf(v + eps);
      float *out_bt = out + b * T * C + t * C;
      for (int i = 0; i < C; i++) {
        float n = (s * (x[i] - m));
        float o = n * weight[i] + bias[i];
        out_bt[i] = o;
      }
      mean[b * T + t] = m;
      rstd[b * T + t] = s;
    }
}
static void matmul_forward_naive(float *out, const float *inp, const float *weight, const float *bias, int B, int T, int C, int OC) {
  for (int b = 0; b < B; b++)
    for (int t = 0; t < T; t++) {
      int bt = b * T + t;
      for (int o = 0; o < OC; o++) {
        float val = (bias != NULL) ? bias[o] : 0.0f;
        for (int i = 0; i < C; i++) val += inp[bt * C + i] * weight[o * C + i];
        out[bt * OC + o] = val;
      }
    }
}
static void matmul_forward(float *out, const float *inp, const float *weight, const float *bias, int B, int T, int C, int OC) {
  const int LOOP_UNROLL = 4;
  if (B * T % LOOP_UNROLL != 0) {
    matmul_forward_naive(out, inp, weight, bias, B, T, C, OC);
    return;
  }
  for (int obt = 0; obt < B * T; obt += LOOP_UNROLL) {
    for (int o = 0; o < OC; o++) {
      float result[LOOP_UNROLL];
      for (int ibt = 0; ibt < LOOP_UNROLL; ibt++) result[ibt] = (bias != NULL) ? bias[o] : 0.0f;
      for (int i = 0; i < C; i++) {
        float w = weight[i + o * C];
        for (int ibt = 0; ibt < LOOP_UNROLL; ibt++) {
          int bt = obt + ibt;
          result[ibt] += inp[bt * C + i] * w;
        }
      }
      for (int ibt = 0; ibt < LOOP_UNROLL; ibt++) {
        int bt = obt + ibt;
        out[bt * OC + o] = result[ibt];
      }
    }
  }
}
static void attention_forward(float *out, float *preatt, float *att, const float *inp, int B, int T, int C, int NH) {
  int C3 = C * 3;
  int hs = C / NH;
  float scale = 1.0 / sqrtf(hs);
  for (int b = 0; b < B; b++)
    for (int t = 0; t < T; t++)
      for (int h = 0; h < NH; h++) {
        const float *query_t = inp + b * T * C3 + t * C3 + h * hs;
        float *preatt_bth = preatt + b * NH * T * T + h * T * T + t * T;
        float *att_bth = att + b * NH * T * T + h * T * T + t * T;
        float maxval = -10000.0f;
        for (int t2 = 0; t2 <= t; t2++) {
          const float *key_t2 = inp + b * T * C3 + t2 * C3 + h * hs + C;
          float val = 0.0f;
          for (int i = 0; i < hs; i++) val += query_t[i] * key_t2[i];
          val *= scale;
          if (val > maxval) maxval = val;
          preatt_bth[t2] = val;
        }
        float expsum = 0.0f;
        for (int t2 = 0; t2 <= t; t2++) {
          float expv = expf(preatt_bth[t2] - maxval);
          expsum += expv;
          att_bth[t2] = expv;
        }
        float expsum_inv = expsum == 0.0f ? 0.0f : 1.0f / expsum;
        for (int t2 = 0; t2 < T; t2++) {
          if (t2 <= t) att_bth[t2] *= expsum_inv;
          else att_bth[t2] = 0.0f;
        }
        float *out_bth = out + b * T * C + t * C + h * hs;
        for (int i = 0; i < hs; i++) out_bth[i] = 0.0f;
        for (int t2 = 0; t2 <= t; t2++) {
          const float *value_t2 = inp + b * T * C3 + t2 * C3 + h * hs + C * 2;
          float att_btht2 = att_bth[t2];
          for (int i = 0; i < hs; i++) out_bth[i] += att_btht2 * value_t2[i];
        }
      }
}
#define GELU_SCALING_FACTOR sqrtf(2.0f / M_PI)
static void gelu_forward(float *out, const float *inp, int N) {
  for (int i = 0; i < N; i++) {
    float x = inp[i];
    float cube = 0.044715f * x * x * x;
    out[i] = 0.5f * x * (1.0f + tanhf(GELU_SCALING_FACTOR * (x + cube)));
  }
}
static void residual_forward(float *out, const float *inp1, const float *inp2, int N) {
  for (int i = 0; i < N; i++) out[i] = inp1[i] + inp2[i];
}
static void softmax_forward(float *probs, const float *logits, int B, int T, int V, int Vp) {
  for (int b = 0; b < B; b++)
    for (int t = 0; t < T; t++) {
      const float *logits_bt = logits + b * T * Vp + t * Vp;
      float *probs_bt = probs + b * T * Vp + t * Vp;
      float maxval = -10000.0f;
      for (int i = 0; i < V; i++)
        if (logits_bt[i] > maxval) maxval = logits_bt[i];
      float sum = 0.0f;
      for (int i = 0; i < V; i++) {
        probs_bt[i] = expf(logits_bt[i] - maxval);
        sum += probs_bt[i];
      }
      for (int i = 0; i < V; i++) probs_bt[i] /= sum;
      for (int i = V; i < Vp; i++) probs_bt[i] = 0.0f;
    }
}
static void crossentropy_forward(float *losses, const float *probs, const int *targets, int B, int T, int Vp) {
  for (int b = 0; b < B; b++)
    for (int t = 0; t < T; t++) {
      const float *probs_bt = probs + b * T * Vp + t * Vp;
      int ix = targets[b * T + t];
      losses[b * T + t] = -logf(probs_bt[ix]);
    }
}
typedef struct { int max_seq_len, vocab_size, padded_vocab_size, num_layers, num_heads, channels; } Config;
#define NP 16
typedef struct {
  float *wte, *wpe, *ln1w, *ln1b, *qkvw, *qkvb, *attprojw, *attprojb, *ln2w, *ln2b, *fcw, *fcb, *fcprojw, *fcprojb, *lnfw, *lnfb;
} ParameterTensors;
static void fill_in_parameter_sizes(size_t *s, Config c) {
  size_t Vp = c.padded_vocab_size, C = c.channels, T = c.max_seq_len, L = c.num_layers;
  s[0] = Vp * C; s[1] = T * C; s[2] = L * C; s[3] = L * C; s[4] = L * 3 * C * C; s[5] = L * 3 * C; s[6] = L * C * C; s[7] = L * C;
  s[8] = L * C; s[9] = L * C; s[10] = L * 4 * C * C; s[11] = L * 4 * C; s[12] = L * C * 4 * C; s[13] = L * C; s[14] = C; s[15] = C;
}
static void point_parameters(ParameterTensors *params, size_t *sizes, float *memory) {
  float **ptrs[] = {&params->wte, &params->wpe, &params->ln1w, &params->ln1b, &params->qkvw, &params->qkvb, &params->attprojw, &params->attprojb,
    &params->ln2w, &params->ln2b, &params->fcw, &params->fcb, &params->fcprojw, &params->fcprojb, &params->lnfw, &params->lnfb};
  float *it = memory;
  for (size_t i = 0; i < NP; i++) { *(ptrs[i]) = it; it += sizes[i]; }
}
static float gpt(float *memory, const int *inputs, const int *targets, int B, int T) {
  Config cfg = {4, 5, 6, 2, 2, 4};
  size_t sizes[NP];
  fill_in_parameter_sizes(sizes, cfg);
  ParameterTensors p;
  point_parameters(&p, sizes, memory);
  int C = cfg.channels, L = cfg.num_layers, NH = cfg.num_heads, V = cfg.vocab_size, Vp = cfg.padded_vocab_size;
  float *encoded = (float *)malloc(B * T * C * sizeof(float));
  float *ln1 = (float *)calloc(L * B * T * C, sizeof(float)), *ln1_mean = (float *)calloc(L * B * T, sizeof(float)), *ln1_rstd = (float *)calloc(L * B * T, sizeof(float));
  float *qkv = (float *)calloc(L * B * T * 3 * C, sizeof(float)), *atty = (float *)calloc(L * B * T * C, sizeof(float));
  float *preatt = (float *)calloc(L * B * NH * T * T, sizeof(float)), *att = (float *)calloc(L * B * NH * T * T, sizeof(float));
  float *attproj = (float *)calloc(L * B * T * C, sizeof(float)), *residual2 = (float *)calloc(L * B * T * C, sizeof(float));
  float *fch = (float *)calloc(L * B * T * 4 * C, sizeof(float)), *fch_gelu = (float *)calloc(L * B * T * 4 * C, sizeof(float)), *fcproj = (float *)calloc(L * B * T * C, sizeof(float)), *residual3 = (float *)calloc(L * B * T * C, sizeof(float));
  float *logits = (float *)calloc(B * T * Vp, sizeof(float)), *probs = (float *)calloc(B * T * Vp, sizeof(float)), *losses = (float *)calloc(B * T, sizeof(float));
  encoder_forward(encoded, inputs, p.wte, p.wpe, B, T, C);
  float *residual;
  for (int l = 0; l < L; l++) {
    residual = l == 0 ? encoded : residual3 + (l - 1) * B * T * C;
    float *l_ln1 = ln1 + l * B * T * C;
    float *l_qkv = qkv + l * B * T * 3 * C;
    float *l_atty = atty + l * B * T * C;
    float *l_res2 = residual2 + l * B * T * C, *l_fch = fch + l * B * T * 4 * C, *l_res3 = residual3 + l * B * T * C;
    layernorm_forward(l_ln1, ln1_mean + l * B * T, ln1_rstd + l * B * T, residual, p.ln1w + l * C, p.ln1b + l * C, B, T, C);
    matmul_forward(l_qkv, l_ln1, p.qkvw + l * 3 * C * C, p.qkvb + l * 3 * C, B, T, C, 3 * C);
    attention_forward(l_atty, preatt + l * B * NH * T * T, att + l * B * NH * T * T, l_qkv, B, T, C, NH);
    matmul_forward(attproj + l * B * T * C, l_atty, p.attprojw + l * C * C, p.attprojb + l * C, B, T, C, C);
    residual_forward(l_res2, residual, attproj + l * B * T * C, B * T * C);
    layernorm_forward(l_ln1, ln1_mean + l * B * T, ln1_rstd + l * B * T, l_res2, p.ln2w + l * C, p.ln2b + l * C, B, T, C);
    matmul_forward(l_fch, l_ln1, p.fcw + l * 4 * C * C, p.fcb + l * 4 * C, B, T, C, 4 * C);
    gelu_forward(fch_gelu + l * B * T * 4 * C, l_fch, B * T * 4 * C);
    matmul_forward(fcproj + l * B * T * C, fch_gelu + l * B * T * 4 * C, p.fcprojw + l * C * 4 * C, p.fcprojb + l * C, B, T, 4 * C, C);
    residual_forward(l_res3, l_res2, fcproj + l * B * T * C, B * T * C);
  }
  residual = residual3 + (L - 1) * B * T * C;
  layernorm_forward(ln1, ln1_mean, ln1_rstd, residual, p.lnfw, p.lnfb, B, T, C);
  matmul_forward(logits, ln1, p.wte, NULL, B, T, C, Vp);
  softmax_forward(probs, logits, B, T, V, Vp);
  float mean_loss = 0.0f;
  if (targets != NULL) {
    crossentropy_forward(losses, probs, targets, B, T, Vp);
    for (int i = 0; i < B * T; i++) mean_loss += losses[i];
    mean_loss /= B * T;
  } else mean_loss = -1.0f;
  free(encoded); free(ln1); free(ln1_mean); free(ln1_rstd); free(qkv); free(atty); free(preatt); free(att); free(attproj); free(residual2);
  free(fch); free(fch_gelu); free(fcproj); free(residual3); free(logits); free(probs); free(losses);
  return mean_loss;
}
static size_t count() { Config cfg = {4, 5, 6, 2, 2, 4}; size_t s[NP]; fill_in_parameter_sizes(s, cfg); size_t n = 0; for (size_t i = 0; i < NP; i++) n += s[i]; return n; }
int main() {
  const int n = count();
  int in[8] = {1, 4, 0, 2, 3, 3, 1, 0}, target[8] = {4, 0, 2, 3, 3, 1, 0, 2};
  std::vector<float> weights(n), gradient(n), tangent(n);
  float *w = weights.data(), *dw = gradient.data(), *t = tangent.data();
  for (int i = 0; i < n; ++i) w[i] = 0.3f * std::sin(1.7f * i) + (i % 3 ? 0.1f : 0.4f), t[i] = 0;
  double seed = 1;
  mixedad::gradient<gpt>(mixedad::dup(w, dw), mixedad::constant(in), mixedad::constant(target), 2, 4);
  double bad = 0;
  for (int i = 0; i < n; i += 13) {
    t[i] = 1;
    double fwd = mixedad::jvp<gpt>(mixedad::dup(w, t), mixedad::constant(in), mixedad::constant(target), 2, 4);
    t[i] = 0;
    float old = w[i]; w[i] = old + 0.01f; double up = gpt(w, in, target, 2, 4); w[i] = old - 0.01f; double dn = gpt(w, in, target, 2, 4); w[i] = old;
    double fd = (up - dn) / 0.02;
    if (std::fabs(fwd - dw[i]) > 2e-5 * (1 + std::fabs(fwd))) std::printf("FAIL modes %d %g %g fd %g\n", i, fwd, dw[i], fd), bad++;
    if (std::fabs(fd - dw[i]) > 2e-3 * (1 + std::fabs(fwd))) std::printf("FAIL fd %d %g %g fd %g\n", i, fwd, dw[i], fd), bad++;
  }
  if (!bad) std::printf("PASS\n");
  return bad != 0;
}
