// SPDX-License-Identifier: Apache-2.0
// Time of single steps of RK4 at 1 kHz, steady and through changes of mode. A run is repeated from the same start, bit
// for bit the same; of each step the least time counts, which leaves out what the host did meanwhile. The time of a
// tick with several changes (bounces that die away) is shared among them; the busiest tick is told as it is.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/pipeline.h"
#include "app/simulation_model.h"
#include "simulation/simulation.h"

namespace tangible::bench {
namespace {

constexpr int replays = 20;
constexpr int ticks = 2000;
constexpr double step = 1e-3;

double now_ns() {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Run {
  std::vector<double> least = std::vector<double>(ticks, 1e300);  // by tick
  std::vector<int> changes = std::vector<int>(ticks);
  std::vector<double> end;
  std::size_t most_rows = 0;
  double closure = 0;  // the largest |phi| after a step
};

// The last replay is not timed.
void replay(const System& system, Run& run, bool last) {
  SimulationOptions options;
  options.method = Method::rk4;
  options.step = step;
  Simulation simulation(system, options);
  if (simulation.start() != SimulationStatus::ok) throw std::runtime_error("cannot start");
  for (int k = 0; k < ticks; ++k) {
    const auto tick = static_cast<std::size_t>(k);
    SimulationStatus status = SimulationStatus::ok;
    int changes = 0;
    const double before = now_ns();
    while (status == SimulationStatus::ok && simulation.time() < step * (k + 1)) {
      status = simulation.advance(step * (k + 1));
      if (status != SimulationStatus::ok || !simulation.has_event()) continue;
      ++changes;
      status = simulation.settle();
    }
    const double time = now_ns() - before;
    if (!last) run.least[tick] = std::min(run.least[tick], time);
    if (status != SimulationStatus::ok) throw std::runtime_error(describe(status));
    run.changes[tick] = changes;
    // In the last replay alone: looking at a state leaves its evaluation behind for the next step.
    if (last) {
      (void)simulation.look_at(simulation.time(), simulation.state());
      run.closure = std::max(run.closure, simulation.motion().configuration_error());
    }
    const std::vector<std::uint8_t>& active = simulation.motion().mode().active;
    run.most_rows = std::max(run.most_rows, static_cast<std::size_t>(std::ranges::count(active, 1)));
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
        model(load_model({argument.substr(argument.find('=') + 1), {}})),
        system(lower_to_system(*model.mechanism, model.equations)) {}
  std::string name;
  LoadedModel model;
  System system;
  Run run;
};

void print(const Measured& measured) {
  const Run& run = measured.run;
  std::vector<double> steady, changes;
  double busiest = 0;
  for (std::size_t k = 0; k < ticks; ++k) {
    (run.changes[k] > 0 ? changes : steady).push_back(run.least[k] / std::max(run.changes[k], 1));
    if (run.changes[k] > 0) busiest = std::max(busiest, run.least[k]);
  }
  std::printf("%s,%zu,%zu", measured.name.c_str(), measured.system.nu(), run.most_rows);
  print_times(steady);
  print_times(changes);
  std::printf(",%d,%.0f,%.2g\n", *std::ranges::max_element(run.changes), busiest, run.closure);
}

}  // namespace
}  // namespace tangible::bench

// usage: bench_steps [name=MODEL.yaml...]
int main(int argc, char** argv) {
  std::printf("model,speeds,rows,steady,steady_p50,steady_p999,steady_worst,");
  std::printf("changes,change_p50,change_p999,change_worst,most_changes,busiest,closure\n");
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
