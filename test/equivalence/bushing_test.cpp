// SPDX-License-Identifier: Apache-2.0
// Springs and dampers in SE(3): against outside numbers, by their power, and at zero and half a turn.
#include "haptics/bushing.h"

#include <numbers>
#include <random>

#include "equivalence/admittance.h"

namespace tangible {
namespace {

Quaternion zxz(double q4, double q5, double q6) {
  return rotation_by({0, 0, q4}) * rotation_by({q6, 0, 0}) * rotation_by({0, 0, q5});
}
Quaternion zxz_attitude(const Json& angles, std::size_t first = 0) {
  return zxz(angles[first], angles[first + 1], angles[first + 2]);
}
Json in_body(const Wrench& w, const Quaternion& attitude) {
  const Vec3 f = rotate(inverse(attitude), w.force), n = rotate(inverse(attitude), w.torque);
  return {f.x, f.y, f.z, n.x, n.y, n.z};
}
Vec3 vector_of(const Json& list) { return {list[0], list[1], list[2]}; }

TEST(Bushings, are_minus_the_wrenches_of_the_paper) {
  for (const char* name : {"faulring_disk_aniso", "faulring_sphere_aniso"}) {
    const Json oracle = read_oracle(std::string("admittance/") + name);
    const Json& p = oracle["parameters"];
    Bushing bushing;
    bushing.rest = {vector_of(p["spring"]["p_o"]), zxz_attitude(p["spring"]["euler_o"])};
    bushing.stiffness = {p["spring"]["k_t"], p["spring"]["k_r"]};
    bushing.damping = {p["b_t"], p["b_r"]};
    for (const Json& s : oracle["states"]) {
      const Pose body{vector_of(s["q"]), zxz_attitude(s["q"], 3)};
      const Twist motion{vector_of(s["qd"]), rotate(body.orientation, vector_of(s["omega_body"]))};
      expect_equal("tau_s", negated(in_body(bushing.spring(body), body.orientation)), s["tau_s_body"]);
      expect_equal("tau_d", negated(in_body(bushing.damper(motion), body.orientation)), s["tau_d_body"]);
      expect_equal("energy", bushing.energy(body), s["spring_energy"]);
      EXPECT_NEAR(norm(bushing.turn(body)), s["theta"].get<double>(), 1e-9);
    }
  }
}

// dU/dt = -(power of the spring), by differences over random motions, also close to half a turn.
TEST(Bushings, give_back_what_they_store_and_dampers_only_take) {
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> draw(-1, 1);
  const auto vector = [&] { return Vec3{draw(generator), draw(generator), draw(generator)}; };
  for (int k = 0; k < 200; ++k) {
    Bushing bushing;
    bushing.rest = {vector(), rotation_by(3 * vector())};
    bushing.stiffness = {25, 0.04};
    bushing.damping = {0.5, 0.01};
    const double angle = k % 4 == 0 ? 1e-9 : k % 4 == 1 ? std::numbers::pi - 1e-3 : 1.5 + draw(generator);
    const Vec3 axis = vector();
    const Pose body{vector(), rotation_by(angle / norm(axis) * axis) * bushing.rest.orientation};
    const Twist motion{vector(), vector()};
    constexpr double h = 1e-5;
    const auto moved = [&](double t) {
      return Pose{body.position + t * motion.linear, rotation_by(t * motion.angular) * body.orientation};
    };
    const double rate = (bushing.energy(moved(h)) - bushing.energy(moved(-h))) / (2 * h);
    EXPECT_NEAR(rate, -power(bushing.spring(body), motion), 1e-7);  // differences of second order
    EXPECT_NEAR(power(bushing.damper(motion), motion), -bushing.dissipation(motion), 1e-12);
    EXPECT_GE(bushing.dissipation(motion), 0);
  }
}

TEST(Bushings, are_regular_at_rest_and_defined_at_half_a_turn) {
  Bushing bushing;
  bushing.stiffness = {1, 2};
  EXPECT_EQ(norm(bushing.spring({}).torque), 0);
  for (const double angle : {1e-300, 1e-12, 1e-6})
    EXPECT_NEAR(bushing.spring({{}, rotation_by({0, angle, 0})}).torque.y, -2 * angle, 1e-15 * angle);
  for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}, Vec3{0.6, 0, -0.8}}) {
    const Pose half{{}, {0, axis.x, axis.y, axis.z}};
    EXPECT_NEAR(norm(bushing.spring(half).torque), 2 * std::numbers::pi, 1e-12);
    EXPECT_NEAR(bushing.energy(half), std::numbers::pi * std::numbers::pi, 1e-12);
  }
}

// The spring and the dampers of the model as loads in its file, and as a bushing on its handle: the same accelerations.
TEST(Bushings, on_a_handle_move_a_body_as_loads_of_the_model_do) {
  const AdmittanceExample example("faulring_disk_aniso");
  auto without = example.set;
  for (const char* name : {"k_t", "k_r", "b_t", "b_r"}) without[name] = "0";
  Simulation own(example.model()), pushed(load(example.path, {.set = without}));
  const Json& p = example.oracle["parameters"];
  Bushing bushing;
  bushing.rest = {vector_of(p["spring"]["p_o"]), zxz_attitude(p["spring"]["euler_o"])};
  bushing.stiffness = {p["spring"]["k_t"], p["spring"]["k_r"]};
  bushing.damping = {p["b_t"], p["b_r"]};
  pushed.port("grip").follow([&](const PortState& s) { return bushing.wrench(s.pose, s.velocity); });
  own.advance_to(0.5);
  pushed.advance_to(0.5);
  for (const char* q : {"q1", "q2", "q4", "q5"}) EXPECT_NEAR(own.value(q), pushed.value(q), 1e-9) << q;
}

}  // namespace
}  // namespace tangible
