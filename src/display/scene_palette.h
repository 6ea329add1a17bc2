// SPDX-License-Identifier: Apache-2.0
// Colours of pictures: those of the shapes on light or dark paper, shaded by a light from the upper left.
#pragma once

#include <string>

#include "engine/description.h"

namespace tangible {

struct Rgb {
  double r = 0, g = 0, b = 0;  // 0 to 255
};
std::string to_hex(Rgb color);
Rgb mixed(Rgb a, Rgb b, double part_of_b);
double luminance(Rgb color);  // 0 to 1

// The same as the page's: names have two shades, and what would vanish against the paper gets the opposite lightness.
Rgb fill_of(const SceneShape& shape, bool dark);
Rgb outline_of(Rgb fill, bool dark);
Rgb shaded(Rgb fill, double light);  // light 1: as it is; more: brighter

struct PaperColors {
  const char *paper, *line, *soft, *ink, *accent;
  double shadow;  // opacity
};
const PaperColors& paper_colors(bool dark);

// Brightness of a surface with this normal, given in axes right, up, toward the eye.
double light_on(Vec3 normal);

}  // namespace tangible
