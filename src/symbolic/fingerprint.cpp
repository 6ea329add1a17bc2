// SPDX-License-Identifier: Apache-2.0
// Evaluation of a graph modulo a prime, operands first.
#include "symbolic/fingerprint.h"

#include <algorithm>

#include "symbolic/angle.h"
#include "symbolic/graph.h"

namespace tangible {
namespace {

using Value = Fingerprint::Value;

// The point of an atom represents its angle divided by this: halves, thirds, ... and tenths are powers of it.
constexpr std::int64_t angle_parts = 120;

// Salts that keep the random values of different things apart.
enum Salt : std::uint64_t { symbol_salt = 1, pi_salt, circle_salt, exponential_salt, opaque_salt = 64 };

std::uint64_t hash_name(std::string_view name) {
  std::uint64_t hash = 0xCBF29CE484222325u;  // FNV-1a
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return hash;
}

// Of v and -v one is the smaller: functions of even or odd parity keep it modulo the prime.
bool is_negative(Residue v) { return v > field_prime / 2; }
Residue residue_magnitude(Residue v) { return is_negative(v) ? negate(v) : v; }
Residue odd_scatter(std::uint64_t salt, Residue v) {
  const Residue size = scatter(salt, residue_magnitude(v));
  return is_negative(v) ? negate(size) : size;
}

// coefficient * angle_parts when that is an integer of reasonable size.
bool whole_parts(const Rational& coefficient, std::int64_t& parts) {
  const Rational scaled = coefficient * angle_parts;
  if (!scaled.is_integer() || !scaled.is_small()) return false;
  parts = scaled.small_numerator();
  return parts > -(std::int64_t{1} << 40) && parts < std::int64_t{1} << 40;
}

// Products of symbols, numbers and their roots: different ones are linearly independent over the rationals, hence their
// sines and exponentials are algebraically independent (Lindemann and Weierstrass, with the symbols transcendental).
bool is_independent_atom(Expr atom) {
  const auto simple = [](Expr e) { return e.is(Kind::symbol) || e.is(Kind::number) || e.is(Kind::pi); };
  if (!atom.is(Kind::product)) return simple(atom);
  for (const Pair pair : pairs(atom))
    if (!simple(pair.first)) return false;
  return true;
}

// The exponent in the group of squares, of order n = (p-1)/2, that acts as a fraction with a small denominator d: its
// numerator times 1/d, where 1/d is (k n + 1) / d for the k that makes it whole.
bool root_exponent(const Rational& fraction, std::uint64_t& exponent) {
  __extension__ using Wide = unsigned __int128;
  constexpr std::uint64_t order = (field_prime - 1) / 2;
  if (!fraction.is_small() || fraction.small_denominator() > 100) return false;
  const auto d = static_cast<std::uint64_t>(fraction.small_denominator());
  for (std::uint64_t k = 0; k < d; ++k) {
    if ((order % d * k + 1) % d != 0) continue;
    const auto inverse_of_d = static_cast<std::uint64_t>((Wide{order} * k + 1) / d);
    std::uint64_t numerator = 0;
    fraction.numerator().modulo(order, numerator);
    exponent = static_cast<std::uint64_t>(Wide{numerator} * inverse_of_d % order);
    return true;
  }
  return false;
}

// (pi/12) turned k times: the roots of 2 and 3 exist modulo the prime.
CirclePoint twelfth_half_turns(std::int64_t k) {
  const Residue root2 = square_root(2);
  const Residue root6 = multiply(root2, square_root(3));
  const Residue quarter = inverse(4);
  return turn({multiply(add(root6, root2), quarter), multiply(subtract(root6, root2), quarter)}, k);
}

}  // namespace

// Ids grow from operands to users, and a computed node stays so: the traversal stops at nodes of earlier calls.
const Value& Fingerprint::of(Expr e) {
  const Graph& graph = Graph::current();
  if (graph_ != graph.serial()) {
    table_.clear();
    points_.clear();
    graph_ = graph.serial();
  }
  if (table_.size() < graph.size()) table_.resize(graph.size());
  if (table_[e.id()].known) return table_[e.id()];
  std::vector<Expr> stack{e};
  while (!stack.empty()) {
    const Expr node = stack.back();
    const std::size_t before = stack.size();
    for (const Expr operand : node.operands())
      if (!table_[operand.id()].known) stack.push_back(operand);
    if (stack.size() > before) continue;
    stack.pop_back();
    if (table_[node.id()].known) continue;
    Value value = compute(node);
    value.known = true;
    table_[node.id()] = value;
  }
  return table_[e.id()];
}

Value Fingerprint::compute(Expr e) {
  Value value;
  switch (e.kind()) {
    case Kind::number: value.defined = e.value().modulo(field_prime, value.residue); return value;
    case Kind::pi:
    case Kind::symbol: {
      const bool is_pi = e.is(Kind::pi);
      const Residue root = scatter(seed_ * 8 + (is_pi ? pi_salt : symbol_salt), is_pi ? 0 : hash_name(e.name()));
      value.residue = multiply(root, root);  // a square, so that its roots exist
      value.numerator_degree = 2;
      return value;
    }
    case Kind::sum: return compute_sum(e);
    case Kind::product: return compute_product(e);
    case Kind::sin:
    case Kind::cos:
    case Kind::tan: return compute_circular(e);
    case Kind::exp: return compute_exponential(e);
    default: return compute_opaque(e);
  }
}

// The properties that a node inherits from its operands whatever its operation.
Value Fingerprint::from_operands(Expr e) const {
  Value value;
  for (const Expr operand : e.operands()) {
    value.defined = value.defined && table_[operand.id()].defined;
    value.certain = value.certain && table_[operand.id()].certain;
  }
  return value;
}

// c1 t1 + c2 t2 + ... The common denominator is the product of all, a bound and not a least one.
Value Fingerprint::compute_sum(Expr e) const {
  Value value = from_operands(e);
  for (const Pair pair : pairs(e)) value.denominator_degree += table_[pair.first.id()].denominator_degree;
  for (const Pair pair : pairs(e)) {
    const Value& term = table_[pair.first.id()];
    value.residue = add(value.residue, multiply(term.residue, table_[pair.second.id()].residue));
    // Over the common denominator every numerator gets the denominators of the others.
    value.numerator_degree =
        std::max(value.numerator_degree, term.numerator_degree + value.denominator_degree - term.denominator_degree);
  }
  return value;
}

Value Fingerprint::compute_product(Expr e) const {
  Value value = from_operands(e);
  value.residue = 1;
  for (const Pair pair : pairs(e)) multiply_power(value, table_[pair.first.id()], pair.first, pair.second.value());
  return value;
}

// A factor base^exponent. Degrees above and below the line change places when the exponent is negative.
void Fingerprint::multiply_power(Value& product, const Value& base, Expr base_expr, const Rational& exponent) const {
  const float size = static_cast<float>(abs(exponent).to_double());
  product.numerator_degree += size * (exponent.sign() > 0 ? base.numerator_degree : base.denominator_degree);
  product.denominator_degree += size * (exponent.sign() > 0 ? base.denominator_degree : base.numerator_degree);
  if (base.residue == 0) {
    if (exponent.sign() < 0) product.defined = false;
    product.residue = 0;
    return;
  }
  Residue e = 0;
  if (exponent.is_integer()) {
    exponent.modulo(field_prime - 1, e);
    product.residue = multiply(product.residue, power(base.residue, e));
    return;
  }
  // A root: of squares it exists once in the group of squares, and roots of products are products of roots. The root of
  // a sum may have the other sign (the sum may be the square of something negative), so that it proves no difference.
  if (is_square(base.residue) && root_exponent(exponent, e)) {
    product.residue = multiply(product.residue, power(base.residue, e));
    product.certain = product.certain && (base_expr.is(Kind::number) || base_expr.is(Kind::symbol));
  } else {
    Residue odd = 0;
    exponent.modulo(field_prime, odd);
    product.residue = multiply(product.residue, scatter(seed_ * 8 + opaque_salt, base.residue ^ (odd << 1)));
    product.certain = false;
  }
}

// The point that represents an atom's angle; that of -v is the mirror image of that of v.
CirclePoint Fingerprint::atom_point(Residue atom) {
  const auto [place, added] = points_.try_emplace(atom);
  if (added) place->second = point_on_circle(odd_scatter(seed_ * 8 + circle_salt, atom));
  return place->second;
}

// The points of the atoms, each multiplied as often as its coefficient, then together. A coefficient that is no
// multiple of 1/angle_parts makes an atom of its own: right where equal, no proof where different.
Value Fingerprint::compute_circular(Expr e) {
  Value value = from_operands(e);
  const Angle angle = read_angle(e.operands()[0]);
  CirclePoint point;
  float degree = 0;
  for (const Angle::Part& part : angle.parts) {
    std::int64_t parts = angle_parts;
    Residue atom = part.atom.is_one() ? 1 : table_[part.atom.id()].residue;
    value.certain = value.certain && is_independent_atom(part.atom);
    if (!whole_parts(part.coefficient, parts)) {
      Residue factor = 0;
      value.defined = value.defined && part.coefficient.modulo(field_prime, factor);
      atom = multiply(atom, factor);
      value.certain = false;
    }
    point = point * turn(atom_point(atom), parts);
    degree += 2 * static_cast<float>(std::abs(parts));
  }
  if (const Rational twelfths = angle.half_turns * 12; twelfths.is_integer() && twelfths.is_small()) {
    point = point * twelfth_half_turns(twelfths.small_numerator() % 24);
  } else {
    Residue factor = 0;
    value.defined = value.defined && angle.half_turns.modulo(field_prime, factor);
    point = point * atom_point(add(factor, pi_salt));
    value.certain = false;
  }
  if (e.is(Kind::tan)) value.defined = value.defined && point.cosine != 0;
  value.residue = e.is(Kind::sin)   ? point.sine
                  : e.is(Kind::cos) ? point.cosine
                                    : multiply(point.sine, inverse(point.cosine));
  value.numerator_degree = value.denominator_degree = degree;
  return value;
}

// The same in the multiplicative group of the field.
Value Fingerprint::compute_exponential(Expr e) {
  Value value = from_operands(e);
  value.residue = 1;
  Angle argument = read_angle(e.operands()[0]);
  if (!argument.half_turns.is_zero()) argument.parts.push_back({pi(), argument.half_turns});
  for (const Angle::Part& part : argument.parts) {
    std::int64_t parts = angle_parts;
    Residue atom = part.atom.is_one() ? 1 : table_[part.atom.id()].residue;
    value.certain = value.certain && is_independent_atom(part.atom);
    if (!whole_parts(part.coefficient, parts)) {
      Residue factor = 0;
      value.defined = value.defined && part.coefficient.modulo(field_prime, factor);
      atom = multiply(atom, factor);
      value.certain = false;
    }
    // exp(-x) is 1/exp(x): the residue of -x takes the inverse of that of x.
    const Residue root = scatter(seed_ * 8 + exponential_salt, residue_magnitude(atom));
    const bool invert = is_negative(atom) != (parts < 0);
    const Residue step = power(root == 0 ? 1 : root, static_cast<std::uint64_t>(std::abs(parts)));
    value.residue = multiply(value.residue, invert ? inverse(step) : step);
    (invert ? value.denominator_degree : value.numerator_degree) += static_cast<float>(std::abs(parts));
  }
  return value;
}

// Any function of the residues of the arguments, symmetric, even or odd where the function is.
Value Fingerprint::compute_opaque(Expr e) const {
  Value value = from_operands(e);
  value.certain = false;
  value.numerator_degree = 1;
  const std::uint64_t salt = seed_ * 8 + opaque_salt + (static_cast<std::uint64_t>(e.kind()) << 32);
  std::vector<Residue> arguments;
  for (const Expr operand : e.operands()) arguments.push_back(table_[operand.id()].residue);
  switch (e.kind()) {
    case Kind::abs: value.residue = scatter(salt, residue_magnitude(arguments[0])); return value;
    case Kind::sign:
    case Kind::asin:
    case Kind::atan: value.residue = odd_scatter(salt, arguments[0]); return value;
    case Kind::min:
    case Kind::max:
    case Kind::logical_and:
    case Kind::logical_or: std::ranges::sort(arguments); break;
    default: break;
  }
  for (const Residue argument : arguments) value.residue = scatter(salt + value.residue, argument);
  return value;
}

}  // namespace tangible
