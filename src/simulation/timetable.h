// SPDX-License-Identifier: Apache-2.0
// Timetable: events whose triggers depend on time alone. Their times are known before a step is taken, which can end
// there at once instead of being taken too far and located.
#pragma once

#include <span>
#include <vector>

#include "program/evaluation.h"
#include "simulation/motion.h"

namespace tangible {

class Timetable {
 public:
  explicit Timetable(const System& system);

  bool holds(std::size_t event) const { return system_->events[event].timed != absent; }
  // Where a step from t that would end at `end` has to end, and whether a trigger has just passed there. A pair of
  // crossings is found if one of `samples` times, evenly spaced, lies between them.
  struct End {
    double t;
    bool passes;
  };
  End find_end(double t, double end, const SystemMotion& motion, int samples = 1);
  // Triggers at a time, by EventDescription::timed, if find_end() has just evaluated them there; else nothing.
  std::span<const double> cached_triggers(double t, const SystemMotion& motion) const;

 private:
  bool copy_inputs(std::span<const double> values, std::size_t at);
  std::span<const double> evaluate_at(double t);
  bool any_passes(std::span<const double> before, const Mode& mode) const;
  double find_passing(const EventDescription& event, double low, double high);

  const System* system_;
  Evaluation program_;
  std::vector<std::size_t> events_;
  std::vector<double> before_;  // by output, where the step begins
  std::vector<double> last_;    // of the last evaluation
  std::vector<double> known_;   // at the last end
  double known_at_;
  SystemMotion::InputRevision copied_revision_;
};

}  // namespace tangible
