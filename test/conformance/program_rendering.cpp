// Renderers: splatting of Gaussians with early exit, volume rendering, hashed grids, a ray tracer of shared polymorphic objects.
// RUN: %mixedad_cxx -w -O1 %s -o %t && %t
#include "check.h"
#include <cmath>
#include <vector>
#include <array>
#include <optional>
#include <algorithm>
#include <limits>
#include <memory>
struct float2 { double x, y; };
struct float3 { double x, y, z; };
struct float4 { double x, y, z, w; };
inline float3 make_float3(double a, double b, double c) { return {a, b, c}; }
// Gaussian splatting
float3 computeCov2D(const float3 &mean, double focal_x, double focal_y, double tan_fovx, double tan_fovy, const double *cov3D, const double *viewmatrix) {
  float3 t = {viewmatrix[0] * mean.x + viewmatrix[4] * mean.y + viewmatrix[8] * mean.z + viewmatrix[12],
              viewmatrix[1] * mean.x + viewmatrix[5] * mean.y + viewmatrix[9] * mean.z + viewmatrix[13],
              viewmatrix[2] * mean.x + viewmatrix[6] * mean.y + viewmatrix[10] * mean.z + viewmatrix[14]};
  const double limx = 1.3 * tan_fovx, limy = 1.3 * tan_fovy;
  const double txtz = t.x / t.z, tytz = t.y / t.z;
  t.x = std::min(limx, std::max(-limx, txtz)) * t.z;
  t.y = std::min(limy, std::max(-limy, tytz)) * t.z;
  double J[3][3] = {{focal_x / t.z, 0, -(focal_x * t.x) / (t.z * t.z)}, {0, focal_y / t.z, -(focal_y * t.y) / (t.z * t.z)}, {0, 0, 0}};
  double W[3][3], T[3][3] = {}, V[3][3] = {{cov3D[0], cov3D[1], cov3D[2]}, {cov3D[1], cov3D[3], cov3D[4]}, {cov3D[2], cov3D[4], cov3D[5]}};
  for (int i = 0; i < 3; ++i) for (int j = 0; j < 3; ++j) W[i][j] = viewmatrix[j * 4 + i];
  for (int i = 0; i < 3; ++i) for (int j = 0; j < 3; ++j) for (int k = 0; k < 3; ++k) T[i][j] += J[i][k] * W[k][j];
  double c[3][3] = {};
  for (int i = 0; i < 3; ++i) for (int j = 0; j < 3; ++j) for (int k = 0; k < 3; ++k) for (int l = 0; l < 3; ++l) c[i][j] += T[i][k] * V[k][l] * T[j][l];
  c[0][0] += 0.3;
  c[1][1] += 0.3;
  return {c[0][0], c[0][1], c[1][1]};
}
void computeCov3D(const float3 scale, double mod, const float4 rot, double *cov3D) {
  float4 q = rot;
  double r = q.x, x = q.y, y = q.z, z = q.w;
  double R[9] = {1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - r * z), 2.0 * (x * z + r * y),
    2.0 * (x * y + r * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - r * x), 2.0 * (x * z - r * y), 2.0 * (y * z + r * x), 1.0 - 2.0 * (x * x + y * y)};
  double s[3] = {mod * scale.x, mod * scale.y, mod * scale.z};
  double M[9];
  for (int i = 0; i < 3; ++i) for (int j = 0; j < 3; ++j) M[i * 3 + j] = s[i] * R[j * 3 + i];
  double Sigma[9] = {0};
  for (int i = 0; i < 9; ++i) for (int k = 0; k < 3; ++k) Sigma[i] += M[k * 3 + i / 3] * M[k * 3 + i % 3];
  cov3D[0] = Sigma[0]; cov3D[1] = Sigma[1]; cov3D[2] = Sigma[2]; cov3D[3] = Sigma[4]; cov3D[4] = Sigma[5]; cov3D[5] = Sigma[8];
}
#define CHANNELS 3
static const double SH_C1 = 0.4886025119029199;
static const double SH_C2[] = {1.0925484305920792, -1.0925484305920792, 0.31539156525252005, -1.0925484305920792, 0.5462742152960396};
float3 computeColorFromSH(int deg, const float3 pos, const float3 campos, const float3 *sh, bool *clamped) {
  float3 dir = {pos.x - campos.x, pos.y - campos.y, pos.z - campos.z};
  double len = std::sqrt(dir.x * dir.x + dir.y * dir.y + dir.z * dir.z);
  dir.x /= len; dir.y /= len; dir.z /= len;
  double res[3];
  const double *s = reinterpret_cast<const double *>(sh);
  for (int c = 0; c < 3; ++c) {
    double result = 0.28209479177387814 * s[c];
    if (deg > 0) {
      double x = dir.x, y = dir.y, z = dir.z;
      result = result - SH_C1 * y * s[3 + c] + SH_C1 * z * s[6 + c] - SH_C1 * x * s[9 + c];
      if (deg > 1) {
        double xx = x * x, yy = y * y, zz = z * z, xy = x * y, yz = y * z, xz = x * z;
        result = result + SH_C2[0] * xy * s[12 + c] + SH_C2[1] * yz * s[15 + c] + SH_C2[2] * (2.0 * zz - xx - yy) * s[18 + c];
      }
    }
    result += 0.5;
    clamped[c] = (result < 0);
    res[c] = std::max(result, 0.0);
  }
  return make_float3(res[0], res[1], res[2]);
}
int render(const float2 pixf, int n, const int *order, const float2 *points_xy_image, const double *features, const float4 *conic_opacity, const double *bg_color, double *out_color, double *final_T) {
  double T = 1.0;
  int contributor = 0, last_contributor = 0;
  double C[CHANNELS] = {0};
  bool done = false;
  for (int j = 0; !done && j < n; j++) {
    contributor++;
    const int id = order[j];
    float2 xy = points_xy_image[id];
    float2 d = {xy.x - pixf.x, xy.y - pixf.y};
    float4 con_o = conic_opacity[id];
    double power = -0.5 * (con_o.x * d.x * d.x + con_o.z * d.y * d.y) - con_o.y * d.x * d.y;
    if (power > 0.0) continue;
    double alpha = std::min(0.99, con_o.w * std::exp(power));
    if (alpha < 1.0 / 255.0) continue;
    double test_T = T * (1 - alpha);
    if (test_T < 0.0001) { done = true; continue; }
    for (int ch = 0; ch < CHANNELS; ch++) C[ch] += features[id * CHANNELS + ch] * alpha * T;
    T = test_T;
    last_contributor = contributor;
  }
  for (int ch = 0; ch < CHANNELS; ch++) out_color[ch] = C[ch] + T * bg_color[ch];
  *final_T = T;
  return last_contributor;
}
double splat(const double *means, const double *scales, const double *rots, const double *opac, const double *sh, double *image) {
  const int P = 3;
  double view[16] = {0.98, 0.05, 0.1, 0, -0.04, 0.99, 0.02, 0, -0.1, 0.01, 0.97, 0, 0.1, -0.2, 4, 1};
  float2 xy[P]; float4 conic[P]; double rgb[P * 3]; double depth[P]; int order[P]; bool clamped[3 * P];
  for (int i = 0; i < P; ++i) {
    float3 m = {means[3 * i], means[3 * i + 1], means[3 * i + 2]};
    double cov3D[6];
    computeCov3D({scales[3 * i], scales[3 * i + 1], scales[3 * i + 2]}, 1.1, {rots[4 * i], rots[4 * i + 1], rots[4 * i + 2], rots[4 * i + 3]}, cov3D);
    float3 cov = computeCov2D(m, 5, 5, 0.6, 0.6, cov3D, view);
    double det = (cov.x * cov.z - cov.y * cov.y);
    if (det == 0.0) continue;
    double det_inv = 1.0 / det;
    conic[i] = {cov.z * det_inv, -cov.y * det_inv, cov.x * det_inv, opac[i]};
    double z = view[2] * m.x + view[6] * m.y + view[10] * m.z + view[14];
    xy[i] = {5 * (view[0] * m.x + view[4] * m.y + view[8] * m.z + view[12]) / z + 1, 5 * (view[1] * m.x + view[5] * m.y + view[9] * m.z + view[13]) / z + 1};
    depth[i] = z; order[i] = i;
    float3 shs[7];
    for (int k = 0; k < 7; ++k) shs[k] = {sh[k] + 0.1 * i, sh[k] * 0.5, sh[k] - 0.2};
    float3 col = computeColorFromSH(2, m, {0, 0, -4}, shs, clamped + 3 * i);
    rgb[3 * i] = col.x; rgb[3 * i + 1] = col.y; rgb[3 * i + 2] = col.z;
  }
  std::sort(order, order + P, [&](int a, int b) { return depth[a] < depth[b]; });
  double bg[3] = {0.1, 0.2, 0.3}, loss = 0;
  for (int py = 0; py < 2; ++py) for (int px = 0; px < 2; ++px) {
    double c[3], T; render({double(px), double(py)}, P, order, xy, rgb, conic, bg, c, &T);
    for (int ch = 0; ch < 3; ++ch) { image[(py * 2 + px) * 3 + ch] = c[ch]; double e = c[ch] - 0.4; loss += std::abs(e) + e * e; }
    loss += 0.1 * T;
  }
  return loss;
}
// NeRF volume rendering
double nerf(const double *sigma, const double *rgb, const double *deltas, int n, double thresh, double *weights) {
  double T = 1.f, r = 0, g = 0, b = 0, ws = 0, t = 0, d = 0;
  int step = 0;
  while (step < n) {
    const double alpha = 1.0 - std::exp(-sigma[0] * deltas[0]);
    const double weight = alpha * T;
    r += weight * rgb[0]; g += weight * rgb[1]; b += weight * rgb[2];
    t += deltas[1];
    d += weight * t;
    ws += weight;
    weights[step] = weight;
    T *= 1.0 - alpha;
    if (T < thresh) break;
    sigma++; rgb += 3; deltas += 2;
    step++;
  }
  return r + 2 * g - b + 0.3 * ws + d;
}
// positional encoding + trilinear hash-ish grid
double grid_sample(const double *grid, int n, double u, double v, double w) {
  double x[3] = {u, v, w}, frac[3]; int base[3];
  for (int d = 0; d < 3; ++d) { double p = x[d] * (n - 1) + 0.5; base[d] = (int)std::floor(p); frac[d] = p - base[d]; frac[d] = frac[d] * frac[d] * (3 - 2 * frac[d]); }
  double out = 0;
  for (unsigned c = 0; c < 8; ++c) {
    double wgt = 1; unsigned idx = 0, stride = 1;
    for (unsigned d = 0; d < 3; ++d) {
      if ((c & (1 << d)) == 0) { wgt *= 1 - frac[d]; idx += base[d] * stride; }
      else { wgt *= frac[d]; idx += (base[d] + 1) * stride; }
      stride *= n;
    }
    out += wgt * grid[(idx * 2654435761u) % 11];
  }
  return out;
}
// ray tracing
struct vec3 {
  double e[3];
  vec3() : e{0, 0, 0} {}
  vec3(double a, double b, double c) : e{a, b, c} {}
  double x() const { return e[0]; } double y() const { return e[1]; } double z() const { return e[2]; }
  vec3 operator-() const { return vec3(-e[0], -e[1], -e[2]); }
  double operator[](int i) const { return e[i]; }
  double &operator[](int i) { return e[i]; }
  vec3 &operator+=(const vec3 &v) { e[0] += v.e[0]; e[1] += v.e[1]; e[2] += v.e[2]; return *this; }
  vec3 &operator*=(double t) { e[0] *= t; e[1] *= t; e[2] *= t; return *this; }
  vec3 &operator/=(double t) { return *this *= 1 / t; }
  double length() const { return std::sqrt(length_squared()); }
  double length_squared() const { return e[0] * e[0] + e[1] * e[1] + e[2] * e[2]; }
};
using point3 = vec3; using color = vec3;
inline vec3 operator+(const vec3 &u, const vec3 &v) { return vec3(u.e[0] + v.e[0], u.e[1] + v.e[1], u.e[2] + v.e[2]); }
inline vec3 operator-(const vec3 &u, const vec3 &v) { return vec3(u.e[0] - v.e[0], u.e[1] - v.e[1], u.e[2] - v.e[2]); }
inline vec3 operator*(const vec3 &u, const vec3 &v) { return vec3(u.e[0] * v.e[0], u.e[1] * v.e[1], u.e[2] * v.e[2]); }
inline vec3 operator*(double t, const vec3 &v) { return vec3(t * v.e[0], t * v.e[1], t * v.e[2]); }
inline vec3 operator*(const vec3 &v, double t) { return t * v; }
inline vec3 operator/(vec3 v, double t) { return (1 / t) * v; }
inline double dot(const vec3 &u, const vec3 &v) { return u.e[0] * v.e[0] + u.e[1] * v.e[1] + u.e[2] * v.e[2]; }
inline vec3 unit_vector(vec3 v) { return v / v.length(); }
inline vec3 reflect(const vec3 &v, const vec3 &n) { return v - 2 * dot(v, n) * n; }
class ray { public: ray() {} ray(const point3 &o, const vec3 &d) : orig(o), dir(d) {} point3 origin() const { return orig; } vec3 direction() const { return dir; } point3 at(double t) const { return orig + t * dir; } point3 orig; vec3 dir; };
struct hit_record { point3 p; vec3 normal; double t; bool front_face; color albedo; inline void set_face_normal(const ray &r, const vec3 &n) { front_face = dot(r.direction(), n) < 0; normal = front_face ? n : -n; } };
class hittable { public: virtual bool hit(const ray &r, double t_min, double t_max, hit_record &rec) const = 0; virtual ~hittable() = default; };
class sphere : public hittable {
public:
  sphere(point3 c, double r, color a) : center(c), radius(r), albedo(a) {}
  virtual bool hit(const ray &r, double t_min, double t_max, hit_record &rec) const override {
    vec3 oc = r.origin() - center;
    auto a = r.direction().length_squared();
    auto half_b = dot(oc, r.direction());
    auto c = oc.length_squared() - radius * radius;
    auto discriminant = half_b * half_b - a * c;
    if (discriminant < 0) return false;
    auto sqrtd = std::sqrt(discriminant);
    auto root = (-half_b - sqrtd) / a;
    if (root < t_min || t_max < root) {
      root = (-half_b + sqrtd) / a;
      if (root < t_min || t_max < root) return false;
    }
    rec.t = root;
    rec.p = r.at(rec.t);
    vec3 outward = (rec.p - center) / radius;
    rec.set_face_normal(r, outward);
    rec.albedo = albedo;
    return true;
  }
  point3 center; double radius; color albedo;
};
class hittable_list : public hittable {
public:
  void add(std::shared_ptr<hittable> o) { objects.push_back(o); }
  bool hit(const ray &r, double t_min, double t_max, hit_record &rec) const override {
    hit_record temp; bool any = false; auto closest = t_max;
    for (const auto &o : objects) if (o->hit(r, t_min, closest, temp)) { any = true; closest = temp.t; rec = temp; }
    return any;
  }
  std::vector<std::shared_ptr<hittable>> objects;
};
color ray_color(const ray &r, const hittable &world, int depth) {
  hit_record rec;
  if (depth <= 0) return color(0, 0, 0);
  if (world.hit(r, 0.001, 1e30, rec)) { vec3 d = reflect(unit_vector(r.direction()), rec.normal); return rec.albedo * ray_color(ray(rec.p, d), world, depth - 1); }
  vec3 u = unit_vector(r.direction());
  auto t = 0.5 * (u.y() + 1.0);
  return (1.0 - t) * color(1, 1, 1) + t * color(0.5, 0.7, 1.0);
}
double weekend(double cx, double cy, double rad, double red) {
  hittable_list world;
  world.add(std::make_shared<sphere>(point3(cx, cy, -1), rad, color(red, 0.5, 0.4)));
  world.add(std::make_shared<sphere>(point3(0, -100.5, -1), 100, color(0.8, red, 0.2)));
  double s = 0;
  for (int j = 0; j < 3; ++j) for (int i = 0; i < 3; ++i) { color c = ray_color(ray(point3(0, 0, 0), vec3(-0.5 + i * 0.45, -0.3 + j * 0.4, -1)), world, 4); s += c.x() + 2 * c.y() + 3 * c.z(); }
  return s;
}
struct Hit { double t; std::array<double, 3> n; };
std::optional<Hit> intersect(const std::array<double, 3> &o, const std::array<double, 3> &d, double r) {
  double b = 0, c = -r * r;
  for (int i = 0; i < 3; ++i) b += o[i] * d[i], c += o[i] * o[i];
  double disc = b * b - c;
  if (disc < 0) return std::nullopt;
  double t = -b - std::sqrt(disc);
  if (t < 0) return {};
  Hit h{t, {}};
  for (int i = 0; i < 3; ++i) h.n[i] = (o[i] + t * d[i]) / r;
  return h;
}
double shade(double x, double y, double r) {
  double s = 0;
  for (int k = 0; k < 4; ++k) {
    if (auto h = intersect({x, y, -3}, {0.1 * k, 0.05, std::sqrt(1 - 0.01 * k * k - 0.0025)}, r)) { s += h->t + 0.3 * h->n[0] - (*h).n[2]; }
    else s += 0.1 * x;
  }
  auto h2 = intersect({x + 10, y, -3}, {0, 0, 1}, r);
  s += h2.value_or(Hit{x * y, {1, 2, 3}}).t + (h2.has_value() ? 1 : x * x);
  return s;
}
int main() {
  CHECK(splat, check::buf({0.1, -0.2, 0.3, -0.4, 0.2, 0.1, 0.3, 0.25, -0.2}), check::buf({0.4, 0.3, 0.2, 0.5, 0.3, 0.4, 0.2, 0.3, 0.6}), check::buf({0.9, 0.1, 0.2, 0.3, 0.8, -0.2, 0.3, 0.1, 0.7, 0.5, 0.2, -0.1}), check::buf({0.6, 0.8, 0.5}), check::buf({0.6, 0.2, -0.3, 0.4, 0.1, 0.2, 0.3}), check::buf({0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.}));
  CHECK(nerf, check::buf({0.5, 1.0, 2.0, 8.0, 9.0}), (check::scattered<double, 15>(0, 1)), check::buf({0.1, 0.1, 0.2, 0.2, 0.3, 0.3, 0.5, 0.5, 0.6, 0.6}), 5, 0.02, check::buf({0., 0., 0., 0., 0.}));
  CHECK(nerf, check::buf({0.5, 1.0, 2.0, 1.0, 1.0}), (check::scattered<double, 15>(0, 1)), check::buf({0.1, 0.1, 0.2, 0.2, 0.3, 0.3, 0.5, 0.5, 0.6, 0.6}), 5, 0.0, check::buf({0., 0., 0., 0., 0.}));
  CHECK(grid_sample, (check::scattered<double, 11>(-1, 1)), 5, 0.31, 0.52, 0.77);
  CHECK(weekend, 0.1, 0.05, 0.5, 0.7);
  CHECK(shade, 0.2, 0.1, 1.1);
  return check::done();
}
