// SPDX-License-Identifier: Apache-2.0
// Names, paths and parameters of models.
#include "measured_models.h"

#include "peers/model_text.h"

namespace tangible::bench {

std::vector<MeasuredModel> measured_models(const std::vector<std::string>& arguments, const std::string& peer_models) {
  std::vector<MeasuredModel> models;
  for (const std::string& argument : arguments) {
    const std::size_t equals = argument.find('=');
    const std::size_t colon = argument.find(':', equals);
    ReadOptions options;
    if (colon != std::string::npos) {
      const std::string set = argument.substr(colon + 1);
      options.set[set.substr(0, set.find('='))] = set.substr(set.find('=') + 1);
    }
    const std::string path = argument.substr(equals + 1, colon == std::string::npos ? colon : colon - equals - 1);
    models.push_back({argument.substr(0, equals), [path, options] { return read_model(path, options); }});
  }
  for (const PeerModel& model : read_peer_models(peer_models))
    models.push_back({model.name, [text = model_text(model)] { return read_model_text(text); }});
  return models;
}

}  // namespace tangible::bench
