// SPDX-License-Identifier: Apache-2.0
// One traversal of the syntax tree of an expression, from the leaves to the root, with a stack of values.
#include "model/expression.h"

#include "model/document.h"
#include "model/expression_evaluation.h"
#include "model/names.h"

namespace tangible {

std::optional<SyntaxTree> Evaluator::parse(const Node& node) {
  if (node.is_null() || (node.is_scalar() && node.text.empty())) {
    diagnostics_.error(node.place, "an expression is missing here",
                       "write a name, a colon, a space and the value, as in L: 0.5 m");
    return std::nullopt;
  }
  if (!node.is_scalar()) {
    diagnostics_.error(node.place, "an expression was expected here, not a map or a sequence",
                       "quote expressions that hold commas, brackets or braces");
    return std::nullopt;
  }
  try {
    return parse_infix(node.text);
  } catch (const SyntaxError& error) {
    const bool cut = !node.quoted && std::string_view(error.what()).find("never closed") != std::string_view::npos;
    diagnostics_.error(source_.place_in(node, error.begin), error.what(),
                       cut ? "inside { } and [ ], quote expressions that hold commas, brackets or braces" : "");
    return std::nullopt;
  }
}

Value Evaluator::evaluate(const Node& node) {
  const auto tree = parse(node);
  if (!tree) return {};
  ExpressionEvaluation walk(*this, *tree, node);
  return walk.run(tree->nodes.size());
}

std::optional<Evaluator::Crossing> Evaluator::evaluate_crossing(const Node& node) {
  const auto tree = parse(node);
  if (!tree) return std::nullopt;
  const SyntaxNode& root = tree->root();
  const std::string_view word = tree->token(root);
  const bool is_crossing = root.kind == SyntaxKind::call && (word == "rises" || word == "falls" || word == "crosses");
  ExpressionEvaluation walk(*this, *tree, node);
  const bool is_whole = is_crossing && root.children == 1;
  const Value value =
      is_crossing && !is_whole ? Value::condition(0) : walk.run(tree->nodes.size() - (is_whole ? 1 : 0));
  if (!is_crossing && (value.is(Value::Kind::condition) || value.is(Value::Kind::nothing)))
    return Crossing{value, Trigger::Edge::rises, true};
  if (!is_whole) {
    diagnostics_.error(source_.place_in(node, root.where.begin), "an event happens when something rises or falls",
                       "write rises(...), falls(...) or crosses(...) of one expression, or a condition such as x > 0");
    return std::nullopt;
  }
  using Edge = Trigger::Edge;
  return Crossing{value, word == "rises" ? Edge::rises : word == "falls" ? Edge::falls : Edge::crosses, false};
}

// --- ExpressionEvaluation ---

ExpressionEvaluation::ExpressionEvaluation(Evaluator& evaluator, const SyntaxTree& tree, const Node& node)
    : evaluator_(evaluator),
      tree_(tree),
      node_(node),
      unit_chain_(tree.nodes.size()),
      after_divisor_(tree.nodes.size()),
      word_(tree.nodes.size()) {
  mark_units();
  mark_words();
}

// 2 kg*m^2/s: a quantity takes the unit names that follow it with * and /, each with an integer power. After x/3 m they
// could multiply or divide: (x/3 m)/s or x/(3 m/s).
void ExpressionEvaluation::mark_units() {
  const auto is_unit_factor = [&](std::size_t i) {
    const SyntaxNode& node = tree_.nodes[i];
    if (node.grouped) return false;
    if (node.kind == SyntaxKind::name) return find_unit(tree_.token(node)).has_value();
    if (node.kind != SyntaxKind::power) return false;
    const SyntaxNode& base = tree_.nodes[tree_.child_before(i - 1)];
    return !base.grouped && base.kind == SyntaxKind::name && find_unit(tree_.token(base)).has_value();
  };
  std::vector<bool> ends_in_divisor(tree_.nodes.size());  // products whose last factor divides, and is a quantity
  for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
    const SyntaxNode& node = tree_.nodes[i];
    if (node.kind == SyntaxKind::quantity) unit_chain_[i] = !node.grouped;
    if (node.kind == SyntaxKind::negate) unit_chain_[i] = unit_chain_[i - 1] && !node.grouped;  // -2 kg*m
    if (node.kind != SyntaxKind::multiply && node.kind != SyntaxKind::divide) continue;
    const std::size_t right = i - 1;
    const std::size_t left = tree_.child_before(right);
    const bool begins_quantity = unit_chain_[right];  // x*3 m/s is (x*3 m)/s
    if (unit_chain_[left] || ends_in_divisor[left]) {
      const bool is_factor = is_unit_factor(right);
      const bool has_power = tree_.nodes[right].kind == SyntaxKind::power;
      if (is_factor) unit_chain_[has_power ? tree_.child_before(right - 1) : right] = true;
      if (is_factor || mark_unit_group(left + 1, right)) {
        after_divisor_[i] = ends_in_divisor[left];
        unit_chain_[i] = unit_chain_[left] && !node.grouped;
      }
    }
    if (!begins_quantity || node.grouped) continue;
    if (node.kind == SyntaxKind::multiply) unit_chain_[i] = true;
    if (node.kind == SyntaxKind::divide) ends_in_divisor[i] = true;
  }
}

