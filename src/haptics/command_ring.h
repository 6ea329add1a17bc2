// SPDX-License-Identifier: Apache-2.0
// A bounded queue from one thread to one other, without locks and without memory of its own.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>

namespace tangible {

template <class T, std::size_t capacity>
requires((capacity & (capacity - 1)) == 0) class CommandRing {
 public:
  // Called by one thread. False: full, nothing was added.
  bool push(const T& value) {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == capacity) return false;
    slots_[tail % capacity] = value;
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }
  // Called by one other thread. False: empty.
  bool pop(T& value) {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire)) return false;
    value = slots_[head % capacity];
    head_.store(head + 1, std::memory_order_release);
    return true;
  }

 private:
  std::array<T, capacity> slots_{};
  alignas(64) std::atomic<std::size_t> head_{0};
  alignas(64) std::atomic<std::size_t> tail_{0};
};

}  // namespace tangible
