// SPDX-License-Identifier: Apache-2.0
// From words to choices.
#include "app/run_arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include "app/output_file.h"
#include "haptics/admittance_settings.h"

namespace tangible {
namespace {

CouplerForm form_named(const std::string& name) {
  if (name == "held") return CouplerForm::held;
  if (name == "handle") return CouplerForm::held_in_handle_frame;
  if (name == "inside") return CouplerForm::in_stages;
  if (name == "implicit") return CouplerForm::implicit;
  return CouplerForm::in_stages_extrapolated;
}

Method method_named(const std::string& name) {
  if (name == "semi-implicit") return Method::semi_implicit_euler;
  if (name == "rk2") return Method::rk2;
  return name == "implicit" ? Method::implicit : Method::rk4;
}

// "K,B" or "K,B,Kr,Br".
CouplerGains gains_of(const std::string& text) {
  std::vector<double> values;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, ',');) {
    double value = -1;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    values.push_back(error == std::errc() && end == part.data() + part.size() ? value : -1);
  }
  const bool are_numbers = std::ranges::all_of(values, [](double x) { return x >= 0 && std::isfinite(x); });
  if ((values.size() != 2 && values.size() != 4) || !are_numbers || text.ends_with(','))
    throw BadInput("--coupler " + text + ": error: give auto, or K,B in N/m and N s/m, or K,B,Kr,Br; none negative");
  values.resize(4);
  return {{values[0], values[2]}, {values[1], values[3]}};
}

LoadOptions load_options(const std::vector<std::string>& assignments) {
  LoadOptions load;
  for (const std::string& text : assignments) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      throw BadInput("--set " + text + ": error: write name=value, such as --set m=\"2 kg\"");
    load.set[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return load;
}

// An option that is given once for all devices, once for each, or not at all.
std::string word_for(const std::vector<std::string>& words, std::size_t device) {
  return words.empty() ? "" : words.size() == 1 ? words.front() : words[device];
}

void check_counts(const HapticRunArguments& a, std::size_t devices) {
  const auto refuse = [&](const char* option, std::size_t count, const char* rule) {
    throw BadInput(fmt::format("--{}: error: it is given {} times for {} device{}; {}", option, count, devices,
                               devices == 1 ? "" : "s", rule));
  };
  if (a.handle.size() > devices) refuse("handle", a.handle.size(), "give as many --device, in the same order");
  if (a.script.size() > 1 && a.script.size() != devices)
    refuse("script", a.script.size(), "give one for all devices, or one for each");
  if (!a.record.empty() && a.record.size() != devices) refuse("record", a.record.size(), "give one for each device");
  for (std::size_t i = 0; i < a.record.size(); ++i)
    if (std::ranges::count(a.record, a.record[i]) > 1)
      throw BadInput("--record " + a.record[i] + ": error: two devices would write to it; give each a file of its own");
  for (const std::string& path : a.record) check_can_be_written("--record", path);  // a run may be long
}

std::vector<HandleChoice> choices_of(const HapticRunArguments& a) {
  const std::size_t devices = a.device.empty() ? std::max<std::size_t>(1, a.handle.size()) : a.device.size();
  check_counts(a, devices);
  std::vector<HandleChoice> held(devices);
  for (std::size_t i = 0; i < devices; ++i) {
    if (!a.device.empty()) held[i].device.text = a.device[i];
    held[i].device.script = word_for(a.script, i);
    held[i].device.listing = "tangible devices";
    if (i < a.handle.size()) held[i].handle = a.handle[i];
    if (i < a.record.size()) held[i].record = a.record[i];
  }
  return held;
}

}  // namespace

HapticRunOptions options_of(const HapticRunArguments& a) {
  HapticRunOptions o;
  o.path = a.path;
  o.load = load_options(a.set);
  o.held = choices_of(a);
  o.method = method_named(a.method);
  o.rate = a.rate;
  o.sub_steps = a.sub_steps;
  o.clock.is_virtual = a.virtual_time;
  o.clock.duration = a.duration;
  o.clock.priority = a.priority;
  o.form = form_named(a.form);
  if (a.coupler != "auto") o.gains = gains_of(a.coupler);
  o.wrench = wrench_hold_named(a.wrench);
  o.admittance = a.admittance;
  o.option_prefix = "--";
  return o;
}

}  // namespace tangible
