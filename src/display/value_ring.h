// SPDX-License-Identifier: Apache-2.0
// A bounded queue of plain values from one thread to one other; it neither locks nor takes memory.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <type_traits>

namespace tangible {

template <class T, std::size_t capacity>
class ValueRing {
  static_assert(std::is_trivially_copyable_v<T> && (capacity & (capacity - 1)) == 0);

 public:
  // By the one thread that writes. False: it is full, and nothing was added.
  bool push(const T& value) {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == capacity) return false;
    values_[tail % capacity] = value;
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }
  // By the one thread that reads. False: it is empty.
  bool pop(T& value) {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return false;
    value = values_[head % capacity];
    head_.store(head + 1, std::memory_order_release);
    return true;
  }

 private:
  std::array<T, capacity> values_{};
  alignas(64) std::atomic<std::size_t> head_{0};
  alignas(64) std::atomic<std::size_t> tail_{0};
};

}  // namespace tangible
