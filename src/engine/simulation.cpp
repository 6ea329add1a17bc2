// SPDX-License-Identifier: Apache-2.0
// A run: time, ports and changes.
#include "engine/simulation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/check_options.h"

namespace tangible {
namespace {

SimulationOptions with_ports(SimulationOptions options, const Model& model) {
  check_options(options);
  if (options.ports == 0) options.ports = std::max<std::size_t>(1, model.description().handles.size());
  return options;
}

std::size_t find_name(const auto& list, std::string_view name) {
  const auto found = std::ranges::find_if(list, [&](const auto& item) { return item.name == name; });
  return found == list.end() ? absent : static_cast<std::size_t>(found - list.begin());
}

std::shared_ptr<const System> extend(const Model& model, Method method, std::span<const ExternalRowDescription> rows) {
  if (rows.empty()) return nullptr;
  const System& system = model.system(method);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string& name = rows[i].name;
    if (name.empty()) throw BadInput("external row " + std::to_string(i + 1) + " has no name; give it one");
    if (find_name(system.rows, name) != absent || find_name(model.description().constraints, name) != absent)
      throw BadInput("external row '" + name + "' has the name of a constraint of the model; give it another name");
    if (find_name(rows.first(i), name) != absent)
      throw BadInput("there are two external rows named '" + name + "'; give one of them another name");
  }
  return std::make_shared<const System>(with_external_rows(system, rows));
}

[[noreturn]] void refuse_name(const char* what, std::string_view name) {
  throw BadInput("there is no " + std::string(what) + " named '" + std::string(name) + "' in this model");
}

}  // namespace

Simulation::Simulation(Model model, const SimulationOptions& options,
                       std::span<const ExternalRowDescription> external_rows)
    : model_(std::move(model)),
      options_(with_ports(options, model_)),
      extended_(extend(model_, options_.method, external_rows)),
      system_(extended_ ? extended_.get() : &model_.system(options_.method)),
      external_functions_(external_rows.size()),
      loop_(std::make_unique<SimulationLoop>(system(), options_)),
      ports_(options_.ports),
      actions_(system_->rows.size()),
      scene_(model_.scene()),
      layout_(model_.snapshot_layout(options_.ports, external_rows.size())),
      snapshots_(std::make_shared<SnapshotBuffer>(layout_.size)),
      numbers_(layout_.size),
      failed_in_(loop_->state().size()) {
  begin();
}

void Simulation::begin() {
  status_ = loop_->start();
  remember_failure();
  if (status_ != SimulationStatus::ok) throw BadInput(model_.explain(*loop_, status_, true));
  (void)loop_->motion().evaluate(loop_->time(), loop_->state());
  schedule_ = TickSchedule(loop_->time(), options_.step);
  const bool may_divide =
      (options_.method == Method::rk2 || options_.method == Method::rk4) && system().power.count > 0;
  division_ = TickDivision(may_divide ? options_.parts_per_tick : 1, options_.method == Method::rk2 ? 2 : 4);
  if (division_.divides()) division_.begin(loop_->ledger_of_state());
}

std::unique_ptr<SimulationLoop> Simulation::make_loop() {
  auto fresh = std::make_unique<SimulationLoop>(system(), options_);
  for (std::size_t i = 0; i < external_functions_.size(); ++i)
    fresh->motion().set_external_row(i, external_functions_[i]);
  attach_ports(*fresh);
  return fresh;
}

void Simulation::attach_ports(SimulationLoop& loop) {
  for (std::size_t i = 0; i < ports_.size(); ++i)
    if (ports_[i]) loop.motion().attach(i, ports_[i].get());
}

// A start that is refused leaves the run as it was.
void Simulation::begin_with(std::unique_ptr<SimulationLoop> fresh) {
  const SimulationStatus status = status_;
  const double failed_at = failed_at_;
  std::vector<double> failed_in = failed_in_;
  std::swap(loop_, fresh);
  try {
    begin();
  } catch (...) {  // external rows are functions of the caller, and may throw anything
    std::swap(loop_, fresh);
    status_ = status;
    failed_at_ = failed_at;
    failed_in_ = std::move(failed_in);
    attach_ports(*loop_);
    try {
      (void)loop_->motion().evaluate(loop_->time(), loop_->state());
    } catch (...) {  // the first error is the one to report
    }
    throw;
  }
}

void Simulation::reset() { begin_with(make_loop()); }

void Simulation::reset(std::span<const double> q, std::span<const double> u) {
  if (q.size() != system().nq() || u.size() != system().nu())
    throw BadInput("a start needs " + std::to_string(system().nq()) + " coordinates and " +
                   std::to_string(system().nu()) + " speeds; " + std::to_string(q.size()) + " and " +
                   std::to_string(u.size()) + " were given");
  std::unique_ptr<SimulationLoop> fresh = make_loop();
  std::ranges::copy(u, std::ranges::copy(q, fresh->state().begin()).out);
  begin_with(std::move(fresh));
}

