// Memory that variables at namespace scope led to before the function was called: its shadow is found when it is reached.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"
#include <map>
#include <memory>
#include <vector>

double one, two[4];
double *to_one = &one, *inside = two;
double *const fixed_pointer = two + 1;
const double *read_only = two;
double &reference = two[3];
double through_pointer(double x) {
  one = x * x;
  return *to_one;
}
double written_through(double x) {
  inside[0] = x * x;
  return two[0] * x;
}
double const_pointer(double x) {
  fixed_pointer[0] = x * x;
  return two[1] * x * fixed_pointer[0];
}
double pointer_to_const(double x) {
  two[2] = x * x;
  return read_only[2] * x;
}
double through_reference(double x) {
  reference = x * x;
  return two[3] * reference;
}

double *heap = new double[3];
double on_the_heap(double x) {
  heap[0] = x * x;
  heap[1] = heap[0] * x;
  return heap[1] * heap[0];
}
struct Model { double *weights; int count; } model{new double[3], 3};
double in_a_struct(double x) {
  model.weights[0] = x * x;
  model.weights[1] = model.weights[0] * x;
  return model.weights[1] * model.weights[0];
}
double **matrix = [] {
  double **rows = new double *[2];
  rows[0] = new double[2];
  rows[1] = new double[2];
  return rows;
}();
double two_levels(double x) {
  matrix[0][1] = x;
  matrix[1][0] = matrix[0][1] * x;
  matrix[0][0] = matrix[1][0] * matrix[0][1];
  return matrix[0][0] * x;
}
double row_by_two_names(double x) {
  double *row = matrix[0];
  for (int i = 0; i < 2; ++i) row[i] = x * (i + 1);
  double s = 0;
  for (int i = 0; i < 2; ++i) s += matrix[0][i] * row[i];
  return s;
}
double memory_of_rows[3], memory_of_names[3];
std::vector<double *> rows{memory_of_rows};
std::map<int, double *> named{{7, memory_of_names}};
double in_containers(double x) {
  rows[0][0] = x * x;
  named[7][1] = rows[0][0] * x;
  return named[7][1] * rows[0][0];
}
struct Node { double v; Node *next; };
Node last{2, nullptr}, first{1, &last}, *head = &first;
double linked_list(double x) {
  for (Node *n = head; n; n = n->next) n->v = x * n->v + x;
  double s = 0;
  for (Node *n = head; n; n = n->next) s += n->v * n->v * x;
  first.v = 1;
  last.v = 2;
  return s;
}
struct Owner { static double *member; static inline double value = 0; };
double *Owner::member = &Owner::value;
double static_member(double x) {
  *Owner::member = x * x;
  return Owner::value * x;
}
thread_local double *own = new double[2];
double of_a_thread(double x) {
  own[0] = x * x;
  own[1] = own[0] * own[0];
  return own[1] * x;
}

static double *buffer;
static int capacity;
double made_at_first_use(double x) {
  if (capacity < 3) {
    buffer = new double[3];
    capacity = 3;
  }
  buffer[0] = x;
  buffer[1] = x * buffer[0];
  return buffer[1] * buffer[0];
}
double pointed_elsewhere_meanwhile(double x) {
  double *old = buffer, local[3];
  buffer = local;
  buffer[0] = x * x;
  double r = buffer[0] * x;
  buffer = old;
  return r * x;
}
double table[3] = {1, 2, 3};
double *constants = table;
double constant_data(double x) { return constants[1] * x * x; }

std::vector<double> grown;
double grows_between_calls(double x) {
  for (double &g : grown) g = x * x;
  double s = x;
  for (double g : grown) s += g;
  return s;
}

/// Variables that own what others point at.
std::vector<double> list(3);
double &in_the_list = list[1];
std::map<int, double> dictionary{{1, 0.0}};
double *in_the_dictionary = &dictionary[1];
std::unique_ptr<double> owned(new double(1));
double *of_the_owner = owned.get();
std::vector<std::vector<double>> lists{{1, 2}, {3, 4}};
double *in_a_list_of_lists = &lists[1][1];
double of_owners(double x) {
  in_the_list = x * x;
  *in_the_dictionary = list[1] * x;
  *of_the_owner = dictionary[1] + x;
  *in_a_list_of_lists = *owned * list[1];
  return lists[1][1] * x;
}

/// A pullback leaves the shadows as it found them, so it can be asked again, with others in between.
void pull_again() {
  auto a = mixedad::pullback<two_levels>(1.5), b = mixedad::pullback<two_levels>(0.5);
  check::close("first", mixedad::get<0>(a.pull(1.0)), 4 * 1.5 * 1.5 * 1.5);
  check::close("in between", mixedad::get<0>(b.pull(1.0)), 4 * 0.5 * 0.5 * 0.5);
  check::close("again", mixedad::get<0>(a.pull(2.0)), 8 * 1.5 * 1.5 * 1.5);
}
double kept = 2;
double multiplies_a_global(double x) {
  kept *= x;
  return kept * kept * x;
}
void pull_again_over_a_global() {
  auto p = mixedad::pullback<multiplies_a_global>(1.5);
  double first = mixedad::get<0>(p.pull(1.0));
  check::close("of a global", first, 12 * 1.5 * 1.5);
  check::close("of a global, again", mixedad::get<0>(p.pull(1.0)), first);
}

int main() {
  CHECK(through_pointer, 1.3);
  CHECK(written_through, 1.3);
  CHECK(const_pointer, 1.3);
  CHECK(pointer_to_const, 1.3);
  CHECK(through_reference, 1.3);
  CHECK(on_the_heap, 1.3);
  CHECK(in_a_struct, 1.3);
  CHECK(two_levels, 1.3);
  CHECK(row_by_two_names, 1.3);
  CHECK(in_containers, 1.3);
  CHECK(linked_list, 1.3);
  CHECK(static_member, 1.3);
  CHECK(of_a_thread, 1.3);
  CHECK(made_at_first_use, 1.3);
  CHECK(made_at_first_use, 0.7);
  CHECK(pointed_elsewhere_meanwhile, 1.3);
  CHECK(constant_data, 1.3);
  CHECK(of_owners, 1.3);
  CHECK(grows_between_calls, 1.3);
  grown.resize(3);
  CHECK(grows_between_calls, 1.3);
  grown.resize(100);
  CHECK(grows_between_calls, 1.3);
  pull_again();
  pull_again_over_a_global();
  return check::done();
}
