// SPDX-License-Identifier: Apache-2.0
// OccurrenceLog: the last occurrences of a run, numbered from zero. Its capacity is fixed, so that a note allocates
// nothing; when it is full the oldest occurrence is dropped, and the number of dropped ones is known.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <vector>

namespace tangible {

// Something that happened at an instant.
struct Occurrence {
  enum class Kind : std::uint8_t { event, switched, impact, closes, opens, sticks, slips };
  double t = 0;
  Kind kind = Kind::event;
  std::size_t index = 0;  // of the event, row or contact; loads with dry friction count on behind the contacts
  double loss = 0;        // of energy, at impacts and switches
  bool on = false;        // of a row: whether it is active from now on
  // Of an impact along its normal, of a row that becomes active along the row. Contacts that touched before and only
  // pass an impulse on are not noted.
  double impulse = 0;
};
const char* describe(Occurrence::Kind kind);

class OccurrenceLog {
 public:
  // All memory is written once, so that no page is missing when the first event needs it.
  explicit OccurrenceLog(std::size_t capacity = 4096) : kept_(capacity) {}

  void note(const Occurrence& occurrence) { kept_[static_cast<std::size_t>(end_++ % kept_.size())] = occurrence; }

  // Takes back the occurrences from a number on. Those that they have replaced stay dropped.
  void rewind(std::uint64_t end) {
    lost_ = std::min(dropped(), end);
    end_ = end;
  }

  // Occurrences have the numbers dropped() ... end() - 1.
  std::uint64_t end() const { return end_; }
  std::uint64_t dropped() const { return std::max(lost_, end_ > kept_.size() ? end_ - kept_.size() : 0); }
  std::size_t capacity() const { return kept_.size(); }
  const Occurrence& operator[](std::uint64_t number) const {
    return kept_[static_cast<std::size_t>(number % kept_.size())];
  }
  // Those from a number on that have not been dropped. A reader keeps the end() that it has read to.
  auto since(std::uint64_t number) const {
    return std::views::iota(std::clamp(number, dropped(), end_), end_) |
           std::views::transform([this](std::uint64_t i) -> const Occurrence& { return (*this)[i]; });
  }
  auto all() const { return since(0); }

 private:
  std::vector<Occurrence> kept_;
  std::uint64_t end_ = 0;
  std::uint64_t lost_ = 0;  // before this number, whatever the capacity
};

}  // namespace tangible