SimulationStatus Simulation::advance_to(double t) {
  if (!(t < INFINITY)) throw BadInput("a simulation cannot be advanced to a time that is infinite or not a number");
  if (status_ != SimulationStatus::ok || t <= loop_->time()) return status_;
  end_advance(loop_->run_to(t));
  schedule_.go_on_from(loop_->time());
  return status_;
}

// Ports and forces are those of the state that was reached.
void Simulation::end_advance(SimulationStatus status) {
  status_ = status;
  remember_failure();
  (void)loop_->motion().evaluate(loop_->time(), loop_->state());
}

// A run that stops has evaluated a state further on, which shows why.
void Simulation::remember_failure() {
  if (status_ == SimulationStatus::ok) return;
  const SystemMotion& motion = loop_->motion();
  const std::span<const double> arguments = motion.arguments();
  failed_at_ = arguments[system().at_t()];
  std::ranges::copy(arguments.subspan(system().at_q(), motion.energy_states_at()), failed_in_.begin());
}

SimulationStatus Simulation::tick() {
  if (status_ != SimulationStatus::ok) return status_;
  const double end = schedule_.next();
  loop_->begin_budget();
  end_advance(options_.evaluations_per_tick > 0 || division_.divides() ? run_in_parts(end) : loop_->run_to(end));
  schedule_.reach(loop_->time(), options_.max_lag);
  return status_;
}

// A part that has spent the budget of the tick is the last.
SimulationStatus Simulation::run_in_parts(double end) {
  if (!division_.divides()) return loop_->run_within_budget(end);
  const double begin = loop_->time(), parts = division_.parts();
  SimulationStatus status = SimulationStatus::ok;
  for (int i = 1; i <= division_.parts() && status == SimulationStatus::ok; ++i) {
    const double limit = i == division_.parts() ? end : begin + (end - begin) * (i / parts);
    status = loop_->run_within_budget(limit);
    if (loop_->time() < limit) break;
  }
  if (status == SimulationStatus::ok) division_.observe(loop_->ledger_of_state());
  return status;
}

std::string Simulation::explain() {
  if (status_ == SimulationStatus::ok) return "";
  (void)loop_->motion().evaluate(failed_at_, failed_in_);
  std::string text = model_.explain(*loop_, status_, false);
  (void)loop_->motion().evaluate(loop_->time(), loop_->state());
  return text;
}

std::string Simulation::mode() const { return to_text(std::as_const(*loop_).motion().mode(), loop_->system()); }

std::unique_ptr<Port> Simulation::make_port(const std::string& name, Vec3 offset) const {
  if (!std::isfinite(offset.x) || !std::isfinite(offset.y) || !std::isfinite(offset.z))
    throw BadInput("the offset of port '" + name + "' is not finite");
  return std::make_unique<Port>(model_.port(name), model_.system().nu(), offset);
}

void Simulation::check_slot(std::size_t slot) const {
  if (slot >= ports_.size())
    throw BadInput("there are only " + std::to_string(ports_.size()) + " ports: give SimulationOptions::ports");
}

std::unique_ptr<Port> Simulation::attach(std::size_t slot, std::unique_ptr<Port> port) {
  check_slot(slot);
  if (port && port->program().system.get() != &model_.system())
    throw BadInput("port '" + port->name() + "' belongs to another model");
  loop_->motion().attach(slot, port.get());
  std::swap(ports_[slot], port);
  (void)loop_->motion().evaluate(loop_->time(), loop_->state());
  return port;
}

Port& Simulation::port(const std::string& name) {
  for (const auto& port : ports_)
    if (port && port->name() == name && port->offset() == Vec3{}) return *port;
  const auto free = std::ranges::find_if(ports_, [](const auto& port) { return port == nullptr; });
  if (free == ports_.end())
    throw BadInput("all " + std::to_string(ports_.size()) + " ports are in use: give SimulationOptions::ports");
  const auto slot = static_cast<std::size_t>(free - ports_.begin());
  (void)attach(slot, make_port(name));
  return *ports_[slot];
}

double Simulation::port_work(std::size_t slot) const {
  check_slot(slot);
  return std::as_const(*loop_).state()[loop_->motion().port_work_at() + slot];
}

SimulationStatus Simulation::mobility(const Port& port, std::span<double, 36> out) {
  if (std::ranges::find(ports_, &port, &std::unique_ptr<Port>::get) == ports_.end())
    throw BadInput("port '" + port.name() + "' is not attached to this simulation");
  return translate(loop_->motion().evaluate_mobility(port, out));
}

double Simulation::value(std::string_view name) {
  const System& system = loop_->system();
  const std::span<const double> y = std::as_const(*loop_).state();
  const SystemMotion& motion = std::as_const(*loop_).motion();
  if (const std::size_t i = find_name(system.q, name); i != absent) return y[i];
  if (const std::size_t i = find_name(system.u, name); i != absent) return y[system.nq() + i];
  if (const std::size_t i = find_name(system.z, name); i != absent) return y[system.nq() + system.nu() + i];
  if (const std::size_t i = find_name(system.discretes, name); i != absent) return motion.discretes()[i];
  if (const std::size_t i = find_name(system.inputs, name); i != absent) return motion.inputs()[i];
  if (const std::size_t i = find_name(system.outputs, name); i != absent)
    return loop_->evaluate_outputs(loop_->time(), y)[system.output_values[i]];
  if (const std::size_t i = find_name(model_.description().parameters, name); i != absent)
    return motion.parameters()[i];
  refuse_name("quantity", name);
}

