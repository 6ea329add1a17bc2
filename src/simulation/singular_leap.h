// SPDX-License-Identifier: Apache-2.0
// SingularLeap: steps over singular configurations, by extrapolation of the regular states before them (leap.h).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "simulation/leap.h"
#include "simulation/mechanism_state.h"

namespace tangible {

class SingularLeap {
 public:
  explicit SingularLeap(MechanismState& state);

  void forget() { leap_.forget(); }
  Leap::Extent extent() const { return leap_.extent(); }
  void restore(const Leap::Extent& extent) { leap_.restore(extent); }
  // The present state, if it is near a singular configuration: regularity is the smallest pivot of the rows. True: a
  // leap may rest on it.
  bool remember(double regularity, std::span<const double> slope);
  // The state at a later time, if it lies on the constraints: where the branch turns sharply but is not singular it
  // would not. extrapolate() has it as it is, projected() on the constraints.
  bool reach(double end, std::vector<double>& extrapolated);
  std::span<const double> projected() const { return projected_; }
  void extrapolate(double t, std::span<double> y) { leap_.extrapolate(t, y); }
  // The end of an adaptive leap before `limit`: the time at which the rows are as regular again as they were when they
  // were last remembered.
  std::optional<double> reach_regular(double limit, std::vector<double>& extrapolated);

  // Whether the history stays valid over an instant: it does if the motion continues as if nothing had happened.
  void begin_instant();
  void end_instant(bool mode_changed);

 private:
  bool history_is_valid();
  bool keeps_energy(double end);

  MechanismState& state_;
  Leap leap_;
  bool may_go_on_ = false;
  std::vector<double> trial_, projected_, before_instant_, slope_;
};

}  // namespace tangible
