// SPDX-License-Identifier: Apache-2.0
// Passivity observer and controller in the time domain, parallel form (Hannaford & Ryu 2002): the hand's wrench f comes
// in, a motion goes out. Energy flows into the display while f . v > 0. The energy from the hand at the device, less
// that received by the model at its handle, is the display's own share; where it is negative the display has created
// energy, and the reference yields to the hand, v_2 = v_1 + f/alpha, until the hand has supplied it.
#pragma once

#include "haptics/tracking_drive.h"

namespace tangible {

struct AdmittanceGuardOptions {
  double tick = 1e-3;
  LinearAndRotary hand_stiffness{2000, 5};  // N/m, N m/rad, of the stiffest hand: f/alpha stays stable with it
  LinearAndRotary hand_inertia{2, 5e-3};    // kg, kg m^2, of the heaviest hand: the same
  double cap_share = 0.5;                   // of the largest 1/alpha that is stable with the delay
  LinearAndRotary max_yield{0.05, 0.5};     // m/s, rad/s
  bool acts = true;                         // false: observes only
};

struct AdmittanceGuardReport {
  double from_hand = 0;   // work of the hand at the device, J
  double to_model = 0;    // work at the handle of the model in the same time, J
  double dissipated = 0;  // required of the yielding, J
  double made = 0;        // largest excess of energy that the display had made, J
  double forgotten = 0;   // surplus discarded while there is no hand, J
  double yielded = 0;     // m, path of the yielding
  double turned = 0;      // rad
  long active = 0, capped = 0, ticks = 0;

  // Energy that the display has taken (positive) or made, J.
  double balance() const { return from_hand - to_model; }
};

// Largest g for which x(n+1) = x(n) - g x(n-d) is stable: 2, 1, 0.62, 0.45, ... A spring K on a reference that yields
// by f/alpha is this with g = K T/alpha.
double yielding_cap(int delay);
// A mass M that is moved by f/alpha answers with f(k) = -M (v(k) - v(k-1))/T: v(k+1) = -g (v(k) - v(k-1)) with
// g = M/(alpha T) is stable below one half, and delays do not lower that.
inline constexpr double yielding_mass_cap = 0.5;

class AdmittanceGuard {
 public:
  static constexpr int max_delay = 15;

  AdmittanceGuard() = default;
  AdmittanceGuard(const AdmittanceGuardOptions& options, int delay);

  int delay() const { return delay_; }
  // Books the displacement of the device since the sample before, and returns how the reference yields over the next
  // tick, as a velocity. `to_model` is the work done on the model since the tick before, `error` the lag of the device
  // behind its reference: the hand's work over this lag is still to come.
  Twist correct(const Wrench& hand, const Pose& pose, const Twist& error, double to_model);
  // The next sample continues no path.
  void restart() { has_sample_ = false; }
  // A saturated device stays behind for reasons of its own.
  void set_active(bool acts) { acts_ = acts; }
  const AdmittanceGuardReport& report() const { return report_; }

 private:
  void observe(const Wrench& hand, const Pose& pose, double to_model);

  AdmittanceGuardOptions options_;
  int delay_ = 0;
  double cap_ = 0;
  std::array<double, max_delay + 1> to_model_{};
  long ticks_ = 0;
  bool acts_ = true;
  bool has_sample_ = false;
  Wrench hand_;
  Pose pose_;
  double balance_ = 0;  // as in the report, but for surplus that was forgotten
  AdmittanceGuardReport report_;
};

}  // namespace tangible
