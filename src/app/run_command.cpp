// SPDX-License-Identifier: Apache-2.0
// tangible run: a hand on a mechanism.
#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "app/command.h"
#include "app/device_choice.h"
#include "app/run_admittance.h"
#include "app/run_follow.h"
#include "app/run_report.h"
#include "haptics/recorded_device.h"
#include "haptics/simulation_plant.h"

namespace tangible {
namespace {

CouplerForm form_named(const std::string& name) {
  if (name == "held") return CouplerForm::held;
  if (name == "handle") return CouplerForm::held_in_handle_frame;
  if (name == "inside") return CouplerForm::in_stages;
  if (name == "implicit") return CouplerForm::implicit;
  return CouplerForm::in_stages_extrapolated;
}

// "K,B" or "K,B,Kr,Br".
CouplerGains gains_of(const std::string& text) {
  std::array<double, 4> values{};
  std::size_t count = 0;
  for (std::size_t start = 0; start <= text.size() && count < 4; ++count) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    try {
      values[count] = std::stod(text.substr(start, end - start));
    } catch (const std::exception&) {
      count = 9;
      break;
    }
    start = end + 1;
  }
  if ((count != 2 && count != 4) || !(values[0] >= 0 && values[1] >= 0 && values[2] >= 0 && values[3] >= 0))
    throw BadInput("--coupler " + text + ": error: give auto, or K,B in N/m and N s/m, or K,B,Kr,Br; none negative");
  return {{values[0], values[2]}, {values[1], values[3]}};
}

// Everything that one run needs, in the order in which it is made.
class HapticRun {
 public:
  explicit HapticRun(const HapticRunOptions& options)
      : options_(options),
        tick_(1 / options.rate),
        method_(method_named(options.method)),
        step_(tick_ / options.sub_steps),
        simulation_(load(options.path, load_options(options.set)), simulation_options()),
        plant_(simulation_, method_, step_),
        handle_(chosen_handle(options, simulation_.model())),
        device_(open_device({options.device.empty() ? "simulated" : options.device, options.script, tick_})),
        recorder_(*device_, recorded_ticks()),
        port_(used_device(), port_options()),
        servo_(PlantRef(plant_), tick_) {
    servo_.add_port(port_);
  }

  int run() {
    if (options_.virtual_time) {
      duration_ = run_as_fast_as_possible(servo_, options_);
    } else {
      statistics_ = run_by_the_clock(servo_, options_, simulation_.loop().system());
      duration_ = statistics_.elapsed;
    }
    if (!options_.record.empty()) write_device_record(recorder_.record(), options_.record);
    print();
    return simulation_.status() == SimulationStatus::ok ? success : failure;
  }

 private:
  SimulationOptions simulation_options() const {
    SimulationOptions o;
    o.method = method_;
    o.step = step_;
    o.evaluations_per_tick = 2000;  // about a millisecond of work for most models
    return o;
  }
  std::size_t recorded_ticks() const {
    if (options_.record.empty()) return 0;
    return static_cast<std::size_t>((options_.duration > 0 ? options_.duration : 600) / tick_) + 1;
  }
  Device& used_device() { return options_.record.empty() ? *device_ : static_cast<Device&>(recorder_); }

  HapticPortOptions port_options() {
    const DeviceLimits limits = device_->limits();
    HapticPortOptions o = port_options_for(limits, tick_);
    o.handle = plant_.add_handle(handle_);
    o.form = form_named(options_.form);
    const Freedoms of_handle = plant_.freedoms(o.handle);
    for (std::size_t i = 0; i < 6; ++i) o.directions.mask[i] = limits.actuated[i] && of_handle[i];
    TuningOptions tuning;
    tuning.tick = tick_;
    tuning.method = model_method(method_);
    tuning.form = o.form;
    tuning.sub_steps = options_.sub_steps;
    table_ = options_.coupler == "auto" ? std::make_unique<CouplerTable>(limits, tuning)
                                        : std::make_unique<CouplerTable>(limits, tuning, gains_of(options_.coupler));
    o.table = table_.get();
    const HandleState handle = plant_.handle(o.handle);
    o.gains = table_->gains_for(handle, o.directions, limits.delay).gains;
    return o;
  }

