// SPDX-License-Identifier: Apache-2.0
// Every model of the library in the hand of the three operators, with the coupler tuned by itself, in every mode that
// its run visits: the model never has more energy than it began with and was given, the rendering makes none, and where
// nothing feeds the motion the coupler comes to rest. By default each model is held by one of the operators, in turn.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

#include "extent.h"
#include "haptics/settling.h"

namespace tangible {
namespace {

using testing::ModelInHand;

std::vector<std::string> library_models() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("models"))
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  return paths;
}

struct Verdict {
  testing::HandRun run;
  testing::Settling settling = testing::Settling::rings;
  int sub_steps = 1;
  std::string stopped;
};

// The step is halved until what the books cannot explain is small: at 1 ms it is the integrator's error where bodies
// meet or a linkage turns fast, and falls with the step.
constexpr double books_agree = 1e-5;  // of the energies that moved
constexpr int max_sub_steps = 8;

// How a run begins: as the model says, or at rest in its equilibrium, where the hand then waves.
enum class Beginning { own, at_rest };

// Nobody's hand cannot wave: the device gets a tap. The model itself bears weights in its equilibrium, so that the
// coupler has no stretch once the hand is back.
OperatorOptions hand_that_waves(int strength, double until) {
  OperatorOptions hand = testing::operator_of_strength(strength);
  if (strength == 0)
    hand.pushes = {{0.05, 0.1, {1, -0.7, 0.5}}};
  else
    hand.waypoints = {{0, {}}, {until / 2, {0.01, -0.01, 0.005}}, {until, {}}};
  return hand;
}

bool can_rest(const Model& model) {
  Simulation run(model, {.method = Method::rk4, .step = ModelInHand::T});
  return testing::begin_at_rest(run);
}

Verdict verdict_on(const Model& model, int strength, int ticks_per_fifth, Beginning begins, const std::string& what) {
  Verdict v;
  const OperatorOptions hand = begins == Beginning::own ? testing::operator_of_strength(strength)
                                                        : hand_that_waves(strength, ModelInHand::T * ticks_per_fifth);
  for (;; v.sub_steps *= 2) {
    ModelInHand held(model, hand, {}, CouplerForm::in_stages_extrapolated, nullptr, v.sub_steps);
    if (begins == Beginning::at_rest) testing::begin_at_rest(held.run);
    v.run = testing::run_in_hand(held, ticks_per_fifth);
    const bool closes = v.run.should_continue && v.run.energy_above <= books_agree * v.run.scale + 1e-9;
    if (!closes && v.sub_steps < max_sub_steps) continue;
    if (!v.run.should_continue) v.stopped = held.run.explain();
    if (!v.run.should_continue) return v;
    EXPECT_LE(v.run.energy_above, books_agree * v.run.scale + 1e-9) << what;
    const PassivityGuardReport& guard = held.port.guard().report();
    EXPECT_LE(held.excess(), guard.max_step + guard.held_back + 1e-9) << what;
    EXPECT_LE(held.port.report().max_force, 20 + 1e-9) << what;
    EXPECT_LE(std::abs(held.port.coupler().imbalance()), 1e-9 * (1 + v.run.scale)) << what;
    v.settling = testing::settling_of(v.run);
    return v;
  }
}

// From the start that the model has, moving or not, in the hand that stays where it took hold.
TEST(LibraryModels, in_the_hand_of_three_operators_no_energy_is_made) {
  std::string finer;
  int number = 0;
  for (const std::string& path : library_models()) {
    ++number;
    const Model model = load(path);
    ASSERT_FALSE(model.description().handles.empty()) << path << " has no handle";
    for (int strength = 0; strength < 3; ++strength) {
      if (!is_tested(strength, 3, number)) continue;
      const std::string what = path + " with operator " + testing::names_of_operators[strength];
      const Verdict v = verdict_on(model, strength, 400, Beginning::own, what);
      EXPECT_TRUE(v.run.should_continue) << what << ": " << v.stopped;
      if (v.sub_steps > 1) finer += "  " + what + ": " + std::to_string(v.sub_steps) + "\n";
    }
  }
  std::printf("sub-steps of the tick, where one is too coarse:\n%s", finer.c_str());
}

// From rest where the model has an equilibrium, else from its own start. Two seconds; ten, or fifty, for what swings so
// slowly that it is still on its way then.
TEST(LibraryModels, in_the_hand_of_three_operators_the_coupler_comes_to_rest) {
  using testing::Settling;
  int settled = 0, runs = 0, at_rest = 0, number = 0;
  std::string excused;
  for (const std::string& path : library_models()) {
    const Model model = load(path);
    const Beginning begins = can_rest(model) ? Beginning::at_rest : Beginning::own;
    at_rest += begins == Beginning::at_rest;
    ++number;
    for (int strength = 0; strength < 3; ++strength) {
      if (!is_tested(strength, 3, number)) continue;
      ++runs;
      const std::string what = path + " with operator " + testing::names_of_operators[strength];
      Verdict v = verdict_on(model, strength, 400, begins, what);
      EXPECT_TRUE(v.run.should_continue) << what << ": " << v.stopped;
      for (const int ticks_per_fifth : {2000, 10000}) {
        if (!v.run.should_continue || v.settling == Settling::settled || v.settling == Settling::has_source) break;
        if (ticks_per_fifth > 2000 && v.settling != Settling::rings) break;
        const Verdict longer = verdict_on(model, strength, ticks_per_fifth, begins, what);
        if (longer.run.should_continue) v = longer;
      }
      const double first = v.run.fifths.front().rms(), last = v.run.fifths.back().rms();
      EXPECT_NE(v.settling, Settling::rings) << what << ": " << first << " m, then " << last;
      settled += v.settling == Settling::settled;
      const std::string reason = testing::reasons_not_to_settle[static_cast<std::size_t>(v.settling)];
      if (!reason.empty()) excused += "  " + what + ": " + reason + "\n";
    }
  }
  std::printf("%d of %d runs come to rest; %d models begin in an equilibrium; excused:\n%s", settled, runs, at_rest,
              excused.c_str());
  EXPECT_GE(settled, runs / 2);  // the rule excuses no more than it must
}

}  // namespace
}  // namespace tangible
