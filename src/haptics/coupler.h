// SPDX-License-Identifier: Apache-2.0
// The virtual coupler: a spring and a damper in one to six freedoms between the device and a handle of the model.
//   stretch e = (X - p, rotation vector of R_handle R_device^-1),  wrench on the device F = K e + B (V - w)
// The rotation vector is regular at zero; at half a turn its axis is defined and its length is pi at most (errata 13).
#pragma once

#include <optional>

#include "haptics/device.h"

namespace tangible {

struct HandleState {
  Pose pose;
  Twist velocity;
  // Change of (linear, angular) velocity per unit of impulse (force, torque), row by row: j M^-1 j^T.
  std::array<double, 36> mobility{};
  Wrench driving = {};  // on the handle by what leads it, if it is led
  // Its present linear acceleration without the wrench on it, m/s^2; nothing: not known by the plant.
  std::optional<Vec3> own_acceleration = {};
};

struct CouplerGains {
  LinearAndRotary stiffness;  // N/m, N m/rad
  LinearAndRotary damping;    // N s/m, N m s/rad
  friend constexpr bool operator==(const CouplerGains&, const CouplerGains&) = default;
};

enum class CouplerForm : std::uint8_t {
  held,                    // the wrench of the tick's beginning acts on the handle over the tick, in axes of N
  held_in_handle_frame,    // the same, turning with the handle
  in_stages,               // spring and damper are evaluated inside the integrator's stages; the device's pose is held
  in_stages_extrapolated,  // the same; the device's pose is extrapolated with its velocity
  implicit                 // the wrench of the tick's end, predicted by the handle's mobility, is held
};

// Directions in which the coupler acts, in axes that are turned by `axes` from those of N.
struct CouplerDirections {
  Freedoms mask = all_freedoms;
  Quaternion axes;
};

// The wrench on the handle as a function of its motion within one tick.
struct StageCoupler {
  Pose device;
  Twist device_velocity;  // zero where the pose is held
  Twist damped_velocity;  // that of the damper's far end
  CouplerGains gains;
  CouplerDirections directions;
  Twist offset;      // stretch at which the spring is relaxed
  Wrench bias = {};  // of the pull, besides spring and damper: what a limited force differs from them
  double reach = 0;  // s; the device's pose is extrapolated no further

  // `dt` is the time since the device was read.
  Wrench operator()(double dt, const Pose& handle, const Twist& velocity) const;
};

// Entries of the coupler's books; sums since the start. J
//   work_on_device + work_on_handle + stored + dissipated + retuned = hold + curvature + limited
// (stored: since the start)
struct CouplerBooks {
  double work_on_device = 0;  // of the force held over each tick, as limited, without the guard's
  double work_on_handle = 0;
  double stored = 0;
  double dissipated = 0;  // by the damper
  double hold = 0;        // K |de|^2/2 of each tick: given by the zero-order hold
  double curvature = 0;   // from finite turns, and from the jump of the axis at half a turn
  double retuned = 0;     // taken out when gains changed
  double limited = 0;     // (F - F').de of ticks in which a limit let only F' of the force F act
};

class Coupler {
 public:
  Coupler() = default;
  Coupler(const CouplerGains& gains, const CouplerDirections& directions, CouplerForm form, double tick)
      : gains_(gains), directions_(directions), form_(form), tick_(tick) {}

  // Begins a tick: computes the wrench on the device. Closes the books of the tick before.
  Wrench begin_tick(const Pose& device, const Twist& device_velocity, const HandleState& handle);
  // Of the wrench that `begin_tick` returned only this acts, on the device and back on the handle: a device that cannot
  // push harder does not push the model harder either. The force follows the stretch again as soon as it is below the
  // limit; nothing winds up.
  void limit(const Wrench& on_device);
  // Forgets where device and handle were, after a clutch or a reset; the stored energy is booked as taken out.
  void reset();
  // New gains at the next tick. The spring is shifted, or its energy taken out, so that no energy is given: a stiffer
  // spring starts with the force it had; its shift goes back only as fast as the damper pays for it.
  void retune(const CouplerGains& gains);
  // New gains at the next tick, at once, whatever energy that creates: for hands that cannot feel it.
  void replace_gains(const CouplerGains& gains);

  // The wrench on the handle that belongs to the last `begin_tick`.
  Wrench wrench_on_handle() const;
  StageCoupler stage_function() const;

  const CouplerGains& gains() const { return gains_; }
  CouplerForm form() const { return form_; }
  const CouplerDirections& directions() const { return directions_; }
  const CouplerBooks& books() const { return books_; }
  // Left side less right side of the identity above.
  double imbalance() const;
  // Linear and angular stretch after the mask and the shift.
  Twist stretch() const { return stretch_; }

 private:
  Twist stretch_between(const Pose& device, const Pose& handle) const;
  Twist masked(const Twist& v) const;
  Wrench implicit_wrench(const Twist& spring_end, const Twist& rate, const HandleState& handle) const;
  void close_tick(const Pose& device, const Pose& handle);
  void relax_shift(double dissipated);
  void change_gains();
  double energy(const Twist& stretch) const;

  CouplerGains gains_, next_gains_;
  bool has_next_gains_ = false, shifts_ = true;
  CouplerDirections directions_;
  CouplerForm form_ = CouplerForm::held;
  double tick_ = 1e-3;
  bool open_ = false;  // a tick has begun and is not closed
  Pose device_, handle_;
  Twist device_velocity_;
  Twist stretch_, offset_;
  Wrench full_, wrench_, spring_, damper_;  // on the device; the second as limited
  CouplerBooks books_;
};

}  // namespace tangible
