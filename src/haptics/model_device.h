// SPDX-License-Identifier: Apache-2.0
// A device that is itself a mechanism: a Tangible model of an arm with motors, simulated beside the model that it
// displays, and held by a simulated operator. It servos its pose joint by joint, or takes wrenches and bears its own
// weight. Poses and wrenches are in the axes of the arm's N.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "engine/simulation.h"
#include "haptics/arm_kinematics.h"
#include "haptics/joint_servo.h"
#include "haptics/operator_arm.h"
#include "haptics/simulated_sensor.h"

namespace tangible {

struct ModelDeviceOptions {
  std::string path = {};    // of the arm
  std::string handle = {};  // empty: its first handle
  double period = 1e-3;
  int sub_steps = 4;       // per period, of arm, motors and hand
  double frequency = 150;  // rad/s, of the joints' servo
  double max_rate = 6;     // rad/s or m/s, of a joint's reference
  bool force_sensor = true;
  SensorFaults sensor = {};
  double max_speed = 2;          // m/s of pose targets; turns: five times as many rad/s
  double max_acceleration = 20;  // m/s^2; turns: five times as many rad/s^2
  int watchdog = 5;              // periods without a command after which it only bears its weight; zero: never
};

class ModelDevice : public Device {
 public:
  // Throws BadInput if the model is no arm.
  ModelDevice(const ModelDeviceOptions& options, const OperatorOptions& hand);

  std::string_view name() const override { return "model"; }
  ClockOwner clock() const override { return ClockOwner::host; }
  DeviceLimits limits() const override { return limits_; }
  DeviceState state() const override;
  DeviceSample read(double now) override;
  void write(const Wrench& on_device) override;
  bool write_target(const Pose& target) override;
  void stop() override { stopped_.store(true, std::memory_order_relaxed); }
  void resume() override;

  double time() const { return static_cast<double>(ticks_) * options_.period; }
  Simulation& simulation() { return *run_; }
  const JointServo& servo() const { return servo_; }
  long unreachable() const { return unreachable_; }    // targets that the arm could not reach
  long rate_limited() const { return rate_limited_; }  // targets that exceeded the rate of a joint
  bool has_failed() const { return failed_; }

 private:
  enum class Drive : std::uint8_t { none, wrench, target };
  void advance();
  void set_torques(double elapsed, double h);
  DeviceSample measure();
  DeviceLimits find_limits() const;
  JointVector joints() const;
  JointVector rates() const;
  JointVector generalized(const Wrench& w) const;

  ModelDeviceOptions options_;
  Model model_;
  std::string handle_;
  std::unique_ptr<Simulation> run_;
  Port* port_;
  JointServo servo_;
  DeviceLimits limits_;
  ArmKinematics kinematics_;
  OperatorArm arm_;
  SimulatedSensor sensor_;
  Drive drive_ = Drive::none;
  Wrench wrench_;
  JointReference reference_;  // at the beginning of the period; its speed leads to the next target
  JointVector last_speed_;    // of the period before
  bool aims_ = false;
  long ticks_ = 0, written_ = 0;
  long unreachable_ = 0, rate_limited_ = 0;
  bool failed_ = false;
  DeviceSample sample_;
  std::atomic<bool> stopped_{false};
};

}  // namespace tangible
