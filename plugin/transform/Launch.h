//===- Launch.h - derivatives of a kernel's launch ------------------------===//
#ifndef MIXEDAD_TRANSFORM_LAUNCH_H
#define MIXEDAD_TRANSFORM_LAUNCH_H

#include "transform/Session.h"

namespace mixedad::transform {

/// Every thread of a launch runs F; parameter 0 is the launch's shape.
inline bool isKernel(const ir::Function &F) { return F.Self && F.Self->Kernel; }

/// Host functions that launch the forward and the reverse sweep, one thread for each of the primal's.
Emitted emitLaunchSweeps(const ir::Function &F, const std::string &Mask, const Variant &V, Session &S, bool Steady);
/// A host function that launches the pushforward.
Emitted emitPushLaunch(const ir::Function &F, const std::string &Mask, const Variant &V, Session &S);

} // namespace mixedad::transform
#endif
