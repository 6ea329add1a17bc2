// SPDX-License-Identifier: Apache-2.0
// Long work of one thread that another thread may end: code that makes expressions, or programs of them, checks now and
// then whether it should go on.
#pragma once

#include <atomic>

namespace tangible {

// No std::exception: code that makes a message of every error must not make a result of this one.
struct Interrupted {};

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
