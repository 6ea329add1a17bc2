// SPDX-License-Identifier: Apache-2.0
// A cart in a firm hand, and a device that fails for a while: no force within five ticks, none on the model either,
// everything counted, and the run goes on where the hand takes hold again.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "haptics/held_model.h"

namespace tangible {
namespace {

using testing::ModelInHand;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr int fails = 500, returns = 700, ends = 1500;  // ticks

// A simulated device whose samples are spoilt while it fails.
class FailingDevice : public Device {
 public:
  FailingDevice(const OperatorOptions& hand, std::function<void(DeviceSample&)> spoil)
      : inner_({}, hand), spoil_(std::move(spoil)) {}
  std::string_view name() const override { return "failing"; }
  ClockOwner clock() const override { return ClockOwner::host; }
  DeviceLimits limits() const override { return inner_.limits(); }
  DeviceState state() const override { return inner_.state(); }
  DeviceSample read(double now) override {
    DeviceSample sample = inner_.read(now);
    if (tick >= fails && tick < returns)
      spoil_(sample);
    else
      last_ = sample;
    return sample;
  }
  void write(const Wrench& w) override { inner_.write(written = w); }
  bool write_target(const Pose&) override { return false; }
  void stop() override { inner_.stop(); }
  void resume() override { inner_.resume(); }
  const DeviceSample& last_good() const { return last_; }

  int tick = 0;
  Wrench written;

 private:
  SimulatedDevice inner_;
  std::function<void(DeviceSample&)> spoil_;
  DeviceSample last_;
};

struct Fault {
  const char* name;
  std::function<void(DeviceSample&, const DeviceSample& last_good)> spoil;
  long SampleCheckCounts::*count;
};

TEST(HeldFaults, of_each_kind_leave_no_force_within_five_ticks_and_the_run_goes_on) {
  const Fault faults[] = {
      {"vanishes", [](DeviceSample& s, const DeviceSample&) { s.valid = false; }, &SampleCheckCounts::missing},
      {"no number in its position", [](DeviceSample& s, const DeviceSample&) { s.pose.position.y = nan; },
       &SampleCheckCounts::not_finite},
      {"no orientation",
       [](DeviceSample& s, const DeviceSample&) {
         s.pose.orientation = {0, 0, 0, 0};
       },
       &SampleCheckCounts::not_finite},
      {"no number in its velocity", [](DeviceSample& s, const DeviceSample&) { s.velocity.linear.x = nan; },
       &SampleCheckCounts::not_finite},
      {"hangs", [](DeviceSample& s, const DeviceSample& last) { s = last; }, &SampleCheckCounts::stale},
      {"jumps to and fro",
       [n = 0](DeviceSample& s, const DeviceSample&) mutable { s.pose.position.x += n++ % 2 == 0 ? 3 : -3; },
       &SampleCheckCounts::jumps}};
  for (const Fault& fault : faults) {
    SCOPED_TRACE(fault.name);
    OperatorOptions hand = firm_operator();
    hand.waypoints = {{0, {}}, {1.5, {0.3, 0.05}}};
    FailingDevice* it = nullptr;
    FailingDevice device(hand, [&](DeviceSample& s) { fault.spoil(s, it->last_good()); });
    it = &device;
    ModelInHand held(load("models/shopping_cart/shopping_cart.yaml"), no_operator(), {},
                   CouplerForm::in_stages_extrapolated, &device);
    double work = 0, largest_after = 0;
    for (device.tick = 0; device.tick < ends; ++device.tick) {
      const int k = device.tick;
      ASSERT_EQ(held.servo.tick(k * ModelInHand::T), PlantStatus::running);
      ASSERT_TRUE(is_finite(device.written.force));
      if (k == fails - 1) {
        EXPECT_GT(norm(device.written.force), 0.05);
      }
      if (k == fails + 5) work = held.plant.work(held.handle);
      if (k >= fails + 4 && k < returns) {
        ASSERT_EQ(device.written, Wrench{}) << k;
      }
      if (k > fails + 5 && k < returns) {
        ASSERT_EQ(held.plant.work(held.handle), work) << k;
      }
      if (k == returns) {
        EXPECT_LT(norm(device.written.force), 0.05);  // from zero stretch, by a ramp
      }
      if (k > returns) largest_after = std::max(largest_after, norm(device.written.force));
    }
    EXPECT_TRUE(held.port.is_engaged());
    EXPECT_GT(largest_after, 0.05);
    EXPECT_EQ(held.port.check().counts().losses, 1);
    EXPECT_GE(held.port.check().counts().*fault.count, returns - fails - 2);
    EXPECT_NEAR(held.run.energies().drift(), 0, 1e-6);
  }
}

// SIGTERM and Ctrl-C end in Servo::release, a model that cannot go on too.
TEST(HeldFaults, a_run_that_ends_leaves_no_force_and_no_load) {
  OperatorOptions hand = firm_operator();
  hand.waypoints = {{0, {}}, {1, {0.3}}};
  FailingDevice device(hand, [](DeviceSample&) {});
  ModelInHand held(load("models/shopping_cart/shopping_cart.yaml"), no_operator(), {},
                 CouplerForm::in_stages_extrapolated, &device);
  for (int k = 0; k < 400; ++k) held.servo.tick(k * ModelInHand::T);
  EXPECT_GT(norm(device.written.force), 0.05);
  held.servo.release();
  EXPECT_EQ(device.written, Wrench{});
  EXPECT_FALSE(held.port.is_engaged());
}

}  // namespace
}  // namespace tangible
