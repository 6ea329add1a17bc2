// SPDX-License-Identifier: Apache-2.0
// Vectors of forces and torques, each as a sum of values of the snapshot times directions in N.
#include "engine/scene_arrows.h"

#include "engine/places_of_loads.h"
#include "engine/row_action.h"
#include "engine/system_expressions.h"
#include "engine/unit_text.h"

namespace tangible {
namespace {

using Arrow = ModelDescription::Arrow;

class ArrowList {
 public:
  ArrowList(const Mechanism& m, const Equations& equations, const ValueLayout& values)
      : m_(m), equations_(equations), values_(values), in_speeds_(m, equations), actions_(m, equations) {}

  std::vector<SceneArrow> all() {
    add_constraints();
    add_contacts();
    add_loads();
    return std::move(list_);
  }

 private:
  Components in_N(const Vector& v) const {
    Components c = components(v, m_.N());
    for (Expr& e : c) e = in_speeds_(e);
    return c;
  }

  // Where the torque on a frame is drawn: at the centre of its body, at the origin of its link, at a point from which
  // another one is placed along its axes alone, or at no point.
  Point place_of(Frame frame) const {
    for (const RigidBody& body : m_.bodies())
      if (body.frame == frame) return body.center;
    for (const Link& link : m_.links())
      if (link.frame == frame) return link.origin;
    for (std::uint32_t i = 1; i < m_.points().size(); ++i) {
      const Point p = m_.points().at(i);
      const std::span<const Vector::Part> parts = m_.points().offset(p).parts();
      if (parts.size() == 1 && parts[0].frame == frame) return p.parent();
    }
    return {};
  }

  void add(const Arrow& arrow, Point at, std::vector<Components> directions) {
    if (at) list_.push_back({arrow, at, std::move(directions), {}});
  }

  // As the text of the row shows it, or else its coefficients.
  ConstraintSite site_of(const ConstraintRow& row) {
    const Constraint& constraint = *m_.constraints().find(row.name);
    if (!std::holds_alternative<std::monostate>(constraint.site.on)) return constraint.site;
    return actions_.find({rate_form(constraint, m_), row.built_in, unit_text(constraint.force), {}});
  }

  Point place_of(const ConstraintSite& site) const {
    if (const Frame* frame = std::get_if<Frame>(&site.on)) return place_of(*frame);
    return std::holds_alternative<Point>(site.on) ? std::get<Point>(site.on) : Point{};
  }

  // The force of a row acts along the direction of its site.
  void add_constraints() {
    std::size_t row_index = 0, built_in = 0;
    for (const ConstraintRow& row : equations_.rows) {
      const bool known = !row.built_in || built_in < values_.built_in_forces.count;
      const std::size_t index = row.built_in ? absent : row_index;
      const std::size_t value =
          row.built_in ? (known ? values_.built_in_forces[built_in] : absent) : values_.row_forces[row_index];
      ++(row.built_in ? built_in : row_index);
      if (!known) continue;
      const ConstraintSite site = site_of(row);
      const bool is_torque = std::holds_alternative<Frame>(site.on);
      add({row.name, Arrow::Kind::constraint, is_torque, 0, index, {value}}, place_of(site), {in_N(site.direction)});
    }
    first_contact_row_ = row_index;
  }

  void add_contacts() {
    std::size_t row = first_contact_row_;
    for (std::size_t c = 0; c < m_.contacts().size(); ++c) {
      const Contact& contact = m_.contacts()[c];
      Arrow arrow{contact.name, Arrow::Kind::contact, false, 0, c, {values_.row_forces[row]}};
      std::vector<Components> directions{in_N(contact.normal)};
      for (std::size_t i = 0; i < contact.tangents.size(); ++i) {
        arrow.values.push_back(values_.row_forces[row + 1 + i]);
        directions.push_back(in_N(contact.tangents[i]));
      }
      row += 1 + contact.tangents.size();
      if (contact.on && !contact.normal.is_zero()) {
        add(arrow, contact.on, std::move(directions));
        continue;
      }
      // The model gives the gap alone.
      const ConstraintSite site = actions_.find({m_.dt(contact.gap), false, unit_text(contact.force), contact.on});
      arrow.is_torque = std::holds_alternative<Frame>(site.on);
      directions.front() = in_N(site.direction);
      add(arrow, place_of(site), std::move(directions));
    }
  }

  // Springs and gravity are not drawn: a spring is a shape, and weight acts everywhere.
  void add_loads() {
    const Kinematics kinematics = m_.make_kinematics(in_speeds_.rates());
    for (const Load& load : m_.loads()) {
      const bool is_drawn = std::holds_alternative<Force>(load.kind) || std::holds_alternative<Torque>(load.kind) ||
                            std::holds_alternative<Motor>(load.kind);
      if (!is_drawn) continue;
      const AppliedLoads applied = apply(load, m_, kinematics);
      const auto arrow = [&](bool is_torque) {
        return Arrow{load.name, Arrow::Kind::load, is_torque, 0, absent, {absent}};
      };
      const std::size_t before = list_.size();
      if (!applied.forces.empty())
        add(arrow(false), applied.forces.front().at, {in_N(applied.forces.front().force)});
      else if (!applied.torques.empty())
        add(arrow(true), place_of(applied.torques.front().on), {in_N(applied.torques.front().torque)});
      if (list_.size() > before) list_.back().symbols = symbols_of(load, m_);
    }
  }

  const Mechanism& m_;
  const Equations& equations_;
  const ValueLayout& values_;
  SpeedSubstitution in_speeds_;
  RowActions actions_;
  std::size_t first_contact_row_ = 0;
  std::vector<SceneArrow> list_;
};

}  // namespace

std::vector<SceneArrow> scene_arrows(const Mechanism& mechanism, const Equations& equations,
                                     const ValueLayout& values) {
  return ArrowList(mechanism, equations, values).all();
}

}  // namespace tangible
