// SPDX-License-Identifier: Apache-2.0
// The flag of the innermost scope of each thread.
#include "symbolic/interruption.h"

namespace tangible {
namespace {

constinit thread_local const std::atomic<bool>* stop_of_thread = nullptr;

}  // namespace

InterruptScope::InterruptScope(const std::atomic<bool>& stop) : previous_(stop_of_thread) { stop_of_thread = &stop; }
InterruptScope::~InterruptScope() { stop_of_thread = previous_; }

void check_interruption() {
  if (stop_of_thread != nullptr && stop_of_thread->load(std::memory_order_relaxed)) throw Interrupted();
}

}  // namespace tangible
