// SPDX-License-Identifier: Apache-2.0
// Newton's method in the speeds: W turns them into changes of the coordinates.
#include "engine/assembled_states.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "dynamics/matrix_solvers.h"
#include "engine/complete_state.h"
#include "engine/evaluate_state.h"
#include "equations/euler_parameters.h"

namespace tangible {
namespace {

constexpr int max_newton_steps = 40;
constexpr double closed_gap = 1e-13;      // the goal of Newton's method
constexpr double largest_closed = 1e-10;  // good enough if it comes no nearer
// Beside states where rows depend on each other they seem independent, the less the nearer: what is less than this
// share of the largest is not divided by, or Newton's method would come near slowly and stop beside.
constexpr double dependent_share = 1e-4;

// The rows that restrict coordinates.
struct ClosureRows {
  std::vector<const ConstraintRow*> held, built_in;
  std::vector<std::size_t> auxiliary;  // columns of W_auxiliary of those built in
};

ClosureRows closure_rows(const Equations& equations, std::span<const std::size_t> rows) {
  ClosureRows out;
  for (const std::size_t i : rows)
    if (equations.rows[i].kind == ConstraintKind::configuration) out.held.push_back(&equations.rows[i]);
  const std::vector<std::string>& names = equations.kinematical.built_in;
  for (const ConstraintRow& row : equations.rows) {
    if (!row.built_in || row.kind != ConstraintKind::configuration) continue;
    const auto at = std::ranges::find(names, row.name);
    if (at == names.end()) continue;
    out.built_in.push_back(&row);
    out.auxiliary.push_back(static_cast<std::size_t>(at - names.begin()));
  }
  return out;
}

Eigen::VectorXd gaps_of(const std::vector<const ConstraintRow*>& rows, const Values& state) {
  std::vector<Expr> list;
  for (const ConstraintRow* row : rows) list.push_back(row->configuration);
  return evaluate_vector(list, state);
}

// The change of the coordinates that closes the gaps, to first order.
Eigen::VectorXd closing_change(const Equations& equations, const ClosureRows& rows, const Values& state) {
  const KinematicalEquations& k = equations.kinematical;
  const Eigen::MatrixXd w_auxiliary = evaluate_matrix(k.W_auxiliary, state);
  Eigen::VectorXd change = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(k.q.size()));
  const Eigen::VectorXd own = gaps_of(rows.built_in, state);
  for (std::size_t i = 0; i < rows.auxiliary.size(); ++i)
    change -= own(static_cast<Eigen::Index>(i)) * w_auxiliary.col(static_cast<Eigen::Index>(rows.auxiliary[i]));
  if (rows.held.empty()) return change;
  Eigen::MatrixXd a(rows.held.size(), k.u.size());
  for (std::size_t i = 0; i < rows.held.size(); ++i)
    a.row(static_cast<Eigen::Index>(i)) = evaluate_vector(rows.held[i]->a, state).transpose();
  if (!a.allFinite()) return Eigen::VectorXd::Constant(change.size(), NAN);
  const LeastNormSolver solver(a, dependent_share);
  return change - evaluate_matrix(k.W, state) * solver.solve(gaps_of(rows.held, state));
}

double largest_gap(const ClosureRows& rows, const Values& state) {
  double largest = 0;
  for (const auto* list : {&rows.held, &rows.built_in})
    for (const double gap : gaps_of(*list, state))
      largest = std::max(largest, std::isfinite(gap) ? std::abs(gap) : 1e300);
  return largest;
}

// Draws coordinates: all from one seed, so that a model is treated alike each time.
class StateDraw {
 public:
  explicit StateDraw(const Formulation& model) : model_(model), start_(values_at_start(model)) {
    for (const EulerParameters& p : free_euler_parameters(*model.mechanism))
      for (const Expr e : {p.e0, p.e1, p.e2, p.e3}) parameters_.push_back(e);
    for (const Expr u : model.equations.kinematical.u) start_[u] = 0;
  }

  Values start() const { return start_; }
  // Angles within `reach` of the start, lengths within a fifth of it.
  Values near(double reach) {
    return draw([&](double from) { return from + reach * spread_(random_); }, 0.2 * reach);
  }
  Values moving(double reach) {
    Values state = near(reach);
    for (const Expr u : model_.equations.kinematical.u) state[u] = spread_(random_);
    return state;
  }
  Values quarter_turns() {
    return draw([&](double) { return std::numbers::pi / 2 * static_cast<int>(random_() % 5) - std::numbers::pi; }, 0);
  }

 private:
  template <typename Angle>
  Values draw(Angle angle, double reach) {
    Values state = start_;
    state[model_.mechanism->time()] = std::abs(spread_(random_));
    for (const Coordinate& q : model_.mechanism->coordinates()) {
      double& value = state[q.symbol];
      const bool is_parameter = std::ranges::find(parameters_, q.symbol) != parameters_.end();
      if (q.dimension == Dimension{} && !is_parameter)
        value = angle(value);
      else
        value += (is_parameter ? 5 : 1) * reach * spread_(random_);
    }
    return state;
  }

  const Formulation& model_;
  Values start_;
  std::vector<Expr> parameters_;
  std::mt19937_64 random_{11};
  std::uniform_real_distribution<double> spread_{-1, 1};
};

}  // namespace

bool assemble_state(const Equations& equations, std::span<const std::size_t> rows, Values& state) {
  const ClosureRows closure = closure_rows(equations, rows);
  double gap = largest_gap(closure, state);
  for (int step = 0; step < max_newton_steps && gap > closed_gap; ++step) {
    Eigen::VectorXd change = closing_change(equations, closure, state);
    if (!change.allFinite()) return false;
    if (const double largest = change.cwiseAbs().maxCoeff(); largest > 0.5) change *= 0.5 / largest;
    Values next = state;
    for (std::size_t i = 0; i < equations.nq(); ++i)
      next[equations.kinematical.q[i]] += change(static_cast<Eigen::Index>(i));
    const double next_gap = largest_gap(closure, next);
    if (gap < largest_closed && !(next_gap < gap)) break;  // rounding is all that is left
    state = std::move(next);
    gap = next_gap;
  }
  return gap <= largest_closed;
}

AssembledStates assembled_states(const Formulation& model, std::span<const std::size_t> rows) {
  AssembledStates out;
  StateDraw source(model);
  const auto add = [&](Values state, std::vector<Values>& list) {
    if (assemble_state(model.equations, rows, state)) list.push_back(std::move(state));
  };
  add(source.start(), out.near);
  for (const double reach : {0.03, 0.1, 0.2, 0.3}) add(source.near(reach), out.near);
  for (const double reach : {0.6, 0.6, 1.0, 3.0, 3.0}) add(source.near(reach), out.far);
  for (int i = 0; i < 6; ++i) add(source.quarter_turns(), out.special);
  return out;
}

std::vector<Values> scattered_states(const Formulation& model) {
  StateDraw source(model);
  std::vector<Values> states;
  for (int i = 0; i < 3; ++i) states.push_back(source.moving(1.0));
  return states;
}

}  // namespace tangible
