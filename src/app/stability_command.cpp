// SPDX-License-Identifier: Apache-2.0
// tangible stability: the masses that an admittance display can show to hands from soft to stiff.
#include <fmt/core.h>

#include "app/command.h"
#include "app/output_file.h"
#include "display/admittance_map_svg.h"
#include "engine/error.h"

namespace tangible {
namespace {

struct StabilityOptions {
  double rate = 1000, device_mass = 1, device_damping = 2, hand_mass = 0.3, damping_ratio = 0.3;
  double softest = 10, stiffest = 2000, frequency = 0, end_effector = 0;
  int delay = 0, points = 24;
  std::string format = "text", out;
};

AdmittanceMapOptions map_options(const StabilityOptions& o) {
  AdmittanceMapOptions map;
  map.loop.tick = 1 / o.rate;
  map.loop.device_mass = o.device_mass;
  map.loop.device_damping = o.device_damping;
  map.loop.hand_mass = o.hand_mass;
  map.loop.end_effector = o.end_effector;
  map.loop.delay = o.delay;
  map.damping_ratio = o.damping_ratio;
  map.softest = o.softest;
  map.stiffest = o.stiffest;
  map.points = o.points;
  DeviceLimits device;
  device.inertia.linear = o.device_mass;
  device.damping.linear = o.device_damping;
  device.delay = o.delay;
  map.loop.gains = o.frequency > 0 ? tracking_gains(o.frequency) : tuned_tracking(device, map.loop.tick);
  return map;
}

int run_stability(const StabilityOptions& o) {
  if (!(o.stiffest > o.softest)) throw BadInput("--stiffest: error: it must be above --softest; change one of them");
  if (o.end_effector >= o.device_mass)
    throw BadInput("--end-effector: error: it is a part of the device's mass; give less than --device-mass");
  const AdmittanceMapOptions map = map_options(o);
  const std::vector<AdmittanceMapRow> rows = admittance_map(map);
  std::string text;
  if (o.format == "csv")
    text = admittance_map_csv(map, rows);
  else if (o.format == "json")
    text = admittance_map_json(map, rows);
  else if (o.format == "svg")
    text = admittance_map_svg(map, rows);
  else
    text = admittance_map_text(map, rows);
  if (o.out.empty())
    fmt::print("{}", text);
  else
    write_file(o.out, text);
  return success;
}

}  // namespace

void add_stability_command(CLI::App& app, int& exit_code) {
  auto o = std::make_shared<StabilityOptions>();
  CLI::App* command = app.add_subcommand("stability", "Map the masses that an admittance display can render stably");
  const auto number = [&](const char* name, double& at, const char* what) {
    command->add_option(name, at, what)->check(positive_number())->capture_default_str();
  };
  number("--rate", o->rate, "Ticks per second");
  number("--device-mass", o->device_mass, "Mass of the device at the handle, kg");
  number("--hand-mass", o->hand_mass, "Mass of the arm that holds the device, kg");
  number("--softest", o->softest, "Stiffness of the softest hand, N/m");
  number("--stiffest", o->stiffest, "Stiffness of the stiffest hand, N/m");
  const auto not_negative = [&](const char* name, double& at, const char* what) {
    command->add_option(name, at, what)->check(number_from_zero())->capture_default_str();
  };
  not_negative("--device-damping", o->device_damping, "Damping of the device, N s/m");
  not_negative("--damping-ratio", o->damping_ratio, "Damping ratio of the hand with its arm");
  not_negative("--end-effector", o->end_effector, "Mass of the device beyond its load cell, which is compensated, kg");
  not_negative("--frequency", o->frequency, "Frequency of the drive, rad/s (0: chosen for tick and delay)");
  command->add_option("--delay", o->delay, "Delay of the device, samples")
      ->check(CLI::Range(0, 15))
      ->capture_default_str();
  command->add_option("--points", o->points, "Number of stiffnesses in the map")
      ->check(CLI::Range(2, 1000))
      ->capture_default_str();
  command->add_option("--format", o->format, "Format of the map")
      ->check(CLI::IsMember({"text", "csv", "json", "svg"}))
      ->capture_default_str();
  command->add_option("--out", o->out, "Write the map to this file");
  command->footer(
      "Examples:\n"
      "  tangible stability --device-mass 2 --delay 1\n"
      "  tangible stability --format svg --out map.svg");
  command->callback([o, &exit_code] { exit_code = run_stability(*o); });
}

}  // namespace tangible
