// SPDX-License-Identifier: Apache-2.0
// Snapshot: the state of a running model as one list of numbers, handed from the thread that runs it to any others.
//
// The writer never waits, and a reader never gets half of one snapshot and half of another.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/value_layout.h"
#include "simulation/spatial.h"

namespace tangible {

// Where everything is in a snapshot. Poses are position x, y, z and Euler parameters w, x, y, z.
struct SnapshotCounts {
  std::size_t poses = 0, arrows = 0, contacts = 0, ports = 0, external_rows = 0;
};
struct SnapshotLayout {
  explicit SnapshotLayout(const ValueCounts& values, const SnapshotCounts& counts);

  ValueLayout values;  // from the beginning
  Slots poses;         // 7 for each frame of the scene
  Slots arrows;        // 3 for each arrow of the scene
  Slots active;        // by row: 1 if it holds
  Slots contacts;      // by contact: 0 open, 1 sliding, 2 sticking
  Slots ports;         // by slot: see port_size; 0 attached means that all others mean nothing
  Slots tick;          // number of snapshots published before this one
  Slots mode;          // number of the declared mode; -1: none is declared
  Slots counts;        // evaluations, steps, occurrences, occurrences dropped, lag in s, time given up in s
  Slots events;        // the newest occurrences, each number, t, kind, index, loss, on, impulse; external rows are
                       // counted on behind those of the model
  Slots external;      // by external row, in the order of the constructor: 1 if it holds, and its force
  std::size_t size = 0;

  static constexpr std::size_t pose_size = 7, event_size = 7, kept_events = 64, count_entries = 6;
  static constexpr std::size_t port_size = 16;  // attached, position 3, orientation 4, force 3, torque 3, power, work
};

// A copy of one snapshot.
struct Snapshot {
  std::vector<double> numbers;
  Pose pose(const SnapshotLayout& layout, std::size_t frame) const;
};

// One writer, any number of readers.
class SnapshotBuffer {
 public:
  explicit SnapshotBuffer(std::size_t size) : numbers_(std::make_unique<std::atomic<double>[]>(size)), size_(size) {}

  std::size_t size() const { return size_; }
  void publish(std::span<const double> numbers) noexcept;
  // Copies the newest snapshot, or as much of it as fits, and returns its number: 0 before the first. Tries again while
  // the writer is inside.
  std::uint64_t read(std::span<double> out) const noexcept;
  std::uint64_t newest() const noexcept { return sequence_.load(std::memory_order_acquire) / 2; }

 private:
  std::unique_ptr<std::atomic<double>[]> numbers_;
  std::size_t size_;
  std::atomic<std::uint64_t> sequence_{0};  // odd while a snapshot is being written
};

}  // namespace tangible
