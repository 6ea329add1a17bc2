// SPDX-License-Identifier: Apache-2.0
// Where the force of a row acts, and what the row says, where its text is a velocity along a direction.
//
// The row dot(v(P), d) = 0 has the coefficients d.v_r (v_r: partial velocities of P), so that its force f adds
// f d.v_r to F_r: a force f d at P. In the same way dot(w(C) - w(B), d) = 0 is a torque on C, with the opposite on B.
#include "model/builder.h"
#include "model/symbol_words.h"

namespace tangible {

void Builder::say_where(const Node& node, Constraint& row) {
  constexpr std::size_t longest = 60;
  row.words = node.text.size() <= longest ? node.text + " = 0" : "";
  RelativeMotion motion;
  if (row.kind != ConstraintKind::motion || !read_relative_motion(node.text, motion)) return;
  const auto part = [&](const std::string& text) {
    Node out = node;
    out.text = text;
    return out;
  };
  const std::string wanted = motion.is_turn ? "frame" : "point";
  for (const std::string& name : {motion.of, motion.against})
    if (!name.empty() && scope_.what(name) != wanted && (!motion.is_turn || scope_.what(name) != "link")) return;
  const std::optional<Vector> direction = vector(part(motion.direction), dimension::none(), "a direction");
  if (!direction) return;
  row.words = words_of_rest(motion);
  if (motion.is_turn) {
    row.site = {frame(part(motion.of)), motion.against.empty() ? mechanism_.N() : frame(part(motion.against)),
                *direction};
  } else {
    row.site = {point(part(motion.of)), motion.against.empty() ? mechanism_.O() : point(part(motion.against)),
                *direction};
  }
}

}  // namespace tangible
