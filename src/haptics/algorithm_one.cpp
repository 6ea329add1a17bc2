// SPDX-License-Identifier: Apache-2.0
// The lines of Algorithm 1, in the order in which they are printed.
#include "haptics/algorithm_one.h"

#include <algorithm>
#include <utility>

namespace tangible {
namespace {

TaskNumbers numbers_with_psi(const Simulation& run) {
  auto program = run.model().task();
  if (!program->psi)
    throw BadInput(
        run.model().description().path +
        ": error: Algorithm 1 integrates the parameters z of `task`, and the model gives none\n  add `z` and "
        "`psi` to `task`, or choose another variant, which needs neither");
  return {std::move(program), run.model().system()};
}

}  // namespace

AlgorithmOne::AlgorithmOne(Simulation& run, AlgorithmForm form, double tick)
    : run_(run),
      task_(numbers_with_psi(run)),
      form_(form),
      tick_(tick),
      y_(run.loop().state().begin(), run.loop().state().end()),
      z_(task_.nz()),
      z_rate_(task_.nz()),
      z_acceleration_(task_.nz()),
      u_rate_(task_.system().nu()),
      forcing_(task_.system().nu()),
      now_(task_.nx()),
      before_(task_.nx()) {}

TaskStatus AlgorithmOne::begin(std::span<const double> z) {
  std::ranges::copy(z, z_.begin());
  std::ranges::fill(z_rate_, 0.0);
  std::ranges::fill(now_.a, 0.0);
  run_.loop().motion().evaluate_rows(0, y_);
  task_.place(run_.loop().motion().arguments());
  return place_reference(0);
}

TaskStatus AlgorithmOne::tick(double t, std::span<const double> force) {
  SystemMotion& motion = run_.loop().motion();
  const System& system = motion.system();
  before_ = now_;
  // Lines 4 to 8: q'' under f_q, (2) and (13).
  if (!is_usable_within_step(motion.evaluate(t, y_))) return TaskStatus::failed_motion;
  task_.place(motion.arguments());
  task_.generalized_forces(force, forcing_);
  for (std::size_t r = 0; r < forcing_.size(); ++r) forcing_[r] += motion.output(system.forcing)[r];
  if (!is_usable_within_step(motion.solve_response(forcing_, motion.rows().remainders(), u_rate_)))
    return TaskStatus::failed_motion;
  // Lines 9 and 10: (14), (16).
  task_.acceleration(u_rate_, now_.a);
  std::ranges::copy(now_.a, before_.a.begin());
  task_.place_parameters(z_, z_rate_);
  if (const TaskStatus s = task_.parameter_accelerations_of(now_.a, z_acceleration_); s != TaskStatus::ok) return s;
  // Line 11.
  for (std::size_t i = 0; i < z_.size(); ++i) {
    z_[i] += z_rate_[i] * tick_ + z_acceleration_[i] * tick_ * tick_ / 2;
    z_rate_[i] += z_acceleration_[i] * tick_;
  }
  // Lines 12 and 14.
  if (const TaskStatus s = place_reference(t + tick_); s != TaskStatus::ok) return s;
  return form_ == AlgorithmForm::corrected ? project(t + tick_) : TaskStatus::ok;
}

// x_r, x_r' of z, z', then q and u of them.
TaskStatus AlgorithmOne::place_reference(double t) {
  SystemMotion& motion = run_.loop().motion();
  const std::size_t nq = task_.system().nq(), nu = task_.system().nu();
  task_.place_parameters(z_, z_rate_);
  std::ranges::copy(task_.psi_position(), now_.x.begin());
  task_.psi_velocity(now_.v);
  const std::span<double> q = std::span(y_).first(nq);
  if (task_.program().gives_coordinates())
    std::ranges::copy(task_.psi_coordinates(), q.begin());
  else if (const TaskStatus s = task_.coordinates_of(now_.x, q); s != TaskStatus::ok)
    return s;
  motion.evaluate_rows(t, y_);
  task_.place(motion.arguments());
  const TaskStatus status = task_.speeds_of(now_.v, std::span(y_).subspan(nq, nu));
  motion.evaluate_rows(t, y_);
  return status;
}

// Erratum 14.
TaskStatus AlgorithmOne::project(double t) {
  SystemMotion& motion = run_.loop().motion();
  if (!is_usable_within_step(motion.projection().project(t, y_).status)) return TaskStatus::failed_motion;
  motion.evaluate_rows(t, y_);
  task_.place(motion.arguments());
  task_.velocity(now_.v);
  return task_.parameter_rates_of(now_.v, z_rate_);
}

}  // namespace tangible
