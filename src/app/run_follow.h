// SPDX-License-Identifier: Apache-2.0
// tangible run --display follow: the handle follows a script, a recording or a live device as a moving constraint, and
// the constraint's force is recorded or displayed.
#pragma once

#include "app/run_setup.h"

namespace tangible {

int run_follow(const HapticRunOptions& options);

}  // namespace tangible
