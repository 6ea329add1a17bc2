// SPDX-License-Identifier: Apache-2.0
// The functions of the model file's language.
#include <algorithm>
#include <array>

#include "model/expression_evaluation.h"
#include "model/names.h"

namespace tangible {
namespace {

using Type = Value::Kind;

const std::vector<std::string>& function_names() {
  static const std::vector<std::string> names = {"sin",   "cos",   "tan",   "asin",   "acos", "atan", "atan2", "sqrt",
                                                 "exp",   "log",   "abs",   "sign",   "min",  "max",  "step",  "select",
                                                 "dot",   "cross", "unit",  "mag",    "p",    "v",    "w",     "a",
                                                 "alpha", "dt",    "force", "torque", "mode"};
  return names;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// Scalars and conditions are allowed where scalars are required.
bool is_kind(const Value& value, Type wanted) {
  return value.is(wanted) || (wanted == Type::scalar && value.is(Type::condition)) ||
         (wanted == Type::condition && value.is(Type::scalar));
}

}  // namespace

// Reports arguments that are missing, too many, or of the wrong kind; those with keywords are not counted.
bool ExpressionEvaluation::check_arguments(const SyntaxNode& node, std::initializer_list<Type> kinds,
                                           std::size_t required) {
  const std::string name(tree_.token(node));
  std::size_t positional = 0;
  while (positional < node.children && keyword(node, positional).empty()) ++positional;
  if (positional < required || positional > kinds.size()) {
    const std::string wanted = required == kinds.size()
                                   ? std::to_string(required)
                                   : std::to_string(required) + " to " + std::to_string(kinds.size());
    fail(node.token, name + "() takes " + wanted + (wanted == "1" ? " argument" : " arguments") + ", not " +
                         std::to_string(positional));
    return false;
  }
  for (std::size_t i = 0; i < positional; ++i) {
    const Type wanted = *(kinds.begin() + static_cast<std::ptrdiff_t>(i));
    if (is_kind(argument(node, i), wanted)) continue;
    fail(node.token, "argument " + std::to_string(i + 1) + " of " + name + "() must be " + describe(wanted) + ", not " +
                         describe(argument(node, i).kind));
    return false;
  }
  return true;
}

bool ExpressionEvaluation::check_keywords(const SyntaxNode& node, std::initializer_list<std::string_view> allowed) {
  bool seen = false;
  for (std::size_t i = 0; i < node.children; ++i) {
    if (keyword(node, i).empty() && seen) {
      fail(node.token, "arguments with a keyword must be the last ones");
      return false;
    }
    if (keyword(node, i).empty()) continue;
    seen = true;
    if (!is_one_of(keyword(node, i), allowed)) {
      const std::vector<std::string> known(allowed.begin(), allowed.end());
      fail(node.token, std::string(tree_.token(node)) + "() has no argument '" + keyword(node, i) + "'",
           known.empty() ? "" : suggestion(keyword(node, i), known, "arguments"));
      return false;
    }
    if (!argument(node, i).is(Type::frame)) {
      fail(node.token, "'" + keyword(node, i) + ":' must be a frame, not " + describe(argument(node, i).kind));
      return false;
    }
  }
  return true;
}

Value ExpressionEvaluation::call(const SyntaxNode& node) {
  const std::string name(tree_.token(node));
  if (evaluator_.scope_.what(name) == "table") return call_table(node, name);
  if (is_one_of(name, {"v", "a", "w", "alpha", "p"})) return of_motion(node, name);
  if (name == "dt") return derivative(node);
  if (!check_keywords(node, {})) return {};
  if (name == "force" || name == "torque") return reaction(node, name);
  if (name == "mode") return declared_mode(node);
  if (is_one_of(name, {"dot", "cross", "unit", "mag"})) return of_vectors(node, name);
  if (is_one_of(name, {"sqrt", "abs", "sign", "step", "min", "max", "select", "atan2"})) return of_scalars(node, name);
  if (is_one_of(name, {"sin", "cos", "tan", "asin", "acos", "atan", "exp", "log"})) return of_number(node, name);
  if (is_one_of(name, {"rises", "falls", "crosses"}))
    return fail(node.token, name + "() can only be the whole of an event's `when`", "write a condition such as x > 0");
  std::vector<std::string> known = function_names();
  for (const std::string& table : evaluator_.scope_.names("table")) known.push_back(table);
  return fail(node.token, "unknown function '" + name + "'", suggestion(name, known, "functions"));
}

Value ExpressionEvaluation::call_table(const SyntaxNode& node, const std::string& name) {
  if (!check_keywords(node, {}) || !check_arguments(node, {Type::scalar}, 1)) return {};
  const Value table = evaluator_.scope_.find(name, place(node.token));
  if (!table.is(Type::table)) return {};
  const Value& x = argument(node, 0);
  if (!join(x.measure, table.table->x))
    return fail(node.token, "wrong dimension: the argument of table '" + name + "' is " + table.table->x.describe() +
                                ", not " + x.measure.describe());
  return Value::of(interpolate(table.table->table, x.scalar), table.table->y);
}

// Functions of a number (or an angle) that give a number.
Value ExpressionEvaluation::of_number(const SyntaxNode& node, const std::string& name) {
  if (!check_arguments(node, {Type::scalar}, 1)) return {};
  const Value& x = argument(node, 0);
  if (!x.measure.fits(dimension::none()))
    return fail(node.token, "wrong dimension: the argument of " + name + "() must be a number or an angle, not " +
                                x.measure.describe());
  const auto apply = [&](Expr e) -> Expr {
    if (name == "sin") return sin(e);
    if (name == "cos") return cos(e);
    if (name == "tan") return tan(e);
    if (name == "asin") return asin(e);
    if (name == "acos") return acos(e);
    if (name == "atan") return atan(e);
    if (name == "exp") return exp(e);
    return log(e);
  };
  return Value::of(apply(x.scalar), dimension::none());
}

Value ExpressionEvaluation::of_scalars(const SyntaxNode& node, const std::string& name) {
  const bool two = is_one_of(name, {"min", "max", "atan2"});
  const bool ok = name == "select" ? check_arguments(node, {Type::condition, Type::scalar, Type::scalar}, 3)
                  : two            ? check_arguments(node, {Type::scalar, Type::scalar}, 2)
                                   : check_arguments(node, {Type::scalar}, 1);
  if (!ok) return {};
  const Value& x = argument(node, 0);
  if (name == "sqrt") return Value::of(sqrt(x.scalar), x.measure.power(Rational(1, 2)));
  if (name == "abs") return Value::of(abs(x.scalar), x.measure);
  if (name == "sign") return Value::of(sign(x.scalar), dimension::none());
  if (name == "step") return Value::of(step(x.scalar), dimension::none());
  const Value& a = argument(node, node.children - 2);
  const Value& b = argument(node, node.children - 1);
  const auto measure = join(a.measure, b.measure);
  if (!measure)
    return fail(node.token, "wrong dimension: the arguments of " + name + "() are " + a.measure.describe() + " and " +
                                b.measure.describe());
  if (name == "atan2") return Value::of(atan2(a.scalar, b.scalar), dimension::none());
  if (name == "min") return Value::of(min(a.scalar, b.scalar), *measure);
  if (name == "max") return Value::of(max(a.scalar, b.scalar), *measure);
  return Value::of(select(x.scalar, a.scalar, b.scalar), *measure);
}

namespace {

// A vector may vanish, and a root of terms that cancel would then be one of less than nothing: its parts are added
// along the axes of one frame before they are squared.
Vector in_one_frame(const Vector& v) { return v.parts().size() < 2 ? v : express(v, v.parts().front().frame); }

}  // namespace

Value ExpressionEvaluation::of_vectors(const SyntaxNode& node, const std::string& name) {
  const bool two = name == "dot" || name == "cross";
  if (!(two ? check_arguments(node, {Type::vector, Type::vector}, 2) : check_arguments(node, {Type::vector}, 1)))
    return {};
  const auto settled = [](const Measure& m) { return m.is_number() ? Measure(dimension::none()) : m; };
  const Value& a = argument(node, 0);
  if (name == "mag") return Value::of(magnitude(in_one_frame(a.vector)), settled(a.measure));
  if (name == "unit") return Value::of(unit(a.vector), dimension::none());
  const Value& b = argument(node, 1);
  if (name == "dot") {
    const bool is_square = (a.vector - b.vector).is_zero();
    const Vector one = is_square ? in_one_frame(a.vector) : a.vector;
    return Value::of(dot(one, is_square ? one : b.vector), settled(a.measure * b.measure));
  }
  return Value::of(cross(a.vector, b.vector), a.measure * b.measure);
}

Frame ExpressionEvaluation::frame_argument(const SyntaxNode& node, std::size_t position, std::string_view word) const {
  for (std::size_t i = 0; i < node.children; ++i) {
    if (keyword(node, i) == word) return argument(node, i).frame;
    if (i == position && keyword(node, i).empty()) return argument(node, i).frame;
  }
  return evaluator_.kinematics_.newtonian();
}

Value ExpressionEvaluation::of_motion(const SyntaxNode& node, const std::string& name) {
  const Kinematics& k = evaluator_.kinematics_;
  if (name == "v") return velocity(node);
  if (name == "p") {
    if (!check_keywords(node, {}) || !check_arguments(node, {Type::point, Type::point}, 1)) return {};
    const Point first = argument(node, 0).point;
    const Vector r =
        node.children == 2 ? position(first, argument(node, 1).point) : position(first.tree().root(), first);
    return Value::of(r, dimension::length());
  }
  const Type of = name == "a" ? Type::point : Type::frame;
  if (!check_keywords(node, {"in"}) || !check_arguments(node, {of, Type::frame}, 1)) return {};
  const Frame in = frame_argument(node, 1, "in");
  const Value& x = argument(node, 0);
  if (name == "w") return Value::of(k.angular_velocity(x.frame, in), dimension::rate());
  if (name == "alpha") return Value::of(k.angular_acceleration(x.frame, in), dimension::rate().power(2));
  return Value::of(k.acceleration(x.point, in), dimension::acceleration());
}

// v(P), v(P, A) or v(P, in: A): velocity of P in A. v(P, fixed_in: B): of the point of B that is at P now.
Value ExpressionEvaluation::velocity(const SyntaxNode& node) {
  const Kinematics& k = evaluator_.kinematics_;
  if (!check_keywords(node, {"in", "fixed_in"}) || !check_arguments(node, {Type::point, Type::frame}, 1)) return {};
  const Frame in = frame_argument(node, 1, "in");
  const Point p = argument(node, 0).point;
  for (std::size_t i = 0; i < node.children; ++i)
    if (keyword(node, i) == "fixed_in")
      return Value::of(k.velocity_fixed_in(p, argument(node, i).frame, in), dimension::velocity());
  return Value::of(k.velocity(p, in), dimension::velocity());
}

// Derivative with respect to time: of a scalar, or of a vector as seen from a frame (N if none is named).
Value ExpressionEvaluation::derivative(const SyntaxNode& node) {
  const bool of_vector = node.children > 0 && argument(node, 0).is(Type::vector);
  if (of_vector) {
    if (!check_keywords(node, {"in"}) || !check_arguments(node, {Type::vector, Type::frame}, 1)) return {};
    const Value& x = argument(node, 0);
    return Value::of(evaluator_.kinematics_.dt(x.vector, frame_argument(node, 1, "in")),
                     x.measure / Measure(dimension::time()));
  }
  if (!check_keywords(node, {}) || !check_arguments(node, {Type::scalar}, 1)) return {};
  const Value& x = argument(node, 0);
  return Value::of(evaluator_.kinematics_.dt(x.scalar), x.measure / Measure(dimension::time()));
}

Value ExpressionEvaluation::declared_mode(const SyntaxNode& node) {
  if (!check_arguments(node, {Type::word}, 1)) return {};
  const std::string name = argument(node, 0).name;
  if (const auto value = evaluator_.mode(name)) return *value;
  const std::vector<std::string> known = evaluator_.mode_names();
  return fail(node.token, "mode(): there is no mode '" + name + "'",
              known.empty() ? "declare it: modes: {" + name + ": {active: [...], to: {...}}}"
                            : suggestion(name, known, "modes"));
}

Value ExpressionEvaluation::reaction(const SyntaxNode& node, const std::string& function) {
  if (!check_arguments(node, {Type::word}, 1)) return {};
  const std::string name = argument(node, 0).name;
  if (!evaluator_.forces_are_known)
    return fail(node.token, function + "() is not allowed here: it is a result of loads and constraints",
                "it is allowed in events, outputs and conditions");
  const bool is_force = function == "force";
  if (const auto value = is_force ? evaluator_.force(name) : evaluator_.torque(name)) return *value;
  std::vector<std::string> known = is_force ? evaluator_.force_names() : std::vector<std::string>{};
  std::string rows;
  for (const std::string& row : known)
    if (row.starts_with(name + ".")) rows += (rows.empty() ? "" : ", ") + ("force(" + row + ")");
  if (!rows.empty())
    return fail(node.token, "force(): constraint '" + name + "' has more than one row", "write " + rows);
  for (const char* kind : {"link", is_force ? "point" : "frame"})
    for (const std::string& other : evaluator_.scope_.names(kind)) known.push_back(other);
  return fail(node.token,
              is_force ? "force(): there is no constraint, contact, link or point '" + name + "'"
                       : "torque(): there is no link or frame '" + name + "'",
              suggestion(name, known, is_force ? "constraints, links and points" : "links and frames"));
}

}  // namespace tangible
