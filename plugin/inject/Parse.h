//===- Parse.h - parsing text at the end of a translation unit ------------===//
#ifndef MIXEDAD_INJECT_PARSE_H
#define MIXEDAD_INJECT_PARSE_H

#include "clang/Sema/Sema.h"
#include <string>

namespace mixedad {

/// Parses Text as if it stood at the end of the file: with access to private members, without the user's macros and
/// without warnings. False when it had errors.
bool parseGenerated(clang::Sema &S, const std::string &Text);

} // namespace mixedad
#endif
