//===- Entry.h - the overloads that the public API calls ------------------===//
#ifndef MIXEDAD_TRANSFORM_ENTRY_H
#define MIXEDAD_TRANSFORM_ENTRY_H

#include "transform/Session.h"

namespace mixedad::transform {

/// `dual_result<R> pushforward(Tag, acts<...>, params..., tangents of active params...)`, a call of f_push. Linkage
/// is "static inline ", or "" for a function that other units call.
std::string pushforwardEntry(const ir::Function &F, const std::string &Mask, const std::string &Tag,
                             const std::string &Linkage, Session &S);

/// `R primal(Tag, params...)`, for the loops of broadcasts.
std::string primalEntry(const ir::Function &F, const std::string &Tag, Session &S);

} // namespace mixedad::transform
#endif
