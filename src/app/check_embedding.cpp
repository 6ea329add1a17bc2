// SPDX-License-Identifier: Apache-2.0
// Embedding by symbols against embedding by numbers, and against equations formed afresh with fewer speeds.
#include <algorithm>
#include <optional>

#include "app/check_context.h"
#include "app/evaluate_state.h"
#include "equations/embedding.h"
#include "equations/error.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

using Names = std::vector<std::string>;

// With more dependent speeds than this, equations formed afresh are too long to be worth it.
constexpr std::size_t most_dependent = 4;

// What holds at the start, and with each row that comes and goes.
std::vector<Names> modes(const Equations& equations) {
  Names start;
  for (const ConstraintRow& row : equations.rows)
    if (row.active != Activity::off) start.push_back(row.name);
  std::vector<Names> all{start};
  for (const ConstraintRow& row : equations.rows) {
    if (row.active != Activity::off) continue;
    all.push_back(start);
    all.back().push_back(row.name);
  }
  return all;
}

std::optional<Embedding> try_embedding(const Equations& equations, const Names& active) {
  try {
    return derive_embedding(equations, active);
  } catch (const EquationsError&) {  // rows that contradict each other hold in no motion
    return std::nullopt;
  }
}

std::span<const double> flat(const Eigen::VectorXd& v) { return {v.data(), static_cast<std::size_t>(v.size())}; }

Eigen::VectorXd column(std::span<const Expr> list, const Values& state) {
  const std::vector<double> x = evaluate(list, state);
  return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}

Eigen::MatrixXd square(const Matrix& matrix, const Values& state) {
  Eigen::MatrixXd result(matrix.rows(), matrix.columns());
  const std::vector<double> x = evaluate(matrix.entries(), state);
  for (std::size_t i = 0; i < x.size(); ++i)
    result(static_cast<Eigen::Index>(i / matrix.columns()), static_cast<Eigen::Index>(i % matrix.columns())) = x[i];
  return result;
}

struct Moved {
  Values values;      // with dependent speeds as the rows demand
  EvaluatedState at;  // there
};

// The rows hold after the dependent speeds are set; nothing, where the rows or the mass matrix are singular.
std::optional<Moved> move_with_rows(const Equations& equations, const Values& state, const Names& active) {
  Moved moved{state, evaluate_state(equations, {state, active})};
  const EmbeddedSystem& embedded = moved.at.embedded;
  if (embedded.status != EmbeddedSystem::Status::ok) return std::nullopt;
  const Eigen::VectorXd dependent = embedded.D * moved.at.u(embedded.independent) + embedded.E;
  for (std::size_t s = 0; s < embedded.dependent.size(); ++s)
    moved.values[equations.kinematical.u[static_cast<std::size_t>(embedded.dependent[s])]] =
        dependent(static_cast<Eigen::Index>(s));
  moved.at = evaluate_state(equations, {moved.values, active});
  return moved;
}

// Accelerations of all speeds from the symbolic embedding.
Eigen::VectorXd accelerations(const Embedding& embedding, const Values& values, Eigen::Index nu) {
  const Eigen::VectorXd forcing = column(embedding.active_force, values) + column(embedding.inertia_velocity, values);
  const Eigen::VectorXd independent = square(embedding.mass, values).ldlt().solve(forcing);
  Eigen::VectorXd all(nu);
  for (std::size_t r = 0; r < embedding.independent.size(); ++r)
    all(static_cast<Eigen::Index>(embedding.independent[r])) = independent(static_cast<Eigen::Index>(r));
  if (embedding.dependent.empty()) return all;
  const Eigen::VectorXd dependent = square(embedding.D, values) * independent + column(embedding.G, values);
  for (std::size_t s = 0; s < embedding.dependent.size(); ++s)
    all(static_cast<Eigen::Index>(embedding.dependent[s])) = dependent(static_cast<Eigen::Index>(s));
  return all;
}

Names permanent_rows(const Equations& equations) {
  Names names;
  for (const ConstraintRow& row : equations.rows)
    if (row.active == Activity::permanent) names.push_back(row.name);
  return names;
}

// The equations with the permanent rows built into fewer speeds; nothing, where that cannot be or takes too long.
std::optional<Equations> formed_afresh(const CheckContext& context, const Embedding& embedding) {
  if (embedding.dependent.empty() || embedding.dependent.size() > most_dependent) return std::nullopt;
  std::vector<Speed> speeds;
  for (const std::size_t r : embedding.independent) speeds.push_back(context.equations.speeds[r]);
  for (const Constraint& constraint : context.mechanism.constraints())
    for (const std::size_t s : embedding.dependent)
      if (depends_on(constraint.expression, context.equations.kinematical.u[s])) return std::nullopt;
  try {
    return derive_equations(context.mechanism, speeds);
  } catch (const EquationsError&) {
    return std::nullopt;
  }
}

}  // namespace

void check_embedding(const CheckContext& context, Tally& tally) {
  tally.declare("embedding", 1e-8);
  for (const Names& active : modes(context.equations)) {
    const std::optional<Embedding> embedding = try_embedding(context.equations, active);
    if (!embedding) continue;
    for (const Values& state : context.states) {
      const std::optional<Moved> moved = move_with_rows(context.equations, state, active);
      if (!moved) continue;
      const Eigen::VectorXd ours = accelerations(*embedding, moved->values, moved->at.u.size());
      tally.compare("embedding", flat(ours), flat(moved->at.embedded.u_rate));
    }
  }
}

// Gillespie (44), (45): recombined equations are those of the system with fewer speeds.
void check_recombination(const CheckContext& context, Tally& tally) {
  tally.declare("recombination", 1e-8);
  const Names active = permanent_rows(context.equations);
  const std::optional<Embedding> embedding = try_embedding(context.equations, active);
  if (!embedding) return;
  const std::optional<Equations> fresh = formed_afresh(context, *embedding);
  if (!fresh) return;
  for (const Values& state : context.states) {
    const std::optional<Moved> moved = move_with_rows(context.equations, state, active);
    if (!moved || !std::ranges::equal(moved->at.embedded.independent, embedding->independent,
                                      [](int a, std::size_t b) { return static_cast<std::size_t>(a) == b; }))
      continue;
    const EvaluatedState alone = evaluate_state(*fresh, {moved->values, {}});
    tally.compare("recombination", flat(alone.free.mass.reshaped()), flat(moved->at.embedded.mass.reshaped()));
    tally.compare("recombination", flat(alone.free.forcing), flat(moved->at.embedded.forcing));
  }
}

}  // namespace tangible
