// SPDX-License-Identifier: Apache-2.0
// The motion program: q', M, forcing, rows of constraints and contacts, state variables, powers.
#include "engine/lower_system.h"

#include <algorithm>

#include "engine/dry_friction.h"
#include "engine/lower_watch.h"
#include "engine/parameter_ranges.h"
#include "engine/start_values.h"
#include "engine/unit_text.h"
#include "equations/error.h"
#include "symbolic/differentiate.h"
#include "symbolic/evaluate.h"

namespace tangible {
namespace {

Dimension per_second(Dimension d) {
  --d.time;
  return d;
}

void name_quantities(const Mechanism& m, const Equations& equations, System& out) {
  for (const Parameter& p : m.parameters()) out.parameters.push_back(p.value);
  for (const Coordinate& q : m.coordinates()) {
    out.q.push_back({q.name, unit_text(q.dimension, true)});
    out.start_q.push_back(q.value);
  }
  for (const Speed& u : equations.speeds) {
    Dimension d = u.dimension;
    // Speeds that the program chose are rates of coordinates, and go without a dimension of their own.
    if (const Coordinate* q = d == Dimension{} && u.name.ends_with('\'') ? m.coordinates().find(u.name) : nullptr)
      d = per_second(q->dimension);
    if (d == Dimension{}) d.time = -1;
    out.u.push_back({u.name, unit_text(d, true)});
  }
  for (const StateVariable& z : m.states()) out.z.push_back({z.name, unit_text(z.dimension)});
  for (const Discrete& d : m.discretes()) {
    out.discretes.push_back({d.name, unit_text(d.dimension)});
    out.start_discretes.push_back(d.value);
  }
  for (const Input& i : m.inputs()) {
    out.inputs.push_back({i.name, unit_text(i.dimension)});
    out.start_inputs.push_back(i.value);
  }
  out.start_u.assign(out.nu(), 0);
  out.start_z.assign(out.nz(), 0);
  out.start_q_kind.assign(out.nq(), StartKind::free);
  out.start_u_kind.assign(out.nu(), StartKind::free);
}

class MotionLowering {
 public:
  MotionLowering(const Mechanism& m, const Equations& equations, System& out)
      : m_(m), equations_(equations), in_speeds_(m, equations), frictions_(m, equations, in_speeds_), out_(out) {}

  void run(const SystemOptions& options) {
    add_kinematics();
    add_dynamics();
    add_rows();
    add_contacts();
    add_frictions();
    out_.coefficients = list_.add("row", coefficients_);
    out_.constants = list_.add("constant", constants_);
    out_.remainders = list_.add("remainder", remainders_);
    out_.configuration = list_.add("configuration", configuration_);
    std::vector<Expr> z_rate;
    for (const StateVariable& z : m_.states()) z_rate.push_back(in_speeds_(z.rate));
    out_.z_rate = list_.add("state rate", z_rate);
    if (options.books) add_powers();
    std::vector<LowerInput> inputs = simulation_inputs(m_, equations_, input_stage());
    for (const DryFriction& friction : frictions_.list()) inputs.push_back({friction.sign, Stage::state});
    out_.motion = compile(lower_to_program(list_.list(), inputs));
    lower_watch(m_, equations_, {list_.values(), frictions_}, out_);
    if (options.derivatives) add_derivatives(z_rate);
  }

 private:
  void add_kinematics() {
    const KinematicalEquations& k = equations_.kinematical;
    out_.q_rate = list_.add("q rate", k.rate);
    out_.W = list_.add("W", k.W.entries());
    std::vector<std::size_t> held;  // built-in rows with a configuration, as columns of W_auxiliary
    std::vector<Expr> phi, ways, coefficients;
    for (std::size_t j = 0; j < k.built_in.size(); ++j)
      if (m_.constraints().find(k.built_in[j])->kind == ConstraintKind::configuration) held.push_back(j);
    for (std::size_t i = 0; i < k.q.size(); ++i)
      for (const std::size_t j : held) ways.push_back(k.W_auxiliary(i, j));
    for (const std::size_t j : held) {
      const auto row = std::ranges::find(equations_.rows, k.built_in[j], &ConstraintRow::name);
      phi.push_back(row->configuration);
      out_.built_in_names.push_back(row->name);
      for (const std::size_t other : held) coefficients.push_back(row->auxiliary[other]);
    }
    out_.built_in_configuration = list_.add("built-in configuration", phi);
    out_.built_in_directions = list_.add("built-in way", ways);
    out_.built_in_coefficients = list_.add("built-in coefficient", coefficients);
  }

  void add_dynamics() {
    for (std::size_t r = 0; r < out_.nu(); ++r)
      forcing_.push_back(frictions_.in_force(equations_.dynamical.forcing(r)));
    out_.mass = list_.add("mass", equations_.dynamical.mass.entries());
    out_.forcing = list_.add("forcing", forcing_);
  }

