// Objects with destructors, references and constructors that cannot be lowered.
// RUN: %mixedad_verify %s
#include <mixedad/gradient.h>
#include <memory>

class Buffer {
  double *data;

public:
  explicit Buffer(double x) : data(new double(x)) {}
  Buffer(const Buffer &o) : data(new double(*o.data)) {}
  ~Buffer() { delete data; }
  double get() const { return *data; }
};
double unique(double x) {
  auto b = std::make_unique<Buffer>(x); // expected-error {{cannot differentiate a smart pointer to an object of class 'class Buffer'}} expected-note {{give the class members that own what it releases}}
  return b->get() * x;
}
double array_new(double x) {
  Buffer *b = new Buffer[2]{Buffer(x), Buffer(2)}; // expected-error {{cannot differentiate 'new' of an array of 'Buffer'}} expected-note {{use a std::vector, or a class with an empty state}}
  double r = b[0].get() * x;
  delete[] b;
  return r;
}
double depth(Buffer b, int n) { return n == 0 ? b.get() : 2 * depth(b, n - 1); }
double by_value_to_recursive(double x) { return depth(Buffer(x), 2); } // expected-error {{cannot differentiate an object with a destructor that is given to 'depth', or comes from it, by value}} expected-note {{pass it by reference, or call a function that does not recurse}}
struct Node {
  double v;
  Node *next = nullptr;
  explicit Node(double v) : v(v) {}
  ~Node() { delete next; } // expected-error {{cannot differentiate a destructor that recurses}} expected-note {{release the objects in a loop}}
};
double recursive_destructor(double x) {
  Node n(x);
  n.next = new Node(x * x);
  return n.v * n.next->v;
}
struct Hidden {
  double v;
  explicit Hidden(double v);
};
double hidden_constructor(double x) {
  Hidden h(x); // expected-error {{cannot differentiate the constructor of 'Hidden', whose body is not visible}} expected-note {{define it in this translation unit, or give it a derivative with [[mixedad::derivative_of]]}}
  return h.v;
}
struct Closed {
  double v;
  explicit Closed(double v) : v(v) {}
  ~Closed();
};
double hidden_destructor(double x) {
  Closed c(x);
  return c.v; // expected-error {{cannot differentiate the destructor of 'Closed', whose body is not visible}} expected-note {{define it in this translation unit}}
}
struct Adds { // and so runs code where it ends
  double a;
  explicit Adds(double a) : a(a) {}
  ~Adds() { ended += a; }
  static inline double ended = 0;
};
Adds one_of_two(double x) {
  if (x > 5)
    return Adds(2 * x);
  Adds local(x);
  return local; // expected-error {{cannot differentiate a variable of class 'Adds' that one of several return statements returns, whose destructor does more than to release}} expected-note {{return it from one place}}
}
double ends_once(double x) {
  { Adds a = one_of_two(x); a.a *= x; }
  return Adds::ended * x;
}
void use() {
  (void)mixedad::gradient<ends_once>(1.0); // expected-note {{required from the gradient of 'ends_once' here}}
  (void)mixedad::gradient<unique>(1.0); // expected-note {{required from the gradient of 'unique' here}}
  (void)mixedad::gradient<array_new>(1.0); // expected-note {{required from the gradient of 'array_new' here}}
  (void)mixedad::gradient<by_value_to_recursive>(1.0); // expected-note {{required from the gradient of 'by_value_to_recursive' here}}
  (void)mixedad::gradient<recursive_destructor>(1.0); // expected-note {{required from the gradient of 'recursive_destructor' here}}
  (void)mixedad::gradient<hidden_constructor>(1.0); // expected-note {{required from the gradient of 'hidden_constructor' here}}
  (void)mixedad::gradient<hidden_destructor>(1.0); // expected-note {{required from the gradient of 'hidden_destructor' here}}
}