std::vector<double> Simulation::forces(std::string_view name) {
  const System& system = loop_->system();
  const Watch& watch = loop_->evaluate_outputs(loop_->time(), loop_->state());
  if (const std::size_t i = find_name(system.built_in, name); i != absent) return {watch[system.built_in_force[i]]};
  std::vector<double> list;
  for (std::size_t i = 0; i < system.rows.size(); ++i)
    if (system.rows[i].group == name || system.rows[i].name == name)
      list.push_back(std::as_const(*loop_).motion().forces()[i]);
  if (list.empty()) refuse_name("constraint or contact", name);
  return list;
}

double Simulation::force(std::string_view name) { return forces(name).front(); }

std::size_t Simulation::constraint_index(std::string_view name) const {
  const std::size_t i = find_name(model_.description().constraints, name);
  return i != absent ? i : (refuse_name("constraint", name), absent);
}

std::size_t Simulation::find_external_row(std::string_view name) const {
  for (std::size_t i = system().program_rows(); i < system().rows.size(); ++i)
    if (system().rows[i].name == name) return i;
  return absent;
}

bool Simulation::is_active(std::string_view name) const {
  if (const std::size_t row = find_external_row(name); row != absent)
    return std::as_const(*loop_).motion().mode().active[row] != 0;
  const ModelDescription::Constraint& constraint = model_.description().constraints[constraint_index(name)];
  return constraint.is_built_in || std::as_const(*loop_).motion().mode().active[constraint.rows.front()] != 0;
}

void Simulation::set_input(std::string_view name, double value, double rate) {
  const std::size_t i = find_name(loop_->system().inputs, name);
  if (i == absent) refuse_name("input", name);
  if (rate != 0) check_no_event_sets(i);
  loop_->motion().set_input(i, value, rate, loop_->time());
}

// The rate would overrule the event at the next evaluation.
void Simulation::check_no_event_sets(std::size_t input) const {
  for (const EventDescription& event : system().events)
    for (const ActionDescription& action : event.actions)
      if (action.kind == ActionDescription::Kind::set_input && action.target == input)
        throw BadInput("input '" + system().inputs[input].name + "' cannot be given with a rate: event '" + event.name +
                       "' sets it");
}

SimulationStatus Simulation::set_parameter(std::string_view name, double value) {
  const std::size_t i = find_name(model_.description().parameters, name);
  if (i == absent) refuse_name("parameter", name);
  if (model_.description().parameters[i].is_fixed)
    throw BadInput("parameter '" + std::string(name) +
                   "' cannot be changed during a run: the model was made with its " +
                   "value, for a table or for the number of repetitions; load the model with another value");
  const SimulationStatus status = loop_->set_parameter(i, value);
  (void)loop_->motion().evaluate(loop_->time(), loop_->state());
  return status;
}

void Simulation::set_external_row(std::string_view name, ExternalRowFunction function) {
  const std::size_t row = find_external_row(name);
  if (row == absent) refuse_name("external row", name);
  if (is_active(name))
    throw BadInput("external row '" + std::string(name) + "' is active: switch it off before you change its function");
  const std::size_t index = row - system().program_rows();
  external_functions_[index] = std::move(function);
  loop_->motion().set_external_row(index, external_functions_[index]);
}

SimulationStatus Simulation::set_constraint(std::string_view name, bool active) {
  if (const std::size_t row = find_external_row(name); row != absent) {
    if (!external_functions_[row - system().program_rows()])
      throw BadInput("external row '" + std::string(name) + "' has no function: give it one by set_external_row()");
    loop_->motion().notice_external_change();  // the function may read what has changed since
    return switch_rows(std::span(&row, 1), active);
  }
  const ModelDescription::Constraint& constraint = model_.description().constraints[constraint_index(name)];
  if (!constraint.is_switchable)
    throw BadInput("constraint '" + constraint.name + "' cannot be switched by hand: " +
                   (constraint.is_built_in     ? "it is built into the speeds"
                    : constraint.has_condition ? "a condition decides whether it holds"
                                               : "it always holds; give it `active` in the model"));
  return switch_rows(constraint.rows, active);
}

SimulationStatus Simulation::switch_rows(std::span<const std::size_t> rows, bool active) {
  using Kind = ActionDescription::Kind;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Kind on = system().rows[rows[k]].holds_initial_value ? Kind::hold : Kind::switch_on;
    actions_[k] = {active ? on : Kind::switch_off, rows[k], 0};
  }
  const SimulationStatus status = loop_->apply(std::span(actions_).first(rows.size()));
  (void)loop_->motion().evaluate(loop_->time(), loop_->state());
  return status;
}

}  // namespace tangible
