// SPDX-License-Identifier: Apache-2.0
// The quantities that are monitored while the mechanism moves.
#include "engine/lower_watch.h"

#include <algorithm>
#include <utility>

#include "engine/unit_text.h"
#include "equations/error.h"
#include "mechanics/overloaded.h"
#include "symbolic/differentiate.h"
#include "symbolic/memo.h"

namespace tangible {
namespace {

class WatchLowering {
 public:
  WatchLowering(const Mechanism& m, const Equations& equations, System& out)
      : m_(m),
        equations_(equations),
        in_speeds_(m, equations, SpeedSubstitution::Ports::as_symbols),
        shortener_(equations.kinematical.u, equations.angles),
        motions_(m, equations.kinematical, shortener_),
        out_(out) {}

  void run(const MotionExpressions& motion) {
    out_.kinetic = list_.add("kinetic energy", equations_.energy.kinetic);
    out_.potential = list_.add("potential energy", equations_.energy.potential);
    add_conditions();
    add_modes();
    for (const Event& event : m_.events()) add_event(event);
    std::ranges::stable_sort(out_.events, {}, &EventDescription::order);
    std::vector<Expr> watched = list_.values();
    add_outputs(motion.frictions);
    watched.insert(watched.end(), motion.list.begin(), motion.list.end());
    const std::vector<Expr> switches = switching_functions(watched, moving());
    out_.switches = list_.add("switch", switches);
    for (const Expr function : switches) out_.loads_that_switch.push_back(name_loads_that_switch(equations_, function));
    add_directions(motion.list);
    out_.port_forces = port_forces(equations_).size();
    Program watch = lower_to_program(list_.list(), watch_inputs(m_, equations_, out_));
    for (const ProgramOutput& output : watch.outputs)
      out_.watch_depends_on_forces.push_back(watch.stage_of(output.value) == Stage::input ? 1 : 0);
    out_.watch = compile(std::move(watch));
    const Backend backend = timetable_.list().empty() ? Backend::interpreter : Backend::automatic;
    out_.timetable =
        compile(lower_to_program(timetable_.list(), simulation_inputs(m_, equations_, Stage::input)), backend);
  }

 private:
  void add_conditions() {
    for (RowDescription& row : out_.rows) {
      const Constraint* constraint = m_.constraints().find(row.name);
      if (constraint == nullptr) continue;
      if (constraint->condition)
        row.condition = list_.add("condition of " + row.name, in_speeds_(*constraint->condition));
      if (constraint->begins)
        row.initially_active_if = list_.add("beginning of " + row.name, in_speeds_(*constraint->begins));
      row.holds_initial_value = constraint->holds_initial_value;
    }
    for (ContactDescription& contact : out_.contacts) {
      const Contact& declared = *m_.contacts().find(contact.name);
      contact.restitution = list_.add("restitution of " + contact.name, in_speeds_(declared.restitution));
      if (declared.enabled) contact.enabled = list_.add("enabled " + contact.name, in_speeds_(*declared.enabled));
    }
  }

  // Rows of this name, or all rows of a loop: pin means pin.x and pin.y.
  std::vector<std::size_t> rows_named(const std::string& name) const {
    std::vector<std::size_t> rows;
    for (std::size_t i = 0; i < out_.rows.size(); ++i)
      if (out_.rows[i].name == name || (i < out_.declared_rows && out_.rows[i].group == name)) rows.push_back(i);
    return rows;
  }

  void add_modes() {
    for (const DeclaredMode& mode : m_.modes()) {
      if (mode.begins) out_.initial_mode = out_.modes.size();
      ModeDescription out{mode.name, {}};
      for (const std::string& name : mode.rows)
        for (const std::size_t row : rows_named(name)) {
          out.rows.push_back(row);
          out_.rows[row].set_by_modes = true;
        }
      out_.modes.push_back(std::move(out));
    }
  }

  std::size_t mode_named(const std::string& name) const {
    const auto found = std::ranges::find(out_.modes, name, &ModeDescription::name);
    return found == out_.modes.end() ? absent : static_cast<std::size_t>(found - out_.modes.begin());
  }

  void add_event(const Event& event) {
    EventDescription out;
    out.name = event.name;
    out.order = event.order;
    out.fires_if_already_true = event.fires_if_already_true;
    if (!event.watched.row.empty()) out.while_row = rows_named(event.watched.row).front();
    out.while_on = event.watched.holds;
    out.in_mode = mode_named(event.watched.mode);
    switch (event.when.edge) {
      case Trigger::Edge::rises: out.edge = EventDescription::Edge::rises; break;
      case Trigger::Edge::falls: out.edge = EventDescription::Edge::falls; break;
      case Trigger::Edge::crosses: out.edge = EventDescription::Edge::crosses; break;
    }
    const Expr trigger = in_speeds_(event.when.expression);
    out.trigger = list_.add("trigger of " + event.name, trigger);
    if (is_timed(trigger)) out.timed = timetable_.add("trigger of " + event.name, trigger);
    if (event.condition) out.condition = list_.add("if of " + event.name, in_speeds_(*event.condition));
    for (const EventAction& action : event.actions)
      std::visit(Overloaded{[&](const SetVariable& a) { add_setting(a, out); },
                            [&](const SwitchConstraint& a) { add_switch(a, out); },
                            [&](const ApplyImpulse& a) { add_impulse(a, out); },
                            [&](const EnterMode& a) { add_entry(a, out); }},
                 action);
    out_.events.push_back(std::move(out));
  }

