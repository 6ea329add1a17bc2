// SPDX-License-Identifier: Apache-2.0
// The motion program and the embedding at work.
#include "simulation/motion.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tangible {
namespace {

// Below this slip the direction of two-dimensional friction is the one that was set when slipping began.
constexpr double slow_slip = 1e-9;

// By their bits: the exponent of what is infinite or not a number is larger than all others. A sum would tell as well,
// but each addition waits for the one before it.
bool are_finite(std::span<const double> values) {
  constexpr std::uint64_t infinite = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity()) << 1;
  std::uint64_t largest = 0;
  for (const double x : values) largest = std::max(largest, std::bit_cast<std::uint64_t>(x) << 1);
  return largest < infinite;
}

}  // namespace

SystemMotion::SystemMotion(const System& system, std::size_t ports)
    : system_(&system),
      program_(system.motion),
      embedding_stage_(find_embedding_stage()),
      solver_(static_cast<int>(system.nu()), static_cast<int>(system.rows.size()),
              static_cast<int>(system.contacts.size())),
      accelerations_(system.nu()),
      forces_(system.rows.size()),
      answer_forces_(system.rows.size()),
      zeros_(std::max(system.nu(), system.rows.size())),
      right_(system.nu()),
      residuals_(system.rows.size()),
      correction_(system.nu()),
      coupling_loads_(system.nu() * system.contacts.size()),
      slip_shares_(system.rows.size()),
      constants_(system.rows.size()),
      flatness_(system.rows.size(), 1.0),
      small_(system.built_in_coefficients.count + system.built_in_configuration.count),
      ports_(ports),
      forcing_(system.nu()) {
  std::ranges::copy(system.parameters, parameters().begin());
  std::ranges::copy(system.start_discretes, discretes().begin());
  std::ranges::copy(system.start_inputs, inputs().begin());
  held_.reserve(system.rows.size());
  moving_.reserve(system.rows.size());
  may_move_.resize(system.rows.size());
  couplings_.reserve(system.contacts.size());
  for (const ContactDescription& contact : system.contacts) rubs_ = rubs_ || contact.tangents > 0;
  program_.run();
  for (std::size_t i = 0; i < system.rows.size(); ++i) {
    const Program& program = program_.code().program();
    const bool is_fixed = program.stage_of(program.outputs[system.constants[i]].value) == Stage::constant;
    may_move_[i] = is_fixed && output(system.constants)[i] == 0 ? 0 : 1;
  }
  set_mode(make_mode(system));
}

Stage SystemMotion::find_embedding_stage() const {
  const Program& program = program_.code().program();
  Stage latest = Stage::constant;
  for (const Slots& slots : {system_->mass, system_->coefficients, system_->constants})
    for (std::size_t i = 0; i < slots.count; ++i)
      latest = std::max(latest, program.stage_of(program.outputs[slots[i]].value));
  return latest;
}

void SystemMotion::set_mode(const Mode& mode) {
  mode_ = mode;
  is_embedded_ = has_embedding_ = is_solved_ = false;
  held_.clear();
  for (std::size_t i = 0; i < mode.active.size(); ++i)
    if (mode.active[i]) held_.push_back(static_cast<int>(i));
  solver_.activate(held_);
  is_measured_ = false;
  if (!is_stale_) measure_rows();
  take_offsets();
}

void SystemMotion::go_on_in(const Mode& mode) {
  if (mode.active != mode_.active) return set_mode(mode);
  if (mode.contacts != mode_.contacts || mode.direction != mode_.direction) is_solved_ = false;
  const std::span declared(mode.offset.data(), system_->declared_rows);
  const bool shifts = !std::ranges::equal(declared, std::span(mode_.offset).first(declared.size()));
  mode_ = mode;
  if (!shifts) return;
  is_embedded_ = is_solved_ = false;
  take_offsets();
}

void SystemMotion::take_offsets() {
  shifted_ = false;
  for (std::size_t i = 0; i < system_->declared_rows; ++i)
    shifted_ = shifted_ || (!system_->rows[i].configuration && mode_.offset[i] != 0);
  shift_constants();
  sort_rows();
}

