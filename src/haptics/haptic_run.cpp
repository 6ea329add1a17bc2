// SPDX-License-Identifier: Apache-2.0
// From choices to a model in hands.
#include "haptics/haptic_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

constexpr int max_sub_steps = 32;  // of a tick that is divided as the books ask for

// Advice where steps are too long for what the model does.
std::string shorter_steps(const Simulation& run, const HapticRunOptions& options) {
  const int now = std::max({1, options.sub_steps, run.max_parts()});
  return fmt::format("the model took up to {} step{} per tick of {:.4g} ms: allow more with {}sub-steps {}{}", now,
                     now == 1 ? "" : "s", 1e3 / options.rate, options.option_prefix, std::min(1000, 4 * now),
                     options.method == Method::rk4 ? "" : ", or choose " + options.option_prefix + "method rk4");
}

std::vector<std::string> things_to_hold(const Model& model) {
  std::vector<std::string> names;
  const ModelDescription& d = model.description();
  for (const auto& handle : d.handles) names.push_back(handle.name);
  if (!names.empty()) return names;
  for (const auto& frame : d.frames)
    if (frame.kind != ModelDescription::SceneFrame::Kind::shape) names.push_back(frame.name);
  return names;
}

std::size_t recorded_ticks(const HapticRunOptions& options) {
  return static_cast<std::size_t>((options.clock.duration > 0 ? options.clock.duration : 600) * options.rate) + 1;
}

DeviceChoice in_run(DeviceChoice choice, const HapticRunOptions& options) {
  choice.tick = options.tick();
  choice.option_prefix = options.option_prefix;
  return choice;
}

}  // namespace

SimulationOptions simulation_options(const HapticRunOptions& options, const Model& model) {
  SimulationOptions o;
  o.method = options.method;
  o.step = options.tick() / std::max(1, options.sub_steps);
  constexpr int evaluations = 2000;  // about a millisecond of work for most models
  o.evaluations_per_tick = evaluations / std::max(1, options.sub_steps);
  o.parts_per_tick = options.sub_steps == 0 ? max_sub_steps : 1;
  const std::size_t ports = std::max<std::size_t>(1, model.description().handles.size());
  if (options.held.size() > ports) o.ports = options.held.size();
  return o;
}

std::vector<std::string> chosen_handles(const HapticRunOptions& options, const Model& model) {
  std::vector<std::string> chosen;
  for (const HandleChoice& held : options.held) {
    if (held.handle.empty()) continue;
    if (std::ranges::find(chosen, held.handle) != chosen.end())
      throw BadInput(fmt::format("{}handle {}: error: two devices hold it; give each device a handle of its own",
                                 options.option_prefix, held.handle));
    chosen.push_back(held.handle);
  }
  const std::vector<std::string> all = things_to_hold(model);
  std::vector<std::string> names;
  for (const HandleChoice& held : options.held) {
    names.push_back(held.handle);
    if (!held.handle.empty()) continue;
    const auto is_free = [&](const std::string& name) { return std::ranges::find(chosen, name) == chosen.end(); };
    const auto next = std::ranges::find_if(all, is_free);
    if (all.empty())
      throw BadInput(options.path + ": error: the model has nothing to take hold of; add a handle or a body");
    if (next == all.end())
      throw BadInput(
          fmt::format("{}: error: there are {} devices, and the model has only {} to take hold of: {}; "
                      "use fewer devices, or name bodies or particles by {}handle",
                      options.path, options.held.size(), all.size(), fmt::join(all, ", "), options.option_prefix));
    names.back() = *next;
    chosen.push_back(*next);
  }
  return names;
}

std::string explain_end(Simulation& run, const HapticRunOptions& options) {
  const SimulationStatus status = run.status();
  if (status == SimulationStatus::ok) return "";
  std::string text = run.explain();
  const std::size_t advice = text.find("; take ");  // that for a run without a hand
  if (advice != std::string::npos) text.erase(advice, text.find('\n', advice) - advice);
  const bool by_steps = status == SimulationStatus::diverged || status == SimulationStatus::not_finite ||
                        status == SimulationStatus::no_convergence;
  if (by_steps) text += "\n  " + shorter_steps(run, options);
  return text;
}

std::string long_steps_warning(Simulation& run, const HapticRunOptions& options) {
  constexpr double share = 0.01;  // as for runs without a hand
  const Ledger books = run.energies();
  if (run.status() != SimulationStatus::ok || options.method == Method::implicit) return "";
  if (std::abs(books.drift()) <= share * std::max({books.moved(), 1e-6 * std::abs(books.start), 1e3 * books.rounding}))
    return "";
  return fmt::format(
      "{}: warning: the energy books are off by {:.3g} J, while {:.3g} J moved: forces are wrong\n  {}\n", options.path,
      books.drift(), books.moved(), shorter_steps(run, options));
}

std::string mode_text(std::uint64_t active_rows, const System& system) {
  std::string text, last;
  for (std::size_t i = 0; i < std::min<std::size_t>(system.rows.size(), 64); ++i) {
    if ((active_rows >> i & 1) == 0 || system.rows[i].group == last) continue;
    last = system.rows[i].group;
    text += (text.empty() ? "" : " ") + last;
  }
  return text.empty() ? "free" : text;
}

HeldDevice::HeldDevice(const HandleChoice& choice, const HapticRunOptions& options)
    : opened_(open_device(in_run(choice.device, options))),
      record_(choice.record),
      prefix_(options.option_prefix),
      recorder_(*opened_.device, record_.empty() ? 0 : recorded_ticks(options)) {
  if (options.notice && !opened_.notice.empty()) options.notice(opened_.notice);
}

std::string HeldDevice::write_record() const {
  return record_.empty() ? "" : try_to_write(recorder_.record(), record_);
}

std::string HeldDevice::record_warning() const {
  if (record_.empty() || recorder_.dropped() == 0) return "";
  return fmt::format(
      "{}: warning: the last {} ticks are not in the recording, which has room for {}\n"
      "  give the length of the run: {}duration\n",
      record_, recorder_.dropped(), recorder_.record().entries.size(), prefix_);
}

HeldModel::HeldModel(const HapticRunOptions& options)
    : options_(options),
      simulation_([&] {
        Model model = load(options.path, options.load);
        const SimulationOptions how = simulation_options(options, model);
        return Simulation(std::move(model), how);
      }()),
      plant_(simulation_, options.method, options.tick() / std::max(1, options.sub_steps)),
      servo_(PlantRef(plant_), options.tick()) {
  const std::vector<std::string> handles = chosen_handles(options, simulation_.model());
  for (std::size_t i = 0; i < handles.size(); ++i) {
    auto device = std::make_unique<HeldDevice>(options.held[i], options);
    held_.push_back({handles[i], plant_.add_handle(handles[i]), std::move(device)});
  }
}

void HeldModel::run() {
  time_ = run_servo(servo_, options_.clock);
  for (const Held& each : held_) unwritten_ += each.device->write_record();
}

void HeldModel::fill(RunFigures& figures) {
  figures.model = simulation_.model().name();
  figures.virtual_time = options_.clock.is_virtual;
  figures.time = &time_;
  figures.servo = &servo_.report();
  figures.energy_error = simulation_.energies().drift();
  figures.lag = simulation_.lag();
  figures.given_up = simulation_.given_up();
  figures.stopped = explain_end(simulation_, options_);
  figures.warning = long_steps_warning(simulation_, options_);
  figures.warning += unwritten_;
  for (const Held& each : held_) figures.warning += each.device->record_warning();
  figures.completed = simulation_.status() == SimulationStatus::ok && unwritten_.empty();
}

}  // namespace tangible
