// SPDX-License-Identifier: Apache-2.0
// Masses, principal minors of inertia matrices, friction and restitution, given rotations and directions of contacts.
#include "engine/parameter_ranges.h"

#include <algorithm>

#include "mechanics/rotation.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

class RangeList {
 public:
  explicit RangeList(const Mechanism& m) : m_(m) {}

  void add_body(const RigidBody& body) {
    const std::string of = " of body '" + body.name + "'";
    add("the mass" + of + " is negative", body.mass, body.where);
    add_inertia("the inertia" + of + " is negative", components(body.central_inertia, body.frame), body.where);
  }
  void add_particle(const Particle& particle) {
    add("the mass of particle '" + particle.name + "' is negative", particle.mass, particle.where);
  }
  void add_contact(const Contact& contact) {
    const std::string of = " of contact '" + contact.name + "'";
    add("the restitution" + of + " is negative", contact.restitution, contact.where);
    add("the restitution" + of + " is more than 1", 1 - contact.restitution, contact.where);
    add("the friction" + of + " is negative", contact.friction, contact.where);
    add_directions(contact);
    if (!contact.static_friction) return;
    add("the static friction" + of + " is negative", *contact.static_friction, contact.where);
    add("the static friction" + of + " is less than the sliding friction", *contact.static_friction - contact.friction,
        contact.where);
  }
  void add_frame(FrameTree& frames, Frame frame) {
    if (frame.is_root()) return;
    const auto* given = std::get_if<DirectionCosines>(&frames.orientation(frame));
    if (given == nullptr) return;
    for (const Expr residual : orthogonality_residuals(given->matrix))
      add_zero("the matrix of frame '" + frame.name() + "' is not a rotation", residual, {});
  }
  std::vector<ParameterRange> take() { return std::move(list_); }

 private:
  // All principal minors, but for rounding: a thin rod has a zero among its moments.
  void add_inertia(const std::string& fault, const Matrix3& c, SourceLocation where) {
    const Expr size = c(0, 0) + c(1, 1) + c(2, 2), rounding = Rational(1, 1'000'000'000'000);
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3;
      add(fault, c(i, i), where);
      if (c(i, j).is_zero()) continue;
      const Expr pair = c(i, i) + c(j, j);
      add(fault, c(i, i) * c(j, j) - c(i, j) * c(i, j) + rounding * pair * pair, where);
    }
    if (c(0, 1).is_zero() && c(1, 2).is_zero() && c(2, 0).is_zero()) return;
    const Expr determinant = c(0, 0) * (c(1, 1) * c(2, 2) - c(1, 2) * c(1, 2)) -
                             c(0, 1) * (c(0, 1) * c(2, 2) - c(1, 2) * c(2, 0)) +
                             c(2, 0) * (c(0, 1) * c(1, 2) - c(1, 1) * c(2, 0));
    add(fault, determinant + rounding * size * size * size, where);
  }

  void add_directions(const Contact& contact) {
    const std::string fault =
        "the normal and the tangents of contact '" + contact.name + "' are not of length one and at right angles";
    std::vector<Vector> list = contact.tangents;
    if (!contact.normal.is_zero()) list.push_back(contact.normal);
    for (std::size_t i = 0; i < list.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j) add_zero(fault, dot(list[i], list[j]) - (i == j ? 1 : 0), contact.where);
  }

  // What must be zero, about as well as the reader of model files requires it.
  void add_zero(const std::string& fault, Expr residual, SourceLocation where) {
    constexpr std::int64_t inverse_of_tolerance = 500'000;
    if (!residual.is_zero())
      add(fault, Rational(1, inverse_of_tolerance * inverse_of_tolerance) - residual * residual, where);
  }

  // What depends on more than parameters is not decided by them.
  void add(const std::string& fault, Expr value, SourceLocation where) {
    const std::vector<Expr> symbols = symbols_in(std::span(&value, 1));
    const bool is_of_parameters =
        std::ranges::all_of(symbols, [this](Expr symbol) { return m_.parameters().find(symbol.name()) != nullptr; });
    if (is_of_parameters) list_.push_back({fault, value, where});
  }

  const Mechanism& m_;
  std::vector<ParameterRange> list_;
};

}  // namespace

std::vector<ParameterRange> parameter_ranges(const Mechanism& mechanism) {
  RangeList list(mechanism);
  for (const RigidBody& body : mechanism.bodies()) list.add_body(body);
  for (const Particle& particle : mechanism.particles()) list.add_particle(particle);
  for (const Contact& contact : mechanism.contacts()) list.add_contact(contact);
  FrameTree& frames = mechanism.frames();
  for (std::uint32_t i = 0; i < frames.size(); ++i) list.add_frame(frames, frames.at(i));
  return list.take();
}

}  // namespace tangible
