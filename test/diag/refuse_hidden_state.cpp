// State that changes, or control that goes, where no function's text says so.
// RUN: %mixedad_verify %s
#include <csetjmp>
#include <cstdio>
#include <mixedad/gradient.h>
#include <mixedad/mixedad.h>

double seen, annotated;
static double unseen;
void step(int);
[[mixedad::inactive]] void log_step(int);
int clock_ticks();
double other_unit(double x) {
  seen = x * x;
  step(1); // expected-error {{cannot differentiate a call of 'step', whose body is not visible and which may use the variable 'seen'}} expected-note {{make the body visible, make the variable static, or mark 'step' [[mixedad::inactive]]}}
  return seen;
}
double nothing_to_see(double x) {
  unseen = x * x;
  step(1);
  std::printf("%d\n", clock_ticks());
  return unseen;
}
double told(double x) {
  annotated = x * x;
  log_step(1);
  return annotated;
}

std::jmp_buf back;
double jumps(double x) {
  if (setjmp(back)) // expected-error-re {{cannot differentiate a call of '{{.*}}setjmp', which leaves or enters functions in their middle}} expected-note {{return a status, or throw an exception}}
    return x;
  return x * x;
}

double late(double x, mixedad::Array<double> a) {
  double k = x;
  auto kept = mixedad::broadcast([&k](double v) { return v * k; }, a); // expected-error {{cannot differentiate a broadcast that is kept unevaluated and refers to 'k', which may change before it is read}} expected-note {{capture it by value, or assign the broadcast to an Array}}
  k = 3 * x;
  mixedad::Array<double> y = kept;
  return mixedad::sum(y);
}

void use(mixedad::Array<double> a) {
  (void)mixedad::gradient<other_unit>(2.0);                // expected-note {{required from the gradient}}
  (void)mixedad::gradient<nothing_to_see>(2.0);
  (void)mixedad::gradient<told>(2.0);
  (void)mixedad::gradient<jumps>(2.0);                     // expected-note {{required from the gradient}}
  (void)mixedad::gradient<late>(2.0, mixedad::constant(a)); // expected-note {{required from the gradient}}
}