// Of the rows that hold: those that may do work, and whether none of them keeps coordinates in their places.
void SystemMotion::sort_rows() {
  moving_.clear();
  moves_speeds_only_ = system_->built_in_configuration.count == 0 && system_->energy_rate == absent;
  for (const int row : held_) {
    const auto i = static_cast<std::size_t>(row);
    if (may_move_[i] != 0 || shifted_) moving_.push_back(row);
    moves_speeds_only_ = moves_speeds_only_ && !system_->rows[i].configuration;
  }
}

void SystemMotion::note_changes(double t, std::span<const double> y) {
  const std::span<double> in = program_.inputs();
  const double* known = in.data() + system_->at_q();
  const auto differs = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i)
      if (!(known[i] == y[i])) return true;  // also where it is not a number
    return false;
  };
  if (!(in[system_->at_t()] == t) || differs(0, system_->nq()))
    run_from(Stage::configuration);
  else if (differs(system_->nq(), books_at()))
    run_from(Stage::state);
}

void SystemMotion::run_program(double t, std::span<const double> y) {
  if (drive) drive(t, y, inputs());
  if (attached_ > 0) notice_wrenches();
  note_changes(t, y);
  if (!is_stale_) return;
  program_.inputs()[system_->at_t()] = t;
  std::copy_n(y.begin(), books_at(), program_.inputs().begin() + static_cast<std::ptrdiff_t>(system_->at_q()));
  ++evaluations_;
  program_.run(stale_);
  for (Port* port : ports_)
    if (port != nullptr)
      port->evaluate(program_.inputs(), t, program_.inputs().subspan(system_->at_u(), system_->nu()), stale_);
  is_embedded_ = is_embedded_ && stale_ > embedding_stage_;
  is_stale_ = is_solved_ = false;
  shift_constants();
  if (!is_measured_) measure_rows();
}

void SystemMotion::attach(std::size_t slot, Port* port) {
  attached_ += (port != nullptr ? 1U : 0U) - (ports_[slot] != nullptr ? 1U : 0U);
  ports_[slot] = port;
  is_solved_ = false;
  if (port == nullptr) return;
  port->forget();
  run_from(Stage::configuration);
}

// A port whose wrench was changed changes the accelerations at a state that is known otherwise.
void SystemMotion::notice_wrenches() {
  std::uint64_t revision = 0;
  for (const Port* port : ports_)
    if (port != nullptr) revision += port->revision();
  if (revision == port_revision_) return;
  port_revision_ = revision;
  run_from(Stage::input);
}

std::span<const double> SystemMotion::forcing_with_ports() {
  if (attached_ == 0) return output(system_->forcing);
  std::ranges::copy(output(system_->forcing), forcing_.begin());
  for (const Port* port : ports_)
    if (port != nullptr) port->add_generalized_forces(forcing_);
  return forcing_;
}

DynamicsStatus SystemMotion::evaluate_mobility(const Port& port, std::span<double, 36> mobility) {
  const DynamicsStatus status = embed();
  if (status != DynamicsStatus::ok && status != DynamicsStatus::singular_configuration) return status;
  const std::size_t nu = system_->nu();
  const std::span<const double> j = port.partial_velocities();
  for (std::size_t k = 0; k < 6; ++k) {
    solver_.evaluate_response(j.subspan(k * nu, nu), correction_);
    for (std::size_t i = 0; i < 6; ++i) {
      double sum = 0;
      for (std::size_t r = 0; r < nu; ++r) sum += j[i * nu + r] * correction_[r];
      mobility[i * 6 + k] = sum;
    }
  }
  return DynamicsStatus::ok;
}

void SystemMotion::shift_constants() {
  if (!shifted_) return;
  std::ranges::copy(output(system_->constants), constants_.begin());
  for (std::size_t i = 0; i < system_->declared_rows; ++i)
    if (!system_->rows[i].configuration) constants_[i] -= mode_.offset[i];
}

DynamicsStatus SystemMotion::embed() {
  if (is_embedded_) return embedded_status_;
  embedded_status_ = solver_.embed(output(system_->mass), output(system_->coefficients), constants());
  least_pivot = std::min(least_pivot, solver_.smallest_pivot());
  is_embedded_ = true;
  has_embedding_ = embedded_status_ == DynamicsStatus::ok;
  return embedded_status_;
}

