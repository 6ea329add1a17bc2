// SPDX-License-Identifier: Apache-2.0
// The loop in real and in virtual time: honest counts, watchdog, replay, no memory.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "haptics/allocations.h"
#include "haptics/plants.h"
#include "haptics/realtime_loop.h"
#include "haptics/recorded_device.h"
#include "haptics/simulated_device.h"

namespace tangible {
namespace {

OperatorOptions presser() {
  OperatorOptions arm = firm_operator();
  arm.waypoints = {{0, {}}, {0.2, {0.02}}, {0.5, {-0.01}}, {0.8, {0.03}}};
  return arm;
}

SimulatedDeviceOptions line_device() {
  SimulatedDeviceOptions o;
  o.freedoms = {true, false, false, false, false, false};
  return o;
}

HapticPortOptions line_port(const Device& device) {
  HapticPortOptions o = port_options_for(device.limits(), 1e-3);
  o.gains = {{800, 0}, {1, 0}};
  return o;
}

TEST(VirtualTime, a_run_is_repeated_bit_by_bit_from_its_recording) {
  SimulatedDevice device(line_device(), presser());
  RecordingDevice recorder(device, 1000);
  testing::MassOnLine mass{.mass = 0.5};
  HapticPort port(recorder, line_port(recorder));
  Servo servo(PlantRef(mass), 1e-3);
  servo.add_port(port);
  run_in_virtual_time(servo, 1000);
  const std::string path = ::testing::TempDir() + "device_record.txt";
  write_device_record(recorder.record(), path);
  ReplayDevice replay(read_device_record(path));
  std::remove(path.c_str());
  testing::MassOnLine again{.mass = 0.5};
  HapticPort same(replay, line_port(replay));
  Servo second(PlantRef(again), 1e-3);
  second.add_port(same);
  run_in_virtual_time(second, 1000);
  EXPECT_EQ(replay.position(), 1000U);
  EXPECT_EQ(replay.differences(), 0);
  EXPECT_EQ(again.x, mass.x);
}

TEST(VirtualTime, five_percent_of_missed_ticks_are_counted_and_the_model_keeps_up) {
  SimulatedDevice device(line_device(), presser());
  testing::MassOnLine mass{.mass = 0.5};
  HapticPort port(device, line_port(device));
  Servo servo(PlantRef(mass), 1e-3);
  servo.add_port(port);
  run_in_virtual_time(servo, 4000, [](long k) { return k % 20 == 7; });
  EXPECT_EQ(servo.report().ticks + servo.report().missed, 4000);
  EXPECT_EQ(servo.report().missed, 200);
  EXPECT_EQ(servo.report().model_lag, 0);
  EXPECT_NEAR(mass.x, 0.03, 1e-4);
}

TEST(VirtualTime, nothing_in_the_tick_takes_memory) {
  SimulatedDevice device(line_device(), presser());
  RecordingDevice recorder(device, 3000);
  testing::MassOnLine mass{.mass = 0.5};
  const CouplerTable table(device.limits(), {}, 0);
  HapticPortOptions options = line_port(recorder);
  options.table = &table;
  options.form = CouplerForm::implicit;
  HapticPort port(recorder, options);
  Servo servo(PlantRef(mass), 1e-3);
  servo.add_port(port);
  const long before = testing::allocations;
  for (int k = 0; k < 2000; ++k) servo.tick(k * 1e-3);
  EXPECT_EQ(testing::allocations, before);
  const std::vector<double> counted(3);
  EXPECT_GT(testing::allocations, before);
}

// A wall whose step takes 50 ms once.
struct StallingWall : testing::FixedHandle {
  long steps = 0;
  PlantStatus step(double) {
    if (++steps == 200) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return PlantStatus::running;
  }
};

TEST(RealTime, ticks_run_and_ticks_missed_make_up_the_elapsed_time_and_a_stall_appears_as_such) {
  SimulatedDevice device(line_device(), presser());
  StallingWall wall;
  HapticPort port(device, line_port(device));
  Servo servo(PlantRef(wall), 1e-3);
  servo.add_port(port);
  servo.set_max_catch_up(1000);
  RealtimeLoop loop(servo, {.duration = 1});
  loop.start();
  const LoopStatistics& s = loop.join();
  EXPECT_EQ(s.run + s.missed, s.scheduled);
  EXPECT_EQ(s.scheduled, 1000);
  EXPECT_GE(s.missed, 48);
  EXPECT_GE(s.period.max(), 0.049);
  EXPECT_GE(s.watchdog, 1);
  EXPECT_EQ(wall.steps + s.model_lag, s.scheduled);  // all but ticks at the very end were made up for
  EXPECT_EQ(device.state().condition, DeviceCondition::stopped);
  RecordProperty("lateness_us", std::to_string(s.lateness.quantile(0.5) * 1e6));
}

TEST(RealTime, commands_reach_the_loop_and_live_figures_come_back) {
  SimulatedDevice device(line_device(), presser());
  testing::FixedHandle wall;
  HapticPort port(device, line_port(device));
  Servo servo(PlantRef(wall), 1e-3);
  servo.add_port(port);
  RealtimeLoop loop(servo, {});
  loop.start();
  EXPECT_TRUE(loop.send({LoopCommand::Kind::gains, 0, {{500, 0}, {0.5, 0}}}));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (loop.live().ticks < 300 && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_GE(loop.live().ticks, 300);
  loop.stop();
  loop.join();
  EXPECT_EQ(port.coupler().gains().stiffness.linear, 500);
}

TEST(CommandRing, what_goes_in_comes_out_in_order_across_threads) {
  CommandRing<int, 16> ring;
  std::thread writer([&] {
    for (int i = 0; i < 10000;)
      if (ring.push(i))
        ++i;
      else
        std::this_thread::yield();
  });
  int expected = 0, value = 0;
  while (expected < 10000) {
    if (ring.pop(value)) {
      ASSERT_EQ(value, expected++);
    } else {
      std::this_thread::yield();
    }
  }
  writer.join();
  EXPECT_FALSE(ring.pop(value));
}

TEST(Histogram, quantiles_are_right_to_the_width_of_a_bin) {
  Histogram h;
  for (int i = 1; i <= 1000; ++i) h.add(i * 1e-6);
  EXPECT_NEAR(h.quantile(0.5) / 500e-6, 1, 0.1);
  EXPECT_NEAR(h.quantile(0.99) / 990e-6, 1, 0.1);
  EXPECT_EQ(h.max(), 1000 * 1e-6);
  EXPECT_EQ(h.count(), 1000);
}

}  // namespace
}  // namespace tangible
