// SPDX-License-Identifier: Apache-2.0
// Opens devices by name.
#include "haptics/open_device.h"

#include <cmath>
#include <map>
#include <stdexcept>

#include "engine/error.h"
#include "haptics/model_device.h"
#include "haptics/operator_script.h"
#include "haptics/recorded_device.h"
#include "haptics/udp_device.h"

namespace tangible {
namespace {

using NamedValues = std::vector<std::pair<std::string, std::string>>;

std::string label_of(const DeviceChoice& choice) { return choice.option_prefix + "device"; }

NamedValues split_options(const std::string& text, const std::string& label) {
  NamedValues options;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    const std::string word = text.substr(start, end - start);
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos)
      throw BadInput(label + ": error: '" + word + "' is not an option; write name=value");
    options.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    start = end + 1;
  }
  return options;
}

void take_hand(OperatorOptions& hand, const std::string& name) {
  const OperatorOptions named = operator_named(name);
  hand.inertia = named.inertia, hand.damping = named.damping, hand.stiffness = named.stiffness;
}

double positive_option(const std::string& device, const std::string& name, const std::string& text) {
  std::size_t end = 0;
  try {
    const double value = std::stod(text, &end);
    if (end == text.size() && value > 0) return value;
  } catch (const std::exception&) {
  }
  throw BadInput(device + ": error: " + name + "='" + text + "' is not a positive number; give one in SI units");
}

std::unique_ptr<Device> open_simulated(const DeviceChoice& choice, const NamedValues& options) {
  OperatorScript script;
  script.hand = light_operator();
  script.device.period = choice.tick;
  script.device.force_sensor = choice.senses_force;
  if (!choice.script.empty()) read_operator_script(choice.script, script);
  for (const auto& [name, value] : options) {
    if (name == "operator")
      take_hand(script.hand, value);
    else
      set_device_property(script.device, name, value);
  }
  try {
    return std::make_unique<SimulatedDevice>(script.device, script.hand);
  } catch (const std::invalid_argument& problem) {
    throw BadInput(label_of(choice) + " simulated: error: " + problem.what());
  }
}

// FILE[,option=value,...]: an arm, held by the same operator as the device of numbers.
std::unique_ptr<Device> open_arm(const DeviceChoice& choice, const std::string& text) {
  const std::size_t comma = std::min(text.find(','), text.size());
  OperatorScript script;
  script.hand = light_operator();
  if (!choice.script.empty()) read_operator_script(choice.script, script);
  ModelDeviceOptions arm;
  arm.path = text.substr(0, comma);
  arm.period = choice.tick;
  const std::map<std::string, double*> numbers{{"frequency", &arm.frequency},
                                               {"max_rate", &arm.max_rate},
                                               {"max_speed", &arm.max_speed},
                                               {"max_acceleration", &arm.max_acceleration}};
  for (const auto& [name, value] : split_options(comma < text.size() ? text.substr(comma + 1) : "", label_of(choice))) {
    if (name == "operator")
      take_hand(script.hand, value);
    else if (name == "handle")
      arm.handle = value;
    else if (numbers.contains(name))
      *numbers.at(name) = positive_option(label_of(choice) + " model", name, value);
    else
      set_device_property(script.device, name, value);
  }
  arm.sensor = script.device.sensor;
  return std::make_unique<ModelDevice>(arm, script.hand);
}

int port_of(double number, const std::string& begin) {
  if (!(number >= 0 && number <= 65535 && number == std::floor(number)))
    throw BadInput(begin + "the port is a whole number from 0 to 65535; give such a number");
  return static_cast<int>(number);
}

std::unique_ptr<Device> open_udp(const DeviceChoice& choice, const NamedValues& options, std::string& notice) {
  UdpDeviceOptions udp;
  udp.timeout = 4 * choice.tick;
  udp.limits.inertia = {0.1, 1e-4};
  udp.limits.max_effort = {10, 0.5};
  udp.limits.senses_force = true;  // samples say whether they carry a wrench
  const std::map<std::string, double*> numbers{
      {"mass", &udp.limits.inertia.linear},         {"rotary_inertia", &udp.limits.inertia.rotary},
      {"damping", &udp.limits.damping.linear},      {"rotary_damping", &udp.limits.damping.rotary},
      {"max_force", &udp.limits.max_effort.linear}, {"max_torque", &udp.limits.max_effort.rotary},
      {"friction", &udp.limits.friction.linear},    {"resolution", &udp.limits.resolution.linear},
      {"max_speed", &udp.limits.max_speed.linear},  {"max_acceleration", &udp.limits.max_acceleration.linear}};
  const std::string begin = label_of(choice) + " udp: error: ";
  const auto number = [&begin](const std::string& name, const std::string& text) {
    std::size_t end = 0;
    try {
      const double value = std::stod(text, &end);
      if (end == text.size()) return value;
    } catch (const std::exception&) {
    }
    throw BadInput(begin + name + "='" + text + "' is not a number; give one in SI units");
  };
  for (const auto& [name, value] : options) {
    if (name == "address")
      udp.address = value;
    else if (name == "port")
      udp.port = port_of(number(name, value), begin);
    else if (name == "position_drive")
      udp.limits.servos_position = number(name, value) != 0;
    else if (name == "delay")
      udp.limits.delay = static_cast<int>(number(name, value));
    else if (numbers.contains(name))
      *numbers.at(name) = number(name, value);
    else
      throw BadInput(begin + "there is no option '" + name + "'; " + choice.listing + " lists them");
  }
  auto device = std::make_unique<UdpDevice>(udp);
  notice = "udp: waits for samples at " + udp.address + ":" + std::to_string(device->port());
  return device;
}

std::unique_ptr<Device> open_named(const DeviceChoice& choice, const std::string& name, const std::string& rest,
                                   std::string& notice) {
  if (name == "simulated") return open_simulated(choice, split_options(rest, label_of(choice)));
  if (name == "model") return open_arm(choice, rest);
  if (name == "udp") return open_udp(choice, split_options(rest, label_of(choice)), notice);
  if (name == "replay") return std::make_unique<ReplayDevice>(read_device_record(rest));
  return nullptr;
}

}  // namespace

OpenedDevice open_device(const DeviceChoice& choice) {
  const std::string label = label_of(choice);
  const std::size_t colon = choice.text.find(':');
  const std::string name = choice.text.substr(0, colon);
  std::string rest = colon == std::string::npos ? "" : choice.text.substr(colon + 1);
  OpenedDevice opened;
  opened.placement = take_placement(rest, label);
  try {
    opened.device = open_named(choice, name, rest, opened.notice);
  } catch (const std::runtime_error& problem) {
    throw BadInput(problem.what());
  }
  if (opened.device) return opened;
  throw BadInput(label + " " + name + ": error: there is no such device; " + choice.listing + " lists the devices");
}

std::vector<DeviceListing> list_devices() {
  return {
      {"simulated", "a simulated device, held by a simulated operator",
       "operator=none|light|firm, mass, damping, friction, resolution, max_force, delay, freedoms=x+y+turn_z, ...", ""},
      {"udp", "a device that sends datagrams; see docs/reference/device-protocol.md",
       "address=127.0.0.1, port=4700, mass, damping, max_force, delay, ...", ""},
      {"model", "an arm that is a model itself, held by a simulated operator; see docs/explanation/displays.md",
       "FILE, operator=none|light|firm, frequency, max_rate, max_speed, max_acceleration, sensor_noise, ...", ""},
      {"replay", "a recording of another device", "FILE", ""}};
}

}  // namespace tangible
