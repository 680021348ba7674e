// Aggregates: as locals, parameters and results, nested, in arrays, with designated initializers.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

struct Vec3 { double x, y, z; };
template <class V> void reals(Vec3 &a, V &&v) { v(a.x); v(a.y); v(a.z); }
double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec3 cross(const Vec3 &a, const Vec3 &b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
double triple(const Vec3 &a, const Vec3 &b, const Vec3 &c) { return dot(cross(a, b), c); }
double local(double x) {
  Vec3 a{x, 2, x * x};
  Vec3 b = a;
  b.y = x * 3;
  a.x *= b.y;
  return dot(a, b) + b.y;
}
struct Body { Vec3 position; double mass; int id; Vec3 trail[2]; };
template <class V> void reals(Body &b, V &&v) { v(b.position); v(b.mass); v(b.trail); }
double nested(const Body &b) { return b.mass * dot(b.position, b.trail[b.id]) + b.trail[0].x; }
Body step(Body b, double dt) {
  b.trail[1] = b.trail[0];
  b.trail[0] = b.position;
  b.position.x += dt * b.mass;
  return b;
}
double designated(double x) {
  Body b{.position = {.x = x, .z = 3}, .mass = x * x};
  b.trail[1].z = b.mass;
  return b.position.x * b.mass + b.position.y + b.position.z * b.trail[1].z;
}
double array_of(double x) {
  Vec3 v[3] = {{x, 1, 2}, {0, x, 1}};
  v[2] = cross(v[0], v[1]);
  double s = 0;
  for (const Vec3 &a : v) s += dot(a, a);
  return s;
}
void move(Body *b, const Vec3 *velocity, double dt) {
  b->position.x += velocity->x * dt;
  b->position.y += velocity->y * dt * b->mass;
}
struct Defaults { double a = 2, b = 0.5; float c{}; };
double member_defaults(double x) {
  Defaults d;
  d.c = 3;
  Defaults e{x};
  return d.a * x + e.a * e.b + d.c * e.c + x;
}
const Body example = {{0.5, 1, -1}, 2, 1, {{1, 2, 3}, {0.5, 0.25, 2}}};

int main() {
  CHECK(dot, (Vec3{1, 2, 3}), (Vec3{0.5, -1, 2}));
  CHECK(cross, (Vec3{1, 2, 3}), (Vec3{0.5, -1, 2}));
  CHECK(triple, (Vec3{1, 2, 3}), (Vec3{0.5, -1, 2}), (Vec3{2, 0, 1}));
  CHECK(local, 0.5);
  CHECK(nested, example);
  CHECK(step, example, 0.125);
  CHECK(designated, 0.5);
  CHECK(array_of, 0.5);
  CHECK(move, check::buf({example}), check::buf({Vec3{1, 2, 3}}), 0.25);
  CHECK(member_defaults, 0.5);
  return check::done();
}
