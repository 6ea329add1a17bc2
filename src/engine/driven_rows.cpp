// SPDX-License-Identifier: Apache-2.0
// Moving constraints on a handle.
#include "engine/driven_rows.h"

#include "engine/lower_port.h"

namespace tangible {
namespace {

constexpr const char* names_of_freedoms[] = {"x", "y", "z", "turn_x", "turn_y", "turn_z"};

Vector axis_of(const Mechanism& m, std::size_t freedom) {
  const Frame N = m.N();
  return freedom % 3 == 0 ? N.x() : freedom % 3 == 1 ? N.y() : N.z();
}

// c0 + c1 s + ..., and its derivative.
struct Polynomial {
  Expr value;
  Expr rate;
};

Polynomial polynomial_of(Mechanism& m, const DrivenHandle& driven, std::size_t freedom, Expr s) {
  const bool shifts = freedom < 3;
  Polynomial p{Expr(0), Expr(0)};
  std::vector<Expr> c;
  for (std::size_t k = 0; k < drive_coefficients; ++k) {
    const double start = k == 0 ? driven.start[freedom] : k == 1 ? driven.start_rate[freedom] : 0;
    const Dimension dimension{.length = shifts ? 1 : 0, .time = -static_cast<int>(k)};
    c.push_back(m.discrete(drive_coefficient(freedom, k), start, dimension));
  }
  for (std::size_t k = drive_coefficients; k-- > 0;) p.value = p.value * s + c[k];
  for (std::size_t k = drive_coefficients; k-- > 1;) p.rate = p.rate * s + Expr(static_cast<int>(k)) * c[k];
  return p;
}

// Of length one and at right angles, as a port has them.
std::vector<Vector> orthonormal(const std::vector<Vector>& directions) {
  std::vector<Vector> own;
  for (Vector d : directions) {
    for (const Vector& e : own) d = d - dot(d, e) * e;
    own.push_back(d / sqrt(dot(d, d)));
  }
  return own;
}

const PortSite& site_named(const std::vector<PortSite>& sites, const std::string& name) {
  for (const PortSite& site : sites)
    if (site.name == name) return site;
  throw MechanicsError("there is no handle, body or particle named '" + name + "' that could be driven");
}

}  // namespace

std::string drive_row(std::size_t freedom) { return drive_group + "." + names_of_freedoms[freedom]; }
std::string drive_coefficient(std::size_t freedom, std::size_t power) {
  return drive_row(freedom) + "." + std::to_string(power);
}
std::string drive_begin() { return drive_group + ".begin"; }

void add_driven_rows(Mechanism& m, const DrivenHandle& driven) {
  const std::vector<PortSite> sites = port_sites(m);
  const PortSite& site = site_named(sites, driven.name);
  const std::vector<Vector> own = orthonormal(site.directions);
  const Expr s = m.time() - m.discrete(drive_begin(), 0, Dimension{.time = 1});
  for (std::size_t i = 0; i < 6; ++i) {
    if (!driven.along[i]) continue;
    const Polynomial p = polynomial_of(m, driven, i, s);
    Constraint row;
    row.name = drive_row(i);
    row.group = drive_group;
    row.kind = ConstraintKind::motion;
    row.force = Dimension{.length = i < 3 ? 1 : 2, .mass = 1, .time = -2};
    if (i >= 3) {
      if (!site.frame) throw MechanicsError("'" + driven.name + "' is a point: it cannot be turned");
      row.expression = dot(m.w(site.frame), axis_of(m, i)) - p.rate;
      row.site = {site.frame, m.N(), axis_of(m, i)};
    } else if (own.empty()) {
      row.kind = ConstraintKind::configuration;
      row.expression = dot(m.p(m.O(), site.at), axis_of(m, i)) - p.value;
      row.site = {site.at, m.O(), axis_of(m, i)};
    } else {
      if (i >= own.size()) throw MechanicsError("handle '" + driven.name + "' has fewer directions than are driven");
      row.expression = dot(m.v(site.at), own[i]) - p.rate;
      row.site = {site.at, m.O(), own[i]};
    }
    m.constraint(std::move(row));
  }
}

}  // namespace tangible
