// SPDX-License-Identifier: Apache-2.0
// Programs at special configurations - quarter turns, straight and folded poses, zero speeds - and at random ones,
// against multipliers solved in extended precision from the equations without constraints.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <filesystem>
#include <map>
#include <numbers>
#include <random>

#include "engine/complete_state.h"
#include "engine/evaluate_state.h"
#include "engine/model_program.h"
#include "formulated.h"
#include "program/evaluation.h"

namespace tangible {
namespace {

using LongMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using LongVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

// M u' - A^T force = f, A u' = -rate remainder at one state, all in extended precision.
struct Multipliers {
  LongMatrix rows;
  LongVector constants, u_rate, force;
  long double least = 1;  // singular value of the rows, each of length one
  bool is_regular = false;
};

LongVector long_vector(std::span<const Expr> list, const std::unordered_map<Expr, long double>& values) {
  const std::vector<long double> x = evaluate_long(list, values);
  return Eigen::Map<const LongVector>(x.data(), static_cast<Eigen::Index>(x.size()));
}

Multipliers solve_multipliers(const Equations& equations, const std::vector<std::size_t>& rows, const Values& state) {
  const std::unordered_map<Expr, long double> values(state.begin(), state.end());
  const auto n = static_cast<Eigen::Index>(equations.nu()), m = static_cast<Eigen::Index>(rows.size());
  Multipliers out{LongMatrix(m, n), LongVector(m), {}, {}};
  LongMatrix system = LongMatrix::Zero(n + m, n + m);
  LongVector right(n + m);
  const LongVector mass = long_vector(equations.dynamical.mass.entries(), values);
  std::vector<Expr> forcing;
  for (std::size_t r = 0; r < equations.nu(); ++r) forcing.push_back(equations.dynamical.forcing(r));
  right.head(n) = long_vector(forcing, values);
  for (Eigen::Index i = 0; i < n; ++i) system.row(i).head(n) = mass.segment(i * n, n).transpose();
  for (Eigen::Index i = 0; i < m; ++i) {
    const ConstraintRow& row = equations.rows[rows[static_cast<std::size_t>(i)]];
    out.rows.row(i) = long_vector(row.a, values).transpose();
    const Expr rest[] = {row.c, row.rate_remainder};
    const LongVector numbers = long_vector(rest, values);
    out.constants(i) = numbers(0);
    right(n + i) = -numbers(1);
    system.row(n + i).head(n) = out.rows.row(i);
    system.col(n + i).head(n) = -out.rows.row(i).transpose();
  }
  if (!system.allFinite() || !right.allFinite()) return out;
  // A row that vanishes but for the rounding of its sines, as of links folded into a line, has no meaning.
  LongMatrix unit = out.rows;
  for (Eigen::Index i = 0; i < m; ++i) {
    const long double length = unit.row(i).norm();
    unit.row(i) /= length > 1e-13L ? length : 1;
  }
  if (m > 0) out.least = unit.jacobiSvd().singularValues().minCoeff();
  // Rows and columns are scaled by powers of their entries, so that the rank does not depend on units.
  LongVector scale(n + m);
  for (Eigen::Index i = 0; i < n + m; ++i) {
    const long double largest = system.row(i).cwiseAbs().maxCoeff();
    scale(i) = largest > 0 ? 1 / std::sqrt(largest) : 1;
  }
  const Eigen::FullPivLU<LongMatrix> lu(scale.asDiagonal() * system * scale.asDiagonal());
  const long double smallest = std::abs(lu.matrixLU().diagonal()(n + m - 1)), largest = lu.maxPivot();
  // A mass that vanishes here, as that of a turn about a vertical pendulum, leaves its speed undetermined.
  const LongVector diagonal = system.diagonal().head(n).cwiseAbs();
  const bool has_mass = m > 0 || n == 0 || diagonal.minCoeff() > 1e-20L * diagonal.maxCoeff();
  out.is_regular = smallest > 1e-9L * largest && out.least > 1e-5L && has_mass;
  const LongVector x = scale.asDiagonal() * lu.solve(LongVector(scale.asDiagonal() * right));
  out.u_rate = x.head(n);
  out.force = x.tail(m);
  return out;
}

// The speeds nearest to those given that the rows allow.
void satisfy_rows(const Equations& equations, const Multipliers& at, Values& state) {
  if (at.rows.rows() == 0) return;
  LongVector u(at.rows.cols());
  for (Eigen::Index r = 0; r < u.size(); ++r) u(r) = state.at(equations.kinematical.u[static_cast<std::size_t>(r)]);
  u -= at.rows.completeOrthogonalDecomposition().solve(LongVector(at.rows * u + at.constants));
  for (Eigen::Index r = 0; r < u.size(); ++r)
    state[equations.kinematical.u[static_cast<std::size_t>(r)]] = static_cast<double>(u(r));
}

class StatesOfAModel {
 public:
  explicit StatesOfAModel(const Formulation& model) : model_(model), random_(7) {}

