// SPDX-License-Identifier: Apache-2.0
// A sequence lock over plain numbers.
#include "engine/snapshot.h"

#include <algorithm>

namespace tangible {

SnapshotLayout::SnapshotLayout(const ValueCounts& n, const SnapshotCounts& there) : values(n), size(values.size) {
  const auto take = [this](Slots& slots, std::size_t count) {
    slots = {size, count};
    size += count;
  };
  take(poses, pose_size * there.poses);
  take(arrows, 3 * there.arrows);
  take(active, n.rows);
  take(contacts, there.contacts);
  take(ports, port_size * there.ports);
  take(tick, 1);
  take(mode, 1);
  take(counts, count_entries);
  take(events, event_size * kept_events);
  take(external, 2 * there.external_rows);
}

Pose Snapshot::pose(const SnapshotLayout& layout, std::size_t frame) const {
  const double* at = &numbers[layout.poses[SnapshotLayout::pose_size * frame]];
  return {{at[0], at[1], at[2]}, {at[3], at[4], at[5], at[6]}};
}

// The release stores keep the odd number before the data and the even one after them; with the acquire loads a reader
// of new data also reads the odd number.
void SnapshotBuffer::publish(std::span<const double> numbers) noexcept {
  const std::uint64_t begin = sequence_.load(std::memory_order_relaxed);
  sequence_.store(begin + 1, std::memory_order_relaxed);
  for (std::size_t i = 0; i < size_; ++i) numbers_[i].store(numbers[i], std::memory_order_release);
  sequence_.store(begin + 2, std::memory_order_release);
}

std::uint64_t SnapshotBuffer::read(std::span<double> out) const noexcept {
  const std::size_t count = std::min(size_, out.size());
  for (;;) {
    const std::uint64_t before = sequence_.load(std::memory_order_acquire);
    if (before % 2 != 0) continue;
    for (std::size_t i = 0; i < count; ++i) out[i] = numbers_[i].load(std::memory_order_acquire);
    if (sequence_.load(std::memory_order_relaxed) == before) return before / 2;
  }
}

}  // namespace tangible
