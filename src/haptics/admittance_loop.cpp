// SPDX-License-Identifier: Apache-2.0
// One tick of the admittance display as a linear map, and its eigenvalues.
#include "haptics/admittance_loop.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "dynamics/matrix_solvers.h"

namespace tangible {
namespace {

// The exponential of a h by its power series, with h halved until it converges quickly.
Eigen::Matrix3d held_exponential(const Eigen::Matrix3d& a, double h) {
  int halvings = 0;
  double share = h;
  while (a.cwiseAbs().rowwise().sum().maxCoeff() * share > 0.25 && halvings < 60) share /= 2, ++halvings;
  Eigen::Matrix3d sum = Eigen::Matrix3d::Identity(), term = sum;
  for (int n = 1; n <= 14; ++n) sum += term = term * a * (share / n);
  for (int n = 0; n < halvings; ++n) sum = sum * sum;
  return sum;
}

// Samples of d ticks ago and the wrenches computed since; every list begins with the newest.
class AdmittanceTick {
 public:
  explicit AdmittanceTick(const SampledAdmittance& loop) : loop_(loop), depth_(loop.delay + 2) {
    Eigen::Matrix3d a = Eigen::Matrix3d::Zero();  // x, v, F
    const double m = total_mass();
    a(0, 1) = 1;
    a.row(1) << -loop.hand_stiffness / m, -(loop.device_damping + loop.hand_damping) / m, 1 / m;
    plant_ = held_exponential(a, loop.tick);
  }

  int size() const { return fixed + 5 * depth_; }

  // The state after a tick.
  Eigen::VectorXd operator()(const Eigen::VectorXd& s) const {
    const SampledAdmittance& p = loop_;
    Eigen::VectorXd next = Eigen::VectorXd::Zero(size());
    const double x = s(0), v = s(1), F = s(2), X = s(3), V = s(4);
    const double a = (F - (p.device_damping + p.hand_damping) * v - p.hand_stiffness * x) / total_mass();
    const double cell = -(p.hand_stiffness * x + p.hand_damping * v + p.hand_mass * a) - p.end_effector * a;
    push(s, next, 0, x);
    push(s, next, 1, v);
    push(s, next, 2, cell);
    push(s, next, 3, X);
    push(s, next, 4, V);
    const int d = p.delay;
    const double x_read = past(next, 0, d);
    const double w = p.exact_velocity ? past(next, 1, d) : (x_read - past(next, 0, d + 1)) / p.tick;
    const double hand = past(next, 2, d) + p.end_effector * s(6);
    const double change = p.samples > 1 ? hand - s(7) : 0, bend = p.samples > 2 ? hand - 2 * s(7) + s(8) : 0;
    const Eigen::Vector2d model = model_step(X, V, hand - bend / 12, (change + bend) / p.tick);
    const double e = past(next, 3, d) - x_read, V_then = past(next, 4, d);
    const double sum = s(5) + p.tick * e;
    const double acceleration = (model(1) - V) / p.tick;
    const TrackingGains& k = p.gains;
    double drive =
        p.device_mass * (acceleration + k.proportional * e + k.integral * sum + k.derivative * (V_then - w)) +
        p.device_damping * V_then;
    if (p.carries_hand) drive -= hand;
    const Eigen::Vector3d device = plant_ * Eigen::Vector3d(x, v, drive);
    next.head<fixed>() << device(0), device(1), drive, model(0), model(1), sum, acceleration, hand, s(7);
    return next;
  }

 private:
  // x, v, F, X, V, the integral, the last acceleration of the reference, the last f and that before
  static constexpr int fixed = 9;

  double total_mass() const { return loop_.device_mass + loop_.hand_mass; }
  double past(const Eigen::VectorXd& s, int list, int age) const { return s(fixed + list * depth_ + age); }
  void push(const Eigen::VectorXd& from, Eigen::VectorXd& to, int list, double newest) const {
    const int first = fixed + list * depth_;
    to(first) = newest;
    for (int age = 1; age < depth_; ++age) to(first + age) = from(first + age - 1);
  }

