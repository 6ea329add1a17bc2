// SPDX-License-Identifier: Apache-2.0
// The measured models: model files named on the command line, then the common models.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/read_model.h"

namespace tangible::bench {

struct MeasuredModel {
  std::string name;
  std::function<ReadResult()> read;  // from its file or text, each time
};

// Arguments are name=MODEL.yaml or name=MODEL.yaml:parameter=value.
std::vector<MeasuredModel> measured_models(const std::vector<std::string>& arguments, const std::string& peer_models);

}  // namespace tangible::bench
