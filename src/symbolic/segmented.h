// SPDX-License-Identifier: Apache-2.0
// Growing arrays that never move their elements and waste at most one chunk.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace tangible {

// An append-only array in chunks of 2^ChunkBits elements. A span appended at once is contiguous.
template <typename T, unsigned ChunkBits>
class SegmentedArray {
 public:
  static constexpr std::size_t chunk_size = std::size_t{1} << ChunkBits;

  std::size_t size() const { return size_; }
  std::size_t bytes() const {
    return owned_bytes_ + chunks_.capacity() * sizeof(T*) + blocks_.capacity() * sizeof(blocks_[0]);
  }
  const T& operator[](std::size_t i) const { return chunks_[i >> ChunkBits][i & (chunk_size - 1)]; }
  T& operator[](std::size_t i) { return chunks_[i >> ChunkBits][i & (chunk_size - 1)]; }

  void push_back(const T& value) {
    if (size_ >> ChunkBits == chunks_.size()) grow(1);
    chunks_[size_ >> ChunkBits][size_ & (chunk_size - 1)] = value;
    ++size_;
  }

  // Returns the index of the first element; the rest follow it in memory.
  std::size_t append(std::span<const T> values) {
    if (values.empty()) return size_;
    const std::size_t room = chunks_.size() * chunk_size - size_;
    const std::size_t left_in_chunk = room == 0 ? 0 : chunk_size - (size_ & (chunk_size - 1));
    if (values.size() > left_in_chunk) {
      size_ = chunks_.size() * chunk_size;  // start a fresh block
      grow((values.size() + chunk_size - 1) / chunk_size);
    }
    const std::size_t first = size_;
    std::copy(values.begin(), values.end(), &(*this)[first]);
    size_ += values.size();
    return first;
  }

  std::span<const T> view(std::size_t first, std::size_t count) const {
    return count == 0 ? std::span<const T>{} : std::span<const T>{&(*this)[first], count};
  }

 private:
  // One allocation for a run of chunks, so that a span longer than a chunk stays contiguous.
  void grow(std::size_t chunks) {
    blocks_.push_back(std::make_unique_for_overwrite<T[]>(chunks * chunk_size));
    for (std::size_t i = 0; i < chunks; ++i) chunks_.push_back(blocks_.back().get() + i * chunk_size);
    owned_bytes_ += chunks * chunk_size * sizeof(T);
  }

  std::vector<std::unique_ptr<T[]>> blocks_;
  std::vector<T*> chunks_;
  std::size_t size_ = 0;
  std::size_t owned_bytes_ = 0;
};

}  // namespace tangible
