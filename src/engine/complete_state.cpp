// SPDX-License-Identifier: Apache-2.0
// The start of the model and the rows that hold complete a state.
#include "engine/complete_state.h"

#include <algorithm>

#include "dynamics/matrix_solvers.h"
#include "engine/evaluate_state.h"
#include "equations/euler_parameters.h"

namespace tangible {
namespace {

constexpr double rank_tolerance = 1e-8;  // of what is left of a row of length one

struct RowsOfState {
  Eigen::MatrixXd a;
  Eigen::VectorXd c;
};

RowsOfState evaluate_rows(const Equations& equations, const std::vector<std::size_t>& rows, const Values& values) {
  const auto m = static_cast<Eigen::Index>(rows.size());
  RowsOfState out{Eigen::MatrixXd(m, static_cast<Eigen::Index>(equations.nu())), Eigen::VectorXd(m)};
  for (Eigen::Index i = 0; i < m; ++i) {
    const ConstraintRow& row = equations.rows[rows[static_cast<std::size_t>(i)]];
    out.a.row(i) = evaluate_vector(row.a, values).transpose();
    out.c(i) = evaluate(row.c, values);
    const double size = out.a.row(i).norm();
    if (size > 0) {
      out.a.row(i) /= size;
      out.c(i) /= size;
    }
  }
  return out;
}

// Columns in the order of preference, as far as each adds to the rank.
std::vector<Eigen::Index> independent_columns(Eigen::MatrixXd a, const std::vector<Eigen::Index>& preferred) {
  std::vector<Eigen::Index> chosen;
  Eigen::Index first = 0;
  for (const Eigen::Index j : preferred) {
    if (first == a.rows()) break;
    Eigen::Index at = 0;
    if (!(a.col(j).tail(a.rows() - first).cwiseAbs().maxCoeff(&at) > rank_tolerance)) continue;
    a.row(first).swap(a.row(first + at));
    for (Eigen::Index i = first + 1; i < a.rows(); ++i) a.row(i) -= a(i, j) / a(first, j) * a.row(first);
    chosen.push_back(j);
    ++first;
  }
  return chosen;
}

bool is_started(const Formulation& model, std::size_t r) {
  const KinematicalEquations& k = model.equations.kinematical;
  const auto& initials = model.mechanism->initials();
  if (initials.find(k.u[r].name()) != nullptr) return true;
  for (std::size_t i = 0; i < k.q.size(); ++i)
    if (initials.find(k.q_rate[i].name()) != nullptr && !k.Y(r, i).is_zero()) return true;
  return false;
}

// u = Y q' + Z for the speeds that the rates of the model file determine.
void set_speeds_from_rates(const Formulation& model, Values& values) {
  const KinematicalEquations& k = model.equations.kinematical;
  const auto& initials = model.mechanism->initials();
  for (std::size_t r = 0; r < k.u.size(); ++r) {
    if (initials.find(k.u[r].name()) != nullptr || !is_started(model, r)) continue;
    double u = evaluate(k.Z[r], values);
    for (std::size_t i = 0; i < k.q.size(); ++i)
      if (const InitialValue* rate = initials.find(k.q_rate[i].name()); rate != nullptr && !k.Y(r, i).is_zero())
        u += evaluate(k.Y(r, i), values) * rate->value;
    values[k.u[r]] = u;
  }
}

}  // namespace

Values values_at_start(const Formulation& model) {
  const Mechanism& m = *model.mechanism;
  const auto start = [&](const std::string& name, double otherwise) {
    const InitialValue* initial = m.initials().find(name);
    return initial == nullptr ? otherwise : initial->value;
  };
  Values values;
  values[m.time()] = 0;
  for (const Parameter& p : m.parameters()) values[p.symbol] = p.value;
  for (const Input& i : m.inputs()) values[i.symbol] = start(i.name, i.value);
  for (const StateVariable& z : m.states()) values[z.symbol] = start(z.name, 0);
  for (const Discrete& d : m.discretes()) values[d.symbol] = d.value;
  for (const Coordinate& q : m.coordinates()) values[q.symbol] = start(q.name, q.value);
  for (const Expr u : model.equations.kinematical.u) values[u] = start(std::string(u.name()), 0);
  set_speeds_from_rates(model, values);
  return values;
}

std::vector<std::size_t> rows_that_hold(const Equations& equations, const std::vector<std::string>& active) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < equations.rows.size(); ++i)
    if (!equations.rows[i].built_in && std::ranges::find(active, equations.rows[i].name) != active.end())
      rows.push_back(i);
  return rows;
}

