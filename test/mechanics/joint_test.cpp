// SPDX-License-Identifier: Apache-2.0
// Joints: where they put the child, how they let it move, and what a motor in them does.
#include <gtest/gtest.h>

#include <algorithm>

#include "mechanics/numbers.h"

namespace tangible {
namespace {

using namespace test;

const Components slanted{2, 1, -2};
const Triple slanted_unit{2 / 3.0L, 1 / 3.0L, -2 / 3.0L};

// The expected turn and displacement between the joint frames, in numbers.
struct Expected {
  Table3 turned{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Triple moved{};
};
struct Case {
  const char* name;
  Joint joint;
  Expected (*expected)(const std::vector<Real>& q);
};

Triple along(const Triple& axis, Real distance) { return {axis[0] * distance, axis[1] * distance, axis[2] * distance}; }
// v -> q v q* by quaternion products, the scalar first.
Table3 turned_by_quaternion(Real s, Real x, Real y, Real z) {
  const auto times4 = [](const std::array<Real, 4>& a, const std::array<Real, 4>& b) {
    return std::array<Real, 4>{
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
  };
  Table3 columns{};
  for (std::size_t i = 0; i < 3; ++i) {
    std::array<Real, 4> e{};
    e[i + 1] = 1;
    const auto image = times4(times4({s, x, y, z}, e), {s, -x, -y, -z});
    columns[i] = {image[1], image[2], image[3]};
  }
  return transposed(columns);
}

const std::vector<Case> cases{
    {"revolute", Revolute{slanted},
     [](const auto& q) {
       return Expected{turn(slanted_unit, q[0]), {}};
     }},
    {"prismatic", Prismatic{slanted},
     [](const auto& q) {
       return Expected{{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, along(slanted_unit, q[0])};
     }},
    {"screw", Screw{{0, -2, 0}, Rational(1, 4)},
     [](const auto& q) {
       return Expected{turn({0, -1, 0}, q[0]), {0, -q[0] / 4, 0}};
     }},
    {"universal", Universal{{0, 1, 0}, slanted},
     [](const auto& q) {
       return Expected{times(turn({0, 1, 0}, q[0]), turn(slanted_unit, q[1])), {}};
     }},
    {"cylindrical", Cylindrical{slanted},
     [](const auto& q) {
       return Expected{turn(slanted_unit, q[0]), along(slanted_unit, q[1])};
     }},
    {"planar", Planar{},
     [](const auto& q) {
       return Expected{turn({0, 0, 1}, q[2]), {q[0], q[1], 0}};
     }},
    {"ball", Ball{},
     [](const auto& q) {
       return Expected{turned_by_quaternion(q[0], q[1], q[2], q[3]), {}};
     }},
    {"ball with angles", Ball{Attitude::body_sequence, {3, 1, 3}},
     [](const auto& q) {
       return Expected{times(times(turn({0, 0, 1}, q[0]), turn({1, 0, 0}, q[1])), turn({0, 0, 1}, q[2])), {}};
     }},
    {"free", Free{},
     [](const auto& q) {
       return Expected{turned_by_quaternion(q[3], q[4], q[5], q[6]), {q[0], q[1], q[2]}};
     }},
    {"free with angles", Free{Attitude::space_sequence, {1, 2, 3}},
     [](const auto& q) {
       return Expected{times(times(turn({0, 0, 1}, q[5]), turn({0, 1, 0}, q[4])), turn({1, 0, 0}, q[3])),
                       {q[0], q[1], q[2]}};
     }},
    {"weld", Weld{}, [](const auto&) { return Expected{}; }},
};

bool has_euler_parameters(const Joint& joint) {
  const auto kinds = coordinate_kinds(joint);
  return std::ranges::count(kinds, CoordinateKind::scalar_euler_parameter) == 1;
}

// An arm turning in N with the joint under test at its end, both sides of the joint displaced and turned.
struct TwoLinks {
  Mechanism m;
  const Link& arm = m.link({.name = "arm", .joint = Revolute{{1, 0, 0}}});
  const Link& child;
  Motion motion;

  explicit TwoLinks(const Joint& joint)
      : child(m.link({.name = "hand",
                      .parent = "arm",
                      .joint = joint,
                      .in_parent = {{1, 2, 3}, about_y(Rational(1, 2))},
                      .in_child = {{-1, 0, 4}, body_sequence("231", 1, Rational(1, 3), Rational(-1, 5))}})),
        motion(m, 21) {
    if (!has_euler_parameters(joint)) return;
    // Length one, and a rate at right angles to it.
    const auto e = std::vector<Expr>(child.coordinates.end() - 4, child.coordinates.end());
    const std::array<Real, 4> value{0.5L, 0.1L, -0.7L, 0.5L};
    const std::array<Real, 4> rate{-0.3L, 0.6L, -0.2L, -0.1L};
    for (std::size_t i = 0; i < 4; ++i) {
      motion.set(e[i], value[i]);
      motion.set(m.rate(e[i]), rate[i]);
    }
  }
};

TEST(Joint, puts_the_child_where_a_calculation_in_numbers_does) {
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    TwoLinks links(c.joint);
    const Numbers now = links.motion.now();
    std::vector<Real> q;
    for (const Expr e : links.child.coordinates) q.push_back(now.at(e));
    const Expected expected = c.expected(q);

    const Table3 R_NA = turn({1, 0, 0}, now.at(links.arm.coordinates[0]));
    const Table3 R_NJ = times(R_NA, turn({0, 1, 0}, 0.5L));
    const Table3 site = times(times(turn({0, 1, 0}, 1), turn({0, 0, 1}, 1 / 3.0L)), turn({1, 0, 0}, -0.2L));
    const Table3 R_NC = times(times(R_NJ, expected.turned), transposed(site));
    EXPECT_LT(distance(numbers(rotation(links.m.N(), links.child.frame), now), R_NC), 1e-16L);

    const Triple on_parent = times(R_NA, Triple{1, 2, 3});
    const Triple moved = times(R_NJ, expected.moved);
    const Triple back = times(R_NC, Triple{-1, 0, 4});
    Triple origin;
    for (std::size_t i = 0; i < 3; ++i) origin[i] = on_parent[i] + moved[i] - back[i];
    EXPECT_LT(distance(numbers(position(links.m.O(), links.child.origin), links.m.N(), now), origin), 1e-16L);
  }
}

TEST(Joint, the_power_of_a_motor_is_its_effort_times_the_rate) {
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    TwoLinks links(c.joint);
    const Expr effort = links.m.input("effort");
    links.motion.set(effort, 1.7L);
    const Numbers now = links.motion.now();
    const Kinematics& k = links.m.kinematics();
    for (std::size_t i = 0; i < links.child.freedoms.size(); ++i) {
      const AppliedLoads loads = apply({"motor", Motor{"hand", i, effort}}, links.m, k);
      Expr power = 0;
      for (const auto& f : loads.forces)
        power += dot(f.force, f.fixed_in ? links.m.v_fixed_in(f.at, f.fixed_in) : links.m.v(f.at));
      for (const auto& t : loads.torques) power += dot(t.torque, links.m.w(t.on));
      const Real rate = now.at(links.m.rate(links.child.freedoms[i].coordinate));
      EXPECT_NEAR(static_cast<double>(number(power, now)), static_cast<double>(1.7L * rate), 1e-15);
    }
  }
}

TEST(Joint, velocity_of_the_child_is_the_rate_of_its_position) {
  for (const auto& c : cases) {
    if (has_euler_parameters(c.joint)) continue;
    SCOPED_TRACE(c.name);
    TwoLinks links(c.joint);
    const Point P = links.m.point("P", links.child.origin, Vector(links.child.frame, {1, 1, 2}));
    const Triple v = rate_in(position(links.m.O(), P), links.m.N(), links.motion);
    EXPECT_LT(distance(numbers(links.m.v(P), links.m.N(), links.motion.now()), v), tolerance);
  }
}

TEST(Joint, coordinates_get_names_and_dimensions_from_link_and_joint) {
  Mechanism m;
  m.link({.name = "arm", .joint = Revolute{}});
  m.link({.name = "boat", .joint = Planar{}});
  m.link({.name = "tool", .parent = "arm", .joint = Prismatic{}, .coordinates = {"x"}});
  std::vector<std::string> names;
  for (const auto& q : m.coordinates()) names.push_back(q.name);
  EXPECT_EQ(names, (std::vector<std::string>{"q_arm", "q_boat_1", "q_boat_2", "q_boat_3", "x"}));
  EXPECT_EQ(m.coordinates().find("q_boat_1")->dimension.length, 1);
  EXPECT_EQ(m.coordinates().find("q_boat_3")->dimension.length, 0);
  EXPECT_EQ(m.find_frame("tool").name(), "tool");
  EXPECT_EQ(m.find_point("tool_o").name(), "tool_o");
}

TEST(Joint, a_coordinate_can_be_declared_before_or_replaced_by_a_motion) {
  Mechanism m;
  const Expr q = m.coordinate("q");
  m.link({.name = "a", .joint = Revolute{}, .coordinates = {"q"}});
  m.link({.name = "b", .joint = Revolute{}, .values = {2 * m.time()}});
  EXPECT_EQ(m.coordinates().size(), 1u);
  EXPECT_EQ(m.w(m.find_frame("a")), m.rate(q) * m.N().z());
  EXPECT_EQ(m.w(m.find_frame("b")), Expr(2) * m.N().z());
}

TEST(Joint, parallel_revolutes_in_a_chain_add_their_angles) {
  Mechanism m;
  m.link({.name = "a", .joint = Revolute{}});
  m.link({.name = "b", .parent = "a", .joint = Revolute{}, .in_parent = {{1, 0, 0}, Aligned{}}});
  EXPECT_EQ(rotation(m.N(), m.find_frame("b"))(0, 0), cos(symbol("q_a") + symbol("q_b")));
}

TEST(Joint, euler_parameters_of_a_free_link_start_unturned_and_stay_of_length_one) {
  Mechanism m;
  const Link& ship = m.link({.name = "ship", .joint = Free{}});
  EXPECT_NE(m.constraints().find("ship.unit"), nullptr);
  EXPECT_EQ(m.coordinates().find("q_ship_4")->value, 1);
  EXPECT_EQ(ship.coordinates.size(), 7u);
}

TEST(Joint, what_cannot_be_is_refused) {
  Mechanism m;
  EXPECT_THROW(m.link({.name = "a", .parent = "nobody"}), MechanicsError);
  EXPECT_THROW(m.link({.name = "b", .joint = Revolute{}, .coordinates = {"q", "r"}}), MechanicsError);
  m.link({.name = "c", .joint = Revolute{}});
  EXPECT_THROW(m.link({.name = "c", .joint = Revolute{}}), MechanicsError);
  EXPECT_THROW(apply({"m", Motor{"c", 1, 1}}, m, m.kinematics()), MechanicsError);
  EXPECT_THROW(apply({"m", Motor{"d", 0, 1}}, m, m.kinematics()), MechanicsError);
}

}  // namespace
}  // namespace tangible
