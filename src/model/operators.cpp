// SPDX-License-Identifier: Apache-2.0
// + - * / ^, comparisons and logic, with their dimensions.
#include "model/expression_evaluation.h"

namespace tangible {
namespace {

using Type = Value::Kind;

// A condition counts as 1 or 0 in arithmetic.
Value as_scalar(const Value& value) {
  return value.is(Type::condition) ? Value::of(value.scalar, UnitDimension{}) : value;
}
bool is_scalar(const Value& value) { return value.is(Type::scalar) || value.is(Type::condition); }

}  // namespace

// Operands that an operator cannot take.
Value ExpressionEvaluation::no_operands(const SyntaxNode& node) {
  const std::string op(tree_.token(node));
  std::string found = describe(argument(node, 0).kind);
  if (node.children == 2) found += " and " + describe(argument(node, 1).kind);
  std::string advice;
  const bool two_vectors =
      node.children == 2 && argument(node, 0).is(Type::vector) && argument(node, 1).is(Type::vector);
  if (two_vectors && op == "*") advice = "write dot(a, b) or cross(a, b)";
  const auto has = [&](Type kind) {
    return argument(node, 0).is(kind) || (node.children == 2 && argument(node, 1).is(kind));
  };
  if (has(Type::frame)) advice = "take a unit vector of the frame: N.x";
  if (has(Type::point)) advice = "p(A, B) is the position vector from point A to point B";
  return fail(node.token, "'" + op + "' cannot be applied to " + found, advice);
}

Value ExpressionEvaluation::negate(const SyntaxNode& node) {
  const Value& a = argument(node, 0);
  if (a.is(Type::scalar)) return Value::of(-a.scalar, a.measure);
  if (a.is(Type::vector)) return Value::of(-a.vector, a.measure);
  return no_operands(node);
}

Value ExpressionEvaluation::add(const SyntaxNode& node) {
  const Value a = as_scalar(argument(node, 0));
  const Value b = as_scalar(argument(node, 1));
  const bool plus = node.kind == SyntaxKind::add;
  const bool scalars = a.is(Type::scalar) && b.is(Type::scalar);
  if (!scalars && !(a.is(Type::vector) && b.is(Type::vector))) return no_operands(node);
  const auto measure = join(a.measure, b.measure);
  if (!measure)
    return fail(node.token,
                std::string("wrong dimension: cannot ") + (plus ? "add " : "subtract ") + b.measure.describe() +
                    (plus ? " to " : " from ") + a.measure.describe(),
                "all terms of a sum must have the same dimension");
  if (scalars) return Value::of(plus ? a.scalar + b.scalar : a.scalar - b.scalar, *measure);
  return Value::of(plus ? a.vector + b.vector : a.vector - b.vector, *measure);
}

Value ExpressionEvaluation::multiply(const SyntaxNode& node) {
  const Value a = as_scalar(argument(node, 0));
  const Value b = as_scalar(argument(node, 1));
  const Measure measure = a.measure * b.measure;
  if (a.is(Type::scalar) && b.is(Type::scalar)) return Value::of(a.scalar * b.scalar, measure);
  if (a.is(Type::scalar) && b.is(Type::vector)) return Value::of(a.scalar * b.vector, measure);
  if (a.is(Type::vector) && b.is(Type::scalar)) return Value::of(a.vector * b.scalar, measure);
  return no_operands(node);
}

Value ExpressionEvaluation::divide(const SyntaxNode& node) {
  const Value a = as_scalar(argument(node, 0));
  const Value b = as_scalar(argument(node, 1));
  if (!b.is(Type::scalar)) return no_operands(node);
  if (b.scalar.is_zero()) return fail(node.token, "division by zero");
  const Measure measure = a.measure / b.measure;
  if (a.is(Type::scalar)) return Value::of(a.scalar / b.scalar, measure);
  if (a.is(Type::vector)) return Value::of(a.vector / b.scalar, measure);
  return no_operands(node);
}

Value ExpressionEvaluation::raise(const SyntaxNode& node) {
  const Value& base = argument(node, 0);
  const Value& exponent = argument(node, 1);
  if (!base.is(Type::scalar) || !exponent.is(Type::scalar)) return no_operands(node);
  if (!exponent.measure.fits(dimension::none()))
    return fail(node.token, "wrong dimension: an exponent is a number, not " + exponent.measure.describe());
  if (exponent.scalar.is(tangible::Kind::number)) {
    const Rational power = exponent.scalar.value();
    return Value::of(pow(base.scalar, power), base.measure.power(power));
  }
  if (!base.measure.fits(dimension::none()))
    return fail(node.token, "wrong dimension: " + base.measure.describe() + " to a power that is not constant",
                "divide the base by a reference value first");
  return Value::of(pow(base.scalar, exponent.scalar), base.measure);
}

Value ExpressionEvaluation::compare(const SyntaxNode& node) {
  const Value& a = argument(node, 0);
  const Value& b = argument(node, 1);
  if (!is_scalar(a) || !is_scalar(b)) return no_operands(node);
  if (!join(as_scalar(a).measure, as_scalar(b).measure))
    return fail(node.token,
                "wrong dimension: cannot compare " + a.measure.describe() + " with " + b.measure.describe());
  switch (node.kind) {
    case SyntaxKind::less: return Value::condition(less(a.scalar, b.scalar));
    case SyntaxKind::less_equal: return Value::condition(less_equal(a.scalar, b.scalar));
    case SyntaxKind::greater: return Value::condition(less(b.scalar, a.scalar));
    case SyntaxKind::greater_equal: return Value::condition(less_equal(b.scalar, a.scalar));
    case SyntaxKind::equal:
      return Value::condition(logical_and(less_equal(a.scalar, b.scalar), less_equal(b.scalar, a.scalar)));
    default: return Value::condition(logical_or(less(a.scalar, b.scalar), less(b.scalar, a.scalar)));
  }
}

Value ExpressionEvaluation::logical(const SyntaxNode& node) {
  for (std::size_t i = 0; i < node.children; ++i)
    if (!is_scalar(argument(node, i)) || !argument(node, i).measure.fits(dimension::none())) return no_operands(node);
  const Expr a = argument(node, 0).scalar;
  if (node.kind == SyntaxKind::logical_not) return Value::condition(logical_not(a));
  const Expr b = argument(node, 1).scalar;
  return Value::condition(node.kind == SyntaxKind::logical_and ? logical_and(a, b) : logical_or(a, b));
}

}  // namespace tangible
