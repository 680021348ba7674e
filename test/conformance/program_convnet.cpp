// Convolution by im2col and gemm, batch normalization, pooling with indices, layers that are structs with a function pointer.
// RUN: %mixedad_cxx -w -O1 %s -o %t && %t
#include "check.h"
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <float.h>
typedef enum { LOGISTIC, RELU, LEAKY, LINEAR, TANH_, ELU, MISH } ACTIVATION;
static inline float leaky_activate(float x) { return (x > 0) ? x : .1 * x; }
static inline float elu_activate(float x) { return (x >= 0) * x + (x < 0) * (exp(x) - 1); }
static inline float relu_activate(float x) { return x * (x > 0); }
float activate(float x, ACTIVATION a) {
  switch (a) {
  case LINEAR: return x;
  case LOGISTIC: return 1. / (1. + exp(-x));
  case RELU: return relu_activate(x);
  case ELU: return elu_activate(x);
  case LEAKY: return leaky_activate(x);
  case TANH_: return (exp(2 * x) - 1) / (exp(2 * x) + 1);
  case MISH: return x * tanhf(log1pf(expf(x)));
  }
  return 0;
}
void activate_array(float *x, const int n, const ACTIVATION a) { for (int i = 0; i < n; ++i) x[i] = activate(x[i], a); }
float im2col_get_pixel(float *im, int height, int width, int channels, int row, int col, int channel, int pad) {
  row -= pad;
  col -= pad;
  if (row < 0 || col < 0 || row >= height || col >= width) return 0;
  return im[col + width * (row + height * channel)];
}
void im2col_cpu(float *data_im, int channels, int height, int width, int ksize, int stride, int pad, float *data_col) {
  int c, h, w;
  int height_col = (height + 2 * pad - ksize) / stride + 1;
  int width_col = (width + 2 * pad - ksize) / stride + 1;
  int channels_col = channels * ksize * ksize;
  for (c = 0; c < channels_col; ++c) {
    int w_offset = c % ksize;
    int h_offset = (c / ksize) % ksize;
    int c_im = c / ksize / ksize;
    for (h = 0; h < height_col; ++h)
      for (w = 0; w < width_col; ++w) {
        int im_row = h_offset + h * stride;
        int im_col = w_offset + w * stride;
        int col_index = (c * height_col + h) * width_col + w;
        data_col[col_index] = im2col_get_pixel(data_im, height, width, channels, im_row, im_col, c_im, pad);
      }
  }
}
void gemm_nn(int M, int N, int K, float ALPHA, float *A, int lda, float *B, int ldb, float *C, int ldc) {
  int i, j, k;
  for (i = 0; i < M; ++i)
    for (k = 0; k < K; ++k) {
      float A_PART = ALPHA * A[i * lda + k];
      for (j = 0; j < N; ++j) C[i * ldc + j] += A_PART * B[k * ldb + j];
    }
}
void gemm_nt(int M, int N, int K, float ALPHA, float *A, int lda, float *B, int ldb, float *C, int ldc) {
  int i, j, k;
  for (i = 0; i < M; ++i)
    for (j = 0; j < N; ++j) {
      float sum = 0;
      for (k = 0; k < K; ++k) sum += ALPHA * A[i * lda + k] * B[j * ldb + k];
      C[i * ldc + j] += sum;
    }
}
void gemm_cpu(int TA, int TB, int M, int N, int K, float ALPHA, float *A, int lda, float *B, int ldb, float BETA, float *C, int ldc) {
  int i, j;
  for (i = 0; i < M; ++i)
    for (j = 0; j < N; ++j) C[i * ldc + j] *= BETA;
  if (!TA && !TB) gemm_nn(M, N, K, ALPHA, A, lda, B, ldb, C, ldc);
  else if (!TA && TB) gemm_nt(M, N, K, ALPHA, A, lda, B, ldb, C, ldc);
  else { exit(3); }
}
void mean_cpu(float *x, int batch, int filters, int spatial, float *mean) {
  float scale = 1. / (batch * spatial);
  int i, j, k;
  for (i = 0; i < filters; ++i) {
    mean[i] = 0;
    for (j = 0; j < batch; ++j)
      for (k = 0; k < spatial; ++k) {
        int index = j * filters * spatial + i * spatial + k;
        mean[i] += x[index];
      }
    mean[i] *= scale;
  }
}
void variance_cpu(float *x, float *mean, int batch, int filters, int spatial, float *variance) {
  float scale = 1. / (batch * spatial - 1);
  int i, j, k;
  for (i = 0; i < filters; ++i) {
    variance[i] = 0;
    for (j = 0; j < batch; ++j)
      for (k = 0; k < spatial; ++k) {
        int index = j * filters * spatial + i * spatial + k;
        variance[i] += pow((x[index] - mean[i]), 2);
      }
    variance[i] *= scale;
  }
}
void normalize_cpu(float *x, float *mean, float *variance, int batch, int filters, int spatial) {
  int b, f, i;
  for (b = 0; b < batch; ++b)
    for (f = 0; f < filters; ++f)
      for (i = 0; i < spatial; ++i) {
        int index = b * filters * spatial + f * spatial + i;
        x[index] = (x[index] - mean[f]) / (sqrt(variance[f]) + .000001f);
      }
}
void copy_cpu(int N, float *X, int INCX, float *Y, int INCY) { int i; for (i = 0; i < N; ++i) Y[i * INCY] = X[i * INCX]; }
void fill_cpu(int N, float ALPHA, float *X, int INCX) { int i; for (i = 0; i < N; ++i) X[i * INCX] = ALPHA; }
struct layer;
typedef struct network { int batch; float *input; float *workspace; int train; } network;
typedef struct layer {
  int batch, h, w, c, n, size, stride, pad, out_h, out_w, batch_normalize;
  float *weights, *biases, *scales, *output, *mean, *variance, *rolling_mean;
  int *indexes;
  ACTIVATION activation;
  void (*forward)(struct layer, struct network);
} layer;
void forward_convolutional_layer(layer l, network net) {
  int i;
  fill_cpu(l.out_h * l.out_w * l.n * l.batch, 0, l.output, 1);
  int m = l.n, k = l.size * l.size * l.c, n = l.out_w * l.out_h;
  for (i = 0; i < l.batch; ++i) {
    float *a = l.weights, *b = net.workspace, *c = l.output + i * n * m;
    float *im = net.input + i * l.c * l.h * l.w;
    if (l.size == 1) b = im;
    else im2col_cpu(im, l.c, l.h, l.w, l.size, l.stride, l.pad, b);
    gemm_cpu(0, 0, m, n, k, 1, a, k, b, n, 1, c, n);
  }
  if (l.batch_normalize) {
    mean_cpu(l.output, l.batch, l.n, n, l.mean);
    variance_cpu(l.output, l.mean, l.batch, l.n, n, l.variance);
    normalize_cpu(l.output, l.mean, l.variance, l.batch, l.n, n);
    for (int b = 0; b < l.batch; ++b) for (int f = 0; f < l.n; ++f) for (int j = 0; j < n; ++j) l.output[(b * l.n + f) * n + j] *= l.scales[f];
  }
  for (int b = 0; b < l.batch; ++b) for (int f = 0; f < l.n; ++f) for (int j = 0; j < n; ++j) l.output[(b * l.n + f) * n + j] += l.biases[f];
  activate_array(l.output, l.n * n * l.batch, l.activation);
}
void forward_maxpool_layer(const layer l, network net) {
  int b, i, j, k, m, n;
  int w_offset = -l.pad / 2, h_offset = -l.pad / 2;
  int h = l.out_h, w = l.out_w, c = l.c;
  for (b = 0; b < l.batch; ++b)
    for (k = 0; k < c; ++k)
      for (i = 0; i < h; ++i)
        for (j = 0; j < w; ++j) {
          int out_index = j + w * (i + h * (k + c * b));
          float max = -FLT_MAX;
          int max_i = -1;
          for (n = 0; n < l.size; ++n)
            for (m = 0; m < l.size; ++m) {
              int cur_h = h_offset + i * l.stride + n;
              int cur_w = w_offset + j * l.stride + m;
              int index = cur_w + l.w * (cur_h + l.h * (k + b * l.c));
              int valid = (cur_h >= 0 && cur_h < l.h && cur_w >= 0 && cur_w < l.w);
              float val = (valid != 0) ? net.input[index] : -FLT_MAX;
              max_i = (val > max) ? index : max_i;
              max = (val > max) ? val : max;
            }
          l.output[out_index] = max;
          l.indexes[out_index] = max_i;
        }
}
void softmax(float *input, int n, float temp, int stride, float *output) {
  int i;
  float sum = 0;
  float largest = -FLT_MAX;
  for (i = 0; i < n; ++i) if (input[i * stride] > largest) largest = input[i * stride];
  for (i = 0; i < n; ++i) {
    float e = exp(input[i * stride] / temp - largest / temp);
    sum += e;
    output[i * stride] = e;
  }
  for (i = 0; i < n; ++i) output[i * stride] /= sum;
}
float conv_net(float *input, float *w1, float *w2, float *rest) {
  float ws[400], o1[2 * 3 * 16], o2[2 * 3 * 4], o3[2 * 4], mean[4], var[4];
  int idx[24];
  network net = {2, input, ws, 1};
  layer l1 = {0};
  l1.batch = 2; l1.h = l1.w = 4; l1.c = 2; l1.n = 3; l1.size = 3; l1.stride = 1; l1.pad = 1; l1.out_h = l1.out_w = 4; l1.batch_normalize = 1;
  l1.weights = w1; l1.biases = rest; l1.scales = rest + 3; l1.output = o1; l1.mean = mean; l1.variance = var; l1.activation = LEAKY;
  l1.forward = forward_convolutional_layer;
  layer l2 = {0};
  l2.batch = 2; l2.h = l2.w = 4; l2.c = 3; l2.size = 2; l2.stride = 2; l2.out_h = l2.out_w = 2; l2.output = o2; l2.indexes = idx; l2.forward = forward_maxpool_layer;
  layer l3 = {0};
  l3.batch = 2; l3.h = l3.w = 2; l3.c = 3; l3.n = 2; l3.size = 2; l3.stride = 1; l3.out_h = l3.out_w = 1; l3.weights = w2; l3.biases = rest + 6; l3.output = o3; l3.activation = MISH;
  l3.forward = forward_convolutional_layer;
  layer layers[3] = {l1, l2, l3};
  for (int i = 0; i < 3; ++i) {
    layer l = layers[i];
    l.forward(l, net);
    net.input = l.output;
  }
  float probs[4], loss = 0;
  for (int b = 0; b < 2; ++b) { softmax(o3 + b * 2, 2, 1.5f, 1, probs + b * 2); loss += -logf(probs[b * 2 + b] + .0000001f); }
  return loss;
}
float one_activation(float x) {
  float s = 0;
  for (int a = LOGISTIC; a <= MISH; ++a) s += (a + 1) * activate(x, (ACTIVATION)a);
  return s;
}
int main() {
  auto w1 = check::scattered<float, 54>(-0.5, 0.5); auto w2 = check::scattered<float, 24>(-0.5, 0.5, 0.1); auto rest = check::buf({0.1f, 0.2f, -0.1f, 1.1f, 0.9f, 1.2f, 0.05f, -0.07f});
  CHECK(conv_net, (check::scattered<float, 64>(-1, 1, 0.9)), w1, w2, rest);
  CHECK_SINGLE(one_activation, 0.7f);
  CHECK_SINGLE(one_activation, -0.7f);
  return check::done();
}
