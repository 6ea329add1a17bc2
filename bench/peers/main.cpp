// SPDX-License-Identifier: Apache-2.0
// Forward dynamics side by side: all engines agree first, then take turns, and the quietest turns count.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iostream>

#include "peers/peer_model.h"

namespace tangible::bench {
namespace {

constexpr EngineMaker makers[] = {
    {"tangible", make_tangible},
    {"mujoco", make_mujoco},
    {"simbody", make_simbody},
    {"kdl", make_kdl},
};

// Largest error of the accelerations, relative to the largest of them, over all states.
double disagreement(Engine& engine, const PeerModel& model) {
  double worst = 0;
  for (const PeerState& state : model.states) {
    engine.run(state);
    const std::vector<double> found = engine.accelerations();
    double largest = 0;
    for (const double x : state.reference) largest = std::max(largest, std::abs(x));
    for (std::size_t i = 0; i < found.size(); ++i)
      worst = std::max(worst, std::abs(found[i] - state.reference[i]) / largest);
    if (found.size() != state.reference.size()) return INFINITY;
  }
  return worst;
}

double now() {
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Nanoseconds a call: a batch cycles through the states.
double batch(Engine& engine, const PeerModel& model, std::size_t calls) {
  const double start = now();
  auto state = model.states.begin();
  for (std::size_t i = 0; i < calls; ++i) {
    engine.run(*state);
    if (++state == model.states.end()) state = model.states.begin();
  }
  return (now() - start) / static_cast<double>(calls);
}

double median(std::vector<double> times) {
  std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
  return times[times.size() / 2];
}

struct Contender {
  std::string_view name;
  std::unique_ptr<Engine> engine;
  std::size_t calls = 1;       // in a batch of about 50 us
  double quietest = INFINITY;  // median of a window's batches
};

constexpr double batch_ns = 50'000;
constexpr int windows = 12;
constexpr int batches = 60;

void measure(const PeerModel& model) {
  std::vector<Contender> contenders;
  for (const EngineMaker& maker : makers) {
    Contender c{maker.name, maker.make(model)};
    if (!c.engine) continue;
    // MuJoCo's loops are springs: they give way, and only its time can be compared.
    const bool is_soft = model.loop && maker.name == "mujoco";
    const double error = is_soft ? 0 : disagreement(*c.engine, model);
    if (!(error < 1e-8)) {
      std::cerr << maker.name << ", " << model.name << ": accelerations are off by " << error << "\n";
      std::exit(1);
    }
    c.calls = std::max<std::size_t>(1, static_cast<std::size_t>(batch_ns / batch(*c.engine, model, 50)));
    contenders.push_back(std::move(c));
  }
  for (int window = 0; window < windows; ++window) {
    for (Contender& c : contenders) {
      std::vector<double> times;
      for (int i = 0; i < batches; ++i) times.push_back(batch(*c.engine, model, c.calls));
      c.quietest = std::min(c.quietest, median(times));
    }
  }
  for (const Contender& c : contenders) {
    std::printf("%s,%.*s,%.1f\n", model.name.c_str(), static_cast<int>(c.name.size()), c.name.data(), c.quietest);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace tangible::bench

int main(int argc, char** argv) {
  using namespace tangible::bench;
  if (argc < 2) {
    std::cerr << "usage: bench_peers MODELS.json [model...]\n";
    return 2;
  }
  std::printf("model,engine,ns\n");
  for (const PeerModel& model : read_peer_models(argv[1])) {
    const bool wanted =
        argc == 2 || std::any_of(argv + 2, argv + argc, [&](const char* name) { return model.name == name; });
    if (wanted) measure(model);
  }
}
