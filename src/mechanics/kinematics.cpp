// SPDX-License-Identifier: Apache-2.0
// Angular velocities add along the tree of frames, velocities along the tree of points.
#include "mechanics/kinematics.h"

#include <utility>
#include <vector>

#include "mechanics/error.h"

namespace tangible {
namespace {

// Kane, Likins & Levinson 1983, (1.13.5): components in the turned frame, with the scalar called e0:
// w = 2 (e0 e' - e0' e - e x e').
Components euler_parameter_rates(const EulerParameters& e, const EulerParameters& rate) {
  const Components v{e.e1, e.e2, e.e3};
  const Components dv{rate.e1, rate.e2, rate.e3};
  Components w;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    const std::array<Expr, 4> terms{e.e0 * dv[i], -(rate.e0 * v[i]), -(v[j] * dv[k]), v[k] * dv[j]};
    w[i] = 2 * sum(terms);
  }
  return w;
}

// R^T R' is the matrix of w x in the turned frame.
Components matrix_rates(const Matrix3& r, const Matrix3& rate) {
  const Matrix3 columns = transpose(r);
  const Matrix3 rate_columns = transpose(rate);
  return {dot(columns.row[2], rate_columns.row[1]), dot(columns.row[0], rate_columns.row[2]),
          dot(columns.row[1], rate_columns.row[0])};
}

std::uint64_t key(Frame a, Frame b) { return std::uint64_t{a.index()} << 32 | b.index(); }

}  // namespace

Kinematics::Kinematics(FrameTree& frames, PointTree& points, Rates rates, Basis basis)
    : frames_(&frames), points_(&points), rates_(std::move(rates)), basis_(basis) {
  origin_[frames.root().index()] = points.root();
}

void Kinematics::forget() const {
  w_.clear();
  v_.clear();
  a_.clear();
}

void Kinematics::set_rate(Expr symbol, Expr rate) {
  rates_[symbol] = rate;
  forget();
}
void Kinematics::set_angular_velocity(Frame b, const Vector& w_in_newtonian) {
  given_w_[b.index()] = w_in_newtonian;
  forget();
}
void Kinematics::set_velocity(Point p, const Vector& v_in_newtonian) {
  given_v_[p.index()] = v_in_newtonian;
  forget();
}
void Kinematics::set_origin(Frame b, Point fixed_in_b) { origin_[b.index()] = fixed_in_b; }

Point Kinematics::origin(Frame b) const {
  const auto known = origin_.find(b.index());
  return known == origin_.end() ? Point{} : known->second;
}

Point Kinematics::demand_origin(Frame b) const {
  const Point fixed = origin(b);
  if (!fixed) throw MechanicsError("no point is known to be fixed in frame " + b.name() + ": name one as its origin");
  return fixed;
}

Vector Kinematics::step_angular_velocity(Frame b) const {
  const Orientation& orientation = frames_->orientation(b);
  if (const auto* turn = std::get_if<SimpleRotation>(&orientation)) {
    for (const Expr n : turn->axis)
      if (!dt(n).is_zero()) throw MechanicsError("the axis about which frame " + b.name() + " turns must be constant");
    // Written in the outermost frame that has this axis, so that rates about parallel axes add.
    return dt(turn->angle) * Vector(frames_->axis_frame(b), turn->axis);
  }
  if (const auto* e = std::get_if<EulerParameters>(&orientation))
    return {b, euler_parameter_rates(*e, {dt(e->e0), dt(e->e1), dt(e->e2), dt(e->e3)})};
  if (const auto* given = std::get_if<DirectionCosines>(&orientation)) {
    Matrix3 rate;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) rate(i, j) = dt(given->matrix(i, j));
    return {b, matrix_rates(given->matrix, rate)};
  }
  return {};
}

Vector Kinematics::to_ancestor(Frame b, Frame ancestor) const {
  std::vector<Frame> below;
  Vector w;
  for (Frame f = b; f != ancestor; f = f.parent()) {
    if (const auto known = w_.find(key(f, ancestor)); known != w_.end()) {
      w = known->second;
      break;
    }
    if (const auto given = given_w_.find(f.index()); ancestor.is_root() && given != given_w_.end()) {
      w = given->second;
      break;
    }
    below.push_back(f);
  }
  for (auto f = below.rbegin(); f != below.rend(); ++f) {
    if (basis_ == Basis::body && !frames_->rotation(ancestor, *f).simple) w = express(w, *f);
    w += step_angular_velocity(*f);
    w_[key(*f, ancestor)] = w;
  }
  return w;
}

Vector Kinematics::angular_velocity(Frame b, Frame in) const {
  // With short forms for N, relative angular velocities are differences of those in N: w_AB = w_NB - w_NA.
  const Frame top = given_w_.empty() ? frames_->common_ancestor(b, in) : frames_->root();
  if (b == in) return {};
  return to_ancestor(b, top) - to_ancestor(in, top);
}

Vector Kinematics::angular_acceleration(Frame b, Frame in) const { return dt(angular_velocity(b, in), in); }

Vector Kinematics::dt(const Vector& v, Frame seen_from) const {
  Vector result;
  for (const auto& part : v.parts()) {
    const std::vector<Expr> rates = total_time_derivative(part.c, rates_);
    result += Vector(part.frame, {rates[0], rates[1], rates[2]});
    Vector alone(part.frame, part.c);
    result += cross(angular_velocity(part.frame, seen_from), alone);
  }
  return result;
}

Vector Kinematics::velocity(Point p, Frame in) const {
  if (!p) throw MechanicsError("no point was given");
  if (!in.is_root()) return dt(position(demand_origin(in), p), in);
  std::vector<Point> below;
  Vector v;
  for (Point q = p; !q.is_root(); q = q.parent()) {
    if (const auto known = v_.find(q.index()); known != v_.end()) {
      v = known->second;
      break;
    }
    if (const auto given = given_v_.find(q.index()); given != given_v_.end()) {
      v = given->second;
      break;
    }
    below.push_back(q);
  }
  // Each step is the one-point formula; where the offset is fixed in a frame it reduces to v + w x r.
  for (auto q = below.rbegin(); q != below.rend(); ++q) v_[q->index()] = v += dt(points_->offset(*q), in);
  return v;
}

Vector Kinematics::velocity_fixed_in(Point p, Frame b, Frame in) const {
  if (b == in) return {};
  const Point fixed = demand_origin(b);
  return velocity(fixed, in) + cross(angular_velocity(b, in), position(fixed, p));
}

Vector Kinematics::acceleration(Point p, Frame in) const {
  if (!in.is_root()) return dt(velocity(p, in), in);
  std::vector<Point> below;
  Vector a;
  for (Point q = p; !q.is_root(); q = q.parent()) {
    if (const auto known = a_.find(q.index()); known != a_.end()) {
      a = known->second;
      break;
    }
    below.push_back(q);
    if (given_v_.contains(q.index())) break;
  }
  for (auto q = below.rbegin(); q != below.rend(); ++q) {
    const auto given = given_v_.find(q->index());
    a = given != given_v_.end() ? dt(given->second, in) : a + dt(dt(points_->offset(*q), in), in);
    a_[q->index()] = a;
  }
  return a;
}

}  // namespace tangible
