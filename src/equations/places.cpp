// SPDX-License-Identifier: Apache-2.0
// Positions are functions of coordinates, parameters, discrete variables and time.
#include "equations/places.h"

#include "equations/error.h"
#include "symbolic/differentiate.h"
#include "symbolic/equality.h"
#include "symbolic/memo.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

class Refusal {
 public:
  explicit Refusal(const Mechanism& mechanism) {
    for (const Input& input : mechanism.inputs()) kinds_[input.symbol] = "input " + input.name;
    for (const StateVariable& state : mechanism.states()) kinds_[state.symbol] = "own state " + state.name;
  }
  bool is_empty() const { return kinds_.empty(); }

  void look_at(const std::vector<Expr>& list, const std::string& what, SourceLocation where) const {
    for (const Expr s : symbols_in(list)) {
      const auto found = kinds_.find(s);
      if (found == kinds_.end()) continue;
      throw EquationsError(what + " depends on " + found->second +
                               ", whose rates are not available; make it a coordinate " +
                               "and drive it by a load or a motion constraint, or use a function of t",
                           where);
    }
  }

 private:
  std::unordered_map<Expr, std::string> kinds_;
};

}  // namespace

void check_places(const Mechanism& mechanism) {
  const Refusal refusal(mechanism);
  if (refusal.is_empty()) return;
  FrameTree& frames = mechanism.frames();
  for (std::uint32_t i = 1; i < frames.size(); ++i) {
    const Frame f = frames.at(i);
    std::vector<Expr> entries;
    for (const Components& row : rotation(f.parent(), f).row) entries.insert(entries.end(), row.begin(), row.end());
    refusal.look_at(entries, "frame " + f.name(), {});
  }
  PointTree& points = mechanism.points();
  for (std::uint32_t i = 1; i < points.size(); ++i) {
    std::vector<Expr> entries;
    for (const Vector::Part& part : points.offset(points.at(i)).parts())
      entries.insert(entries.end(), part.c.begin(), part.c.end());
    refusal.look_at(entries, "point " + points.at(i).name(), {});
  }
  for (const Speed& speed : mechanism.speeds()) refusal.look_at({speed.definition}, "speed " + speed.name, speed.where);
}

namespace {

// Masses and moments of inertia: whatever changes during a motion would have terms in the equations that Kane's inertia
// forces of particles and rigid bodies do not have.
class ConstantMasses {
 public:
  explicit ConstantMasses(const Mechanism& mechanism) {
    kinds_[mechanism.time()] = "the time";
    for (const Coordinate& q : mechanism.coordinates()) {
      kinds_[q.symbol] = "coordinate " + q.name;
      kinds_[q.rate] = "the rate of coordinate " + q.name;
    }
    for (const Speed& speed : mechanism.speeds()) kinds_[speed.symbol] = "speed " + speed.name;
    for (const StateVariable& state : mechanism.states()) kinds_[state.symbol] = "own state " + state.name;
    for (const Input& input : mechanism.inputs()) kinds_[input.symbol] = "input " + input.name;
  }

  // What the expression depends on and may not; empty if nothing.
  std::string changing_part(Expr e) const {
    for (const Expr symbol : symbols_in(std::span(&e, 1)))
      if (const auto found = kinds_.find(symbol);
          found != kinds_.end() && (!is_zero(differentiate(e, symbol)) || jumps_with(e, symbol)))
        return found->second;
    return "";
  }

 private:
  // Where it jumps, its derivative is zero on both sides.
  static bool jumps_with(Expr e, Expr symbol) {
    return std::ranges::any_of(nodes_below(std::span(&e, 1)), [&](Expr node) {
      return (node.is(Kind::sign) || node.is(Kind::less) || node.is(Kind::less_equal)) && depends_on(node, symbol);
    });
  }

  std::unordered_map<Expr, std::string> kinds_;
};

void check_mass(const ConstantMasses& masses, const std::string& what, Expr mass, SourceLocation where) {
  if (const std::string on = masses.changing_part(mass); !on.empty())
    throw EquationsError("the mass of " + what + " depends on " + on +
                             "; a mass may contain parameters, and discrete variables, which only events change",
                         where);
}

}  // namespace

void check_masses(const Mechanism& mechanism) {
  const ConstantMasses masses(mechanism);
  for (const Particle& particle : mechanism.particles())
    check_mass(masses, "particle '" + particle.name + "'", particle.mass, particle.where);
  for (const RigidBody& body : mechanism.bodies()) {
    check_mass(masses, "body '" + body.name + "'", body.mass, body.where);
    Substitution missing;  // whether the equations need what is not given is another question
    for (const MissingInertia& entry : body.missing) missing[entry.symbol] = 0;
    for (const Components& row : components(body.central_inertia, body.frame).row)
      for (const Expr entry : row)
        if (const std::string on = masses.changing_part(substitute(entry, missing)); !on.empty())
          throw EquationsError("the inertia of body '" + body.name + "' about its mass centre depends on " + on +
                                   " in the body's own frame; its entries may contain parameters and discrete "
                                   "variables, and what `about` and `inertia_in` name must be fixed in the body",
                               body.where);
  }
}

// A moment that only the energy needs is that of a turn given as a function of time.
void check_inertia(const Mechanism& mechanism, const DynamicalEquations& dynamical, const Energy& energy) {
  std::unordered_map<Expr, std::pair<const RigidBody*, std::string>> missing;
  for (const RigidBody& body : mechanism.bodies())
    for (const MissingInertia& entry : body.missing) missing[entry.symbol] = {&body, entry.entry};
  if (missing.empty()) return;
  std::vector<Expr> all = dynamical.mass.entries();
  all.insert(all.end(), dynamical.inertia_velocity.begin(), dynamical.inertia_velocity.end());
  const auto refuse_missing = [&](std::span<const Expr> list, const std::string& what) {
    for (const Expr s : symbols_in(list)) {
      const auto found = missing.find(s);
      if (found == missing.end()) continue;
      const auto& [body, entry] = found->second;
      throw EquationsError("the " + what + " of body '" + body->name + "' depends on its moment of inertia " + entry +
                               ", which is not given; add it: inertia: {" + entry + ": ...}, 0 if there is none",
                           body->where);
    }
  };
  refuse_missing(all, "motion");
  refuse_missing(std::span(&energy.kinetic, 1), "kinetic energy");
}

}  // namespace tangible
