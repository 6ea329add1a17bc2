// SPDX-License-Identifier: Apache-2.0
// Builder: reads the sections of a model file and fills a mechanism; private to the model room.
//
// First all names are declared, then sections are evaluated in the order below, each name when it is first needed:
// symbols, tables, speeds, frames and points, definitions, bodies, loads, constraints, and all that belongs to time.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "mechanics/mechanism.h"
#include "model/expression.h"
#include "model/fields.h"
#include "model/read_model.h"
#include "model/scope.h"
#include "symbolic/evaluate.h"

namespace tangible {

class Builder {
 public:
  Builder(const Node& root, const Source& source, Diagnostics& diagnostics, const ReadOptions& options);
  Mechanism build();
  // The space, the speeds and the constraints alone, with points and frames that have auxiliary speeds.
  Mechanism build_with_auxiliary_speeds(std::unordered_set<std::string> places);

 private:
  // --- builder.cpp: the whole, and access to values ---
  void build_space();
  void check_head();
  void check_overrides();
  const std::vector<Entry>& section(std::string_view name) const;
  // Runs the reader of one entry; what the mechanics refuses becomes an error at the entry.
  template <typename Read>
  void each(std::string_view section_name, Read read);

  std::optional<Expr> scalar(const Node& node, const UnitDimension& wanted, const std::string& what);
  bool mentions_unknown_force(const Node& node, const Value& value);
  std::optional<Value> any_scalar(const Node& node, const std::string& what);
  std::optional<Value> require_scalar(const Node& node, Value value, const std::string& what);
  std::optional<Expr> condition(const Node& node, const std::string& what);
  std::optional<Vector> vector(const Node& node, const UnitDimension& wanted, const std::string& what);
  std::optional<Value> any_vector(const Node& node, const std::string& what);
  std::vector<Vector> directions(const Node& node, const std::string& what);
  Frame frame(const Node& node);
  Frame frame_of_body(const Node& node);  // by the name of a body, link or frame
  Point point(const Node& node);
  std::optional<bool> boolean(const Node& node);
  std::optional<double> number(const Node& node, const UnitDimension* wanted, const std::string& what);
  std::optional<double> number_of(Expr e) const;  // with the values of the parameters
  bool check_dimension(const Node& node, const Measure& found, const UnitDimension& wanted, const std::string& what);
  Place place_of_value(const Node& node) const;

  // --- build_symbols.cpp ---
  void declare_symbols();
  void declare_parameter(const Entry& entry);
  struct ParameterValue {
    Measure measure = Measure::unknown();
    std::optional<double> number = std::nullopt;  // none if its error has been reported
  };
  ParameterValue read_parameter(const Node& node, const std::string& name);
  ParameterValue read_override(const Entry& entry, const ParameterValue& own, const std::string& text);
  void declare_with_unit(const Entry& entry, bool is_coordinate);
  void declare_discrete(const Entry& entry);
  void declare_state(const Entry& entry);
  void finish_states();
  void declare_definitions();
  void declare_tables();
  Value make_table(const Entry& entry);
  bool read_column(const Node& node, std::vector<double>& values, Measure& measure);

  // --- build_speeds.cpp ---
  void declare_speeds();
  Value make_speed(const Entry& entry);
  void add_speeds();
  bool check_speed(const Entry& entry, Expr definition);
  void check_speeds_determine_rates();

  // --- build_space.cpp ---
  void declare_space();
  void set_origins();
  Value make_frame(const Entry& entry);
  Value make_point(const Entry& entry);
  std::optional<Orientation> orientation(Fields& fields);
  std::optional<Orientation> rotation(const Node& node);
  std::optional<Orientation> sequence(const Node& node);
  std::optional<Orientation> about_axis(const Node& node);
  std::optional<Orientation> euler_parameters(const Node& node);
  std::optional<Orientation> matrix(const Node& node);
  std::optional<std::vector<Expr>> numbers(const Node& node, std::size_t count, const std::string& what);

  // --- build_bodies.cpp ---
  void read_body(const Entry& entry);
  void read_particle(const Entry& entry);
  std::optional<Expr> mass(Fields& fields);
  InertiaEntries inertia(const Node& node, const std::string& what);
  void check_inertia(const Node& node, const InertiaEntries& inertia, const std::string& what);

