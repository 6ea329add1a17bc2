// SPDX-License-Identifier: Apache-2.0
// Time of single steps of RK4 at 1 kHz, or at 10 or 100 kHz if the motion needs it, steady and through changes of mode.
// A run is repeated from the same start, bit for bit the same; of each step the shortest time counts, which excludes
// interruptions by the host. A change ends the step in which it is found, and is timed with it; another step leads from
// there to the end of the tick, or to the next change. The busiest tick is reported as well. Steady steps are timed a
// second time, ten ticks at once, where neither the clock's resolution nor the time that reading it takes matters:
// steady_mean, the median of such windows.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/formulation.h"
#include "engine/lower_system.h"
#include "simulation/simulation_loop.h"

namespace tangible::bench {
namespace {

constexpr int replays = 20;
constexpr std::size_t ticks = 2000;
constexpr std::size_t window = 10;  // ticks that are timed together: clocks count in steps of up to 10 ns

double now_ns() {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Step {
  double least = 1e300;  // ns
  std::size_t tick = 0;
  bool changes = false;
};

struct Run {
  std::vector<Step> steps;
  std::vector<double> windows = std::vector<double>(ticks / window, 1e300);  // the least times of windows, ns
  std::vector<double> end;
  std::size_t max_rows = 0;
  double closure = 0;  // the largest |phi| after a tick
};

// A step to the end of the tick or to a change, and the change.
SimulationStatus take_step(SimulationLoop& simulation, double limit, bool& changes) {
  SimulationStatus status = simulation.advance(limit);
  changes = status == SimulationStatus::ok && simulation.has_event();
  if (changes) status = simulation.resolve_instant();
  return status;
}

SimulationStatus time_step(SimulationLoop& simulation, double limit, Step& step) {
  const double before = now_ns();
  const SimulationStatus status = take_step(simulation, limit, step.changes);
  step.least = std::min(step.least, now_ns() - before);
  return status;
}

void look(SimulationLoop& simulation, Run& run) {
  (void)simulation.evaluate_outputs(simulation.time(), simulation.state());
  run.closure = std::max(run.closure, simulation.motion().rows().configuration_error());
  const std::vector<std::uint8_t>& active = simulation.motion().mode().active;
  run.max_rows = std::max(run.max_rows, static_cast<std::size_t>(std::ranges::count(active, 1)));
}

// What a replay is for. Evaluating a state leaves its results behind for the next step, so that states are evaluated
// only where nothing is timed.
enum class Purpose { time_steps, time_windows, evaluate_states };

void replay(const System& system, double tick_length, Run& run, Purpose purpose) {
  SimulationOptions options;
  options.method = Method::rk4;
  options.step = tick_length;
  SimulationLoop simulation(system, options);
  if (simulation.start() != SimulationStatus::ok) throw std::runtime_error("cannot start");
  std::size_t taken = 0;
  double window_began = now_ns();
  for (std::size_t tick = 0; tick < ticks; ++tick) {
    const double limit = tick_length * static_cast<double>(tick + 1);
    for (; simulation.time() < limit; ++taken) {
      if (taken == run.steps.size()) run.steps.push_back({1e300, tick, false});
      bool changes = false;
      const SimulationStatus status = purpose == Purpose::time_steps ? time_step(simulation, limit, run.steps[taken])
                                                                     : take_step(simulation, limit, changes);
      if (status != SimulationStatus::ok) throw std::runtime_error(describe(status));
    }
    if (purpose == Purpose::evaluate_states) look(simulation, run);
    if (purpose == Purpose::time_windows && (tick + 1) % window == 0) {
      double& least = run.windows[tick / window];
      least = std::min(least, now_ns() - window_began);
      window_began = now_ns();
    }
  }
  const std::vector<double> end(simulation.state().begin(), simulation.state().end());
  if (!run.end.empty() && std::memcmp(end.data(), run.end.data(), end.size() * sizeof(double)) != 0)
    throw std::runtime_error("two replays differ");
  run.end = end;
}

// The median, over windows without a change, of the time of a step; zero if there is no such window.
double find_steady_mean(const Run& run) {
  std::vector<int> steps(run.windows.size());
  std::vector<char> changes(run.windows.size());
  for (const Step& step : run.steps) {
    ++steps[step.tick / window];
    if (step.changes) changes[step.tick / window] = 1;
  }
  std::vector<double> means;
  for (std::size_t i = 0; i < run.windows.size(); ++i)
    if (changes[i] == 0) means.push_back(run.windows[i] / steps[i]);
  if (means.empty()) return 0;
  std::ranges::sort(means);
  return means[means.size() / 2];
}

void print_times(std::vector<double> times) {
  std::ranges::sort(times);
  const auto quantile = [&](double share) {
    return times[std::min(times.size() - 1, static_cast<std::size_t>(share * static_cast<double>(times.size())))];
  };
  if (times.empty()) return (void)std::printf(",0,,,");
  std::printf(",%zu,%.0f,%.0f,%.0f", times.size(), quantile(0.5), quantile(0.999), times.back());
}

// The longest of these ticks with which the whole run is taken: steps that are too long for a motion are refused.
double find_tick_length(const System& system) {
  for (const double tick_length : {1e-3, 1e-4}) {
    Run run;
    try {
      replay(system, tick_length, run, Purpose::evaluate_states);
      return tick_length;
    } catch (const std::runtime_error&) {
      continue;
    }
  }
  return 1e-5;
}

// name=MODEL.yaml, or name=MODEL.yaml@TICK with the length of a tick in seconds.
struct Measured {
  explicit Measured(const std::string& argument)
      : name(argument.substr(0, argument.find('='))),
        model(formulate(argument.substr(name.size() + 1, argument.find('@') - name.size() - 1))),
        system(lower_to_system(*model.mechanism, model.equations)) {
    const std::size_t at = argument.find('@');
    tick_length = at == std::string::npos ? find_tick_length(system) : std::stod(argument.substr(at + 1));
  }
  std::string name;
  CurrentFormulation model;
  System system;
  double tick_length;
  Run run;
};

void print(const Measured& measured) {
  const Run& run = measured.run;
  std::vector<double> steady, changes, whole(ticks);
  std::vector<int> changes_in(ticks);
  for (const Step& step : run.steps) {
    (step.changes ? changes : steady).push_back(step.least);
    whole[step.tick] += step.least;
    changes_in[step.tick] += step.changes ? 1 : 0;
  }
  const auto busiest = std::ranges::max_element(whole);
  std::printf("%s,%zu,%zu", measured.name.c_str(), measured.system.nu(), run.max_rows);
  print_times(steady);
  print_times(changes);
  std::printf(",%.0f,%d,%.2g", *busiest, changes_in[static_cast<std::size_t>(busiest - whole.begin())], run.closure);
  std::printf(",%.1f,%g\n", find_steady_mean(run), measured.tick_length);
}

}  // namespace
}  // namespace tangible::bench

// usage: bench_steps [name=MODEL.yaml[@TICK]...]
int main(int argc, char** argv) {
  std::printf("model,speeds,rows,steady,steady_p50,steady_p999,steady_worst,");
  std::printf("changes,change_p50,change_p999,change_worst,busiest,busiest_changes,closure,steady_mean,tick\n");
  using tangible::bench::Measured;
  using tangible::bench::Purpose;
  std::vector<Measured> all;
  std::string name;
  try {
    for (int i = 1; i < argc; ++i) all.emplace_back(name = argv[i]);
    // Replays of all models take turns: what the host does for a second does not fall on one of them.
    const auto replay_all = [&](Purpose purpose) {
      for (Measured& measured : all) {
        name = measured.name;
        tangible::bench::replay(measured.system, measured.tick_length, measured.run, purpose);
      }
    };
    for (int i = 0; i < tangible::bench::replays; ++i) {
      replay_all(Purpose::time_steps);
      replay_all(Purpose::time_windows);
    }
    replay_all(Purpose::evaluate_states);
    for (const Measured& measured : all) tangible::bench::print(measured);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), error.what());
    return 1;
  }
}
