// What depends on the threads, and directives without a derivative here, are named.
// RUN: %mixedad_verify -fopenmp %s
#include <mixedad/gradient.h>
extern "C" int omp_get_thread_num();

double carried(const double *x, int n) { // what the iteration before left there depends on the schedule
  double s = 0, t;
#pragma omp parallel for private(t) reduction(+ : s) // expected-error {{cannot differentiate 't', of which each thread has its own copy and which may be read before it is written}} expected-note {{declare the variable in the loop, or write it in every iteration before it is read}}
  for (int i = 0; i < n; ++i) {
    if (i % 2) t = x[i];
    s += t * t;
  }
  return s;
}
double first_and_written(const double *x, int n) {
  double s = 0, t = 1;
#pragma omp parallel for firstprivate(t) reduction(+ : s) // expected-error {{cannot differentiate 't', of which each thread has its own copy}} expected-note {{declare the variable in the loop}}
  for (int i = 0; i < n; ++i) {
    t *= x[i];
    s += t;
  }
  return s;
}
double first_array(const double *x, int n) {
  double s = 0, t[2] = {1, 2};
#pragma omp parallel for firstprivate(t) reduction(+ : s) // expected-error {{cannot differentiate 't', which is firstprivate and not only read}} expected-note {{declare the variable in the loop and initialize it there}}
  for (int i = 0; i < n; ++i) {
    t[0] *= x[i];
    s += t[0] * t[1];
  }
  return s;
}
double read_sum(const double *x, double *h, int n) {
#pragma omp parallel for reduction(+ : h[0 : 2]) // expected-error {{cannot differentiate the use of 'h' in a loop that reduces it}} expected-note {{only update its elements with '+'}}
  for (int i = 0; i < n; ++i) h[i % 2] = x[i] * h[0];
  return h[0];
}
double by_thread(const double *x, int n) {
  double part[64] = {}, s = 0;
#pragma omp parallel for
  for (int i = 0; i < n; ++i) part[omp_get_thread_num()] += x[i]; // expected-error {{cannot differentiate 'omp_get_thread_num', whose result depends on the thread}} expected-note {{pass what depends on it as an argument}}
  for (double p : part) s += p;
  return s;
}
double once_a_thread(double x) {
  double s = 0;
#pragma omp parallel
  {
#pragma omp atomic // expected-error {{cannot differentiate a statement that every thread of '#pragma omp parallel' runs}} expected-note {{use '#pragma omp parallel for', or '#pragma omp single' for what runs once}}
    s += x;
  }
  return s;
}
double square_of_part(const double *x, int n) { // not a sum over the threads
  double s = 0;
#pragma omp parallel
  {
    double mine = 0;
#pragma omp for
    for (int i = 0; i < n; ++i) mine += x[i];
#pragma omp critical // expected-error {{cannot differentiate a statement that every thread of '#pragma omp parallel' runs}} expected-note {{'#pragma omp single'}}
    s += mine * mine;
  }
  return s;
}
double part_in_single(const double *x, int n) {
  double s = 0;
#pragma omp parallel
  {
    double mine = 0;
#pragma omp for // expected-error {{cannot differentiate 'mine', of which each thread has its own copy}} expected-note {{declare the variable in the loop}}
    for (int i = 0; i < n; ++i) mine += x[i];
#pragma omp single
    s += mine;
  }
  return s;
}
double next(double &x) { return x += 1; }
double own_with_effect(double x) {
  double s = 0;
#pragma omp parallel
  {
    double mine = next(s); // expected-error {{cannot differentiate the initializer of 'mine', which every thread of '#pragma omp parallel' runs}} expected-note {{use '#pragma omp parallel for', or initialize it in the loop}}
#pragma omp single
    s += mine * x;
  }
  return s;
}
struct Sum {
  double value = 0;
};
#pragma omp declare reduction(join : Sum : omp_out.value += omp_in.value)
double declared(const double *x, int n) {
  Sum s;
#pragma omp parallel for reduction(join : s) // expected-error {{cannot differentiate the reduction of 's' by an operation that the program declares}} expected-note {{reduce numbers with one of the operators of OpenMP}}
  for (int i = 0; i < n; ++i) s.value += x[i];
  return s.value;
}
double tasks(double x) {
  double s = 0;
#pragma omp task shared(s) // expected-error {{cannot differentiate '#pragma omp task'}} expected-note {{take the directive out of the differentiated code}}
  s = x * x;
#pragma omp taskwait
  return s;
}
double offloaded(double *x, int n) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n]) // expected-error {{cannot differentiate '#pragma omp target teams distribute parallel for'}} expected-note {{take the directive out of the differentiated code}}
  for (int i = 0; i < n; ++i) x[i] *= x[i];
  return x[0];
}
double scans(const double *x, double *y, int n) {
  double s = 0;
#pragma omp parallel for reduction(inscan, + : s) // expected-error {{cannot differentiate the reduction of 's' by an operation that the program declares, or in parts}} expected-note {{reduce numbers}}
  for (int i = 0; i < n; ++i) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = s;
  }
  return s;
}
double steps(const double *x, int n) {
  double s = 0;
  int k = 0;
#pragma omp simd reduction(+ : s) linear(k : 2) // expected-error {{cannot differentiate the clause 'linear' of '#pragma omp simd' for what is no loop counter}} expected-note {{compute the variable from the counter}}
  for (int i = 0; i < n; ++i) {
    s += x[k];
    k += 2;
  }
  return s;
}
void use(double *x, double *dx) {
  auto d = mixedad::dup(x, dx);
  (void)mixedad::gradient<carried>(d, 4); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<first_and_written>(d, 4); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<first_array>(d, 4); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<read_sum>(d, d, 4); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<by_thread>(d, 4); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<once_a_thread>(2.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<square_of_part>(d, 4); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<part_in_single>(d, 4); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<own_with_effect>(2.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<declared>(d, 4); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<tasks>(2.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<offloaded>(d, 4); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<scans>(d, d, 4); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<steps>(d, 4); // expected-note {{required from the gradient}}
}
