// SPDX-License-Identifier: Apache-2.0
// Reads the script of a simulated operator.
#include "haptics/operator_script.h"

#include <fmt/core.h>

#include <charconv>
#include <cmath>

#include "engine/error.h"
#include "engine/settings_file.h"

namespace tangible {
namespace {

double script_number(const std::string& text, const std::string& origin) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
    throw BadInput(fmt::format("{}: error: '{}' is not a number; give one in SI units, without a unit", origin, text));
  return value;
}

Freedoms freedoms_named(const std::string& text, const std::string& origin) {
  static constexpr const char* names[] = {"x", "y", "z", "turn_x", "turn_y", "turn_z"};
  Freedoms freedoms{};
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = std::min(text.find('+', start), text.size());
    const std::string word = text.substr(start, end - start);
    std::size_t i = 0;
    while (i < 6 && word != names[i]) ++i;
    if (i == 6)
      throw BadInput(
          fmt::format("{}: error: '{}' is not a degree of freedom; join some of x, y, z, turn_x, turn_y, turn_z by +",
                      origin, word));
    freedoms[i] = true;
    start = end + 1;
  }
  return freedoms;
}

class ScriptReader {
 public:
  ScriptReader(const std::string& path, OperatorScript& script) : path_(path), script_(script) {}

  void read(const Settings& root) {
    require(root, root.is_map(), "the script is a map: operator, arm, device, intention, pushes, grip, tremor");
    for (const SettingsEntry& entry : root.entries) read_entry(entry);
  }

 private:
  std::string origin(const Settings& node) const { return fmt::format("{}:{}:{}", path_, node.line, node.column); }
  void require(const Settings& node, bool holds, const char* remedy) const {
    if (!holds) throw BadInput(fmt::format("{}: error: {}", origin(node), remedy));
  }
  double number(const Settings& node) const {
    require(node, node.is_text(), "a number is expected here");
    return script_number(node.text, origin(node));
  }
  double number_at(const Settings& map, const char* key) const {
    if (!map.is_map() || map.find(key) == nullptr)
      throw BadInput(fmt::format("{}: error: the entry `{}` is missing here; add it", origin(map), key));
    return number(*map.find(key));
  }
  FreedomValues values(const Settings& list) const {
    require(list, list.is_list() && list.items.size() <= 6, "a list of at most six numbers is expected here");
    FreedomValues v{};
    for (std::size_t i = 0; i < list.items.size(); ++i) v[i] = number(list.items[i]);
    return v;
  }
  LinearAndRotary pair(const Settings& node) const {
    LinearAndRotary values{0, 0};
    if (node.is_text()) {
      values.linear = number(node);
    } else {
      require(node, node.is_list() && node.items.size() == 2, "give a number, or [linear, rotary]");
      values = {number(node.items[0]), number(node.items[1])};
    }
    require(node, values.linear >= 0 && values.rotary >= 0, "it cannot be negative; give a number of zero or more");
    return values;
  }
  // An error that was reported without a location gets one.
  template <class Read>
  void at_place(const Settings& node, Read read) const {
    try {
      read();
    } catch (const BadInput& problem) {
      throw BadInput(fmt::format("{}: {}", origin(node), problem.what()));
    }
  }

  void read_entry(const SettingsEntry& entry) {
    const Settings& value = entry.value;
    if (entry.key == "operator") {
      require(value, value.is_text(), "give none, light or firm");
      at_place(value, [&] {
        const OperatorOptions named = operator_named(value.text);
        script_.hand.inertia = named.inertia, script_.hand.damping = named.damping;
        script_.hand.stiffness = named.stiffness;
      });
    } else if (entry.key == "arm") {
      read_arm(value);
    } else if (entry.key == "device") {
      require(value, value.is_map(), "the device is a map of properties");
      for (const SettingsEntry& property : value.entries)
        at_place(property.value, [&] { set_device_property(script_.device, property.key, property.value.text); });
    } else if (entry.key == "intention") {
      require(value, value.is_list(), "the intention is a list of {at: time, to: [x, y, z, turns]}");
      for (const Settings& point : value.items) read_waypoint(point);
    } else if (entry.key == "pushes") {
      require(value, value.is_list(), "pushes are a list of {from: time, until: time, effort: [x, y, z, turns]}");
      for (const Settings& push : value.items) read_push(push);
    } else if (entry.key == "grip") {
      require(value, value.is_list(), "grip is a list of times: takes hold, lets go, takes hold, ...");
      for (const Settings& time : value.items) {
        auto& changes = script_.hand.grip_changes;
        const double at = number(time);
        require(time, changes.empty() || at >= changes.back(), "changes of grip are not in order of time; sort them");
        changes.push_back(at);
      }
    } else if (entry.key == "tremor") {
      script_.hand.tremor = number_at(value, "amplitude");
      if (value.find("frequency") != nullptr) script_.hand.tremor_frequency = number_at(value, "frequency");
    } else {
      throw BadInput(
          fmt::format("{}:{}:{}: error: '{}' is not an entry of a script; there are operator, arm, device, intention, "
                      "pushes, grip and tremor",
                      path_, entry.line, entry.column, entry.key));
    }
  }

