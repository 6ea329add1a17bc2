// SPDX-License-Identifier: Apache-2.0
// Initial velocities given as rates of coordinates, whatever speeds are used.
#include "engine/start_values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "engine/lower_system.h"
#include "model/read_model.h"
#include "symbolic/graph.h"

namespace tangible {
namespace {

constexpr const char* top = R"yaml(
coordinates: {psi: rad, th: rad, phi: rad}
frames:
  T: {in: N, rotate: {body: zxz, angles: [psi, th, phi]}}
points:
  G: {from: O, at: 4 cm*T.z}
bodies:
  top: {frame: T, center: G, mass: 0.2 kg, inertia: [2e-4, 2e-4, 1e-4]}
initial: {th: 30 deg, phi': 200 rad/s, psi': {guess: 3 rad/s}}
)yaml";

System start(const std::string& text) {
  Graph graph;
  const GraphScope scope(graph);
  const ReadResult read = read_model_text("tangible: 1\n" + text);
  EXPECT_TRUE(read) << read.diagnostics.to_string();
  return lower_to_system(*read.mechanism, derive_equations(*read.mechanism));
}

TEST(StartValues, rates_become_the_speeds_that_the_program_chose) {
  const System system = start(top);
  ASSERT_EQ(system.u[2].name, "u_phi");  // the angular velocity about the axis of the top, not phi'
  EXPECT_DOUBLE_EQ(system.start_u[0], 3);
  EXPECT_DOUBLE_EQ(system.start_u[1], 0);
  EXPECT_DOUBLE_EQ(system.start_u[2], 200 + 3 * std::cos(std::numbers::pi / 6));
  EXPECT_EQ(system.start_u_kind[1], StartKind::free);
  EXPECT_EQ(system.start_u_kind[2], StartKind::given);
}

TEST(StartValues, rates_become_the_speeds_of_the_analyst) {
  const System system =
      start(std::string(top) + "speeds: {u1: 'dot(w(T), T.x)', u2: 'dot(w(T), T.y)', u3: 'dot(w(T), T.z)'}\n");
  // psi' along N.z, which is inclined by th in the plane of T.y and T.z at phi = 0
  EXPECT_NEAR(system.start_u[0], 0, 1e-12);
  EXPECT_NEAR(system.start_u[1], 3 * 0.5, 1e-12);
  EXPECT_NEAR(system.start_u[2], 200 + 3 * std::cos(std::numbers::pi / 6), 1e-12);
}

TEST(StartValues, speeds_that_the_program_chose_are_given_by_their_names) {
  std::string text = top;
  text.replace(text.find("initial:"), std::string::npos,
               "initial: {th: 30 deg, u_phi: 200 rad/s, u_th: {guess: 0.5}}\n");
  const System system = start(text);
  EXPECT_EQ(system.start_u, (std::vector<double>{0, 0.5, 200}));
  EXPECT_EQ(system.start_u_kind[0], StartKind::free);
  EXPECT_EQ(system.start_u_kind[1], StartKind::guess);
  EXPECT_EQ(system.start_u_kind[2], StartKind::given);
}

TEST(StartValues, of_euler_parameters_they_are_angular_velocities) {
  const System system = start(
      "bodies:\n  top: {parent: ground, joint: ball, mass: 1 kg, inertia: [1, 2, 3]}\n"
      "initial: {w_topy: 30 rpm, w_topz: 3 rad/s}\n");
  const double pi = std::numbers::pi;
  EXPECT_EQ(system.start_u, (std::vector<double>{0, pi, 3}));
}

}  // namespace
}  // namespace tangible
