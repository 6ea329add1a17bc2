// SPDX-License-Identifier: Apache-2.0
// Frames: a tree of orientations with the Newtonian frame N at its root.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mechanics/rotation.h"

namespace tangible {

class FrameTree;
class Vector;

// A handle: copy it, compare it. It lives as long as its tree.
class Frame {
 public:
  Frame() = default;  // no frame
  explicit operator bool() const { return tree_ != nullptr; }

  const std::string& name() const;
  Frame parent() const;  // of the root: no frame
  bool is_root() const { return index_ == 0; }
  // The unit vectors.
  Vector x() const;
  Vector y() const;
  Vector z() const;
  Vector axis(std::size_t i) const;  // 0, 1, 2

  FrameTree& tree() const { return *tree_; }
  std::uint32_t index() const { return index_; }
  friend bool operator==(Frame, Frame) = default;

 private:
  friend class FrameTree;
  Frame(FrameTree* tree, std::uint32_t index) : tree_(tree), index_(index) {}
  FrameTree* tree_ = nullptr;
  std::uint32_t index_ = 0;
};

// A parent is always added before its children, so a frame's index exceeds its parent's and loops cannot arise. A
// rotation sequence becomes three simple rotations through two frames of its own: B' and B'' for a frame B.
class FrameTree {
 public:
  explicit FrameTree(std::string root_name = "N");
  FrameTree(const FrameTree&) = delete;
  FrameTree& operator=(const FrameTree&) = delete;

  Frame root() { return {this, 0}; }
  Frame at(std::uint32_t index) { return {this, index}; }
  std::size_t size() const { return nodes_.size(); }
  Frame add(std::string name, Frame parent, const Orientation& orientation);
  // The value of a parameter, for checking given matrices.
  void set_constant(Expr parameter, double value) { constants_[parameter] = value; }

  const std::string& name(Frame f) const { return nodes_[f.index()].name; }
  Frame parent(Frame f) { return f.is_root() ? Frame{} : Frame{this, nodes_[f.index()].parent}; }
  // The orientation of the frame in its parent; sequences never appear here, being made of simple rotations.
  const Orientation& orientation(Frame f) const { return nodes_[f.index()].orientation; }
  const Rotation& step(Frame f) const { return nodes_[f.index()].step; }
  // The outermost frame that shares f's axis of rotation: there the axis is written, so that parallel axes add up.
  Frame axis_frame(Frame f) { return {this, nodes_[f.index()].run_start}; }
  Frame common_ancestor(Frame a, Frame b);

  // B in A. Successive rotations about one axis are one rotation by the sum of the angles. Cached: cost is one product
  // of matrices per frame on a new path.
  const Rotation& rotation(Frame a, Frame b);

 private:
  struct Node {
    std::string name;
    std::uint32_t parent = 0;
    std::uint32_t depth = 0;
    std::uint32_t run_start = 0;
    Orientation orientation;
    Rotation step;
  };
  // B in A as (start in A) * (run), where the run is the longest last stretch of turns about one axis.
  struct Path {
    std::uint32_t start = 0;
    Rotation whole;
    Rotation run;
  };

  Frame add_step(std::string name, Frame parent, const Orientation& orientation, const Rotation& step);
  Frame add_sequence(std::string name, Frame parent, const RotationSequence& sequence);
  void check_own(Frame f) const;
  const Path& path(Frame a, Frame b);
  Path climb(Frame a, Frame top);
  Path descend(Frame a, Frame f);

  std::vector<Node> nodes_;
  Values constants_;
  std::unordered_map<std::uint64_t, Path> paths_;        // from one frame to another, and to those between
  std::unordered_map<std::uint64_t, Rotation> reverse_;  // transposes, by need
};

inline const std::string& Frame::name() const { return tree_->name(*this); }
inline Frame Frame::parent() const { return tree_->parent(*this); }

// Matrix that takes components in b to components in a.
const Matrix3& rotation(Frame a, Frame b);

}  // namespace tangible
