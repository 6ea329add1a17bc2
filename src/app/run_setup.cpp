// SPDX-License-Identifier: Apache-2.0
// Model, handle and clocks of `tangible run`.
#include "app/run_setup.h"

#include <fmt/core.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <thread>

namespace tangible {
namespace {

std::atomic<bool> ended_by_signal{false};
void end_run(int) { ended_by_signal.store(true, std::memory_order_relaxed); }

// Names of the constraints that came by themselves or by hand and hold now.
std::string mode_text(std::uint64_t active_rows, const System& system) {
  std::string text, last;
  for (std::size_t i = 0; i < std::min<std::size_t>(system.rows.size(), 64); ++i) {
    if ((active_rows >> i & 1) == 0 || system.rows[i].group == last) continue;
    last = system.rows[i].group;
    text += (text.empty() ? "" : " ") + last;
  }
  return text.empty() ? "free" : text;
}

}  // namespace

std::string chosen_handle(const HapticRunOptions& options, const Model& model) {
  if (!options.handle.empty()) return options.handle;
  const ModelDescription& d = model.description();
  if (!d.handles.empty()) return d.handles.front().name;
  for (const auto& frame : d.frames)
    if (frame.kind != ModelDescription::SceneFrame::Kind::shape) return frame.name;
  throw BadInput(options.path + ": error: the model has nothing to take hold of; add a handle or a body");
}

LoadOptions load_options(const std::vector<std::string>& assignments) {
  LoadOptions load;
  for (const std::string& text : assignments) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      throw BadInput("--set " + text + ": error: write name=value, such as --set m=\"2 kg\"");
    load.set[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return load;
}

Method method_named(const std::string& name) {
  if (name == "semi-implicit") return Method::semi_implicit_euler;
  if (name == "rk2") return Method::rk2;
  return name == "implicit" ? Method::implicit : Method::rk4;
}

void let_signals_end_the_run() {
  std::signal(SIGINT, end_run);
  std::signal(SIGTERM, end_run);
}

bool is_ended_by_signal() { return ended_by_signal.load(std::memory_order_relaxed); }

double run_as_fast_as_possible(Servo& servo, const HapticRunOptions& options) {
  const double tick = servo.period();
  const long ticks = std::lround((options.duration > 0 ? options.duration : 10) / tick);
  for (long k = 0; k < ticks && !is_ended_by_signal(); ++k)
    if (servo.tick(static_cast<double>(k) * tick) != PlantStatus::running) break;
  servo.release();
  return static_cast<double>(servo.report().ticks) * tick;
}

LoopStatistics run_by_the_clock(Servo& servo, const HapticRunOptions& options, const System& system) {
  RealtimeOptions realtime;
  realtime.priority = options.priority;
  realtime.duration = options.duration;
  RealtimeLoop loop(servo, realtime);
  loop.start();
  const bool terminal = isatty(STDERR_FILENO) != 0;
  LiveFigures last;
  while (loop.is_running()) {
    if (is_ended_by_signal()) loop.stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (!terminal) continue;
    const LiveFigures f = loop.live();
    const double rate = f.time > last.time ? static_cast<double>(f.ticks - last.ticks) / (f.time - last.time) : 0;
    fmt::print(stderr, "\r{:8.2f} s {:6.0f} Hz  force {:7.3f} N  energy {:9.4g} J  missed {:4d}  {:<30.30}", f.time,
               rate, f.force, f.energy, f.missed, mode_text(f.active_rows, system));
    last = f;
  }
  if (terminal) fmt::print(stderr, "\n");
  return loop.join();
}

}  // namespace tangible
