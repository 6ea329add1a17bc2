// SPDX-License-Identifier: Apache-2.0
// Reads the options of the admittance display.
#include "haptics/admittance_settings.h"

#include <charconv>
#include <cmath>

#include "engine/error.h"

namespace tangible {
namespace {

double admittance_number(const std::string& name, const std::string& text, const std::string& label) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value) || value < 0)
    throw BadInput(label + ": error: " + name + "='" + text +
                   "' is not a number of zero or more; give one in SI units");
  return value;
}

// False if there is none of this name.
bool set_admittance_option(AdmittancePortOptions& o, const std::string& name, double value) {
  struct Place {
    const char* name;
    double* at;
  };
  const Place places[] = {{"end_effector", &o.sensor.end_effector.mass},
                          {"end_effector_inertia", &o.sensor.end_effector.inertia},
                          {"dead_band", &o.sensor.dead_band.linear},
                          {"dead_band_torque", &o.sensor.dead_band.rotary},
                          {"range", &o.sensor.range.linear},
                          {"range_torque", &o.sensor.range.rotary},
                          {"max_error", &o.max_error.linear},
                          {"max_turn_error", &o.max_error.rotary},
                          {"max_speed", &o.max_speed.linear},
                          {"max_turn_rate", &o.max_speed.rotary},
                          {"deceleration", &o.deceleration.linear},
                          {"turn_deceleration", &o.deceleration.rotary},
                          {"hold_time", &o.hold_time},
                          {"ramp_time", &o.ramp_time},
                          {"hand_stiffness", &o.guard.hand_stiffness.linear},
                          {"hand_turn_stiffness", &o.guard.hand_stiffness.rotary}};
  for (const Place& place : places)
    if (name == place.name) {
      *place.at = value;
      return true;
    }
  if (name == "frequency")
    o.drive.gains = tracking_gains(value);
  else if (name == "guard")
    o.guard.acts = value != 0;
  else if (name == "carries_hand")
    o.drive.carries_hand = value != 0;
  else if (name == "targets")
    o.gives_targets = value != 0;
  else if (name == "tare")
    o.sensor.tare_ticks = static_cast<int>(value);
  else if (name == "stuck")
    o.sensor.ticks_until_stuck = static_cast<int>(value);
  else
    return false;
  return true;
}

struct NamedHold {
  WrenchHold hold;
  std::string_view name;
};
constexpr NamedHold named_holds[] = {{WrenchHold::world, "held"},
                                     {WrenchHold::handle_frame, "handle"},
                                     {WrenchHold::extrapolated, "extrapolated"},
                                     {WrenchHold::extrapolated_in_handle, "extrapolated-handle"},
                                     {WrenchHold::parabola_in_handle, "parabola-handle"}};

}  // namespace

std::vector<std::string> wrench_hold_names() {
  std::vector<std::string> names;
  for (const NamedHold& each : named_holds) names.emplace_back(each.name);
  return names;
}

WrenchHold wrench_hold_named(std::string_view name) {
  for (const NamedHold& each : named_holds)
    if (each.name == name) return each.hold;
  throw BadInput("'" + std::string(name) + "' is no way in which a wrench is held; choose one of wrench_hold_names()");
}

std::string_view name_of(WrenchHold hold) {
  for (const NamedHold& each : named_holds)
    if (each.hold == hold) return each.name;
  return "";
}

void set_admittance_options(AdmittancePortOptions& options, const std::string& text, const std::string& label) {
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    const std::string word = text.substr(start, end - start);
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos)
      throw BadInput(label + ": error: '" + word + "' is not an option; write name=value");
    const std::string name = word.substr(0, equals);
    if (!set_admittance_option(options, name, admittance_number(name, word.substr(equals + 1), label)))
      throw BadInput(label + ": error: there is no option '" + name +
                     "'; docs/reference/command-line.md lists them, such as frequency, end_effector, tare, guard");
    start = end + 1;
  }
}

}  // namespace tangible
