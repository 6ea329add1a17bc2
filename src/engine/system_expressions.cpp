// SPDX-License-Identifier: Apache-2.0
// Rewriting in speeds, contact rows, switching functions.
#include "engine/system_expressions.h"

#include <algorithm>
#include <unordered_set>

#include "equations/affine.h"
#include "equations/error.h"
#include "equations/reaction.h"
#include "symbolic/differentiate.h"
#include "symbolic/memo.h"

namespace tangible {

Slots OutputList::add(const std::string& name, std::span<const Expr> values) {
  const Slots slots{list_.size(), values.size()};
  for (std::size_t i = 0; i < values.size(); ++i) add(name + " " + std::to_string(i + 1), values[i]);
  return slots;
}

std::vector<Expr> OutputList::values() const {
  std::vector<Expr> values;
  for (const LowerOutput& output : list_) values.push_back(output.value);
  return values;
}

namespace {

// A force of a contact on its point, and the opposite on the other side.
Vector carried_from(const Mechanism& mechanism, const Reaction& reaction, const Contact& contact, const Vector& force) {
  Vector sum = carried_by(mechanism, reaction, {contact.on, force, contact.fixed_in});
  if (contact.against_frame) {
    sum -= carried_by(mechanism, reaction, {contact.on, force, contact.against_frame});
  } else if (contact.against) {
    sum -= carried_by(mechanism, reaction, {contact.against, force, {}});
  }
  return sum;
}

// The force of a contact along its normal acts where the contact declares it. A contact that has only its gap acts
// on the points that change the gap for an auxiliary speed. A gap that is written in coordinates acts within the
// joints.
Vector carried_from_normal(const Mechanism& mechanism, const Reaction& reaction, std::size_t i) {
  const Contact& contact = mechanism.contacts()[i];
  const Expr force = mechanism.constraint_force(contact.name);
  if (contact.on && !contact.normal.is_zero())
    return carried_from(mechanism, reaction, contact, force * contact.normal);
  if (i < reaction.gap_rates.size()) return force * reaction.gap_rates[i];
  throw EquationsError(reaction.name + " carries what contact " + contact.name +
                           " puts on it, but the contact does not say where and along what: add at: and normal:",
                       contact.where);
}

// Of the other side the material point that is there now, or the point that was named.
Vector slip_of(const Contact& contact, const Kinematics& kinematics, Frame N) {
  const Vector own = contact.fixed_in ? kinematics.velocity_fixed_in(contact.on, contact.fixed_in, N)
                                      : kinematics.velocity(contact.on, N);
  if (contact.against_frame) return own - kinematics.velocity_fixed_in(contact.on, contact.against_frame, N);
  return contact.against ? own - kinematics.velocity(contact.against, N) : own;
}

// What contacts contribute to the generalized force of the speed that a built-in row forbids, with their forces as
// symbols. The motion for that speed is that of equations/auxiliary.cpp.
Expr forces_of_contacts(const Mechanism& mechanism, const Equations& equations, std::size_t row) {
  const KinematicalEquations& k = equations.kinematical;
  const Expr speed = symbol("auxiliary speed");
  Rates rates;
  for (std::size_t i = 0; i < k.q.size(); ++i) rates[k.q[i]] = k.W_auxiliary(i, row) * speed;
  const Kinematics forbidden = mechanism.make_kinematics(rates);
  std::vector<Expr> terms;
  for (const Contact& contact : mechanism.contacts()) {
    terms.push_back(differentiate(total_time_derivative(contact.gap, rates), speed) *
                    mechanism.constraint_force(contact.name));
    if (contact.tangents.empty()) continue;
    const Vector slip = slip_of(contact, forbidden, mechanism.N());
    for (std::size_t i = 0; i < contact.tangents.size(); ++i)
      terms.push_back(differentiate(dot(slip, contact.tangents[i]), speed) *
                      mechanism.constraint_force(contact.row_name(i + 1)));
  }
  return sum(terms);
}

// The part of a reaction that balances contacts, with their forces as symbols: force(wall), force(wall.1), ...
Expr carried_from_contacts(const Mechanism& mechanism, const ReactionEquation& row, const Reaction& reaction) {
  Vector sum;
  for (std::size_t i = 0; i < mechanism.contacts().size(); ++i) {
    const Contact& contact = mechanism.contacts()[i];
    sum += carried_from_normal(mechanism, reaction, i);
    for (std::size_t k = 0; k < contact.tangents.size(); ++k)
      sum += carried_from(mechanism, reaction, contact,
                          mechanism.constraint_force(contact.row_name(k + 1)) * contact.tangents[k]);
  }
  return dot(sum, row.direction);
}

}  // namespace

std::vector<Expr> port_forces(const Equations& equations) {
  std::vector<Expr> symbols;
  for (const AuxiliaryEquation& row : equations.auxiliary) symbols.push_back(symbol("ports against " + row.row));
  for (const ReactionEquation& row : equations.reactions)
    symbols.push_back(symbol("ports against " + std::string(row.symbol.name())));
  return symbols;
}

SpeedSubstitution::SpeedSubstitution(const Mechanism& mechanism, const Equations& equations, Ports ports)
    : rates_(equations.kinematical.rates()) {
  rates_[mechanism.time()] = 1;
  const KinematicalEquations& k = equations.kinematical;
  Rates accelerating = rates_;
  for (std::size_t r = 0; r < k.u.size(); ++r) accelerating[k.u[r]] = k.u_rate[r];
  for (std::size_t i = 0; i < k.q.size(); ++i) {
    const Expr rate = rates_.at(k.q[i]);
    replacements_[k.q_rate[i]] = rate;
    replacements_[symbol(std::string(k.q[i].name()) + "''")] = total_time_derivative(rate, accelerating);
  }
  const std::vector<Expr> by_ports =
      ports == Ports::as_symbols ? port_forces(equations)
                                 : std::vector<Expr>(equations.auxiliary.size() + equations.reactions.size(), Expr(0));
  for (const AuxiliaryEquation& row : equations.auxiliary) {
    const auto at = static_cast<std::size_t>(&row - equations.auxiliary.data());
    std::vector<Expr> terms{-row.active, -row.inertia_velocity, -by_ports[at],
                            -forces_of_contacts(mechanism, equations, at)};
    for (std::size_t r = 0; r < k.u.size(); ++r) terms.push_back(row.mass[r] * k.u_rate[r]);
    for (const ConstraintRow& other : equations.rows)
      if (!other.built_in) terms.push_back(-(other.auxiliary[at] * mechanism.constraint_force(other.name)));
    replacements_[mechanism.constraint_force(row.row)] = sum(terms);
  }
  for (const ReactionEquation& row : equations.reactions) {
    const Reaction& reaction = *mechanism.reactions().find(row.reaction);
    const auto at = static_cast<std::size_t>(&row - equations.reactions.data());
    std::vector<Expr> terms{-row.active, -row.inertia_velocity, -carried_from_contacts(mechanism, row, reaction),
                            -by_ports[equations.auxiliary.size() + at]};
    for (std::size_t r = 0; r < k.u.size(); ++r) terms.push_back(row.mass[r] * k.u_rate[r]);
    for (std::size_t i = 0; i < row.row_coefficients.size(); ++i)
      terms.push_back(-(row.row_coefficients[i] * mechanism.constraint_force(equations.rows[i].name)));
    // Forces of built-in rows, and rates, are replaced in their turn.
    replacements_[row.symbol] = substitute(sum(terms), replacements_);
  }
}

RowExpressions row_of(Expr e, const Equations& equations, const Rates& rates) {
  const std::vector<Expr>& u = equations.kinematical.u;
  const Affine affine = split_affine(e, u);
  RowExpressions row{affine.coefficients, affine.remainder, 0, 0};
  std::vector<Expr> terms{total_time_derivative(row.c, rates)};
  for (std::size_t r = 0; r < u.size(); ++r) terms.push_back(total_time_derivative(row.a[r], rates) * u[r]);
  row.rate_remainder = sum(terms);
  return row;
}

// As of constraints (equations/constraint_row.cpp): the rates of inputs are not available.
static void refuse_inputs(const Contact& contact, const Mechanism& mechanism, const RowExpressions& row) {
  std::vector<Expr> parts = row.a;
  parts.push_back(row.c);
  const std::vector<Expr> symbols = symbols_in(parts);
  for (const Input& input : mechanism.inputs())
    if (std::ranges::find(symbols, input.symbol) != symbols.end())
      throw EquationsError(
          "contact " + contact.name + " needs the rate of input " + input.name +
              ", which is not available; let one own state follow the input and a second one the first, and "
              "use the second, or use a function of t",
          contact.where);
}

std::vector<RowExpressions> rows_of_contact(const Contact& contact, const Mechanism& mechanism,
                                            const Equations& equations, const SpeedSubstitution& in_speeds) {
  std::vector<RowExpressions> rows;
  const Expr gap = in_speeds(contact.gap);
  for (const Expr u : equations.kinematical.u)
    if (depends_on(gap, u))
      throw EquationsError("the gap of contact " + contact.name + " depends on velocities", contact.where);
  Rates rates = in_speeds.rates();
  for (const StateVariable& z : mechanism.states()) rates[z.symbol] = in_speeds(z.rate);
  rows.push_back(row_of(total_time_derivative(gap, rates), equations, rates));
  rows.back().configuration = gap;
  refuse_inputs(contact, mechanism, rows.back());
  if (contact.tangents.empty()) return rows;
  const Vector slip = slip_of(contact, mechanism.make_kinematics(rates), mechanism.N());
  for (const Vector& tangent : contact.tangents) {
    rows.push_back(row_of(in_speeds(dot(slip, tangent)), equations, rates));
    refuse_inputs(contact, mechanism, rows.back());
  }
  return rows;
}

Expr with_simple_roots(Expr e) {
  if (!e.is(tangible::Kind::product)) return e;
  Expr out = 1;
  for (const Pair factor : pairs(e)) {
    const Rational& k = factor.second.value();
    const bool of_one_sign = k.is_even_integer() || factor.first.is(tangible::Kind::abs);
    if (!of_one_sign) out = out * (k.is_integer() ? factor.first : pow(factor.first, k));
  }
  return symbols_in(std::span(&out, 1)).empty() ? e : out;
}

std::vector<Expr> switching_functions(std::span<const Expr> expressions, std::span<const Expr> moving) {
  std::unordered_set<Expr> found;
  std::vector<Expr> functions;
  for (const Expr e : nodes_below(expressions)) {
    Expr function = 0;
    if (e.is(tangible::Kind::sign) || e.is(tangible::Kind::abs)) function = e.operands()[0];
    if (e.is(tangible::Kind::less) || e.is(tangible::Kind::less_equal) || e.is(tangible::Kind::min) ||
        e.is(tangible::Kind::max))
      function = e.operands()[0] - e.operands()[1];
    function = with_simple_roots(split_coefficient(function).term);
    const std::vector<Expr> symbols = symbols_in(std::span(&function, 1));
    const bool moves =
        std::ranges::any_of(symbols, [&](Expr s) { return std::ranges::find(moving, s) != moving.end(); });
    if (moves && found.insert(function).second) functions.push_back(function);
  }
  return functions;
}

}  // namespace tangible
