// SPDX-License-Identifier: Apache-2.0
// Kinematics of a point as a program with the inputs of the motion program.
#include "engine/lower_port.h"

#include "engine/lower_watch.h"
#include "engine/system_expressions.h"
#include "equations/affine.h"
#include "equations/reaction.h"
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
    add_forbidden(site, port);
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

  // Motions of the site for unit forbidden speed, in the order of port_forces().
  struct ForbiddenMotions {
    std::vector<Components> linear, angular;
  };

  // For speeds that built-in rows forbid, as in equations/auxiliary.cpp.
  void add_built_in(const PortSite& site, ForbiddenMotions& out) const {
    const KinematicalEquations& k = equations_.kinematical;
    const Expr speed = symbol("auxiliary speed");
    const auto derivatives = [&](const Vector& v) {
      Components c = components(v, m_.N());
      for (Expr& e : c) e = in_speeds_(differentiate(e, speed));
      return c;
    };
    for (std::size_t j = 0; j < equations_.auxiliary.size(); ++j) {
      Rates rates;
      for (std::size_t i = 0; i < k.q.size(); ++i) rates[k.q[i]] = k.W_auxiliary(i, j) * speed;
      const Kinematics forbidden = m_.make_kinematics(rates);
      out.linear.push_back(derivatives(forbidden.velocity(site.at, m_.N())));
      out.angular.push_back(site.frame ? derivatives(forbidden.angular_velocity(site.frame, m_.N())) : Components{});
    }
  }

  // For speeds that joints forbid: what a reaction carries of unit forces and torques along the axes of N.
  void add_reactions(const PortSite& site, ForbiddenMotions& out) const {
    for (const ReactionEquation& row : equations_.reactions) {
      const Reaction& reaction = *m_.reactions().find(row.reaction);
      Components linear{}, angular{};
      for (std::size_t i = 0; i < 3; ++i) {
        const Vector axis = m_.N().axis(i);
        linear[i] = in_speeds_(dot(carried_by(m_, reaction, AppliedForce{site.at, axis}), row.direction));
        if (site.frame)
          angular[i] = in_speeds_(dot(carried_by(m_, reaction, AppliedTorque{site.frame, axis}), row.direction));
      }
      out.linear.push_back(linear);
      out.angular.push_back(angular);
    }
  }

  void add_forbidden(const PortSite& site, PortProgram& port) {
    ForbiddenMotions motions;
    add_built_in(site, motions);
    add_reactions(site, motions);
    const auto axis_by_axis = [](const std::vector<Components>& list) {
      std::vector<Expr> values;
      for (std::size_t i = 0; i < 3; ++i)
        for (const Components& c : list) values.push_back(c[i]);
      return values;
    };
    port.forbidden_linear = list_.add("forbidden velocity", axis_by_axis(motions.linear));
    port.forbidden_angular = list_.add("forbidden turn", axis_by_axis(motions.angular));
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
