// SPDX-License-Identifier: Apache-2.0
// tangible run: a hand on a mechanism.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/run_arguments.h"
#include "app/run_watch.h"
#include "haptics/admittance_run.h"
#include "haptics/admittance_settings.h"
#include "haptics/follow_run.h"
#include "haptics/impedance_run.h"

namespace tangible {
namespace {

// On the outputs of the program: the report, and what was not right about the run.
template <class Report>
int print(const Report& report, const std::string& format) {
  if (format == "json")
    fmt::print("{}\n", report_json(report).dump(2));
  else
    fmt::print("{}", report_text(report));
  fmt::print(stderr, "{}", report.warning);
  return report.completed ? success : failure;
}

template <class Run>
int display(const HapticRunOptions& options, LiveLine& line, const std::string& format) {
  Run run(options);
  line.name_modes_by(run.system());
  run.run();
  line.end();
  return print(run.report(), format);
}

constexpr std::string_view replay_prefix = "replay:";

// A motion that is known beforehand, of a script or a recording, or a live device.
bool has_known_motion(const HapticRunArguments& a) {
  return a.device.empty() || (a.device.size() == 1 && a.device.front().starts_with(replay_prefix));
}

int follow(const HapticRunArguments& a, const HapticRunOptions& options) {
  if (a.device.empty() && a.script.empty())
    throw BadInput(
        "--display follow: error: there is no motion to follow; give --script FILE, --device replay:FILE, or a live "
        "--device");
  const KnownMotion motion = a.device.empty() ? script_motion(a.script.front(), options.tick())
                                              : recorded_motion(a.device.front().substr(replay_prefix.size()));
  return print(follow_known_motion(options, motion), a.format);
}

int run(const HapticRunArguments& a) {
  let_signals_end_the_run();
  LiveLine line;
  HapticRunOptions options = options_of(a);
  options.clock.should_continue = [] { return !is_ended_by_signal(); };
  options.notice = [](const std::string& text) { fmt::print(stderr, "{}\n", text); };
  options.clock.show = [&line](const LiveFigures& figures) { line.show(figures); };
  if (a.display == "admittance") return display<AdmittanceRun>(options, line, a.format);
  if (a.display == "impedance") return display<ImpedanceRun>(options, line, a.format);
  return has_known_motion(a) ? follow(a, options) : display<FollowRun>(options, line, a.format);
}

}  // namespace

void add_run_command(CLI::App& app, int& exit_code) {
  auto o = std::make_shared<HapticRunArguments>();
  CLI::App* command = app.add_subcommand("run", "Connect a mechanism to a haptic device, or to a simulated one");
  command->add_option("MODEL", o->path, "The model file")->required();
  // One word each time, so that MODEL may follow; given again for each further device.
  command
      ->add_option("--device", o->device,
                   "NAME[:option=value,...]; tangible devices lists them (default: simulated; of --display follow: "
                   "none, the handle follows the script); again for each further device")
      ->allow_extra_args(false);
  command
      ->add_option("--handle", o->handle,
                   "Handle, body or particle to hold (default: the next handle of the model); again for each device, "
                   "in the same order")
      ->allow_extra_args(false);
  command->add_option("--rate", o->rate, "Ticks per second")->check(positive_number())->capture_default_str();
  command
      ->add_option("--coupler", o->coupler,
                   "auto, or stiffness and damping K,B in N/m and N s/m, or K,B,Kr,Br with those of turns in N m/rad "
                   "and N m s/rad")
      ->capture_default_str();
  command
      ->add_option("--form", o->form,
                   "How the coupler acts on the model within a tick: held: its wrench at the beginning; handle: the "
                   "same, turning with the handle; inside: spring and damper in every stage; extrapolated: the same, "
                   "the device continuing with its velocity; implicit: the wrench at the end, predicted")
      ->check(CLI::IsMember({"held", "handle", "inside", "extrapolated", "implicit"}))
      ->capture_default_str();
  command->add_option("--method", o->method, "Integrator of the model")
      ->check(CLI::IsMember({"semi-implicit", "rk2", "rk4", "implicit"}))
      ->capture_default_str();
  command
      ->add_option("--sub-steps", o->sub_steps,
                   "Steps of the model per tick (default: 1 to 32, as its energy books require; 1 with methods other "
                   "than rk2 and rk4)")
      ->check(CLI::Range(1, 1000));
  command
      ->add_option(
          "--display", o->display,
          "impedance: a coupler between device and handle; admittance: the measured force of the hand moves the "
          "model, and the device follows; follow: the handle follows a motion")
      ->check(CLI::IsMember({"impedance", "admittance", "follow"}))
      ->capture_default_str();
  command
      ->add_option("--wrench", o->wrench,
                   "Admittance: how the measured wrench acts on the model over a tick: held in axes of N or of the "
                   "handle, or extrapolated on a line or a parabola through the last samples")
      ->check(CLI::IsMember(wrench_hold_names()))
      ->capture_default_str();
  command->add_option("--admittance", o->admittance, "Admittance: name=value,... of drive, sensor and guard");
  command->add_option("--duration", o->duration, "Seconds (default: until interrupted; 10 in virtual time)")
      ->check(positive_number());
  command->add_flag("--virtual-time", o->virtual_time, "Run as fast as possible, with the same result each time");
  command
      ->add_option("--script", o->script, "YAML script of the simulated operator; one for all devices, or one for each")
      ->allow_extra_args(false);
  command->add_option("--record", o->record, "Write what passes through the device to this file; one for each device")
      ->allow_extra_args(false);
  command
      ->add_option("--realtime-priority", o->priority,
                   "Priority of the real-time scheduler (SCHED_FIFO) (default: the ordinary scheduler)")
      ->check(CLI::Range(1, 99));
  command->add_option("--format", o->format, "Format of the report")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command->add_option("--set", o->set, "Override a parameter: --set m=\"2 kg\"");
  command->footer(
      "Examples:\n"
      "  tangible run models/wall/wall.yaml --virtual-time --duration 2\n"
      "  tangible run models/shopping_cart/shopping_cart.yaml --device simulated:operator=firm --duration 10\n"
      "  tangible run models/shopping_cart/shopping_cart.yaml --device udp:port=4700 --format json\n"
      "  tangible run models/four_bar/four_bar.yaml --device simulated:scale=2,rotate=0/0/90 --virtual-time\n"
      "  tangible run MODEL --device simulated --handle left --device udp:port=4701 --handle right");
  command->callback([o, &exit_code] { exit_code = run(*o); });
}

}  // namespace tangible
