// SPDX-License-Identifier: Apache-2.0
// The kernel of the mass matrix among the motions that the active constraints allow.
#include "engine/massless_motion.h"

#include <Eigen/LU>
#include <vector>

namespace tangible {
namespace {

// Columns: motions that satisfy the active constraints.
Eigen::MatrixXd allowed_motions(const SystemMotion& motion) {
  const System& system = motion.system();
  const auto nu = static_cast<Eigen::Index>(system.nu());
  std::vector<std::size_t> active;
  for (std::size_t row = 0; row < system.rows.size(); ++row)
    if (motion.mode().active[row] != 0) active.push_back(row);
  if (active.empty()) return Eigen::MatrixXd::Identity(nu, nu);
  Eigen::MatrixXd rows(static_cast<Eigen::Index>(active.size()), nu);
  for (Eigen::Index i = 0; i < rows.rows(); ++i)
    for (Eigen::Index r = 0; r < nu; ++r)
      rows(i, r) =
          motion.rows().coefficients()[active[static_cast<std::size_t>(i)] * system.nu() + static_cast<std::size_t>(r)];
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(rows);
  return lu.dimensionOfKernel() == 0 ? Eigen::MatrixXd(nu, 0) : Eigen::MatrixXd(lu.kernel());
}

}  // namespace

std::string name_massless_speeds(const SystemMotion& motion) {
  constexpr double negligible = 1e-9;  // of the largest share of a speed in a motion
  const System& system = motion.system();
  const auto nu = static_cast<Eigen::Index>(system.nu());
  const Eigen::MatrixXd mass = Eigen::Map<const Eigen::MatrixXd>(motion.output(system.mass).data(), nu, nu);
  const Eigen::MatrixXd allowed = allowed_motions(motion);
  if (allowed.cols() == 0 || !mass.allFinite() || !allowed.allFinite()) return "";
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(allowed.transpose() * mass * allowed);
  if (lu.dimensionOfKernel() == 0) return "";
  const Eigen::MatrixXd massless = allowed * lu.kernel();
  std::string names;
  for (Eigen::Index r = 0; r < nu; ++r)
    if (massless.row(r).cwiseAbs().maxCoeff() > negligible * massless.cwiseAbs().maxCoeff())
      names += (names.empty() ? "" : ", ") + system.u[static_cast<std::size_t>(r)].name;
  return names;
}

}  // namespace tangible
