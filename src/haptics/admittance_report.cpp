// SPDX-License-Identifier: Apache-2.0
// Figures of a run with an admittance display.
#include "haptics/admittance_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tangible {
namespace {

nlohmann::ordered_json pair_json(const LinearAndRotary& pair) {
  return nlohmann::ordered_json::array({pair.linear, pair.rotary});
}

double percent(long part, long whole) {
  return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

std::string drive_line(const AdmittancePort& port, const std::string& variant) {
  if (port.options().gives_targets) return fmt::format("  the device servos its position; {}\n", variant);
  const TrackingGains& k = port.options().drive.gains;
  return fmt::format("  drive {:.4g}/s^2, {:.4g}/s^3, {:.4g}/s on {:.4g} kg, {:.4g} kg m^2; {}\n", k.proportional,
                     k.integral, k.derivative, port.options().drive.inertia.linear, port.options().drive.inertia.rotary,
                     variant);
}

std::string fault_lines(const AdmittancePort& port) {
  const AdmittancePortReport& p = port.report();
  const WrenchSensorCounts& sensor = port.sensor().counts();
  std::string text = fmt::format(
      "  sensor: missing {}, not finite {}, stuck {}, out of range {}, in the dead band {}, lost {} times\n",
      sensor.missing, sensor.not_finite, sensor.stuck, sensor.out_of_range, sensor.in_dead_band, sensor.losses);
  text += fmt::format("  braked {} times ({} ticks, {} at rest), given up in {} ticks, targets too fast in {}\n",
                      p.brakes, p.braking, p.holding, p.slips, p.target_limited);
  text += fmt::format("{}; integral waited {}\n", limits_text(port.limits().counts()), port.drive().waits());
  return text + samples_text(port.check().counts()) + "\n";
}

std::string port_lines(const AdmittanceRunReport::Held& held, const std::string& variant) {
  const AdmittancePortReport& p = held.port->report();
  const AdmittanceGuardReport& g = held.port->guard().report();
  const LinearAndRotary rms = p.rms_error();
  std::string text = drive_line(*held.port, variant);
  text += fmt::format("  the hand pushed with at most {:.4g} N, {:.4g} N m; sent at most {:.4g} N, {:.4g} N m\n",
                      p.max_hand.linear, p.max_hand.rotary, p.max_sent.linear, p.max_sent.rotary);
  text +=
      fmt::format("  tracking: largest error {:.4g} mm, {:.4g} mrad; rms {:.4g} mm, {:.4g} mrad; delay {} samples\n",
                  1e3 * p.max_error.linear, 1e3 * p.max_error.rotary, 1e3 * rms.linear, 1e3 * rms.rotary, p.delay);
  text += fmt::format("  guard yielded in {:.2g} % of the ticks by {:.4g} mm, {:.4g} mrad; the display took {:.4g} J\n",
                      percent(g.active, g.ticks), 1e3 * g.yielded, 1e3 * g.turned, g.balance());
  text += fault_lines(*held.port);
  if (held.arm != nullptr)
    text += fmt::format("  arm: motors at their limits {} times, load at most {:.2g}, out of reach {}, too fast {}\n",
                        held.arm->servo().saturated(), held.arm->servo().largest_load(), held.arm->unreachable(),
                        held.arm->rate_limited());
  return text;
}

void add_counts(const AdmittancePortReport& p, nlohmann::ordered_json& ticks) {
  ticks["following"] = p.following;
  ticks["braking"] = p.braking;
  ticks["holding"] = p.holding;
  ticks["saturated"] = p.saturated;
  ticks["slips"] = p.slips;
  ticks["brakes"] = p.brakes;
  ticks["target_limited"] = p.target_limited;
}

void add_admittance_port(const AdmittanceRunReport::Held& held, nlohmann::ordered_json& json) {
  const AdmittancePortReport& p = held.port->report();
  const AdmittanceGuardReport& g = held.port->guard().report();
  const WrenchSensorCounts& sensor = held.port->sensor().counts();
  const TrackingGains& k = held.port->options().drive.gains;
  json["drive"] = {{"gives_targets", held.port->options().gives_targets},
                   {"proportional", k.proportional},
                   {"integral", k.integral},
                   {"derivative", k.derivative},
                   {"integral_waited", held.port->drive().waits()},
                   {"delay", p.delay}};
  json["tracking"] = {{"largest", pair_json(p.max_error)}, {"rms", pair_json(p.rms_error())}};
  json["largest"] = {{"hand", pair_json(p.max_hand)},
                     {"sent", pair_json(p.max_sent)},
                     {"reference_speed", pair_json(p.max_reference_speed)}};
  json["guard"] = {{"from_hand", g.from_hand},
                   {"to_model", g.to_model},
                   {"balance", g.balance()},
                   {"made", g.made},
                   {"dissipated", g.dissipated},
                   {"forgotten", g.forgotten},
                   {"yielded", {g.yielded, g.turned}},
                   {"active", g.active},
                   {"capped", g.capped}};
  json["sensor"] = {
      {"missing", sensor.missing},           {"not_finite", sensor.not_finite},     {"stuck", sensor.stuck},
      {"out_of_range", sensor.out_of_range}, {"in_dead_band", sensor.in_dead_band}, {"losses", sensor.losses}};
  const Wrench& bias = held.port->sensor().bias();
  json["sensor"]["bias"] = {bias.force.x, bias.force.y, bias.force.z, bias.torque.x, bias.torque.y, bias.torque.z};
  json["limits"] = limits_json(held.port->limits().counts());
  json["samples"] = samples_json(held.port->check().counts());
  if (held.arm != nullptr)
    json["arm"] = {{"saturated", held.arm->servo().saturated()},
                   {"largest_load", held.arm->servo().largest_load()},
                   {"unreachable", held.arm->unreachable()},
                   {"rate_limited", held.arm->rate_limited()}};
}

}  // namespace

std::string report_text(const AdmittanceRunReport& r) {
  const AdmittanceRunReport::Held& first = r.held.front();
  const bool is_one = r.held.size() == 1;
  std::string text =
      is_one ? fmt::format("{}: handle {} displayed by {}, as an admittance\n", r.model, first.handle, first.device)
             : fmt::format("{}: {} handles displayed as admittances\n", r.model, r.held.size());
  text += ticks_text(r);
  text += is_one ? fmt::format("; followed in {} ticks\n", first.port->report().following) : "\n";
  for (const AdmittanceRunReport::Held& held : r.held) {
    if (!is_one)
      text += fmt::format("  handle {} displayed by {}: followed in {} ticks, work on the model {:.6g} J\n",
                          held.handle, held.device, held.port->report().following, held.work);
    const std::string lines = placement_text(held.placement) + port_lines(held, r.variant);
    text += is_one ? lines : indented(lines);
  }
  if (is_one)
    text += fmt::format("  work on the model {:.6g} J; its books are off by {:.3g} J\n", first.work, r.energy_error);
  else
    text += fmt::format("  the books of the model are off by {:.3g} J\n", r.energy_error);
  text += fmt::format("  constraints of the model are met to {:.2g} (configuration) and {:.2g} (motion)\n",
                      r.configuration_error, r.motion_error);
  if (r.time->loop) text += fmt::format("  the watchdog stopped the device {} times\n", r.time->loop->watchdog);
  if (!r.stopped.empty()) text += r.stopped + "\n";
  return text;
}

nlohmann::ordered_json report_json(const AdmittanceRunReport& r) {
  const bool is_one = r.held.size() == 1;
  nlohmann::ordered_json json{{"model", r.model}};
  if (is_one) json["handle"] = r.held.front().handle;
  if (is_one) json["device"] = r.held.front().device;
  json["display"] = "admittance";
  json["variant"] = r.variant;
  json["virtual_time"] = r.virtual_time;
  json["duration"] = r.time->duration;
  json["ticks"] = ticks_json(r);
  double work = 0;
  for (const AdmittanceRunReport::Held& held : r.held) {
    work += held.work;
    if (is_one) {
      if (!held.placement.is_plain()) json["placement"] = placement_json(held.placement);
      add_counts(held.port->report(), json["ticks"]);
      add_admittance_port(held, json);
      continue;
    }
    nlohmann::ordered_json one{{"handle", held.handle}, {"device", held.device}, {"work", held.work}};
    if (!held.placement.is_plain()) one["placement"] = placement_json(held.placement);
    add_counts(held.port->report(), one["ticks"]);
    add_admittance_port(held, one);
    json["held"].push_back(std::move(one));
  }
  json["model_books"] = {{"work", work}, {"error", r.energy_error}};
  json["constraints"] = {{"configuration", r.configuration_error}, {"motion", r.motion_error}};
  if (r.time->loop) json["loop"] = loop_json(*r.time->loop);
  if (!r.stopped.empty()) json["stopped"] = r.stopped;
  return json;
}

}  // namespace tangible
