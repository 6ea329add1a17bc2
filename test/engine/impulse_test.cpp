// SPDX-License-Identifier: Apache-2.0
// Finite impulses that are applied to runs through their ports change velocities as the mobility says, in each mode
// that the runs visit.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <filesystem>
#include <optional>
#include <set>

#include "engine/simulation.h"

namespace tangible {
namespace {

using Six = Eigen::Vector<double, 6>;  // linear, then angular

// The squeezer moves within milliseconds: longer ticks are refused.
SimulationOptions ticks_of(const std::string& path) {
  return {.method = Method::rk4, .step = path.find("squeezer") != std::string::npos ? 1e-4 : 1e-3};
}

Six velocity_of(const Port& port) {
  const auto v = port.velocity();
  return {v.linear.x, v.linear.y, v.linear.z, v.angular.x, v.angular.y, v.angular.z};
}

Wrench to_wrench(const Six& w) { return {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}}; }

Six impulse_that_acts(const Port& port) {
  const Wrench w = port.reduce({{1, 0.6, -0.4}, {0.3, -0.5, 0.7}});
  return {w.force.x, w.force.y, w.force.z, w.torque.x, w.torque.y, w.torque.z};
}

// A copy of a run after a number of ticks.
struct CopyOfRun {
  const Model& model;
  SimulationOptions options;
  long ticks;

  // The velocity of a port after a short force that amounts to the impulse. Nothing if the mode did not last.
  std::optional<Six> velocity_after(const Six& impulse, double duration, const std::string& handle) const {
    Simulation run(model, options);
    Port& port = run.port(handle);
    for (long k = 0; k < ticks; ++k) EXPECT_EQ(run.tick(), SimulationStatus::ok);
    const std::string mode = run.mode();
    const std::uint64_t occurrences = run.loop().log().end();
    const double end = run.time() + duration;
    port.hold(to_wrench(impulse / (end - run.time())));
    if (run.advance_to(end) != SimulationStatus::ok) return {};
    if (run.mode() != mode || run.loop().log().end() != occurrences) return {};
    return velocity_of(port);
  }

  // What the impulse changes: the force lasts for two short times, of which the limit is taken.
  std::optional<Six> jump(const Six& impulse, const std::string& handle) const {
    Six changes[2];
    for (int k = 0; k < 2; ++k) {
      const double duration = (k + 1) * 1e-9;
      const auto with = velocity_after(impulse, duration, handle),
                 without = velocity_after(Six::Zero(), duration, handle);
      if (!with || !without) return {};
      changes[k] = *with - *without;
    }
    return 2 * changes[0] - changes[1];
  }
};

// Friction then follows the impulse, which the mobility leaves out.
bool slides_with_friction(const Simulation& run) {
  const std::vector<ContactDescription>& contacts = run.loop().system().contacts;
  const auto& states = run.loop().motion().mode().contacts;
  for (std::size_t c = 0; c < contacts.size(); ++c)
    if (states[c] == ContactState::sliding && contacts[c].friction != absent) return true;
  return false;
}

enum class Verdict { agrees, differs, ends_mode };

// With an impulse that changes the velocity by about one, or its opposite if the first ends the mode.
Verdict compare(Simulation& run, const Port& port, const CopyOfRun& copy) {
  std::array<double, 36> numbers;
  EXPECT_EQ(run.mobility(port, numbers), SimulationStatus::ok);
  const Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>> mobility(numbers.data());
  const Six acting = impulse_that_acts(port);
  const double size = std::max((mobility * acting).cwiseAbs().maxCoeff(), 1e-6);
  for (const double sign : {1.0, -1.0}) {
    const Six impulse = sign / size * acting, expected = mobility * impulse;
    const std::optional<Six> found = copy.jump(impulse, port.name());
    if (!found) continue;
    // 1e-9 of the jump; rounding of the velocities, which may be larger, is less than 1e-15 of them.
    const bool is_near = (*found - expected).cwiseAbs().maxCoeff() <= 1e-9;
    if (!is_near) ADD_FAILURE() << "found " << found->transpose() << "\nexpected " << expected.transpose();
    return is_near ? Verdict::agrees : Verdict::differs;
  }
  return Verdict::ends_mode;
}

struct Tally {
  std::size_t agreeing = 0;
  std::set<std::string> ended;  // model and mode
};

// In each mode, when the run comes into it.
void compare_in_all_modes(const std::string& path, Tally& tally) {
  const Model model = load(path);
  const std::string& name = model.description().name;
  Simulation run(model, ticks_of(path));
  const auto& handles = model.description().handles;
  for (const auto& handle : handles) (void)run.port(handle.name);
  std::set<std::string> modes;
  for (long k = 0; k < 2000; ++k) {
    const bool is_new = modes.insert(run.mode()).second && !slides_with_friction(run);
    for (std::size_t h = 0; is_new && h < handles.size(); ++h) {
      SCOPED_TRACE(path + " " + handles[h].name + " in " + run.mode());
      const Verdict verdict = compare(run, *run.port_at(h), {model, ticks_of(path), k});
      if (verdict == Verdict::agrees) ++tally.agreeing;
      if (verdict == Verdict::ends_mode) tally.ended.insert(name + ": " + run.mode());
    }
    ASSERT_EQ(run.tick(), SimulationStatus::ok) << path << " " << run.time() << " " << run.explain();
  }
}

TEST(Impulse, through_a_port_changes_velocities_as_the_mobility_says) {
  Tally tally;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("models"))
    if (entry.path().extension() == ".yaml") compare_in_all_modes(entry.path().string(), tally);
  EXPECT_GT(tally.agreeing, 75U);
  // A contact that does not pull, a limit of friction or the condition of a latch gives way to both impulses.
  const std::set<std::string> breakable{"block on a belt: belt sticks",
                                        "disk on a ramp: rolling",
                                        "disk on a tilting ramp: ramp sticks",
                                        "door with a ball catch: catch",
                                        "key, whippen, jack and hammer: lifts+jack_stop",
                                        "rocking block: left sticks",
                                        "sliding ladder: floor",
                                        "sliding ladder: floor+wall",
                                        "woodpecker toy: lower_edge sticks"};
  EXPECT_EQ(tally.ended, breakable);
}

}  // namespace
}  // namespace tangible
