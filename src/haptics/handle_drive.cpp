// SPDX-License-Identifier: Apache-2.0
// Coefficients in, forces of rows out.
#include "haptics/handle_drive.h"

#include <Eigen/Core>

#include <algorithm>
#include <utility>

namespace tangible {
namespace {

using Values = std::array<double, 6>;

Values freedoms_of_twist(const Twist& v) {
  return {v.linear.x, v.linear.y, v.linear.z, v.angular.x, v.angular.y, v.angular.z};
}

std::size_t place_of(const std::vector<Quantity>& list, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(list, name, &Quantity::name) - list.begin());
}

// The polynomial through value, rate and second rate at both ends of an interval of length h.
std::array<double, drive_coefficients> quintic(std::array<double, 3> a, std::array<double, 3> b, double h) {
  const double d = b[0] - a[0] - h * (a[1] + h / 2 * a[2]);
  const double e = h * (b[1] - a[1] - h * a[2]);
  const double f = h * h * (b[2] - a[2]);
  const double h3 = h * h * h;
  return {a[0],
          a[1],
          a[2] / 2,
          (10 * d - 4 * e + f / 2) / h3,
          (7 * e - 15 * d - f) / (h3 * h),
          (6 * d - 3 * e + f / 2) / (h3 * h * h)};
}

// The polynomial, without its value, through rate and second rate at both ends.
std::array<double, drive_coefficients> quartic_by_rates(double v0, double a0, double v1, double a1, double h) {
  const double slope = (v1 - v0) / h;
  return {0, v0, a0 / 2, (3 * slope - 2 * a0 - a1) / (3 * h), (a0 + a1 - 2 * slope) / (4 * h * h), 0};
}

// The share of an error that is made up for in a tick where rows give rates only.
constexpr double made_up = 0.2;

}  // namespace

HandleDrive::HandleDrive(Simulation& run, const std::string& handle, const Freedoms& along)
    : run_(run), port_(run.port(handle)), along_(along) {
  const System& system = run.loop().system();
  begin_ = place_of(system.discretes, drive_begin());
  if (begin_ == system.discretes.size())
    throw BadInput("handle '" + handle + "': error: the model was loaded without a drive; give LoadOptions::drive");
  for (std::size_t i = 0; i < 6; ++i) {
    if (!along[i]) continue;
    first_[i] = place_of(system.discretes, drive_coefficient(i, 0));
    row_[i] = static_cast<std::size_t>(std::ranges::find(system.rows, drive_row(i), &RowDescription::name) -
                                       system.rows.begin());
    if (row_[i] == system.rows.size())
      throw BadInput("handle '" + handle + "': error: there is no row " + drive_row(i) + "; give LoadOptions::drive");
  }
}

Values HandleDrive::components(const Twist& v) const {
  Values c = freedoms_of_twist(v);
  if (!has_own_directions()) return c;
  const std::span<const Vec3> own = port_.directions();
  for (std::size_t i = 0; i < 3; ++i) c[i] = i < own.size() ? dot(v.linear, own[i]) : 0;
  return c;
}

void HandleDrive::lead(double dt, const HandleMotion& from, const HandleMotion& to) {
  const Pose& pose = port_.pose();
  const Values error = components(
      {from.pose.position - pose.position, rotation_vector(from.pose.orientation * inverse(pose.orientation))});
  const Values p0 = freedoms_of_twist({from.pose.position, {}}), p1 = freedoms_of_twist({to.pose.position, {}});
  const Values now = components(port_.velocity()), v0 = freedoms_of_twist(from.velocity), v1 = components(to.velocity);
  const Values a0 = components(from.acceleration), a1 = components(to.acceleration);
  const std::span<double> discretes = run_.loop().motion().discretes();
  discretes[begin_] = run_.time();
  for (std::size_t i = 0; i < 6; ++i) {
    if (!along_[i]) continue;
    const bool by_position = i < 3 && !has_own_directions();
    const auto c = by_position ? quintic({p0[i], v0[i], a0[i]}, {p1[i], v1[i], a1[i]}, dt)
                               : quartic_by_rates(now[i], a0[i], v1[i] + made_up / dt * error[i], a1[i], dt);
    std::ranges::copy(c, discretes.begin() + static_cast<std::ptrdiff_t>(first_[i]));
  }
}

