// SPDX-License-Identifier: Apache-2.0
// The watch program at work.
#include "simulation/watch.h"

#include <algorithm>
#include <utility>

namespace tangible {

void Watch::evaluate(double t, std::span<const double> y, SystemMotion& motion) {
  const std::span<double> in = program_.inputs();
  const auto put = [&](std::span<const double> values, std::size_t at) {
    std::ranges::copy(values, in.begin() + static_cast<std::ptrdiff_t>(at));
  };
  const std::span<const double> parameters = std::as_const(motion).parameters();
  const bool same = std::ranges::equal(parameters, in.first(parameters.size()));
  if (!same) put(parameters, 0);
  in[system_->at_t()] = t;
  put(y.first(motion.books_at()), system_->at_q());
  put(motion.discretes(), system_->at_discrete());
  put(motion.inputs(), system_->at_input());
  put(motion.accelerations(), system_->at_acceleration());
  put(motion.forces(), system_->at_force());
  program_.run(same ? Stage::configuration : Stage::parameter);
}

}  // namespace tangible
