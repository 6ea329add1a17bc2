// SPDX-License-Identifier: Apache-2.0
// The examples of Faulring et al. with the parameters, the hand and the device of a reference file.
#pragma once

#include <string>
#include <vector>

#include "equivalence/oracle.h"
#include "haptics/admittance_trial.h"

namespace tangible {

inline std::string text_of(double x) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.17g", x);
  return buffer;
}

struct AdmittanceExample {
  explicit AdmittanceExample(const std::string& oracle_name)
      : name(oracle_name), oracle(read_oracle("admittance/" + oracle_name)) {
    const Json& p = oracle["parameters"];
    const std::string kind = p["kind"];
    kind == "twoR" ? read_links(p) : read_body(p);
    take(p["operator"], "t_release", "t_release");
    const Json& device = oracle["device"];
    options.tick = device["T"];
    options.until = p["t_end"];
    options.z = numbers(p["z0"]);
    options.apparent = {device["mass_apparent"], device["rot_inertia_apparent"]};
    options.lag = device["tau_a"];
    options.gains = {device["Kp"], device["Ki"], device["Kd"]};
  }

  Model model() const { return load(path, {.set = set}); }

  std::string name;
  Json oracle;
  std::string path;
  std::map<std::string, std::string> set;
  AdmittanceOptions options;

 private:
  void take(const Json& from, const char* theirs, const std::string& ours) {
    if (from.contains(theirs)) set[ours] = text_of(from[theirs]);
  }
  void take_list(const Json& from, const char* theirs, const std::vector<std::string>& ours) {
    for (std::size_t i = 0; from.contains(theirs) && i < ours.size(); ++i) set[ours[i]] = text_of(from[theirs][i]);
  }
  void read_body(const Json& p) {
    const bool disk = p["kind"] == "disk";
    path = disk ? "models/upright_rolling_disk/upright_rolling_disk.yaml" : "models/disk_on_sphere/disk_on_sphere.yaml";
    for (const char* own : {"m", "b_t", "b_r", "g", "r_d", "r_s"}) take(p, own, own);
    take_list(p, "J", {"Jxx", "Jyy", "Jzz"});
    take_list(p, "center", {"s_1", "s_2", "s_3"});
    if (p.contains("spring")) {
      take(p["spring"], "k_t", "k_t");
      take(p["spring"], "k_r", "k_r");
      take_list(p["spring"], "p_o", {"p_1", "p_2", "p_3"});
      take_list(p["spring"], "euler_o", {"o_4", "o_5", "o_6"});
    }
    const Json& hand = p["operator"];
    for (const char* own : {"F0", "S0", "Fn", "w_n", "N4", "N6", "Fr", "w_r"}) take(hand, own, own);
    take(hand, "w", "w_F");
    take(hand, "w_s", "w_S");
    take_list(hand, "a", {"a_1", "a_2", "a_3"});
    take_list(hand, "wa", {"wa_1", "wa_2", "wa_3"});
    take_list(hand, "b", {"b_1", "b_2", "b_3"});
    take_list(hand, "wb", {"wb_1", "wb_2", "wb_3"});
  }
  void read_links(const Json& p) {
    path = "models/two_links_on_a_circle/two_links_on_a_circle.yaml";
    for (const char* own : {"m", "l", "r_c", "elbow"}) take(p, own, own);
    take(p, "b_joint", "b");
    take_list(p, "base", {"s_1", "s_2"});
    for (const char* own : {"c_h", "v_des", "Fr", "w_r"}) take(p["operator"], own, own);
  }
};

inline const std::vector<std::string> admittance_oracles{"faulring_disk_paper",   "faulring_disk_aniso",
                                                         "faulring_sphere_paper", "faulring_sphere_aniso",
                                                         "faulring_twoR_paper",   "faulring_twoR_b"};

}  // namespace tangible
