// SPDX-License-Identifier: Apache-2.0
// The handle follows a motion.
#include "app/run_follow.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/device_choice.h"
#include "app/operator_script.h"
#include "app/run_report.h"
#include "haptics/led_plant.h"
#include "haptics/prescribed_display.h"

namespace tangible {
namespace {

std::string names_of(const Freedoms& freedoms) {
  std::string text;
  for (std::size_t i = 0; i < 6; ++i)
    if (freedoms[i]) text += (text.empty() ? "" : ", ") + drive_row(i).substr(drive_group.size() + 1);
  return text;
}

// The axes in which the handle can be led, by the model as it is without being led.
DrivenHandle drive_of(const HapticRunOptions& options, const Freedoms& wanted) {
  Simulation run(load(options.path, load_options(options.set)), {.method = Method::rk4, .step = 1 / options.rate});
  DrivenHandle driven;
  driven.name = chosen_handle(options, run.model());
  const Port& port = run.port(driven.name);
  std::array<double, 36> mobility{};
  (void)run.mobility(port, mobility);
  driven.along = drivable_freedoms(port, mobility, wanted);
  if (driven.along == Freedoms{})
    throw BadInput(
        fmt::format("{}: error: handle {} cannot move in any of the directions {}; choose another handle, or "
                    "directions by `freedoms` of the device",
                    options.path, driven.name, names_of(wanted)));
  const Vec3 p = port.pose().position;
  driven.start = {p.x, p.y, p.z};
  return driven;
}

struct KnownMotion {
  std::function<HandleMotion(double)> at;
  double duration = 0;
  Freedoms along = all_freedoms;
  std::string source;
};

KnownMotion script_motion(const HapticRunOptions& options) {
  if (options.script.empty())
    throw BadInput(
        "--display follow: error: there is no motion to follow; give --script FILE, --device replay:FILE, or a live "
        "--device");
  OperatorScript script;
  script.device.period = 1 / options.rate;
  read_operator_script(options.script, script);
  if (script.hand.waypoints.empty())
    throw BadInput(options.script + ": error: the script has no `intention` that the handle could follow; add one");
  const auto motion = std::make_shared<const IntendedMotion>(script.hand);
  return {[motion](double t) { return motion->at(t); }, motion->duration(), script.device.freedoms, options.script};
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

SimulationOptions options_of(const HapticRunOptions& options) {
  SimulationOptions o;
  o.method = method_named(options.method);
  o.step = 1 / options.rate / options.sub_steps;
  return o;
}

Model driven_model(const HapticRunOptions& options, const DrivenHandle& driven) {
  LoadOptions how = load_options(options.set);
  how.drive = driven;
  return load(options.path, how);
}

void print_prescribed(const HapticRunOptions& options, const KnownMotion& motion, const HandleDrive& drive,
                      const PrescribedReport& r, Simulation& run) {
  const std::string stopped = run.status() == SimulationStatus::ok ? "" : run.explain();
  const double duration = static_cast<double>(r.ticks) / options.rate, error = run.energies().drift();
  if (options.format == "json") {
    nlohmann::ordered_json json{{"model", run.model().name()}, {"handle", drive.port().name()}, {"display", "follow"}};
    json["motion"] = motion.source;
    json["along"] = names_of(drive.along());
    json["duration"] = duration;
    json["ticks"] = {{"run", r.ticks}};
    json["force"] = {{"largest", r.max_force}, {"rms", r.rms_force()}};
    json["torque"] = {{"largest", r.max_torque}, {"rms", r.rms_torque()}};
    json["model_books"] = {{"work", r.work}, {"error", error}};
    if (!stopped.empty()) json["stopped"] = stopped;
    fmt::print("{}\n", json.dump(2));
    return;
  }
  fmt::print("{}: handle {} follows {} along {}\n", run.model().name(), drive.port().name(), motion.source,
             names_of(drive.along()));
  fmt::print("  ran {} ticks in {:.3f} s of virtual time\n", r.ticks, duration);
  fmt::print("  largest force {:.6g} N, rms {:.6g} N; largest torque {:.6g} N m, rms {:.6g} N m\n", r.max_force,
             r.rms_force(), r.max_torque, r.rms_torque());
  fmt::print("  work on the model {:.6g} J; its books are off by {:.3g} J\n", r.work, error);
  if (!stopped.empty()) fmt::print("{}\n", stopped);
}

// Nobody waits for the force: virtual time, whatever the clock.
int follow_known_motion(const HapticRunOptions& options, const KnownMotion& motion) {
  DrivenHandle driven = drive_of(options, motion.along);
  Simulation run(driven_model(options, driven), options_of(options));
  HandleDrive drive(run, driven.name, driven.along);
  const double tick = 1 / options.rate;
  PrescribedDisplay display(drive, motion.at, tick, options_of(options).step);
  const double duration = options.duration > 0 ? options.duration : std::max(motion.duration, tick);
  DeviceRecord record;
  const long ticks = std::lround(duration / tick);
  for (long k = 0; k < ticks && !is_ended_by_signal(); ++k) {
    const bool goes_on = display.tick();
    if (!options.record.empty()) record.entries.push_back({display.sample(), display.displayed()});
    if (!goes_on) break;
  }
  if (!options.record.empty()) write_device_record(record, options.record);
  print_prescribed(options, motion, drive, display.report(), run);
  return run.status() == SimulationStatus::ok ? success : failure;
}

std::string refusal(const LinearAndRotary& inertia, const FollowBounds& bounds, const DeviceLimits& limits) {
  return fmt::format(
      "the hand would feel {:.4g} kg and {:.4g} kg m^2 by differences of its position; a device of {:.4g} kg, "
      "{:.4g} N s/m bears {:.4g} kg and {:.4g} kg m^2 ({:.4g} kg and {:.4g} kg m^2 passively): use --display impedance",
      inertia.linear, inertia.rotary, limits.inertia.linear, limits.damping.linear, bounds.stable.linear,
      bounds.stable.rotary, bounds.passive.linear, bounds.passive.rotary);
}

// A device that leads its handle, in the servo loop.
class LiveFollow {
 public:
  explicit LiveFollow(const HapticRunOptions& options)
      : options_(options),
        tick_(1 / options.rate),
        device_(open_device({options.device, options.script, tick_})),
        limits_(device_->limits()),
        driven_(drive_of(options, limits_.actuated)),
        run_(driven_model(options, driven_), options_of(options)),
        drive_(run_, driven_.name, driven_.along),
        bounds_(follow_bounds(limits_, tick_, limits_.delay)),
        plant_(drive_, bounds_, options_of(options).step),
        recorder_(*device_, recorded_ticks()),
        port_(options.record.empty() ? *device_ : static_cast<Device&>(recorder_), port_options()),
        servo_(PlantRef(plant_), tick_) {
    if (plant_.is_too_heavy())
      throw BadInput("--display follow: error: " + refusal(plant_.most_inertia(), bounds_, limits_));
    servo_.add_port(port_);
  }

  int run() {
    RunReport report{run_.model().name(), driven_.name, std::string(device_->name()), options_.virtual_time};
    LoopStatistics statistics;
    if (options_.virtual_time) {
      report.duration = run_as_fast_as_possible(servo_, options_);
    } else {
      statistics = run_by_the_clock(servo_, options_, run_.loop().system());
      report.duration = statistics.elapsed;
      report.loop = &statistics;
    }
    if (!options_.record.empty()) write_device_record(recorder_.record(), options_.record);
    print(report);
    return report.stopped.empty() ? success : failure;
  }

 private:
  std::size_t recorded_ticks() const {
    if (options_.record.empty()) return 0;
    return static_cast<std::size_t>((options_.duration > 0 ? options_.duration : 600) * options_.rate) + 1;
  }
  HapticPortOptions port_options() const {
    HapticPortOptions o = port_options_for(limits_, tick_);
    o.leads = true;
    return o;
  }
  void print(RunReport& report) {
    port_.set_label(plant_.label());
    report.port = &port_;
    report.servo = &servo_.report();
    report.display = fmt::format("follows along {}: the hand feels up to {:.4g} kg, {:.4g} kg m^2",
                                 names_of(driven_.along), plant_.most_inertia().linear, plant_.most_inertia().rotary);
    report.work_on_model = plant_.work(0);
    report.energy_error = run_.energies().drift();
    if (run_.status() != SimulationStatus::ok) report.stopped = run_.explain();
    if (plant_.is_too_heavy())
      report.stopped = options_.path + ": error: " + refusal(plant_.inertia(), bounds_, limits_);
    if (options_.format == "json")
      fmt::print("{}\n", report_json(report).dump(2));
    else
      fmt::print("{}", report_text(report));
  }

  const HapticRunOptions& options_;
  double tick_;
  std::unique_ptr<Device> device_;
  DeviceLimits limits_;
  DrivenHandle driven_;
  Simulation run_;
  HandleDrive drive_;
  FollowBounds bounds_;
  LedPlant plant_;
  RecordingDevice recorder_;
  HapticPort port_;
  Servo servo_;
};

}  // namespace

int run_follow(const HapticRunOptions& options) {
  if (options.device.empty()) return follow_known_motion(options, script_motion(options));
  constexpr std::string_view replay = "replay:";
  if (options.device.starts_with(replay))
    return follow_known_motion(options, recorded_motion(options.device.substr(replay.size())));
  return std::make_unique<LiveFollow>(options)->run();
}

}  // namespace tangible
