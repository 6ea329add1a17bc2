// SPDX-License-Identifier: Apache-2.0
#include "engine/interruptible.h"

#include "symbolic/interruption.h"

namespace tangible {

bool run_until_stopped(const std::atomic<bool>& stop, const std::function<void()>& work) {
  const InterruptScope scope(stop);
  try {
    check_interruption();
    work();
  } catch (const Interrupted&) {
    return false;
  }
  return true;
}

}  // namespace tangible
