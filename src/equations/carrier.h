// SPDX-License-Identifier: Apache-2.0
// Carriers: the rigid things on which bodies ride, as one tree of turns and shifts.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "equations/kinematical_equations.h"
#include "mechanics/mechanism.h"

namespace tangible {

// A frame together with a point that it carries. Its motion is that of its parent and one step more: either the frame
// turns while the point stays, w = w_parent + sum_r partial_r u_r + ..., or the point shifts while the frame stays,
// v = v_parent + w x offset + sum_r partial_r u_r + ... . All components are in the carrier's own frame.
struct Carrier {
  static constexpr std::int32_t no_parent = -1;  // the first carrier is N with O
  struct Partial {
    std::size_t speed = 0;
    Components c;
  };

  std::int32_t parent = no_parent;
  Frame frame;
  Point point;
  bool turns = false;
  Rotation rotation;              // of a turn: this frame in the parent's
  Components offset{};            // of a shift: from the parent's point
  std::vector<Partial> partials;  // angular velocity or velocity of the step for each speed that drives it
  Components rate{};              // the same altogether: angular velocity of the turn or derivative of the offset
  Components rate_remainder{};    // its derivative in this frame, without the terms in u'

  // Nothing moves in this step.
  bool is_fixed() const { return partials.empty() && is_zero(rate); }
};

// Parents precede children. Every speed drives one step, which makes recursions along the tree possible: each body's
// share of the work is then the same, however long the chain.
class CarrierTree {
 public:
  // Of all that has mass and of what the loads act on. No tree where a speed drives several steps, or where a point
  // hangs on frames that do not follow each other.
  static std::optional<CarrierTree> make(const Mechanism& mechanism, const KinematicalEquations& kinematical,
                                         std::span<const AppliedLoads> loads);

  std::size_t size() const { return carriers_.size(); }
  const Carrier& operator[](std::size_t i) const { return carriers_[i]; }
  std::size_t speed_count() const { return speed_count_; }
  // The carrier of a point, and of a frame (with any point).
  std::optional<std::size_t> of(Point point) const;
  std::optional<std::size_t> of(Frame frame) const;
  // The carrier on which a body's inertia rides whole: its frame with its mass centre.
  std::optional<std::size_t> of(Frame frame, Point point) const;

 private:
  friend class CarrierBuilder;
  static std::uint64_t key(Frame frame, Point point) { return (std::uint64_t{frame.index()} << 32) | point.index(); }
  std::vector<Carrier> carriers_;
  std::unordered_map<std::uint64_t, std::size_t> index_;
  std::unordered_map<std::uint32_t, std::size_t> by_frame_;
  std::unordered_map<std::uint32_t, std::size_t> by_point_;
  std::size_t speed_count_ = 0;
};

// Components of a vector of the carrier's frame in its parent's, and back.
Components to_parent(const Carrier& carrier, const Components& v);
Components from_parent(const Carrier& carrier, const Components& v);
// R a R^T, with as few operations as a turn about an axis of the frame allows.
Matrix3 to_parent(const Carrier& carrier, const Matrix3& a);

}  // namespace tangible