void complete_speeds(const Formulation& model, const std::vector<std::size_t>& rows, const GivenSymbols& given,
                     Values& values) {
  const std::vector<Expr>& u = model.equations.kinematical.u;
  std::vector<Eigen::Index> free, started;
  for (std::size_t r = u.size(); r-- > 0;)
    if (!given.contains(u[r])) (is_started(model, r) ? started : free).push_back(static_cast<Eigen::Index>(r));
  free.insert(free.end(), started.begin(), started.end());
  if (rows.empty() || free.empty()) return;
  const RowsOfState active = evaluate_rows(model.equations, rows, values);
  if (!active.a.allFinite() || !active.c.allFinite()) return;
  const std::vector<Eigen::Index> dependent = independent_columns(active.a, free);
  if (dependent.empty()) return;
  const Eigen::MatrixXd a = active.a(Eigen::all, dependent);
  const LeastNormSolver solver(a);
  for (int pass = 0; pass < 2; ++pass) {  // the second pass removes what rounding left
    const Eigen::VectorXd change = -solver.solve(active.a * evaluate_vector(u, values) + active.c);
    for (std::size_t d = 0; d < dependent.size(); ++d)
      values[u[static_cast<std::size_t>(dependent[d])]] += change(static_cast<Eigen::Index>(d));
  }
}

std::vector<RowResidual> row_residuals(const Equations& equations, const std::vector<std::size_t>& rows,
                                       const Values& values) {
  const Eigen::VectorXd u = evaluate_vector(equations.kinematical.u, values);
  std::vector<RowResidual> residuals;
  for (std::size_t i = 0; i < equations.rows.size(); ++i) {
    const ConstraintRow& row = equations.rows[i];
    const bool holds = std::ranges::find(rows, i) != rows.end();
    if (!holds && !row.built_in) continue;
    RowResidual residual{row.name, 0, 0};
    const Eigen::VectorXd a = evaluate_vector(row.a, values);
    const double c = evaluate(row.c, values);
    const double value = a.dot(u) + c;
    const double scale = a.cwiseAbs().dot(u.cwiseAbs()) + std::abs(c) + 1e-300;
    // A built-in row holds for all speeds. What is no number is violated.
    if (holds && !(std::abs(value) <= 1e-9 * scale) && !(std::abs(value) <= 1e-12)) residual.motion = value;
    if (row.kind == ConstraintKind::configuration)
      if (const double gap = evaluate(row.configuration, values); !(std::abs(gap) <= 1e-9))
        residual.configuration = gap;
    if (residual.motion != 0 || residual.configuration != 0) residuals.push_back(std::move(residual));
  }
  return residuals;
}

std::string frame_without_orientation(const Formulation& model, const Values& values) {
  FrameTree& frames = model.mechanism->frames();
  for (std::uint32_t i = 1; i < frames.size(); ++i) {
    const auto* p = std::get_if<EulerParameters>(&frames.orientation(frames.at(i)));
    if (p == nullptr) continue;
    const Expr all[] = {p->e0, p->e1, p->e2, p->e3};
    if (std::ranges::all_of(all, [&](Expr e) { return e.is(Kind::symbol) && values.at(e) == 0; }))
      return frames.at(i).name();
  }
  return "";
}

std::string frame_without_rotation(const Formulation& model, const Values& values) {
  FrameTree& frames = model.mechanism->frames();
  for (std::uint32_t i = 1; i < frames.size(); ++i) {
    const auto* given = std::get_if<DirectionCosines>(&frames.orientation(frames.at(i)));
    if (given == nullptr) continue;
    try {
      check_orthogonal(given->matrix, values);
    } catch (const MechanicsError&) {
      return frames.at(i).name();
    }
  }
  return "";
}

}  // namespace tangible
