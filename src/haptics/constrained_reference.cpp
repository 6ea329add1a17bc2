// SPDX-License-Identifier: Apache-2.0
// A tick of the simulation under a measured force.
#include "haptics/constrained_reference.h"

#include <algorithm>

namespace tangible {
Port& port_of_first_handle(Simulation& run) {
  const ModelDescription& d = run.model().description();
  if (d.handles.empty())
    throw BadInput(d.path + ": error: the model has no handle through which a hand could push\n  add one: handles: " +
                   "{grip: {at: P, frame: B}}");
  return run.port(d.handles.front().name);
}

ConstrainedReference::ConstrainedReference(Simulation& run, WrenchHold hold, double tick)
    : run_(run),
      plant_(run, Method::rk4, tick),
      port_(port_of_first_handle(run)),
      measured_(hold),
      task_(run.model().task(), run.model().system()),
      wrench_(run.model().system().nu()),
      tick_(tick),
      z_(task_.nz()),
      now_(task_.nx()),
      before_(task_.nx()) {
  (void)plant_.add_handle(port_.name());
}

TaskStatus coordinates_at(Simulation& run, TaskNumbers& task, std::span<const double> z, std::span<double> q) {
  task.place(run.loop().motion().arguments());
  const std::vector<double> rest(z.size());
  task.place_parameters(z, rest);
  if (task.program().gives_coordinates()) {
    std::ranges::copy(task.psi_coordinates(), q.begin());
    return TaskStatus::ok;
  }
  const std::vector<double> x(task.psi_position().begin(), task.psi_position().end());
  return task.coordinates_of(x, q);
}

TaskStatus ConstrainedReference::begin(std::span<const double> z) {
  if (!z.empty()) {
    std::vector<double> q(task_.system().nq());
    const std::vector<double> u(task_.system().nu());
    if (const TaskStatus s = coordinates_at(run_, task_, z, q); s != TaskStatus::ok) return s;
    run_.reset(q, u);
    std::ranges::copy(z, z_.begin());
  }
  measured_.forget();
  place();
  return TaskStatus::ok;
}

void ConstrainedReference::place() {
  task_.place(run_.loop().motion().arguments());
  std::ranges::copy(task_.position(), now_.x.begin());
  task_.velocity(now_.v);
}

TaskStatus ConstrainedReference::tick(double t, std::span<const double> force) {
  Wrench wrench;
  if (!wrench_.find(task_, port_, force, wrench)) return TaskStatus::not_by_wrench;
  plant_.apply(0, measured_.sample(t, wrench, port_.pose().orientation));
  SystemMotion& motion = run_.loop().motion();
  if (motion.evaluate(run_.time(), run_.loop().state()) != DynamicsStatus::ok) return TaskStatus::failed_motion;
  before_ = now_;
  task_.acceleration(motion.accelerations(), before_.a);
  if (plant_.step(tick_) != PlantStatus::running) return TaskStatus::failed_motion;
  place();
  return z_.empty() ? TaskStatus::ok : task_.parameters_of(now_.x, z_);
}

}  // namespace tangible