  void print() {
    RunReport report;
    report.model = simulation_.model().name();
    report.handle = handle_;
    report.device = device_->name();
    report.virtual_time = options_.virtual_time;
    report.duration = duration_;
    report.port = &port_;
    report.servo = &servo_.report();
    report.loop = options_.virtual_time ? nullptr : &statistics_;
    report.work_on_model = plant_.work(0);
    report.energy_error = simulation_.energies().drift();
    if (simulation_.status() != SimulationStatus::ok) report.stopped = simulation_.explain();
    if (options_.format == "json")
      fmt::print("{}\n", report_json(report).dump(2));
    else
      fmt::print("{}", report_text(report));
  }

  const HapticRunOptions& options_;
  double tick_;
  Method method_;
  double step_;
  Simulation simulation_;
  SimulationPlant plant_;
  std::string handle_;
  std::unique_ptr<Device> device_;
  RecordingDevice recorder_;
  std::unique_ptr<CouplerTable> table_;
  HapticPort port_;
  Servo servo_;
  LoopStatistics statistics_;
  double duration_ = 0;
};

int run(const HapticRunOptions& options) {
  let_signals_end_the_run();
  if (options.display == "admittance") return run_admittance(options);
  if (options.display == "follow") return run_follow(options);
  auto haptic = std::make_unique<HapticRun>(options);
  return haptic->run();
}

}  // namespace

void add_run_command(CLI::App& app, int& exit_code) {
  auto o = std::make_shared<HapticRunOptions>();
  CLI::App* command = app.add_subcommand("run", "Hold a mechanism by a haptic device, or by a simulated one");
  command->add_option("MODEL", o->path, "The model file")->required();
  command->add_option("--device", o->device,
                      "NAME[:option=value,...]; tangible devices lists them (default: simulated; of --display follow: "
                      "none, the handle follows the script)");
  command->add_option("--handle", o->handle, "Handle, body or particle to hold (default: the first handle)");
  command->add_option("--rate", o->rate, "Ticks per second")->check(positive_number())->capture_default_str();
  command->add_option("--coupler", o->coupler, "auto, or K,B in N/m and N s/m, or K,B,Kr,Br")->capture_default_str();
  command->add_option("--form", o->form, "How the coupler acts on the model")
      ->check(CLI::IsMember({"held", "handle", "inside", "extrapolated", "implicit"}))
      ->capture_default_str();
  command->add_option("--method", o->method, "Integrator of the model")
      ->check(CLI::IsMember({"semi-implicit", "rk2", "rk4", "implicit"}))
      ->capture_default_str();
  command->add_option("--sub-steps", o->sub_steps, "Steps of the model per tick")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command
      ->add_option("--display", o->display,
                   "impedance: a coupler between device and handle; admittance: the measured force of the hand moves the "
                   "model, and the device follows; follow: the handle follows a motion")
      ->check(CLI::IsMember({"impedance", "admittance", "follow"}))
      ->capture_default_str();
  command->add_option("--wrench", o->wrench, "Admittance: how the measured wrench acts on the model over a tick")
      ->check(CLI::IsMember({"held", "handle", "extrapolated", "extrapolated-handle", "parabola-handle"}))
      ->capture_default_str();
  command->add_option("--admittance", o->admittance, "Admittance: name=value,... of drive, sensor and guard");
  command->add_option("--duration", o->duration, "Seconds (default: until interrupted; 10 in virtual time)")
      ->check(positive_number());
  command->add_flag("--virtual-time", o->virtual_time, "As fast as possible, with the same result each time");
  command->add_option("--script", o->script, "YAML script of the simulated operator");
  command->add_option("--record", o->record, "Write what passes through the device to this file");
  command->add_option("--realtime-priority", o->priority, "Of SCHED_FIFO, 1 to 99 (default: the ordinary scheduler)")
      ->check(CLI::Range(1, 99));
  command->add_option("--format", o->format, "Of the report")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command->add_option("--set", o->set, "Override a parameter: --set m=\"2 kg\"");
  command->footer(
      "Examples:\n"
      "  tangible run models/wall/wall.yaml --virtual-time --duration 2\n"
      "  tangible run models/shopping_cart/shopping_cart.yaml --device simulated:operator=firm --duration 10\n"
      "  tangible run models/shopping_cart/shopping_cart.yaml --device udp:port=4700 --format json");
  command->callback([o, &exit_code] { exit_code = run(*o); });
}

}  // namespace tangible
