//===- Forward.h - pushforward functions ----------------------------------===//
#ifndef MIXEDAD_TRANSFORM_FORWARD_H
#define MIXEDAD_TRANSFORM_FORWARD_H

#include "transform/Session.h"

namespace mixedad::transform {

/// f_push: `dual_result<R> name(params..., shadows of active params...)`. For an inactive or void R it returns R.
Emitted emitPushforward(const ir::Function &F, const std::string &Mask, const std::string &Name, Session &S);

/// A functor over the elements and then the active elements' tangents that returns the result's tangent.
Emitted emitPushFunctor(const ir::Function &F, const std::string &Mask, const std::string &Name, Session &S);

} // namespace mixedad::transform
#endif
