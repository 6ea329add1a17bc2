// SPDX-License-Identifier: Apache-2.0
// Programs, exported C and printed C of the library against multipliers solved in a hundred digits.
//
// The whole: at least 10,000 states, every mode that a run visits, all paths (ctest -L slow, or TANGIBLE_WHOLE=1
// build/dev/test/test_truth). By default a part of it, and programs only.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "engine/assembled_states.h"
#include "engine/complete_state.h"
#include "engine/lower_system.h"
#include "equations/constrained_motion.h"
#include "extent.h"
#include "formulated.h"
#include "simulation/simulation_loop.h"
#include "truth/multipliers.h"
#include "truth/roads.h"
#include "truth/states.h"

namespace tangible {
namespace {

std::vector<std::string> library_models() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("models"))
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path().string());
  for (const auto& entry : std::filesystem::directory_iterator("test/app/special"))
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  return paths;
}

// The sets of declared rows that hold at some time of a run.
std::set<std::vector<std::string>> visited_modes(const Formulation& model) {
  std::set<std::vector<std::string>> modes{rows_holding_at_start(model.equations)};
  const System system = lower_to_system(*model.mechanism, model.equations);
  SimulationOptions options;
  options.method = Method::rk4;
  options.step = 1e-3;
  SimulationLoop loop(system, options);
  const auto note = [&] {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < system.declared_rows; ++i)
      if (loop.motion().mode().active[i] != 0) names.push_back(system.rows[i].name);
    for (const ConstraintRow& row : model.equations.rows)
      if (row.built_in) names.push_back(row.name);
    std::set<std::string> held(names.begin(), names.end());
    std::vector<std::string> ordered;
    for (const ConstraintRow& row : model.equations.rows)
      if (held.contains(row.name)) ordered.push_back(row.name);
    modes.insert(ordered);
  };
  if (loop.start() != SimulationStatus::ok) return modes;
  note();
  for (int step = 0; step < 5000 && loop.time() < 3; ++step) {
    if (loop.advance(3) != SimulationStatus::ok) break;
    if (loop.has_event() && loop.resolve_instant() != SimulationStatus::ok) break;
    note();
  }
  return modes;
}

struct TruthTally {
  int states = 0, compared = 0, refused = 0, singular = 0;
  int assembled = 0;  // of the comparisons, those under rows that follow from others in the assembled mechanism only
  double worst = 0;   // difference over what is allowed
};

class ModeTrial {
 public:
  ModeTrial(const Formulation& model, const std::vector<std::string>& active, bool compiled)
      : model_(model),
        embedding_(embed_rows(model, active)),
        truth_(model.equations, rows_that_hold(model.equations, active)),
        closed_truth_(model.equations, embedding_.rows),
        forces_(make_program_road(model_program(model, {"forces", {}, {}, active}))) {
    const Program program = model_program(model, {"accelerations", {}, {}, active});
    roads_["program"] = make_program_road(program);
    if (!compiled || program.outputs.empty()) return;
    roads_["exported C"] = make_exported_road(program);
    roads_["printed C"] = make_printed_road(model, active);
  }

  void run(int special, int random, unsigned seed, TruthTally& tally) {
    StateSource source(model_, seed);
    // The rank that the rows have where nothing is special; a lower one is a singular position.
    for (int i = 0; i < 3; ++i) rank_ = std::max(rank_, truth_.solve(source.random()).rank);
    for (int i = 0; i < special + random; ++i) {
      const Values state = i < special ? source.special(i) : source.random();
      if (embedding_.closed.empty() || !is_assembled(state)) compare(state, tally);
      if (!embedding_.closed.empty()) compare_assembled(state, tally);
    }
  }

 private:
  bool is_assembled(const Values& state) const {
    return std::ranges::all_of(embedding_.all_rows, [&](std::size_t i) {
      const ConstraintRow& row = model_.equations.rows[i];
      return row.kind != ConstraintKind::configuration || std::abs(evaluate(row.configuration, state)) < 1e-9;
    });
  }

  void compare(Values state, TruthTally& tally) {
    // Where speeds do not determine the rates, as of Euler angles with two parallel axes, `evaluate` reports it.
    for (const double divisor : evaluate(model_.equations.kinematical.divisors, state))
      if (!(std::abs(divisor) > 1e-6)) return;
    const bool possible = truth_.satisfy_rows(state);
    const Multipliers truth = truth_.solve(state);
    ++tally.states;
    const bool is_singular = !possible || truth.rank < rank_ || truth.regularity < 1e-7;
    if (is_singular) ++tally.singular;
    if (!truth.is_determined && !is_singular) return;
    for (const auto& [name, road] : roads_) {
      if (!embedding_.closed.empty() && name == "printed C") continue;  // meant for the assembled mechanism
      const Answer answer = road->go(state);
      if (!answer) {
        ++tally.refused;
        continue;
      }
      if (is_singular) {
        expect_told(name, truth, *answer);
      } else {
        compare_rates(name, truth, *answer, tally);
      }
    }
    if (!is_singular) compare_forces(truth, state);
  }

