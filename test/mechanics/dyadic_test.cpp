// SPDX-License-Identifier: Apache-2.0
// Inertia dyadics against clouds of particles.
#include <gtest/gtest.h>

#include "mechanics/numbers.h"

namespace tangible {
namespace {

using namespace test;

// Four particles of different mass, rigidly connected, in a body that is turned and displaced.
struct Cloud {
  Mechanism m;
  std::array<Expr, 3> q{m.coordinate("q1"), m.coordinate("q2"), m.coordinate("q3")};
  Frame N = m.N();
  Frame B = m.frame("B", N, RotationSequence{RotationSequence::Fixed::body, {1, 2, 3}, q});
  Point P = m.point("P", m.O(), q[0] * N.x() + q[1] * B.z());  // some point of the body
  std::vector<Rational> mass{2, 3, 5, 7};
  std::vector<Components> place{{1, 0, 2}, {-1, 3, 0}, {0, -2, 1}, {4, 1, -1}};
  Rational total = 17;

  Components center() const {
    Components c;
    for (std::size_t i = 0; i < mass.size(); ++i)
      for (std::size_t k = 0; k < 3; ++k) c[k] += mass[i] / total * place[i][k];
    return c;
  }
  // The sum over the particles of m (r.r 1 - r r), r from the point at `about`.
  Matrix3 inertia(const Components& about) const {
    Matrix3 result;
    for (std::size_t i = 0; i < mass.size(); ++i) {
      Components r;
      for (std::size_t k = 0; k < 3; ++k) r[k] = place[i][k] - about[k];
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t l = 0; l < 3; ++l) result(k, l) += mass[i] * ((k == l ? dot(r, r) : Expr(0)) - r[k] * r[l]);
    }
    return result;
  }
  static InertiaEntries entries(const Matrix3& i) { return {i(0, 0), i(1, 1), i(2, 2), i(0, 1), i(1, 2), i(0, 2)}; }
};

TEST(Inertia, parallel_axes_theorem_leads_to_the_mass_centre_and_away_again) {
  Cloud cloud;
  const Point center = cloud.m.point("Bo", cloud.P, Vector(cloud.B, cloud.center()));
  const Components corner{3, -1, 4};
  const Point Q = cloud.m.point("Q", cloud.P, Vector(cloud.B, corner));
  const RigidBody body = cloud.m.body({.name = "cloud",
                                       .frame = cloud.B,
                                       .center = center,
                                       .mass = cloud.total,
                                       .inertia = Cloud::entries(cloud.inertia({0, 0, 0})),
                                       .inertia_about = cloud.P});
  EXPECT_EQ(components(body.central_inertia, cloud.B), cloud.inertia(cloud.center()));
  EXPECT_EQ(components(inertia_about(body, Q), cloud.B), cloud.inertia(corner));
}

TEST(Inertia, entries_in_another_frame_describe_the_same_body) {
  Cloud cloud;
  const Frame principal = cloud.m.frame("F", cloud.B, about_y(Rational(7, 10)));
  const Point center = cloud.m.point("Bo", cloud.P, Vector(cloud.B, cloud.center()));
  const RigidBody body = make_body({.name = "b",
                                    .frame = cloud.B,
                                    .center = center,
                                    .mass = 1,
                                    .inertia = {2, 3, 5, {}, {}, {}},
                                    .inertia_in = principal});
  const Table3 R = turn({0, 1, 0}, 0.7L);
  const Table3 expected = times(times(R, Table3{{{2, 0, 0}, {0, 3, 0}, {0, 0, 5}}}), transposed(R));
  const Matrix3 in_B = components(body.central_inertia, cloud.B);
  EXPECT_LT(distance(numbers(in_B, {}), expected), 1e-17L);
  EXPECT_EQ(trace(body.central_inertia), Expr(10));
}

TEST(Inertia, a_moment_left_out_stays_unknown_until_the_motion_needs_it) {
  Cloud cloud;
  const Expr I = cloud.m.parameter("I", 2.0);
  const RigidBody& disk =
      cloud.m.body({.name = "disk", .frame = cloud.B, .center = cloud.P, .mass = 1, .inertia = {.zz = I}});
  ASSERT_EQ(disk.missing.size(), 2u);
  EXPECT_EQ(disk.missing[0].entry, "xx");
  const Expr u = symbol("u");
  EXPECT_EQ(dot(disk.central_inertia, u * cloud.B.z()), I * u * cloud.B.z());
  EXPECT_EQ(dot(disk.central_inertia, cloud.B.x()), disk.missing[0].symbol * cloud.B.x());
}

TEST(Dyadic, left_and_right_products_of_mixed_bases_agree_with_one_basis) {
  Cloud cloud;
  const Vector a = cloud.q[0] * cloud.N.x() + Expr(2) * cloud.B.y();
  const Vector b = cloud.q[1] * cloud.B.z() - cloud.N.y();
  const Vector v = cloud.N.z() + cloud.q[2] * cloud.B.x();
  const Dyadic ab = outer(a, b);
  const Numbers values = Motion(cloud.m, 9).now();
  const auto in_N = [&](const Vector& w) { return numbers(w, cloud.N, values); };
  const Real bv = dotted(in_N(b), in_N(v));
  const Real av = dotted(in_N(a), in_N(v));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(static_cast<double>(in_N(dot(ab, v))[i] - in_N(a)[i] * bv), 0, 1e-15);
    EXPECT_NEAR(static_cast<double>(in_N(dot(v, ab))[i] - in_N(b)[i] * av), 0, 1e-15);
  }
  EXPECT_NEAR(static_cast<double>(number(trace(ab), values) - dotted(in_N(a), in_N(b))), 0, 1e-15);
  EXPECT_TRUE((ab - ab).is_zero());
}

}  // namespace
}  // namespace tangible
