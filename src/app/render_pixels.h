// SPDX-License-Identifier: Apache-2.0
// Pictures and films of the viewer's scene: Chromium draws it, from the page that `tangible share` writes.
#pragma once

#include <string>
#include <vector>

#include "display/chromium.h"

namespace tangible {

struct PixelPictures {
  std::string out;            // FILE.png or FILE.webm
  std::vector<double> times;  // s, of the pictures or frames
  bool are_numbered = false;  // FILE_000.png, ...
  double rate = 30;           // of a film, frames a second
  PageView view;
};
// run_007.svg
std::string numbered_path(const std::string& path, std::size_t k);
// `run` is a container. Returns the exit code. Throws BadInput, and std::runtime_error if Chromium fails.
int write_pixels(const PixelPictures& pictures, const std::string& run);

// Written to standard error where it is absent.
bool chromium_is_there(const std::string& out);

}  // namespace tangible
