// SPDX-License-Identifier: Apache-2.0
// The handle follows a motion that is known beforehand.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "haptics/driven_choice.h"
#include "haptics/operator_script.h"

namespace tangible {

KnownMotion script_motion(const std::string& path, double tick) {
  OperatorScript script;
  script.device.period = tick;
  read_operator_script(path, script);
  if (script.hand.waypoints.empty())
    throw BadInput(path + ": error: the script has no `intention` that the handle could follow; add one");
  const auto motion = std::make_shared<const IntendedMotion>(script.hand);
  return {[motion](double t) { return motion->at(t); }, motion->duration(), script.device.freedoms, path};
}

KnownMotion recorded_motion(const std::string& path) {
  try {
    const auto motion = std::make_shared<const RecordedMotion>(read_device_record(path));
    return {[motion](double t) { return motion->at(t); }, motion->duration(), all_freedoms, path};
  } catch (const std::runtime_error& problem) {
    const std::string words = problem.what();
    throw BadInput(words.starts_with(path) ? words : path + ": " + words);
  }
}

PrescribedRunReport follow_known_motion(const HapticRunOptions& options, const KnownMotion& motion) {
  const DrivenHandle driven = choose_driven_handle(options, motion.along);
  const Model model = load_driven(options, driven);
  const SimulationOptions how = led_simulation_options(options, model);
  Simulation run(model, how);
  HandleDrive drive(run, driven.name, driven.along);
  const double tick = options.tick();
  PrescribedDisplay display(drive, motion.at, tick, how.step);
  const double duration = options.clock.duration > 0 ? options.clock.duration : std::max(motion.duration, tick);
  const std::string& record_path = options.held.front().record;
  DeviceRecord record;
  const long ticks = std::lround(duration / tick);
  for (long k = 0; k < ticks && (!options.clock.should_continue || options.clock.should_continue()); ++k) {
    const bool can_continue = display.tick();
    if (!record_path.empty()) record.entries.push_back({display.sample(), display.displayed()});
    if (!can_continue) break;
  }
  const std::string unwritten = record_path.empty() ? "" : try_to_write(record, record_path);
  PrescribedRunReport report{run.model().name(), drive.port().name(), motion.source, freedoms_text(drive.along())};
  report.figures = display.report();
  report.duration = static_cast<double>(report.figures.ticks) / options.rate;
  report.energy_error = run.energies().drift();
  report.stopped = explain_end(run, options);
  report.warning = long_steps_warning(run, options);
  report.warning += unwritten;
  report.completed = run.status() == SimulationStatus::ok && unwritten.empty();
  return report;
}

nlohmann::ordered_json report_json(const PrescribedRunReport& report) {
  const PrescribedReport& r = report.figures;
  nlohmann::ordered_json json{{"model", report.model}, {"handle", report.handle}, {"display", "follow"}};
  json["motion"] = report.source;
  json["along"] = report.along;
  json["duration"] = report.duration;
  json["ticks"] = {{"run", r.ticks}};
  json["force"] = {{"largest", r.max_force}, {"rms", r.rms_force()}};
  json["torque"] = {{"largest", r.max_torque}, {"rms", r.rms_torque()}};
  json["model_books"] = {{"work", r.work}, {"error", report.energy_error}};
  if (!report.stopped.empty()) json["stopped"] = report.stopped;
  return json;
}

std::string report_text(const PrescribedRunReport& report) {
  const PrescribedReport& r = report.figures;
  std::string text =
      fmt::format("{}: handle {} follows {} along {}\n", report.model, report.handle, report.source, report.along);
  text += fmt::format("  ran {} ticks in {:.3f} s of virtual time\n", r.ticks, report.duration);
  text += fmt::format("  largest force {:.6g} N, rms {:.6g} N; largest torque {:.6g} N m, rms {:.6g} N m\n",
                      r.max_force, r.rms_force(), r.max_torque, r.rms_torque());
  text += fmt::format("  work on the model {:.6g} J; its books are off by {:.3g} J\n", r.work, report.energy_error);
  if (!report.stopped.empty()) text += report.stopped + "\n";
  return text;
}

}  // namespace tangible