  // See simulation/linearization.h.
  void add_derivatives(const std::vector<Expr>& z_rate) {
    const std::vector<Expr>& x = equations_.kinematical.u_rate;
    const std::size_t nu = out_.nu();
    OutputList list;
    list.add("q rate", equations_.kinematical.rate);
    for (std::size_t r = 0; r < nu; ++r) {
      std::vector<Expr> terms{-forcing_[r]};
      for (std::size_t s = 0; s < nu; ++s) terms.push_back(equations_.dynamical.mass(r, s) * x[s]);
      for (std::size_t i = 0; i < out_.rows.size(); ++i)
        terms.push_back(-coefficients_[i * nu + r] * m_.constraint_force(out_.rows[i].name));
      list.add("balance", sum(terms));
    }
    for (std::size_t i = 0; i < out_.rows.size(); ++i) {
      std::vector<Expr> terms{remainders_[i]};
      for (std::size_t s = 0; s < nu; ++s) terms.push_back(coefficients_[i * nu + s] * x[s]);
      list.add("row rate", sum(terms));
    }
    list.add("state rate", z_rate);
    const Program program = lower_to_program(list.list(), watch_inputs(m_, equations_, out_));
    std::vector<std::size_t> moving;
    for (std::size_t i = out_.at_t(); i < out_.at_discrete(); ++i) moving.push_back(i);
    Jacobian jacobian = differentiate(program, moving);
    out_.derivatives = compile(std::move(jacobian.program));
    out_.derivative_entries = std::move(jacobian.entries);
  }

  void add_row(const RowExpressions& row) {
    coefficients_.insert(coefficients_.end(), row.a.begin(), row.a.end());
    constants_.push_back(row.c);
    remainders_.push_back(row.rate_remainder);
    configuration_.push_back(row.configuration);
  }

  void add_rows() {
    for (const ConstraintRow& row : equations_.rows) {
      if (row.built_in) continue;
      const bool configuration = row.kind == ConstraintKind::configuration;
      out_.rows.push_back({row.name, row.group, configuration, row.active == Activity::permanent,
                           row.active != Activity::off, absent, unit_text(m_.constraints().find(row.name)->force)});
      add_row({row.a, row.c, row.rate_remainder, configuration ? row.configuration : Expr(0)});
    }
    out_.declared_rows = out_.rows.size();
  }

  void add_contacts() {
    for (const Contact& contact : m_.contacts()) {
      ContactDescription description{contact.name, out_.rows.size(), contact.tangents.size()};
      const std::vector<RowExpressions> rows = rows_of_contact(contact, m_, equations_, in_speeds_);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        out_.rows.push_back(
            {contact.row_name(i), contact.name, i == 0, false, false, absent, unit_text(contact.force)});
        add_row(rows[i]);
      }
      if (!contact.tangents.empty())
        description.friction = list_.add("friction of " + contact.name, in_speeds_(contact.friction));
      if (!contact.tangents.empty() && contact.static_friction)
        description.static_friction =
            list_.add("static friction of " + contact.name, in_speeds_(*contact.static_friction));
      out_.contacts.push_back(description);
    }
  }

  // Behind all others: the rows of loads that may stick.
  void add_frictions() {
    for (const DryFriction& friction : frictions_.list()) {
      const auto taken = [&](const std::string& name) {
        return std::ranges::find(out_.rows, name, &RowDescription::name) != out_.rows.end();
      };
      std::string name = friction.name;
      while (taken(name)) name += " (load)";
      out_.frictions.push_back({name, out_.rows.size(), list_.add("limit of " + name, friction.limit),
                                std::string(friction.sign.name()), friction.name});
      out_.rows.push_back({name, name, false, false, false});
      add_row(friction.row);
    }
  }

  // The power of a load that its potential does not contain. A load that mentions an input, a state variable (of a
  // controller, an actuator) or the time is fed from outside; all others dissipate (or feed, with the other sign).
  void add_powers() {
    Expr fed = 0, dissipated = 0;
    Rates rates = in_speeds_.rates();
    for (const StateVariable& z : m_.states()) rates[z.symbol] = in_speeds_(z.rate);
    for (const LoadPower& load : equations_.energy.loads) {
      // The power into points with prescribed motion does not reach the mechanism.
      Expr power = frictions_.in_force(load.power - load.prescribed_power);
      if (load.potential) {
        const Expr change = total_time_derivative(*load.potential, rates);
        power = is_own(*load.potential) ? -load.dissipation.value_or(0) : power + change;
      }
      const bool is_fed = !load.prescribed_power.is_zero() || mentions_outside(load.power);
      (is_fed ? fed : dissipated) += is_fed ? power : -power;
    }
    out_.power = list_.add("power", std::vector<Expr>{fed, dissipated});
    if (has_prescribed_motion()) {
      const Energy& energy = equations_.energy;
      std::vector<Expr> momentum;
      for (const Expr u : equations_.kinematical.u) momentum.push_back(differentiate(energy.kinetic, u));
      out_.momentum = list_.add("momentum", momentum);
      out_.energy_rate = list_.add("energy rate", total_time_derivative(energy.kinetic + energy.potential, rates));
    }
  }

