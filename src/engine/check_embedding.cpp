// SPDX-License-Identifier: Apache-2.0
// Embedding by symbols against embedding by numbers, and against equations formed afresh with fewer speeds.
#include <algorithm>
#include <optional>

#include "dynamics/matrix_solvers.h"
#include "engine/check_context.h"
#include "engine/evaluate_state.h"
#include "equations/constrained_motion.h"
#include "equations/embedding.h"
#include "equations/error.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

using Names = std::vector<std::string>;

// With more dependent speeds than this, equations formed afresh are too long to be worth it.
constexpr std::size_t max_dependent = 4;
constexpr std::size_t max_speeds = 8;
// Nearer to rows that do not determine their dependent speeds, methods in double precision differ for that reason.
constexpr double min_regularity = 1e-3;

// The rows of a declared mode, and those beside that no declared mode governs.
Names rows_in(const CheckContext& context, const DeclaredMode& mode) {
  Names names;
  const auto names_it = [](const DeclaredMode& m, const ConstraintRow& row) {
    return std::ranges::any_of(m.rows, [&](const std::string& constraint) { return row.is_named(constraint); });
  };
  for (const ConstraintRow& row : context.equations.rows) {
    const bool governed =
        std::ranges::any_of(context.mechanism.modes(), [&](const DeclaredMode& other) { return names_it(other, row); });
    if (governed ? names_it(mode, row) : row.active != Activity::off) names.push_back(row.name);
  }
  return names;
}

// The active rows at the start, the same with each switchable row, and those of each declared mode.
std::vector<Names> modes(const CheckContext& context) {
  const Equations& equations = context.equations;
  Names start;
  for (const ConstraintRow& row : equations.rows)
    if (row.active != Activity::off) start.push_back(row.name);
  std::vector<Names> all{start};
  for (const ConstraintRow& row : equations.rows) {
    if (row.active != Activity::off) continue;
    all.push_back(start);
    all.back().push_back(row.name);
  }
  for (const DeclaredMode& mode : context.mechanism.modes()) all.push_back(rows_in(context, mode));
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

Eigen::VectorXd column_of(std::span<const Expr> list, const Values& state) {
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
  // Where the rows hardly determine their dependent speeds, these would be so large that nothing is left of the rest.
  if (embedded.D.size() > 0 && embedded.D.cwiseAbs().maxCoeff() > 1e4) return std::nullopt;
  // Rows that vanish but for rounding, as of links folded into a line, have no meaning.
  for (Eigen::Index i = 0; i < moved.at.free.rows.rows(); ++i)
    if (!(moved.at.free.rows.row(i).cwiseAbs().maxCoeff() > 1e-12)) return std::nullopt;
  const Eigen::VectorXd dependent = embedded.D * moved.at.u(embedded.independent) + embedded.E;
  for (std::size_t s = 0; s < embedded.dependent.size(); ++s)
    moved.values[equations.kinematical.u[static_cast<std::size_t>(embedded.dependent[s])]] =
        dependent(static_cast<Eigen::Index>(s));
  moved.at = evaluate_state(equations, {moved.values, active});
  return moved;
}

// Accelerations of all speeds from the symbolic embedding.
Eigen::VectorXd accelerations(const Embedding& embedding, const Values& values, Eigen::Index nu) {
  const Eigen::VectorXd forcing =
      column_of(embedding.active_force, values) + column_of(embedding.inertia_velocity, values);
  const Eigen::VectorXd independent = SymmetricSolver(square(embedding.mass, values)).solve(forcing);
  Eigen::VectorXd all(nu);
  for (std::size_t r = 0; r < embedding.independent.size(); ++r)
    all(static_cast<Eigen::Index>(embedding.independent[r])) = independent(static_cast<Eigen::Index>(r));
  if (embedding.dependent.empty()) return all;
  const Eigen::VectorXd dependent = square(embedding.D, values) * independent + column_of(embedding.G, values);
  for (std::size_t s = 0; s < embedding.dependent.size(); ++s)
    all(static_cast<Eigen::Index>(embedding.dependent[s])) = dependent(static_cast<Eigen::Index>(s));
  return all;
}

// The equations with the rows built into fewer speeds; nothing, where that cannot be or takes too long.
std::optional<Equations> formed_afresh(const CheckContext& context, const Embedding& embedding,
                                       std::span<const Constraint> also) {
  if (embedding.dependent.empty() || embedding.dependent.size() > max_dependent) return std::nullopt;
  std::vector<Speed> speeds;
  for (const std::size_t r : embedding.independent) speeds.push_back(context.equations.speeds[r]);
  for (const Constraint& constraint : context.mechanism.constraints())
    for (const std::size_t s : embedding.dependent)
      if (depends_on(constraint.expression, context.equations.kinematical.u[s])) return std::nullopt;
  try {
    return derive_equations(context.mechanism, speeds, also);
  } catch (const EquationsError&) {
    return std::nullopt;
  }
}

// Those of the active rows that do not hold always, as constraints that do.
std::vector<Constraint> made_permanent(const Mechanism& mechanism, const Names& active) {
  std::vector<Constraint> result;
  for (const Constraint& constraint : mechanism.constraints()) {
    const bool switched = constraint.active != Activity::permanent || constraint.condition;
    if (!switched || std::ranges::find(active, constraint.name) == active.end()) continue;
    result.push_back(constraint);
    result.back().active = Activity::permanent;
    result.back().condition.reset();
  }
  return result;
}

bool same_speeds(std::span<const int> a, std::span<const std::size_t> b) {
  return std::ranges::equal(a, b, [](int i, std::size_t j) { return static_cast<std::size_t>(i) == j; });
}

// Recombined at each state by numbers, against equations in the independent speeds alone. Of `states` only those count
// at which the same speeds are independent.
void compare_with_fresh(const CheckContext& context, const Equations& equations, const Embedding& embedding,
                        const Equations& fresh, Tally& tally) {
  const std::string name =
      context.equations.rows.size() == equations.rows.size() ? "recombination" : "fictitious constraint";
  for (const Values& state : context.states) {
    const std::optional<Moved> moved = move_with_rows(equations, state, embedding.active);
    if (!moved || !same_speeds(moved->at.embedded.independent, embedding.independent)) continue;
    const EvaluatedState alone = evaluate_state(fresh, {moved->values, {}});
    tally.compare(name, flat(alone.free.mass.reshaped()), flat(moved->at.embedded.mass.reshaped()));
    tally.compare(name, flat(alone.free.forcing), flat(moved->at.embedded.forcing));
  }
}

// u_n = sum of c_r u_r over the speeds before it, with coefficients that mean nothing.
struct Fictitious {
  Constraint constraint;
  ConstraintRow row;
};
Fictitious make_fictitious(const Equations& equations) {
  const std::size_t n = equations.nu();
  const std::string name = "fictitious constraint";
  Fictitious out;
  out.constraint.name = out.row.name = name;
  std::vector<Expr> terms;
  for (std::size_t r = 0; r < n; ++r) {
    out.row.a.push_back(r + 1 == n ? Expr(1)
                                   : Expr(Rational(static_cast<long>(2 * r + 3), static_cast<long>(5 * r + 7))));
    terms.push_back(out.row.a[r] * equations.speeds[r].definition);
  }
  out.constraint.expression = sum(terms);
  out.row.auxiliary.resize(equations.auxiliary.size(), Expr(0));
  return out;
}

}  // namespace

