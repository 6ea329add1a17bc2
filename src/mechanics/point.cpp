// SPDX-License-Identifier: Apache-2.0
// The tree of points.
#include "mechanics/point.h"

#include <utility>

#include "mechanics/error.h"

namespace tangible {

PointTree::PointTree(std::string root_name) {
  Node root;
  root.name = std::move(root_name);
  nodes_.push_back(std::move(root));
}

Point PointTree::add(std::string name, Point from, const Vector& offset) {
  if (!from) throw MechanicsError("point " + name + " hangs on no other point");
  if (&from.tree() != this) throw MechanicsError("point " + from.name() + " belongs to another mechanism");
  nodes_.push_back({std::move(name), from.index(), nodes_[from.index()].depth + 1, offset});
  return {this, static_cast<std::uint32_t>(nodes_.size() - 1)};
}

Vector PointTree::position(Point a, Point b) const {
  Vector result;
  std::uint32_t i = a.index();
  std::uint32_t j = b.index();
  while (i != j) {
    // Whichever lies deeper goes one step up; offsets count forward on b's side and backward on a's.
    if (nodes_[j].depth >= nodes_[i].depth) {
      result += nodes_[j].offset;
      j = nodes_[j].parent;
    } else {
      result -= nodes_[i].offset;
      i = nodes_[i].parent;
    }
  }
  return result;
}

}  // namespace tangible