  // --- build_links.cpp ---
  static bool is_link(const Entry& entry);
  bool check_link_point(const Entry& link, const Entry& point);
  void declare_links();
  std::vector<Node> link_coordinate_nodes(const Entry& entry) const;
  void declare_link_coordinates(const Entry& entry);
  Components axis(const Node* node, const Components& otherwise);
  void attitude(const Node* node, Attitude& how, std::array<int, 3>& axes);
  std::optional<Joint> joint(const Entry& entry);
  std::optional<Components> position_in(const Node& node, Frame in);
  Value make_link(const Entry& entry);
  bool read_site(Fields& fields, const char* at, const char* turned, Frame in, JointSite& site);
  bool read_link_coordinates(const Entry& entry, LinkDefinition& link);
  Value make_link_point(const Entry& entry, const std::string& name, const Node* node);
  void read_link_body(const Entry& entry);

  // --- build_loads.cpp ---
  void read_gravity();
  void read_load(const Entry& entry);
  std::optional<LoadKind> force(Fields& fields);
  std::optional<LoadKind> torque(Fields& fields);
  std::optional<LoadKind> spring(Fields& fields);
  std::optional<LoadKind> point_spring(Fields& fields, Point from, Point to);
  std::optional<LoadKind> angle_spring(Fields& fields, Frame on, Frame against);
  std::optional<LoadKind> joint_load(Fields& fields);
  std::optional<LoadKind> gravity(Fields& fields);
  std::optional<LoadKind> attraction(Fields& fields);
  bool check_mutual(const Fields& fields);
  std::vector<std::string> bodies_named(const Node* node);

  // --- build_constraints.cpp ---
  void declare_constraints();
  void read_constraint(const Entry& entry);
  void read_rows(const Entry& entry, Fields& fields, const Constraint& like);
  std::optional<Constraint> activity(const Entry& entry, Fields& fields);
  void add_loop(const Node& node, Fields& fields, const Constraint& like);
  void add_alignment(const Node& node, Fields& fields, const Constraint& like);
  std::optional<Value> left_side(const Node& node, const std::string& what, const std::string& advice);
  bool check_row(const Node& node, Expr row, ConstraintKind kind);
  // --- row_site.cpp ---
  void say_where(const Node& node, Constraint& row);
  bool has_velocities(const Node& node);

  // --- build_reactions.cpp ---
  std::optional<Value> force_of(const std::string& name);
  std::optional<Value> torque_of(const std::string& name);
  Measure measure_of_force(const std::string& row) const;
  void add_asked_reactions();

  // --- build_modes.cpp ---
  struct WatchedTrigger {
    Trigger when;
    std::optional<Expr> holds;  // of a plain condition: the condition
  };
  std::optional<WatchedTrigger> trigger(const Node& node);
  bool waits_for_equality(Expr condition) const;
  bool check_latch(const Entry& entry, const Fields& fields);
  void read_latch(const Entry& entry);
  void begin_latch(const Entry& entry, const WatchedTrigger* when, const WatchedTrigger* until);
  void declare_modes();
  std::optional<Value> mode_is(const std::string& name);
  bool is_governed(const std::string& row) const { return governed_rows_.contains(row.substr(0, row.find('.'))); }
  void read_modes();
  void read_mode(const Entry& entry);
  bool check_governed(const Entry& entry, const std::vector<const Node*>& list);
  void read_transitions(const Entry& mode);
  void read_transition(const Entry& mode, const Entry& target, const Node& node);
  void read_change(const Entry& mode, const Entry& target, const Node* hold, Event& out);
  void check_modes_are_reached();

  // --- build_contacts.cpp, check_contacts.cpp ---
  void read_contact(const Entry& entry);
  void read_directions(const Fields& contact, Contact& out);
  void read_friction(const Fields& contact, Contact& out);
  void check_gap(const Node& node, const Value& gap);
  std::string find_underlying_input(const std::string& name) const;
  void check_friction(const Node& node, const Expr& coefficient);
  void check_contact(const Entry& entry);
  void check_normal_opens_gap(const Node& node, const Contact& contact);
  bool can_equal_on_surface(Expr e, double value, const Contact& contact) const;

