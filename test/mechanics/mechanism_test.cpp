// SPDX-License-Identifier: Apache-2.0
// The mechanism as a keeper of names, and tables.
#include <gtest/gtest.h>

#include "mechanics/numbers.h"
#include "mechanics/print.h"
#include "symbolic/graph.h"

namespace tangible {
namespace {

using namespace test;

TEST(Mechanism, a_name_stands_for_one_thing) {
  Mechanism m;
  m.parameter("L", 1);
  EXPECT_THROW(m.coordinate("L"), MechanicsError);
  EXPECT_THROW(m.frame("L", m.N(), Aligned{}), MechanicsError);
  EXPECT_THROW(m.input("t"), MechanicsError);
  EXPECT_THROW(m.point("N", m.O(), {}), MechanicsError);
  const Frame B = m.frame("B", m.N(), Aligned{});
  m.body({.name = "B", .frame = B, .center = m.O(), .mass = 1});  // a body may be called like its frame
  EXPECT_THROW(m.particle({"B", m.O(), 1}), MechanicsError);
  EXPECT_THROW(m.link({.name = "ground"}), MechanicsError);
  try {
    m.speed("L", 0);
    FAIL();
  } catch (const MechanicsError& e) {
    EXPECT_STREQ(e.what(), "the name 'L' is already taken: it is a parameter");
  }
}

TEST(Mechanism, finds_what_a_name_means) {
  Mechanism m;
  const Expr L = m.parameter("L", 1);
  const Expr z = m.state("z");
  m.define("twice", 2 * L);
  m.define("down", -m.N().z());
  EXPECT_EQ(m.find_symbol("L"), L);
  EXPECT_EQ(m.find_symbol("t"), m.time());
  EXPECT_EQ(m.find_symbol("twice"), 2 * L);
  EXPECT_EQ(m.find_symbol("down"), std::nullopt);
  EXPECT_EQ(m.find_symbol("M"), std::nullopt);
  EXPECT_EQ(m.find_frame("N"), m.N());
  EXPECT_EQ(m.find_point("O"), m.O());
  EXPECT_FALSE(m.find_frame("O"));
  EXPECT_FALSE(m.find_point("P"));
  m.set_state_rate("z", -z);
  EXPECT_EQ(m.dt(z * z), -2 * z * z);
  EXPECT_THROW(m.set_state_rate("y", z), MechanicsError);
}

TEST(Mechanism, handles_survive_moving_it) {
  Mechanism m("first");
  const Expr q = m.coordinate("q");
  const Frame B = m.frame("B", m.N(), about_x(q));
  const Point P = m.point("P", m.O(), B.y());
  const Mechanism moved = std::move(m);
  EXPECT_EQ(B.name(), "B");
  EXPECT_EQ(moved.v(P), moved.rate(q) * B.z());
}

TEST(Mechanism, references_to_items_stay_valid_while_it_grows) {
  Mechanism m;
  const Link& first = m.link({.name = "first", .joint = Revolute{}});
  for (int i = 0; i < 1000; ++i) m.link({.name = "next" + std::to_string(i), .parent = "first", .joint = Revolute{}});
  EXPECT_EQ(first.name, "first");
  EXPECT_EQ(m.links().size(), 1002u);
}

TEST(Mechanism, closing_a_loop_makes_a_named_row_for_each_direction) {
  Mechanism m;
  const Expr q = m.coordinate("q"), x = m.coordinate("x");
  const Frame N = m.N();
  const Frame B = m.frame("B", N, about_z(q));
  const Point P = m.point("P", m.O(), B.x());
  const Point Q = m.point("Q", m.O(), x * N.x());
  m.close_loop({.name = "loop", .active = Activity::on}, P, Q, {N.x(), N.y()});
  ASSERT_EQ(m.constraints().size(), 2u);
  EXPECT_EQ(m.constraints().find("loop.1")->expression, x - cos(q));
  EXPECT_EQ(m.constraints().find("loop.2")->expression, -sin(q));
  EXPECT_EQ(m.constraints().find("loop.2")->active, Activity::on);
  EXPECT_EQ(std::get<Point>(m.constraints().find("loop.1")->site.on), Q);
}

TEST(Print, vectors_look_like_the_page) {
  Graph graph;  // of its own: factors are in the order in which their symbols were made
  const GraphScope scope(graph);
  Mechanism m;
  const Expr L = m.parameter("L", 1), u1 = symbol("u1"), u2 = symbol("u2");
  const Frame B = m.frame("B", m.N(), about_z(m.coordinate("q")));
  EXPECT_EQ(to_text(u1 * B.x() - L * u2 * B.y()), "u1 B.x - L*u2 B.y");
  EXPECT_EQ(to_text(-m.N().z() + (u1 + u2) * B.z()), "-N.z + (u1 + u2) B.z");
  EXPECT_EQ(to_text(Vector()), "0");
  EXPECT_EQ(to_text(outer(B.z(), u1 * m.N().x())), "u1 B.z N.x");
  EXPECT_EQ(to_latex(-(u1 + u2) * B.z()), "-\\left(u_{1} + u_{2}\\right)\\,\\hat{\\mathbf{b}}_{z}");
}

double at(const Table& table, double x) {
  const Expr s = symbol("s");
  return evaluate(interpolate(table, s), {{s, x}});
}

TEST(Table, straight_lines_meet_the_points_and_go_on_beyond_them) {
  const Table t{.name = "felt", .x = {0, 1, 3, 4, 6}, .y = {0, 2, 3, 3, -1}};
  for (std::size_t i = 0; i < t.x.size(); ++i) EXPECT_DOUBLE_EQ(at(t, t.x[i]), t.y[i]);
  EXPECT_DOUBLE_EQ(at(t, 2), 2.5);
  EXPECT_DOUBLE_EQ(at(t, 3.5), 3);
  EXPECT_DOUBLE_EQ(at(t, -1), -2);
  EXPECT_DOUBLE_EQ(at(t, 7), -3);
  Table held = t;
  held.beyond = Table::Beyond::hold;
  EXPECT_DOUBLE_EQ(at(held, -1), 0);
  EXPECT_DOUBLE_EQ(at(held, 7), -1);
}

// Four points of which the natural spline is known in closed form: x^3 pieces from 0, 0, 1, 0 at 0, 1, 2, 3.
TEST(Table, cubic_is_the_natural_spline) {
  const Table t{.name = "cam", .x = {0, 1, 2, 3}, .y = {0, 0, 1, 0}, .between = Table::Between::cubic};
  // Curvatures m1, m2 solve 4 m1 + m2 = 6, m1 + 4 m2 = -12: m1 = 12/5, m2 = -18/5.
  const double m1 = 12.0 / 5, m2 = -18.0 / 5;
  const auto piece = [](double y0, double y1, double c0, double c1, double s) {
    const double r = 1 - s;
    return y0 * r + y1 * s + (c0 * (r * r * r - r) + c1 * (s * s * s - s)) / 6;
  };
  for (const double s : {0.0, 0.25, 0.5, 0.9}) {
    EXPECT_NEAR(at(t, s), piece(0, 0, 0, m1, s), 1e-14);
    EXPECT_NEAR(at(t, 1 + s), piece(0, 1, m1, m2, s), 1e-14);
    EXPECT_NEAR(at(t, 2 + s), piece(1, 0, m2, 0, s), 1e-14);
  }
  // Beyond the ends it goes on without a kink.
  const double slope = (at(t, 3) - at(t, 3 - 1e-6)) / 1e-6;
  EXPECT_NEAR(at(t, 4) - at(t, 3), slope, 1e-5);
  EXPECT_NEAR(at(t, 0) - at(t, -1), (at(t, 1e-6) - at(t, 0)) / 1e-6, 1e-5);
}

TEST(Table, points_must_come_in_order_and_in_pairs) {
  Mechanism m;
  EXPECT_THROW(m.table({.name = "a", .x = {0, 1}, .y = {0}}), MechanicsError);
  EXPECT_THROW(m.table({.name = "b", .x = {0}, .y = {0}}), MechanicsError);
  EXPECT_THROW(m.table({.name = "c", .x = {0, 1, 1}, .y = {0, 1, 2}}), MechanicsError);
  m.table({.name = "d", .x = {0, 1}, .y = {0, 1}});
  EXPECT_NE(m.tables().find("d"), nullptr);
}

}  // namespace
}  // namespace tangible
