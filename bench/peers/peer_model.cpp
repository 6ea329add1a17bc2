// SPDX-License-Identifier: Apache-2.0
// Reading the common models.
#include "peers/peer_model.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tangible::bench {
namespace {

PeerState read_state(const nlohmann::json& json) {
  PeerState state;
  if (json.contains("p")) {
    state.p = json["p"];
    state.v = json["v"];
    state.w = json["w"];
    state.quaternion = json["quat_wxyz"];
  }
  state.q = json["q"].get<std::vector<double>>();
  state.qd = json["qd"].get<std::vector<double>>();
  state.tau = json["tau"].get<std::vector<double>>();
  for (const auto* part : {&state.q, &state.qd, &state.tau})
    state.packed.insert(state.packed.end(), part->begin(), part->end());
  state.reference = json["qdd"].get<std::vector<double>>();
  return state;
}

}  // namespace

std::vector<PeerModel> read_peer_models(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  std::vector<PeerModel> models;
  for (const auto& json : nlohmann::json::parse(file)) {
    PeerModel model{json["name"], {}, {}};
    for (const auto& link : json["links"])
      model.links.push_back(
          {link["type"] == "F", link["parent"], link["m"], link["axis"], link["off"], link["com"], link["I"]});
    if (json.contains("loop")) model.loop = {json["loop"]["links"], json["loop"]["points"]};
    for (const auto& state : json["states"]) model.states.push_back(read_state(state));
    models.push_back(std::move(model));
  }
  return models;
}

}  // namespace tangible::bench
