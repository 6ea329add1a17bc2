// SPDX-License-Identifier: Apache-2.0
// Figures of a run with an admittance display.
#include "app/admittance_report.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

namespace tangible {
namespace {

nlohmann::ordered_json pair_json(const LinearAndRotary& pair) {
  return nlohmann::ordered_json::array({pair.linear, pair.rotary});
}

double percent(long part, long whole) {
  return whole > 0 ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

std::string drive_line(const AdmittanceRunReport& r) {
  if (r.port->options().gives_targets) return fmt::format("  the device servos its position; {}\n", r.variant);
  const TrackingGains& k = r.port->options().drive.gains;
  return fmt::format("  drive {:.4g}/s^2, {:.4g}/s^3, {:.4g}/s on {:.4g} kg, {:.4g} kg m^2; {}\n", k.proportional,
                     k.integral, k.derivative, r.port->options().drive.inertia.linear,
                     r.port->options().drive.inertia.rotary, r.variant);
}

std::string fault_lines(const AdmittanceRunReport& r) {
  const AdmittancePortReport& p = r.port->report();
  const WrenchSensorCounts& sensor = r.port->sensor().counts();
  const ForceLimitCounts& limits = r.port->limits().counts();
  const SampleCheckCounts& check = r.port->check().counts();
  std::string text = fmt::format(
      "  sensor: missing {}, not finite {}, stuck {}, out of range {}, in the dead band {}, lost {} times\n",
      sensor.missing, sensor.not_finite, sensor.stuck, sensor.out_of_range, sensor.in_dead_band, sensor.losses);
  text += fmt::format("  braked {} times ({} ticks, {} at rest), given up in {} ticks, targets too fast in {}\n",
                      p.brakes, p.braking, p.holding, p.slips, p.target_limited);
  text +=
      fmt::format("  limits: force {}, heat {}, rate {}, power {}, workspace {}, not finite {}; integral waited {}\n",
                  limits.effort, limits.heat, limits.rate, limits.power, limits.workspace, limits.not_finite,
                  r.port->drive().waits());
  text += fmt::format("  samples: missing {}, jumps {}, not finite {}, losses {}\n", check.missing, check.jumps,
                      check.not_finite, check.losses);
  return text;
}

}  // namespace

std::string admittance_text(const AdmittanceRunReport& r) {
  const AdmittancePortReport& p = r.port->report();
  const AdmittanceGuardReport& g = r.port->guard().report();
  const LinearAndRotary rms = p.rms_error();
  std::string text = fmt::format("{}: handle {} displayed by {}, as an admittance\n", r.model, r.handle, r.device);
  text += fmt::format("  ran {} ticks in {:.3f} s{}, {} missed, model behind by {}; followed in {}\n", r.servo->ticks,
                      r.duration, r.virtual_time ? " of virtual time" : "", r.servo->missed, r.servo->model_lag,
                      p.following);
  text += drive_line(r);
  text += fmt::format("  the hand pushed with at most {:.4g} N, {:.4g} N m; sent at most {:.4g} N, {:.4g} N m\n",
                      p.max_hand.linear, p.max_hand.rotary, p.max_sent.linear, p.max_sent.rotary);
  text +=
      fmt::format("  tracking: largest error {:.4g} mm, {:.4g} mrad; rms {:.4g} mm, {:.4g} mrad; delay {} samples\n",
                  1e3 * p.max_error.linear, 1e3 * p.max_error.rotary, 1e3 * rms.linear, 1e3 * rms.rotary, p.delay);
  text += fmt::format("  guard yielded in {:.2g} % of the ticks by {:.4g} mm, {:.4g} mrad; the display took {:.4g} J\n",
                      percent(g.active, g.ticks), 1e3 * g.yielded, 1e3 * g.turned, g.balance());
  text += fault_lines(r);
  if (r.arm != nullptr)
    text += fmt::format("  arm: motors at their limits {} times, load at most {:.2g}, out of reach {}, too fast {}\n",
                        r.arm->servo().saturated(), r.arm->servo().largest_load(), r.arm->unreachable(),
                        r.arm->rate_limited());
  text += fmt::format("  work on the model {:.6g} J; its books are off by {:.3g} J\n", r.work_on_model, r.energy_error);
  text += fmt::format("  constraints of the model are met to {:.2g} (configuration) and {:.2g} (motion)\n",
                      r.configuration_error, r.motion_error);
  if (r.loop != nullptr)
    text += fmt::format("  {} ticks scheduled, {} run, {} missed; watchdog acted {} times\n", r.loop->scheduled,
                        r.loop->run, r.loop->missed, r.loop->watchdog);
  if (!r.stopped.empty()) text += r.stopped + "\n";
  return text;
}

nlohmann::ordered_json admittance_json(const AdmittanceRunReport& r) {
  const AdmittancePortReport& p = r.port->report();
  const AdmittanceGuardReport& g = r.port->guard().report();
  const WrenchSensorCounts& sensor = r.port->sensor().counts();
  const ForceLimitCounts& limits = r.port->limits().counts();
  const SampleCheckCounts& check = r.port->check().counts();
  const TrackingGains& k = r.port->options().drive.gains;
  nlohmann::ordered_json json{{"model", r.model}, {"handle", r.handle}, {"device", r.device}};
  json["display"] = "admittance";
  json["variant"] = r.variant;
  json["virtual_time"] = r.virtual_time;
  json["duration"] = r.duration;
  json["ticks"] = {{"run", r.servo->ticks},
                   {"missed", r.servo->missed},
                   {"model_lag", r.servo->model_lag},
                   {"following", p.following},
                   {"braking", p.braking},
                   {"holding", p.holding},
                   {"saturated", p.saturated},
                   {"slips", p.slips},
                   {"brakes", p.brakes},
                   {"target_limited", p.target_limited}};
  json["drive"] = {{"gives_targets", r.port->options().gives_targets},
                   {"proportional", k.proportional},
                   {"integral", k.integral},
                   {"derivative", k.derivative},
                   {"integral_waited", r.port->drive().waits()},
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
  const Wrench& bias = r.port->sensor().bias();
  json["sensor"]["bias"] = {bias.force.x, bias.force.y, bias.force.z, bias.torque.x, bias.torque.y, bias.torque.z};
  json["limits"] = {{"force", limits.effort}, {"heat", limits.heat},           {"rate", limits.rate},
                    {"power", limits.power},  {"workspace", limits.workspace}, {"not_finite", limits.not_finite}};
  json["samples"] = {
      {"missing", check.missing}, {"jumps", check.jumps}, {"not_finite", check.not_finite}, {"losses", check.losses}};
  if (r.arm != nullptr)
    json["arm"] = {{"saturated", r.arm->servo().saturated()},
                   {"largest_load", r.arm->servo().largest_load()},
                   {"unreachable", r.arm->unreachable()},
                   {"rate_limited", r.arm->rate_limited()}};
  json["model_books"] = {{"work", r.work_on_model}, {"error", r.energy_error}};
  json["constraints"] = {{"configuration", r.configuration_error}, {"motion", r.motion_error}};
  if (r.loop != nullptr)
    json["loop"] = {{"scheduled", r.loop->scheduled}, {"run", r.loop->run},           {"missed", r.loop->missed},
                    {"elapsed", r.loop->elapsed},     {"watchdog", r.loop->watchdog}, {"fifo", r.loop->fifo}};
  if (!r.stopped.empty()) json["stopped"] = r.stopped;
  return json;
}

}  // namespace tangible
