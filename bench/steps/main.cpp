// SPDX-License-Identifier: Apache-2.0
// Time of single steps of RK4 at 1 kHz, steady and through changes of mode. A run is repeated from the same start, bit
// for bit the same; of each step the shortest time counts, which excludes interruptions by the host. A change ends the
// step in which it is found, and is timed with it; another step leads from there to the end of the tick, or to the next
// change. The busiest tick is reported as well.
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
constexpr double tick_length = 1e-3;  // s

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
  std::vector<double> end;
  std::size_t max_rows = 0;
  double closure = 0;  // the largest |phi| after a tick
};

// A step to the end of the tick or to a change, and the change.
SimulationStatus take_step(SimulationLoop& simulation, double limit, Step& step) {
  const double before = now_ns();
  SimulationStatus status = simulation.advance(limit);
  step.changes = status == SimulationStatus::ok && simulation.has_event();
  if (step.changes) status = simulation.resolve_instant();
  step.least = std::min(step.least, now_ns() - before);
  return status;
}

void look(SimulationLoop& simulation, Run& run) {
  (void)simulation.evaluate_outputs(simulation.time(), simulation.state());
  run.closure = std::max(run.closure, simulation.motion().rows().configuration_error());
  const std::vector<std::uint8_t>& active = simulation.motion().mode().active;
  run.max_rows = std::max(run.max_rows, static_cast<std::size_t>(std::ranges::count(active, 1)));
}

// The last replay is not timed: evaluating a state leaves its results behind for the next step.
void replay(const System& system, Run& run, bool last) {
  SimulationOptions options;
  options.method = Method::rk4;
  options.step = tick_length;
  SimulationLoop simulation(system, options);
  if (simulation.start() != SimulationStatus::ok) throw std::runtime_error("cannot start");
  Step untimed;
  std::size_t taken = 0;
  for (std::size_t tick = 0; tick < ticks; ++tick) {
    const double limit = tick_length * static_cast<double>(tick + 1);
    for (; simulation.time() < limit; ++taken) {
      if (taken == run.steps.size()) run.steps.push_back({1e300, tick, false});
      const SimulationStatus status = take_step(simulation, limit, last ? untimed : run.steps[taken]);
      if (status != SimulationStatus::ok) throw std::runtime_error(describe(status));
    }
    if (last) look(simulation, run);
  }
  const std::vector<double> end(simulation.state().begin(), simulation.state().end());
  if (!run.end.empty() && std::memcmp(end.data(), run.end.data(), end.size() * sizeof(double)) != 0)
    throw std::runtime_error("two replays differ");
  run.end = end;
}

void print_times(std::vector<double> times) {
  std::ranges::sort(times);
  const auto quantile = [&](double share) {
    return times[std::min(times.size() - 1, static_cast<std::size_t>(share * static_cast<double>(times.size())))];
  };
  if (times.empty()) return (void)std::printf(",0,,,");
  std::printf(",%zu,%.0f,%.0f,%.0f", times.size(), quantile(0.5), quantile(0.999), times.back());
}

struct Measured {
  explicit Measured(const std::string& argument)
      : name(argument.substr(0, argument.find('='))),
        model(formulate(argument.substr(argument.find('=') + 1))),
        system(lower_to_system(*model.mechanism, model.equations)) {}
  std::string name;
  CurrentFormulation model;
  System system;
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
  std::printf(",%.0f,%d,%.2g\n", *busiest, changes_in[static_cast<std::size_t>(busiest - whole.begin())], run.closure);
}

}  // namespace
}  // namespace tangible::bench

// usage: bench_steps [name=MODEL.yaml...]
int main(int argc, char** argv) {
  std::printf("model,speeds,rows,steady,steady_p50,steady_p999,steady_worst,");
  std::printf("changes,change_p50,change_p999,change_worst,busiest,busiest_changes,closure\n");
  using tangible::bench::Measured;
  std::vector<Measured> all;
  std::string name;
  try {
    for (int i = 1; i < argc; ++i) all.emplace_back(name = argv[i]);
    // Replays of all models take turns: what the host does for a second does not fall on one of them.
    for (int i = 0; i <= tangible::bench::replays; ++i)
      for (Measured& measured : all) {
        name = measured.name;
        tangible::bench::replay(measured.system, measured.run, i == tangible::bench::replays);
      }
    for (const Measured& measured : all) tangible::bench::print(measured);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), error.what());
    return 1;
  }
}
