// A kernel's body runs once a thread, so a launch is no call.
// REQUIRES: cuda
// RUN: %mixedad_cuda --cuda-host-only -fsyntax-only -Xclang -verify %s
#include <mixedad/gradient.h>

__global__ void scale(float *x, float k) { x[0] *= k * k; }
float launches(float *x, float k) {
  scale<<<1, 64>>>(x, k); // expected-error {{cannot differentiate the launch of a kernel}} expected-note {{broadcast the function of one element over arrays, or give the function that launches the kernel a pullback}}
  return k;
}
void use(float *x, float *dx) {
  (void)mixedad::gradient<launches>(mixedad::dup(x, dx), 2.0f); // expected-note {{required from the gradient of 'launches' here}}
}
