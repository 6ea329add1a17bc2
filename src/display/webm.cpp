// SPDX-License-Identifier: Apache-2.0
// Elements of EBML: an id, a length of eight bytes, the content.
#include "display/webm.h"

#include <bit>
#include <cmath>
#include <cstdint>

namespace tangible {
namespace {

std::string big_endian(std::uint64_t value, int bytes) {
  std::string out;
  for (int k = bytes - 1; k >= 0; --k) out.push_back(static_cast<char>(value >> (8 * k) & 255));
  return out;
}

std::string element(std::uint32_t id, const std::string& content) {
  const int bytes = id > 0xffffff ? 4 : id > 0xffff ? 3 : id > 0xff ? 2 : 1;
  return big_endian(id, bytes) + big_endian((std::uint64_t{1} << 56) | content.size(), 8) + content;
}
std::string number(std::uint32_t id, std::uint64_t value) { return element(id, big_endian(value, 8)); }
std::string real(std::uint32_t id, double value) {
  return element(id, big_endian(std::bit_cast<std::uint64_t>(value), 8));
}

std::string head() {
  return element(0x1a45dfa3, number(0x4286, 1) + number(0x42f7, 1) + number(0x42f2, 4) + number(0x42f3, 8) +
                                 element(0x4282, "webm") + number(0x4287, 2) + number(0x4285, 2));
}

std::string track(const VideoFormat& format) {
  const std::string video = element(0xe0, number(0xb0, static_cast<std::uint64_t>(format.width)) +
                                              number(0xba, static_cast<std::uint64_t>(format.height)));
  return element(0x1654ae6b,
                 element(0xae, number(0xd7, 1) + number(0x73c5, 1) + number(0x83, 1) + element(0x86, "V_VP8") + video));
}

}  // namespace

// A cluster begins at every key frame: times within it are 16 bits of milliseconds.
std::string make_webm(std::span<const Chromium::VideoFrame> frames, const VideoFormat& format) {
  const auto time_of = [&](std::size_t k) {
    return static_cast<std::int64_t>(std::llround(1000 * static_cast<double>(k) / format.rate));
  };
  std::string segment =
      element(0x1549a966, number(0x2ad7b1, 1'000'000) + real(0x4489, static_cast<double>(time_of(frames.size()))) +
                              element(0x4d80, "tangible") + element(0x5741, "tangible")) +
      track(format);
  std::string cluster;
  std::int64_t begin = 0;
  const auto close_cluster = [&] {
    if (!cluster.empty()) segment += element(0x1f43b675, cluster);
    cluster.clear();
  };
  for (std::size_t k = 0; k < frames.size(); ++k) {
    if (frames[k].is_key || cluster.empty() || time_of(k) - begin > 30'000) {
      close_cluster();
      begin = time_of(k);
      cluster = number(0xe7, static_cast<std::uint64_t>(begin));
    }
    cluster += element(0xa3, std::string("\x81") + big_endian(static_cast<std::uint64_t>(time_of(k) - begin), 2) +
                                 (frames[k].is_key ? '\x80' : '\0') + frames[k].bytes);
  }
  close_cluster();
  return head() + element(0x18538067, segment);
}

}  // namespace tangible