void check_embedding(const CheckContext& context, Tally& tally) {
  tally.declare("embedding", 1e-8);
  tally.declare("rows as a whole", 1e-8);
  for (const Names& active : modes(context)) {
    const std::optional<Embedding> embedding = try_embedding(context.equations, active);
    if (!embedding) continue;
    std::optional<ConstrainedMotion> whole;
    std::vector<Expr> regular{1, 1};
    if (!embedding->divisors.empty()) {
      whole = derive_constrained_motion(context.equations, *embedding);
      regular = {embedding_regularity(context.equations, *embedding), whole->regularity};
    }
    for (const Values& state : context.states) {
      const std::optional<Moved> moved = move_with_rows(context.equations, state, active);
      if (!moved) continue;
      const std::vector<double> regularity = evaluate(regular, moved->values);
      if (regularity[0] > min_regularity) {
        const Eigen::VectorXd ours = accelerations(*embedding, moved->values, moved->at.u.size());
        tally.compare("embedding", flat(ours), flat(moved->at.embedded.u_rate));
      }
      if (whole && regularity[1] > min_regularity)
        tally.compare("rows as a whole", evaluate(whole->u_rate, moved->values), flat(moved->at.embedded.u_rate));
    }
  }
}

// Gillespie (44), (45): recombined equations are those of the system with fewer speeds, whichever rows hold.
void check_recombination(const CheckContext& context, Tally& tally) {
  tally.declare("recombination", 1e-8);
  for (const Names& active : modes(context)) {
    const std::optional<Embedding> embedding = try_embedding(context.equations, active);
    if (!embedding) continue;
    const auto fresh = formed_afresh(context, *embedding, made_permanent(context.mechanism, active));
    if (fresh) compare_with_fresh(context, context.equations, *embedding, *fresh, tally);
  }
}

// The two symbolic methods: recombined, and with the dependent speeds replaced in all velocities.
void check_substitution(const CheckContext& context, Tally& tally) {
  tally.declare("substitution", 1e-8);
  for (const Names& active : modes(context)) {
    const std::optional<Embedding> recombined = try_embedding(context.equations, active);
    if (!recombined || recombined->dependent.empty() || recombined->independent.empty()) continue;
    const Embedding substituted = derive_embedding_by_substitution(context.mechanism, context.equations, active);
    for (const Values& state : context.states) {
      const std::optional<Moved> moved = move_with_rows(context.equations, state, active);
      if (!moved || !same_speeds(moved->at.embedded.independent, recombined->independent)) continue;
      const auto forcing = [&](const Embedding& e) -> Eigen::VectorXd {
        return column_of(e.active_force, moved->values) + column_of(e.inertia_velocity, moved->values);
      };
      const Eigen::VectorXd a = forcing(*recombined), b = forcing(substituted);
      tally.compare("substitution", evaluate(recombined->mass.entries(), moved->values),
                    evaluate(substituted.mass.entries(), moved->values));
      tally.compare("substitution", flat(a), flat(b));
      tally.compare("substitution", evaluate(recombined->G, moved->values), evaluate(substituted.G, moved->values));
    }
  }
}

// Buffinton 6.5.2: a fictitious constraint, imposed on the equations, and on the mechanism before formulation.
void check_fictitious_constraint(const CheckContext& context, Tally& tally) {
  tally.declare("fictitious constraint", 1e-8);
  const std::size_t n = context.equations.nu();
  if (n < 2 || n > max_speeds) return;
  const Fictitious fictitious = make_fictitious(context.equations);
  Equations imposed = context.equations;
  imposed.rows.push_back(fictitious.row);
  Names active{fictitious.row.name};
  for (const ConstraintRow& row : context.equations.rows)
    if (row.active == Activity::permanent) active.push_back(row.name);
  const std::optional<Embedding> embedding = try_embedding(imposed, active);
  if (!embedding) return;
  const auto fresh = formed_afresh(context, *embedding, std::span(&fictitious.constraint, 1));
  if (fresh) compare_with_fresh(context, imposed, *embedding, *fresh, tally);
}

}  // namespace tangible
