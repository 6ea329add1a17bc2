// SPDX-License-Identifier: Apache-2.0
// The motion program and the embedding at work.
#include "simulation/motion.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace tangible {
namespace {

// Writes the rate of a state part by part, and notes whether all of it is finite. By their bits: the exponent of
// infinity and of what is not a number is larger than all others. A sum would do as well, but each addition waits for
// the one before it.
class RateWriter {
 public:
  explicit RateWriter(double* first) : next_(first) {}
  void put(double x) {
    largest_ = std::max(largest_, std::bit_cast<std::uint64_t>(x) << 1);
    *next_++ = x;
  }
  void put(std::span<const double> values) {
    for (const double x : values) put(x);
  }
  bool is_finite() const { return largest_ < infinite; }

 private:
  static constexpr std::uint64_t infinite = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity()) << 1;
  double* next_;
  std::uint64_t largest_ = 0;
};

// The latest stage of masses and rows.
Stage find_embedding_stage(const MotionProgram& program) {
  const System& system = program.system();
  Stage latest = Stage::constant;
  for (const Slots& slots : {system.mass, system.coefficients, system.constants})
    for (std::size_t i = 0; i < slots.count; ++i) latest = std::max(latest, program.stage_of(slots[i]));
  // External rows depend on the configuration.
  return system.external_rows > 0 ? std::max(latest, Stage::configuration) : latest;
}

}  // namespace

SystemMotion::SystemMotion(const System& system, std::size_t ports)
    : MotionProgram(system),
      rows_(*this),
      friction_(*this, rows_),
      ports_(system, ports),
      solver_(static_cast<int>(system.nu()), static_cast<int>(system.rows.size()),
              static_cast<int>(system.contacts.size())),
      projection_(*this),
      embedding_stage_(find_embedding_stage(*this)),
      accelerations_(system.nu()),
      forces_(system.rows.size()),
      response_(system.nu()),
      response_forces_(system.rows.size()) {
  set_mode(make_mode(system));
}

void SystemMotion::set_mode(const Mode& mode) {
  is_embedded_ = has_embedding_ = is_solved_ = false;
  rows_.set_mode(mode, !is_stale());
  solver_.activate(rows_.active());
  set_signs(rows_.mode().signs);
}

void SystemMotion::choose_rows_afresh() {
  is_embedded_ = has_embedding_ = is_solved_ = false;
  solver_.activate(rows_.active());
}

void SystemMotion::save(Memory& memory) const {
  memory.embedding = solver_;
  memory.scales = rows_.scales();
  memory.has_embedding = has_embedding_;
}

void SystemMotion::restore(const Memory& memory) {
  solver_ = memory.embedding;
  rows_.set_scales(memory.scales);
  has_embedding_ = memory.has_embedding;
  is_embedded_ = is_solved_ = false;
}

void SystemMotion::update_mode(const Mode& mode) {
  const Mode& present = rows_.mode();
  if (mode.active != present.active) return set_mode(mode);
  if (mode.contacts != present.contacts || mode.direction != present.direction) is_solved_ = false;
  if (rows_.update_mode(mode)) is_embedded_ = is_solved_ = false;
  set_signs(rows_.mode().signs);
}

void SystemMotion::evaluate_rows(double t, std::span<const double> y) {
  drive_inputs(t, y);
  if (ports_.are_attached() && ports_.have_changed()) run_from(Stage::input);
  const std::optional<Stage> from = run(t, y);
  if (!from) return;
  if (ports_.are_attached()) ports_.evaluate(*this, t, *from);
  is_embedded_ = is_embedded_ && *from > embedding_stage_;
  is_solved_ = false;
  rows_.update();
}

DynamicsStatus SystemMotion::embed() {
  if (is_embedded_) return embedded_status_;
  if (!rows_.external().empty() && !rows_.external_rows_are_finite()) {
    has_embedding_ = false;
    return DynamicsStatus::not_finite;
  }
  embedded_status_ = solver_.embed(output(system().mass), rows_.coefficients(), rows_.constants());
  min_pivot = std::min(min_pivot, solver_.smallest_pivot());
  is_embedded_ = true;
  has_embedding_ = embedded_status_ == DynamicsStatus::ok;
  return embedded_status_;
}

DynamicsStatus SystemMotion::evaluate(double t, std::span<const double> y) {
  evaluate_rows(t, y);
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
  const std::span<const LoadCoupling> loads = friction_.evaluate_loads();
  const std::span<const double> loaded = forcing();
  is_solved_ = true;
  has_forces_ = forces_too || !loads.empty();
  if (loads.empty()) {
    solved_status_ = solver_.solve(loaded, rows_.remainders(), accelerations_,
                                   forces_too ? std::span<double>(forces_) : std::span<double>());
  } else {
    solved_status_ = solver_.solve(loaded, rows_.remainders(), loads, accelerations_, forces_);
    friction_.set_tangent_forces(forces_);
  }
  if (!system().frictions.empty()) set_sliding_friction();
  return solved_status_;
}

