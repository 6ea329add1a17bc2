// SPDX-License-Identifier: Apache-2.0
// Orientations: every definition gives the matrix and the angular velocity that it should.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "mechanics/numbers.h"

namespace tangible {
namespace {

using namespace test;

std::vector<std::array<int, 3>> all_axes() {
  std::vector<std::array<int, 3>> result;
  for (int i = 1; i <= 3; ++i)
    for (int j = 1; j <= 3; ++j)
      for (int k = 1; k <= 3; ++k)
        if (i != j && j != k) result.push_back({i, j, k});
  return result;
}

Table3 coordinate_turn(int axis, Real angle) {
  Triple n{};
  n[static_cast<std::size_t>(axis - 1)] = 1;
  return turn(n, angle);
}

class Sequences : public testing::TestWithParam<RotationSequence::Fixed> {};

TEST_P(Sequences, matrix_is_the_product_of_three_elementary_turns) {
  const bool is_body = GetParam() == RotationSequence::Fixed::body;
  ASSERT_EQ(all_axes().size(), 12u);
  for (const auto& axes : all_axes()) {
    Mechanism m;
    const std::array<Expr, 3> q{m.coordinate("q1"), m.coordinate("q2"), m.coordinate("q3")};
    const Frame B = m.frame("B", m.N(), RotationSequence{GetParam(), axes, q});
    const Numbers values = Motion(m, 7).now();
    std::array<Table3, 3> turns;
    for (std::size_t i = 0; i < 3; ++i) turns[i] = coordinate_turn(axes[i], values.at(q[i]));
    // About axes of the body each rotation is to the right of the last, about axes of space to the left.
    const Table3 expected =
        is_body ? times(times(turns[0], turns[1]), turns[2]) : times(times(turns[2], turns[1]), turns[0]);
    EXPECT_LT(distance(numbers(rotation(m.N(), B), values), expected), 1e-17L);
    EXPECT_LT(distance(numbers(rotation(B, m.N()), values), transposed(expected)), 1e-17L);
  }
}

TEST_P(Sequences, angular_velocity_is_the_rate_of_the_matrix) {
  for (const auto& axes : all_axes()) {
    Mechanism m;
    const std::array<Expr, 3> q{m.coordinate("q1"), m.coordinate("q2"), m.coordinate("q3")};
    const Frame B = m.frame("B", m.N(), RotationSequence{GetParam(), axes, q});
    const Motion motion(m, 11);
    EXPECT_LT(distance(numbers(m.w(B), m.N(), motion.now()), angular_velocity_of(B, m.N(), motion)), tolerance);
  }
}

TEST_P(Sequences, inverse_turns_back) {
  for (const auto& axes : all_axes()) {
    Mechanism m;
    const std::array<Expr, 3> q{m.coordinate("q1"), m.coordinate("q2"), m.coordinate("q3")};
    const RotationSequence sequence{GetParam(), axes, q};
    const Frame B = m.frame("B", m.N(), sequence);
    const Frame C = m.frame("C", B, inverse(sequence));
    const Table3 unit{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    EXPECT_LT(distance(numbers(rotation(m.N(), C), Motion(m, 3).now()), unit), 1e-17L);
  }
}

INSTANTIATE_TEST_SUITE_P(Rotation, Sequences,
                         testing::Values(RotationSequence::Fixed::body, RotationSequence::Fixed::space));

TEST(Rotation, names_of_sequences_are_read_in_digits_and_letters) {
  EXPECT_EQ(parse_axes("313"), (std::array<int, 3>{3, 1, 3}));
  EXPECT_EQ(parse_axes("zYx"), (std::array<int, 3>{3, 2, 1}));
  for (const char* wrong : {"", "12", "1234", "112", "122", "014", "abc"})
    EXPECT_THROW(parse_axes(wrong), MechanicsError);
}

TEST(Rotation, a_turn_about_any_axis_is_the_exponential_of_its_cross_product) {
  Mechanism m;
  const Expr q = m.coordinate("q");
  const Frame B = m.frame("B", m.N(), SimpleRotation{{1, -2, 2}, q});
  const Motion motion(m, 5);
  const Real third = 1 / 3.0L;
  EXPECT_LT(
      distance(numbers(rotation(m.N(), B), motion.now()), turn({third, -2 * third, 2 * third}, motion.now().at(q))),
      1e-17L);
  EXPECT_LT(distance(numbers(m.w(B), m.N(), motion.now()), angular_velocity_of(B, m.N(), motion)), tolerance);
}

TEST(Rotation, a_turn_about_a_negative_axis_is_a_negative_turn) {
  FrameTree tree;
  const Expr q = symbol("q");
  const Frame A = tree.add("A", tree.root(), SimpleRotation{{0, -3, 0}, q});
  EXPECT_EQ(rotation(tree.root(), A), make_rotation(about_y(-q)).matrix);
}

TEST(Rotation, successive_turns_about_one_axis_are_one_turn) {
  FrameTree tree;
  const Frame N = tree.root();
  const Expr a = symbol("a"), b = symbol("b"), c = symbol("c");
  const Frame A = tree.add("A", N, about_x(a));
  const Frame B = tree.add("B", A, about_z(b));
  const Frame C = tree.add("C", B, about_z(c));
  const Frame D = tree.add("D", A, about_z(a));
  EXPECT_EQ(rotation(A, C)(0, 0), cos(b + c));
  // The run is found inside a longer path, ...
  EXPECT_EQ(rotation(N, C), rotation(N, A) * make_rotation(about_z(b + c)).matrix);
  // ... across a common ancestor, ...
  EXPECT_EQ(rotation(C, D)(0, 0), cos(a - (b + c)));
  // ... and about a slanted axis.
  const Components n{Rational(3, 5), Rational(4, 5), 0};
  const Frame E = tree.add("E", N, SimpleRotation{n, a});
  const Frame F = tree.add("F", E, SimpleRotation{n, b});
  EXPECT_EQ(rotation(N, F), make_rotation(SimpleRotation{n, a + b}).matrix);
}

TEST(Rotation, a_turn_and_its_opposite_leave_parallel_axes) {
  FrameTree tree;
  const Expr q = symbol("q");
  const Frame A = tree.add("A", tree.root(), about_z(q));
  const Frame B = tree.add("B", A, about_z(-q));
  EXPECT_EQ(rotation(tree.root(), B), identity_matrix());
  EXPECT_EQ(dot(tree.root().x(), B.x()), Expr(1));
}

TEST(Rotation, both_directions_are_made_of_the_same_nodes) {
  FrameTree tree;
  const Frame A = tree.add("A", tree.root(), body_sequence("123", symbol("a"), symbol("b"), symbol("c")));
  const Frame B = tree.add("B", tree.root(), body_sequence("313", symbol("d"), symbol("e"), symbol("f")));
  EXPECT_EQ(rotation(A, B), transpose(rotation(B, A)));
}

TEST(Rotation, a_given_matrix_must_be_orthogonal) {
  Mechanism m;
  const Expr q = m.coordinate("q");
  Matrix3 given = make_rotation(about_y(q)).matrix;
  const Frame B = m.frame("B", m.N(), DirectionCosines{given});
  const Motion motion(m, 2);
  EXPECT_LT(distance(numbers(m.w(B), m.N(), motion.now()), {0, motion.now().at(m.rate(q)), 0}), 1e-17L);
  given(0, 0) = sin(q);
  EXPECT_THROW(m.frame("C", m.N(), DirectionCosines{given}), MechanicsError);
  Matrix3 mirror = identity_matrix();
  mirror(2, 2) = -1;
  EXPECT_THROW(m.frame("C", m.N(), DirectionCosines{mirror}), MechanicsError);
}

TEST(Rotation, a_given_matrix_may_be_orthogonal_for_the_given_parameters_only) {
  Mechanism m;
  const Expr c = m.parameter("c", 0.6), s = m.parameter("s", 0.8), wrong = m.parameter("wrong", 0.7);
  m.frame("B", m.N(), DirectionCosines{Matrix3{{{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}}}});
  EXPECT_THROW(m.frame("C", m.N(), DirectionCosines{Matrix3{{{{c, -wrong, 0}, {wrong, c, 0}, {0, 0, 1}}}}}),
               MechanicsError);
}

TEST(Rotation, an_axis_of_length_zero_is_refused) {
  FrameTree tree;
  EXPECT_THROW(tree.add("B", tree.root(), SimpleRotation{{0, 0, 0}, 1}), MechanicsError);
}

TEST(Rotation, the_axis_of_a_simple_rotation_must_not_move) {
  Mechanism m;
  const Expr q = m.coordinate("q");
  const Frame B = m.frame("B", m.N(), SimpleRotation{{cos(q), sin(q), 0}, q});
  EXPECT_THROW(m.w(B), MechanicsError);
}

// Parsa's appendix B keeps the scalar last; ours comes first.
TEST(EulerParameters, match_the_quaternions_of_parsa) {
  for (const char* file : {"parsa_quaternion_a.json", "parsa_quaternion_b.json"}) {
    const auto oracle = nlohmann::json::parse(std::ifstream(std::string("test/oracles/") + file));
    ASSERT_FALSE(oracle["states"].empty());
    Mechanism m;
    const std::array<Expr, 4> e{m.coordinate("e0"), m.coordinate("e1"), m.coordinate("e2"), m.coordinate("e3")};
    const Frame B = m.frame("B", m.N(), EulerParameters{e[0], e[1], e[2], e[3]});
    for (const auto& state : oracle["states"]) {
      Numbers values;
      for (std::size_t i = 0; i < 4; ++i) {
        values[e[i]] = state["eta1"][(i + 3) % 4].get<double>();
        values[m.rate(e[i])] = state["eta1_dot"][(i + 3) % 4].get<double>();
      }
      const Table3 R = numbers(rotation(m.N(), B), values);
      const Triple w_NB_B = numbers(m.w(B), B, values);
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(static_cast<double>(w_NB_B[i]), state["omega_body"][i].get<double>(), 1e-14);
        for (std::size_t j = 0; j < 3; ++j)
          EXPECT_NEAR(static_cast<double>(R[i][j]), state["Q1"][i][j].get<double>(), 1e-15);
      }
    }
  }
}

TEST(EulerParameters, length_one_is_recorded_as_a_permanent_constraint) {
  Mechanism m;
  const std::array<Expr, 4> e{m.coordinate("e0"), m.coordinate("e1"), m.coordinate("e2"), m.coordinate("e3")};
  m.frame("B", m.N(), EulerParameters{e[0], e[1], e[2], e[3]});
  const Constraint* unit = m.constraints().find("B.unit");
  ASSERT_NE(unit, nullptr);
  EXPECT_EQ(unit->kind, ConstraintKind::configuration);
  EXPECT_EQ(unit->active, Activity::permanent);
  EXPECT_EQ(number(unit->expression, {{e[0], 0.5L}, {e[1], 0.5L}, {e[2], -0.5L}, {e[3], 0.5L}}), 0);
  EXPECT_EQ(m.coordinates().find("e0")->value, 1);
  EXPECT_EQ(m.coordinates().find("e1")->value, 0);
}

}  // namespace
}  // namespace tangible