  // With all speeds zero something still moves.
  bool has_prescribed_motion() const {
    const std::vector<Expr>& X = equations_.kinematical.X;
    Substitution at_rest;
    for (const Expr u : equations_.kinematical.u) at_rest[u] = 0;
    return std::ranges::any_of(X, [](Expr e) { return !e.is_zero(); }) ||
           depends_on(equations_.energy.kinetic, m_.time()) ||
           !substitute(equations_.energy.kinetic, at_rest).is_zero();
  }

  // A function of coordinates and parameters alone.
  bool is_own(Expr potential) const {
    const std::vector<Expr> symbols = symbols_in(std::span(&potential, 1));
    return std::ranges::all_of(symbols, [&](Expr s) {
      return m_.parameters().find(s.name()) != nullptr || m_.coordinates().find(s.name()) != nullptr;
    });
  }
  bool mentions_outside(Expr power) const {
    const std::vector<Expr> symbols = symbols_in(std::span(&power, 1));
    return std::ranges::any_of(symbols, [&](Expr s) {
      return s == m_.time() || m_.inputs().find(s.name()) != nullptr || m_.states().find(s.name()) != nullptr;
    });
  }

  // Inputs come last, unless rows or masses depend on them: those are needed before the speeds.
  Stage input_stage() const {
    std::vector<Expr> early = coefficients_;
    early.insert(early.end(), constants_.begin(), constants_.end());
    early.insert(early.end(), configuration_.begin(), configuration_.end());
    const auto mass = equations_.dynamical.mass.entries();
    early.insert(early.end(), mass.begin(), mass.end());
    for (const Expr s : symbols_in(early))
      if (m_.inputs().find(s.name()) != nullptr) return Stage::configuration;
    return Stage::input;
  }

  const Mechanism& m_;
  const Equations& equations_;
  SpeedSubstitution in_speeds_;
  DryFrictions frictions_;
  System& out_;
  OutputList list_;
  std::vector<Expr> forcing_, coefficients_, constants_, remainders_, configuration_;
};

// Those at the start are checked here, for mechanisms that no file describes.
std::shared_ptr<const Code> lower_parameter_ranges(const Mechanism& m) {
  Values start;
  std::vector<LowerInput> inputs;
  for (const Parameter& p : m.parameters()) {
    start[p.symbol] = p.value;
    inputs.push_back({p.symbol, Stage::parameter});
  }
  std::vector<LowerOutput> outputs;
  for (const ParameterRange& range : parameter_ranges(m)) {
    if (!(evaluate(range.value, start) >= 0))
      throw EquationsError(range.fault + "; check the values of the parameters", range.where);
    outputs.push_back({range.fault, range.value});
  }
  return compile(lower_to_program(outputs, inputs), Backend::interpreter);
}

}  // namespace

std::vector<LowerInput> simulation_inputs(const Mechanism& m, const Equations& equations, Stage input_stage) {
  std::vector<LowerInput> inputs;
  for (const Parameter& p : m.parameters()) inputs.push_back({p.symbol, Stage::parameter});
  inputs.push_back({m.time(), Stage::configuration});
  for (const Expr q : equations.kinematical.q) inputs.push_back({q, Stage::configuration});
  for (const Expr u : equations.kinematical.u) inputs.push_back({u, Stage::state});
  for (const StateVariable& z : m.states()) inputs.push_back({z.symbol, Stage::state});
  for (const Discrete& d : m.discretes()) inputs.push_back({d.symbol, Stage::configuration});
  for (const Input& i : m.inputs()) inputs.push_back({i.symbol, input_stage});
  return inputs;
}

System lower_to_system(const Mechanism& mechanism, const Equations& equations, const SystemOptions& options) {
  System out;
  out.name = mechanism.name();
  name_quantities(mechanism, equations, out);
  set_start(mechanism, equations, out);
  out.restitution = mechanism.impacts.poisson ? Restitution::poisson : Restitution::newton;
  out.impact_order = mechanism.impacts.in_sequence ? ImpactOrder::in_sequence : ImpactOrder::together;
  out.parameter_ranges = lower_parameter_ranges(mechanism);
  MotionLowering(mechanism, equations, out).run(options);
  return out;
}

}  // namespace tangible
