// SPDX-License-Identifier: Apache-2.0
// Random mechanisms whose constraints are switched on and off at random: every mode is the one that would have been
// formulated afresh, nothing is created, and the same run gives the same bits.
#include <cstring>
#include <random>

#include "engine/evaluate_state.h"
#include "extent.h"
#include "simulation/inline_model.h"

namespace tangible {
namespace {

constexpr int switches = 8;
constexpr double duration = 1;

class RandomMechanism {
 public:
  explicit RandomMechanism(unsigned seed) : random_(seed) {
    links_ = pick(2, 5);
    std::string coordinates, bodies, rows, events, times;
    for (int i = 1; i <= links_; ++i) {
      slides_.push_back(pick(0, 5) == 0);
      coordinates += fmt::format("{}q{}: {}", i > 1 ? ", " : "", i, slides_.back() ? "m" : "rad");
      bodies += link(i);
    }
    const int count = pick(3, 5);
    for (int k = 1; k <= count; ++k) rows += fmt::format("  row_{}: {{{}, active: false}}\n", k, row());
    std::vector<bool> on(static_cast<std::size_t>(count));
    for (int k = 1; k <= switches; ++k) {
      times += fmt::format(", t_{}: {} s", k, duration * k / (switches + 1));
      const auto which = static_cast<std::size_t>(pick(0, count - 1));
      const char* verb = on[which] ? "deactivate" : is_configuration_[which] ? "hold" : "activate";
      on[which] = !on[which];
      events += fmt::format("  switch_{}: {{when: rises(t - t_{}), do: [{{{}: row_{}}}]}}\n", k, k, verb, which + 1);
    }
    text = fmt::format(
        "name: random mechanism {}\nparameters: {{g: 9.81 m/s^2{}}}\ncoordinates: {{{}}}\nbodies:\n{}"
        "gravity: -g*N.z\nconstraints:\n{}events:\n{}",
        seed, times, coordinates, bodies, rows, events);
  }

  std::string text;
  int links() const { return links_; }

 private:
  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  double draw(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  std::string place(double size) {
    return fmt::format("[{:.3f} m, {:.3f} m, {:.3f} m]", draw(-size, size), draw(-size, size), draw(0.2, 0.5));
  }

  std::string direction() {
    return fmt::format("{:.2f}*N.x + {:.2f}*N.y + {:.2f}*N.z", draw(0.2, 1), draw(0.2, 1), draw(0.2, 1));
  }

  std::string link(int i) {
    const int parent = pick(std::max(0, i - 2), i - 1);
    const std::string of = parent == 0 ? "ground" : fmt::format("link_{}", parent);
    return fmt::format(
        "  link_{0}: {{parent: {1}, joint: {2}, axis: {3}, coordinate: q{0}, at: {4}, mass: {5:.3f} kg, center: {6}, "
        "inertia: {{xx: {7:.4f} kg*m^2, yy: {8:.4f} kg*m^2, zz: {9:.4f} kg*m^2}}, points: {{tip: {10}}}}}\n",
        i, of, slides_.back() ? "prismatic" : "revolute", "xyz"[pick(0, 2)], place(0.3), draw(0.5, 2), place(0.2),
        draw(0.02, 0.03), draw(0.02, 0.03), draw(0.02, 0.03), place(0.2));
  }

  // Coordinates, positions and velocities of tips, combinations of rates; some are redundant.
  std::string row() {
    const int i = pick(1, links_), j = pick(1, links_), kind = pick(0, 4);
    if (kind == 4 && !rows_.empty()) {
      const std::size_t earlier = static_cast<std::size_t>(pick(0, static_cast<int>(rows_.size()) - 1));
      is_configuration_.push_back(is_configuration_[earlier]);
      rows_.push_back(rows_[earlier]);
      return rows_.back();
    }
    const bool alike = slides_[static_cast<std::size_t>(i - 1)] == slides_[static_cast<std::size_t>(j - 1)];
    is_configuration_.push_back(kind <= 1);
    if (kind == 0)
      rows_.push_back(fmt::format("configuration: q{}", i));
    else if (kind == 1)
      rows_.push_back(fmt::format("configuration: \"dot(p(link_{}.tip), {})\"", i, direction()));
    else if (kind == 2 && alike && i != j)
      rows_.push_back(fmt::format("motion: \"q{}' - {:.2f}*q{}'\"", i, draw(-2, 2), j));
    else
      rows_.push_back(fmt::format("motion: \"dot(v(link_{}.tip), {})\"", i, direction()));
    return rows_.back();
  }

  std::mt19937 random_;
  int links_ = 0;
  std::vector<bool> slides_, is_configuration_;
  std::vector<std::string> rows_;
};

// The rows that hold, formulated afresh at a state: symbolic evaluation, and multipliers for all unknowns at once.
struct Afresh {
  EvaluatedState state;
  std::vector<std::size_t> rows;

