// Threads that the program starts itself.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>
#include <future>
#include <thread>

double threads(double x) {
  double y = 0;
  std::thread t([&] { y = x * x; }); // expected-error {{cannot differentiate a thread that is started by 'std::thread'}} expected-note {{share out a loop with '#pragma omp parallel for', or start threads that each call a derivative}}
  t.join();
  return y;
}
double joining(double x) {
  double y = 0;
  { std::jthread t([&] { y = x * x; }); } // expected-error {{cannot differentiate a thread that is started by 'std::jthread'}} expected-note {{share out a loop}}
  return y;
}
double later(double x) {
  auto t = std::async(std::launch::async, [=] { return x * x; }); // expected-error {{cannot differentiate a thread that is started by 'std::async'}} expected-note {{share out a loop}}
  return t.get();
}
void use() {
  (void)mixedad::gradient<threads>(2.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<joining>(2.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<later>(2.0); // expected-note {{required from the gradient}}
}
