// SPDX-License-Identifier: Apache-2.0
// Nothing in the servo loop takes memory: in every display, with several devices, while constraints come and go, while
// devices are lost and return, and on the wall clock with its watchdog.
#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "haptics/allocations.h"
#include "haptics/held_model.h"
#include "haptics/led_plant.h"
#include "haptics/mouse_device.h"
#include "haptics/plants.h"
#include "haptics/prescribed_display.h"
#include "haptics/realtime_loop.h"
#include "haptics/udp_device.h"

namespace tangible {
namespace {

using testing::allocations;
using testing::ModelInHand;
constexpr double T = 1e-3;
const char* const cart_path = "models/shopping_cart/shopping_cart.yaml";

OperatorOptions waving() {
  OperatorOptions hand = light_operator();
  hand.waypoints = {{0, {}}, {0.25, {0.02, 0.01}}, {0.5, {-0.01, -0.02}}, {0.75, {}}};
  hand.tremor = 1e-4;
  hand.grip_changes = {0, 0.6, 0.7};
  return hand;
}

// Runs a piece of a loop and expects that it takes nothing from the heap.
template <class Piece>
void expect_no_allocation(Piece piece, const std::string& what) {
  const long before = allocations;
  piece();
  EXPECT_EQ(allocations - before, 0) << what;
}

constexpr CouplerForm every_form[] = {CouplerForm::held, CouplerForm::held_in_handle_frame, CouplerForm::in_stages,
                                      CouplerForm::in_stages_extrapolated, CouplerForm::implicit};

HapticPortOptions coupled(const Device& device, SimulationPlant& plant, int handle, CouplerForm form) {
  const CouplerTable& table = testing::table_of_the_simulated_device();
  HapticPortOptions o = port_options_for(device.limits(), T);
  o.handle = handle;
  o.form = form;
  o.table = &table;
  o.gains = table.gains_for(plant.handle(handle), o.directions, 0).gains;
  return o;
}

TEST(HapticLoop, of_the_impedance_display_allocates_nothing_in_any_form_and_mode) {
  for (const CouplerForm form : every_form) {
    Simulation run(load(cart_path),
                   {.method = Method::rk4, .step = T, .evaluations_per_tick = 2000, .parts_per_tick = 32});
    SimulationPlant plant(run, Method::rk4, T);
    SimulatedDevice inner({}, waving());
    RecordingDevice recorder(inner, 500);
    HapticPort port(recorder, coupled(inner, plant, plant.add_handle("grip"), form));
    Servo servo(PlantRef(plant), T);
    servo.add_port(port);
    bool good = true, was_lost = false;
    expect_no_allocation(
        [&] {
          for (int k = 0; k < 1000; ++k) {
            if (k % 100 == 50)
              good = good && run.set_constraint("caster_sticks", k % 200 == 50) == SimulationStatus::ok;
            if (k == 300) inner.stop();
            if (k == 400) inner.resume();
            good = good && servo.tick(k * T, k % 20 == 7 ? 2 : 1) == PlantStatus::running;
            was_lost = was_lost || (k > 200 && !port.is_engaged());
            run.publish();
          }
        },
        "form " + std::to_string(int(form)));
    EXPECT_TRUE(good && was_lost && port.is_engaged());
    EXPECT_GT(recorder.dropped(), 0);
    EXPECT_GE(plant.mode(), 9);
  }
}

TEST(HapticLoop, allocates_nothing_while_contacts_and_latches_open_and_close) {
  for (const char* path : {"models/wall/plate_at_stop.yaml", "models/latch/latch.yaml",
                           "models/piano_action/key_whippen_jack_hammer.yaml"}) {
    ModelInHand held(load(path), waving());
    bool good = true;
    expect_no_allocation([&] { good = run_in_virtual_time(held.servo, 1000) == PlantStatus::running; }, path);
    EXPECT_TRUE(good) << path << held.run.explain();
  }
}

// --- Several devices on one model ---

SimulatedDeviceOptions sensing_device() {
  SimulatedDeviceOptions o;
  o.linear = {.mass = 0.5, .damping = 2, .max_effort = 40};
  o.force_sensor = true;
  return o;
}

TEST(HapticLoop, of_several_devices_and_both_displays_allocates_nothing) {
  Simulation run(load(cart_path), {.method = Method::rk4, .step = T, .ports = 3});
  SimulationPlant plant(run, Method::rk4, T);
  const int handles[] = {plant.add_handle("grip"), plant.add_handle("basket"), plant.add_handle("caster")};
  SimulatedDevice first({}, waving()), second({}, light_operator()), third(sensing_device(), firm_operator());
  AdmittancePortOptions moved = admittance_options_for(third.limits(), T);
  moved.handle = handles[2];
  constexpr CouplerForm form = CouplerForm::in_stages_extrapolated;
  HapticPort one(first, coupled(first, plant, handles[0], form)), two(second, coupled(second, plant, handles[1], form));
  AdmittancePort three(third, moved);
  Servo servo(PlantRef(plant), T);
  servo.add_port(one);
  servo.add_port(two);
  servo.add_port(three);
  bool good = true;
  expect_no_allocation(
      [&] {
        for (int k = 0; k < 1000; ++k) {
          if (k == 300) second.stop();
          if (k == 500) second.resume();
          if (k == 700) good = good && run.set_constraint("caster_sticks", true) == SimulationStatus::ok;
          good = good && servo.tick(k * T) == PlantStatus::running;
        }
      },
      "three devices");
  EXPECT_TRUE(good);
  EXPECT_TRUE(one.is_engaged() && two.is_engaged());
  EXPECT_EQ(three.state(), AdmittancePort::State::following);
}

// --- The admittance display ---

TEST(HapticLoop, of_the_admittance_display_allocates_nothing_however_the_wrench_is_carried_on) {
  for (const WrenchHold hold : {WrenchHold::world, WrenchHold::handle_frame, WrenchHold::extrapolated,
                                WrenchHold::extrapolated_in_handle, WrenchHold::parabola_in_handle})
    for (const bool servos_itself : {false, true}) {
      Simulation run(load(cart_path), {.method = Method::rk4, .step = T});
      SimulationPlant plant(run, Method::rk4, T);
      SimulatedDeviceOptions o = sensing_device();
      o.position_drive = servos_itself;
      o.sensor.noise = {0.05, 1e-3};
      o.sensor.gap_start = 0.5, o.sensor.gap_end = 1.2;
      SimulatedDevice device(o, waving());
      AdmittancePortOptions options = admittance_options_for(device.limits(), T);
      options.handle = plant.add_handle("grip");
      options.hold = hold;
      options.guard.acts = true;
      AdmittancePort port(device, options);
      Servo servo(PlantRef(plant), T);
      servo.add_port(port);
      bool good = true;
      expect_no_allocation([&] { good = run_in_virtual_time(servo, 1500) == PlantStatus::running; },
                           "hold " + std::to_string(int(hold)) + (servos_itself ? ", targets" : ", wrenches"));
      EXPECT_TRUE(good);
      EXPECT_EQ(port.report().brakes, 1);
    }
}

// --- Handles that follow ---

DrivenHandle driven(const std::string& path, const std::string& name, const Freedoms& wanted) {
  Simulation free_run(load(path), {.method = Method::rk4, .step = T});
  const Port& port = free_run.port(name);
  std::array<double, 36> mobility{};
  EXPECT_EQ(free_run.mobility(port, mobility), SimulationStatus::ok);
  DrivenHandle d;
  d.name = name;
  d.along = drivable_freedoms(port, mobility, wanted);
  const Vec3 p = port.pose().position;
  d.start = {p.x, p.y, p.z};
  return d;
}

TEST(HapticLoop, of_a_handle_that_follows_a_known_motion_allocates_nothing) {
  OperatorOptions hand;
  hand.waypoints = {{0, {}}, {0.4, {0.02, 0.01, 0, 0, 0, 0.1}}, {0.8, {}}};
  DeviceRecord record;
  for (int k = 0; k < 800; ++k) {
    DeviceRecord::Entry e;
    e.sample.time = k * T;
    e.sample.valid = true;
    e.sample.pose.position.x = 0.02 * (1 - std::cos(3 * k * T));  // from rest
    record.entries.push_back(e);
  }
  const IntendedMotion intended(hand);
  const RecordedMotion recorded(record);
  for (const char* path : {cart_path, "models/four_bar/four_bar.yaml", "models/free_rigid_body/free_rigid_body.yaml"}) {
    const DrivenHandle d = driven(path, testing::first_hold(load(path)), all_freedoms);
    for (const bool is_recorded : {false, true}) {
      Simulation run(load(path, {.drive = d}), {.method = Method::rk4, .step = T});
      HandleDrive drive(run, d.name, d.along);
      PrescribedDisplay display(
          drive, [&](double t) { return is_recorded ? recorded.at(t) : intended.at(t); }, T, T);
      bool good = true;
      expect_no_allocation(
          [&] {
            for (int k = 0; k < 300; ++k) good = good && display.tick();
          },
          std::string(path) + (is_recorded ? ", recorded" : ", intended"));
      EXPECT_TRUE(good) << path << run.explain();
    }
  }
}

// The device is heavy enough to lead the cart; the loop weighs it every 16 ticks.
TEST(HapticLoop, of_a_live_device_that_leads_a_handle_allocates_nothing) {
  SimulatedDeviceOptions o;
  o.linear = {.mass = 100, .damping = 50, .max_effort = 200};
  SimulatedDevice device(o, firm_operator());
  const DrivenHandle d = driven(cart_path, "grip", {true, false, false, false, false, false});
  Simulation run(load(cart_path, {.drive = d}), {.method = Method::rk4, .step = T});
  HandleDrive drive(run, d.name, d.along);
  LedPlant plant(drive, follow_bounds(device.limits(), T, 0), T);
  HapticPortOptions options = port_options_for(device.limits(), T);
  options.leads = true;
  HapticPort port(device, options);
  Servo servo(PlantRef(plant), T);
  servo.add_port(port);
  bool good = true;
  expect_no_allocation(
      [&] {
        for (int k = 0; k < 600; ++k) {
          good = good && servo.tick(k * T) == PlantStatus::running;
          (void)plant.mode();
        }
      },
      "follow, live");
  EXPECT_TRUE(good) << run.explain();
}

// --- Devices of other kinds, and the wall clock ---

TEST(HapticLoop, of_a_device_on_the_network_allocates_nothing) {
  UdpDeviceOptions o;
  o.port = 0;
  o.host_clock = true;
  o.limits = SimulatedDevice({}, no_operator()).limits();
  UdpDevice device(o);
  ModelInHand held(load(cart_path), no_operator(), {}, CouplerForm::in_stages_extrapolated, &device);
  const int client = socket(AF_INET, SOCK_DGRAM, 0);
  sockaddr_in host{};
  host.sin_family = AF_INET;
  host.sin_port = htons(static_cast<std::uint16_t>(device.port()));
  inet_pton(AF_INET, "127.0.0.1", &host.sin_addr);
  bool good = true;
  expect_no_allocation(
      [&] {
        for (int k = 0; k < 400; ++k) {
          SampleDatagram d;
          d.session = 7;
          d.sequence = static_cast<std::uint32_t>(k + 1);
          d.sample.pose.position.x = 0.01 * std::sin(0.01 * k);
          d.sample.valid = true;
          std::array<std::byte, sample_size> bytes;
          encode(d, bytes);
          const std::size_t length = k % 50 == 10 ? 17 : bytes.size();  // garbage now and then
          (void)sendto(client, bytes.data(), length, 0, reinterpret_cast<const sockaddr*>(&host), sizeof host);
          good = good && held.servo.tick(k * T) == PlantStatus::running;
        }
      },
      "udp");
  close(client);
  EXPECT_TRUE(good);
  EXPECT_GT(device.counts().samples, 350);
  EXPECT_GT(device.counts().garbage, 0);
}

TEST(HapticLoop, of_a_mouse_allocates_nothing) {
  MouseDevice mouse;
  HapticPortOptions options = port_options_for(mouse.limits(), T);
  options.motion = MotionHandOptions{};
  options.check.max_speed = unlimited;
  HapticPort port(mouse, options);
  testing::MassOnLine mass{.mass = 2, .method = ModelMethod::rk4};
  Servo servo(PlantRef(mass), T);
  servo.add_port(port);
  mouse.take({}, 0);
  expect_no_allocation(
      [&] {
        for (int k = 0; k < 600; ++k) {
          if (k % 16 == 0 && k < 300) mouse.aim({.position = {1e-4 * k, 0, 0}}, k * T);
          servo.tick(k * T);
        }
      },
      "mouse");
  EXPECT_GT(mass.x, 0.01);
}

// A plant that stalls once for longer than the watchdog waits.
struct OnceStalled : testing::FixedHandle {
  std::atomic<long> steps{0};
  PlantStatus step(double) {
    if (++steps == 150) std::this_thread::sleep_for(std::chrono::milliseconds(15));
    return PlantStatus::running;
  }
};

TEST(HapticLoop, on_the_wall_clock_with_watchdog_commands_and_live_figures_allocates_nothing) {
  SimulatedDevice device({}, waving());
  OnceStalled wall;
  HapticPortOptions options = port_options_for(device.limits(), T);
  options.gains = {{800, 0}, {0.5, 0}};
  HapticPort port(device, options);
  Servo servo(PlantRef(wall), T);
  servo.add_port(port);
  RealtimeLoop loop(servo, {});
  loop.start();
  const auto wait_for = [&](long steps) {
    while (wall.steps < steps) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  wait_for(20);  // threads have begun
  double seen = 0;
  expect_no_allocation(
      [&] {
        for (long steps = 40; steps <= 300; steps += 20) {
          wait_for(steps);
          (void)loop.send({LoopCommand::Kind::gains, 0, {{500, 0}, {0.5, 0}}});
          seen = loop.live().time;
        }
      },
      "wall clock");
  loop.stop();
  const LoopStatistics& s = loop.join();
  EXPECT_GT(seen, 0);
  EXPECT_GE(s.watchdog, 1);
}

}  // namespace
}  // namespace tangible