// 1 m^3/(kg*s^2): a group of nothing but units, of which one at least cannot be another name.
bool ExpressionEvaluation::mark_unit_group(std::size_t first, std::size_t last) {
  if (!tree_.nodes[last].grouped || last == first) return false;
  bool is_clear = false;
  for (std::size_t i = first; i <= last; ++i) {
    const SyntaxNode& node = tree_.nodes[i];
    const bool joins = node.kind == SyntaxKind::multiply || node.kind == SyntaxKind::divide;
    if ((joins && !(node.grouped && i < last)) || node.kind == SyntaxKind::power || node.kind == SyntaxKind::number)
      continue;
    if (node.kind != SyntaxKind::name || !find_unit(tree_.token(node))) return false;
    is_clear = is_clear || !evaluator_.scope_.is_declared(tree_.token(node));
  }
  for (std::size_t i = first; i <= last && is_clear; ++i)
    if (tree_.nodes[i].kind == SyntaxKind::name) unit_chain_[i] = true;
  return is_clear;
}

// The argument of force() is the name of a constraint or joint, that of mode() a declared mode, not a value.
void ExpressionEvaluation::mark_words() {
  for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
    const SyntaxNode& node = tree_.nodes[i];
    if (node.kind != SyntaxKind::call || node.children != 1) continue;
    const std::string_view function = tree_.token(node);
    if (function == "force" || function == "torque" || function == "mode") word_[i - 1] = true;
  }
}

Value ExpressionEvaluation::run(std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const SyntaxNode& node = tree_.nodes[i];
    try {
      Value value = visit(i, node);
      stack_.resize(stack_.size() - node.children);
      stack_.push_back(
          {std::move(value), node.kind == SyntaxKind::named_argument ? std::string(tree_.token(node)) : ""});
    } catch (const ArithmeticError& error) {
      stack_.resize(stack_.size() - node.children);
      stack_.push_back({fail(node.token, error.what()), ""});
    } catch (const MechanicsError& error) {
      stack_.resize(stack_.size() - node.children);
      stack_.push_back({fail(node.token, error.what()), ""});
    }
  }
  return stack_.empty() ? Value{} : std::move(stack_.back().value);
}

Value ExpressionEvaluation::fail(TextSpan where, const std::string& message, const std::string& advice) {
  evaluator_.diagnostics_.error(place(where), message, advice);
  return {};
}

Place ExpressionEvaluation::place(TextSpan where) const { return evaluator_.source_.place_in(node_, where.begin); }

const Value& ExpressionEvaluation::argument(const SyntaxNode& node, std::size_t i) const {
  return stack_[stack_.size() - node.children + i].value;
}

const std::string& ExpressionEvaluation::keyword(const SyntaxNode& node, std::size_t i) const {
  return stack_[stack_.size() - node.children + i].keyword;
}

Value ExpressionEvaluation::visit(std::size_t index, const SyntaxNode& node) {
  // Errors below have been reported; nothing can be added here.
  for (std::size_t i = 0; i < node.children; ++i)
    if (argument(node, i).is(Value::Kind::nothing)) return {};
  if (after_divisor_[index])
    return fail(node.token, "a unit follows a quantity that divides, and could multiply or divide",
                "write parentheses: x/(3 m/s), or (x/3 m)/(1 s)");
  switch (node.kind) {
    case SyntaxKind::number: return Value::of(Expr(Rational::parse_decimal(tree_.token(node))), Measure{});
    case SyntaxKind::quantity: return quantity(node);
    case SyntaxKind::name: return name(index, node);
    case SyntaxKind::call: return call(node);
    case SyntaxKind::named_argument: return argument(node, 0);
    case SyntaxKind::vector: return fail(node.where, "components need a frame", "write a*B.x + b*B.y + c*B.z");
    case SyntaxKind::negate: return negate(node);
    case SyntaxKind::add:
    case SyntaxKind::subtract: return add(node);
    case SyntaxKind::multiply: return multiply(node);
    case SyntaxKind::divide: return divide(node);
    case SyntaxKind::power: return raise(node);
    case SyntaxKind::logical_not:
    case SyntaxKind::logical_and:
    case SyntaxKind::logical_or: return logical(node);
    default: return compare(node);
  }
}

