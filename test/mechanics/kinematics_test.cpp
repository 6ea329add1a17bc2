// SPDX-License-Identifier: Apache-2.0
// Velocities and accelerations against finite differences of positions and orientations, on trees of every shape.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <chrono>

#include "mechanics/numbers.h"
#include "symbolic/count.h"

namespace tangible {
namespace {

using namespace test;

// A random tree of frames and points with all kinds of orientation but Euler parameters, whose rates are not free.
struct Tree {
  Mechanism m;
  std::vector<Frame> frames{m.N()};
  std::vector<Point> points{m.O()};
  std::mt19937 random;

  explicit Tree(unsigned seed, int size = 5) : random(seed) {
    for (int i = 1; i <= size; ++i) {
      const std::string n = std::to_string(i);
      frames.push_back(m.frame("B" + n, pick(frames), random_orientation(n)));
      points.push_back(m.point("P" + n, pick(points), random_offset(n)));
    }
  }
  template <typename T>
  T pick(const std::vector<T>& list) {
    return list[random() % list.size()];
  }
  Orientation random_orientation(const std::string& n) {
    const Expr q = m.coordinate("q" + n);
    switch (random() % 7) {
      case 0: return about_x(q);
      case 1: return about_z(q + m.time());
      case 2: return SimpleRotation{{1, 2, -2}, 2 * q};
      case 3: return body_sequence("313", q, m.coordinate("r" + n), m.coordinate("s" + n));
      case 4: return space_sequence("132", q, m.coordinate("r" + n), q * q);
      case 5: return DirectionCosines{make_rotation(SimpleRotation{{Rational(3, 5), 0, Rational(4, 5)}, q}).matrix};
      default: return Aligned{};
    }
  }
  Vector random_offset(const std::string& n) {
    const Expr L = m.parameter("L" + n, 0.5 + 0.1 * static_cast<double>(random() % 9));
    Vector offset = L * pick(frames).axis(random() % 3);
    if (random() % 3 == 0) offset += m.coordinate("x" + n) * pick(frames).axis(random() % 3);
    return offset;
  }
};

RC_GTEST_PROP(Kinematics, angular_velocities_are_the_rates_of_orientations, (unsigned seed)) {
  Tree tree(seed);
  const Motion motion(tree.m, seed);
  const Frame A = tree.pick(tree.frames);
  const Frame B = tree.pick(tree.frames);
  RC_ASSERT(distance(numbers(tree.m.w(B, A), A, motion.now()), angular_velocity_of(B, A, motion)) < tolerance);
}

RC_GTEST_PROP(Kinematics, velocities_are_the_rates_of_positions, (unsigned seed)) {
  Tree tree(seed);
  const Motion motion(tree.m, seed);
  const Point P = tree.pick(tree.points);
  const Frame A = tree.pick(tree.frames);
  const Point origin = tree.pick(tree.points);
  tree.m.set_origin(A, A.is_root() ? tree.m.O() : origin);
  const Vector from_origin = position(A.is_root() ? tree.m.O() : origin, P);
  RC_ASSERT(distance(numbers(tree.m.v(P, A), A, motion.now()), rate_in(from_origin, A, motion)) < tolerance);
}

RC_GTEST_PROP(Kinematics, accelerations_are_the_rates_of_velocities, (unsigned seed)) {
  Tree tree(seed);
  const Motion motion(tree.m, seed);
  const Frame N = tree.m.N();
  const Point P = tree.pick(tree.points);
  const Frame B = tree.pick(tree.frames);
  const Kinematics& k = tree.m.kinematics();
  RC_ASSERT(distance(numbers(k.acceleration(P, N), N, motion.now()), rate_in(k.velocity(P, N), N, motion)) < 1e-8L);
  RC_ASSERT(distance(numbers(k.angular_acceleration(B, N), N, motion.now()),
                     rate_in(k.angular_velocity(B, N), N, motion)) < 1e-8L);
}

RC_GTEST_PROP(Kinematics, both_ways_of_writing_angular_velocities_agree, (unsigned seed)) {
  Tree tree(seed);
  const Motion motion(tree.m, seed);
  const Frame N = tree.m.N();
  const Kinematics body = tree.m.make_kinematics(tree.m.kinematics().rates(), Basis::body);
  for (const Frame B : tree.frames)
    RC_ASSERT(distance(numbers(body.angular_velocity(B, N), N, motion.now()), numbers(tree.m.w(B), N, motion.now())) <
              1e-15L);
  for (const Point P : tree.points)
    RC_ASSERT(distance(numbers(body.acceleration(P, N), N, motion.now()),
                       numbers(tree.m.kinematics().acceleration(P, N), N, motion.now())) < 1e-14L);
}

// With given short forms everything else follows from them: renaming rates to speeds changes no number.
RC_GTEST_PROP(Kinematics, given_short_forms_lead_to_the_same_motion, (unsigned seed)) {
  Tree tree(seed);
  const Motion motion(tree.m, seed);
  const Frame N = tree.m.N();
  Kinematics k = tree.m.make_kinematics(tree.m.kinematics().rates());
  const Frame B = tree.pick(tree.frames);
  const Point P = tree.pick(tree.points);
  if (!B.is_root()) k.set_angular_velocity(B, express(tree.m.w(B), B));
  if (!P.is_root()) k.set_velocity(P, express(tree.m.v(P), N));
  const Point Q = tree.pick(tree.points);
  const Frame C = tree.pick(tree.frames);
  const auto differ = [&](const Vector& a, const Vector& b) {
    return distance(numbers(a, N, motion.now()), numbers(b, N, motion.now()));
  };
  RC_ASSERT(differ(k.velocity(Q, N), tree.m.v(Q)) < 1e-14L);
  RC_ASSERT(differ(k.acceleration(Q, N), tree.m.kinematics().acceleration(Q, N)) < 1e-13L);
  RC_ASSERT(differ(k.angular_velocity(C, B), tree.m.w(C, B)) < 1e-14L);
}

TEST(Kinematics, two_points_fixed_in_a_body_differ_by_w_cross_r) {
  Mechanism m;
  const Expr L = m.parameter("L", 1.0);
  const Frame B = m.frame("B", m.N(), about_z(m.coordinate("q")));
  const Point P = m.point("P", m.O(), L * B.x());
  EXPECT_EQ(m.v(P), L * m.rate(symbol("q")) * B.y());
  EXPECT_EQ(m.kinematics().acceleration(P, m.N()), L * symbol("q''") * B.y() - L * pow(symbol("q'"), 2) * B.x());
}

TEST(Kinematics, a_rolling_wheel_does_not_slip_and_the_contact_point_moves_on) {
  Mechanism m;
  const Expr r = m.parameter("r", 0.3), x = m.coordinate("x"), q = m.coordinate("q");
  const Frame N = m.N();
  const Frame W = m.frame("W", N, about_z(q));
  const Point center = m.point("Wo", m.O(), x * N.x() + r * N.y());
  const Point contact = m.point("C", center, -r * N.y());
  m.body({.name = "wheel", .frame = W, .center = center, .mass = 1});
  EXPECT_EQ(m.v(contact), m.rate(x) * N.x());
  EXPECT_EQ(m.v_fixed_in(contact, W), (m.rate(x) + r * m.rate(q)) * N.x());
  EXPECT_TRUE(m.v_fixed_in(contact, N).is_zero());
}

TEST(Kinematics, velocity_in_a_frame_needs_a_point_fixed_there) {
  Mechanism m;
  const Frame B = m.frame("B", m.N(), about_z(m.coordinate("q")));
  EXPECT_THROW(m.v(m.O(), B), MechanicsError);
}

TEST(Kinematics, specified_motions_bring_their_rates_along) {
  Mechanism m;
  const Expr s = m.define("s", sin(3 * m.time()));
  const Point P = m.point("P", m.O(), s * m.N().y());
  EXPECT_EQ(m.v(P), 3 * cos(3 * m.time()) * m.N().y());
}

// A chain of n links with successive axes z, x, y: the size of velocities, with angular velocities in the bodies'
// bases.
std::size_t operations_of_chain(int n) {
  Mechanism m;
  Frame at = m.N();
  Point tip = m.O();
  std::vector<Expr> all;
  for (int i = 0; i < n; ++i) {
    Components axis;
    axis[static_cast<std::size_t>(i + 2) % 3] = 1;
    at = m.frame("B" + std::to_string(i), at, SimpleRotation{axis, m.coordinate("q" + std::to_string(i))});
    tip = m.point("P" + std::to_string(i), tip, m.parameter("L" + std::to_string(i), 1.0) * at.x());
  }
  const Kinematics k = m.make_kinematics(m.kinematics().rates(), Basis::body);
  for (const auto& part : k.velocity(tip, m.N()).parts()) all.insert(all.end(), part.c.begin(), part.c.end());
  return count_operations(all).total();
}

TEST(Kinematics, velocities_of_a_chain_grow_linearly_with_its_length) {
  const auto sixteen = operations_of_chain(16);
  const auto thirty_two = operations_of_chain(32);
  EXPECT_LT(thirty_two, 2.2 * static_cast<double>(sixteen));
}

}  // namespace
}  // namespace tangible
