//===- mixedad.h - everything ---------------------------------------------===//
//
// Derivatives of functions (gradient.h, jacobian.h), arrays and broadcasts (array.h, broadcast.h, ops.h) and functions of
// arrays with their derivatives (functions.h, rules/). Programs without arrays may include gradient.h alone.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_MIXEDAD_H
#define MIXEDAD_MIXEDAD_H

#include "mixedad/broadcast.h"
#include "mixedad/functions.h"
#include "mixedad/gradient.h"
#include "mixedad/jacobian.h"
#include "mixedad/ops.h"
#include "mixedad/tape.h"
#include "mixedad/view.h"

#endif
