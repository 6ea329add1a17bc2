// SPDX-License-Identifier: Apache-2.0
// Every model of the library in the hand of the three operators, with the coupler tuned by itself, in every mode that
// its run visits: the model never has more energy than it began with and was given, the rendering makes none, and where
// nothing feeds the motion the coupler comes to rest.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

#include "haptics/held_model.h"

namespace tangible {
namespace {

using testing::HeldModel;

std::vector<std::string> library_models() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("models"))
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  return paths;
}

// What a fifth of a run has measured.
struct Fifth {
  std::vector<Vec3> stretches;
  double kinetic = 0;  // mean
  double drained = 0;  // from the model: to the hand, by its own dampers, by impacts

  double rms_about(Vec3 mean) const {
    double sum = 0;
    for (const Vec3 e : stretches) sum += dot(e - mean, e - mean);
    return std::sqrt(sum / static_cast<double>(stretches.size()));
  }
  Vec3 mean() const {
    Vec3 sum;
    for (const Vec3 e : stretches) sum += e;
    return (1.0 / static_cast<double>(stretches.size())) * sum;
  }
};

constexpr int ticks_per_fifth = 400, ticks_per_look = 20;

struct HandRun {
  bool goes_on = true;
  double energy_above = 0;  // largest of energy less start and booked work, J
  double scale = 0;         // of the energies that moved, J
  std::array<Fifth, 5> fifths;
  double fed = 0;  // by inputs, events and constraints that move, J
};

HandRun run_in_hand(HeldModel& held) {
  HandRun r;
  for (std::size_t n = 0; n < 5 && r.goes_on; ++n) {
    Fifth& fifth = r.fifths[n];
    const Ledger before = held.run.energies();
    for (int k = 0; k < ticks_per_fifth && r.goes_on; ++k) {
      const auto tick = static_cast<double>(static_cast<int>(n) * ticks_per_fifth + k);
      r.goes_on = held.servo.tick(tick * HeldModel::T) == PlantStatus::running;
      fifth.stretches.push_back(held.port.coupler().stretch().linear);
      if (k % ticks_per_look != 0) continue;
      const Ledger l = held.run.energies();
      r.energy_above = std::max(r.energy_above, l.drift() - l.dissipated - l.impacts);
      r.scale = std::max({r.scale, l.kinetic, std::abs(l.total() - l.start), std::abs(l.ports)});
      fifth.kinetic += l.kinetic * ticks_per_look / ticks_per_fifth;
    }
    const Ledger after = held.run.energies();
    fifth.drained = before.ports - after.ports + after.dissipated - before.dissipated + after.impacts - before.impacts;
    r.fed = after.inputs;
  }
  return r;
}

enum class Settling { settled, has_source, moves_on, rings };

// Of the stretch less the one at which the weight of the model is held. A motion that the handle cannot damp in the
// time of the run: what is drained from the model in the last fifth, as a share of its kinetic energy, would have to be
// ln 100/4 at least for the amplitude to fall to a tenth from the first fifth to the last.
Settling settling_of(const HandRun& r) {
  const Fifth &first = r.fifths.front(), &last = r.fifths.back();
  const Vec3 rest = last.mean();
  constexpr double noise = 1e-6;  // m
  if (last.rms_about(rest) < std::max(noise, 0.1 * first.rms_about(rest))) return Settling::settled;
  if (std::abs(r.fed) > 1e-6 * r.scale) return Settling::has_source;
  if (last.kinetic > 1e-9 && last.drained / last.kinetic < std::log(100.0) / 4) return Settling::moves_on;
  return Settling::rings;
}

TEST(LibraryModels, in_the_hand_of_three_operators_no_energy_is_made_and_the_coupler_comes_to_rest) {
  int settled = 0, runs = 0;
  std::string excused;
  for (const std::string& path : library_models()) {
    const Model model = load(path);
    ASSERT_FALSE(model.description().handles.empty()) << path << " has no handle";
    for (int strength = 0; strength < 3; ++strength, ++runs) {
      const std::string what = path + " with operator " + testing::names_of_operators[strength];
      HeldModel held(model, testing::operator_of_strength(strength));
      const HandRun r = run_in_hand(held);
      EXPECT_TRUE(r.goes_on) << what << ": " << held.run.explain();
      if (!r.goes_on) continue;
      EXPECT_LE(r.energy_above, 1e-5 * r.scale + 1e-9) << what;
      const PassivityGuardReport& guard = held.port.guard().report();
      EXPECT_LE(held.excess(), guard.max_step + guard.held_back + 1e-9) << what;
      EXPECT_LE(held.port.report().max_force, 20 + 1e-9) << what;
      EXPECT_LE(std::abs(held.port.coupler().imbalance()), 1e-9 * (1 + r.scale)) << what;
      const Settling settling = settling_of(r);
      EXPECT_NE(settling, Settling::rings) << what << ": " << r.fifths.front().rms_about(r.fifths.back().mean())
                                           << " m, then " << r.fifths.back().rms_about(r.fifths.back().mean());
      settled += settling == Settling::settled;
      if (settling == Settling::has_source || settling == Settling::moves_on)
        excused += "  " + what + (settling == Settling::has_source ? ": is fed\n" : ": moves on elsewhere\n");
    }
  }
  std::printf("%d of %d runs come to rest; excused:\n%s", settled, runs, excused.c_str());
  EXPECT_GE(settled, runs / 3);  // the rule excuses no more than it must
}

}  // namespace
}  // namespace tangible
