// Bundle adjustment's reprojection with Rodrigues rotation and distortion, quaternion rotation, homography.
// RUN: %mixedad_cxx -O0 %s -o %t && %t
// RUN: %mixedad_cxx -O2 %s -o %t && %t
#include "check.h"

void rodrigues(const double *rot, const double *pt, double *out) {
  double sq = rot[0] * rot[0] + rot[1] * rot[1] + rot[2] * rot[2];
  if (sq != 0) {
    double theta = std::sqrt(sq), c = std::cos(theta), s = std::sin(theta);
    double w[3], cross[3];
    for (int i = 0; i < 3; ++i) w[i] = rot[i] / theta;
    cross[0] = w[1] * pt[2] - w[2] * pt[1];
    cross[1] = w[2] * pt[0] - w[0] * pt[2];
    cross[2] = w[0] * pt[1] - w[1] * pt[0];
    double tmp = (w[0] * pt[0] + w[1] * pt[1] + w[2] * pt[2]) * (1 - c);
    for (int i = 0; i < 3; ++i) out[i] = pt[i] * c + cross[i] * s + w[i] * tmp;
  } else {
    out[0] = pt[0] + rot[1] * pt[2] - rot[2] * pt[1];
    out[1] = pt[1] + rot[2] * pt[0] - rot[0] * pt[2];
    out[2] = pt[2] + rot[0] * pt[1] - rot[1] * pt[0];
  }
}
void distort(const double *rad, double *p) {
  double r2 = p[0] * p[0] + p[1] * p[1];
  double l = 1 + rad[0] * r2 + rad[1] * r2 * r2;
  p[0] *= l;
  p[1] *= l;
}
void reprojection(const double *cam, const double *x, double w, const double *feature, double *err) {
  const double *center = &cam[3];
  double to_center[3] = {x[0] - center[0], x[1] - center[1], x[2] - center[2]}, local[3], p[2];
  rodrigues(&cam[0], to_center, local);
  p[0] = local[0] / local[2];
  p[1] = local[1] / local[2];
  distort(&cam[9], p);
  err[0] = w * (p[0] * cam[6] + cam[7] - feature[0]);
  err[1] = w * (p[1] * cam[6] + cam[8] - feature[1]);
}
struct Quat { double w, x, y, z; };
template <class V> void reals(Quat &q, V &&v) { v(q.w); v(q.x); v(q.y); v(q.z); }
Quat operator*(const Quat &a, const Quat &b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
Quat conjugate(const Quat &q) { return {q.w, -q.x, -q.y, -q.z}; }
Quat normalize(Quat q) {
  double n = 1 / std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  q.w *= n, q.x *= n, q.y *= n, q.z *= n;
  return q;
}
void rotate(Quat q, double (*v)[3]) {
  Quat u = normalize(q);
  Quat r = u * Quat{0, (*v)[0], (*v)[1], (*v)[2]} * conjugate(u);
  (*v)[0] = r.x, (*v)[1] = r.y, (*v)[2] = r.z;
}
double rotated(const Quat &q, double x) {
  double v[3] = {x, 1, 2};
  rotate(q, &v);
  return v[0] * v[1] + v[2];
}

int main() {
  using check::scattered;
  CHECK(rodrigues, check::buf({0.1, -0.2, 0.3}), check::buf({1.0, 2.0, 0.5}), scattered<double, 3>(0, 1));
  CHECK(reprojection, check::buf({0.1, -0.2, 0.3, 0.5, 0.25, -3.0, 1.5, 0.1, 0.2, 0.05, 0.01}),
        check::buf({0.4, 0.6, 1.0}), 0.75, check::buf({0.2, 0.1}), scattered<double, 2>(0, 1));
  CHECK(normalize, (Quat{1, 0.5, -0.25, 2}));
  CHECK(rotated, (Quat{1, 0.5, -0.25, 2}), 0.5);
  return check::done();
}
