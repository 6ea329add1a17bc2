// SPDX-License-Identifier: Apache-2.0
// Making expressions ends soon after another thread wants it to, and what was made before stays.
#include "symbolic/interruption.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "symbolic/graph.h"

namespace tangible {
namespace {

TEST(Interruption, work_without_an_end_ends_when_another_thread_wants_it_to) {
  Graph graph;
  const GraphScope current(graph);
  const Expr x = symbol("x");
  std::atomic<bool> stop = false;
  const InterruptScope scope(stop);
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stop = true;
  });
  const auto work = [&] {
    for (int n = 0;; n = (n + 1) % 1000) (void)(x + n);
  };
  EXPECT_THROW(work(), Interrupted);
  other.join();
  EXPECT_THROW((void)sin(x), Interrupted);
  stop = false;
  EXPECT_EQ(sin(x) + 0, sin(x));
}

TEST(Interruption, the_inner_scope_decides_until_it_ends) {
  const std::atomic<bool> never = false, now = true;
  const InterruptScope outer(never);
  {
    const InterruptScope inner(now);
    EXPECT_THROW(check_interruption(), Interrupted);
  }
  EXPECT_NO_THROW(check_interruption());
}

TEST(Interruption, of_one_thread_leaves_the_others_alone) {
  const std::atomic<bool> now = true;
  const InterruptScope scope(now);
  std::thread([] { EXPECT_NO_THROW(check_interruption()); }).join();
  EXPECT_THROW(check_interruption(), Interrupted);
}

}  // namespace
}  // namespace tangible
