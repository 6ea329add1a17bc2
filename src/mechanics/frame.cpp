// SPDX-License-Identifier: Apache-2.0
// The tree of frames and the rotations between any two of them.
#include "mechanics/frame.h"

#include <algorithm>
#include <utility>

#include "mechanics/error.h"
#include "mechanics/vector.h"

namespace tangible {
namespace {

std::uint64_t key(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

bool is_still(const Rotation& r) { return r.simple && r.simple->angle.is_zero(); }

// Two turns about one axis in succession are one turn by the sum of the angles.
bool can_join(const Rotation& first, const Rotation& second) {
  return first.simple && second.simple && first.simple->axis == second.simple->axis;
}

SimpleRotation sequence_step(const RotationSequence& sequence, std::size_t i) {
  // Turns about axes fixed in space, read backwards, are turns about axes fixed in the body:
  // R = R_3 R_2 R_1 instead of R_1 R_2 R_3.
  const std::size_t k = sequence.fixed == RotationSequence::Fixed::body ? i : 2 - i;
  SimpleRotation turn{{0, 0, 0}, sequence.angles[k]};
  turn.axis[static_cast<std::size_t>(sequence.axes[k] - 1)] = 1;
  return turn;
}

}  // namespace

Vector Frame::axis(std::size_t i) const {
  Components c;
  c[i] = 1;
  return {*this, c};
}
Vector Frame::x() const { return axis(0); }
Vector Frame::y() const { return axis(1); }
Vector Frame::z() const { return axis(2); }

FrameTree::FrameTree(std::string root_name) {
  Node root;
  root.name = std::move(root_name);
  nodes_.push_back(std::move(root));
}

void FrameTree::check_own(Frame f) const {
  if (!f) throw MechanicsError("no frame was given");
  if (&f.tree() != this) throw MechanicsError("frame " + f.name() + " belongs to another mechanism");
}

Frame FrameTree::add(std::string name, Frame parent, const Orientation& orientation) {
  check_own(parent);
  if (const auto* sequence = std::get_if<RotationSequence>(&orientation))
    return add_sequence(std::move(name), parent, *sequence);
  if (const auto* turn = std::get_if<SimpleRotation>(&orientation)) {
    const SimpleRotation unit = normalised(*turn);
    return add_step(std::move(name), parent, unit, make_rotation(unit));
  }
  if (const auto* e = std::get_if<EulerParameters>(&orientation))
    return add_step(std::move(name), parent, orientation, make_rotation(*e));
  if (const auto* given = std::get_if<DirectionCosines>(&orientation)) {
    check_orthogonal(given->matrix, constants_);
    if (given->matrix != identity_matrix())
      return add_step(std::move(name), parent, orientation, {given->matrix, std::nullopt});
  }
  return add_step(std::move(name), parent, orientation, Rotation{});
}

Frame FrameTree::add_sequence(std::string name, Frame parent, const RotationSequence& sequence) {
  const auto& axes = sequence.axes;
  const bool valid = std::ranges::all_of(axes, [](int a) { return a >= 1 && a <= 3; });
  if (!valid || axes[0] == axes[1] || axes[1] == axes[2])
    throw MechanicsError("a rotation sequence has three axes 1, 2 or 3, neighbours different");
  Frame at = parent;
  for (std::size_t i = 0; i < 3; ++i) {
    const SimpleRotation turn = sequence_step(sequence, i);
    at = add_step(i == 2 ? name : name + std::string(i + 1, '\''), at, turn, make_rotation(turn));
  }
  return at;
}

Frame FrameTree::add_step(std::string name, Frame parent, const Orientation& orientation, const Rotation& step) {
  Node node;
  const Node& above = nodes_[parent.index()];
  node.name = std::move(name);
  node.parent = parent.index();
  node.depth = above.depth + 1;
  node.run_start = !parent.is_root() && can_join(above.step, step) ? above.run_start : parent.index();
  node.orientation = orientation;
  node.step = step;
  nodes_.push_back(std::move(node));
  return {this, static_cast<std::uint32_t>(nodes_.size() - 1)};
}

Frame FrameTree::common_ancestor(Frame a, Frame b) {
  check_own(a);
  check_own(b);
  std::uint32_t i = a.index();
  std::uint32_t j = b.index();
  while (i != j)
    (nodes_[i].depth >= nodes_[j].depth ? i : j) = nodes_[nodes_[i].depth >= nodes_[j].depth ? i : j].parent;
  return {this, i};
}

const Rotation& FrameTree::rotation(Frame a, Frame b) {
  // One direction is computed and the other is its transpose, so that both consist of the same nodes.
  if (a.index() <= b.index()) return path(a, b).whole;
  const auto known = reverse_.find(key(a.index(), b.index()));
  if (known != reverse_.end()) return known->second;
  return reverse_[key(a.index(), b.index())] = transpose(path(b, a).whole);
}

const FrameTree::Path& FrameTree::path(Frame a, Frame b) {
  if (const auto known = paths_.find(key(a.index(), b.index())); known != paths_.end()) return known->second;
  const Frame top = common_ancestor(a, b);
  if (!paths_.contains(key(a.index(), top.index()))) paths_[key(a.index(), top.index())] = climb(a, top);
  std::vector<std::uint32_t> below;  // the frames from b up to the last one whose path from a is known
  for (std::uint32_t f = b.index(); !paths_.contains(key(a.index(), f)); f = nodes_[f].parent) below.push_back(f);
  for (auto f = below.rbegin(); f != below.rend(); ++f) paths_[key(a.index(), *f)] = descend(a, {this, *f});
  return paths_.at(key(a.index(), b.index()));
}

// The path from a up to an ancestor, whose last stretch is the first stretch of the path down.
FrameTree::Path FrameTree::climb(Frame a, Frame top) {
  Path result{a.index(), Rotation{}, Rotation{}};
  if (a == top) return result;
  std::vector<std::uint32_t> down;
  for (std::uint32_t f = a.index(); f != top.index(); f = nodes_[f].parent) down.push_back(f);
  std::reverse(down.begin(), down.end());
  std::size_t length = 1;
  while (length < down.size() && can_join(nodes_[down[0]].step, nodes_[down[length]].step)) ++length;
  result.start = down[length - 1];
  result.run = transpose(rotation(top, {this, result.start}));
  result.whole = transpose(rotation(top, a));
  return result;
}

FrameTree::Path FrameTree::descend(Frame a, Frame f) {
  const std::uint32_t parent = nodes_[f.index()].parent;
  const Rotation& step = nodes_[f.index()].step;
  Path result = paths_.at(key(a.index(), parent));
  if (is_still(step)) return result;
  if (is_still(result.run)) {
    result.run = step;
  } else if (can_join(result.run, step)) {
    result.run = make_rotation(SimpleRotation{step.simple->axis, result.run.simple->angle + step.simple->angle});
  } else {
    result.start = parent;
    result.run = step;
  }
  if (result.start == a.index()) {
    result.whole = result.run;
  } else {
    result.whole = {rotation(a, {this, result.start}).matrix * result.run.matrix, std::nullopt};
  }
  return result;
}

const Matrix3& rotation(Frame a, Frame b) { return a.tree().rotation(a, b).matrix; }

}  // namespace tangible
