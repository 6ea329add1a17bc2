// SPDX-License-Identifier: Apache-2.0
// Values given in a model file are kept; loads and lengths at configurations where points coincide.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"

namespace tangible {
namespace {

class GivenValues : public testing::Test {
 protected:
  void SetUp() override {
    if (!program_is_built()) GTEST_SKIP() << "the program is not built";
  }
  ProgramResult run(const std::string& words, const std::string& model) {
    return run_program("$T " + words + " " + folder_.write("model.yaml", model) + " ");
  }
  ScratchFolder folder_;
};

const std::string linkage = R"yaml(tangible: 1
name: four-bar
parameters: {a: 0.1 m, b: 0.3 m, c: 0.25 m, d: 0.3 m, m: 0.5 kg}
bodies:
  crank: {parent: ground, joint: revolute, axis: z, coordinate: q1, mass: m, center: [a/2,0,0], inertia: {zz: m*a^2/12}}
  coupler: {parent: crank, joint: revolute, axis: z, coordinate: q2, at: [a,0,0], mass: m, center: [b/2,0,0], inertia: {zz: m*b^2/12}, points: {tip: [b,0,0]}}
  rocker: {parent: ground, joint: revolute, axis: z, coordinate: q3, at: [d,0,0], mass: m, center: [c/2,0,0], inertia: {zz: m*c^2/12}, points: {tip: [c,0,0]}}
constraints:
  pin: {loop: [coupler.tip, rocker.tip], along: {x: N.x, y: N.y}}
)yaml";

// The speeds are chosen by the program; one of them is a sum of rates, of which only one is named.
TEST_F(GivenValues, a_rate_that_is_given_or_held_is_the_rate_at_the_start) {
  for (const char* rate : {"7 rad/s", "{hold: 7 rad/s}"}) {
    const std::string initial =
        std::string("initial: {q1: {hold: 60 deg}, q2: {guess: -30 deg}, q3: {guess: 90 deg}, q1': ") + rate + "}\n";
    const ProgramResult result = run("assemble --format json", linkage + initial);
    ASSERT_EQ(result.code, 0) << result.text;
    EXPECT_NE(result.text.find("\"moved_given\": false"), std::string::npos) << result.text;
    const auto json = nlohmann::ordered_json::parse(result.text.substr(result.text.find('{')));
    EXPECT_NEAR(json["values"][3]["to"].get<double>(), 7, 1e-12) << result.text;
  }
}

const std::string meeting = R"yaml(tangible: 1
parameters: {m: 1 kg, k: 100 N/m}
coordinates: {x: m}
points: {P: {from: O, at: x*N.x}}
particles: {b: {at: P, mass: m}}
)yaml";

TEST_F(GivenValues, a_spring_and_damper_on_one_line_push_smoothly_where_the_points_meet) {
  const std::string model = meeting + "loads: {s: {spring: k, damper: 3 N*s/m, between: [O, P]}}\n";
  folder_.write("states.json", R"({"states": [{"q": {"x": 0}, "u": {"u_x": 2}}]})");
  const ProgramResult result = run("evaluate --states " + folder_.path + "/states.json", model);
  ASSERT_EQ(result.code, 0) << result.text;
  const auto json = nlohmann::ordered_json::parse(result.text);
  EXPECT_DOUBLE_EQ(json["states"][0]["udot"]["u_x"].get<double>(), -6);  // -c u / m
}

TEST_F(GivenValues, a_load_that_depends_on_an_acceleration_is_refused_where_it_stands) {
  const ProgramResult result = run("simulate --until 1", meeting + "loads: {added: {force: -m*a(P), at: P}}\n");
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.text.find("model.yaml:6:"), std::string::npos) << result.text;
  EXPECT_NE(result.text.find("the load added depends on the acceleration"), std::string::npos) << result.text;
}

// Two links of equal length, folded but for 1e-9: the distance is 1e-9 l, of which the law of cosines leaves no digit.
TEST_F(GivenValues, the_distance_of_points_that_nearly_meet_keeps_its_digits) {
  const std::string model = R"yaml(tangible: 1
coordinates: {p: rad, q: rad}
frames: {A: {in: N, rotate: {z: p}}, B: {in: A, rotate: {z: q}}}
points: {P: {from: O, at: 1 m*A.x}, Q: {from: P, at: 1 m*B.x}}
particles: {a: {at: P, mass: 1 kg}, b: {at: Q, mass: 1 kg}}
outputs: {far: "mag(p(O, Q))", square: "dot(p(O, Q), p(O, Q))"}
)yaml";
  folder_.write("states.json", R"({"states": [{"q": {"p": 0.7, "q": 3.1415926525897931}}]})");
  const ProgramResult result = run("evaluate --program outputs --states " + folder_.path + "/states.json", model);
  ASSERT_EQ(result.code, 0) << result.text;
  const auto json = nlohmann::ordered_json::parse(result.text);
  // 2 sin(1e-9 / 2); the angle itself is rounded to 4e-16.
  EXPECT_NEAR(json["states"][0]["far"].get<double>(), 1.0e-9, 1e-15) << result.text;
  EXPECT_NEAR(json["states"][0]["square"].get<double>(), 1.0e-18, 1e-24);
}

}  // namespace
}  // namespace tangible
