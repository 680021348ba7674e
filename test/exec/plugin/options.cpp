// The plugin's options.
// RUN: %mixedad_cxx -fplugin-arg-mixedad-help -fsyntax-only %s | %filecheck --check-prefix=HELP %s
// RUN: not %mixedad_cxx -fplugin-arg-mixedad-dumb=x -fsyntax-only %s 2>&1 | %filecheck --check-prefix=UNKNOWN %s
// RUN: %mixedad_cxx -fplugin-arg-mixedad-dump=- -fsyntax-only %s | %filecheck --check-prefix=DUMP %s
// RUN: not %mixedad_cxx -fplugin-arg-mixedad-dump=%t.no/such/folder/x -fsyntax-only %s 2>&1 | %filecheck --check-prefix=NOFILE %s
// RUN: %mixedad_cxx -fplugin-arg-mixedad-print-ir -fsyntax-only %s 2>&1 | %filecheck --check-prefix=IR %s
#include <mixedad/gradient.h>

// HELP: -fplugin-arg-mixedad-<option>
// HELP: dump=<file>
// HELP: print-ir
// UNKNOWN: error: unknown option '-fplugin-arg-mixedad-dumb=x'; -fplugin-arg-mixedad-help lists all
// UNKNOWN-NEXT: 1 error generated
// NOFILE: error: cannot write '{{.*}}no/such/folder/x' (-fplugin-arg-mixedad-dump)
// DUMP: namespace mixedad::detail {
// DUMP: static inline double reverse(fn_tag<static_cast<double (*)(double)>(&::f)>, acts<1>, Tape &tape, double seed,
// IR: f
double f(double x) { return x * x; }
double df(double x) { return std::get<0>(mixedad::gradient<f>(x)); }
