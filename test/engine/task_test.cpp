// SPDX-License-Identifier: Apache-2.0
// Task maps: what is refused, and what their numbers are.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/simulation.h"
#include "simulation/task_numbers.h"

namespace tangible {
namespace {

std::string bead_on_a_ring(const std::string& task, const std::string& more = "") {
  return "tangible: 1\nparameters: {m: 2 kg, r: 5 cm}\ncoordinates: {q1: m, q2: m}\npoints:\n"
         "  P: {from: O, at: q1*N.x + q2*N.y}\nparticles:\n  bead: {at: P, mass: m}\nconstraints:\n"
         "  ring: {configuration: q1^2 + q2^2 - r^2}\ninitial: {q1: {guess: 4 cm}, q2: {guess: 3 cm}}\n" +
         more + "task:\n" + task;
}

void expect_refused(const std::string& text, const std::string& words, const std::string& line) {
  try {
    (void)load_text(text, "bead");
    FAIL() << "not refused: " << words;
  } catch (const BadInput& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    EXPECT_TRUE(std::string(error.what()).starts_with("bead:" + line)) << error.what();
  }
}

TEST(TaskMaps, whose_x_does_not_tell_all_motions_apart_are_refused) {
  expect_refused(bead_on_a_ring("  x: {x1: q1, x2: 2*q1}\n"), "has rank 1, and needs 2", "11:");
  expect_refused(bead_on_a_ring("  x: {x1: q1}\n"), "no function of `x` depends on u2", "11:");
}

TEST(TaskMaps, whose_psi_leaves_the_constraints_are_refused) {
  expect_refused(bead_on_a_ring("  x: {x1: q1, x2: q2}\n  z: {z1: 0.6 rad}\n  psi: {x1: r*cos(z1), x2: r*sin(2*z1)}\n"),
                 "does not keep the constraint 'ring'", "14:");
}

TEST(TaskMaps, of_too_few_or_idle_parameters_are_refused) {
  expect_refused(bead_on_a_ring("  x: {x1: q1, x2: q2}\n  z: {z1: 0.6 rad, z2: 0 rad}\n"
                                "  psi: {x1: r*cos(z1 + z2), x2: r*sin(z1 + z2)}\n"),
                 "d psi/dz of `task` has rank 1, and z has 2 parameters", "14:");
  const std::string free =
      "tangible: 1\ncoordinates: {q1: m, q2: m}\npoints:\n  P: {from: O, at: q1*N.x + q2*N.y}\nparticles:\n"
      "  bead: {at: P, mass: 1 kg}\ntask:\n  x: {x1: q1, x2: q2}\n  z: {z1: 0 m}\n  psi: {x1: z1, x2: 0}\n";
  expect_refused(free, "leave 2", "10:");
}

TEST(TaskMaps, whose_psi_is_out_of_reach_are_refused) {
  expect_refused(
      "tangible: 1\ncoordinates: {a: rad}\nframes: {B: {in: N, rotate: {z: a}}}\npoints:\n"
      "  P: {from: O, at: (0.1 m)*B.x}\nparticles:\n  bead: {at: P, mass: 1 kg}\ninitial: {a: 1}\ntask:\n"
      "  x: {x1: \"dot(p(O, P), N.x)\", x2: \"dot(p(O, P), N.y)\"}\n  z: {z1: 0 rad}\n"
      "  psi: {x1: (0.2 m)*cos(z1), x2: (0.2 m)*sin(z1)}\n",
      "is not reached by phi(q)", "12:");
}

// x = psi(z) and q = psi(z) are two ways to write the same.
TEST(TaskMaps, have_derivatives_of_both_ways_to_write_psi) {
  for (const char* names : {"{x1: r*cos(z1), x2: r*sin(z1)}", "{q1: r*cos(z1), q2: r*sin(z1)}"}) {
    Simulation run(
        load_text(bead_on_a_ring(std::string("  x: {x1: q1, x2: q2 + q1^2/r}\n  z: {z1: 0.6 rad}\n  psi: ") +
                                 (names[1] == 'x' ? "{x1: r*cos(z1), x2: r*sin(z1) + r*cos(z1)^2}" : names) + "\n")));
    TaskNumbers task(run.model().task(), run.model().system());
    const double z = 0.7, v = 1.3, r = 0.05;
    task.place_parameters(std::vector{z}, std::vector{v});
    std::vector<double> x(2), rate(1), acceleration(1);
    EXPECT_NEAR(task.psi_position()[1], r * std::sin(z) + r * std::cos(z) * std::cos(z), 1e-15);
    task.psi_velocity(x);
    EXPECT_NEAR(x[1], v * r * (std::cos(z) - 2 * std::sin(z) * std::cos(z)), 1e-15);
    EXPECT_EQ(task.parameter_rates_of(x, rate), TaskStatus::ok);
    EXPECT_NEAR(rate[0], v, 1e-13);
    // z'' = 0: x'' is what psi_zz gives.
    const std::vector<double> curved{-v * v * r * std::cos(z), -v * v * r * (std::sin(z) + 2 * std::cos(2 * z))};
    EXPECT_EQ(task.parameter_accelerations_of(curved, acceleration), TaskStatus::ok);
    EXPECT_NEAR(acceleration[0], 0, 1e-12);
  }
}

TEST(TaskMaps, are_inverted_by_newton_from_far_away) {
  Simulation run(
      load_text(bead_on_a_ring("  x: {x1: q1, x2: q2}\n  z: {z1: 0.6 rad}\n  psi: {x1: r*cos(z1), x2: r*sin(z1)}\n")));
  TaskNumbers task(run.model().task(), run.model().system());
  std::vector<double> z{0.2};
  EXPECT_EQ(task.parameters_of(std::vector{0.05 * std::cos(1.4), 0.05 * std::sin(1.4)}, z), TaskStatus::ok);
  EXPECT_NEAR(z[0], 1.4, 1e-14);
  EXPECT_EQ(task.parameters_of(std::vector{0.2, 0.1}, z), TaskStatus::out_of_reach);
}

}  // namespace
}  // namespace tangible