  Afresh(MovingModel& moving, std::span<const double> y) {
    const KinematicalEquations& k = moving.model_.equations.kinematical;
    StateQuery query;
    query.values[moving.model_.mechanism->time()] = moving.simulation.time();
    std::size_t p = 0;
    for (const Parameter& parameter : moving.model_.mechanism->parameters())
      query.values[parameter.symbol] = moving.simulation.motion().parameters()[p++];
    for (std::size_t i = 0; i < k.q.size(); ++i) query.values[k.q[i]] = y[i];
    for (std::size_t r = 0; r < k.u.size(); ++r) query.values[k.u[r]] = y[k.q.size() + r];
    const System& system = moving.simulation.system();
    for (std::size_t i = 0; i < system.rows.size(); ++i)
      if (moving.simulation.motion().mode().active[i]) {
        rows.push_back(i);
        query.active.push_back(system.rows[i].name);
      }
    state = evaluate_state(moving.model_.equations, query);
  }

  // u+ of smallest (u+ - u-)^T M (u+ - u-) with rows u+ + constants = 0.
  Eigen::VectorXd speeds_after() const {
    const FreeSystem& f = state.free;
    if (f.rows.rows() == 0) return state.u;
    const Eigen::LLT<Eigen::MatrixXd> mass(f.mass);
    const Eigen::MatrixXd scaled = mass.matrixL().solve(f.rows.transpose()).transpose();
    const Eigen::VectorXd violation = f.rows * state.u + f.constants;
    return state.u - mass.matrixU().solve(scaled.completeOrthogonalDecomposition().solve(violation));
  }
};

double scale_of(const Eigen::VectorXd& x) { return 1 + (x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0); }

void expect_mode_afresh(MovingModel& moving, const std::vector<double>& before) {
  SimulationLoop& simulation = moving.simulation;
  const std::size_t nq = simulation.system().nq(), nu = simulation.system().nu();
  const Eigen::Map<const Eigen::VectorXd> u(simulation.state().data() + nq, static_cast<Eigen::Index>(nu));
  const Eigen::VectorXd speeds = Afresh(moving, before).speeds_after();
  ASSERT_LT((u - speeds).cwiseAbs().maxCoeff(), 1e-8 * scale_of(speeds));
  (void)simulation.evaluate_outputs(simulation.time(), simulation.state());
  const Afresh after(moving, simulation.state());
  const std::span<const double> a = simulation.motion().accelerations();
  const Eigen::Map<const Eigen::VectorXd> accelerations(a.data(), static_cast<Eigen::Index>(nu));
  const EmbeddedSystem& fresh = after.state.embedded;
  ASSERT_LT((accelerations - fresh.u_rate).cwiseAbs().maxCoeff(), 1e-7 * scale_of(fresh.u_rate));
  // Forces where they are unique; where they are shared, what they do together.
  Eigen::VectorXd forces(static_cast<Eigen::Index>(after.rows.size()));
  for (std::size_t i = 0; i < after.rows.size(); ++i)
    forces[static_cast<Eigen::Index>(i)] = simulation.motion().forces()[after.rows[i]];
  const Eigen::VectorXd load = after.state.free.rows.transpose() * (forces - fresh.row_forces);
  ASSERT_LT(load.cwiseAbs().maxCoeff(), 1e-7 * scale_of(fresh.row_forces));
}

struct Outcome {
  std::vector<double> end;
  int switched = 0;
  double drift = 0;  // of the books, relative
};

void run(MovingModel& moving, bool compare, Outcome& outcome) {
  SimulationLoop& simulation = moving.simulation;
  while (simulation.time() < duration) {
    ASSERT_EQ(describe(simulation.advance(duration)), std::string("ok")) << simulation.time();
    if (simulation.has_event()) {
      const std::vector<double> before(simulation.state().begin(), simulation.state().end());
      const double lost = simulation.ledger().impacts;
      ASSERT_EQ(describe(simulation.resolve_instant()), std::string("ok")) << simulation.time();
      ++outcome.switched;
      const Ledger books = simulation.ledger();
      ASSERT_GE(books.impacts - lost, -1e-12 * (1 + books.kinetic));
      if (compare) expect_mode_afresh(moving, before);
      if (::testing::Test::HasFatalFailure()) return;
    }
    if (!compare) continue;
    (void)simulation.evaluate_outputs(simulation.time(), simulation.state());
    ASSERT_LT(simulation.motion().rows().configuration_error(), 1e-10) << simulation.time();
    ASSERT_LT(simulation.motion().rows().motion_error(), 1e-10 * (1 + simulation.ledger().kinetic))
        << simulation.time();
  }
  outcome.end.assign(simulation.state().begin(), simulation.state().end());
  for (const double x : outcome.end) ASSERT_TRUE(std::isfinite(x));
  const Ledger books = simulation.ledger();
  outcome.drift = std::abs(books.drift()) / (1 + std::abs(books.start) + books.kinetic);
}

constexpr double closed_books = 1e-7;

// One beginning of a mechanism, and when its switches act.
class Sequence {
 public:
  Sequence(MovingModel& model, std::mt19937& random)
      : model_(model), start_(model.simulation.motion().energy_states_at()), times_(switches) {
    std::uniform_real_distribution<double> draw(-1, 1);
    for (double& x : start_) x = draw(random);
    for (double& t : times_) t = duration * (0.5 + 0.49 * draw(random));
    std::ranges::sort(times_);
  }

