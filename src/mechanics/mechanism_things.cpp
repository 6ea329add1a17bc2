// SPDX-License-Identifier: Apache-2.0
// Building a mechanism: bodies, loads, constraints, and what belongs to time.
#include <cmath>
#include <utility>

#include "mechanics/mechanism.h"
#include "mechanics/overloaded.h"

namespace tangible {
namespace {

// Where a load acts. The links and bodies that others name are found when the load is applied.
bool has_place(const LoadKind& kind) {
  const auto both = [](const auto& a, const auto& b) { return static_cast<bool>(a) && static_cast<bool>(b); };
  return std::visit(
      Overloaded{[](const Force& f) { return static_cast<bool>(f.at); },
                 [](const Torque& t) { return static_cast<bool>(t.on); },
                 [&](const PointSpring& s) { return both(s.from, s.to); },
                 [&](const AngleSpring& s) { return both(s.on, s.against); },
                 [](const CentralGravity& g) { return static_cast<bool>(g.center); }, [](const auto&) { return true; }},
      kind);
}

}  // namespace

const RigidBody& Mechanism::body(const BodyDefinition& definition) {
  RigidBody body = make_body(definition);
  // The body of a link goes by the link's name.
  const Link* const link = links_.find(definition.name);
  if (!link || link->frame != definition.frame) take_thing_name(definition.name, "a body");
  // The mass centre is fixed in the body.
  if (!kinematics_->origin(body.frame)) kinematics_->set_origin(body.frame, body.center);
  return bodies_.add(std::move(body), "body");
}

const Particle& Mechanism::particle(const Particle& particle) {
  if (!particle.at) throw MechanicsError("particle " + particle.name + " needs a point");
  take_thing_name(particle.name, "a particle");
  return particles_.add(particle, "particle");
}

const Load& Mechanism::load(Load load) {
  if (!has_place(load.kind))
    throw MechanicsError("load '" + load.name +
                         "' has no place: a force needs its point, a torque its frame, a spring " +
                         "both points or frames, an attraction its centre");
  return loads_.add(std::move(load), "load");
}

const Constraint& Mechanism::constraint(Constraint constraint) {
  return constraints_.add(std::move(constraint), "constraint");
}

void Mechanism::set_beginning(std::string_view row, Expr holds, bool holds_initial_value) {
  Constraint* const found = constraints_.find_to_change(row);
  if (!found) throw MechanicsError("there is no constraint named '" + std::string(row) + "'");
  found->begins = holds;
  found->holds_initial_value = holds_initial_value;
}

void Mechanism::close_loop(const Constraint& like, Point p, Point q, const std::vector<Vector>& directions) {
  if (!p || !q || directions.empty())
    throw MechanicsError("loop '" + like.name + "' needs two points and the directions along which they meet");
  for (std::size_t i = 0; i < directions.size(); ++i) {
    Constraint row = like;
    if (directions.size() > 1) {
      row.name += "." + std::to_string(i + 1);
      row.group = like.name;
    }
    row.kind = ConstraintKind::configuration;
    row.expression = dot(position(p, q), directions[i]);
    row.site = {q, p, directions[i]};
    row.force = Dimension{.length = 1, .mass = 1, .time = -2};
    constraint(std::move(row));
  }
}

void Mechanism::contact(Contact contact) {
  if (contact.tangents.size() > max_tangents)
    throw MechanicsError("contact '" + contact.name + "' has more than two tangents");
  contacts_.add(std::move(contact), "contact");
}
void Mechanism::event(Event event) { events_.add(std::move(event), "event"); }
void Mechanism::mode(DeclaredMode mode) { modes_.add(std::move(mode), "mode"); }
void Mechanism::handle(Handle handle) {
  if (!handle.at || !handle.frame)
    throw MechanicsError("handle '" + handle.name + "' needs a point and the frame in which it is fixed");
  handles_.add(std::move(handle), "handle");
}
void Mechanism::output(Output output) { outputs_.add(std::move(output), "output"); }
void Mechanism::initial(InitialValue initial) {
  if (!std::isfinite(initial.value))
    throw MechanicsError("the initial value of '" + initial.name + "' is not a finite number");
  initials_.add(std::move(initial), "initial value");
}

void Mechanism::shape(Shape shape) {
  if (runs_through_points(shape.kind) ? shape.through.size() < 2 : !shape.frame || !shape.point)
    throw MechanicsError("shape '" + shape.name +
                         "' has no place: a line or spring needs two points, another shape a "
                         "frame and a point");
  if (!rgb_of(shape.color))
    throw MechanicsError("'" + shape.color + "' is not a colour, in shape '" + shape.name + "'");
  shapes_.add(std::move(shape), "shape");
}

Expr Mechanism::constraint_force(std::string_view constraint_name) const {
  return symbol("force(" + std::string(constraint_name) + ")");
}

}  // namespace tangible
