// SPDX-License-Identifier: Apache-2.0
// Where the force of a row acts, and what the row says, where its text is a velocity along a direction.
//
// The row dot(v(P), d) = 0 has the coefficients d.v_r (v_r: partial velocities of P), so that its force f adds
// f d.v_r to F_r: a force f d at P. In the same way dot(w(C) - w(B), d) = 0 is a torque on C, with the opposite on B.
#include <algorithm>

#include "model/builder.h"
#include "model/symbol_words.h"
#include "symbolic/substitute.h"

namespace tangible {

namespace {

Node with_text(const Node& node, const std::string& text) {
  Node out = node;
  out.text = text;
  return out;
}

}  // namespace

// Terms without velocities move the row, as a lift moves a floor; they leave its coefficients.
bool Builder::has_velocities(const Node& node) {
  const std::optional<Value> value = any_scalar(node, "a term");
  if (!value) return true;
  return std::ranges::any_of(symbols_in(std::span(&value->scalar, 1)), [&](Expr symbol) {
    return symbol.name().find('\'') != std::string_view::npos || scope_.what(symbol.name()) == "speed";
  });
}

void Builder::say_where(const Node& node, Constraint& row) {
  constexpr std::size_t longest = 60;
  row.words = node.text.size() <= longest ? node.text + " = 0" : "";
  SumWithMotion sum;
  if (row.kind != ConstraintKind::motion || !read_sum_with_motion(node.text, sum)) return;
  const RelativeMotion& motion = sum.motion;
  const std::string wanted = motion.is_turn ? "frame" : "point";
  for (const std::string& name : {motion.of, motion.against})
    if (!name.empty() && scope_.what(name) != wanted && (!motion.is_turn || scope_.what(name) != "link")) return;
  for (const std::string& term : sum.rest)
    if (has_velocities(with_text(node, term))) return;
  const std::optional<Vector> written = vector(with_text(node, motion.direction), dimension::none(), "a direction");
  if (!written) return;
  const Vector direction = sum.opposite ? -*written : *written;
  if (sum.rest.empty()) row.words = words_of_rest(motion);
  if (motion.is_turn) {
    row.site = {frame(with_text(node, motion.of)),
                motion.against.empty() ? mechanism_.N() : frame(with_text(node, motion.against)), direction};
  } else {
    row.site = {point(with_text(node, motion.of)),
                motion.against.empty() ? mechanism_.O() : point(with_text(node, motion.against)), direction};
  }
}

}  // namespace tangible