  void read_waypoint(const Settings& point) {
    const double time = number_at(point, "at");
    require(point, point.find("to") != nullptr, "a waypoint needs `to: [x, y, z]`");
    auto& waypoints = script_.hand.waypoints;
    require(point, waypoints.empty() || time > waypoints.back().time, "waypoints are not in order of time; sort them");
    waypoints.push_back({time, values(*point.find("to"))});
  }

  void read_push(const Settings& push) {
    require(push, push.is_map() && push.find("effort") != nullptr, "a push needs `effort: [x, y, z]`");
    const Push p{number_at(push, "from"), number_at(push, "until"), values(*push.find("effort"))};
    require(push, p.end >= p.start, "the push ends before it begins; exchange `from` and `until`");
    script_.hand.pushes.push_back(p);
  }

  void read_arm(const Settings& arm) {
    require(arm, arm.is_map(), "the arm is a map: mass, damping, stiffness");
    for (const SettingsEntry& entry : arm.entries) {
      if (entry.key == "mass")
        script_.hand.inertia = pair(entry.value);
      else if (entry.key == "damping")
        script_.hand.damping = pair(entry.value);
      else if (entry.key == "stiffness")
        script_.hand.stiffness = pair(entry.value);
      else
        require(entry.value, false, "an arm has mass, damping and stiffness");
    }
  }

  const std::string& path_;
  OperatorScript& script_;
};

}  // namespace

OperatorOptions operator_named(const std::string& name) {
  if (name == "none") return no_operator();
  if (name == "light") return light_operator();
  if (name == "firm") return firm_operator();
  throw BadInput("operator '" + name + "': error: there is none of this name; choose none, light or firm");
}

void set_device_property(SimulatedDeviceOptions& device, const std::string& name, const std::string& value) {
  const std::string origin = "device property " + name;
  if (name == "freedoms") {
    device.freedoms = freedoms_named(value, origin);
    return;
  }
  const auto flag = [&] { return script_number(value, origin) != 0; };
  struct Property {
    const char* name;
    double* place;
  };
  const Property properties[] = {{"mass", &device.linear.mass},
                                 {"damping", &device.linear.damping},
                                 {"friction", &device.linear.friction},
                                 {"resolution", &device.linear.resolution},
                                 {"max_force", &device.linear.max_effort},
                                 {"lag", &device.linear.lag},
                                 {"tip_mass", &device.linear.tip_mass},
                                 {"structure_stiffness", &device.linear.structure_stiffness},
                                 {"structure_damping", &device.linear.structure_damping},
                                 {"rotary_inertia", &device.rotary.mass},
                                 {"rotary_damping", &device.rotary.damping},
                                 {"rotary_friction", &device.rotary.friction},
                                 {"rotary_resolution", &device.rotary.resolution},
                                 {"max_torque", &device.rotary.max_effort},
                                 {"sensor_bias", &device.sensor.bias.linear},
                                 {"sensor_noise", &device.sensor.noise.linear},
                                 {"sensor_gap_start", &device.sensor.gap_start},
                                 {"sensor_gap_end", &device.sensor.gap_end},
                                 {"sensor_torque_bias", &device.sensor.bias.rotary},
                                 {"sensor_torque_noise", &device.sensor.noise.rotary},
                                 {"end_effector", &device.end_effector.linear},
                                 {"end_effector_inertia", &device.end_effector.rotary},
                                 {"servo_frequency", &device.servo_frequency}};
  for (const Property& p : properties)
    if (name == p.name) {
      *p.place = script_number(value, origin);
      if (*p.place < 0) throw BadInput(origin + ": error: it cannot be negative; give a number of zero or more");
      if (*p.place == 0 && (name == "mass" || name == "rotary_inertia"))
        throw BadInput(origin + ": error: a device without mass cannot be simulated; give one above zero");
      return;
    }
  if (name == "delay") {
    const double delay = script_number(value, origin);
    if (!(delay >= 0 && delay <= 15 && delay == std::floor(delay)))
      throw BadInput(origin + ": error: the delay is a whole number of samples from 0 to 15; give such a number");
    device.delay = static_cast<int>(delay);
  } else if (name == "declares_delay")
    device.declares_delay = flag();
  else if (name == "stamps_delay")
    device.stamps_delay = flag();
  else if (name == "exact_velocity")
    device.exact_velocity = flag();
  else if (name == "force_sensor")
    device.force_sensor = flag();
  else if (name == "position_drive")
    device.position_drive = flag();
  else
    throw BadInput(origin +
                   ": error: the simulated device has no such property; see docs/reference/device-protocol.md");
}

void read_operator_script(const std::string& path, OperatorScript& script) {
  ScriptReader(path, script).read(read_settings(path));
}

}  // namespace tangible
