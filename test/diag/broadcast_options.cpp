// The second argument of broadcast is the first one's.
// RUN: %mixedad_verify %s

constexpr int three = 3;
[[mixedad::broadcast(forward, 4)]] double four(double a);
[[mixedad::broadcast(forward, three + 1)]] double constant(double a);
[[mixedad::broadcast(reverse, 2)]] double chunks(double a); // expected-error {{only 'mixedad::broadcast(forward, k)' takes a second argument}}
[[mixedad::broadcast(forward, 0)]] double none(double a); // expected-error {{a positive integer constant, how many partials are taken at a time}}
int count = 2;
[[mixedad::broadcast(forward, count)]] double name(double a); // expected-error {{a positive integer constant}}
[[mixedad::broadcast(forward, 1, 2)]] double more(double a); // expected-error-re {{'{{(mixedad::)?}}broadcast' attribute takes no more than 2 arguments}}