  Outcome go(const SimulationOptions& options, bool compare) {
    Outcome outcome;
    model_.begin_again(options);
    std::ranges::copy(start_, model_.simulation.state().begin());
    std::ranges::copy(times_, model_.simulation.motion().parameters().begin() + 1);
    model_.start();
    run(model_, compare, outcome);
    return outcome;
  }

  void expect_facts(const SimulationOptions& options, Outcome& outcome) {
    outcome = go(options, true);
    if (::testing::Test::HasFatalFailure()) return;
    ASSERT_EQ(outcome.switched, switches);
    const Outcome replay = go(options, false);
    ASSERT_EQ(std::memcmp(outcome.end.data(), replay.end.data(), replay.end.size() * sizeof(double)), 0);
  }

  // The unexplained energy of fixed steps is an error of fourth order: halving the step divides it by 2^4, by 2^3
  // at least while the order is not yet clean, until the books are closed. Energy that a switch created would
  // stay.
  void expect_books_closed_by_halving(Outcome outcome, double step) {
    while (outcome.drift > closed_books) {
      const double before = outcome.drift;
      step /= 2;
      ASSERT_GT(step, 5e-5) << outcome.drift;
      outcome = go(fixed(Method::rk4, step), false);
      if (::testing::Test::HasFatalFailure()) return;
      ASSERT_LT(outcome.drift, before / 8) << step;
    }
  }

 private:
  MovingModel& model_;
  std::vector<double> start_, times_;
};

// 250 mechanisms, four beginnings and times of switches for each, with the adaptive method and in fixed steps. By
// default every fourth mechanism.
void run_sequences(unsigned first, unsigned last) {
  for (unsigned seed = first; seed < last; ++seed) {
    if (!is_tested(static_cast<int>(seed), 4, 1)) continue;
    const RandomMechanism mechanism(seed);
    const std::string path = model_file(mechanism.text);
    MovingModel model(path, {});
    std::mt19937 random(seed);
    for (int count = 0; count < 4; ++count) {
      SCOPED_TRACE(fmt::format("mechanism {}, sequence {}\n{}", seed, count, mechanism.text));
      Sequence sequence(model, random);
      Outcome outcome;
      sequence.expect_facts(SimulationOptions{}, outcome);
      ASSERT_LT(outcome.drift, closed_books);
      sequence.expect_facts(fixed(Method::rk4, 1e-3), outcome);
      sequence.expect_books_closed_by_halving(outcome, 1e-3);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(RandomSwitching, of_a_thousand_sequences_each_mode_is_as_if_formulated_afresh_first_half) {
  run_sequences(1, 126);
}
TEST(RandomSwitching, of_a_thousand_sequences_each_mode_is_as_if_formulated_afresh_second_half) {
  run_sequences(126, 251);
}

}  // namespace
}  // namespace tangible
