// SPDX-License-Identifier: Apache-2.0
// Outside references (test/oracles): numbers that other programs computed.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace tangible {

using Json = nlohmann::ordered_json;

// Of test/oracles: "ex3_cart" for states, "trajectories/ex3_cart" for motions.
inline Json read_oracle(const std::string& name) {
  std::ifstream file("test/oracles/" + name + ".json");
  EXPECT_TRUE(file) << name;
  return Json::parse(file);
}
inline Json read_trajectory(const std::string& name) { return read_oracle("trajectories/" + name); }
inline Json trajectories_of(const std::string& name) { return read_trajectory(name)["trajectories"]; }

}  // namespace tangible