// Dry friction that slides is in the forcing already; here its force is reported.
void SystemMotion::set_sliding_friction() {
  for (std::size_t k = 0; k < system().frictions.size(); ++k)
    if (mode().signs[k] != 0) forces_[system().frictions[k].row] = -mode().signs[k] * friction_limit(k);
}

double SystemMotion::friction_share(std::size_t friction) const {
  const std::size_t row = system().frictions[friction].row;
  const double limit = friction_limit(friction);
  return mode().active[row] == 0 || limit == 0 ? mode().signs[friction] : -forces_[row] / limit;
}

DynamicsStatus SystemMotion::evaluate(double t, std::span<const double> y, std::span<double> y_rate, bool forces_too) {
  evaluate_rows(t, y);
  // Of the rate of the state only the work of moving rows depends on forces.
  const bool books_rows = system().power.count > 0 && rows_.does_any_work();
  const DynamicsStatus status = embed_and_solve(forces_too || books_rows);
  RateWriter rate(y_rate.data());
  rate.put(q_rate());
  rate.put(accelerations_);
  rate.put(output(system().z_rate));
  if (system().power.count > 0) {
    const Power power = evaluate_power();
    rate.put(power.fed);
    rate.put(power.dissipated);
  }
  for (const Port* port : ports_.ports()) rate.put(port == nullptr ? 0 : port->power());
  return rate.is_finite() ? status : DynamicsStatus::not_finite;
}

// A row force f gives the power f a.u = -f c: moving constraints work on the mechanism.
SystemMotion::Power SystemMotion::evaluate_power() const {
  auto [fed, dissipated] = Power{output(system().power)[0], output(system().power)[1]};
  const std::span<const double> c = rows_.constants();
  for (const int row : rows_.working()) {
    const auto i = static_cast<std::size_t>(row);
    if (c[i] != 0) fed -= forces_[i] * c[i];
  }
  if (!friction_.loads().empty()) friction_.add_power(forces_, fed, dissipated);
  if (system().energy_rate == absent) return {fed, dissipated};
  const std::span<const double> momentum = output(system().momentum);
  fed = output(system().energy_rate) + dissipated;
  for (std::size_t r = 0; r < system().nu(); ++r) fed += momentum[r] * accelerations_[r];
  for (const Port* port : ports_.ports()) fed -= port == nullptr ? 0 : port->power();  // booked on its own
  return {fed, dissipated};
}

DynamicsStatus SystemMotion::solve_response(std::span<const double> forcing, std::span<const double> remainders,
                                            std::span<double> x) {
  return friction_.loads().empty() ? solver_.solve(forcing, remainders, x)
                                   : solver_.solve(forcing, remainders, friction_.loads(), x, response_forces_);
}

bool SystemMotion::force_is_unique(std::size_t contact) const {
  const ContactDescription& description = system().contacts[contact];
  const std::size_t rows = mode().contacts[contact] == ContactState::sticking ? description.tangents + 1 : 1;
  if (solver_.redundant_rows().empty()) return true;
  for (std::size_t row = description.row; row < description.row + rows; ++row)
    if (!solver_.force_is_unique(static_cast<int>(row))) return false;
  return true;
}

void SystemMotion::update_slip_directions(double t, std::span<const double> y) {
  if (!friction_.slides_in_plane()) return;
  evaluate_rows(t, y);
  if (friction_.update_directions()) is_solved_ = false;
}

void SystemMotion::set_external_row(std::size_t index, ExternalRowFunction function) {
  rows_.external().set_function(index, std::move(function));
  run_from(Stage::configuration);
}

double SystemMotion::force_against(std::size_t what) const {
  double force = ports_.force_against(what);
  for (std::size_t k = 0, i = system().program_rows(); i < system().rows.size(); ++k, ++i)
    if (mode().active[i]) force += forces_[i] * rows_.external().against(k, what);
  return force;
}

void SystemMotion::attach(std::size_t slot, Port* port) {
  ports_.attach(slot, port);
  is_solved_ = false;
  if (port != nullptr) run_from(Stage::configuration);
}

DynamicsStatus SystemMotion::evaluate_mobility(const Port& port, std::span<double, 36> mobility) {
  const DynamicsStatus status = embed();
  if (status != DynamicsStatus::ok && status != DynamicsStatus::singular_configuration) return status;
  const std::size_t nu = system().nu();
  const std::span<const double> j = port.partial_velocities();
  for (std::size_t k = 0; k < 6; ++k) {
    solver_.evaluate_response(j.subspan(k * nu, nu), response_);
    for (std::size_t i = 0; i < 6; ++i) {
      double sum = 0;
      for (std::size_t r = 0; r < nu; ++r) sum += j[i * nu + r] * response_[r];
      mobility[i * 6 + k] = sum;
    }
  }
  return DynamicsStatus::ok;
}

}  // namespace tangible
