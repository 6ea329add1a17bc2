// SPDX-License-Identifier: Apache-2.0
// Parsa's closed form, summed over bodies.
#include "equations/coriolis.h"

namespace tangible {
namespace {

class Coriolis {
 public:
  Coriolis(const Mechanism& mechanism, const Equations& equations)
      : N_(mechanism.N()),
        nu_(equations.nu()),
        shortener_(equations.kinematical.u, equations.angles),
        motions_(mechanism, equations.kinematical, shortener_),
        kinematics_(mechanism.make_kinematics([&] {
          Rates rates = equations.kinematical.rates();
          rates[mechanism.time()] = 1;
          return rates;
        }())),
        terms_(nu_ * nu_) {}

  void add(const MassElement& body) {
    if (!body.mass.is_zero()) {
      const VelocityDecomposition& center = motions_.of(body.center);
      for (std::size_t s = 0; s < nu_; ++s) add_column(s, center.partial, body.mass * rate(center.partial[s]));
    }
    if (!body.frame || body.inertia.is_zero()) return;
    const VelocityDecomposition& frame = motions_.of(body.frame);
    for (std::size_t s = 0; s < nu_; ++s) {
      if (frame.partial[s].is_zero()) continue;
      add_column(
          s, frame.partial,
          dot(body.inertia, rate(frame.partial[s])) + cross(frame.velocity, dot(body.inertia, frame.partial[s])));
    }
  }

  Matrix sum_up() const {
    Matrix result(nu_, nu_);
    for (std::size_t i = 0; i < terms_.size(); ++i) result.entries()[i] = sum(terms_[i]);
    return result;
  }

 private:
  Vector rate(const Vector& partial) const { return kinematics_.dt(partial, N_); }
  void add_column(std::size_t s, const std::vector<Vector>& partial, const Vector& v) {
    if (v.is_zero()) return;
    for (std::size_t r = 0; r < nu_; ++r)
      if (!partial[r].is_zero()) terms_[r * nu_ + s].push_back(dot(partial[r], v));
  }

  Frame N_;
  std::size_t nu_;
  Shortener shortener_;
  MotionTable motions_;
  Kinematics kinematics_;
  std::vector<std::vector<Expr>> terms_;
};

}  // namespace

Matrix derive_coriolis_matrix(const Mechanism& mechanism, const Equations& equations) {
  Coriolis coriolis(mechanism, equations);
  for (const MassElement& body : mass_elements(mechanism)) coriolis.add(body);
  return coriolis.sum_up();
}

}  // namespace tangible
