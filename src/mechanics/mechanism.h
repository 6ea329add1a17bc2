// SPDX-License-Identifier: Apache-2.0
// Mechanism: the complete description of a system, before any equation is formed.
//
//   Mechanism m("pendulum");
//   const Expr mass = m.parameter("m", 1.0), L = m.parameter("L", 0.5), g = m.parameter("g", 9.81);
//   const Expr q = m.coordinate("q");
//   const Frame N = m.N(), B = m.frame("B", N, about_z(q));
//   const Point P = m.point("P", m.O(), L * B.x());
//   m.particle({"bob", P, mass});
//   m.load({"weight", UniformGravity{g * N.x()}});
//
// Its expressions live in the Graph that is current while it is built; it must stay current while the mechanism is
// used. Handles (Frame, Point) stay valid when the mechanism is moved. All adders throw MechanicsError for impossible
// input.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "mechanics/body.h"
#include "mechanics/items.h"
#include "mechanics/joint.h"
#include "mechanics/kinematics.h"
#include "mechanics/load.h"
#include "mechanics/named.h"
#include "mechanics/shape.h"
#include "mechanics/table.h"
#include "mechanics/task.h"

namespace tangible {

class Mechanism {
 public:
  explicit Mechanism(std::string name = "mechanism");

  const std::string& name() const { return name_; }
  std::string source;                           // where the system is described: a book, a paper
  std::map<std::string, std::string> meanings;  // of symbols by name, in words, as far as they are known
  ImpactChoice impacts;
  View view;
  std::optional<TaskMap> task;  // how a device's coordinates follow from the mechanism's
  Expr time() const { return time_; }

  // --- Symbols. Parameters, inputs, coordinates, speeds, states, discrete variables, definitions, tables, frames and
  // points share one set of names; bodies, particles and links another; loads, constraints, ... each their own. ---
  Expr parameter(const std::string& name, double value, Dimension dimension = {}, SourceLocation where = {});
  // The mechanism itself was made with its value, as with the number of repetitions: no run can change it.
  void fix_parameter(std::string_view name);
  Expr input(const std::string& name, double value = 0, Dimension dimension = {}, SourceLocation where = {});
  Expr coordinate(const std::string& name, Dimension dimension = {}, SourceLocation where = {});
  Expr speed(const std::string& name, Expr definition, Dimension dimension = {}, SourceLocation where = {});
  // The rate may be given later, since states may mention each other.
  Expr state(const std::string& name, Dimension dimension = {}, SourceLocation where = {});
  void set_state_rate(std::string_view name, Expr rate);
  Expr discrete(const std::string& name, double value, Dimension dimension = {}, SourceLocation where = {});
  // Names an expression or vector and returns it unchanged.
  Expr define(const std::string& name, Expr value, Dimension dimension = {}, SourceLocation where = {});
  Vector define(const std::string& name, const Vector& value, Dimension dimension = {}, SourceLocation where = {});
  void table(Table table);
  Expr rate(Expr coordinate) const { return kinematics_->dt(coordinate); }  // q1 -> q1'

  // --- Space ---
  Frame N() const { return frames_->root(); }
  Point O() const { return points_->root(); }
  Frame frame(const std::string& name, Frame in, const Orientation& orientation, SourceLocation where = {});
  Point point(const std::string& name, Point from, const Vector& offset, SourceLocation where = {});
  // The point is fixed in the frame; for bodies and links this is done automatically.
  void set_origin(Frame frame, Point fixed) { kinematics_->set_origin(frame, fixed); }

  // --- Things ---
  const RigidBody& body(const BodyDefinition& definition);
  const Particle& particle(const Particle& particle);
  const Link& link(const LinkDefinition& definition);  // makes a frame, points and coordinates; no mass
  const Load& load(Load load);
  const Constraint& constraint(Constraint constraint);
  // Rows p(P, Q) . d = 0, named name.1, name.2, ... (one direction: name alone).
  void close_loop(const Constraint& like, Point p, Point q, const std::vector<Vector>& directions);
  void contact(Contact contact);
  void event(Event event);
  void mode(DeclaredMode mode);
  // Whether a switchable row is active at the start, and whether it keeps the value that it has there.
  void set_beginning(std::string_view row, Expr holds, bool holds_initial_value);
  void handle(Handle handle);
  void output(Output output);
  void initial(InitialValue initial);
  void shape(Shape shape);
  // The force that holds the point, the torque that holds the frame; their components are symbols until equations
  // determine them. A second call returns the same symbols.
  Vector reaction_force(const std::string& name, Point at, Frame axes);
  Vector reaction_torque(const std::string& name, Frame on, Frame axes);
  // Before they are added: points and frames with auxiliary speeds. A point gets three displacements along N.x, N.y,
  // N.z, a frame three rotations about the axes of the frame it is in; all are zero, but have rates.
  void add_auxiliary_speeds(std::unordered_set<std::string> names) { with_auxiliary_speeds_ = std::move(names); }
  // From a mechanism of the same constraints, in which the points and frames of all reactions have auxiliary speeds.
  void set_row_rates(const Mechanism& giving_way);
  // The symbol of the force of a constraint in conditions of events.
  Expr constraint_force(std::string_view constraint_name) const;

