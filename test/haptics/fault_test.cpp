// SPDX-License-Identifier: Apache-2.0
// Stalls on the wall clock, honest time, several devices at once, and the limit of virtual damping that was measured on
// real devices.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <thread>

#include "extent.h"
#include "haptics/held_model.h"
#include "haptics/plants.h"
#include "haptics/realtime_loop.h"

namespace tangible {
namespace {

using Clock = std::chrono::steady_clock;
constexpr Freedoms only_x{true, false, false, false, false, false};

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// Passes everything on and notes how long after the beginning of a stall it is stopped.
class TimedDevice : public SimulatedDevice {
 public:
  using SimulatedDevice::SimulatedDevice;
  void stop() override {  // by the watchdog, and at the end by the loop
    SimulatedDevice::stop();
    const std::scoped_lock lock(notes_);
    const long began = stall_began.load();
    if (began == 0 || noted_ == began || count_ >= delays_.size()) return;
    noted_ = began;
    delays_[count_++] = seconds_since(Clock::time_point(Clock::duration(began)));
  }
  std::vector<double> delays() const {
    return {delays_.begin(), delays_.begin() + static_cast<std::ptrdiff_t>(count_)};
  }
  std::atomic<long> stall_began{0};

 private:
  std::mutex notes_;
  long noted_ = 0;
  std::array<double, 200> delays_{};
  std::size_t count_ = 0;
};

// A wall whose step takes 12 ms every so often.
struct StallingPlant : testing::FixedHandle {
  TimedDevice* device = nullptr;
  long steps = 0, every = 40, stalls = 0, most = 100;
  PlantStatus step(double) {
    if (++steps % every != 0) return PlantStatus::running;
    if (stalls == most) return PlantStatus::ended;
    ++stalls;
    device->stall_began.store(Clock::now().time_since_epoch().count());
    std::this_thread::sleep_for(std::chrono::milliseconds(12));
    return PlantStatus::running;
  }
};

HapticPortOptions plain_port(const Device& device) {
  HapticPortOptions o = port_options_for(device.limits(), 1e-3);
  o.gains = {{800, 0}, {0.5, 0}};
  return o;
}

SimulatedDeviceOptions device_along_x() {
  SimulatedDeviceOptions o;
  o.freedoms = only_x;
  return o;
}

// The watchdog needs five ticks of silence and to be scheduled: the median is printed, only its presence is demanded.
TEST(Faults, a_hundred_stalls_are_noticed_and_their_median_is_printed) {
  TimedDevice device(device_along_x(), firm_operator());
  StallingPlant wall;
  wall.device = &device;
  HapticPort port(device, plain_port(device));
  Servo servo(PlantRef(wall), 1e-3);
  servo.add_port(port);
  servo.set_max_catch_up(0);
  RealtimeLoop loop(servo, {});
  loop.start();
  const LoopStatistics& s = loop.join();
  std::vector<double> delays = device.delays();
  EXPECT_EQ(wall.stalls, 100);
  EXPECT_GE(delays.size(), 80U);
  EXPECT_EQ(s.run + s.missed, s.scheduled);
  std::ranges::sort(delays);
  if (delays.empty()) return;
  const double median = delays[delays.size() / 2];
  std::printf("force zero after %.2f ms (median of %zu stalls, 5 ticks of silence are 5 ms), largest %.2f ms\n",
              1e3 * median, delays.size(), 1e3 * delays.back());
  RecordProperty("median_ms", std::to_string(1e3 * median));
}

// A wall whose step takes 50 ms once, and that notes how long the loop was away then, and what it says it has missed.
struct OneStall : testing::FixedHandle {
  const Servo* servo = nullptr;
  long steps = 0, at = 0, missed_before = 0, missed = -1;
  Clock::time_point began, first, last;
  double away = 0;  // s, from the step that stalled to that of the next tick
  PlantStatus step(double) {
    last = Clock::now();
    if (++steps == 1) first = last;
    if (steps == at) {
      missed_before = servo->report().missed;
      began = Clock::now();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    } else if (steps > at && missed < 0 && servo->report().missed > missed_before) {
      missed = servo->report().missed - missed_before;
      away = seconds_since(began);
    }
    return PlantStatus::running;
  }
};

// Ticks run and missed make up the time by the clock; what the model has not made up for is its lag; a stall of 50 ms
// appears as exactly the ticks that were due in it.
void expect_honest_time(double duration, double rate) {
  SimulatedDevice device(device_along_x(), firm_operator());
  OneStall wall;
  wall.at = std::lround(duration * rate / 2);
  HapticPort port(device, plain_port(device));
  Servo servo(PlantRef(wall), 1 / rate);
  wall.servo = &servo;
  servo.add_port(port);
  RealtimeLoop loop(servo, {.priority = 20, .duration = duration});
  loop.start();
  const LoopStatistics& s = loop.join();
  const double elapsed = std::chrono::duration<double>(wall.last - wall.first).count();
  EXPECT_EQ(s.scheduled, std::lround(duration * rate));
  EXPECT_EQ(s.run + s.missed, s.scheduled);
  EXPECT_EQ(wall.steps + s.model_lag, s.scheduled);
  EXPECT_NEAR(elapsed, duration,
              2 / rate + s.lateness.max());  // from the first tick to the last, each as late as it is
  // Both ends of the stall lie somewhere in their ticks; up to five steps are made up for before the look.
  EXPECT_GE(wall.away, 0.05);
  EXPECT_NEAR(static_cast<double>(wall.missed), wall.away * rate - 1, 1.2);
  EXPECT_GE(s.period.max(), 0.05);
  EXPECT_GE(s.model_lag, wall.missed - 5);
  EXPECT_LE(s.model_lag, s.missed);
  if (s.fifo && rate <= 1000) {
    EXPECT_LT(s.lateness.quantile(0.5), 50e-6);
  }
  std::printf(
      "%.0f s at %.0f Hz: %ld run, %ld missed, lag %ld; a stall of %.1f ms took %ld ticks; %s; lateness median %.1f "
      "us, "
      "99 %% %.1f us, largest %.1f us\n",
      duration, rate, s.run, s.missed, s.model_lag, 1e3 * wall.away, wall.missed,
      s.fifo ? "SCHED_FIFO" : "ordinary scheduler", 1e6 * s.lateness.quantile(0.5), 1e6 * s.lateness.quantile(0.99),
      1e6 * s.lateness.max());
}

TEST(HonestTime, two_seconds_at_1_khz_are_two_thousand_ticks_run_or_missed) { expect_honest_time(2, 1000); }
// `ctest -L slow`, or --gtest_also_run_disabled_tests --gtest_filter='*HonestTime*'; at 4 kHz figures are printed only.
TEST(HonestTime, DISABLED_sixty_seconds_at_1_khz) { expect_honest_time(60, 1000); }
TEST(HonestTime, DISABLED_ten_seconds_at_4_khz) { expect_honest_time(10, 4000); }

// Two hands on one cart, at its grip and at its body: each has its own coupler, the books contain both, and one that is
// lost leaves the other alone.
TEST(SeveralDevices, hold_several_handles_of_one_model) {
  Simulation run(load("models/shopping_cart/shopping_cart.yaml"), {.method = Method::rk4, .step = 1e-3, .ports = 2});
  SimulationPlant plant(run, Method::rk4, 1e-3);
  const int grip = plant.add_handle("grip"), body = plant.add_handle("basket");
  OperatorOptions puller = firm_operator(), holder = light_operator();
  puller.waypoints = {{0, {}}, {0.5, {0.1, 0}}};
  SimulatedDevice first({}, puller), second({}, holder);
  const CouplerTable& table = testing::table_of_the_simulated_device();
  const auto options = [&](int handle) {
    HapticPortOptions o = port_options_for(first.limits(), 1e-3);
    o.handle = handle;
    o.form = CouplerForm::in_stages_extrapolated;
    o.table = &table;
    o.gains = table.gains_for(plant.handle(handle), o.directions, 0).gains;
    return o;
  };
  HapticPort one(first, options(grip)), two(second, options(body));
  Servo servo(PlantRef(plant), 1e-3);
  servo.add_port(one);
  servo.add_port(two);
  ASSERT_EQ(run_in_virtual_time(servo, 800), PlantStatus::running);
  EXPECT_GT(norm(one.sent().force), 0.01);
  EXPECT_GT(norm(two.sent().force), 0.01);
  EXPECT_NE(plant.work(grip), 0);
  EXPECT_NE(plant.work(body), 0);
  const Ledger l = run.energies();
  EXPECT_NEAR(l.ports, plant.work(grip) + plant.work(body), 1e-12);
  EXPECT_NEAR(l.drift(), 0, 1e-6);
  second.stop();
  for (int k = 800; k < 1200; ++k) ASSERT_EQ(servo.tick(k * 1e-3), PlantStatus::running);
  EXPECT_FALSE(two.is_engaged());
  EXPECT_TRUE(one.is_engaged());
  EXPECT_EQ(two.sent(), Wrench{});
}

// The largest virtual damping (no spring) with which the motor of a device stays within two encoder steps after a tap.
double clean_damping(double rate, const FreedomProperties& properties) {
  double low = 0.01, high = 1000;
  for (int i = 0; i < 16; ++i) {
    const double B = std::sqrt(low * high);
    OperatorOptions hand;
    hand.pushes = {{0.05, 0.06, {1}}};
    SimulatedDeviceOptions o;
    o.freedoms = only_x;
    o.period = 1 / rate;
    o.linear = properties;
    o.sub_steps = 8;
    SimulatedDevice device(o, hand);
    testing::FixedHandle wall;
    HapticPortOptions options = port_options_for(device.limits(), o.period);
    options.gains = {{0, 0}, {B, 0}};
    options.guard.acts = false;
    options.limits.ramp_time = 0;
    options.check.max_speed = unlimited;
    HapticPort port(device, options);
    Servo servo(PlantRef(wall), o.period);
    servo.add_port(port);
    double least = 1, most = -1;
    const auto ticks = static_cast<int>(0.6 * rate);
    for (int k = 0; k < ticks; ++k) {
      servo.tick(k * o.period);
      if (k < 0.8 * ticks) continue;
      least = std::min(least, device.motor_positions()[0]);
      most = std::max(most, device.motor_positions()[0]);
    }
    const double quiet = properties.resolution > 0 ? 2 * properties.resolution : 1e-5;
    (most - least < quiet ? low : high) = B;
  }
  return low;
}

// Brown 1995: a higher rate allows less virtual damping. A rigid device with exact encoders has the contrary: damping
// up to 2 m/T. With encoder steps and a structural mode the limit was searched; the result is printed. By default up to
// 1 kHz.
TEST(Orderings, the_limit_of_virtual_damping_is_printed_by_rate) {
  const FreedomProperties rigid{.mass = 0.1, .damping = 0.5};
  FreedomProperties real = rigid;
  real.friction = 0.02;
  real.resolution = 2e-5;
  FreedomProperties flexible = real;
  flexible.mass = 0.07, flexible.tip_mass = 0.03, flexible.structure_stiffness = 2e4, flexible.structure_damping = 0.3;
  double last_rigid = 0;
  std::printf("largest clean virtual damping, N s/m:   rigid, exact   with encoder   with encoder and structure\n");
  for (const double rate : {250.0, 500.0, 1000.0, 2000.0, 4000.0}) {
    if (rate > 1000 && !is_whole()) continue;
    const double exact = clean_damping(rate, rigid), stepped = clean_damping(rate, real),
                 bending = clean_damping(rate, flexible);
    std::printf("  %5.0f Hz %42.3g %14.3g %14.3g\n", rate, exact, stepped, bending);
    EXPECT_GT(exact, last_rigid);
    EXPECT_GT(bending, 0.01);
    last_rigid = exact;
  }
}

}  // namespace
}  // namespace tangible
