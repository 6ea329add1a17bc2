// SPDX-License-Identifier: Apache-2.0
// Vectors in mixed bases: the short way gives what expressing everything in N gives.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "mechanics/numbers.h"

namespace tangible {
namespace {

using namespace test;

// N -z- A -x- B, N -z- C, A -slanted- D, and a frame turned by Euler parameters.
struct Frames {
  Mechanism m;
  Expr a = m.coordinate("a"), b = m.coordinate("b"), c = m.coordinate("c"), d = m.coordinate("d");
  Frame N = m.N();
  Frame A = m.frame("A", N, about_z(a));
  Frame B = m.frame("B", A, about_x(b));
  Frame C = m.frame("C", N, about_z(c));
  Frame D = m.frame("D", A, SimpleRotation{{2, -1, 2}, d});
  std::array<Frame, 5> all{N, A, B, C, D};
};

// A sum over some of the frames, with zeros, numbers and symbols as components.
Vector random_vector(const Frames& f, std::mt19937& random) {
  const std::array<Expr, 5> choice{0, 0, 1, -f.b, f.a * f.c};
  const auto pick = [&] { return choice[random() % choice.size()]; };
  Vector v;
  for (const Frame frame : f.all)
    if (random() % 2 == 0) v += Vector(frame, {pick(), pick(), pick()});
  return v;
}

RC_GTEST_PROP(Vector, dot_and_cross_in_mixed_bases_are_those_in_one_basis, (unsigned seed)) {
  Frames f;
  std::mt19937 random(seed);
  const Vector u = random_vector(f, random);
  const Vector v = random_vector(f, random);
  const Numbers values = Motion(f.m, seed).now();
  const Triple u_N = numbers(u, f.N, values);
  const Triple v_N = numbers(v, f.N, values);
  RC_ASSERT(std::abs(number(dot(u, v), values) - dotted(u_N, v_N)) < 1e-15L);
  RC_ASSERT(distance(numbers(cross(u, v), f.N, values), crossed(u_N, v_N)) < 1e-15L);
  RC_ASSERT(std::abs(number(magnitude(u), values) - std::sqrt(dotted(u_N, u_N))) < 1e-15L);
}

RC_GTEST_PROP(Vector, expressing_changes_the_writing_and_not_the_vector, (unsigned seed)) {
  Frames f;
  std::mt19937 random(seed);
  const Vector v = random_vector(f, random);
  const Numbers values = Motion(f.m, seed).now();
  for (const Frame frame : f.all) {
    const Vector written = express(v, frame);
    RC_ASSERT(written.parts().size() <= 1u);
    RC_ASSERT(distance(numbers(written, f.N, values), numbers(v, f.N, values)) < 1e-15L);
  }
}

RC_GTEST_PROP(Vector, components_and_dot_products_are_the_same_nodes, (unsigned seed)) {
  Frames f;
  std::mt19937 random(seed);
  const Vector v = random_vector(f, random);
  for (const Frame frame : f.all)
    for (std::size_t i = 0; i < 3; ++i) {
      RC_ASSERT(components(v, frame)[i] == dot(v, frame.axis(i)));
      RC_ASSERT(dot(frame.axis(i), v) == dot(v, frame.axis(i)));
    }
}

TEST(Vector, parts_that_cancel_vanish) {
  Frames f;
  const Vector v = f.a * f.A.x() + f.b * f.C.y();
  EXPECT_EQ((v - f.b * f.C.y()).parts().size(), 1u);
  EXPECT_TRUE((v - v).is_zero());
  EXPECT_TRUE((Expr(0) * v).is_zero());
  EXPECT_EQ(dot(v, Vector()), Expr(0));
}

TEST(Vector, only_the_plane_of_a_simple_rotation_holds_trigonometry) {
  Frames f;
  EXPECT_EQ(dot(f.N.z(), f.A.z()), Expr(1));
  EXPECT_EQ(dot(f.N.z(), f.A.x()), Expr(0));
  EXPECT_EQ(dot(f.A.x(), f.C.x()), cos(f.c - f.a));
  // N.z is A.z, so nothing is turned.
  EXPECT_EQ(cross(f.N.z(), f.A.x()), f.A.y());
  EXPECT_EQ(cross(f.A.x(), f.N.z()), -f.A.y());
}

TEST(Vector, the_slanted_axis_of_a_turn_is_the_same_in_both_frames) {
  Frames f;
  const Vector axis(f.A, {2, -1, 2});
  EXPECT_EQ(components(f.b * axis, f.D), (Components{2 * f.b, -f.b, 2 * f.b}));
  EXPECT_EQ(dot(axis, Vector(f.D, {2, -1, 2})), Expr(9));
}

TEST(Vector, unit_vectors_have_length_one) {
  Frames f;
  const Numbers values = Motion(f.m, 4).now();
  EXPECT_NEAR(static_cast<double>(number(magnitude(unit(f.a * f.N.x() + f.b * f.B.y())), values)), 1.0, 1e-15);
  EXPECT_EQ(magnitude(f.a * f.B.y()), abs(f.a));
  EXPECT_THROW(unit(Vector()), MechanicsError);
}

TEST(Vector, frames_of_two_mechanisms_do_not_mix) {
  Frames f;
  Frames g;
  EXPECT_THROW(f.A.x() + g.A.x(), MechanicsError);
  EXPECT_THROW(dot(f.A.x(), g.B.x()), MechanicsError);
  EXPECT_THROW(Vector(Frame{}, {1, 0, 0}), MechanicsError);
}

}  // namespace
}  // namespace tangible