  // Where rows follow from others in the assembled mechanism only, the multipliers of those that are used are the truth
  // there.
  void compare_assembled(Values state, TruthTally& tally) {
    if (!assemble_state(model_.equations, embedding_.all_rows, state)) return;
    if (!closed_truth_.satisfy_rows(state)) return;
    const Multipliers truth = closed_truth_.solve(state);
    if (!truth.is_determined || truth.regularity < 1e-4) return;
    ++tally.states;
    // Assembled from folded poses, some states are near to where the D of the printed form does not exist. Its entries
    // grow as 1 / d there, and their products lose 1 / d^2, four digits at most; the program has other speeds there.
    const double d = std::min(evaluate(embedding_regularity(model_.equations, embedding_), state) / 1e-2, 1.0);
    for (const auto& [name, road] : roads_) {
      const Answer answer = road->go(state);
      if (answer) {
        ++tally.assembled;
        compare_rates(name, truth, *answer, tally, name == "printed C" ? std::min(1 / (d * d), 1e4) : 1);
      } else {
        ++tally.refused;
      }
    }
  }

  // A path that reports the regularity of the rows reports it here.
  void expect_told(const std::string& road, const Multipliers& truth, const std::map<std::string, double>& answer) {
    if (truth.regularity > 1e-12 && truth.rank == rank_) return;  // near, but not there: right or not, it was warned of
    EXPECT_FALSE(answer.contains("regularity"))
        << model_.path << " " << road << ": singular rows, regularity " << answer.at("regularity");
  }

  void compare_rates(const std::string& road, const Multipliers& truth, const std::map<std::string, double>& answer,
                     TruthTally& tally, double loss = 1) {
    const double allowed = (1e-10 * truth.scale + 1e3 * truth.spread) * loss;
    ++tally.compared;
    for (std::size_t r = 0; r < truth.u_rate.size(); ++r) {
      const auto found = answer.find(std::string(model_.equations.kinematical.u_rate[r].name()));
      if (found == answer.end()) continue;
      const double off = std::abs(found->second - truth.u_rate[r].convert_to<double>());
      tally.worst = std::max(tally.worst, off / allowed);
      EXPECT_LE(off, allowed) << model_.path << " " << road << " " << found->first << " = " << found->second
                              << ", should be " << truth.u_rate[r].convert_to<double>() << "; rows are regular by "
                              << truth.regularity;
    }
  }

  // Forces by what they do: they need not be unique.
  void compare_forces(const Multipliers& truth, const Values& state) {
    const Answer answer = forces_->go(state);
    if (!answer) return;
    std::vector<double> load(truth.load_of_rows.size());
    double largest = 1;
    for (const std::size_t i : truth_.rows()) {
      const auto found = answer->find("force of " + model_.equations.rows[i].name);
      if (found == answer->end()) return;
      const std::vector<double> a = evaluate(model_.equations.rows[i].a, state);
      for (std::size_t r = 0; r < load.size(); ++r) {
        load[r] += a[r] * found->second;
        largest = std::max(largest, std::abs(a[r] * found->second));
      }
    }
    for (std::size_t r = 0; r < load.size(); ++r)
      EXPECT_NEAR(load[r], truth.load_of_rows[r], 1e-10 * largest * truth.scale + 1e3 * truth.load_spread)
          << model_.path << " forces along " << model_.equations.kinematical.u[r].name();
  }

  const Formulation& model_;
  Embedding embedding_;
  MultiplierTruth truth_, closed_truth_;
  std::unique_ptr<Road> forces_;
  std::map<std::string, std::unique_ptr<Road>> roads_;
  std::size_t rank_ = 0;
};

TruthTally try_model(const std::string& path, bool whole) {
  TruthTally tally;
  const CurrentFormulation model = formulate_current({path});
  if (model.equations.nu() == 0) return tally;
  std::set<std::vector<std::string>> modes{rows_holding_at_start(model.equations)};
  if (whole) modes = visited_modes(model);
  for (const std::vector<std::string>& mode : modes)
    ModeTrial(model, mode, whole).run(whole ? 130 : 6, whole ? 20 : 2, 7, tally);
  return tally;
}

TEST(Truth, of_the_library_is_told_by_programs_and_by_c) {
  int states = 0, compared = 0, assembled = 0;
  for (const std::string& path : library_models()) {
    const TruthTally tally = try_model(path, is_whole());
    states += tally.states;
    compared += tally.compared;
    assembled += tally.assembled;
    if (is_whole())
      std::printf("%-62s %5d states %5d compared %4d assembled %4d singular %4d refused, worst %.2g\n", path.c_str(),
                  tally.states, tally.compared, tally.assembled, tally.singular, tally.refused, tally.worst);
    std::fflush(stdout);
  }
  if (is_whole()) std::printf("%d states, %d comparisons\n", states, compared);
  EXPECT_GE(states, is_whole() ? 10000 : 200);
  EXPECT_GE(assembled, 10);  // bricard, double_parallelogram, flyball_governor
}

}  // namespace
}  // namespace tangible
