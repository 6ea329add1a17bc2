// SPDX-License-Identifier: Apache-2.0
// A haptic device that exists only as numbers, held by a simulated operator: a table that shifts along x, y, z and
// carries a gimbal that turns about x, then y, then z. Each freedom is a linear system that is advanced exactly.
#pragma once

#include <atomic>

#include "haptics/freedom_dynamics.h"
#include "haptics/position_servo.h"
#include "haptics/simulated_operator.h"
#include "haptics/simulated_sensor.h"

namespace tangible {

struct SimulatedDeviceOptions {
  Freedoms freedoms = translations;  // the others are fixed
  FreedomProperties linear{.mass = 0.1, .damping = 1.0, .max_effort = 20};
  FreedomProperties rotary{.mass = 1e-4, .damping = 2e-3, .max_effort = 1};
  FreedomValues start{};
  double period = 1e-3;
  int sub_steps = 4;            // per period; the operator's efforts are linear in time within each
  int delay = 0;                // samples, at most 15
  bool declares_delay = true;   // in its limits
  bool stamps_delay = true;     // in the time of each sample
  bool exact_velocity = false;  // otherwise differenced from encoder positions
  bool force_sensor = false;
  SensorFaults sensor;
  LinearAndRotary end_effector;  // kg, kg m^2 of the device's inertia that lie beyond the load cell
  bool position_drive = false;   // servos its position; wrenches still release it
  double servo_frequency = 300;  // rad/s, of the position servo
  int watchdog = 5;              // periods without a new wrench after which the device drops its force; zero: never
};

class SimulatedDevice : public Device {
 public:
  SimulatedDevice(const SimulatedDeviceOptions& options, OperatorOptions hand);

  std::string_view name() const override { return "simulated"; }
  ClockOwner clock() const override { return ClockOwner::host; }
  DeviceLimits limits() const override;
  DeviceState state() const override;
  // Advances to `now` in whole periods under the wrench written last.
  DeviceSample read(double now) override;
  void write(const Wrench& on_device) override;
  bool write_target(const Pose& target) override;
  void stop() override { stopped_.store(true, std::memory_order_relaxed); }
  void resume() override;

  // The truth behind the encoders, for tests: positions of the motors and of the tips.
  FreedomValues motor_positions() const;
  FreedomValues tip_positions() const;
  double kinetic_energy() const;
  // Work done by the commanded efforts as they acted, exact for the held efforts of devices without lag.
  double work_of_commands() const { return work_; }
  double time() const { return static_cast<double>(ticks_) * options_.period; }

 private:
  static constexpr int max_delay = 15;
  void advance();
  void drop_command();
  void advance_freedom(int i, double t);
  double external_effort(int i, double t) const;
  DeviceSample measure();
  Pose pose_of(const FreedomValues& q) const;
  Wrench hand_wrench() const;
  double effort_of(std::size_t n, double elapsed);

  SimulatedDeviceOptions options_;
  SimulatedOperator operator_;
  std::array<FreedomDynamics, 6> held_, free_;
  std::array<FreedomState, 6> state_;
  std::array<PositionServo, 6> servo_;
  SimulatedSensor sensor_;
  FreedomValues command_{}, acting_{};
  long written_ = 0;  // period of the last wrench
  FreedomValues last_encoders_{};
  FreedomValues grip_shift_{};  // distance from the intention to the position where hold was taken
  double grip_start_ = -1e9;
  bool holding_ = false;
  bool started_ = false;
  long ticks_ = 0;
  long measured_ = 0;
  double work_ = 0;
  std::array<DeviceSample, max_delay + 1> past_{};
  std::atomic<bool> stopped_{false};
};

// The gimbal's angles to an orientation, and the columns that map their rates to the angular velocity.
Quaternion gimbal_orientation(Vec3 angles);
Vec3 gimbal_angles(Quaternion orientation);  // the second one between two right angles
std::array<Vec3, 3> gimbal_axes(Vec3 angles);

}  // namespace tangible
