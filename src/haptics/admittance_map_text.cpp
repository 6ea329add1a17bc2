// SPDX-License-Identifier: Apache-2.0
// The map in rows.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "haptics/admittance_map.h"

namespace tangible {
namespace {

std::string map_number(double mass) { return mass < unlimited ? fmt::format("{:.5g}", mass) : "none"; }

nlohmann::ordered_json mass_json(double mass) { return mass < unlimited ? nlohmann::ordered_json(mass) : nullptr; }

}  // namespace

std::string admittance_map_text(const AdmittanceMapOptions& map, const std::vector<AdmittanceMapRow>& rows) {
  const double m = map.loop.device_mass;
  std::string text = fmt::format("smallest mass that is stable, device {:g} kg, drive at {:.4g} rad/s, tick {:g} ms\n",
                                 m, std::sqrt(map.loop.gains.proportional), 1e3 * map.loop.tick);
  text += "  hand N/m   held kg  /device   extrapolated kg  /device   parabola kg  /device\n";
  for (const AdmittanceMapRow& r : rows)
    text += fmt::format("{:10.1f} {:>9} {:>8} {:>17} {:>8} {:>13} {:>8}\n", r.hand_stiffness, map_number(r.held),
                        map_number(r.held / m), map_number(r.extrapolated), map_number(r.extrapolated / m),
                        map_number(r.parabola), map_number(r.parabola / m));
  return text;
}

std::string admittance_map_csv(const AdmittanceMapOptions& map, const std::vector<AdmittanceMapRow>& rows) {
  std::string text =
      "hand_stiffness[N/m],held[kg],held/device,extrapolated[kg],extrapolated/device,parabola[kg],parabola/device\n";
  for (const AdmittanceMapRow& r : rows)
    text += fmt::format("{:.10g},{:.10g},{:.10g},{:.10g},{:.10g},{:.10g},{:.10g}\n", r.hand_stiffness, r.held,
                        r.held / map.loop.device_mass, r.extrapolated, r.extrapolated / map.loop.device_mass,
                        r.parabola, r.parabola / map.loop.device_mass);
  return text;
}

std::string admittance_map_json(const AdmittanceMapOptions& map, const std::vector<AdmittanceMapRow>& rows) {
  nlohmann::ordered_json json{{"tick", map.loop.tick},
                              {"device_mass", map.loop.device_mass},
                              {"device_damping", map.loop.device_damping},
                              {"hand_mass", map.loop.hand_mass},
                              {"delay", map.loop.delay}};
  json["drive"] = {map.loop.gains.proportional, map.loop.gains.integral, map.loop.gains.derivative};
  for (const AdmittanceMapRow& r : rows)
    json["rows"].push_back({{"hand_stiffness", r.hand_stiffness},
                            {"held", mass_json(r.held)},
                            {"extrapolated", mass_json(r.extrapolated)},
                            {"parabola", mass_json(r.parabola)}});
  return json.dump(2) + "\n";
}

}  // namespace tangible
