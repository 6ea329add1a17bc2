// SPDX-License-Identifier: Apache-2.0
// Mass, forces and energies: symmetry, Lagrange's equations, and the books of power.
#include <array>
#include <cmath>

#include "dynamics/matrix_solvers.h"
#include "engine/check_context.h"
#include "equations/coriolis.h"
#include "equations/lagrange.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

// F_r + F_r* for the u' of the state.
std::vector<Expr> kane_residuals(const Equations& equations) {
  std::vector<Expr> residuals;
  const std::size_t nu = equations.nu();
  for (std::size_t r = 0; r < nu; ++r) {
    std::vector<Expr> row;
    for (std::size_t s = 0; s < nu; ++s) row.push_back(-equations.dynamical.mass(r, s));
    residuals.push_back(combine(row, equations.kinematical.u_rate, equations.dynamical.forcing(r)));
  }
  return residuals;
}

// q -> W u + X, u -> u', t -> 1
Rates all_rates(const CheckContext& context) {
  const KinematicalEquations& k = context.equations.kinematical;
  Rates rates = k.rates();
  rates[context.mechanism.time()] = 1;
  for (std::size_t r = 0; r < k.u.size(); ++r) rates[k.u[r]] = k.u_rate[r];
  return rates;
}

// Frames, points or coordinates that move even when all speeds are zero: then forces of the guides do work.
bool has_prescribed_motion(const CheckContext& context) {
  for (const Expr x : context.equations.kinematical.X)
    if (!x.is_zero()) return true;
  for (const PartialVelocityEntry& entry : context.equations.partial_velocities)
    if (!entry.motion.remainder.is_zero()) return true;
  return depends_on(context.equations.energy.kinetic, context.mechanism.time());
}

// The matrix has as many entries as the square of the speeds, each a sum over the bodies.
constexpr std::size_t max_speeds_for_coriolis_check = 12;

Eigen::VectorXd column(std::span<const Expr> list, const Values& state) {
  const std::vector<double> x = evaluate(list, state);
  return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}

double largest(std::span<const double> list) {
  double result = 1e-3;
  for (const double x : list) result = std::max(result, std::abs(x));
  return result;
}

void check_load_powers(const CheckContext& context, const Rates& rates, Tally& tally) {
  for (const LoadPower& load : context.equations.energy.loads) {
    if (!load.potential && !load.dissipation) continue;
    const Expr potential = load.potential.value_or(Expr(0));
    if (depends_on(potential, context.mechanism.time())) continue;
    const std::array<Expr, 1> power{load.power};
    const std::array<Expr, 1> books{-total_time_derivative(potential, rates) - load.dissipation.value_or(Expr(0))};
    for (const Values& state : context.states)
      tally.compare("potential energies", evaluate(power, state), evaluate(books, state));
  }
}

}  // namespace

void check_mass(const CheckContext& context, Tally& tally) {
  tally.declare("mass matrix symmetric", 1e-12);
  tally.declare("mass matrix not negative", 1e-10);
  const auto n = static_cast<Eigen::Index>(context.equations.nu());
  for (const Values& state : context.states) {
    const std::vector<double> entries = evaluate(context.equations.dynamical.mass.entries(), state);
    const Eigen::MatrixXd mass = Eigen::Map<const Eigen::MatrixXd>(entries.data(), n, n);
    const double size = largest(entries);
    tally.add("mass matrix symmetric", (mass - mass.transpose()).cwiseAbs().maxCoeff() / size);
    tally.add("mass matrix not negative", std::max(0.0, -symmetric_eigenvalues(mass).minCoeff() / size));
  }
}

