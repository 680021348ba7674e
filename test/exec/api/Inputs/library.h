#include <mixedad/gradient.h>
[[mixedad::differentiable]] double energy(double x, double y);
[[mixedad::differentiable]] void scale(double *out, const double *in, int n);
double through(double x);