  // Every angle a multiple of a quarter turn, speeds zero in one of three; or all random.
  Values special() {
    return fill([&] { return std::numbers::pi / 2 * (static_cast<int>(random_() % 9) - 4); }, random_() % 3 != 0);
  }
  Values random() {
    return fill([&] { return 3 * spread_(random_); }, true);
  }

 private:
  template <typename Angle>
  Values fill(Angle angle, bool moves) {
    Values state = values_at_start(model_);
    state[model_.mechanism->time()] = spread_(random_);
    for (const Input& i : model_.mechanism->inputs()) state[i.symbol] = i.value + spread_(random_);
    for (const Coordinate& q : model_.mechanism->coordinates()) {
      const bool is_angle = q.dimension == Dimension{};
      state[q.symbol] = is_angle ? angle() : state[q.symbol] + 0.3 * spread_(random_);
    }
    normalise(state);
    for (const Expr u : model_.equations.kinematical.u) state[u] = moves ? 2 * spread_(random_) : 0.0;
    return state;
  }
  void normalise(Values& state) const {
    FrameTree& frames = model_.mechanism->frames();
    for (std::uint32_t i = 1; i < frames.size(); ++i) {
      const auto* e = std::get_if<EulerParameters>(&frames.orientation(frames.at(i)));
      if (e == nullptr || !e->e0.is(Kind::symbol)) continue;
      state[e->e0] += 2;
      double square = 0;
      for (const Expr p : {e->e0, e->e1, e->e2, e->e3}) square += state[p] * state[p];
      for (const Expr p : {e->e0, e->e1, e->e2, e->e3}) state[p] /= std::sqrt(square);
    }
  }

  const Formulation& model_;
  std::mt19937_64 random_;
  std::uniform_real_distribution<double> spread_{-1, 1};
};

std::map<std::string, double> run_program_at(Evaluation& evaluation, const Values& values) {
  std::map<std::string, double> by_name;
  for (const auto& [symbol, value] : values) by_name[std::string(symbol.name())] = value;
  const Program& program = evaluation.code().program();
  for (std::size_t i = 0; i < program.inputs.size(); ++i) evaluation.inputs()[i] = by_name[program.inputs[i].name];
  evaluation.run();
  std::map<std::string, double> results;
  for (std::size_t i = 0; i < program.outputs.size(); ++i) results[program.outputs[i].name] = evaluation.outputs()[i];
  return results;
}

struct Tried {
  int states = 0, singular = 0;
};

// Wrong with a good status: a number that differs while the program does not report singular rows.
void compare(const Formulation& model, Evaluation& accelerations, Evaluation& forces, const Embedding& embedding,
             Values state, Tried& tried) {
  const Equations& equations = model.equations;
  const std::vector<std::size_t>& rows = embedding.rows;
  // Where speeds do not determine the rates, as of Euler angles with two parallel axes, `evaluate` reports it.
  for (const double divisor : evaluate(equations.kinematical.divisors, state))
    if (!(std::abs(divisor) > 1e-6)) return;
  satisfy_rows(equations, solve_multipliers(equations, rows, state), state);
  const Multipliers truth = solve_multipliers(equations, rows, state);
  if (truth.u_rate.size() == 0) return;  // not finite: the kinematics are singular
  std::map<std::string, double> ours = run_program_at(accelerations, state);
  ++tried.states;
  if (!truth.is_regular) {
    ++tried.singular;
    if (ours.contains("regularity") && truth.least < 1e-12L && !embedding.rows_take_turns) {
      EXPECT_LT(ours["regularity"], 1e-8) << model.path;
    }
    return;
  }
  // Rows that follow from others in the assembled mechanism only; this state is not assembled.
  if (!embedding.closed.empty() && ours["violation"] > 1e-6) return;
  // Refused: rows whose terms are so large that little is left of them, as of a wheel that lies flat.
  if (ours.contains("regularity") && !(ours["regularity"] > 1e-8)) {
    ++tried.singular;
    return;
  }
  // Two methods in double precision lose as many digits as the rows are near to depend on each other.
  const double scale = static_cast<double>(truth.u_rate.cwiseAbs().maxCoeff()) + 1;
  const double tolerance = 1e-9 * scale / static_cast<double>(truth.least * truth.least);
  for (std::size_t r = 0; r < equations.nu(); ++r) {
    const std::string name(equations.kinematical.u_rate[r].name());
    if (!ours.contains(name)) continue;
    EXPECT_NEAR(ours[name], static_cast<double>(truth.u_rate(static_cast<Eigen::Index>(r))), tolerance)
        << model.path << " " << name;
  }
  if (embedding.rows_take_turns) return;  // forces are not unique
  std::map<std::string, double> held = run_program_at(forces, state);
  const double force_scale = truth.force.size() == 0 ? 1 : static_cast<double>(truth.force.cwiseAbs().maxCoeff()) + 1;
  for (std::size_t i = 0; i < rows.size(); ++i)
    EXPECT_NEAR(held.at("force of " + equations.rows[rows[i]].name),
                static_cast<double>(truth.force(static_cast<Eigen::Index>(i))),
                1e-9 * force_scale * scale / static_cast<double>(truth.least * truth.least))
        << model.path << " " << equations.rows[rows[i]].name;
}

Tried try_model(const std::string& path, int states) {
  const CurrentFormulation model = formulate_current({path});
  const std::vector<std::string> active = rows_holding_at_start(model.equations);
  const Embedding embedding = embed_rows(model, active);
  Evaluation accelerations(model_program(model, {"accelerations", {}, {}}));
  Evaluation forces(model_program(model, {"forces", {}, {}}));
  StatesOfAModel maker(model);
  Tried tried;
  for (int i = 0; i < states; ++i)
    compare(model, accelerations, forces, embedding, i % 3 == 2 ? maker.random() : maker.special(), tried);
  return tried;
}

TEST(SpecialConfigurations, programs_of_arms_bicycles_and_linkages_are_right_wherever_rows_are_independent) {
  for (const char* name : {"tied_arms", "bicycle", "driven_linkage"}) {
    const Tried tried = try_model(std::string("test/app/special/") + name + ".yaml", 300);
    EXPECT_GT(tried.states - tried.singular, 100) << name;
  }
}

TEST(SpecialConfigurations, programs_of_the_library_are_right_wherever_rows_are_independent) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator("models")) {
    if (entry.path().extension() != ".yaml") continue;
    const Tried tried = try_model(entry.path().string(), 60);
    EXPECT_GT(tried.states, 0) << entry.path();
    if (HasFailure()) break;
  }
}

