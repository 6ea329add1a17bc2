// SPDX-License-Identifier: Apache-2.0
// Motions through changes of mode: cart, disk on a ramp, double pendulum and wall.
#include "equivalence/scenarios.h"

namespace tangible {

std::vector<Scenario> cart() {
  const Json run = trajectories_of("ex3_cart")[0];
  Scenario s{run["name"], "shopping_cart/cart_pushed", settings(run["params"]), rows_of(run)};
  s.reference = run;
  s.step = 0.005;
  return {s};
}

// Of the four only those that begin sliding: a load that jumps with the slip is undetermined where there is no slip.
std::vector<Scenario> disk_on_ramp() {
  std::vector<Scenario> list;
  const Json reference = read_trajectory("ex1_disk_ramp");
  for (const std::size_t k : {0u, 1u}) {
    const Json& run = reference["trajectories"][k];
    list.push_back({run["name"], "disk_on_ramp/disk_on_ramp", settings(run["params"]), rows_of(run)});
    list.back().reference = run;
  }
  return list;
}

// The third coordinate is the height above the ramp.
std::vector<Scenario> disk_on_contact() {
  std::vector<Scenario> list;
  for (const Json& run : trajectories_of("ex1_disk_ramp")) {
    const Json& p = run["params"];
    Scenario s{run["name"], "disk_on_ramp/disk_on_tilting_ramp", settings(p, {"phi", "mu_k", "mu_s"}), Json::array()};
    s.set.push_back(fmt::format("mu={}", p["mu_k"].get<double>()));
    if (p.contains("phi")) {
      s.set.push_back(fmt::format("phi0={}", p["phi"].get<double>()));
      s.set.push_back("phi_rate=0");
    }
    for (const Json& row : rows_of(run)) s.rows.push_back({row[0], row[1], row[2], 0.0, row[3], row[4], 0.0});
    s.reference = run;
    s.step = 0.05;
    list.push_back(s);
  }
  return list;
}

std::vector<Scenario> double_pendulum_and_wall() {
  std::vector<Scenario> list;
  for (const char* file : {"gillespie_wall_e0", "gillespie_wall_e06"}) {
    const Json reference = read_trajectory(file);
    const Json& p = reference["parameters"];
    Scenario s{file, "double_pendulum/double_pendulum", {}, reference["trajectory"]["rows"]};
    for (const char* name : {"x_w", "e", "g"}) s.set.push_back(fmt::format("{}={}", name, p[name].get<double>()));
    for (std::size_t i = 0; i < 2; ++i) {
      s.set.push_back(fmt::format("l_{}={}", i + 1, p["l"][i].get<double>()));
      s.set.push_back(fmt::format("m_{}={}", i + 1, p["m"][i].get<double>()));
      s.set.push_back(fmt::format("b_{}={}", i + 1, p["b_joint"][i].get<double>()));
    }
    if (p["e"] != 0.0) s.agreement = 1e-6;
    s.step = 0.002;
    s.reference = reference;
    list.push_back(s);
  }
  return list;
}

}  // namespace tangible
