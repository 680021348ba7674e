// State that changes, or control that goes, where no function's text says so.
// RUN: %mixedad_verify %s
#include <algorithm>
#include <csetjmp>
#include <map>
#include <memory>
#include <unordered_map>
#include <cstdio>
#include <mixedad/gradient.h>
#include <mixedad/mixedad.h>
#include <span>
#include <vector>

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

static double total, gain = 1, buffer[3];
struct ReadsGlobals { double a = gain; };
double made_out_of_sight(double x) {
  gain = x;
  std::vector<ReadsGlobals> v(2); // expected-error {{whose elements read or change variables outside of functions where they are made by default}} expected-note {{use an array of them, or variables}}
  return v[1].a * x;
}
struct AddsAtTheEnd {
  double a = 0;
  ~AddsAtTheEnd() { total += a * a; }
};
double ended_out_of_sight(double x) {
  { std::vector<AddsAtTheEnd> v(2); } // expected-error {{whose elements have a destructor that does more than to release}} expected-note {{use an array of them, or variables}}
  return total * x;
}
double compared_out_of_sight(double x) {
  double s = 0, v[3] = {x, 2, 1};
  std::sort(v, v + 3, [&](double a, double b) { s += a * b; return a < b; }); // expected-error {{cannot differentiate a comparison that changes variables outside of it}} expected-note {{change them outside of the comparison}}
  return s;
}
struct Compared {
  double v;
  bool operator==(const Compared &o) const { total += v * o.v; return v == o.v; }
};
bool operator<(const Compared &a, const Compared &b) { total += a.v; return a.v < b.v; }
double equal_out_of_sight(double x) {
  std::vector<Compared> a{{x}}, b = a; // expected-error {{cannot differentiate a 'std::vector<Compared>', whose elements have a comparison that changes variables outside of it}} expected-note {{let it change nothing, or mark what it changes [[mixedad::inactive]]}}
  return a == b ? total * x : x;
}
double less_out_of_sight(double x) {
  Compared a[2] = {{x}, {1}};
  std::sort(a, a + 2); // expected-error {{cannot differentiate a comparison that changes variables outside of it}} expected-note {{change them outside of the comparison}}
  return total;
}
struct Pairs { std::pair<Compared, int> a, b; };
double part_out_of_sight(const Pairs &p) { // expected-error {{cannot differentiate a 'std::pair<Compared, int>', whose elements have a comparison that changes variables outside of it}} expected-note {{let it change nothing}}
  return p.a < p.b ? total : 0;
}
struct Less { bool operator()(double a, double b) const { total += a * b; return a < b; } };
double comparator_out_of_sight(double x) {
  std::map<double, double, Less> m; // expected-error {{cannot differentiate a 'std::map<double, double, Less>', whose comparison, hash or deleter changes variables outside of it}} expected-note {{let it change nothing}}
  m[1] = x;
  return m[1] * total;
}
struct Hash { std::size_t operator()(int k) const { total += k; return std::size_t(k); } };
static std::unordered_map<int, double, Hash> hashed;
double hash_out_of_sight(double x) {
  hashed[1] = x; // expected-error {{whose comparison, hash or deleter changes variables outside of it}} expected-note {{let it change nothing}}
  return total;
}
struct Deleter { void operator()(double *p) const { total += *p; delete p; } };
double deleter_out_of_sight(double x) {
  { std::unique_ptr<double, Deleter> p(new double(x)); } // expected-error {{whose comparison, hash or deleter changes variables outside of it}} expected-note {{let it change nothing}}
  return total;
}
[[mixedad::inactive]] static int comparisons;
struct Counted { bool operator()(double a, double b) const { ++comparisons; return a < b; } };
double counts(double x) {
  std::map<double, double, Counted> m;
  m[1] = x;
  return m[1] * x;
}
static std::span<double> view(buffer);
double by_another_name(double x) {
  buffer[1] = x;
  return view[1]; // expected-error {{cannot differentiate the variable 'view' outside of functions, which refers to memory that has another name}} expected-note {{use that memory by its name}}
}
static double *to_total = &total;
static double recurses(double x, int n) { return n ? total * recurses(x * x, n - 1) : x; }
double through_a_pointer(double x) {
  *to_total = x;
  return recurses(x, 3); // expected-error {{cannot differentiate a call of 'recurses', which is not inlined and uses the variable 'total'}} expected-note {{pass the variable as an argument}}
}
[[mixedad::broadcast]] static double scaled(double v) { return v * gain; }
double kernel_reads(double x, mixedad::Array<double> a) {
  gain = x;
  return mixedad::sum(mixedad::broadcast<scaled>(a)); // expected-error {{cannot differentiate a call of 'scaled', which is not inlined and uses the variable 'gain'}} expected-note {{pass the variable as an argument}}
}
double kernel_writes(double x, mixedad::Array<double> a) {
  double s = 0;
  mixedad::Array<double> b = mixedad::broadcast([&s](double v) { s += v; return v; }, a * x); // expected-error {{cannot differentiate a broadcast of a function that changes variables outside of it}} expected-note {{return what it computes, and sum it}}
  return s + mixedad::sum(b);
}
void use(mixedad::Array<double> a) {
  (void)mixedad::gradient<other_unit>(2.0);                // expected-note {{required from the gradient}}
  (void)mixedad::gradient<nothing_to_see>(2.0);
  (void)mixedad::gradient<told>(2.0);
  (void)mixedad::gradient<jumps>(2.0);                     // expected-note {{required from the gradient}}
  (void)mixedad::gradient<late>(2.0, mixedad::constant(a)); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<made_out_of_sight>(2.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<ended_out_of_sight>(2.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<compared_out_of_sight>(2.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<equal_out_of_sight>(2.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<less_out_of_sight>(2.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<part_out_of_sight>(Pairs{}); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<comparator_out_of_sight>(2.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<hash_out_of_sight>(2.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<deleter_out_of_sight>(2.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<counts>(2.0);
  (void)mixedad::gradient<by_another_name>(2.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<through_a_pointer>(2.0); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<kernel_reads>(2.0, mixedad::constant(a)); // expected-note {{required from the gradient}}
  (void)mixedad::gradient<kernel_writes>(2.0, mixedad::constant(a)); // expected-note {{required from the gradient}}
}
