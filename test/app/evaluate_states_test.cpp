// SPDX-License-Identifier: Apache-2.0
// `tangible evaluate` completes and refuses states; exit codes of states that are not right.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"

namespace tangible {
namespace {

using Json = nlohmann::ordered_json;

// Two arms that hold one bar: the last two speeds depend on the first three.
const std::string arms = "test/app/special/tied_arms.yaml";

struct Answer {
  int code;
  Json json;  // of the standard output; null if it is none
  std::string text;
};

class EvaluateStates : public testing::Test {
 protected:
  void SetUp() override {
    if (!program_is_built()) GTEST_SKIP() << "the program is not built";
  }
  Answer evaluate(const std::string& model, const std::string& states, const std::string& options = "") {
    const std::string file = folder_.write("states.json", "{\"states\": [" + states + "]}");
    const ProgramResult result = run_program("$T evaluate " + model + " --states " + file + " " + options);
    const std::size_t begin = result.text.find("{\n"), end = result.text.rfind("\n}");
    Answer answer{result.code, nullptr, result.text};
    if (begin != std::string::npos && end != std::string::npos)
      answer.json = Json::parse(result.text.substr(begin, end + 2 - begin));
    return answer;
  }
  std::string write(const std::string& text) { return folder_.write("model.yaml", text); }

  ScratchFolder folder_;
};

// cos and sin of the pose; a state whose loop is closed: both arms alike, the bar level.
const std::string pose = R"("q": {"q1": 1.3, "q2": 0.4, "q3": -1.7, "q4": 1.3, "q5": 0.4})";

TEST_F(EvaluateStates, speeds_that_are_not_given_follow_from_the_rows) {
  const Answer part = evaluate(arms, "{" + pose + R"(, "u": {"u1": 0.5, "u2": -0.3, "u3": 0.2}})");
  EXPECT_EQ(part.code, 0) << part.text;
  const Json& state = part.json["states"][0];
  EXPECT_EQ(state["status"], "ok");
  EXPECT_TRUE(state["residuals"].empty());
  for (const char* row : {"grip.x", "grip.y"}) EXPECT_NEAR(state["rows"][row]["value"].get<double>(), 0, 1e-15) << row;
  // The speeds of the tip by hand: v(C1) from the left arm and the bar equals v(E1) from the right arm.
  const double l = 0.4, w = 0.25, a = 1.3, b = 1.7, u1 = 0.5, u12 = 0.2, u123 = 0.4;
  const double vx = -l * std::sin(a) * u1 - l * std::sin(b) * u12 - w * std::sin(0.0) * u123;
  const double vy = l * std::cos(a) * u1 + l * std::cos(b) * u12 + w * u123;
  const double det = -l * std::sin(a) * l * std::cos(b) + l * std::sin(b) * l * std::cos(a);
  const double u4 = (vx * l * std::cos(b) + l * std::sin(b) * vy) / det;
  EXPECT_NEAR(state["qdot"]["q4"].get<double>(), u4, 1e-13);
}

TEST_F(EvaluateStates, the_same_speeds_are_completed_for_programs) {
  const std::string given = "{" + pose + R"(, "u": {"u1": 0.5, "u2": -0.3, "u3": 0.2}})";
  const Answer plain = evaluate(arms, given), program = evaluate(arms, given, "--program accelerations");
  ASSERT_EQ(program.code, 0) << program.text;
  for (const char* u : {"u1", "u2", "u3"})
    EXPECT_NEAR(program.json["states"][0][std::string(u) + "'"].get<double>(),
                plain.json["states"][0]["udot"][u].get<double>(), 1e-11);
}

TEST_F(EvaluateStates, coordinates_that_are_not_given_are_those_of_the_start) {
  const Answer missing = evaluate(arms, R"({"q": {"q1": 1.5707963267948966}})");
  const Answer whole = evaluate(arms, R"({"q": {"q1": 1.5707963267948966, "q2": 0, "q3": -1.5707963267948966,
                                           "q4": 1.5707963267948966, "q5": 0}})");
  EXPECT_EQ(missing.code, 0) << missing.text;
  EXPECT_EQ(missing.json, whole.json);
}

TEST_F(EvaluateStates, a_state_that_violates_its_rows_has_an_exit_code_of_its_own) {
  const Answer open = evaluate(arms, R"({"q": {"q1": 1.3, "q2": 0.4, "q3": -1.7, "q4": 1.3, "q5": 0.5}})");
  EXPECT_EQ(open.code, 3);
  EXPECT_NE(open.text.find("states[0]: error: the state violates grip.x, grip.y"), std::string::npos) << open.text;
  EXPECT_NE(open.json["states"][0]["status"], "ok");
  const Answer torn = evaluate(arms, "{" + pose + R"(, "u": {"u1": 1, "u2": 0, "u3": 0, "u4": 0, "u5": 0}})");
  EXPECT_EQ(torn.code, 3);
  EXPECT_EQ(evaluate(arms, R"({"q": {"q5": 0.5}})", "--program accelerations").code, 3);
}

