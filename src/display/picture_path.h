// SPDX-License-Identifier: Apache-2.0
// Paths of SVG, with few digits.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "display/scene_camera.h"

namespace tangible {

// One digit after the point, none where it is zero.
inline std::string pixels(double x) {
  const long tenths = std::lround(10 * x);
  if (tenths == 0) return "0";
  std::string text = tenths % 10 == 0 ? std::to_string(tenths / 10) : "";
  if (!text.empty()) return text;
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.1f", static_cast<double>(tenths) / 10);
  return buffer;
}

inline std::string pixels(PicturePoint p) { return pixels(p.x) + " " + pixels(p.y); }

inline std::string path_through(std::span<const PicturePoint> points, bool closed) {
  std::string d;
  for (const PicturePoint& p : points) d += (d.empty() ? "M" : "L") + pixels(p);
  return d + (closed ? "Z" : "");
}

inline std::vector<PicturePoint> convex_hull(std::vector<PicturePoint> points) {
  std::ranges::sort(points, [](PicturePoint a, PicturePoint b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  std::vector<PicturePoint> hull;
  for (int pass = 0; pass < 2 && points.size() > 2; ++pass) {
    const std::size_t base = hull.size();
    for (const PicturePoint& p : points) {
      while (hull.size() >= base + 2) {
        const PicturePoint &a = hull[hull.size() - 2], &b = hull.back();
        if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0) break;
        hull.pop_back();
      }
      hull.push_back(p);
    }
    hull.pop_back();
    std::ranges::reverse(points);
  }
  return hull;
}

// The outline of a flat or solid figure whose semi-axes project to these directions: an ellipse.
struct PictureEllipse {
  PicturePoint middle;
  double major = 0, minor = 0, angle = 0;  // pixels; degrees from x toward y

  PictureEllipse(PicturePoint at, std::span<const PicturePoint> semi_axes) : middle(at) {
    double xx = 0, xy = 0, yy = 0;
    for (const PicturePoint& a : semi_axes) xx += a.x * a.x, xy += a.x * a.y, yy += a.y * a.y;
    const double mean = (xx + yy) / 2, spread = std::hypot((xx - yy) / 2, xy);
    major = std::sqrt(mean + spread);
    minor = std::sqrt(std::max(mean - spread, 0.0));
    angle = 0.5 * std::atan2(2 * xy, xx - yy) * 180 / 3.14159265358979323846;
  }

  std::string arc() const {
    return "A" + pixels(major) + " " + pixels(minor) + " " + std::to_string(std::lround(angle)) + " ";
  }
  std::string path() const {
    const double turn = angle * 3.14159265358979323846 / 180;
    const PicturePoint e{major * std::cos(turn), major * std::sin(turn)};
    const PicturePoint a{middle.x - e.x, middle.y - e.y}, b{middle.x + e.x, middle.y + e.y};
    return "M" + pixels(a) + arc() + "0 0 " + pixels(b) + arc() + "0 0 " + pixels(a) + "Z";
  }
};

}  // namespace tangible
