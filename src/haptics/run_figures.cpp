// SPDX-License-Identifier: Apache-2.0
// Lines and members that reports share.
#include "haptics/run_figures.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace tangible {

std::string ticks_text(const RunFigures& f) {
  const double behind = f.lag + f.given_up;
  if (!f.time->loop)
    return fmt::format("  ran {} ticks in {:.3f} s of virtual time", f.servo->ticks, f.time->duration) +
           (behind > 0 ? fmt::format("; the model is {:.3f} s behind", behind) : "");
  const LoopStatistics& loop = *f.time->loop;
  const double share = loop.scheduled > 0 ? static_cast<double>(loop.missed) / static_cast<double>(loop.scheduled) : 0;
  return fmt::format("  ran {} of {} ticks in {:.3f} s, missed {} ({:.2g} %); the model is {:.3f} s behind the clock",
                     loop.run, loop.scheduled, f.time->duration, loop.missed, 100 * share,
                     static_cast<double>(loop.model_lag) * loop.tick + behind);
}

std::string limits_text(const ForceLimitCounts& c) {
  return fmt::format("  limited ticks: force {}, heat {}, rate {}, power {}, workspace {}, not finite {}", c.effort,
                     c.heat, c.rate, c.power, c.workspace, c.not_finite);
}

std::string samples_text(const SampleCheckCounts& c) {
  return fmt::format("  samples: missing {}, stale {}, jumps {}, not finite {}, losses {}", c.missing, c.stale, c.jumps,
                     c.not_finite, c.losses);
}

std::string placement_text(const DevicePlacement& p) {
  if (p.is_plain()) return "";
  const Quaternion q = p.rotation;
  std::string text = fmt::format("  scale {:.4g} / {:.4g} / {:.4g}, rotation {:.4g} {:+.4g} i {:+.4g} j {:+.4g} k",
                                 p.scale.x, p.scale.y, p.scale.z, q.w, q.x, q.y, q.z);
  if (p.offset) text += fmt::format(", offset {:.4g} / {:.4g} / {:.4g} m", p.offset->x, p.offset->y, p.offset->z);
  return text + "\n";
}

std::string indented(const std::string& lines) {
  std::string text;
  for (std::size_t start = 0; start < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', start), lines.size() - 1) + 1;
    text += "  " + lines.substr(start, end - start);
    start = end;
  }
  return text;
}

nlohmann::ordered_json ticks_json(const RunFigures& f) {
  return {{"run", f.servo->ticks},
          {"missed", f.servo->missed},
          {"model_lag", f.servo->model_lag},
          {"lag", f.lag},
          {"given_up", f.given_up}};
}

nlohmann::ordered_json placement_json(const DevicePlacement& p) {
  nlohmann::ordered_json json{{"scale", {p.scale.x, p.scale.y, p.scale.z}},
                              {"rotation", {p.rotation.w, p.rotation.x, p.rotation.y, p.rotation.z}}};
  json["offset"] = nullptr;
  if (p.offset) json["offset"] = {p.offset->x, p.offset->y, p.offset->z};
  json["clutch_buttons"] = p.clutch_buttons;
  return json;
}

nlohmann::ordered_json limits_json(const ForceLimitCounts& c) {
  return {{"force", c.effort}, {"heat", c.heat},           {"rate", c.rate},
          {"power", c.power},  {"workspace", c.workspace}, {"not_finite", c.not_finite}};
}

nlohmann::ordered_json samples_json(const SampleCheckCounts& c) {
  return {{"missing", c.missing},
          {"stale", c.stale},
          {"jumps", c.jumps},
          {"not_finite", c.not_finite},
          {"losses", c.losses}};
}

nlohmann::ordered_json loop_json(const LoopStatistics& loop) {
  return {{"scheduled", loop.scheduled}, {"run", loop.run},           {"missed", loop.missed},
          {"elapsed", loop.elapsed},     {"watchdog", loop.watchdog}, {"fifo", loop.fifo}};
}

}  // namespace tangible
