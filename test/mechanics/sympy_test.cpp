// SPDX-License-Identifier: Apache-2.0
// Two mechanisms against numbers by SymPy; tools/make_kinematics_oracle.py describes them and made the numbers.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "mechanics/numbers.h"

namespace tangible {
namespace {

using namespace test;
using nlohmann::json;

struct Built {
  Mechanism m;
  std::vector<Expr> q;
  Expr L1 = m.parameter("L1", 0.7), L2 = m.parameter("L2", 0.4), r = m.parameter("r", 0.25);
  Built() {
    for (int i = 1; i <= 5; ++i) q.push_back(m.coordinate("q" + std::to_string(i)));
  }
};

void build_leaning_disk(Built& b) {
  const Frame N = b.m.N();
  const Frame A = b.m.frame("A", N, about_z(b.q[2]));
  const Frame B = b.m.frame("B", A, about_x(b.q[3]));
  const Frame C = b.m.frame("C", B, about_y(b.q[4]));
  const Point P = b.m.point("P", b.m.O(), b.q[0] * N.x() + b.q[1] * N.y());
  const Point center = b.m.point("Co", P, b.r * B.z());
  b.m.point("R", center, b.r * C.x());
}

void build_arm_on_platform(Built& b) {
  const Frame N = b.m.N();
  const Frame A = b.m.frame("A", N, body_sequence("313", b.q[0], b.q[1], b.q[2]));
  const Frame B = b.m.frame("B", A, SimpleRotation{{1, 2, -2}, b.q[4]});
  const Point S = b.m.point("S", b.m.O(), b.L1 * A.y() + b.q[3] * A.x());
  b.m.point("T", S, b.L2 * B.z() + b.q[3] * b.q[3] * N.x());
}

// The meaning of a name of the oracle: "w B", "alpha B", "v P", "a P".
Vector quantity(const Mechanism& m, const Kinematics& k, const std::string& text) {
  const auto blank = text.find(' ');
  const std::string kind = text.substr(0, blank);
  const std::string name = text.substr(blank + 1);
  if (kind == "w") return k.angular_velocity(m.find_frame(name), m.N());
  if (kind == "alpha") return k.angular_acceleration(m.find_frame(name), m.N());
  if (kind == "v") return k.velocity(m.find_point(name), m.N());
  return k.acceleration(m.find_point(name), m.N());
}

void expect_oracle(const Built& b, const Kinematics& k, const json& states) {
  ASSERT_FALSE(states.empty());
  for (const auto& state : states) {
    Numbers values{{b.L1, 0.7L}, {b.L2, 0.4L}, {b.r, 0.25L}};
    for (const auto& [name, value] : state["values"].items()) values[symbol(name)] = value.get<double>();
    for (const auto& [name, expected] : state["in_N"].items()) {
      const Triple found = numbers(quantity(b.m, k, name), b.m.N(), values);
      // The values are of order 10 and are in the file with 1e-16 relative; some tens of roundings add up.
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(static_cast<double>(found[i]), expected[i].get<double>(), 2e-14) << name;
    }
  }
}

TEST(SymPy, agrees_on_the_leaning_disk_and_the_arm_on_a_platform) {
  const json oracle = json::parse(std::ifstream("test/oracles/sympy_kinematics.json"));
  for (const Basis basis : {Basis::mixed, Basis::body}) {
    Built disk;
    build_leaning_disk(disk);
    expect_oracle(disk, disk.m.make_kinematics(disk.m.kinematics().rates(), basis), oracle["leaning_disk"]);
    Built arm;
    build_arm_on_platform(arm);
    expect_oracle(arm, arm.m.make_kinematics(arm.m.kinematics().rates(), basis), oracle["arm_on_platform"]);
  }
}

}  // namespace
}  // namespace tangible
