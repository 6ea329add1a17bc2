// SPDX-License-Identifier: Apache-2.0
// Ticks of a scripted hand on an admittance display.
#include "haptics/admittance_trial.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

std::shared_ptr<const TaskProgram> program_with_hand(const Model& model) {
  auto program = model.task();
  if (!program->hand)
    throw BadInput(model.description().path +
                   ": error: `task` has no hand\n  write the forces of a hand: task: {hand: {x1: ..., until: 3 s}}");
  return program;
}

// Translations and rotations by the units of x.
std::vector<double> masses_of(const TaskProgram& program, const LinearAndRotary& apparent) {
  std::vector<double> masses;
  for (const Quantity& x : program.x) masses.push_back(x.unit == "m" ? apparent.linear : apparent.rotary);
  return masses;
}

WrenchHold hold_of(AdmittanceVariant variant) {
  switch (variant) {
    case AdmittanceVariant::world: return WrenchHold::world;
    case AdmittanceVariant::handle_frame: return WrenchHold::handle_frame;
    case AdmittanceVariant::line: return WrenchHold::extrapolated;
    case AdmittanceVariant::line_in_handle: return WrenchHold::extrapolated_in_handle;
    default: return WrenchHold::parabola_in_handle;
  }
}

long release_tick(const TaskProgram& program, const AdmittanceOptions& options) {
  if (options.repeats || !(program.release < 1e9 * options.tick)) return std::numeric_limits<long>::max();
  return std::lround(program.release / options.tick);
}

void copy_to(std::span<const double> from, std::vector<double>& to) { to.assign(from.begin(), from.end()); }

}  // namespace

std::string_view name_of(AdmittanceVariant variant) {
  switch (variant) {
    case AdmittanceVariant::algorithm_one: return "algorithm1";
    case AdmittanceVariant::world: return "world";
    case AdmittanceVariant::handle_frame: return "handle";
    case AdmittanceVariant::line: return "line-world";
    case AdmittanceVariant::line_in_handle: return "line";
    case AdmittanceVariant::extrapolated: return "extrapolated";
  }
  return {};
}

std::vector<double> start_parameters(Simulation& run, TaskNumbers& task) {
  std::vector<double> z = task.program().start_z;
  if (z.empty()) return z;
  task.place(run.loop().motion().arguments());
  const std::vector<double> x(task.position().begin(), task.position().end());
  if (const TaskStatus s = task.parameters_of(x, z); s != TaskStatus::ok)
    throw BadInput(run.model().description().path + ": error: the start of the model is not on the surface psi(z): " +
                   std::string(describe(s)) + "\n  give values of `z` in `task` near where the model begins");
  return z;
}

AdmittanceTrial::AdmittanceTrial(Simulation& run, const AdmittanceOptions& options)
    : run_(run),
      options_(options),
      program_(program_with_hand(run.model())),
      task_(program_, run.model().system()),
      hand_(task_),
      device_(masses_of(*program_, options.apparent), options.lag, options.tick),
      feedback_(program_->nx(), options.gains, options.tick),
      watch_(program_->watch) {
  if (options.variant == AdmittanceVariant::algorithm_one)
    reference_.emplace<AlgorithmOne>(run, options.form, options.tick);
  else
    reference_.emplace<ConstrainedReference>(run, hold_of(options.variant), options.tick);
  begin();
}

void AdmittanceTrial::begin() {
  if (options_.z.empty()) options_.z = start_parameters(run_, task_);
  if (options_.z.size() != program_->nz())
    throw BadInput("z has " + std::to_string(program_->nz()) + " parameters, and " + std::to_string(options_.z.size()) +
                   " values are given");
  row_.force.assign(program_->nx(), 0);
  if (auto* algorithm = std::get_if<AlgorithmOne>(&reference_)) {
    status_ = algorithm->begin(options_.z);
    device_.place(algorithm->motion().x);
  } else {
    ConstrainedReference& reference = std::get<ConstrainedReference>(reference_);
    status_ = reference.begin(options_.z);
    device_.place(reference.motion().x);
  }
  if (status_ != TaskStatus::ok)
    throw BadInput(run_.model().description().path +
                   ": error: the run cannot begin: " + std::string(describe(status_)));
  measure();
}