  // Runge and Kutta's step of M X'' + B X' + K X = f + rate t.
  Eigen::Vector2d model_step(double X, double V, double f, double rate) const {
    Eigen::Matrix4d a = Eigen::Matrix4d::Zero();  // X, V, f, rate
    a(0, 1) = 1;
    a.row(1) << -loop_.stiffness / loop_.mass, -loop_.damping / loop_.mass, 1 / loop_.mass, 0;
    a(2, 3) = 1;
    const Eigen::Matrix4d h = a * loop_.tick;
    const Eigen::Vector4d y(X, V, f, rate);
    return (y + h * (y + h / 2 * (y + h / 3 * (y + h / 4 * y)))).head<2>();
  }

  SampledAdmittance loop_;
  int depth_;
  Eigen::Matrix3d plant_;
};

// The same loop with the tick as the unit of time and the device's mass as that of mass. Its eigenvalues are the same,
// but forces, speeds and lengths are of one magnitude, so that they are found with ten digits instead of four.
SampledAdmittance without_units(SampledAdmittance p) {
  const double T = p.tick, m = p.device_mass > 0 ? p.device_mass : 1;
  for (double* mass : {&p.mass, &p.hand_mass, &p.device_mass, &p.end_effector}) *mass /= m;
  for (double* damping : {&p.damping, &p.hand_damping, &p.device_damping}) *damping *= T / m;
  for (double* stiffness : {&p.stiffness, &p.hand_stiffness}) *stiffness *= T * T / m;
  p.gains.proportional *= T * T;
  p.gains.integral *= T * T * T;
  p.gains.derivative *= T;
  p.tick = 1;
  return p;
}

}  // namespace

Eigen::MatrixXd admittance_matrix(const SampledAdmittance& loop) {
  const AdmittanceTick tick(loop);
  Eigen::MatrixXd a(tick.size(), tick.size());
  for (int i = 0; i < tick.size(); ++i) a.col(i) = tick(Eigen::VectorXd::Unit(tick.size(), i));
  return a;
}

double spectral_radius(const SampledAdmittance& loop) {
  std::vector<std::complex<double>> z = eigenvalues(admittance_matrix(without_units(loop)));
  std::ranges::sort(z, {}, [](std::complex<double> at) { return std::abs(at - 1.0); });
  std::size_t neutral = 0;
  if (loop.hand_stiffness == 0 && loop.stiffness == 0) neutral = loop.hand_damping == 0 && loop.damping == 0 ? 2 : 1;
  double largest = 0;
  for (std::size_t i = neutral; i < z.size(); ++i) largest = std::max(largest, std::abs(z[i]));
  return largest;
}

double smallest_stable_mass(SampledAdmittance loop) {
  const auto is_stable = [&](double mass) {
    loop.mass = mass;
    return spectral_radius(loop) < 1;
  };
  constexpr double step = 1.1;
  double mass = 1000 * loop.device_mass;
  if (!is_stable(mass)) return unlimited;
  while (is_stable(mass / step)) {
    mass /= step;
    if (mass < 1e-4 * loop.device_mass) return 0;
  }
  double low = mass / step, high = mass;
  for (int i = 0; i < 30; ++i) {
    const double middle = std::sqrt(low * high);
    (is_stable(middle) ? high : low) = middle;
  }
  return high;
}

// A hand of medium stiffness on a model as heavy as the device, and no hand at all, must settle well: the largest
// modulus stays below exp(-w T/20), a twentieth of the speed of the drive.
TrackingGains tuned_tracking(const DeviceLimits& device, double tick) {
  if (!(device.inertia.linear > 0)) return {};
  SampledAdmittance loop;
  loop.tick = tick;
  loop.device_mass = device.inertia.linear;
  loop.device_damping = device.damping.linear;
  loop.delay = device.delay;
  loop.exact_velocity = device.exact_velocity;
  loop.samples = 2;
  loop.mass = 2 * device.inertia.linear;
  // The hand of a heavy device is heavy, too: else its own slow motion would be taken for that of the drive.
  const double heavy = std::max(1.0, device.inertia.linear);
  loop.hand_damping = 2 * heavy, loop.hand_stiffness = 300 * heavy;
  for (double per_tick = 0.5; per_tick > 1e-3; per_tick *= 0.9) {
    loop.gains = tracking_gains(per_tick / tick);
    if (spectral_radius(loop) < 1 - 1e-4) {
      // Half of the fastest that is stable leaves a margin of two in every gain.
      return tracking_gains(0.5 * per_tick / tick);
    }
  }
  return tracking_gains(1e-3 / tick);
}

}  // namespace tangible
