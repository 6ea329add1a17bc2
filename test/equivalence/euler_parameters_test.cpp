// SPDX-License-Identifier: Apache-2.0
// Speeds along any axes with Euler parameters: no attitude is singular.
#include "equations/euler_parameters.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "equations/equations.h"
#include "model/read_model.h"
#include "symbolic/evaluate.h"
#include "symbolic/graph.h"

namespace tangible {
namespace {

std::string body_with_speeds_along(const std::string& frame) {
  std::string text = R"yaml(
tangible: 1
coordinates: {e0: rad, e1: rad, e2: rad, e3: rad}
frames:
  A: {in: N, rotate: {x: 0.3}}
  B: {in: N, euler: [e0, e1, e2, e3]}
bodies:
  body: {frame: B, center: O, mass: 1 kg, inertia: [1, 2, 3]}
)yaml";
  return text + "speeds: {u1: 'dot(w(B), " + frame + ".x)', u2: 'dot(w(B), " + frame + ".y)', u3: 'dot(w(B), " + frame +
         ".z)'}\n";
}

// e' = 1/2 w e with w and e as quaternions, w in the axes of N.
Eigen::Vector4d expected_rates(const Eigen::Quaterniond& e, const Eigen::Vector3d& w_N) {
  const Eigen::Quaterniond rate = Eigen::Quaterniond(0, w_N.x(), w_N.y(), w_N.z()) * e;
  return 0.5 * Eigen::Vector4d(rate.w(), rate.x(), rate.y(), rate.z());
}

TEST(EulerParameters, speeds_along_any_axes_determine_the_rates_at_every_attitude) {
  const Eigen::Vector3d u(0.3, -1.2, 0.7);
  const Eigen::Quaterniond attitudes[] = {
      {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}, Eigen::Quaterniond(0.4, -0.2, 0.7, 0.5).normalized()};
  for (const std::string frame : {"N", "A", "B"}) {
    Graph graph;
    const GraphScope scope(graph);
    const ReadResult read = read_model_text(body_with_speeds_along(frame));
    ASSERT_TRUE(read) << read.diagnostics.to_string();
    const KinematicalEquations k = derive_equations(*read.mechanism).kinematical;
    for (const Eigen::Quaterniond& e : attitudes) {
      Values values{{k.q[0], e.w()}, {k.q[1], e.x()}, {k.q[2], e.y()}, {k.q[3], e.z()}};
      for (int r = 0; r < 3; ++r) values[k.u[static_cast<std::size_t>(r)]] = u(r);
      const Eigen::Matrix3d N_from_A = Eigen::AngleAxisd(0.3, Eigen::Vector3d::UnitX()).toRotationMatrix();
      const Eigen::Vector3d w_N = frame == "N" ? u : frame == "A" ? Eigen::Vector3d(N_from_A * u) : e * u;
      const Eigen::Vector4d expected = expected_rates(e, w_N);
      for (std::size_t i = 0; i < 4; ++i)
        EXPECT_NEAR(evaluate(k.rate[i], values), expected(static_cast<int>(i)), 1e-14) << frame << " " << e.coeffs();
    }
  }
}

}  // namespace
}  // namespace tangible
