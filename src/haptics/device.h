// SPDX-License-Identifier: Apache-2.0
// The seam between the servo loop and a haptic device: what a device reports, what it accepts, what it can bear.
// Poses, twists and wrenches are in the axes of the device's own base; metres, radians, newtons, seconds.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string_view>

#include "simulation/spatial.h"

namespace tangible {

// The party whose clock makes the next tick: the loop, the device's own driver, or the arrival of a message.
enum class ClockOwner : std::uint8_t { host, device, message };

struct DeviceSample {
  double time = 0;  // when the pose was measured, on the clock that `Device::read` is called with
  Pose pose;
  Twist velocity;
  Wrench measured;  // exerted on the device by the hand, if `has_measured`
  double grip = 0;  // opening of the gripper, rad or m
  std::uint32_t buttons = 0;
  bool has_measured = false;
  bool valid = false;  // false: nothing new was read; the other members repeat the last valid sample
};

// The order of the six freedoms everywhere: three translations, then three rotations.
using Freedoms = std::array<bool, 6>;
inline constexpr Freedoms all_freedoms{true, true, true, true, true, true};
inline constexpr Freedoms translations{true, true, true, false, false, false};

// One number for translations, one for rotations: N and N m, N/m and N m/rad, kg and kg m^2, ...
struct LinearAndRotary {
  double linear = 0;
  double rotary = 0;
  friend constexpr bool operator==(const LinearAndRotary&, const LinearAndRotary&) = default;
};

inline constexpr double unlimited = std::numeric_limits<double>::infinity();

struct DeviceLimits {
  LinearAndRotary max_effort{unlimited, unlimited};         // N, N m; for an instant
  LinearAndRotary continuous_effort{unlimited, unlimited};  // N, N m; for any length of time
  LinearAndRotary max_stiffness{unlimited, unlimited};      // N/m, N m/rad, that the maker allows
  LinearAndRotary max_damping{unlimited, unlimited};        // N s/m, N m s/rad, that the maker allows
  LinearAndRotary inertia;                                  // kg, kg m^2: effective mass at the handle
  LinearAndRotary damping;                                  // N s/m, N m s/rad, inherent
  LinearAndRotary friction;                                 // N, N m, Coulomb
  LinearAndRotary resolution;                               // m, rad: one step of the encoders
  Vec3 workspace_center;
  LinearAndRotary workspace{unlimited, unlimited};         // radius of the ball, m; largest turn from the start, rad
  LinearAndRotary max_speed{unlimited, unlimited};         // m/s, rad/s, of pose targets
  LinearAndRotary max_acceleration{unlimited, unlimited};  // m/s^2, rad/s^2, of pose targets
  Freedoms actuated = all_freedoms;
  int delay = 0;                 // samples between measurement and reading, as far as it is declared
  bool exact_velocity = false;   // the velocity is measured; otherwise it is differenced from positions
  bool senses_force = false;     // samples carry the hand's wrench
  bool servos_position = false;  // prefers pose targets to wrenches
};

enum class DeviceCondition : std::uint8_t { ready, stopped, lost, faulty };

struct DeviceState {
  DeviceCondition condition = DeviceCondition::ready;
  std::string_view error;  // empty while all is well; text that lives as long as the program
};

// `wait`, `read`, `write` and `resume` are called by the loop's thread and neither allocate nor throw. `stop` may be
// called from any thread while another is inside `read` or `write`: the device shows no force from then on, until
// `resume`.
class Device {
 public:
  virtual ~Device() = default;

  virtual std::string_view name() const = 0;
  virtual ClockOwner clock() const = 0;
  virtual DeviceLimits limits() const = 0;
  virtual DeviceState state() const = 0;
  // Of a device that owns the clock, or whose messages do: returns when there is a new sample, or without one after a
  // time of its own. A device that has fallen silent leaves the clock to the host until it is heard again.
  virtual void wait(double /*now*/) {}
  // The newest sample at the time `now` of the loop. Returns at once.
  virtual DeviceSample read(double now) = 0;
  virtual void write(const Wrench& on_device) = 0;
  // For devices that servo their position. Returns false if this one does not.
  virtual bool write_target(const Pose& target) = 0;
  virtual void stop() = 0;
  virtual void resume() = 0;
};

}  // namespace tangible