  // --- Search by name: nothing (or no frame, no point) if there is none of that name ---
  Frame find_frame(std::string_view name) const;
  Point find_point(std::string_view name) const;
  // The meaning of a name in an expression: a symbol or the value of a definition.
  std::optional<Expr> find_symbol(std::string_view name) const;
  bool is_taken(std::string_view name) const { return names_.contains(std::string(name)); }

  const Named<Parameter>& parameters() const { return parameters_; }
  const Named<Input>& inputs() const { return inputs_; }
  const Named<Coordinate>& coordinates() const { return coordinates_; }
  const Named<Speed>& speeds() const { return speeds_; }
  const Named<StateVariable>& states() const { return states_; }
  const Named<Discrete>& discretes() const { return discretes_; }
  const Named<Definition>& definitions() const { return definitions_; }
  const Named<Table>& tables() const { return tables_; }
  const Named<RigidBody>& bodies() const { return bodies_; }
  const Named<Particle>& particles() const { return particles_; }
  const Named<Link>& links() const { return links_; }  // the first is ground
  const Named<Load>& loads() const { return loads_; }
  const Named<Constraint>& constraints() const { return constraints_; }
  const Named<Reaction>& reactions() const { return reactions_; }
  const Named<Contact>& contacts() const { return contacts_; }
  const Named<Event>& events() const { return events_; }
  const Named<DeclaredMode>& modes() const { return modes_; }
  const Named<Handle>& handles() const { return handles_; }
  const Named<Output>& outputs() const { return outputs_; }
  const Named<InitialValue>& initials() const { return initials_; }
  const Named<Shape>& shapes() const { return shapes_; }
  FrameTree& frames() const { return *frames_; }
  PointTree& points() const { return *points_; }

  // --- Kinematics in coordinate rates q'; the words of the model file ---
  const Kinematics& kinematics() const { return *kinematics_; }
  // Another one with the same origins, for other rates.
  Kinematics make_kinematics(Rates rates, Basis basis = Basis::mixed) const;
  Vector p(Point from, Point to) const { return position(from, to); }
  Vector w(Frame b) const { return w(b, N()); }
  Vector w(Frame b, Frame in) const { return kinematics_->angular_velocity(b, in); }
  Vector v(Point p) const { return v(p, N()); }
  Vector v(Point p, Frame in) const { return kinematics_->velocity(p, in); }
  Vector v_fixed_in(Point p, Frame b) const { return kinematics_->velocity_fixed_in(p, b, N()); }
  Vector dt(const Vector& v, Frame in) const { return kinematics_->dt(v, in); }
  Expr dt(Expr e) const { return kinematics_->dt(e); }

 private:
  void take_name(const std::string& name, const char* kind);
  void take_thing_name(const std::string& name, const char* kind);
  void record_euler_parameters(const std::string& frame_name, const EulerParameters& e, SourceLocation where);
  std::vector<Expr> link_coordinates(const LinkDefinition& definition);
  Components way_to_give(const std::string& name);
  Vector auxiliary_rate(Expr expression, const std::string& place, Frame axes) const;

  std::string name_;
  Expr time_;
  std::unique_ptr<FrameTree> frames_;
  std::unique_ptr<PointTree> points_;
  std::unique_ptr<Kinematics> kinematics_;
  std::unordered_map<std::string, std::string> names_;   // name -> what it names, for messages
  std::unordered_map<std::string, std::string> things_;  // of bodies, particles, links
  std::unordered_set<std::string> with_auxiliary_speeds_;
  std::unordered_map<std::string, std::uint32_t> frame_index_;
  std::unordered_map<std::string, std::uint32_t> point_index_;
  Named<Parameter> parameters_;
  Named<Input> inputs_;
  Named<Coordinate> coordinates_;
  Named<Speed> speeds_;
  Named<StateVariable> states_;
  Named<Discrete> discretes_;
  Named<Definition> definitions_;
  Named<Table> tables_;
  Named<RigidBody> bodies_;
  Named<Particle> particles_;
  Named<Link> links_;
  Named<Load> loads_;
  Named<Constraint> constraints_;
  Named<Reaction> reactions_;
  Named<Contact> contacts_;
  Named<Event> events_;
  Named<DeclaredMode> modes_;
  Named<Handle> handles_;
  Named<Output> outputs_;
  Named<InitialValue> initials_;
  Named<Shape> shapes_;
};

}  // namespace tangible
