// SPDX-License-Identifier: Apache-2.0
// constraints: motion, configuration, loops of points, aligned frames.
#include "model/builder.h"
#include "model/names.h"
#include "symbolic/differentiate.h"
#include "symbolic/equality.h"
#include "symbolic/substitute.h"

namespace tangible {

namespace {

// The rows of a constraint: pin.x and pin.y of a loop with named directions, hinge.1, hinge.2, ... of an alignment.
std::vector<std::string> rows_of_constraint(const Entry& entry) {
  const auto numbered = [&](std::size_t count) {
    std::vector<std::string> names;
    for (std::size_t i = 1; i <= count; ++i) names.push_back(entry.key + "." + std::to_string(i));
    return names;
  };
  if (entry.value.find("align") != nullptr) return numbered(entry.value.find("about") != nullptr ? 2 : 3);
  const Entry* along = entry.value.find("along");
  if (along == nullptr) return {entry.key};
  if (along->value.items.size() > 1) return numbered(along->value.items.size());
  std::vector<std::string> names;
  for (const Entry& row : along->value.entries) names.push_back(entry.key + "." + row.key);
  return names.empty() ? std::vector{entry.key} : names;
}

// A contact has a row along its normal, and one along each tangent.
std::vector<std::string> rows_of_contact(const Entry& entry) {
  std::vector<std::string> names{entry.key};
  const Entry* tangents = entry.value.find("tangents");
  for (std::size_t i = 1; tangents != nullptr && i <= tangents->value.items.size(); ++i)
    names.push_back(entry.key + "." + std::to_string(i));
  return names;
}

}  // namespace

// Names of rows are known before anything mentions them in force().
void Builder::declare_constraints() {
  each("constraints", [&](const Entry& entry) {
    const std::vector<std::string> rows = rows_of_constraint(entry);
    row_names_.insert(entry.key);
    row_names_.insert(rows.begin(), rows.end());
    force_names_.insert(rows.begin(), rows.end());
  });
  each("contacts", [&](const Entry& entry) {
    const std::vector<std::string> rows = rows_of_contact(entry);
    force_names_.insert(rows.begin(), rows.end());
    if (row_names_.insert(entry.key).second) return;
    diagnostics_.error(
        entry.key_place,
        "a constraint is named '" + entry.key + "' already: force(" + entry.key + ") could be that of either",
        "choose another name, for example " + entry.key + "_1");
  });
}

void Builder::read_constraint(const Entry& entry) {
  if (!check_name(entry.key, entry.key_place, diagnostics_)) return;
  Fields fields(entry, "constraint '" + entry.key + "'",
                {"motion", "configuration", "loop", "along", "align", "about", "active", "when", "until", "hold"},
                diagnostics_);
  if (!fields.is_map() || !check_latch(entry, fields)) return;
  const auto like = activity(entry, fields);
  if (like) read_rows(entry, fields, *like);
}

// Left out: always. `true` or `false`: can be switched, and begins so. A condition: holds while it is true. With `when`
// and `until`, or governed by modes, a row can be switched, too.
std::optional<Constraint> Builder::activity(const Entry& entry, Fields& fields) {
  Constraint out;
  out.name = entry.key;
  out.where = where(entry.key_place);
  if (is_governed(entry.key)) {
    out.active = in_mode_[first_mode_].contains(entry.key) ? Activity::on : Activity::off;
    return out;
  }
  const Node* active = fields.find("active");
  if (active == nullptr && fields.has("when")) out.active = Activity::off;
  if (active == nullptr && !fields.has("when") && fields.has("until")) out.active = Activity::on;
  if (active == nullptr) return out;
  if (active->text == "true" || active->text == "false") {
    out.active = active->text == "true" ? Activity::on : Activity::off;
    return out;
  }
  const auto holds = condition(*active, "`active`");
  if (!holds) return std::nullopt;
  out.active = Activity::on;
  out.condition = *holds;
  return out;
}

void Builder::read_rows(const Entry& entry, Fields& fields, const Constraint& like) {
  const std::string key = fields.one_of({"motion", "configuration", "loop", "align"});
  if (key.empty()) return;
  const Node& node = *fields.find(key);
  if (key == "loop") return add_loop(node, fields, like);
  if (key == "align") return add_alignment(node, fields, like);
  evaluator_.forces_are_known = false;
  const auto row = left_side(node, "constraint '" + entry.key + "'",
                             "it keeps its expression at zero: write the left side minus the right side");
  evaluator_.forces_are_known = true;
  if (!row) return;
  Constraint out = like;
  out.kind = key == "motion" ? ConstraintKind::motion : ConstraintKind::configuration;
  out.expression = row->scalar;
  out.force = force_of_row(row->measure, out.kind);
  if (!check_row(node, row->scalar, out.kind)) return;
  say_where(node, out);
  mechanism_.constraint(out);
}

namespace {

// Of a single '=', which is no operator; npos if there is none.
std::size_t find_equals_sign(std::string_view text) {
  const auto is_one_of = [&](std::size_t i, std::string_view marks) {
    return i < text.size() && marks.find(text[i]) != std::string_view::npos;
  };
  for (std::size_t i = text.find('='); i != std::string_view::npos; i = text.find('=', i + 1))
    if (!is_one_of(i - 1, "=<>!") && !is_one_of(i + 1, "=")) return i;
  return std::string_view::npos;
}

}  // namespace

// An expression that is zero, or a distance: people write an equation or a condition in its place.
std::optional<Value> Builder::left_side(const Node& node, const std::string& what, const std::string& advice) {
  const std::size_t equals = find_equals_sign(node.text);
  if (equals != std::string_view::npos) {
    diagnostics_.error(source_.place_in(node, equals), what + " must be an expression, not an equation", advice);
    return std::nullopt;
  }
  Value value = evaluator_.evaluate(node);
  if (!value.is(Value::Kind::condition)) return require_scalar(node, std::move(value), what);
  diagnostics_.error(place_of_value(node), what + " must be a scalar, not a condition", advice);
  return std::nullopt;
}

// Force times the rate of the left side is a power.
std::optional<Dimension> force_of_row(const Measure& left_side, ConstraintKind kind) {
  if (!left_side.is_known()) return std::nullopt;
  const UnitDimension power = dimension::force() * dimension::velocity();
  const UnitDimension rate =
      kind == ConstraintKind::motion ? left_side.dimension() : left_side.dimension() / dimension::time();
  return to_mechanics(power / rate);
}

// A motion constraint is affine in rates and speeds, a configuration constraint contains none.
bool Builder::check_row(const Node& node, Expr row, ConstraintKind kind) {
  std::vector<Expr> rates;
  bool moves = false;
  for (const Expr s : symbols_in(std::vector<Expr>{row})) {
    const std::string name(s.name());
    const std::size_t prime = name.find('\'');
    const bool speed = mechanism_.speeds().find(name.substr(0, prime)) != nullptr;
    const bool coordinate = mechanism_.coordinates().find(name.substr(0, prime)) != nullptr;
    const std::size_t primes = prime == std::string::npos ? 0 : name.size() - prime;
    if ((speed && primes > 0) || (coordinate && primes > 1)) {
      diagnostics_.error(place_of_value(node), "a constraint cannot mention accelerations (" + name + ")",
                         "constrain positions (configuration) or velocities (motion); the program differentiates");
      return false;
    }
    if (speed || (coordinate && primes == 1)) rates.push_back(s);
    moves = moves || coordinate || speed;
  }
  if (!moves) {
    diagnostics_.error(place_of_value(node), "this constraint mentions no coordinate and no speed",
                       "nothing can move to satisfy it; an expression of inputs and parameters alone is no constraint");
    return false;
  }
  if (kind == ConstraintKind::configuration && !rates.empty()) {
    diagnostics_.error(
        place_of_value(node),
        "a configuration constraint cannot mention velocities (" + std::string(rates.front().name()) + ")",
        "write it as motion: ...");
    return false;
  }
  if (kind == ConstraintKind::motion && rates.empty()) {
    diagnostics_.error(place_of_value(node), "a motion constraint must mention velocities",
                       "write it as configuration: ...");
    return false;
  }
  for (const Expr rate : rates) {
    const Expr coefficient = differentiate(row, rate);
    for (const Expr other : rates)
      if (depends_on(coefficient, other) && !is_zero(differentiate(coefficient, other))) {
        diagnostics_.error(place_of_value(node), "a motion constraint must be linear in rates and speeds",
                           "only first powers of rates and speeds may appear, and no products of them");
        return false;
      }
  }
  return true;
}

// `close: {loop: [P, Q], along: [N.x, N.y]}`: P and Q meet. Rows are close.1, close.2, or with along: {x: N.x} close.x.
void Builder::add_loop(const Node& node, Fields& fields, const Constraint& like) {
  const Node* along = fields.require("along", "the directions in which the points meet: along: [N.x, N.y]");
  if (!node.is_sequence() || node.items.size() != 2) {
    diagnostics_.error(node.place, "`loop` is a list of the two points that meet", "loop: [P, Q]");
    return;
  }
  const Point p = point(node.items[0]);
  const Point q = point(node.items[1]);
  if (along == nullptr || !p || !q) return;
  const std::vector<Vector> lines = directions(*along, "a direction");
  Constraint said = like;
  said.words = p.name() + " and " + q.name() + " meet";
  if (lines.empty()) {
    diagnostics_.error(along->place, "`along` needs a direction", "along: [N.x, N.y]");
  } else if (along->is_map() && lines.size() == along->entries.size()) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      Constraint row = said;
      row.name += "." + along->entries[i].key;
      row.group = like.name;
      mechanism_.close_loop(row, p, q, {lines[i]});
    }
  } else {
    mechanism_.close_loop(said, p, q, lines);
  }
}

