// SPDX-License-Identifier: Apache-2.0
// Figures of a haptic run.
#include "haptics/run_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tangible {
namespace {

std::string assumed_text(const HapticPortReport& p) {
  if (p.assumed_delay == 0) return "";
  return fmt::format(" ({} assumed, because the force oscillated)", p.assumed_delay);
}

using RunJson = nlohmann::ordered_json;

RunJson histogram_json(const Histogram& h) {
  return {{"count", h.count()},      {"mean", h.mean()},          {"p50", h.quantile(0.5)},
          {"p99", h.quantile(0.99)}, {"p999", h.quantile(0.999)}, {"max", h.max()}};
}

// Nothing was measured: no line. A device whose samples are the clock has no lateness.
std::string histogram_line(const char* name, const Histogram& h) {
  if (h.count() == 0) return "";
  const auto us = [](double s) { return s * 1e6; };
  return fmt::format("  {:<9} median {:9.1f} us   99 % {:9.1f} us   largest {:9.1f} us\n", name, us(h.quantile(0.5)),
                     us(h.quantile(0.99)), us(h.max()));
}

std::string port_text(const HapticPort& port, const std::string& display) {
  const HapticPortReport& p = port.report();
  const CouplerGains& g = port.coupler().gains();
  const PassivityGuardReport& guard = port.guard().report();
  std::string text =
      !display.empty()
          ? fmt::format("  {}: {}\n", display, label_text(p.weakest_label))
          : fmt::format("  coupler {:.6g} N/m, {:.4g} N s/m, {:.4g} N m/rad, {:.4g} N m s/rad: {}; tuned {} times\n",
                        g.stiffness.linear, g.damping.linear, g.stiffness.rotary, g.damping.rotary,
                        label_text(p.weakest_label), p.retunings);
  text +=
      fmt::format("  largest force {:.4g} N, torque {:.4g} N m, stretch {:.4g} mm; delay {} sample{}{}\n", p.max_force,
                  p.max_torque, 1e3 * p.max_stretch, p.delay, p.delay == 1 ? "" : "s", assumed_text(p));
  text += fmt::format(
      "  guard acted in {:.2g} % of the ticks; net energy of the rendering {:.4g} J, excess left {:.4g} J\n",
      guard.ticks > 0 ? 100.0 * static_cast<double>(guard.active) / static_cast<double>(guard.ticks) : 0,
      guard.given - guard.credit - guard.from_model, guard.held_back);
  return text + limits_text(port.limits().counts()) + "\n" + samples_text(port.check().counts()) + "\n";
}

std::string loop_text(const LoopStatistics& loop) {
  return fmt::format("  the watchdog stopped the device {} times; {}, {}\n", loop.watchdog,
                     loop.fifo ? "SCHED_FIFO" : "ordinary scheduler",
                     loop.locked ? "memory locked" : "memory not locked") +
         histogram_line("period", loop.period) + histogram_line("lateness", loop.lateness) +
         histogram_line("compute", loop.compute);
}

void add_impedance_port(const HapticPort& port, RunJson& json) {
  const HapticPortReport& p = port.report();
  const CouplerGains& g = port.coupler().gains();
  const CouplerBooks& books = port.coupler().books();
  const PassivityGuardReport& guard = port.guard().report();
  json["coupler"] = {{"stiffness", {g.stiffness.linear, g.stiffness.rotary}},
                     {"damping", {g.damping.linear, g.damping.rotary}},
                     {"label", label_text(p.weakest_label)},
                     {"retunings", p.retunings},
                     {"delay", p.delay},
                     {"assumed_delay", p.assumed_delay}};
  json["largest"] = {{"force", p.max_force}, {"torque", p.max_torque}, {"stretch", p.max_stretch}};
  json["books"] = {{"work_on_device", books.work_on_device},
                   {"work_on_handle", books.work_on_handle},
                   {"stored", books.stored},
                   {"dissipated", books.dissipated},
                   {"hold", books.hold},
                   {"curvature", books.curvature},
                   {"retuned", books.retuned},
                   {"limited", books.limited},
                   {"imbalance", port.coupler().imbalance()}};
  json["guard"] = {
      {"given", guard.given},           {"credit", guard.credit},       {"from_model", guard.from_model},
      {"dissipated", guard.dissipated}, {"held_back", guard.held_back}, {"max_held_back", guard.max_held_back},
      {"max_step", guard.max_step},     {"active", guard.active},       {"capped", guard.capped}};
  json["limits"] = limits_json(port.limits().counts());
  json["samples"] = samples_json(port.check().counts());
}

}  // namespace

std::string report_text(const RunReport& r) {
  const RunReport::Held& first = r.held.front();
  const bool is_one = r.held.size() == 1;
  std::string text = is_one ? fmt::format("{}: handle {} held by {}\n", r.model, first.handle, first.device)
                            : fmt::format("{}: {} handles held\n", r.model, r.held.size());
  text += ticks_text(r) + "\n";
  for (const RunReport::Held& held : r.held) {
    if (!is_one)
      text += fmt::format("  handle {} held by {}: work on the model {:.6g} J\n", held.handle, held.device, held.work);
    const std::string lines = placement_text(held.placement) + port_text(*held.port, r.display);
    text += is_one ? lines : indented(lines);
  }
  if (is_one)
    text += fmt::format("  work on the model {:.6g} J; its books are off by {:.3g} J\n", first.work, r.energy_error);
  else
    text += fmt::format("  the books of the model are off by {:.3g} J\n", r.energy_error);
  if (r.time->loop) text += loop_text(*r.time->loop);
  if (!r.stopped.empty()) text += r.stopped + "\n";
  return text;
}

RunJson report_json(const RunReport& r) {
  const bool is_one = r.held.size() == 1;
  RunJson json{{"model", r.model}};
  if (is_one) json["handle"] = r.held.front().handle;
  if (is_one) json["device"] = r.held.front().device;
  json["display"] = r.display.empty() ? "impedance" : r.display;
  json["virtual_time"] = r.virtual_time;
  json["duration"] = r.time->duration;
  json["ticks"] = ticks_json(r);
  double work = 0;
  for (const RunReport::Held& held : r.held) {
    work += held.work;
    if (is_one) {
      if (!held.placement.is_plain()) json["placement"] = placement_json(held.placement);
      add_impedance_port(*held.port, json);
      continue;
    }
    RunJson one{{"handle", held.handle}, {"device", held.device}, {"work", held.work}};
    if (!held.placement.is_plain()) one["placement"] = placement_json(held.placement);
    add_impedance_port(*held.port, one);
    json["held"].push_back(std::move(one));
  }
  json["model_books"] = {{"work", work}, {"error", r.energy_error}};
  if (r.time->loop) {
    json["loop"] = loop_json(*r.time->loop);
    json["loop"]["locked"] = r.time->loop->locked;
    json["loop"]["period"] = histogram_json(r.time->loop->period);
    json["loop"]["lateness"] = histogram_json(r.time->loop->lateness);
    json["loop"]["compute"] = histogram_json(r.time->loop->compute);
  }
  if (!r.stopped.empty()) json["stopped"] = r.stopped;
  return json;
}

}  // namespace tangible
