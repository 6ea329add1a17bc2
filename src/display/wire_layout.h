// SPDX-License-Identifier: Apache-2.0
// WireLayout: which numbers of a live run go to viewers, in which order, and what they are called
// (docs/reference/viewer-protocol.md).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "display/live_model.h"

namespace tangible {

struct WireValue {
  std::string name;
  const char* kind = "component";  // as in the protocol
  std::string unit;
  std::string meaning;
  std::size_t source = 0;  // in LiveModel::numbers
};

struct WireLayout {
  explicit WireLayout(const LiveModel& live);

  // The first values are those of the engine, at the same slots: slots of symbols are slots on the wire.
  std::vector<WireValue> values;
  std::vector<std::size_t> poses, points;  // frames of the scene, in the order of the wire
  std::vector<std::size_t> place;          // by frame of the scene: its index among the poses, or among the points
  std::size_t rows = 0, contacts = 0;

  // Places of values.
  std::array<std::size_t, 3> hand_force{}, hand_torque{}, hand_point{}, hand_target{};
  std::size_t hand_magnitude = 0, stiffness = 0, damping = 0;
  std::vector<std::array<std::size_t, 3>> arrows;
  std::size_t energies = 0, unexplained = 0;
  std::size_t compute_median = 0, compute_p99 = 0, late_p99 = 0, ticks = 0, missed = 0, lag = 0, histogram = 0,
              evaluations = 0;

 private:
  void add_engine_values(const LiveModel& live);
  void add_hand(const LiveModel& live);
  void add_arrows(const LiveModel& live);
  void add_servo(const LiveModel& live);
  void add_places(const LiveModel& live);
  std::size_t add(const WireValue& value);
  std::array<std::size_t, 3> add_vector(const std::string& name, const std::string& unit, std::size_t source);
};

// The parts of a snapshot that are not among the numbers.
struct WireHeader {
  unsigned flags = 0;
  std::uint32_t sequence = 0, generation = 0, mode = 0, last_event = 0;
  std::span<const double> mode_values = {};  // as the document of the mode describes them
};
// The binary message of a snapshot; `numbers` as those of LiveModel.
std::string encode_snapshot(const WireLayout& layout, const LiveModel& live, std::span<const double> numbers,
                            const WireHeader& header);
constexpr std::size_t snapshot_flags_at = 6;  // bytes of the message: u16

ModeKey key_in(const LiveModel& live, std::span<const double> numbers);

}  // namespace tangible
