// SPDX-License-Identifier: Apache-2.0
// Equations lowered to programs.
#include "engine/programs.h"

#include <algorithm>
#include <optional>

#include "equations/massless.h"
#include "program/estimate.h"
#include "program/passes.h"
#include "symbolic/count.h"
#include "symbolic/ldlt.h"

namespace tangible {

// Of a free system the sum of both parts may be known in fewer operations than they have together.
std::vector<Expr> forcing(const Equations& equations, const Embedding& embedding) {
  const bool is_free = embedding.independent.size() == equations.nu();
  std::vector<Expr> result;
  for (std::size_t r = 0; r < embedding.independent.size(); ++r)
    result.push_back(is_free ? equations.dynamical.forcing(r)
                             : embedding.active_force[r] + embedding.inertia_velocity[r]);
  return result;
}

namespace {

std::string rate_name(const Equations& equations, const Embedding& embedding, std::size_t r) {
  return std::string(equations.kinematical.u_rate[embedding.independent[r]].name());
}

// Speeds in reverse: on a tree whose children have later speeds nothing fills in that was zero.
std::vector<Expr> solve_from_the_tips(const Matrix& mass, std::vector<Expr> f) {
  const std::size_t n = f.size();
  Matrix reversed(n, n);
  for (std::size_t r = 0; r < n; ++r)
    for (std::size_t s = 0; s < n; ++s) reversed(r, s) = mass(n - 1 - r, n - 1 - s);
  std::ranges::reverse(f);
  std::vector<Expr> x = solve_symmetric(reversed, f);
  std::ranges::reverse(x);
  return x;
}

}  // namespace

std::vector<LowerInput> program_inputs(const Mechanism& mechanism, const Equations& equations) {
  std::vector<LowerInput> inputs;
  for (const Parameter& p : mechanism.parameters()) inputs.push_back({p.symbol, Stage::parameter});
  inputs.push_back({mechanism.time(), Stage::configuration});
  for (const Expr q : equations.kinematical.q) inputs.push_back({q, Stage::configuration});
  for (const Expr u : equations.kinematical.u) inputs.push_back({u, Stage::state});
  for (const StateVariable& z : mechanism.states()) inputs.push_back({z.symbol, Stage::state});
  for (const Discrete& d : mechanism.discretes()) inputs.push_back({d.symbol, Stage::state});
  for (const Input& i : mechanism.inputs()) inputs.push_back({i.symbol, Stage::input});
  return inputs;
}

Program kinematical_program(const Mechanism& mechanism, const Equations& equations) {
  const KinematicalEquations& k = equations.kinematical;
  const Rates rates = k.rates();
  std::vector<LowerOutput> outputs;
  for (std::size_t i = 0; i < k.q.size(); ++i) outputs.push_back({std::string(k.q_rate[i].name()), rates.at(k.q[i])});
  return lower_to_program(outputs, program_inputs(mechanism, equations));
}

Program mass_and_forcing_program(const Mechanism& mechanism, const Equations& equations, const Embedding& embedding) {
  std::vector<LowerOutput> outputs;
  const std::vector<Expr> f = forcing(equations, embedding);
  for (std::size_t r = 0; r < f.size(); ++r) {
    for (std::size_t s = 0; s <= r; ++s)
      outputs.push_back({"mass " + std::to_string(r + 1) + " " + std::to_string(s + 1), embedding.mass(r, s)});
    outputs.push_back({"forcing " + std::to_string(r + 1), f[r]});
  }
  if (!embedding.holds_everywhere() && !f.empty())
    outputs.push_back({"regularity", embedding_regularity(equations, embedding)});
  return lower_to_program(outputs, program_inputs(mechanism, equations));
}

namespace {

// A full mass matrix of more speeds than this is not factored if there is the order-n formulation.
constexpr std::size_t max_speeds_to_factor = 24;

bool is_sparse(const Matrix& mass) {
  const auto zeros = std::ranges::count_if(mass.entries(), [](Expr e) { return e.is_zero(); });
  return 2 * static_cast<std::size_t>(zeros) > mass.entries().size();
}

// The same accelerations by every formulation that may be the shortest.
std::vector<std::vector<Expr>> acceleration_candidates(const Equations& equations, const Embedding& embedding) {
  const bool is_free = embedding.independent.size() == equations.nu();
  const std::vector<Expr> f = forcing(equations, embedding);
  if (!is_free || !equations.recursion) return {solve_symmetric(embedding.mass, f)};
  std::vector<std::vector<Expr>> candidates{equations.recursion->accelerations()};
  const bool is_long = equations.nu() > max_speeds_to_factor;
  if (!is_long || is_sparse(embedding.mass)) candidates.push_back(solve_from_the_tips(embedding.mass, f));
  if (is_long) return candidates;
  candidates.push_back(solve_symmetric(embedding.mass, f));
  const bool is_small = equations.nu() == 2 || equations.nu() == 3;
  if (is_small) candidates.push_back(solve_by_cofactors(embedding.mass, f));
  if (!equations.dynamical.combined_forcing.empty()) return candidates;  // formed by recursion already
  const RecursiveEquations recursive = equations.recursion->equations();
  candidates.push_back(solve_from_the_tips(recursive.mass, recursive.forcing));
  candidates.push_back(solve_symmetric(recursive.mass, recursive.forcing));
  if (is_small) candidates.push_back(solve_by_cofactors(recursive.mass, recursive.forcing));
  return candidates;
}

// Leaves out what has more operations than another by so many that it cannot win: lowering takes its time.
std::vector<std::vector<Expr>> without_hopeless(std::vector<std::vector<Expr>> candidates) {
  std::vector<std::size_t> counts;
  for (const std::vector<Expr>& list : candidates) counts.push_back(count_operations(list).total());
  const std::size_t fewest = std::ranges::min(counts);
  std::vector<std::vector<Expr>> hopeful;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if (50 * counts[i] <= 51 * fewest + 200) hopeful.push_back(std::move(candidates[i]));
  return hopeful;
}

}  // namespace

void add_row_status(std::vector<LowerOutput>& outputs, const ConstrainedMotion& motion) {
  outputs.push_back({"regularity", motion.regularity});
  outputs.push_back({"violation", motion.violation});
}

namespace {

Program whole_acceleration_program(const Mechanism& mechanism, const Equations& equations, const Embedding& embedding) {
  const ConstrainedMotion motion = derive_constrained_motion(equations, embedding);
  std::vector<LowerOutput> outputs;
  for (std::size_t r = 0; r < embedding.independent.size(); ++r)
    outputs.push_back({rate_name(equations, embedding, r), motion.u_rate[embedding.independent[r]]});
  add_row_status(outputs, motion);
  return lower_to_program(outputs, program_inputs(mechanism, equations));
}

}  // namespace

// The formulation with the lowest estimated cost. All are lowered and passed over; none is compiled.
Program acceleration_program(const Mechanism& mechanism, const Equations& equations, const Embedding& embedding) {
  require_mass(equations, embedding);
  if (!embedding.holds_everywhere() && !embedding.independent.empty())
    return whole_acceleration_program(mechanism, equations, embedding);
  std::optional<Program> best;
  double lowest = 0;
  for (const std::vector<Expr>& accelerations : without_hopeless(acceleration_candidates(equations, embedding))) {
    std::vector<LowerOutput> outputs;
    for (std::size_t r = 0; r < accelerations.size(); ++r)
      outputs.push_back({rate_name(equations, embedding, r), accelerations[r]});
    Program program = lower_to_program(outputs, program_inputs(mechanism, equations));
    const double cost = estimate(apply_passes(program)).cost();
    if (best && cost > lowest) continue;
    best = std::move(program);
    lowest = cost;
  }
  return *std::move(best);
}

}  // namespace tangible
