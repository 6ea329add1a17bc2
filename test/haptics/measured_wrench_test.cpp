// SPDX-License-Identifier: Apache-2.0
// A measured wrench between two samples: held or carried on, in axes of the world or of the handle.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "haptics/measured_wrench.h"
#include "haptics/simulation_plant.h"
#include "haptics/tick.h"

namespace tangible {
namespace {

// A disk of unit mass that shifts in the plane and turns about z.
const char* const disk = R"(
tangible: 1
name: disk
parameters: {m: 1 kg, J: 0.5 kg*m^2}
coordinates: {x: m, h: m, a: rad}
frames: {B: {in: N, rotate: {z: a}}}
points: {Bo: {from: O, at: x*N.x + h*N.y}}
speeds: {vx: x', vy: h', w: a'}
bodies: {body: {frame: B, center: Bo, mass: m, inertia: {zz: J}}}
handles: {grip: {at: Bo, frame: B, turns: true}}
initial: {w: 2 rad/s}
)";

struct PushedDisk {
  explicit PushedDisk(WrenchHold hold, double tick = T)
      : step(tick),
        run(load_text(disk), {.method = Method::rk4, .step = tick}),
        plant(run, Method::rk4, tick),
        wrench(hold) {
    (void)plant.add_handle("grip");
  }
  // Samples `force` at the beginning of every tick.
  template <class F>
  void advance(int ticks, F force) {
    for (int k = 0; k < ticks; ++k) {
      const HandleState handle = plant.handle(0);
      plant.apply(0, wrench.sample(run.time(), force(run.time(), handle), handle.pose.orientation));
      ASSERT_EQ(plant.step(step), PlantStatus::running);
    }
  }
  double step;
  Simulation run;
  SimulationPlant plant;
  MeasuredWrench wrench;
};

TEST(MeasuredWrenches, carried_on_in_the_world_give_the_exact_motion_under_a_force_linear_in_time) {
  // x'' = 3 t - 1: from the second tick on the line is the force itself; the first tick holds its sample.
  PushedDisk d(WrenchHold::extrapolated);
  d.advance(1000, [](double t, const HandleState&) { return Wrench{{3 * t - 1, 0, 0}, {}}; });
  const double missing_speed = 3 * T * T / 2, missing_way = 3 * T * T * T / 6 - missing_speed * T;
  EXPECT_NEAR(d.run.value("vx"), 1.5 - 1 - missing_speed, 1e-12);
  EXPECT_NEAR(d.run.value("x"), 0.5 - 0.5 - missing_speed * 1.0 - missing_way, 1e-12);
}

TEST(MeasuredWrenches, held_in_the_handles_frame_are_exact_for_a_force_that_turns_with_it) {
  // The force is always along B.x, the disk turns at 2 rad/s: v = (sin 2t, 1 - cos 2t)/2.
  for (const WrenchHold hold : {WrenchHold::handle_frame, WrenchHold::extrapolated_in_handle}) {
    PushedDisk d(hold);
    d.advance(1000, [](double, const HandleState& h) { return Wrench{rotate(h.pose.orientation, {1, 0, 0}), {}}; });
    EXPECT_NEAR(d.run.value("vx"), std::sin(2.0) / 2, 1e-12);  // rounding, and rk4 with a step of 1 ms
    EXPECT_NEAR(d.run.value("vy"), (1 - std::cos(2.0)) / 2, 1e-12);
  }
}

TEST(MeasuredWrenches, are_of_first_order_when_held_and_of_second_when_carried_on) {
  const auto error = [](WrenchHold hold, double tick) {
    PushedDisk d(hold, tick);
    d.advance(static_cast<int>(std::lround(1 / tick)), [](double t, const HandleState&) {
      return Wrench{{std::sin(3 * t), 0, 0}, {0, 0, std::cos(2 * t)}};
    });
    return std::abs(d.run.value("vx") - (1 - std::cos(3.0)) / 3) + std::abs(d.run.value("w") - 2 - std::sin(2.0));
  };
  for (const WrenchHold hold : {WrenchHold::world, WrenchHold::handle_frame})
    EXPECT_NEAR(error(hold, 2e-3) / error(hold, 1e-3), 2, 0.05);
  for (const WrenchHold hold : {WrenchHold::extrapolated, WrenchHold::extrapolated_in_handle})
    EXPECT_NEAR(error(hold, 2e-3) / error(hold, 1e-3), 4, 0.2);
  EXPECT_NEAR(error(WrenchHold::parabola_in_handle, 8e-3) / error(WrenchHold::parabola_in_handle, 4e-3), 8, 1);
}

TEST(MeasuredWrenches, on_a_parabola_give_the_whole_impulse_of_a_force_quadratic_in_time) {
  // The first ticks have one and two samples; the missed impulse comes one tick later, so that no speed is missing.
  PushedDisk d(WrenchHold::parabola_in_handle);
  d.run.reset(std::vector<double>{0, 0, 0}, std::vector<double>{0, 0, 0});
  d.advance(1000, [](double t, const HandleState&) { return Wrench{{1 + 2 * t - 6 * t * t, 0, 0}, {0, 0, t}}; });
  EXPECT_NEAR(d.run.value("w"), 1, 1e-12);  // 2 t^2/2
  // Force along N.x, disk turning by t^3/3 rad: within a tick the axes turn by less than 1e-3 rad.
  EXPECT_NEAR(d.run.value("vx"), 1 + 1 - 2, 1e-8);
}

TEST(MeasuredWrenches, hold_the_first_sample_and_that_after_a_gap) {
  using Kind = HandleLoad::Kind;
  MeasuredWrench wrench(WrenchHold::extrapolated);
  EXPECT_EQ(wrench.sample(0, {{1, 0, 0}, {}}, {}).kind, Kind::held);
  const HandleLoad second = wrench.sample(T, {{3, 0, 0}, {}}, {});
  EXPECT_EQ(second.kind, Kind::extrapolated);
  EXPECT_NEAR(second.at(T / 2, {}, {}).force.x, 4, 1e-9);
  EXPECT_EQ(wrench.sample(T, {{3, 0, 0}, {}}, {}).kind, Kind::held);  // twice at one instant: no line
  EXPECT_EQ(wrench.sample(2 * T, {}, {}).kind, Kind::held);           // let go
  wrench.forget();
  EXPECT_EQ(wrench.sample(0.5, {{9, 0, 0}, {}}, {}).kind, Kind::held);
}

// Ticks that are missed are made up for under the wrench of the last sample: 1 N more in a millisecond is not 6 N more
// in six.
TEST(MeasuredWrenches, are_carried_on_to_the_end_of_their_tick_and_held_from_there) {
  MeasuredWrench wrench(WrenchHold::extrapolated);
  (void)wrench.sample(0, {{1, 0, 0}, {}}, {});
  HandleLoad load = wrench.sample(T, {{2, 0, 0}, {}}, {});
  load.reach = T;
  EXPECT_NEAR(load.at(T / 2, {}, {}).force.x, 2.5, 1e-9);
  EXPECT_NEAR(load.at(T, {}, {}).force.x, 3, 1e-9);
  EXPECT_NEAR(load.at(6 * T, {}, {}).force.x, 3, 1e-9);
}

TEST(MeasuredWrenches, on_a_parabola_begin_anew_after_samples_that_are_not_evenly_spaced) {
  using Kind = HandleLoad::Kind;
  MeasuredWrench wrench(WrenchHold::parabola_in_handle);
  for (int k = 0; k < 4; ++k) (void)wrench.sample(k * T, {{1.0 + k * k, 0, 0}, {}}, {});
  const HandleLoad late = wrench.sample(9 * T, {{82, 0, 0}, {}}, {});
  EXPECT_EQ(late.kind, Kind::held_in_handle_frame);
  EXPECT_NEAR(late.at(T, {}, {}).force.x, 82, 1e-12);
  EXPECT_EQ(wrench.sample(10 * T, {{101, 0, 0}, {}}, {}).kind, Kind::extrapolated_in_handle_frame);
}

TEST(MeasuredWrenches, work_is_booked_as_it_acts) {
  PushedDisk d(WrenchHold::extrapolated_in_handle);
  d.advance(500, [](double t, const HandleState&) { return Wrench{{std::sin(9 * t), 1, 0}, {0, 0, 0.3 - t}}; });
  // Without loss: the kinetic energy grows by the work done through the handle.
  EXPECT_NEAR(d.run.energies().kinetic - 1.0, d.plant.work(0), 1e-12);
}

}  // namespace
}  // namespace tangible