  void add_setting(const SetVariable& a, EventDescription& event) {
    using Kind = ActionDescription::Kind;
    const std::size_t value = list_.add("new " + a.name, in_speeds_(a.value));
    const auto add_if_found = [&](const std::vector<Quantity>& names, Kind kind) {
      const auto found = std::ranges::find(names, a.name, &Quantity::name);
      if (found != names.end()) event.actions.push_back({kind, static_cast<std::size_t>(found - names.begin()), value});
    };
    add_if_found(out_.z, Kind::set_state);
    add_if_found(out_.discretes, Kind::set_discrete);
    add_if_found(out_.inputs, Kind::set_input);
  }

  void add_switch(const SwitchConstraint& a, EventDescription& event) {
    using Kind = ActionDescription::Kind;
    const Kind kind = a.hold ? Kind::hold : a.active ? Kind::switch_on : Kind::switch_off;
    for (const std::size_t row : rows_named(a.name)) event.actions.push_back({kind, row, 0});
  }

  void add_entry(const EnterMode& a, EventDescription& event) {
    event.to_mode = mode_named(a.name);
    event.actions.push_back({ActionDescription::Kind::enter, event.to_mode, 0});
  }

  void add_impulse(const ApplyImpulse& a, EventDescription& event) {
    std::vector<Expr> generalized;
    for (const Vector& partial : motions_.of(a.at).partial) generalized.push_back(in_speeds_(dot(partial, a.impulse)));
    event.actions.push_back({ActionDescription::Kind::impulse, 0, list_.add("impulse", generalized).first});
  }

  void add_outputs(const DryFrictions& frictions) {
    std::vector<Expr> values;
    for (const Output& output : m_.outputs()) {
      values.push_back(frictions.in_output(in_speeds_(output.value)));
      out_.outputs.push_back({output.name, unit_text(output.dimension)});
    }
    out_.output_values = list_.add("output", values);
    std::vector<Expr> forces;
    for (const AuxiliaryEquation& row : equations_.auxiliary) {
      out_.built_in.push_back({row.row, unit_text(m_.constraints().find(row.row)->force)});
      forces.push_back(frictions.in_output(in_speeds_(m_.constraint_force(row.row))));
    }
    out_.built_in_force = list_.add("force of built-in row", forces);
  }

  bool is_timed(Expr trigger) const {
    return std::ranges::none_of(moving(),
                                [&](Expr symbol) { return symbol != m_.time() && depends_on(trigger, symbol); });
  }

  // Divisors of forces that depend on speeds (simulation/lost_directions.h). A root of it is |v|, and any other its own
  // |v|.
  void add_directions(std::span<const Expr> motion) {
    Rates rates = in_speeds_.rates();
    const KinematicalEquations& k = equations_.kinematical;
    for (std::size_t r = 0; r < k.u.size(); ++r) rates[k.u[r]] = k.u_rate[r];
    for (const StateVariable& z : m_.states()) rates[z.symbol] = in_speeds_(z.rate);
    std::vector<Expr> found, sizes, size_rates;
    for (const Expr node : nodes_below(motion)) {
      if (!node.is(tangible::Kind::product)) continue;
      for (const Pair factor : pairs(node)) {
        const Expr base = factor.first;
        const bool divides = factor.second.value().sign() < 0 &&
                             std::ranges::any_of(k.u, [&](Expr speed) { return depends_on(base, speed); });
        if (!divides || std::ranges::find(found, base) != found.end()) continue;
        found.push_back(base);
        sizes.push_back(factor.second.value().is_integer() ? base * base : base);
        size_rates.push_back(total_time_derivative(sizes.back(), rates) / 2);
        out_.loads_with_direction.push_back(name_loads_with(equations_, base));
      }
    }
    out_.direction_sizes = list_.add("direction", sizes);
    out_.direction_rates = list_.add("direction rate", size_rates);
  }

  // Symbols whose values change between events.
  std::vector<Expr> moving() const {
    std::vector<Expr> symbols{m_.time()};
    for (const LowerInput& input : watch_inputs(m_, equations_, out_))
      if (m_.parameters().find(input.symbol.name()) == nullptr && m_.discretes().find(input.symbol.name()) == nullptr)
        symbols.push_back(input.symbol);
    return symbols;
  }

  const Mechanism& m_;
  const Equations& equations_;
  SpeedSubstitution in_speeds_;
  Shortener shortener_;
  MotionTable motions_;
  System& out_;
  OutputList list_, timetable_;
};

}  // namespace

std::vector<LowerInput> watch_inputs(const Mechanism& m, const Equations& equations, const System& system) {
  std::vector<LowerInput> inputs = simulation_inputs(m, equations, Stage::input);
  for (const Expr rate : equations.kinematical.u_rate) inputs.push_back({rate, Stage::input});
  for (const RowDescription& row : system.rows) inputs.push_back({m.constraint_force(row.name), Stage::input});
  for (const FrictionDescription& friction : system.frictions) inputs.push_back({symbol(friction.sign), Stage::input});
  for (const Expr force : port_forces(equations)) inputs.push_back({force, Stage::input});
  return inputs;
}

void lower_watch(const Mechanism& m, const Equations& equations, const MotionExpressions& motion, System& out) {
  WatchLowering(m, equations, out).run(motion);
}

}  // namespace tangible
