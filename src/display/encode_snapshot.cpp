// SPDX-License-Identifier: Apache-2.0
// A snapshot as bytes, little endian, without padding.
#include <bit>
#include <cstring>

#include "display/wire_layout.h"

namespace tangible {
namespace {

static_assert(std::endian::native == std::endian::little, "snapshots are written as they are in memory");

template <typename T>
void put(std::string& out, T value) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  out.append(bytes, sizeof(T));
}

void put_header(std::string& out, const WireLayout& layout, const WireHeader& header, std::array<double, 3> times) {
  put(out, std::uint32_t{0x53474e54});
  put(out, std::uint16_t{1});
  put(out, static_cast<std::uint16_t>(header.flags));
  put(out, header.sequence);
  put(out, header.generation);
  for (const double t : times) put(out, t);
  put(out, header.mode);
  put(out, header.last_event);
  put(out, static_cast<std::uint32_t>(layout.values.size()));
  put(out, static_cast<std::uint32_t>(header.mode_values.size()));
  for (const std::size_t n : {layout.poses.size(), layout.points.size(), layout.rows, layout.contacts})
    put(out, static_cast<std::uint16_t>(n));
}

}  // namespace

std::string encode_snapshot(const WireLayout& layout, const LiveModel& live, std::span<const double> numbers,
                            const WireHeader& header) {
  const SnapshotLayout& at = live.simulation.snapshot_layout();
  std::string out;
  out.reserve(64 + 8 * (layout.values.size() + header.mode_values.size()) + 28 * layout.poses.size() +
              12 * layout.points.size() + layout.rows / 8 + 1 + layout.contacts);
  put_header(out, layout, header,
             {numbers[at.values.time[0]], numbers[live.at(LiveNumber::clock)], numbers[live.at(LiveNumber::stamp)]});
  for (const WireValue& value : layout.values) put(out, numbers[value.source]);
  for (const double value : header.mode_values) put(out, value);
  const auto put_floats = [&](std::size_t frame, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k)
      put(out, static_cast<float>(numbers[at.poses[SnapshotLayout::pose_size * frame + k]]));
  };
  for (const std::size_t frame : layout.poses) put_floats(frame, 7);
  for (const std::size_t frame : layout.points) put_floats(frame, 3);
  for (std::size_t first = 0; first < layout.rows; first += 8) {
    unsigned byte = 0;
    for (std::size_t k = 0; k < 8 && first + k < layout.rows; ++k)
      if (numbers[at.active[first + k]] != 0) byte |= 1u << k;
    out.push_back(static_cast<char>(byte));
  }
  // A contact without friction that is closed neither slides nor sticks: the protocol calls it 2.
  for (std::size_t c = 0; c < layout.contacts; ++c) {
    const bool has_friction = live.model().description().contacts[c].tangents > 0;
    out.push_back(static_cast<char>(numbers[at.contacts[c]] == 0 ? 0 : has_friction ? numbers[at.contacts[c]] : 2));
  }
  return out;
}

ModeKey key_in(const LiveModel& live, std::span<const double> numbers) {
  const SnapshotLayout& at = live.simulation.snapshot_layout();
  ModeKey key;
  for (std::size_t i = 0; i < at.active.count; ++i)
    if (numbers[at.active[i]] != 0) key.set_row(i);
  for (std::size_t c = 0; c < at.contacts.count; ++c) key.set_touch(c, static_cast<unsigned>(numbers[at.contacts[c]]));
  key.declared = static_cast<std::int64_t>(numbers[at.mode[0]]);
  return key;
}

}  // namespace tangible
