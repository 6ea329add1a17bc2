// SPDX-License-Identifier: Apache-2.0
// Figures of a haptic run.
#include "app/run_report.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

namespace tangible {
namespace {

nlohmann::ordered_json histogram_json(const Histogram& h) {
  return {{"count", h.count()},      {"mean", h.mean()},          {"p50", h.quantile(0.5)},
          {"p99", h.quantile(0.99)}, {"p999", h.quantile(0.999)}, {"max", h.max()}};
}

std::string histogram_line(const char* name, const Histogram& h) {
  const auto us = [](double s) { return s * 1e6; };
  return fmt::format("  {:<9} median {:9.1f} us   99 % {:9.1f} us   largest {:9.1f} us\n", name, us(h.quantile(0.5)),
                     us(h.quantile(0.99)), us(h.max()));
}

}  // namespace

std::string report_text(const RunReport& r) {
  const HapticPortReport& p = r.port->report();
  const CouplerGains& g = r.port->coupler().gains();
  const PassivityGuardReport& guard = r.port->guard().report();
  const ForceLimitCounts& limits = r.port->limits().counts();
  const SampleCheckCounts& check = r.port->check().counts();
  std::string text = fmt::format("{}: handle {} in the hand of {}\n", r.model, r.handle, r.device);
  text += fmt::format("  ran {} ticks in {:.3f} s{}, {} missed, model behind by {}\n", r.servo->ticks, r.duration,
                      r.virtual_time ? " of virtual time" : "", r.servo->missed, r.servo->model_lag);
  if (!r.display.empty())
    text += fmt::format("  {}: {}\n", r.display, label_text(p.weakest_label));
  else
    text += fmt::format("  coupler {:.6g} N/m, {:.4g} N s/m, {:.4g} N m/rad, {:.4g} N m s/rad: {}; tuned {} times\n",
                        g.stiffness.linear, g.damping.linear, g.stiffness.rotary, g.damping.rotary,
                        label_text(p.weakest_label), p.retunings);
  text += fmt::format("  largest force {:.4g} N, torque {:.4g} N m, stretch {:.4g} mm; delay {} samples\n", p.max_force,
                      p.max_torque, 1e3 * p.max_stretch, p.delay);
  text +=
      fmt::format("  guard worked in {:.2g} % of the ticks; the rendering made {:.4g} J, held back {:.4g} J\n",
                  guard.ticks > 0 ? 100.0 * static_cast<double>(guard.active) / static_cast<double>(guard.ticks) : 0,
                  guard.given - guard.credit - guard.from_model, guard.held_back);
  text += fmt::format("  limits: force {}, heat {}, rate {}, power {}, workspace {}, not finite {}\n", limits.effort,
                      limits.heat, limits.rate, limits.power, limits.workspace, limits.not_finite);
  text += fmt::format("  samples: missing {}, jumps {}, not finite {}, losses {}\n", check.missing, check.jumps,
                      check.not_finite, check.losses);
  text += fmt::format("  work on the model {:.6g} J; its books are off by {:.3g} J\n", r.work_on_model, r.energy_error);
  if (r.loop != nullptr) {
    text +=
        fmt::format("  {} ticks scheduled, {} run, {} missed; watchdog acted {} times; {}, {}\n", r.loop->scheduled,
                    r.loop->run, r.loop->missed, r.loop->watchdog, r.loop->fifo ? "SCHED_FIFO" : "ordinary scheduler",
                    r.loop->locked ? "memory locked" : "memory not locked");
    text += histogram_line("period", r.loop->period) + histogram_line("lateness", r.loop->lateness) +
            histogram_line("compute", r.loop->compute);
  }
  if (!r.stopped.empty()) text += r.stopped + "\n";
  return text;
}

nlohmann::ordered_json report_json(const RunReport& r) {
  const HapticPortReport& p = r.port->report();
  const CouplerGains& g = r.port->coupler().gains();
  const CouplerBooks& books = r.port->coupler().books();
  const PassivityGuardReport& guard = r.port->guard().report();
  const ForceLimitCounts& limits = r.port->limits().counts();
  const SampleCheckCounts& check = r.port->check().counts();
  nlohmann::ordered_json json{{"model", r.model}, {"handle", r.handle}, {"device", r.device}};
  json["display"] = r.display.empty() ? "impedance" : r.display;
  json["virtual_time"] = r.virtual_time;
  json["duration"] = r.duration;
  json["ticks"] = {{"run", r.servo->ticks}, {"missed", r.servo->missed}, {"model_lag", r.servo->model_lag}};
  json["coupler"] = {{"stiffness", {g.stiffness.linear, g.stiffness.rotary}},
                     {"damping", {g.damping.linear, g.damping.rotary}},
                     {"label", label_text(p.weakest_label)},
                     {"retunings", p.retunings},
                     {"delay", p.delay}};
  json["largest"] = {{"force", p.max_force}, {"torque", p.max_torque}, {"stretch", p.max_stretch}};
  json["books"] = {{"work_on_device", books.work_on_device},
                   {"work_on_handle", books.work_on_handle},
                   {"stored", books.stored},
                   {"dissipated", books.dissipated},
                   {"hold", books.hold},
                   {"curvature", books.curvature},
                   {"retuned", books.retuned},
                   {"limited", books.limited},
                   {"imbalance", r.port->coupler().imbalance()}};
  json["guard"] = {
      {"given", guard.given},           {"credit", guard.credit},       {"from_model", guard.from_model},
      {"dissipated", guard.dissipated}, {"held_back", guard.held_back}, {"max_held_back", guard.max_held_back},
      {"max_step", guard.max_step},     {"active", guard.active},       {"capped", guard.capped}};
  json["limits"] = {{"force", limits.effort}, {"heat", limits.heat},           {"rate", limits.rate},
                    {"power", limits.power},  {"workspace", limits.workspace}, {"not_finite", limits.not_finite}};
  json["samples"] = {
      {"missing", check.missing}, {"jumps", check.jumps}, {"not_finite", check.not_finite}, {"losses", check.losses}};
  json["model_books"] = {{"work", r.work_on_model}, {"error", r.energy_error}};
  if (r.loop != nullptr) {
    json["loop"] = {{"scheduled", r.loop->scheduled}, {"run", r.loop->run},           {"missed", r.loop->missed},
                    {"elapsed", r.loop->elapsed},     {"watchdog", r.loop->watchdog}, {"fifo", r.loop->fifo},
                    {"locked", r.loop->locked}};
    json["loop"]["period"] = histogram_json(r.loop->period);
    json["loop"]["lateness"] = histogram_json(r.loop->lateness);
    json["loop"]["compute"] = histogram_json(r.loop->compute);
  }
  if (!r.stopped.empty()) json["stopped"] = r.stopped;
  return json;
}

}  // namespace tangible