Value ExpressionEvaluation::quantity(const SyntaxNode& node) {
  const auto unit = find_unit(tree_.unit(node));
  if (!unit) {
    const std::string word(tree_.unit(node));
    if (evaluator_.scope_.is_declared(word))
      return fail(node.unit, "an operator is missing before '" + word + "'",
                  "write " + std::string(tree_.token(node)) + "*" + word);
    return fail(node.unit, "'" + word + "' is not a unit",
                "units: kg g m cm mm s ms N J W Hz Pa rad deg rpm, and products like kg*m^2");
  }
  const Unit powered = power(*unit, node.unit_exponent);
  return Value::of(Expr(Rational::parse_decimal(tree_.token(node))) * powered.in_si(), powered.dimension);
}

Value ExpressionEvaluation::name(std::size_t index, const SyntaxNode& node) {
  const std::string token(tree_.token(node));
  if (unit_chain_[index]) {
    const Unit unit = *find_unit(token);
    return Value::of(unit.in_si(), unit.dimension);
  }
  if (word_[index]) {
    Value out;
    out.kind = Value::Kind::word;
    out.name = token;
    return out;
  }
  Scope& scope = evaluator_.scope_;
  if (const Value* value = scope.ready(token)) return *value;
  if (scope.is_declared(token)) return scope.find(token, place(node.token));
  if (token == "true" || token == "false") return Value::condition(token == "true" ? 1 : 0);
  if (token.find('\'') != std::string::npos) return rate(node, token);
  if (const std::size_t dot = token.rfind('.'); dot != std::string::npos) return member(node, token, dot);
  if (find_unit(token))
    return fail(node.token, "'" + token + "' is a unit, but there is no number before it",
                "write 1 " + token + " for the unit, or declare a parameter with this name");
  if (const Frame body = evaluator_.body_frame ? evaluator_.body_frame(token) : Frame{}) return Value::of(body);
  return unknown_name(node, token);
}

// What other notations write: m/s2, y for a unit vector, yes for true.
Value ExpressionEvaluation::unknown_name(const SyntaxNode& node, const std::string& token) {
  Scope& scope = evaluator_.scope_;
  const std::string letters = token.substr(0, token.size() - 1), last = token.substr(token.size() - 1);
  const bool is_power = (last == "2" || last == "3") && find_unit(letters) && !scope.is_declared(letters);  // m/s2
  const bool is_axis = token == "x" || token == "y" || token == "z";
  if ((is_power || is_axis) && !nearest(token, scope.names()).empty()) return scope.find(token, place(node.token));
  if (is_power)
    return fail(node.token, "'" + token + "' is neither a name nor a unit",
                "write a power with ^: " + letters + "^" + last);
  if (is_axis)
    return fail(node.token, "unknown name '" + token + "'", "for a unit vector name its frame, too: N." + token);
  if (token != "null" && is_boolean_word(token))
    return fail(node.token, "'" + token + "' has no meaning here", "write true or false");
  return scope.find(token, place(node.token));
}

// q1', u1', q1'' ...
Value ExpressionEvaluation::rate(const SyntaxNode& node, const std::string& token) {
  const std::string base = token.substr(0, token.find('\''));
  const auto primes = static_cast<int>(token.size() - base.size());
  if (token.find_first_not_of('\'', base.size()) != std::string::npos)
    return fail(node.token, "'" + token + "' is not a name");
  Scope& scope = evaluator_.scope_;
  const Value* ready = scope.ready(base);
  Value value = ready != nullptr ? *ready : scope.find(base, place(node.token));
  if (value.is(Value::Kind::nothing)) return {};
  if (!value.is(Value::Kind::scalar))
    return fail(node.token, "'" + base + "' is " + describe(value.kind) + " and has no rate '" + token + "'",
                "write dt(...) for the derivative of a vector");
  for (int i = 0; i < primes; ++i)
    value = Value::of(evaluator_.kinematics_.dt(value.scalar), value.measure / Measure(dimension::time()));
  return value;
}

// B.x: a unit vector of a frame; a pure number, so that 0.3*B.x is SI of the required dimension, as bare numbers are.
Value ExpressionEvaluation::member(const SyntaxNode& node, const std::string& token, std::size_t dot) {
  const std::string owner = token.substr(0, dot);
  const std::string axis = token.substr(dot + 1);
  Scope& scope = evaluator_.scope_;
  const Value* ready = scope.ready(owner);
  const Value value = ready != nullptr ? *ready : scope.find(owner, place(node.token));
  if (value.is(Value::Kind::nothing)) return {};
  if (!value.is(Value::Kind::frame))
    return fail(node.token, "'" + owner + "' is " + describe(value.kind) + " and has no '" + axis + "'",
                "only frames have unit vectors x, y, z");
  if (axis == "x") return Value::of(value.frame.x(), Measure{});
  if (axis == "y") return Value::of(value.frame.y(), Measure{});
  if (axis == "z") return Value::of(value.frame.z(), Measure{});
  std::vector<std::string> members = {owner + ".x", owner + ".y", owner + ".z"};
  for (const std::string& other : scope.names())
    if (other.starts_with(owner + ".")) members.push_back(other);
  return fail(node.token, "frame '" + owner + "' has no '" + axis + "'", suggestion(token, members, "members"));
}

}  // namespace tangible
