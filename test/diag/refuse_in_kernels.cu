// What threads do together, and what a thread would need a tape for.
// RUN: %cuda_on_host -fsyntax-only -Xclang -verify %s
#include "cuda_on_host.h"
#include <mixedad/gradient.h>

extern "C" __device__ double __shfl_down_sync(unsigned, double, int, int = 32);
extern "C" __device__ void __syncthreads();

__global__ void shared(double *x) {
  __shared__ double tile[32];
  tile[threadIdx.x] = x[threadIdx.x]; // expected-error {{cannot differentiate the __shared__ variable 'tile'}} expected-note {{broadcast the function of one element over arrays}}
  x[threadIdx.x] *= tile[0];
}
void use_shared(double *x) { shared<<<1, 2>>>(x); }

__global__ void barrier(double *x) {
  x[threadIdx.x] *= x[threadIdx.x];
  __syncthreads(); // expected-error {{cannot differentiate '__syncthreads', in which threads take part together}} expected-note {{let every thread write what it computes}}
  x[threadIdx.x] += x[threadIdx.x ^ 1];
}
void use_barrier(double *x) { barrier<<<1, 2>>>(x); }

__global__ void shuffle(double *x) {
  x[threadIdx.x] += __shfl_down_sync(~0u, x[threadIdx.x], 1); // expected-error {{cannot differentiate '__shfl_down_sync', in which threads take part together}} expected-note {{let every thread write what it computes}}
}
void use_shuffle(double *x) { shuffle<<<1, 2>>>(x); }

__global__ void ticket(double *x, int *count) {
  int k = atomicAdd(count, 1); // expected-error {{cannot differentiate 'atomicAdd', in which threads take part together}} expected-note {{let every thread write what it computes}}
  x[k] *= x[k];
}
void use_ticket(double *x, int *count) { ticket<<<1, 2>>>(x, count); }

__global__ void may_alias( // expected-error {{cannot differentiate 'may_alias' by itself, because it is a kernel}} expected-note {{ask for the derivative of a function that launches it}}
    double *y, const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += x[i] * x[i]; // expected-error {{cannot differentiate: the kernel 'may_alias' would record the iterations of this loop on a tape, which a thread has not}} expected-note {{compute what the iterations need from memory that the kernel only reads, through pointers to const that are __restrict__}}
  y[threadIdx.x] = s;
}
void use_may_alias(double *y, const double *x, int n) { may_alias<<<1, 2>>>(y, x, n); }

__global__ void reads(double *__restrict__ y, const double *__restrict__ x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += x[i] * x[i]; // expected-error {{cannot differentiate: the kernel 'reads' would record the iterations of this loop on a tape, which a thread has not}} expected-note {{what it reads may be overwritten before the reverse sweep}}
  y[threadIdx.x] = s;
}
void overwritten(double *y, double *x, int n) {
  reads<<<1, 2>>>(y, x, n);
  reads<<<1, 2>>>(x, y, n);
}

__global__ void reads_too(double *__restrict__ y, const double *__restrict__ x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) s += x[i] * x[i]; // expected-error {{cannot differentiate: the kernel 'reads_too' would record the iterations of this loop on a tape, which a thread has not}} expected-note {{what it reads may be overwritten before the reverse sweep}}
  y[threadIdx.x] = s;
}
void in_a_branch(double *y, double *x, int n) {
  if (n > 2) {
    reads_too<<<1, 2>>>(y, x, n);
    cudaMemset(x, 0, sizeof(double));
  }
}

struct Pair {
  double a, b;
};
__global__ void record(double *y, Pair p) { y[threadIdx.x] = p.a * p.b; } // expected-error {{cannot differentiate: the kernel 'record' has the active parameter 'p', which is neither a number nor a pointer to numbers}} expected-note {{pass its parts}}
void use_record(double *y, Pair p) { record<<<1, 2>>>(y, p); }

__device__ double factor;
__global__ void of_variable(double *y) { y[threadIdx.x] *= factor; } // expected-error {{cannot differentiate the device variable 'factor'}} expected-note {{pass a pointer to the kernel}}
void use_variable(double *y) { of_variable<<<1, 2>>>(y); }

__global__ void unseen(double *y);
void use_unseen(double *y) { unseen<<<1, 2>>>(y); } // expected-error {{cannot differentiate the launch of 'unseen', whose body is not visible}} expected-note {{broadcast the function of one element}}

void use_pointer(double *y, void (*k)(double *)) { k<<<1, 2>>>(y); } // expected-error {{cannot differentiate the launch of a kernel that is not known here}} expected-note {{launch it by its name}}

void to_ones(double *y) { cudaMemset(y, 1, 8); } // expected-error {{cannot differentiate 'cudaMemset' of reals to something else than zero}} expected-note {{assign the values in a kernel}}

__global__ void of_records(double *y, const Pair *p) {
  Pair q = p[threadIdx.x]; // expected-error {{cannot differentiate: the kernel 'of_records' copies whole objects from memory that threads share, rather than their members}} expected-note {{give the function that launches the kernel a pullback}}
  y[threadIdx.x] = q.a * q.b;
}
void use_records(double *y, const Pair *p) { of_records<<<1, 2>>>(y, p); }

void use(double *x, double *dx, int *count, Pair p) {
  auto d = mixedad::dup(x, dx);
  mixedad::vjp<use_shared>(d); // expected-note {{required from the gradient}}
  mixedad::vjp<use_barrier>(d); // expected-note {{required from the gradient}}
  mixedad::vjp<use_shuffle>(d); // expected-note {{required from the gradient}}
  mixedad::vjp<use_ticket>(d, count); // expected-note {{required from the gradient}}
  mixedad::vjp<use_may_alias>(d, d, 3); // expected-note {{required from the gradient}}
  mixedad::vjp<overwritten>(d, d, 3); // expected-note {{required from the gradient}}
  mixedad::vjp<in_a_branch>(d, d, 3); // expected-note {{required from the gradient}}
  (void)mixedad::vjp<use_record>(d, p); // expected-note {{required from the gradient}}
  Pair dp{};
  mixedad::vjp<use_records>(d, mixedad::dup(&p, &dp)); // expected-note {{required from the gradient}}
  mixedad::vjp<may_alias>(d, d, 3); // expected-note {{required from the gradient}}
  mixedad::vjp<use_variable>(d); // expected-note {{required from the gradient}}
  mixedad::vjp<use_unseen>(d); // expected-note {{required from the gradient}}
  mixedad::vjp<use_pointer>(d, nullptr); // expected-note {{required from the gradient}}
  mixedad::vjp<to_ones>(d); // expected-note {{required from the gradient}}
}