  // --- build_time.cpp ---
  void read_impacts();
  void read_event(const Entry& entry);
  int read_order(const Node& node);
  void read_actions(const Node& node, std::vector<EventAction>& actions);
  void read_action(const Entry& entry, std::vector<EventAction>& actions);
  void read_settings(const Node& node, std::vector<EventAction>& actions);
  void read_switches(const Entry& entry, std::vector<EventAction>& actions);
  void read_handle(const Entry& entry);
  void read_output(const Entry& entry);

  // --- build_task.cpp ---
  void read_task();
  void read_task_coordinates(Fields& fields, TaskMap& task);
  void read_task_parameters(Fields& fields, TaskMap& task);
  void read_psi(const Node& node, TaskMap& task);
  void read_hand(const Node& node, TaskMap& task);
  void read_metrics(Fields& fields, TaskMap& task);
  bool check_task_name(const Entry& entry);
  bool check_task_symbols(const Node& node, Expr value, const std::vector<Expr>& allowed, const std::string& what);
  std::vector<Expr> with_parameters(std::vector<Expr> symbols) const;

  // --- build_shapes.cpp, shape_sizes.cpp ---
  void read_view();
  void read_shape(const Entry& entry);
  std::optional<ShapeKind> shape_kind(const Entry& entry);
  bool read_shape_place(Fields& fields, Shape& shape);
  bool read_base(Fields& fields, Shape& shape);
  bool read_base_of_body(const Node& node, Shape& shape);
  bool read_through(const Node& node, Shape& shape);
  bool read_turn(const Fields& fields, Shape& shape);
  bool read_color(const Fields& fields, Shape& shape);
  bool read_mesh(const Node& node, Shape& shape);
  bool read_sizes(Fields& fields, Shape& shape);
  bool read_line_sizes(Fields& fields, Shape& shape);
  bool check_tube(const Fields& fields, const Shape& shape);
  bool read_outline(const Node& node, Shape& shape);
  bool read_edges(const Node& node, std::size_t count, Shape& shape);
  enum class Range { any, not_negative, positive };
  std::optional<Expr> shape_number(const Node& node, const UnitDimension& wanted, const std::string& what, Range range);
  bool check_constant(const Node& node, std::span<const Expr> list, const std::string& what);

  // --- build_initial.cpp ---
  void read_initial(const Entry& entry);
  void refuse_initial(const Entry& entry, const std::string& kind);
  std::optional<Measure> find_automatic_speed(const std::string& name);
  void read_attitude(const Entry& entry, Frame frame);
  bool check_velocities(const Entry& entry, const std::string& kind);
  void add_initial(const std::string& name, double value, InitialValue::Kind kind, Place place);

  const Node& root_;
  const Source& source_;
  Diagnostics& diagnostics_;
  const ReadOptions& options_;
  Mechanism mechanism_;
  Scope scope_;
  Evaluator evaluator_;
  Values parameter_values_;
  std::unordered_map<std::string, Measure> speed_measures_;
  std::unordered_map<std::string, Expr> speed_definitions_;  // in coordinate rates
  std::set<std::string> row_names_;                          // constraints and contacts, for switches
  std::set<std::string> force_names_;                        // single rows, for force()
  std::vector<std::string> mode_names_;
  std::string first_mode_;                                // in which the motion begins
  std::map<std::string, std::set<std::string>> in_mode_;  // by mode: the constraints that hold
  std::set<std::string> governed_rows_;                   // constraints that are in any mode
  std::vector<Event> transitions_;
};

SourceLocation where(Place place);
Dimension to_mechanics(const Measure& measure);
std::optional<Dimension> force_of_row(const Measure& left_side, ConstraintKind kind);

template <typename Read>
void Builder::each(std::string_view section_name, Read read) {
  for (const Entry& entry : section(section_name)) {
    try {
      read(entry);
    } catch (const MechanicsError& error) {
      diagnostics_.error(entry.key_place, error.what());
    } catch (const ArithmeticError& error) {
      diagnostics_.error(entry.key_place, error.what());
    }
  }
}

}  // namespace tangible
