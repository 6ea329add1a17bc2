// SPDX-License-Identifier: Apache-2.0
// Masses, principal minors of inertia matrices, friction and restitution.
#include "engine/parameter_ranges.h"

#include <algorithm>

#include "symbolic/substitute.h"

namespace tangible {
namespace {

class RangeList {
 public:
  explicit RangeList(const Mechanism& m) : m_(m) {}

  void add_body(const RigidBody& body) {
    const std::string of = " of body '" + body.name + "'";
    add("the mass" + of, body.mass, body.where);
    add_inertia("the inertia" + of, components(body.central_inertia, body.frame), body.where);
  }
  void add_particle(const Particle& particle) {
    add("the mass of particle '" + particle.name + "'", particle.mass, particle.where);
  }
  void add_contact(const Contact& contact) {
    const std::string of = " of contact '" + contact.name + "'";
    add("the restitution" + of, contact.restitution, contact.where);
    add("one less the restitution" + of, 1 - contact.restitution, contact.where);
    add("the friction" + of, contact.friction, contact.where);
    if (!contact.static_friction) return;
    add("the static friction" + of, *contact.static_friction, contact.where);
    add("what static friction exceeds sliding friction by" + of, *contact.static_friction - contact.friction,
        contact.where);
  }
  std::vector<ParameterRange> take() { return std::move(list_); }

 private:
  // All principal minors, but for rounding: a thin rod has a zero among its moments.
  void add_inertia(const std::string& what, const Matrix3& c, SourceLocation where) {
    const Expr size = c(0, 0) + c(1, 1) + c(2, 2), rounding = Rational(1, 1'000'000'000'000);
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3;
      add(what, c(i, i), where);
      if (c(i, j).is_zero()) continue;
      const Expr pair = c(i, i) + c(j, j);
      add(what, c(i, i) * c(j, j) - c(i, j) * c(i, j) + rounding * pair * pair, where);
    }
    if (c(0, 1).is_zero() && c(1, 2).is_zero() && c(2, 0).is_zero()) return;
    const Expr determinant = c(0, 0) * (c(1, 1) * c(2, 2) - c(1, 2) * c(1, 2)) -
                             c(0, 1) * (c(0, 1) * c(2, 2) - c(1, 2) * c(2, 0)) +
                             c(2, 0) * (c(0, 1) * c(1, 2) - c(1, 1) * c(2, 0));
    add(what, determinant + rounding * size * size * size, where);
  }

  // What depends on more than parameters is not decided by them.
  void add(const std::string& what, Expr value, SourceLocation where) {
    const std::vector<Expr> symbols = symbols_in(std::span(&value, 1));
    const bool is_of_parameters =
        std::ranges::all_of(symbols, [this](Expr symbol) { return m_.parameters().find(symbol.name()) != nullptr; });
    if (is_of_parameters) list_.push_back({what, value, where});
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
  return list.take();
}

}  // namespace tangible
