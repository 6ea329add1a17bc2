// SPDX-License-Identifier: Apache-2.0
// The formulation on one page.
#include "equations/equations.h"

#include "equations/auxiliary.h"
#include "equations/conflict.h"
#include "equations/places.h"
#include "equations/reaction.h"
#include "equations/speed_choice.h"

namespace tangible {
namespace {

// With more speeds the sums over all bodies are too long to read, and the recursion along the tree forms them sooner
// and shorter.
constexpr std::size_t max_speeds_to_read = 6;
// The table grows with the square of the speeds.
constexpr std::size_t max_speeds_in_table = 12;

void list_partial_velocities(const Mechanism& mechanism, MotionTable& motions, Equations& out) {
  const auto add = [&](const std::string& name, bool angular, const VelocityDecomposition& motion) {
    for (const PartialVelocityEntry& entry : out.partial_velocities)
      if (entry.name == name && entry.is_angular == angular) return;
    out.partial_velocities.push_back({name, angular, motion});
  };
  for (const Load& load : mechanism.loads())
    for (const AppliedForce& force : motions.apply(load).forces) add(force.at.name(), false, motions.of(force.at));
  for (const MassElement& body : mass_elements(mechanism)) {
    if (!body.mass.is_zero()) add(body.center.name(), false, motions.of(body.center));
  }
  for (const MassElement& body : mass_elements(mechanism))
    if (body.frame) add(body.frame.name(), true, motions.of(body.frame));
}

}  // namespace

Equations derive_equations(const Mechanism& mechanism, std::vector<Speed> speeds, std::span<const Constraint> also) {
  Equations out;
  out.name = mechanism.name();
  out.speeds = std::move(speeds);
  std::vector<Expr> u;
  for (const Speed& speed : out.speeds) u.push_back(speed.symbol);
  for (const Parameter& p : mechanism.parameters()) out.parameters.push_back(p.symbol);
  out.angles = angles_of(mechanism);
  Shortener shortener(u, out.angles);
  out.kinematical = derive_kinematical_equations(mechanism, out.speeds, shortener, also);
  MotionTable motions(mechanism, out.kinematical, shortener);
  out.recursion = RecursiveFormulation::make(mechanism, out.kinematical, motions);
  const bool recursive_road = out.recursion && u.size() > max_speeds_to_read;
  if (recursive_road) {
    RecursiveEquations recursive = out.recursion->equations();
    out.dynamical = {std::move(recursive.mass), std::move(recursive.active), std::move(recursive.inertia_velocity),
                     std::move(recursive.forcing)};
  } else {
    out.dynamical = derive_dynamical_equations(mechanism, motions, shortener);
  }
  out.rows = derive_constraint_rows(mechanism, out.kinematical, shortener);
  out.auxiliary = derive_auxiliary_equations(mechanism, out.kinematical, motions, shortener);
  out.energy = recursive_road ? derive_energy(mechanism, motions, out.recursion->momenta())
                              : derive_energy(mechanism, motions, shortener);
  if (u.size() <= max_speeds_in_table) list_partial_velocities(mechanism, motions, out);
  return out;
}

Equations derive_equations(const Mechanism& mechanism) {
  check_places(mechanism);
  check_masses(mechanism);
  const bool chosen = !mechanism.speeds().empty();
  Equations out = chosen ? derive_equations(mechanism, {mechanism.speeds().begin(), mechanism.speeds().end()})
                         : derive_equations_with_best_speeds(mechanism);
  std::vector<std::size_t> permanent;
  for (std::size_t i = 0; i < out.rows.size(); ++i)
    if (out.rows[i].active == Activity::permanent && !out.rows[i].built_in) permanent.push_back(i);
  refuse_contradicting_rows(out, permanent);
  check_inertia(mechanism, out.dynamical, out.energy);
  out.reactions = derive_reactions(mechanism, out);
  return out;
}

}  // namespace tangible
