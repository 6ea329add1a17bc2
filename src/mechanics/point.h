// SPDX-License-Identifier: Apache-2.0
// Points: a tree of position vectors with the origin O of the Newtonian frame at its root.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mechanics/vector.h"

namespace tangible {

class PointTree;

// A handle: copy it, compare it. It lives as long as its tree.
class Point {
 public:
  Point() = default;  // no point
  explicit operator bool() const { return tree_ != nullptr; }

  const std::string& name() const;
  Point parent() const;  // of the root: no point
  bool is_root() const { return index_ == 0; }

  PointTree& tree() const { return *tree_; }
  std::uint32_t index() const { return index_; }
  friend bool operator==(Point, Point) = default;

 private:
  friend class PointTree;
  Point(PointTree* tree, std::uint32_t index) : tree_(tree), index_(index) {}
  PointTree* tree_ = nullptr;
  std::uint32_t index_ = 0;
};

// A parent is always added before its children.
class PointTree {
 public:
  explicit PointTree(std::string root_name = "O");
  PointTree(const PointTree&) = delete;
  PointTree& operator=(const PointTree&) = delete;

  Point root() { return {this, 0}; }
  Point at(std::uint32_t index) { return {this, index}; }
  std::size_t size() const { return nodes_.size(); }
  Point add(std::string name, Point from, const Vector& offset);

  const std::string& name(Point p) const { return nodes_[p.index()].name; }
  Point parent(Point p) { return p.is_root() ? Point{} : Point{this, nodes_[p.index()].parent}; }
  // From the parent to the point.
  const Vector& offset(Point p) const { return nodes_[p.index()].offset; }
  // From a to b, along the tree.
  Vector position(Point a, Point b) const;

 private:
  struct Node {
    std::string name;
    std::uint32_t parent = 0;
    std::uint32_t depth = 0;
    Vector offset;
  };
  std::vector<Node> nodes_;
};

inline const std::string& Point::name() const { return tree_->name(*this); }
inline Point Point::parent() const { return tree_->parent(*this); }

// The position vector from a to b.
inline Vector position(Point a, Point b) { return a.tree().position(a, b); }

}  // namespace tangible
