// SPDX-License-Identifier: Apache-2.0
// Two shades of each colour.
#include "display/scene_palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>

namespace tangible {
namespace {

std::optional<Rgb> parse_hex(const std::string& text) {
  unsigned r = 0, g = 0, b = 0;
  if (text.size() != 7 || std::sscanf(text.c_str(), "#%2x%2x%2x", &r, &g, &b) != 3) return std::nullopt;
  return Rgb{static_cast<double>(r), static_cast<double>(g), static_cast<double>(b)};
}

Rgb with_opposite_lightness(Rgb c) {
  const double shift = 255 - std::max({c.r, c.g, c.b}) - std::min({c.r, c.g, c.b});
  const auto to = [&](double x) { return std::clamp(x + shift, 0.0, 255.0); };
  return {to(c.r), to(c.g), to(c.b)};
}

struct TwoShades {
  const char* name;
  Rgb light, dark;
};
constexpr std::array<TwoShades, 3> two_shades{{{"dark", {0x4b, 0x56, 0x63}, {0xa9, 0xb4, 0xc0}},
                                               {"light", {0xd9, 0xde, 0xe2}, {0x5d, 0x66, 0x70}},
                                               {"accent", {0x6f, 0x81, 0x96}, {0x8f, 0xa3, 0xb8}}}};

}  // namespace

std::string to_hex(Rgb c) {
  const auto byte = [](double x) { return static_cast<unsigned>(std::lround(std::clamp(x, 0.0, 255.0))); };
  char text[8];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", byte(c.r), byte(c.g), byte(c.b));
  return text;
}

Rgb mixed(Rgb a, Rgb b, double part) {
  return {a.r + part * (b.r - a.r), a.g + part * (b.g - a.g), a.b + part * (b.b - a.b)};
}

double luminance(Rgb c) { return (0.3 * c.r + 0.59 * c.g + 0.11 * c.b) / 255; }

Rgb fill_of(const SceneShape& shape, bool dark) {
  for (const TwoShades& known : two_shades)
    if (shape.color == known.name) return dark ? known.dark : known.light;
  const std::optional<Rgb> own = parse_hex(shape.rgb.empty() ? shape.color : shape.rgb);
  if (!own) return dark ? two_shades[1].dark : two_shades[1].light;
  const double bright = luminance(*own);
  return (dark && bright < 0.25) || (!dark && bright > 0.93) ? with_opposite_lightness(*own) : *own;
}

Rgb outline_of(Rgb fill, bool dark) {
  if (dark) return mixed(fill, {236, 238, 240}, 0.5);
  return mixed(fill, {30, 38, 48}, luminance(fill) > 0.55 ? 0.72 : 0.6);
}

Rgb shaded(Rgb c, double light) {
  return light <= 1 ? Rgb{c.r * light, c.g * light, c.b * light} : mixed(c, {255, 255, 255}, light - 1);
}

const PaperColors& paper_colors(bool dark) {
  static constexpr PaperColors light_paper{"#fafafa", "#e2e5e8", "#c8cdd3", "#454c55", "#c2410c", 0.1};
  static constexpr PaperColors dark_paper{"#111317", "#272c32", "#3c434b", "#b9c0c7", "#fb923c", 0.45};
  return dark ? dark_paper : light_paper;
}

double light_on(Vec3 normal) {
  constexpr Vec3 to_light{-0.44, 0.68, 0.58};
  return 0.82 + 0.28 * dot(normal, to_light);
}

}  // namespace tangible
