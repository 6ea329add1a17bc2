// SPDX-License-Identifier: Apache-2.0
// A common model as a model file of ours: joint rates are the speeds, gravity is the parameter g.
#pragma once

#include <string>

#include "peers/peer_model.h"

namespace tangible::bench {

std::string model_text(const PeerModel& model);

}  // namespace tangible::bench
