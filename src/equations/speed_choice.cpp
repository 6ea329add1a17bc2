// SPDX-License-Identifier: Apache-2.0
// Candidates for generalized speeds, compared by operation count.
#include "equations/speed_choice.h"

#include <algorithm>
#include <optional>

#include "equations/diagonal_speeds.h"
#include "equations/error.h"
#include "equations/massless.h"
#include "symbolic/count.h"
#include "symbolic/ldlt.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

// With more coordinates than this only the coordinate rates are tried: one formulation is then work enough.
constexpr std::size_t max_coordinates_to_compare = 4;

// The coordinates whose rates appear in a vector.
std::vector<std::size_t> coordinates_in(const Mechanism& mechanism, const Vector& v) {
  std::vector<Expr> all;
  for (const Vector::Part& part : v.parts()) all.insert(all.end(), part.c.begin(), part.c.end());
  const std::vector<Expr> symbols = symbols_in(all);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < mechanism.coordinates().size(); ++i)
    if (std::ranges::find(symbols, mechanism.coordinates()[i].rate) != symbols.end()) found.push_back(i);
  return found;
}

// The angular velocity of a body that turns with exactly three coordinates, by components along its own axes.
std::optional<std::vector<Speed>> body_fixed_speeds(const Mechanism& mechanism) {
  std::vector<Speed> speeds = coordinate_rate_speeds(mechanism);
  bool any = false;
  for (const RigidBody& body : mechanism.bodies()) {
    const Vector w = mechanism.w(body.frame);
    const std::vector<std::size_t> turning = coordinates_in(mechanism, w);
    if (turning.size() != 3 || speeds.size() != mechanism.coordinates().size()) continue;
    for (std::size_t k = 0; k < 3; ++k) speeds[turning[k]].definition = dot(w, body.frame.axis(k));
    any = true;
  }
  if (!any) return std::nullopt;
  return speeds;
}

// Inertial joint rates after Mitiguy & Kane 1996: of a frame that turns by q about an axis, its whole angular velocity
// along that axis.
std::optional<std::vector<Speed>> inertial_joint_speeds(const Mechanism& mechanism) {
  std::vector<Speed> speeds = coordinate_rate_speeds(mechanism);
  if (speeds.size() != mechanism.coordinates().size()) return std::nullopt;
  bool any = false;
  for (std::uint32_t i = 1; i < mechanism.frames().size(); ++i) {
    const Frame f = mechanism.frames().at(i);
    const auto* turn = std::get_if<SimpleRotation>(&mechanism.frames().orientation(f));
    if (turn == nullptr) continue;
    for (std::size_t k = 0; k < speeds.size(); ++k) {
      if (turn->angle != mechanism.coordinates()[k].symbol) continue;
      const Expr whole = dot(mechanism.w(f), Vector(f, turn->axis));
      any = any || whole != speeds[k].definition;
      speeds[k].definition = whole;
    }
  }
  if (!any) return std::nullopt;
  return speeds;
}

// The cost of the coordinate rates and the free accelerations together.
std::size_t evaluation_cost(const Equations& equations) {
  const Rates rates = equations.kinematical.rates();
  std::vector<Expr> forcing;
  for (std::size_t r = 0; r < equations.nu(); ++r) forcing.push_back(equations.dynamical.forcing(r));
  std::vector<Expr> all = solve_symmetric(equations.dynamical.mass, forcing);
  for (const Expr q : equations.kinematical.q) all.push_back(rates.at(q));
  return count_operations(all).total();
}

}  // namespace

Equations derive_equations_with_best_speeds(const Mechanism& mechanism) {
  Equations best = derive_equations(mechanism, coordinate_rate_speeds(mechanism));
  best.speed_choice = "coordinate rates";
  if (mechanism.coordinates().size() > max_coordinates_to_compare) return best;
  // Where freedoms without mass are left to the constraints, there are no free accelerations to compare.
  if (!massless_speeds(best.dynamical.mass).empty()) return best;
  const auto consider = [&](const std::optional<std::vector<Speed>>& speeds, const char* what) {
    if (!speeds) return;
    try {
      Equations other = derive_equations(mechanism, *speeds);
      if (evaluation_cost(other) >= evaluation_cost(best)) return;
      best = std::move(other);
      best.speed_choice = what;
    } catch (const EquationsError&) {
      // A candidate that does not determine the rates is no candidate.
    }
  };
  const std::optional<std::vector<Speed>> diagonal = diagonalising_speeds(best);
  consider(inertial_joint_speeds(mechanism), "inertial joint rates");
  consider(body_fixed_speeds(mechanism), "body-fixed components of angular velocity");
  consider(diagonal, "combinations that make the mass matrix diagonal");
  return best;
}

}  // namespace tangible
