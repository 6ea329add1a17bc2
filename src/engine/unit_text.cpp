// SPDX-License-Identifier: Apache-2.0
// Products and quotients of powers of base units.
#include "engine/unit_text.h"

#include <array>
#include <utility>
#include <vector>

namespace tangible {
namespace {

struct Power {
  const char* unit;
  int exponent;
};

std::string join(const std::vector<Power>& powers) {
  std::string text;
  for (const Power& p : powers) {
    if (!text.empty()) text += "*";
    text += p.unit;
    if (p.exponent != 1) text += "^" + std::to_string(p.exponent);
  }
  return text;
}

}  // namespace

std::string unit_text(const Dimension& d, bool angle) {
  if (d == Dimension{.length = 1, .mass = 1, .time = -2}) return "N";
  if (d == Dimension{.length = 2, .mass = 1, .time = -2}) return "N*m";
  if (d == Dimension{.length = 2, .mass = 1, .time = -3}) return "W";
  std::vector<Power> above, below;
  for (const Power& p : {Power{"kg", d.mass}, Power{"m", d.length}, Power{"s", d.time}, Power{"A", d.current},
                         Power{"K", d.temperature}}) {
    if (p.exponent > 0) above.push_back(p);
    if (p.exponent < 0) below.push_back({p.unit, -p.exponent});
  }
  std::string text = above.empty() ? (angle ? "rad" : "1") : join(above);
  if (!below.empty()) text += "/" + (below.size() > 1 ? "(" + join(below) + ")" : join(below));
  return text;
}

std::string unit_text(const std::optional<Dimension>& d) { return d ? unit_text(*d) : "SI"; }

}  // namespace tangible
