// SPDX-License-Identifier: Apache-2.0
// Programs of quantities beside the motion: rows, forces, energies, poses, partial velocities, outputs.
#include <algorithm>
#include <optional>

#include "engine/programs.h"
#include "engine/system_expressions.h"
#include "equations/affine.h"
#include "equations/constrained_motion.h"
#include "equations/massless.h"
#include "symbolic/ldlt.h"
#include "symbolic/linear_solve.h"

namespace tangible {
namespace {

constexpr const char* axes[] = {"x", "y", "z"};

void add_components(std::vector<LowerOutput>& outputs, const std::string& name, const Components& c) {
  for (std::size_t i = 0; i < 3; ++i) outputs.push_back({name + " " + axes[i], c[i]});
}

// Moving items that can be seen or touched: centres and frames of bodies, particles, handles.
struct Thing {
  std::string name;
  Point at;
  Frame frame;  // none of a particle
};

std::vector<Thing> things_of(const Mechanism& mechanism) {
  std::vector<Thing> things;
  for (const RigidBody& body : mechanism.bodies()) things.push_back({body.name, body.center, body.frame});
  for (const Particle& particle : mechanism.particles()) things.push_back({particle.name, particle.at, {}});
  for (const Handle& handle : mechanism.handles())
    things.push_back({"handle " + handle.name, handle.at, handle.turns ? handle.frame : Frame{}});
  return things;
}

// The accelerations and forces that the equations determine, as expressions of state and inputs.
class SolvedMotion {
 public:
  SolvedMotion(const Equations& equations, const Embedding& embedding) : equations_(equations) {
    require_mass(equations, embedding);
    row_force_.assign(equations.rows.size(), Expr(0));
    if (embedding.holds_everywhere()) {
      solve_accelerations(embedding);
      solve_row_forces(embedding);
    } else {
      whole_ = derive_constrained_motion(equations, embedding);
      u_rate_ = whole_->u_rate;
      for (std::size_t i = 0; i < whole_->rows.size(); ++i) row_force_[whole_->rows[i]] = whole_->row_force[i];
    }
    for (std::size_t k = 0; k < equations.auxiliary.size(); ++k) solve_built_in(k);
  }

  const std::vector<Expr>& u_rate() const { return u_rate_; }
  const std::vector<Expr>& row_force() const { return row_force_; }  // by row; zero where it does not hold

  void add_status(std::vector<LowerOutput>& outputs) const {
    if (whole_) add_row_status(outputs, *whole_);
  }

  Expr reaction(const ReactionEquation& equation) const {
    std::vector<Expr> terms{-equation.active, -equation.inertia_velocity};
    for (std::size_t r = 0; r < u_rate_.size(); ++r) terms.push_back(equation.mass[r] * u_rate_[r]);
    for (std::size_t k = 0; k < row_force_.size(); ++k)
      terms.push_back(-(equation.row_coefficients[k] * row_force_[k]));
    return sum(terms);
  }

 private:
  void solve_accelerations(const Embedding& embedding) {
    const bool is_free = embedding.dependent.empty();
    const std::vector<Expr> independent = is_free && equations_.recursion && equations_.nu() > 6
                                              ? equations_.recursion->accelerations()
                                              : solve_symmetric(embedding.mass, forcing(equations_, embedding));
    u_rate_.resize(equations_.nu());
    for (std::size_t i = 0; i < independent.size(); ++i) u_rate_[embedding.independent[i]] = independent[i];
    for (std::size_t d = 0; d < embedding.dependent.size(); ++d) {
      std::vector<Expr> terms{embedding.G[d]};
      for (std::size_t i = 0; i < independent.size(); ++i) terms.push_back(embedding.D(d, i) * independent[i]);
      u_rate_[embedding.dependent[d]] = sum(terms);
    }
  }

  // The equations of the dependent speeds: sum over rows of a_r * force = M u' - f. Symbols replace the right sides
  // while the system is solved.
  void solve_row_forces(const Embedding& embedding) {
    const std::size_t n = embedding.rows.size();
    if (n == 0) return;
    Matrix a(n, n);
    std::vector<Expr> names;
    Substitution right_sides;
    for (std::size_t d = 0; d < n; ++d) {
      const std::size_t r = embedding.dependent[d];
      for (std::size_t k = 0; k < n; ++k) a(d, k) = equations_.rows[embedding.rows[k]].a[r];
      std::vector<Expr> terms{-equations_.dynamical.forcing(r)};
      for (std::size_t s = 0; s < u_rate_.size(); ++s) terms.push_back(equations_.dynamical.mass(r, s) * u_rate_[s]);
      names.push_back(symbol("right side " + std::to_string(d + 1)));
      right_sides[names.back()] = sum(terms);
    }
    const std::vector<Expr> forces = solve_square(a, names);
    for (std::size_t k = 0; k < n; ++k) row_force_[embedding.rows[k]] = substitute(forces[k], right_sides);
  }

