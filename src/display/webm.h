// SPDX-License-Identifier: Apache-2.0
// A film of VP8 frames as a WebM file (Matroska, RFC 9559).
#pragma once

#include <span>
#include <string>

#include "display/chromium.h"

namespace tangible {

struct VideoFormat {
  int width = 0, height = 0;
  double rate = 30;  // frames per second
};
std::string make_webm(std::span<const Chromium::VideoFrame> frames, const VideoFormat& format);

}  // namespace tangible