// `hinge: {align: [A, B], about: z}`: the z axes of A and B stay parallel (two rows); without `about` all axes do
// (three).
void Builder::add_alignment(const Node& node, Fields& fields, const Constraint& like) {
  if (!node.is_sequence() || node.items.size() != 2) {
    diagnostics_.error(node.place, "`align` is a list of two frames", "align: [A, B]");
    return;
  }
  const Frame a = frame_of_body(node.items[0]);
  const Frame b = frame_of_body(node.items[1]);
  if (!a || !b) return;
  std::vector<std::pair<std::size_t, std::size_t>> rows = {{0, 1}, {1, 2}, {2, 0}};
  if (const Node* about = fields.find("about")) {
    const std::size_t axis =
        about->text.size() == 1 ? std::string_view("xyz").find(about->text) : std::string_view::npos;
    if (axis == std::string_view::npos) {
      diagnostics_.error(about->place, "`about` is x, y or z, not '" + about->text + "'");
      return;
    }
    rows = {{axis, (axis + 1) % 3}, {axis, (axis + 2) % 3}};
  }
  const bool has_axis = rows.size() == 2;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Constraint row = like;
    row.words = has_axis ? std::string("the ") + "xyz"[rows[0].first] + " axes of " + a.name() + " and " + b.name() +
                               " stay parallel"
                         : a.name() + " and " + b.name() + " keep the same attitude";
    row.name += "." + std::to_string(i + 1);
    row.group = like.name;
    row.kind = ConstraintKind::configuration;
    row.expression = dot(a.axis(rows[i].first), b.axis(rows[i].second));
    row.site = {b, a, cross(a.axis(rows[i].first), b.axis(rows[i].second))};
    row.force = to_mechanics(dimension::torque());
    mechanism_.constraint(row);
  }
}

}  // namespace tangible