  void solve_built_in(std::size_t k) {
    const AuxiliaryEquation& equation = equations_.auxiliary[k];
    std::vector<Expr> terms{-equation.active, -equation.inertia_velocity};
    for (std::size_t r = 0; r < u_rate_.size(); ++r) terms.push_back(equation.mass[r] * u_rate_[r]);
    for (std::size_t i = 0; i < equations_.rows.size(); ++i)
      if (!equations_.rows[i].built_in) terms.push_back(-(equations_.rows[i].auxiliary[k] * row_force_[i]));
    const auto row = std::ranges::find(equations_.rows, equation.row, &ConstraintRow::name);
    row_force_[static_cast<std::size_t>(row - equations_.rows.begin())] = sum(terms);
  }

  const Equations& equations_;
  std::optional<ConstrainedMotion> whole_;  // where no choice of dependent speeds serves everywhere
  std::vector<Expr> u_rate_;
  std::vector<Expr> row_force_;
};

void add_row(std::vector<LowerOutput>& outputs, const std::string& name, const RowExpressions& row,
             std::span<const Expr> u) {
  std::vector<Expr> terms{row.c};
  for (std::size_t r = 0; r < u.size(); ++r) {
    outputs.push_back({name + " " + std::string(u[r].name()), row.a[r]});
    terms.push_back(row.a[r] * u[r]);
  }
  outputs.push_back({name + " constant", row.c});
  outputs.push_back({name + " value", sum(terms)});
  outputs.push_back({name + " rate remainder", row.rate_remainder});
}

// Forces of contacts that outputs mention: which contacts are closed is known when the mechanism moves, not before.
std::vector<LowerInput> contact_forces(const Mechanism& mechanism, const std::vector<LowerOutput>& outputs) {
  std::vector<LowerInput> forces;
  for (const Contact& contact : mechanism.contacts()) {
    for (std::size_t i = 0; i <= contact.tangents.size(); ++i) {
      const std::string name = contact.row_name(i);
      const Expr force = mechanism.constraint_force(name);
      const auto mentions = [&](const LowerOutput& output) { return depends_on(output.value, force); };
      if (std::ranges::any_of(outputs, mentions)) forces.push_back({force, Stage::input});
    }
  }
  return forces;
}

// Whether an output needs accelerations or forces, which the rows that hold determine.
bool mentions_motion(const Mechanism& mechanism, const Equations& equations, const SpeedSubstitution& in_speeds) {
  std::vector<Expr> solved_for = equations.kinematical.u_rate;
  for (const ConstraintRow& row : equations.rows) solved_for.push_back(mechanism.constraint_force(row.name));
  for (const ReactionEquation& reaction : equations.reactions) solved_for.push_back(reaction.symbol);
  for (const Output& output : mechanism.outputs()) {
    const Expr value = in_speeds(output.value);
    if (std::ranges::any_of(solved_for, [&](Expr e) { return depends_on(value, e); })) return true;
  }
  return false;
}

}  // namespace

Program row_program(const Mechanism& mechanism, const Equations& equations) {
  std::vector<LowerOutput> outputs;
  const std::vector<Expr>& u = equations.kinematical.u;
  for (const ConstraintRow& row : equations.rows) {
    if (row.kind == ConstraintKind::configuration) outputs.push_back({row.name + " configuration", row.configuration});
    if (!row.built_in) add_row(outputs, row.name, {row.a, row.c, row.rate_remainder, {}}, u);
  }
  const SpeedSubstitution in_speeds(mechanism, equations);
  for (const Contact& contact : mechanism.contacts()) {
    const std::vector<RowExpressions> rows = rows_of_contact(contact, mechanism, equations, in_speeds);
    outputs.push_back({contact.name + " gap", rows[0].configuration});
    for (std::size_t i = 0; i < rows.size(); ++i) add_row(outputs, contact.row_name(i), rows[i], u);
  }
  return lower_to_program(outputs, program_inputs(mechanism, equations));
}

Program constraint_force_program(const Mechanism& mechanism, const Equations& equations, const Embedding& embedding) {
  const SolvedMotion solved(equations, embedding);
  std::vector<LowerOutput> outputs;
  for (std::size_t i = 0; i < equations.rows.size(); ++i)
    if (equations.rows[i].built_in || std::ranges::find(embedding.rows, i) != embedding.rows.end())
      outputs.push_back({"force of " + equations.rows[i].name, solved.row_force()[i]});
  for (const ReactionEquation& reaction : equations.reactions)
    outputs.push_back({std::string(reaction.symbol.name()), solved.reaction(reaction)});
  solved.add_status(outputs);
  return lower_to_program(outputs, program_inputs(mechanism, equations));
}

Program all_accelerations_program(const Mechanism& mechanism, const Equations& equations, const Embedding& embedding) {
  const SolvedMotion solved(equations, embedding);
  std::vector<LowerOutput> outputs;
  for (std::size_t r = 0; r < equations.nu(); ++r)
    outputs.push_back({std::string(equations.kinematical.u_rate[r].name()), solved.u_rate()[r]});
  solved.add_status(outputs);
  return lower_to_program(outputs, program_inputs(mechanism, equations));
}

Program energy_program(const Mechanism& mechanism, const Equations& equations) {
  const Energy& energy = equations.energy;
  std::vector<LowerOutput> outputs{{"kinetic", energy.kinetic}, {"potential", energy.potential}};
  for (const LoadPower& load : energy.loads) outputs.push_back({"power of " + load.load, load.power});
  add_components(outputs, "linear momentum", energy.linear_momentum_N);
  add_components(outputs, "angular momentum", energy.angular_momentum_O_N);
  return lower_to_program(outputs, program_inputs(mechanism, equations));
}

Program place_program(const Mechanism& mechanism, const Equations& equations) {
  const SpeedSubstitution in_speeds(mechanism, equations);
  const Kinematics kinematics = mechanism.make_kinematics(in_speeds.rates());
  const Frame N = mechanism.N();
  std::vector<LowerOutput> outputs;
  for (const Thing& thing : things_of(mechanism)) {
    add_components(outputs, thing.name + " position", components(mechanism.p(mechanism.O(), thing.at), N));
    add_components(outputs, thing.name + " velocity", components(kinematics.velocity(thing.at, N), N));
    if (!thing.frame) continue;
    const Matrix3& turn = rotation(N, thing.frame);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        outputs.push_back({thing.name + " orientation " + axes[i] + axes[j], turn(i, j)});
    add_components(outputs, thing.name + " angular velocity",
                   components(kinematics.angular_velocity(thing.frame, N), N));
  }
  return lower_to_program(outputs, program_inputs(mechanism, equations));
}

Program partial_velocity_program(const Mechanism& mechanism, const Equations& equations) {
  const SpeedSubstitution in_speeds(mechanism, equations);
  const Kinematics kinematics = mechanism.make_kinematics(in_speeds.rates());
  const Frame N = mechanism.N();
  const std::vector<Expr>& u = equations.kinematical.u;
  std::vector<LowerOutput> outputs;
  const auto add = [&](const std::string& name, const Components& velocity) {
    for (std::size_t i = 0; i < 3; ++i) {
      const Affine affine = split_affine(velocity[i], u);
      for (std::size_t r = 0; r < u.size(); ++r)
        outputs.push_back({name + " " + std::string(u[r].name()) + " " + axes[i], affine.coefficients[r]});
      outputs.push_back({name + " remainder " + axes[i], affine.remainder});
    }
  };
  for (const Thing& thing : things_of(mechanism)) {
    add(thing.name + " velocity", components(kinematics.velocity(thing.at, N), N));
    if (thing.frame) add(thing.name + " angular velocity", components(kinematics.angular_velocity(thing.frame, N), N));
  }
  return lower_to_program(outputs, program_inputs(mechanism, equations));
}

Program output_program(const Mechanism& mechanism, const Equations& equations, const Embedding& embedding) {
  const SpeedSubstitution in_speeds(mechanism, equations);
  const SolvedMotion solved(equations, embedding);
  Substitution known;
  for (std::size_t r = 0; r < equations.nu(); ++r) known[equations.kinematical.u_rate[r]] = solved.u_rate()[r];
  for (std::size_t i = 0; i < equations.rows.size(); ++i)
    known[mechanism.constraint_force(equations.rows[i].name)] = solved.row_force()[i];
  for (const ReactionEquation& reaction : equations.reactions) known[reaction.symbol] = solved.reaction(reaction);
  std::vector<LowerOutput> outputs;
  for (const Output& output : mechanism.outputs())
    outputs.push_back({output.name, substitute(in_speeds(output.value), known)});
  if (mentions_motion(mechanism, equations, in_speeds)) solved.add_status(outputs);
  std::vector<LowerInput> inputs = program_inputs(mechanism, equations);
  for (const LowerInput& force : contact_forces(mechanism, outputs)) inputs.push_back(force);
  return lower_to_program(outputs, inputs);
}

}  // namespace tangible
