// Reprojection errors, a mixture of Gaussians, an LSTM and a hand's kinematics, as benchmarks of differentiation have them.
// RUN: %mixedad_cxx -w -O1 %s -o %t && %t
#include "check.h"
#include <cmath>
#include <vector>
#include <limits>
#include <cstring>
#include <cstdlib>
using std::vector;
// ---- BA
#define BA_NCAMPARAMS 11
#define ROT_IDX 0
#define C_IDX 3
#define F_IDX 6
#define X0_IDX 7
#define RAD_IDX 9
template <typename T> T sqsum(int n, const T *const x) { T res = 0; for (int i = 0; i < n; i++) res = res + x[i] * x[i]; return res; }
template <typename T> void cross(const T *const a, const T *const b, T *out) { out[0] = a[1] * b[2] - a[2] * b[1]; out[1] = a[2] * b[0] - a[0] * b[2]; out[2] = a[0] * b[1] - a[1] * b[0]; }
template <typename T> T dot_(const T *a, const T *b, int n = 3) { T r = 0; while (n--) r += *a++ * *b++; return r; }
template <typename T> void rodrigues_rotate_point(const T *const rot, const T *const pt, T *rotatedPt) {
  int i;
  T sqtheta = sqsum(3, rot);
  if (sqtheta > 1e-10) {
    T theta, costheta, sintheta, theta_inverse, w[3], w_cross_pt[3], tmp;
    theta = sqrt(sqtheta);
    costheta = cos(theta);
    sintheta = sin(theta);
    theta_inverse = 1.0 / theta;
    for (i = 0; i < 3; i++) w[i] = rot[i] * theta_inverse;
    cross(w, pt, w_cross_pt);
    tmp = (w[0] * pt[0] + w[1] * pt[1] + w[2] * pt[2]) * (1. - costheta);
    for (i = 0; i < 3; i++) rotatedPt[i] = pt[i] * costheta + w_cross_pt[i] * sintheta + w[i] * tmp;
  } else {
    T rot_cross_pt[3];
    cross(rot, pt, rot_cross_pt);
    for (i = 0; i < 3; i++) rotatedPt[i] = pt[i] + rot_cross_pt[i];
  }
}
template <typename T> void radial_distort(const T *const rad_params, T *proj) { T rsq, L; rsq = sqsum(2, proj); L = 1. + rad_params[0] * rsq + rad_params[1] * rsq * rsq; proj[0] = proj[0] * L; proj[1] = proj[1] * L; }
template <typename T> void project(const T *const cam, const T *const X, T *proj) {
  const T *const C = &cam[C_IDX];
  T Xo[3], Xcam[3];
  Xo[0] = X[0] - C[0]; Xo[1] = X[1] - C[1]; Xo[2] = X[2] - C[2];
  rodrigues_rotate_point(&cam[ROT_IDX], Xo, Xcam);
  proj[0] = Xcam[0] / Xcam[2];
  proj[1] = Xcam[1] / Xcam[2];
  radial_distort(&cam[RAD_IDX], proj);
  proj[0] = proj[0] * cam[F_IDX] + cam[X0_IDX];
  proj[1] = proj[1] * cam[F_IDX] + cam[X0_IDX + 1];
}
template <typename T> void computeReprojError(const T *const cam, const T *const X, const T *const w, const double *const feat, T *err) {
  T proj[2];
  project(cam, X, proj);
  err[0] = (*w) * (proj[0] - feat[0]);
  err[1] = (*w) * (proj[1] - feat[1]);
}
template <typename T> void computeZachWeightError(const T *const w, T *err) { *err = 1 - (*w) * (*w); }
template <typename T> void ba_objective(int n, int m, int p, const T *const cams, const T *const X, const T *const w, const int *const obs, const double *const feats, T *reproj_err, T *w_err) {
  for (int i = 0; i < p; i++) {
    int camIdx = obs[i * 2 + 0];
    int ptIdx = obs[i * 2 + 1];
    computeReprojError(&cams[camIdx * BA_NCAMPARAMS], &X[ptIdx * 3], &w[i], &feats[i * 2], &reproj_err[2 * i]);
  }
  for (int i = 0; i < p; i++) computeZachWeightError(&w[i], &w_err[i]);
}
void ba(const double *cams, const double *X, const double *w, double *err, double *werr) {
  static const int obs[6] = {0, 0, 1, 1, 0, 1};
  static const double feats[6] = {0.1, 0.2, -0.3, 0.1, 0.2, -0.1};
  ba_objective(2, 2, 3, cams, X, w, obs, feats, err, werr);
}
// ---- GMM
typedef struct { double gamma; int m; } Wishart;
double arr_max(int n, const double *const x) { double m = x[0]; for (int i = 1; i < n; i++) if (m < x[i]) m = x[i]; return m; }
double logsumexp(int n, const double *const x) { double mx = arr_max(n, x); double semx = 0.; for (int i = 0; i < n; i++) semx = semx + exp(x[i] - mx); return log(semx) + mx; }
double log_gamma_distrib(double a, double p) { double out = 0.25 * p * (p - 1) * log(M_PI); for (int j = 1; j <= p; j++) out += lgamma(a + 0.5 * (1 - j)); return out; }
void preprocess_qs(int d, int k, const double *const icf, double *sum_qs, double *Qdiags) {
  int icf_sz = d * (d + 1) / 2;
  for (int ik = 0; ik < k; ik++) {
    sum_qs[ik] = 0.;
    for (int id = 0; id < d; id++) { double q = icf[ik * icf_sz + id]; sum_qs[ik] = sum_qs[ik] + q; Qdiags[ik * d + id] = exp(q); }
  }
}
void Qtimesx(int d, const double *const Qdiag, const double *const ltri, const double *const x, double *out) {
  for (int id = 0; id < d; id++) out[id] = Qdiag[id] * x[id];
  int Lparamsidx = 0;
  for (int i = 0; i < d; i++) for (int j = i + 1; j < d; j++) { out[j] = out[j] + ltri[Lparamsidx] * x[i]; Lparamsidx++; }
}
double log_wishart_prior(int p, int k, Wishart wishart, const double *const sum_qs, const double *const Qdiags, const double *const icf) {
  int n = p + wishart.m + 1;
  int icf_sz = p * (p + 1) / 2;
  double C = n * p * (log(wishart.gamma) - 0.5 * log(2)) - log_gamma_distrib(0.5 * n, p);
  double out = 0;
  for (int ik = 0; ik < k; ik++) {
    double frobenius = sqsum(p, &Qdiags[ik * p]) + sqsum(icf_sz - p, &icf[ik * icf_sz + p]);
    out = out + 0.5 * wishart.gamma * wishart.gamma * (frobenius)-wishart.m * sum_qs[ik];
  }
  return out - k * C;
}
void gmm_objective(int d, int k, int n, const double *const alphas, const double *const means, const double *const icf, const double *const x, Wishart wishart, double *err) {
  const double CONSTANT = -n * d * 0.5 * log(2 * M_PI);
  int icf_sz = d * (d + 1) / 2;
  double *Qdiags = new double[d * k];
  double *sum_qs = new double[k];
  double *xcentered = new double[d];
  double *Qxcentered = new double[d];
  double *main_term = new double[k];
  preprocess_qs(d, k, icf, sum_qs, Qdiags);
  double slse = 0.;
  for (int ix = 0; ix < n; ix++) {
    for (int ik = 0; ik < k; ik++) {
      for (int id = 0; id < d; id++) xcentered[id] = x[ix * d + id] - means[ik * d + id];
      Qtimesx(d, &Qdiags[ik * d], &icf[ik * icf_sz + d], xcentered, Qxcentered);
      main_term[ik] = alphas[ik] + sum_qs[ik] - 0.5 * sqsum(d, Qxcentered);
    }
    slse = slse + logsumexp(k, main_term);
  }
  double lse_alphas = logsumexp(k, alphas);
  *err = CONSTANT + slse - n * lse_alphas;
  *err = *err + log_wishart_prior(d, k, wishart, sum_qs, Qdiags, icf);
  delete[] Qdiags; delete[] sum_qs; delete[] xcentered; delete[] Qxcentered; delete[] main_term;
}
double gmm(const double *alphas, const double *means, const double *icf, const double *x) { double e; Wishart w = {1.2, 1}; gmm_objective(2, 3, 4, alphas, means, icf, x, w, &e); return e; }
// ---- LSTM
template <typename T> T sigmoid(T x) { return 1 / (1 + exp(-x)); }
template <typename T> struct LSTMParams { const T *weight, *bias; };
template <typename T> void lstm_model(int hsize, const T *weight, const T *bias, T *hidden, T *cell, const T *input) {
  vector<T> gates(4 * hsize);
  T *forget = &(gates[0]), *ingate = &(gates[hsize]), *outgate = &(gates[2 * hsize]), *change = &(gates[3 * hsize]);
  for (int i = 0; i < hsize; i++) {
    forget[i] = sigmoid(input[i] * weight[i] + bias[i]);
    ingate[i] = sigmoid(hidden[i] * weight[hsize + i] + bias[hsize + i]);
    outgate[i] = sigmoid(input[i] * weight[hsize * 2 + i] + bias[2 * hsize + i]);
    change[i] = tanh(hidden[i] * weight[hsize * 3 + i] + bias[3 * hsize + i]);
  }
  for (int i = 0; i < hsize; i++) cell[i] = cell[i] * forget[i] + ingate[i] * change[i];
  for (int i = 0; i < hsize; i++) hidden[i] = outgate[i] * tanh(cell[i]);
}
template <typename T> void lstm_predict(int l, int b, const T *w, const T *w2, T *s, const T *x, T *x2) {
  for (int i = 0; i < b; i++) x2[i] = x[i] * w2[i];
  T *xp = x2;
  for (int i = 0; i <= 2 * l * b - 1; i += 2 * b) {
    lstm_model(b, &(w[i * 4]), &(w[(i + b) * 4]), &(s[i]), &(s[i + b]), xp);
    xp = &(s[i]);
  }
  for (int i = 0; i < b; i++) x2[i] = xp[i] * w2[b + i] + w2[b * 2 + i];
}
template <typename T> T logsumexp_store(const T *vect, int sz) { vector<T> vect2(sz); for (int i = 0; i < sz; ++i) vect2[i] = exp(vect[i]); T sum = 0.0; for (int i = 0; i < sz; ++i) sum += vect2[i]; sum += 2; return log(sum); }
template <typename T> void lstm_objective(int l, int c, int b, const T *main_params, const T *extra_params, vector<T> state, const T *sequence, T *loss) {
  T total = 0;
  int count = 0;
  const T *input = &(sequence[0]);
  vector<T> ypred(b), ynorm(b);
  const T *ygold;
  T lse;
  for (int t = 0; t <= (c - 1) * b - 1; t += b) {
    lstm_predict(l, b, main_params, extra_params, state.data(), input, ypred.data());
    lse = logsumexp_store(ypred.data(), b);
    for (int i = 0; i < b; i++) ynorm[i] = ypred[i] - lse;
    ygold = &(sequence[t + b]);
    for (int i = 0; i < b; i++) total += ygold[i] * ynorm[i];
    count += b;
    input = ygold;
  }
  *loss = -total / count;
}
double lstm(const double *main_params, const double *extra, const vector<double> &state, const double *seq) { double loss; lstm_objective(2, 4, 3, main_params, extra, state, seq, &loss); return loss; }
// ---- hand (light matrix)
template <typename T> class LightMatrix {
public:
  int nrows_, ncols_; T *data_; bool is_ref;
  LightMatrix() : nrows_(0), ncols_(0), data_(nullptr), is_ref(false) {}
  LightMatrix(int nrows, int ncols) : nrows_(nrows), ncols_(ncols), is_ref(false) { data_ = new T[nrows * ncols](); }
  LightMatrix(const LightMatrix<T> &o) : nrows_(o.nrows_), ncols_(o.ncols_), is_ref(false) { data_ = new T[nrows_ * ncols_]; for (int i = 0; i < nrows_ * ncols_; i++) data_[i] = o.data_[i]; }
  ~LightMatrix() { if (!is_ref && data_ != nullptr) delete[] data_; }
  LightMatrix &operator=(const LightMatrix<T> &o) { if (this == &o) return *this; if (!is_ref) delete[] data_; is_ref = false; nrows_ = o.nrows_; ncols_ = o.ncols_; data_ = new T[nrows_ * ncols_]; for (int i = 0; i < nrows_ * ncols_; i++) data_[i] = o.data_[i]; return *this; }
  void resize(int r, int c) { if (r * c != nrows_ * ncols_) { delete[] data_; data_ = new T[r * c](); } nrows_ = r; ncols_ = c; }
  T &operator()(int r, int c) { return data_[c * nrows_ + r]; }
  const T &operator()(int r, int c) const { return data_[c * nrows_ + r]; }
  T *get_col(int c) { return &data_[c * nrows_]; }
  void set_identity() { for (int i = 0; i < nrows_ * ncols_; ++i) data_[i] = 0; for (int i = 0; i < nrows_; i++) data_[i * ncols_ + i] = 1; }
};
template <typename T> void mat_mult(const LightMatrix<T> &A, const LightMatrix<T> &B, LightMatrix<T> *out) {
  out->resize(A.nrows_, B.ncols_);
  for (int i = 0; i < A.nrows_; i++) for (int k = 0; k < B.ncols_; k++) { (*out)(i, k) = A(i, 0) * B(0, k); for (int j = 1; j < A.ncols_; j++) (*out)(i, k) += A(i, j) * B(j, k); }
}
template <typename T> void euler_angles_to_rotation_matrix(const T *const xzy, LightMatrix<T> *R) {
  T tx = xzy[0], ty = xzy[2], tz = xzy[1];
  LightMatrix<T> Rx(3, 3), Ry(3, 3), Rz(3, 3);
  Rx.set_identity(); Rx(1, 1) = cos(tx); Rx(2, 1) = sin(tx); Rx(1, 2) = -Rx(2, 1); Rx(2, 2) = Rx(1, 1);
  Ry.set_identity(); Ry(0, 0) = cos(ty); Ry(0, 2) = sin(ty); Ry(2, 0) = -Ry(0, 2); Ry(2, 2) = Ry(0, 0);
  Rz.set_identity(); Rz(0, 0) = cos(tz); Rz(1, 0) = sin(tz); Rz(0, 1) = -Rz(1, 0); Rz(1, 1) = Rz(0, 0);
  LightMatrix<T> tmp;
  mat_mult(Rz, Ry, &tmp);
  mat_mult(tmp, Rx, R);
}
double hand(const double *pose, const double *pts) {
  LightMatrix<double> rel[3], absol[3];
  for (int i = 0; i < 3; ++i) {
    LightMatrix<double> R(3, 3);
    euler_angles_to_rotation_matrix(pose + 3 * i, &R);
    rel[i].resize(3, 3);
    rel[i] = R;
  }
  int parents[3] = {-1, 0, 1};
  for (int i = 0; i < 3; ++i)
    if (parents[i] == -1) absol[i] = rel[i];
    else mat_mult(absol[parents[i]], rel[i], &absol[i]);
  LightMatrix<double> P(3, 4), out;
  for (int i = 0; i < 12; ++i) P.data_[i] = pts[i];
  double e = 0;
  for (auto &m : absol) { mat_mult(m, P, &out); for (int c = 0; c < out.ncols_; ++c) { const double *col = out.get_col(c); e += col[0] * 0.3 + col[1] * col[2]; } }
  return e;
}
int main() {
  auto cams = check::scattered<double, 22>(-0.4, 0.6); for (int i = 0; i < 3; ++i) cams.primal[11 + i] = 0; cams.primal[5] = -5; cams.primal[16] = -4;
  CHECK(ba, cams, check::buf({0.1, 0.2, 0.3, -0.3, 0.4, 0.1}), check::buf({0.9, 0.7, 1.1}), check::buf({0., 0., 0., 0., 0., 0.}), check::buf({0., 0., 0.}));
  CHECK(gmm, check::buf({0.1, 0.3, -0.2}), check::scattered<double, 6>(-1, 1), check::scattered<double, 9>(-0.5, 0.5), check::scattered<double, 8>(-1, 1, 0.7));
  CHECK(lstm, check::scattered<double, 48>(-1, 1), check::scattered<double, 9>(-1, 1), vector<double>(12, 0.3), check::scattered<double, 12>(0, 1));
  CHECK(hand, check::scattered<double, 9>(-1, 1), check::scattered<double, 12>(-1, 1));
  return check::done();
}
