// SPDX-License-Identifier: Apache-2.0
// Long work of one thread that another thread may end: whoever makes expressions, or programs of them, asks now and
// then whether to go on.
#pragma once

#include <atomic>
#include <stdexcept>

namespace tangible {

struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("the work was ended before it was done") {}
};

// While it lives, work of this thread throws Interrupted soon after `stop` has become true.
class InterruptScope {
 public:
  explicit InterruptScope(const std::atomic<bool>& stop);
  ~InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;

 private:
  const std::atomic<bool>* previous_;
};

// A few instructions while nobody wants the work to end.
void check_interruption();

}  // namespace tangible