TEST_F(EvaluateStates, programs_hold_where_both_arms_are_straight) {
  const std::string upright = "{}";
  const Answer plain = evaluate(arms, upright), program = evaluate(arms, upright, "--program accelerations");
  ASSERT_EQ(plain.code, 0) << plain.text;
  ASSERT_EQ(program.code, 0) << program.text;
  const Json& state = program.json["states"][0];
  EXPECT_GT(state["regularity"].get<double>(), 0.1);
  for (const char* u : {"u1", "u2", "u3"})
    EXPECT_NEAR(state[std::string(u) + "'"].get<double>(), plain.json["states"][0]["udot"][u].get<double>(), 1e-10);
}

const std::string spinning_top = R"yaml(tangible: 1
name: top
coordinates: {e0: 1, e1: 1, e2: 1, e3: 1}
frames: {B: {in: N, euler: [e0, e1, e2, e3]}}
bodies: {B: {frame: B, center: O, mass: 1 kg, inertia: [1 kg*m^2, 2 kg*m^2, 3 kg*m^2]}}
)yaml";

TEST_F(EvaluateStates, euler_parameters_that_are_all_zero_are_refused) {
  const std::string model = write(spinning_top);
  EXPECT_EQ(evaluate(model, "{}").code, 0) << evaluate(model, "{}").text;
  const Answer zero = evaluate(model, R"({"q": {"e0": 0, "e1": 0, "e2": 0, "e3": 0}})");
  EXPECT_EQ(zero.code, 2);
  EXPECT_NE(zero.text.find("the Euler parameters of frame B are all zero"), std::string::npos) << zero.text;
  EXPECT_EQ(evaluate(model, R"({"q": {"e0": 2}})").code, 3);  // no unit length
}

// A turn by an angle of sine 0.8 has the cosine 0.6, and no other positive one.
TEST_F(EvaluateStates, parameters_with_which_a_given_matrix_is_no_rotation_are_refused) {
  const std::string model = write(R"yaml(tangible: 1
parameters: {c: 0.6 rad, s: 0.8 rad}
coordinates: {q: rad}
frames: {A: {in: N, matrix: [[c, -s, 0], [s, c, 0], [0, 0, 1]]}, B: {in: A, rotate: {x: q}}}
bodies: {b: {frame: B, center: O, mass: 1 kg, inertia: [1, 1, 1]}}
)yaml");
  EXPECT_EQ(evaluate(model, "{}").code, 0) << evaluate(model, "{}").text;
  const Answer skew = evaluate(model, R"({"parameters": {"c": 0.7}})");
  EXPECT_EQ(skew.code, 2);
  EXPECT_NE(skew.text.find("the matrix of frame A is not a rotation"), std::string::npos) << skew.text;
}

TEST_F(EvaluateStates, numbers_that_are_not_finite_are_a_failure) {
  const std::string model = write(pushed_bead + "outputs: {inverse: 1/x}\n");
  const Answer nowhere = evaluate(model, R"({"q": {"x": 0}})", "--program outputs");
  EXPECT_EQ(nowhere.code, 1);
  EXPECT_NE(nowhere.text.find("states[0]: error: inverse is not finite"), std::string::npos) << nowhere.text;
  EXPECT_EQ(evaluate(model, R"({"q": {"x": 2}})", "--program outputs").code, 0);
}

TEST_F(EvaluateStates, an_empty_list_of_active_rows_is_refused_with_a_remedy) {
  const Answer empty = evaluate(arms, R"({"active": []})");
  EXPECT_EQ(empty.code, 2);
  EXPECT_NE(empty.text.find("\"only\": []"), std::string::npos) << empty.text;
}

TEST_F(EvaluateStates, programs_hold_under_the_rows_that_a_state_names) {
  const Answer free = evaluate(arms, "{" + pose + R"(, "only": []})", "--program accelerations");
  ASSERT_EQ(free.code, 0) << free.text;
  const Answer plain = evaluate(arms, "{" + pose + R"(, "only": []})");
  for (const char* u : {"u1", "u2", "u3", "u4", "u5"})  // without rows no speed depends on others
    EXPECT_NEAR(free.json["states"][0][std::string(u) + "'"].get<double>(),
                plain.json["states"][0]["udot"][u].get<double>(), 1e-9);
}

}  // namespace
}  // namespace tangible
