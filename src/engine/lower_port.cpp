// SPDX-License-Identifier: Apache-2.0
// Kinematics of a point as a program with the inputs of the motion program.
#include "engine/lower_port.h"

#include "engine/lower_watch.h"
#include "engine/system_expressions.h"
#include "equations/affine.h"
#include "symbolic/differentiate.h"

namespace tangible {
namespace {

class PortLowering {
 public:
  PortLowering(const Mechanism& m, const Equations& equations)
      : m_(m), equations_(equations), in_speeds_(m, equations) {}

  PortProgram lower(const PortSite& site) {
    const Kinematics kinematics = m_.make_kinematics(in_speeds_.rates());
    const Frame N = m_.N();
    PortProgram port;
    port.name = site.name;
    port.position = add_vector("position", components(m_.p(m_.O(), site.at), N));
    const Matrix3 rotation_matrix = site.frame ? rotation(N, site.frame) : rotation(N, N);
    std::vector<Expr> entries;
    for (std::size_t i = 0; i < 9; ++i) entries.push_back(rotation_matrix(i / 3, i % 3));
    port.rotation = list_.add("rotation", entries);
    add_partials(components(kinematics.velocity(site.at, N), N), port.linear_partials, port.linear_remainder);
    const Components none{Expr(0), Expr(0), Expr(0)};
    add_partials(site.frame ? components(kinematics.angular_velocity(site.frame, N), N) : none, port.angular_partials,
                 port.angular_remainder);
    add_built_in(site, port);
    std::vector<Expr> directions;
    for (const Vector& direction : site.directions)
      for (const Expr e : components(direction, N)) directions.push_back(in_speeds_(e));
    port.directions = list_.add("direction", directions);
    port.acts_along_all = site.directions.empty();
    port.turns = site.turns && static_cast<bool>(site.frame);
    port.code = compile(lower_to_program(list_.list(), simulation_inputs(m_, equations_, Stage::configuration)));
    return port;
  }

 private:
  Slots add_vector(const std::string& name, const Components& c) {
    return list_.add(name, std::vector<Expr>{c[0], c[1], c[2]});
  }

  void add_partials(const Components& velocity, Slots& partials, Slots& remainder) {
    const std::vector<Expr>& u = equations_.kinematical.u;
    std::vector<Expr> coefficients, rest;
    for (std::size_t i = 0; i < 3; ++i) {
      const Affine affine = split_affine(velocity[i], u);
      coefficients.insert(coefficients.end(), affine.coefficients.begin(), affine.coefficients.end());
      rest.push_back(affine.remainder);
    }
    partials = list_.add("partial velocity", coefficients);
    remainder = list_.add("remainder", rest);
  }

  // Partial velocities for the speeds that built-in rows forbid, as in equations/auxiliary.cpp.
  void add_built_in(const PortSite& site, PortProgram& port) {
    const KinematicalEquations& k = equations_.kinematical;
    const std::size_t rows = equations_.auxiliary.size();
    const Expr speed = symbol("auxiliary speed");
    std::vector<Expr> linear(3 * rows, Expr(0)), angular(3 * rows, Expr(0));
    for (std::size_t j = 0; j < rows; ++j) {
      Rates rates;
      for (std::size_t i = 0; i < k.q.size(); ++i) rates[k.q[i]] = k.W_auxiliary(i, j) * speed;
      const Kinematics forbidden = m_.make_kinematics(rates);
      const Components v = components(forbidden.velocity(site.at, m_.N()), m_.N());
      for (std::size_t i = 0; i < 3; ++i) linear[i * rows + j] = in_speeds_(differentiate(v[i], speed));
      if (!site.frame) continue;
      const Components w = components(forbidden.angular_velocity(site.frame, m_.N()), m_.N());
      for (std::size_t i = 0; i < 3; ++i) angular[i * rows + j] = in_speeds_(differentiate(w[i], speed));
    }
    port.built_in_linear = list_.add("velocity against a built-in row", linear);
    port.built_in_angular = list_.add("turn against a built-in row", angular);
  }

  const Mechanism& m_;
  const Equations& equations_;
  SpeedSubstitution in_speeds_;
  OutputList list_;
};

}  // namespace

std::vector<PortSite> port_sites(const Mechanism& mechanism) {
  std::vector<PortSite> sites;
  for (const Handle& h : mechanism.handles()) sites.push_back({h.name, h.at, h.frame, h.directions, h.turns});
  for (const RigidBody& body : mechanism.bodies()) sites.push_back({body.name, body.center, body.frame});
  for (const Particle& particle : mechanism.particles()) sites.push_back({particle.name, particle.at, {}});
  return sites;
}

PortProgram lower_port(const Mechanism& mechanism, const Equations& equations, const PortSite& site) {
  return PortLowering(mechanism, equations).lower(site);
}

}  // namespace tangible