// A sliding contact: every unit of normal force brings -mu times the direction of slip along its tangents.
std::span<const LoadCoupling> SystemMotion::friction_loads() {
  couplings_.clear();
  if (!rubs_) return couplings_;
  const std::size_t nu = system_->nu();
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const ContactDescription& contact = system_->contacts[c];
    if (mode_.contacts[c] != ContactState::sliding || contact.tangents == 0) continue;
    const std::span<double> load = std::span(coupling_loads_).subspan(c * nu, nu);
    std::ranges::fill(load, 0.0);
    double slip = 0;
    for (std::size_t k = 1; k <= contact.tangents; ++k) slip = std::hypot(slip, row_speed(contact.row + k));
    const bool follows = contact.tangents > 1 && slip > slow_slip;
    // Beyond the instant at which slip ends it has turned round, and friction is carried on as it was: smoothly.
    const double way = follows && slip_along(c) < 0 ? -1 : 1;
    for (std::size_t k = 1; k <= contact.tangents; ++k) {
      const std::size_t row = contact.row + k;
      const double along = follows ? way * row_speed(row) / slip : mode_.direction[row];
      const double* a = program_.outputs().data() + system_->coefficients[row * nu];
      slip_shares_[row] = -friction(c) * along;
      for (std::size_t r = 0; r < nu; ++r) load[r] += slip_shares_[row] * a[r];
    }
    couplings_.push_back({static_cast<int>(contact.row), load});
  }
  return couplings_;
}

DynamicsStatus SystemMotion::evaluate(double t, std::span<const double> y) {
  run_program(t, y);
  return embed_and_solve(true);
}

// At a singular configuration the branch continues the velocity, which is no failure.
DynamicsStatus SystemMotion::embed_and_solve(bool forces_too) {
  const DynamicsStatus embedded = embed();
  const DynamicsStatus solved = is_solved_ && (has_forces_ || !forces_too) ? solved_status_ : solve(forces_too);
  const bool regular = embedded == DynamicsStatus::ok || embedded == DynamicsStatus::singular_configuration;
  const DynamicsStatus status = regular ? solved : embedded;
  return status == DynamicsStatus::singular_configuration ? DynamicsStatus::ok : status;
}

DynamicsStatus SystemMotion::solve(bool forces_too) {
  const std::span<const LoadCoupling> loads = friction_loads();
  const std::span<const double> forcing = forcing_with_ports(), remainders = output(system_->remainders);
  is_solved_ = true;
  has_forces_ = forces_too || !loads.empty();
  if (loads.empty())
    return solved_status_ = solver_.solve(forcing, remainders, accelerations_,
                                          forces_too ? std::span<double>(forces_) : std::span<double>());
  solved_status_ = solver_.solve(forcing, remainders, loads, accelerations_, forces_);
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const ContactDescription& contact = system_->contacts[c];
    if (mode_.contacts[c] != ContactState::sliding) continue;
    for (std::size_t row = contact.row + 1; row <= contact.row + contact.tangents; ++row)
      forces_[row] = slip_shares_[row] * forces_[contact.row];
  }
  return solved_status_;
}

// Of the rate of the state only the book of rows that move needs forces.
bool SystemMotion::needs_forces() const {
  if (system_->power.count == 0 || moving_.empty()) return false;
  const std::span<const double> c = constants();
  return std::ranges::any_of(moving_, [&](int row) { return c[static_cast<std::size_t>(row)] != 0; });
}

DynamicsStatus SystemMotion::evaluate(double t, std::span<const double> y, std::span<double> y_rate, bool forces_too) {
  run_program(t, y);
  const DynamicsStatus status = embed_and_solve(forces_too || needs_forces());
  auto rate = y_rate.begin();
  rate = std::ranges::copy(output(system_->q_rate), rate).out;
  rate = std::ranges::copy(accelerations_, rate).out;
  rate = std::ranges::copy(output(system_->z_rate), rate).out;
  if (system_->power.count > 0) {
    rate[0] = output(system_->power)[0];
    rate[1] = output(system_->power)[1];
    add_power_of_rows(rate[0], rate[1]);
    if (system_->energy_rate != absent) {
      const std::span<const double> momentum = output(system_->momentum);
      rate[0] = program_.outputs()[system_->energy_rate] + rate[1];
      for (std::size_t r = 0; r < system_->nu(); ++r) rate[0] += momentum[r] * accelerations_[r];
      for (const Port* port : ports_) rate[0] -= port == nullptr ? 0 : port->power();  // booked on its own
    }
    rate += static_cast<std::ptrdiff_t>(system_->power.count);
  }
  for (const Port* port : ports_) *rate++ = port == nullptr ? 0 : port->power();
  return are_finite(y_rate) ? status : DynamicsStatus::not_finite;
}