Values HandleDrive::forces() {
  SystemMotion& motion = run_.loop().motion();
  (void)motion.evaluate(run_.time(), run_.loop().state());
  Values f{};
  for (std::size_t i = 0; i < 6; ++i)
    if (along_[i]) f[i] = motion.forces()[row_[i]];
  return f;
}

Wrench HandleDrive::wrench() {
  const Values f = forces();
  Wrench w{{f[0], f[1], f[2]}, {f[3], f[4], f[5]}};
  if (!has_own_directions()) return w;
  w.force = {};
  const std::span<const Vec3> own = port_.directions();
  for (std::size_t i = 0; i < own.size(); ++i) w.force += f[i] * own[i];
  return w;
}

// Forces are affine in the second coefficients, which are half the accelerations where the polynomials begin; there
// nothing else depends on them.
std::array<double, 36> HandleDrive::inertia() {
  const auto discretes = [&] { return run_.loop().motion().discretes(); };  // ask again before each change
  const Values x = freedoms_of_twist({port_.pose().position, {}}), v = components(port_.velocity());
  std::array<std::array<double, drive_coefficients>, 6> kept{};
  const double began = std::exchange(discretes()[begin_], run_.time());
  for (std::size_t i = 0; i < 6; ++i) {
    if (!along_[i]) continue;
    const auto c = discretes().subspan(first_[i], drive_coefficients);
    std::ranges::copy(c, kept[i].begin());
    std::ranges::copy(std::array<double, drive_coefficients>{x[i], v[i]}, c.begin());
  }
  std::array<double, 36> m{};
  const Values rest = forces();
  for (std::size_t j = 0; j < 6; ++j) {
    if (!along_[j]) continue;
    discretes()[first_[j] + 2] = 0.5;
    const Values f = forces();
    for (std::size_t i = 0; i < 6; ++i) m[6 * i + j] = f[i] - rest[i];
    discretes()[first_[j] + 2] = 0;
  }
  discretes()[begin_] = began;
  for (std::size_t i = 0; i < 6; ++i)
    if (along_[i]) std::ranges::copy(kept[i], discretes().begin() + static_cast<std::ptrdiff_t>(first_[i]));
  (void)forces();
  return m;
}

// Cholesky's factors with the largest pivot first; shifts and turns are compared with the largest of their own kind.
Freedoms drivable_freedoms(const Port& port, const std::array<double, 36>& mobility, const Freedoms& wanted) {
  constexpr double dependent = 1e-8;
  using Matrix6 = Eigen::Matrix<double, 6, 6>;
  const bool has_own = !port.program().acts_along_all, shifts = wanted[0] || wanted[1] || wanted[2];
  Matrix6 axes = Matrix6::Zero();
  for (int i = 0; i < 6; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (i < 3 && has_own) {
      if (shifts && k < port.directions().size())
        axes.row(i).head<3>() << port.directions()[k].x, port.directions()[k].y, port.directions()[k].z;
    } else if (wanted[k] && (i < 3 || port.program().turns)) {
      axes(i, i) = 1;
    }
  }
  Matrix6 rest =
      axes * Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>>(mobility.data()) * axes.transpose();
  const double sizes[] = {rest.diagonal().head<3>().maxCoeff(), rest.diagonal().tail<3>().maxCoeff()};
  Freedoms chosen{};
  for (int n = 0; n < 6; ++n) {
    int best = -1;
    double most = dependent;
    for (int i = 0; i < 6; ++i) {
      const double size = sizes[i / 3];
      if (chosen[static_cast<std::size_t>(i)] || !(size > 0) || !(rest(i, i) / size > most)) continue;
      most = rest(i, i) / size;
      best = i;
    }
    if (best < 0) break;
    chosen[static_cast<std::size_t>(best)] = true;
    const Eigen::Matrix<double, 6, 1> column = rest.col(best) / rest(best, best);
    const Eigen::Matrix<double, 1, 6> row = rest.row(best);
    rest -= column * row;
  }
  return chosen;
}

}  // namespace tangible
