// SPDX-License-Identifier: Apache-2.0
// Garbage on the wire while somebody drags: the thread that runs the model does
// the work that it would do without, and takes no memory.
#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <random>

#include "virtual_session.h"

namespace {
thread_local bool counts_allocations = false;
thread_local long allocations = 0;
}  // namespace

// Every `new` of this executable passes here; the count is that of the thread
// that asked for it.
void* operator new(std::size_t size) {
  if (counts_allocations) ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {  // of std::stable_sort
  if (counts_allocations) ++allocations;
  return std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

namespace tangible {
namespace {

struct Work {
  double evaluations = 0;  // a tick
  long allocations = 0;
};

std::string garbage(std::mt19937& random) {
  std::string text(random() % 200, '\0');
  for (char& c : text) c = static_cast<char>(random());
  return text;
}

// A second of a drag, in virtual time; the other viewer talks nonsense as fast
// as it may.
Work drag_for_a_second(bool with_garbage) {
  VirtualSession s;
  ListedViewer viewer, wild;
  const std::uint32_t me = s.join(viewer);
  std::uint32_t other = s.join(wild);
  s.say(me, {{"type", "take"}, {"id", 1}, {"handle", "grip"}});
  EXPECT_TRUE(s.wait([&] { return !viewer.reply(1).is_null(); }));
  s.run(0.02);
  std::mt19937 random(1);
  const double evaluations = value_of(viewer, "evaluations"), ticks = value_of(viewer, "ticks");
  allocations = 0;
  for (int k = 0; k < 1000; ++k) {
    if (k % 16 == 0)
      s.say(me, {{"type", "hand"}, {"seq", 1 + k}, {"position", {1 + 0.3 * std::sin(0.005 * k), 0.1, 0.9}}});
    if (with_garbage) s.session.receive(other, garbage(random), s.now);
    s.now += s.loop.period();
    counts_allocations = true;
    s.loop.tick(s.now);
    counts_allocations = false;
    if (k % 16 == 0) s.session.tick(s.now);
    if (wild.closed == 0) continue;
    s.session.leave(other);
    wild = ListedViewer();
    other = s.join(wild);
  }
  s.run(0.02);
  return {(value_of(viewer, "evaluations") - evaluations) / (value_of(viewer, "ticks") - ticks), allocations};
}

TEST(Garbage, the_loop_does_no_more_work_and_takes_no_memory_while_garbage_arrives) {
  const Work without = drag_for_a_second(false), with = drag_for_a_second(true);
  EXPECT_NEAR(with.evaluations, without.evaluations, 0.02 * without.evaluations);
  EXPECT_EQ(without.allocations, 0);
  EXPECT_EQ(with.allocations, 0);
}

}  // namespace
}  // namespace tangible