std::span<const double> AdmittanceTrial::motion_inputs() const {
  if (const auto* algorithm = std::get_if<AlgorithmOne>(&reference_)) return algorithm->motion_inputs();
  return std::get<ConstrainedReference>(reference_).motion_inputs();
}

// The row of this instant: what the device is found to do, what the hand does then, and what is watched.
void AdmittanceTrial::measure() {
  row_.t = time();
  const auto take = [&](const auto& reference) {
    copy_to(reference.motion().x, row_.reference_x);
    copy_to(reference.motion().v, row_.reference_v);
    copy_to(reference.z(), row_.z);
    row_.motion_error = reference.motion_error();
    row_.configuration_error = reference.configuration_error();
  };
  if (const auto* algorithm = std::get_if<AlgorithmOne>(&reference_)) {
    take(*algorithm);
    copy_to(algorithm->z_rate(), row_.z_rate);
  } else {
    take(std::get<ConstrainedReference>(reference_));
  }
  copy_to(options_.ideal_device ? row_.reference_x : device_.position(), row_.x);
  copy_to(options_.ideal_device ? row_.reference_v : device_.velocity(), row_.v);
  if (ticks_ >= release_tick(*program_, options_)) hand_.let_go();
  hand_.force(row_.t, row_.x, row_.v, row_.force);
  auto at = std::ranges::copy(motion_inputs(), watch_.inputs().begin()).out;
  at = std::ranges::copy(row_.x, at).out;
  at = std::ranges::copy(row_.v, at).out;
  std::ranges::copy(row_.force, at);
  watch_.run();
  copy_to(watch_.outputs(), row_.metrics);
}

bool AdmittanceTrial::advance() {
  if (status_ != TaskStatus::ok || time() >= options_.until - options_.tick / 2) return false;
  const auto move = [&](auto& reference) {
    status_ = reference.tick(row_.t, row_.force);
    if (options_.ideal_device || status_ != TaskStatus::ok) return;
    device_.step(feedback_.command(reference.reference(), row_.x, row_.v, row_.force, device_.masses()), row_.force);
  };
  if (auto* algorithm = std::get_if<AlgorithmOne>(&reference_))
    move(*algorithm);
  else
    move(std::get<ConstrainedReference>(reference_));
  if (status_ != TaskStatus::ok) return false;
  ++ticks_;
  measure();
  return true;
}

// --- ContinuousTrial ---

ContinuousTrial::ContinuousTrial(Model model, const AdmittanceOptions& options)
    : run_(std::move(model), {.method = Method::adaptive, .tolerance = 1e-12}),
      options_(options),
      task_(program_with_hand(run_.model()), run_.model().system()),
      stage_task_(task_),
      hand_(task_),
      wrench_(run_.model().system().nu()),
      port_(port_of_first_handle(run_)),
      x_(task_.nx()),
      v_(task_.nx()),
      force_(task_.nx()) {
  z_ = options.z.empty() ? start_parameters(run_, task_) : options.z;
  std::vector<double> q(task_.system().nq());
  const std::vector<double> u(task_.system().nu());
  status_ = coordinates_at(run_, task_, z_, q);
  if (status_ == TaskStatus::ok) run_.reset(q, u);
  port_.follow([this](const PortState& s) {
    stage_task_.place(s.motion_inputs);
    std::ranges::copy(stage_task_.position(), x_.begin());
    stage_task_.velocity(v_);
    hand_.force(s.t, x_, v_, force_);
    Wrench wrench;
    if (!wrench_.find(stage_task_, port_, force_, wrench)) status_ = TaskStatus::not_by_wrench;
    return wrench;
  });
}

bool ContinuousTrial::advance() {
  if (status_ != TaskStatus::ok || time() >= options_.until - options_.tick / 2) return false;
  if (ticks_ == release_tick(task_.program(), options_)) {
    hand_.let_go();
    port_.notice_change();
  }
  ++ticks_;
  if (run_.advance_to(time()) != SimulationStatus::ok) status_ = TaskStatus::failed_motion;
  if (status_ != TaskStatus::ok) return false;
  task_.place(run_.loop().motion().arguments());
  std::ranges::copy(task_.position(), x_.begin());
  status_ = task_.parameters_of(x_, z_);
  return status_ == TaskStatus::ok;
}

}  // namespace tangible