// Parsa (40), (42): C u is what the velocity terms of F_r* are with the sign changed, and M' - 2C is skew.
void check_coriolis(const CheckContext& context, Tally& tally) {
  tally.declare("Coriolis matrix", 1e-8);
  tally.declare("M' - 2C skew", 1e-8);
  if (context.equations.nu() > max_speeds_for_coriolis_check) return;
  const Matrix coriolis = derive_coriolis_matrix(context.mechanism, context.equations);
  const KinematicalEquations& k = context.equations.kinematical;
  const auto n = static_cast<Eigen::Index>(k.u.size());
  for (const Values& state : context.states) {
    const std::vector<double> c = evaluate(coriolis.entries(), state), u = evaluate(k.u, state);
    const std::vector<double> m_rate = rate_along_motion(context, context.equations.dynamical.mass.entries(), state);
    // Eigen reads columns first: these are the transposes.
    const Eigen::MatrixXd C = Eigen::Map<const Eigen::MatrixXd>(c.data(), n, n).transpose();
    const Eigen::MatrixXd M_rate = Eigen::Map<const Eigen::MatrixXd>(m_rate.data(), n, n);
    const Eigen::VectorXd Cu = C * Eigen::Map<const Eigen::VectorXd>(u.data(), n);
    const double size = std::max(largest(c), largest(m_rate));
    tally.add("M' - 2C skew", (M_rate - C - C.transpose()).cwiseAbs().maxCoeff() / size);
    if (has_prescribed_motion(context)) continue;
    const Eigen::VectorXd h = -column(context.equations.dynamical.inertia_velocity, state);
    tally.add("Coriolis matrix", (Cu - h).cwiseAbs().maxCoeff() / std::max(1e-3, Cu.cwiseAbs().maxCoeff()));
  }
}

// F_r + F_r* = sum_i W_ir (active_i - inertia_i) with q'' = d/dt (W u + X).
void check_against_lagrange(const CheckContext& context, Tally& tally) {
  tally.declare("Kane and Lagrange", 1e-9);
  tally.declare("kinetic energy", 1e-9);
  const LagrangeEquations lagrange = derive_lagrange_equations(context.mechanism);
  const KinematicalEquations& k = context.equations.kinematical;
  const Rates rates = all_rates(context);
  std::vector<Expr> q_second;
  for (const Expr q : k.q) q_second.push_back(total_time_derivative(rates.at(q), rates));
  const std::vector<Expr> kane = kane_residuals(context.equations);
  const std::array<Expr, 1> in_speeds{context.equations.energy.kinetic}, in_rates{lagrange.kinetic};
  for (Values state : context.states) {
    const std::vector<double> second = evaluate(q_second, state);
    for (std::size_t i = 0; i < second.size(); ++i) state[lagrange.q_second[i]] = second[i];
    const std::vector<double> W = evaluate(k.W.entries(), state), active = evaluate(lagrange.active, state),
                              inertia = evaluate(lagrange.inertia, state);
    std::vector<double> projected(k.u.size(), 0.0);
    double scale = 1e-3;
    for (std::size_t r = 0; r < k.u.size(); ++r) {
      for (std::size_t i = 0; i < k.q.size(); ++i) {
        const double w = W[i * k.u.size() + r];
        projected[r] += w * (active[i] - inertia[i]);
        scale = std::max(scale, std::abs(w) * (std::abs(active[i]) + std::abs(inertia[i])));
      }
    }
    tally.compare("Kane and Lagrange", evaluate(kane, state), projected, scale);
    tally.compare("kinetic energy", evaluate(in_speeds, state), evaluate(in_rates, state));
  }
}

// dK/dt + sum_r u_r (F_r + F_r*) = power of all loads, when nothing moves by itself.
void check_power(const CheckContext& context, Tally& tally) {
  tally.declare("power", 1e-9);
  tally.declare("potential energies", 1e-9);
  if (has_prescribed_motion(context)) return;
  const Rates rates = all_rates(context);
  const std::vector<Expr> kane = kane_residuals(context.equations);
  std::vector<Expr> powers;
  for (const LoadPower& load : context.equations.energy.loads) powers.push_back(load.power);
  const std::array<Expr, 2> books{total_time_derivative(context.equations.energy.kinetic, rates) +
                                      combine(kane, context.equations.kinematical.u, 0),
                                  sum(powers)};
  for (const Values& state : context.states) {
    std::vector<double> all = evaluate(powers, state);
    const double flow = evaluate(total_time_derivative(context.equations.energy.kinetic, rates), state);
    all.push_back(flow);
    const std::vector<double> sides = evaluate(books, state);
    tally.compare("power", {&sides[0], 1}, {&sides[1], 1}, largest(all));
  }
  check_load_powers(context, rates, tally);
}

}  // namespace tangible
