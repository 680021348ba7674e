//===- rules/functions.h - derivatives of the functions of arrays ---------===//
//
// Ordinary user rules. A pushforward takes the primal's arguments, then a tangent for every argument that has a
// derivative. A pullback takes the cotangent of the result, then a shadow for each of them, which is added to. Nothing
// is done for what is known to be zero.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_RULES_FUNCTIONS_H
#define MIXEDAD_RULES_FUNCTIONS_H

#include "mixedad/rules/exponentials.h"
#include "mixedad/rules/products.h"
#include "mixedad/rules/rearrangements.h"
#include "mixedad/rules/reductions.h"

#endif
