// SPDX-License-Identifier: Apache-2.0
// Reading, deriving, compiling and writing equations take long for a large model; another thread may end them.
#pragma once

#include <atomic>
#include <functional>

namespace tangible {

// Calls `work`, which loads a model, say. False: `stop` became true meanwhile, and the work ended soon after, with
// nothing done. Other exceptions of the work are passed on.
bool run_until_stopped(const std::atomic<bool>& stop, const std::function<void()>& work);

}  // namespace tangible
