// SPDX-License-Identifier: Apache-2.0
// SceneCamera: parallel projection of a scene onto a picture, fitted to what is drawn.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "engine/description.h"

namespace tangible {

struct PicturePoint {
  double x = 0, y = 0;  // pixels, y downward
};

class SceneCamera {
 public:
  // `from` points to the eye; both are of any length.
  SceneCamera(Vec3 up, Vec3 from) {
    toward_ = unit(from, {1, -1, 1});
    right_ = cross(up, toward_);
    if (norm(right_) < 1e-6) right_ = cross(Vec3{0, 1, 0.1}, toward_);
    right_ = unit(right_, {1, 0, 0});
    upward_ = cross(toward_, right_);
  }

  // So that all points are within a picture of this size, `margin` pixels from its edge.
  void fit(std::span<const Vec3> points, double width, double height, double margin) {
    std::array<double, 2> low{1e300, 1e300}, high{-1e300, -1e300};
    for (const Vec3 p : points) {
      const std::array<double, 2> at{dot(p, right_), dot(p, upward_)};
      for (std::size_t k = 0; k < 2; ++k) {
        low[k] = std::min(low[k], at[k]);
        high[k] = std::max(high[k], at[k]);
      }
    }
    if (!(low[0] <= high[0])) low = {-1, -1}, high = {1, 1};
    const double wide = std::max(high[0] - low[0], 1e-9), tall = std::max(high[1] - low[1], 1e-9);
    scale_ = std::min((width - 2 * margin) / wide, (height - 2 * margin) / tall);
    x_ = width / 2 - scale_ * (low[0] + high[0]) / 2;
    y_ = height / 2 + scale_ * (low[1] + high[1]) / 2;
  }

  PicturePoint project(Vec3 p) const { return {x_ + scale_ * dot(p, right_), y_ - scale_ * dot(p, upward_)}; }
  // A direction in the picture, for one metre along `v`.
  PicturePoint along(Vec3 v) const { return {scale_ * dot(v, right_), -scale_ * dot(v, upward_)}; }
  // Larger is nearer to the eye, m.
  double nearness(Vec3 p) const { return dot(p, toward_); }
  double scale() const { return scale_; }  // pixels per metre
  Vec3 toward() const { return toward_; }
  Vec3 right() const { return right_; }
  Vec3 upward() const { return upward_; }

  static Vec3 unit(Vec3 v, Vec3 otherwise) {
    const double length = norm(v);
    return length > 0 && std::isfinite(length) ? (1 / length) * v : otherwise;
  }

 private:
  Vec3 right_, upward_, toward_;
  double scale_ = 1, x_ = 0, y_ = 0;
};

}  // namespace tangible