// A row force f gives the power f a.u = -f c: moving constraints work on the mechanism. Friction takes mu f |slip|;
// what else it gives comes from a moving surface.
void SystemMotion::add_power_of_rows(double& fed, double& dissipated) const {
  const std::span<const double> c = constants();
  for (const int row : moving_) {
    const auto i = static_cast<std::size_t>(row);
    if (c[i] != 0) fed -= forces_[i] * c[i];
  }
  const double* u = program_.inputs().data() + system_->at_u();
  for (const LoadCoupling& coupling : couplings_) {
    const double force = forces_[static_cast<std::size_t>(coupling.row)];
    double power = 0, slip = 0;
    for (std::size_t r = 0; r < system_->nu(); ++r) power += force * coupling.load[r] * u[r];
    const auto contact =
        std::ranges::find(system_->contacts, static_cast<std::size_t>(coupling.row), &ContactDescription::row);
    const auto index = static_cast<std::size_t>(contact - system_->contacts.begin());
    for (std::size_t k = 1; k <= contact->tangents; ++k) slip = std::hypot(slip, row_speed(contact->row + k));
    if (slip_along(index) < 0) slip = -slip;  // beyond its end: smoothly
    const double heat = force * slip * friction(index);
    dissipated += heat;
    fed += power + heat;
  }
}

DynamicsStatus SystemMotion::answer(std::span<const double> forcing, std::span<const double> remainders,
                                    std::span<double> x) {
  return couplings_.empty() ? solver_.solve(forcing, remainders, x)
                            : solver_.solve(forcing, remainders, couplings_, x, answer_forces_);
}

double SystemMotion::row_speed(std::size_t row) const {
  double value = constants()[row];
  const std::size_t nu = system_->nu();
  const double* a = output(system_->coefficients).data() + row * nu;
  const double* u = program_.inputs().data() + system_->at_u();
  for (std::size_t r = 0; r < nu; ++r) value += a[r] * u[r];
  return value;
}

double SystemMotion::row_acceleration(std::size_t row) const {
  double value = output(system_->remainders)[row];
  const double* a = output(system_->coefficients).data() + row * system_->nu();
  for (std::size_t r = 0; r < system_->nu(); ++r) value += a[r] * accelerations_[r];
  return value;
}

double SystemMotion::row_value(std::size_t row) const {
  return output(system_->configuration)[row] - (system_->rows[row].configuration ? mode_.offset[row] : 0);
}

double SystemMotion::friction(std::size_t contact) const {
  const std::size_t slot = system_->contacts[contact].friction;
  return slot == absent ? 0 : program_.outputs()[slot];
}

double SystemMotion::static_friction(std::size_t contact) const {
  const std::size_t slot = system_->contacts[contact].static_friction;
  return slot == absent ? friction(contact) : program_.outputs()[slot];
}

double SystemMotion::slip_along(std::size_t contact) const {
  const ContactDescription& description = system_->contacts[contact];
  double along = 0;
  for (std::size_t row = description.row + 1; row <= description.row + description.tangents; ++row)
    along += row_speed(row) * mode_.direction[row];
  return along;
}

bool SystemMotion::force_is_unique(std::size_t contact) const {
  const ContactDescription& description = system_->contacts[contact];
  const std::size_t rows = mode_.contacts[contact] == ContactState::sticking ? description.tangents + 1 : 1;
  if (solver_.redundant_rows().empty()) return true;
  for (std::size_t row = description.row; row < description.row + rows; ++row)
    if (!solver_.force_is_unique(static_cast<int>(row))) return false;
  return true;
}

void SystemMotion::turn_directions(double t, std::span<const double> y) {
  if (!rubs_) return;
  for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
    const ContactDescription& contact = system_->contacts[c];
    if (mode_.contacts[c] != ContactState::sliding || contact.tangents < 2) continue;
    run_program(t, y);
    const double x = row_speed(contact.row + 1), z = row_speed(contact.row + 2), slip = std::hypot(x, z);
    if (slip <= slow_slip) continue;
    mode_.direction[contact.row + 1] = x / slip;
    mode_.direction[contact.row + 2] = z / slip;
    is_solved_ = false;
  }
}

}  // namespace tangible
