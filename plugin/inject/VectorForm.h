//===- VectorForm.h - broadcast functions that vectorize in another form --===//
//
// A broadcast outside of any derivative runs the program's own function for each element. A call of the C library in it
// keeps its loop from being vectorized; the function as generated, with the functions of mixedad/detail/vecmath.h, is
// several times faster, and it is what derivatives of the same broadcast run.
//
//===----------------------------------------------------------------------===//
#ifndef MIXEDAD_INJECT_VECTORFORM_H
#define MIXEDAD_INJECT_VECTORFORM_H

#include "clang/AST/Decl.h"

namespace mixedad {

/// Whether F calls such a function, and F and all that it calls is arithmetic on numbers that are its own: no memory, no
/// loops, no effects.
bool hasVectorForm(const clang::FunctionDecl *F);

} // namespace mixedad
#endif