// Nothing depends on the yaw of a bicycle on a plane.
TEST(SpecialConfigurations, accelerations_of_a_bicycle_do_not_depend_on_its_yaw) {
  const CurrentFormulation model = formulate_current({"test/app/special/bicycle.yaml"});
  const std::vector<std::size_t> rows = rows_that_hold(model.equations, rows_holding_at_start(model.equations));
  Evaluation evaluation(model_program(model, {"accelerations", {}, {}}));
  std::map<std::string, double> first;
  for (const double yaw : {0.3, std::numbers::pi / 2, std::numbers::pi, -std::numbers::pi / 2, 0.0}) {
    Values state = values_at_start(model);
    const auto set = [&](const char* name, double value) { state[symbol(name)] = value; };
    set("q3", yaw);
    set("q4", 0.1);
    set("q5", 0.31);
    set("q7", 0.2);
    set("u4", 0.3);
    set("u6", -12);
    set("u7", 0.4);
    complete_speeds(model, rows, {symbol("u4"), symbol("u6"), symbol("u7")}, state);
    const std::map<std::string, double> now = run_program_at(evaluation, state);
    if (first.empty()) first = now;
    for (const char* name : {"u4'", "u6'", "u7'"})
      EXPECT_NEAR(now.at(name), first.at(name), 1e-11 * std::abs(first.at(name))) << yaw;
  }
}

// Speeds along the axes of a body with Euler parameters were divided by e0 e3 + e1 e2, which is zero at the start.
TEST(SpecialConfigurations, rates_of_a_satellite_in_its_own_axes_exist_at_every_attitude) {
  const CurrentFormulation model = formulate_current({"test/app/special/satellite_in_own_axes.yaml"});
  Evaluation rates(model_program(model, {"rates", {}, {}}));
  // Half a turn about each axis, and none: e' = E w / 2 and v turned back are of the size of the speeds.
  for (int axis = 0; axis < 4; ++axis) {
    Values state = values_at_start(model);
    for (int i = 0; i < 4; ++i) state[symbol("q_bus_" + std::to_string(4 + i))] = i == axis ? 1 : 0;
    for (const Expr u : model.equations.kinematical.u) state[u] = 2;
    std::map<std::string, double> now = run_program_at(rates, state);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(std::abs(now.at("q_bus_" + std::to_string(1 + i) + "'")), 2) << axis;
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ(std::abs(now.at("q_bus_" + std::to_string(4 + i) + "'")), i == axis ? 0 : 1) << axis << i;
  }
}

// Both rims touch at q2 below; the rates on both sides of it approach the same value.
TEST(SpecialConfigurations, rates_of_a_body_on_two_rims_are_continuous_where_both_touch) {
  const CurrentFormulation model = formulate_current({"test/app/special/rim_roller.yaml"});
  const double touching = 1.1351228632379748;
  std::vector<Eigen::VectorXd> rates, accelerations;
  for (const double beside : {-1e-6, 0.0, 1e-6}) {
    Values state = values_at_start(model);
    state[symbol("q1")] = 0.4;
    state[symbol("q2")] = touching + beside;
    const EvaluatedState at = evaluate_state(model.equations, {state, {}});
    rates.push_back(at.q_rate);
    accelerations.push_back(at.embedded.u_rate);
  }
  // The remainder of the mean of both sides is of second order in 1e-6.
  EXPECT_LT((rates[1] - (rates[0] + rates[2]) / 2).norm(), 1e-9 * rates[1].norm());
  EXPECT_LT((accelerations[1] - (accelerations[0] + accelerations[2]) / 2).norm(), 1e-6);
  EXPECT_GT(rates[1].norm(), 1);
}

}  // namespace
}  // namespace tangible
