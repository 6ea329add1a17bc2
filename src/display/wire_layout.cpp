// SPDX-License-Identifier: Apache-2.0
// The list of values that viewers get.
#include "display/wire_layout.h"

namespace tangible {
namespace {

std::string rate_unit(const std::string& unit) { return unit.empty() ? "1/s" : unit + "/s"; }

}  // namespace

WireLayout::WireLayout(const LiveModel& live) {
  const System& system = live.simulation.loop().system();
  rows = system.rows.size();
  contacts = system.contacts.size();
  add_engine_values(live);
  add_hand(live);
  add_arrows(live);
  add_servo(live);
  add_places(live);
}

std::size_t WireLayout::add(const WireValue& value) {
  values.push_back(value);
  return values.size() - 1;
}

std::array<std::size_t, 3> WireLayout::add_vector(const std::string& name, const std::string& unit,
                                                  std::size_t source) {
  return {add({name + ".x", "component", unit, "", source}), add({name + ".y", "component", unit, "", source + 1}),
          add({name + ".z", "component", unit, "", source + 2})};
}

void WireLayout::add_engine_values(const LiveModel& live) {
  const ValueLayout& at = live.simulation.snapshot_layout().values;
  const ModelDescription& model = live.model().description();
  const System& system = live.simulation.loop().system();
  values.resize(at.size);
  for (std::size_t i = 0; i < at.size; ++i) values[i].source = i;
  const auto name = [&](const Slots& slots, std::size_t i, WireValue value) {
    value.source = slots[i];
    values[slots[i]] = std::move(value);
  };
  using List = std::vector<ModelDescription::Quantity>;
  const auto name_all = [&](const Slots& slots, const List& list, const char* kind, const char* meaning) {
    for (std::size_t i = 0; i < slots.count; ++i) name(slots, i, {list[i].name, kind, list[i].unit, meaning});
  };
  name(at.time, 0, {"t", "component", "s", "time"});
  name_all(at.q, model.coordinates, "coordinate", "coordinate");
  name_all(at.u, model.speeds, "speed", "generalized speed");
  name_all(at.z, model.states, "state", "state variable");
  name_all(at.discretes, model.discretes, "state", "discrete variable, changed by events");
  name_all(at.inputs, model.inputs, "input", "input");
  name_all(at.parameters, model.parameters, "parameter", "parameter");
  name_all(at.outputs, model.outputs, "output", "output");
  for (std::size_t i = 0; i < at.q_rate.count; ++i)
    name(at.q_rate, i,
         {model.coordinates[i].name + "'", "component", rate_unit(model.coordinates[i].unit),
          "rate of " + model.coordinates[i].name});
  for (std::size_t i = 0; i < at.u_rate.count; ++i)
    name(at.u_rate, i,
         {model.speeds[i].name + "'", "acceleration", rate_unit(model.speeds[i].unit),
          "rate of the speed " + model.speeds[i].name});
  for (std::size_t i = 0; i < at.row_forces.count; ++i)
    name(at.row_forces, i,
         {system.rows[i].name, i < system.declared_rows ? "constraint_force" : "contact_force",
          system.rows[i].force_unit, "force of " + system.rows[i].name});
  for (std::size_t i = 0; i < at.built_in_forces.count; ++i)
    name(at.built_in_forces, i,
         {system.built_in[i].name, "constraint_force", system.built_in[i].unit, "force of " + system.built_in[i].name});
  constexpr const char* energy_names[] = {"energy at the start",  "kinetic energy",    "potential energy",
                                          "work of inputs",       "dissipated energy", "energy lost in impacts",
                                          "energy of projection", "work of the hand",  "energy of parameter changes"};
  for (std::size_t i = 0; i < at.energies.count; ++i) name(at.energies, i, {energy_names[i], "energy", "J", ""});
  energies = at.energies.first;
  unexplained = add(
      {"unexplained energy", "energy", "J", "what the energy books cannot explain", live.at(LiveNumber::unexplained)});
}

// The hand is the first port. Entries of a port: attached, position 3, orientation 4, force 3, torque 3, power, work.
void WireLayout::add_hand(const LiveModel& live) {
  const std::size_t port = live.simulation.snapshot_layout().ports.first;
  hand_force = add_vector("hand.force", "N", port + 8);
  hand_torque = add_vector("hand.torque", "N*m", port + 11);
  hand_point = add_vector("hand.point", "m", port + 1);
  hand_target = add_vector("hand.target", "m", live.at(LiveNumber::target_x));
  hand_magnitude = add({"hand", "hand", "N", "force of the hand", live.at(LiveNumber::force)});
  stiffness = add({"hand.stiffness", "component", "N/m", "", live.at(LiveNumber::stiffness)});
  damping = add({"hand.damping", "component", "N*s/m", "", live.at(LiveNumber::damping)});
}

void WireLayout::add_arrows(const LiveModel& live) {
  const Slots& at = live.simulation.snapshot_layout().arrows;
  const std::vector<ModelDescription::Arrow>& list = live.model().description().arrows;
  for (std::size_t a = 0; a < list.size(); ++a)
    arrows.push_back(add_vector("arrow." + list[a].name, list[a].is_torque ? "N*m" : "N", at[3 * a]));
}

void WireLayout::add_servo(const LiveModel& live) {
  const auto put = [&](const char* name, const char* unit, const char* meaning, LiveNumber n) {
    return add({name, "servo", unit, meaning, live.at(n)});
  };
  compute_median = put("compute median", "s", "half of all ticks take less", LiveNumber::compute_median);
  compute_p99 = put("compute p99", "s", "99 of 100 ticks take less", LiveNumber::compute_p99);
  late_p99 = put("lateness p99", "s", "99 of 100 ticks begin less late", LiveNumber::late_p99);
  ticks = put("ticks", "", "ticks since the start", LiveNumber::ticks);
  missed = put("missed ticks", "", "ticks that were left out", LiveNumber::missed);
  lag = put("lag", "", "ticks by which the model is behind", LiveNumber::lag);
  evaluations = add({"evaluations", "servo", "", "evaluations of the model since the start",
                     live.simulation.snapshot_layout().counts.first});
  histogram = values.size();
  for (std::size_t k = 0; k < histogram_bins; ++k)
    add({"compute bin " + std::to_string(k), "component", "", "", live.at(LiveNumber::histogram) + k});
}

void WireLayout::add_places(const LiveModel& live) {
  const std::vector<ModelDescription::SceneFrame>& frames = live.model().description().frames;
  for (std::size_t f = 0; f < frames.size(); ++f) {
    std::vector<std::size_t>& list = frames[f].kind == ModelDescription::SceneFrame::Kind::point ? points : poses;
    place.push_back(list.size());
    list.push_back(f);
  }
}

}  // namespace tangible
