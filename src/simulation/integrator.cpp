// SPDX-License-Identifier: Apache-2.0
// Steps by the method of the run.
#include "simulation/integrator.h"

namespace tangible {
namespace {

constexpr double singular_for_derivatives = 1e-4;  // pivots of the rows

}  // namespace

Integrator::Integrator(const System& system, const SimulationOptions& options, std::size_t size)
    : method_(options.method), fixed_(options.method, size), quartic_(size), adaptive_(size) {
  if (method_ == Method::implicit && system.has_derivatives()) implicit_.emplace(system, size);
  adaptive_.tolerance = {options.tolerance, options.tolerance / 100};
}

Integrator::Result Integrator::step(SystemMotion& motion, double t, double h, std::span<const double> y,
                                    std::span<double> out) {
  if (is_adaptive()) {
    const DormandPrince::Trial trial = adaptive_.step(motion, t, h, y, out);
    return {translate(trial.status), true, trial.error};
  }
  if (implicit_) {
    // At a singular position derivatives of the motion have no bounds: from there an explicit step is taken, and also
    // where there are none though the motion continues, as of a drag v |v| at rest.
    const DynamicsStatus begun = fixed_.begin(motion, t, y);
    if (begun != DynamicsStatus::ok) return {translate(begun)};
    if (motion.embedding().smallest_pivot() > singular_for_derivatives) {
      const ImplicitSteps::Result result = implicit_->step(motion, t, h, y, out);
      if (result.has_derivatives) return {translate(result.status), result.converged};
      if (const DynamicsStatus again = fixed_.begin(motion, t, y); again != DynamicsStatus::ok)
        return {translate(again)};
    }
  }
  return {translate(fixed_.step(motion, t, h, y, out))};
}

}  // namespace tangible
