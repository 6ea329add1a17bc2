// SPDX-License-Identifier: Apache-2.0
// Messages that wait for viewers that do not read.
#include "display/outbox.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include "virtual_session.h"

namespace tangible {
namespace {

Outbox::Message text_of(std::size_t size) { return std::make_shared<const std::string>(size, 'x'); }

TEST(Outbox, texts_go_first_and_of_snapshots_only_the_newest_waits) {
  Outbox box;
  box.set_snapshot(text_of(1));
  EXPECT_TRUE(box.add_text(text_of(2)));
  box.set_snapshot(text_of(3));
  EXPECT_EQ(box.take().message->size(), 2u);
  const Outbox::Next next = box.take();
  EXPECT_EQ(next.message->size(), 3u);
  EXPECT_FALSE(next.is_text);
  EXPECT_EQ(box.take().message, nullptr);
}

TEST(Outbox, it_is_full_by_count_or_by_length_but_for_one_long_text) {
  Outbox box;
  for (std::size_t k = 0; k < Outbox::max_texts; ++k) ASSERT_TRUE(box.add_text(text_of(1)));
  EXPECT_FALSE(box.add_text(text_of(1)));
  box.clear();
  EXPECT_TRUE(box.add_text(text_of(Outbox::max_bytes + 1)));
  EXPECT_FALSE(box.add_text(text_of(1)));
}

// A viewer that never reads, behind an outbox as a socket has it.
struct StalledViewer : Outlet {
  void send(std::shared_ptr<const std::string> text) override { is_cut_off = is_cut_off || !box.add_text(text); }
  void show(std::shared_ptr<const std::string> snapshot) override {
    if (!is_cut_off) box.set_snapshot(std::move(snapshot));
  }
  void close(int, const std::string&) override {}
  Outbox box;
  bool is_cut_off = false;
};

// An hour at 60 snapshots a second, with so many ticks of the model for each.
void expect_constant_memory_for_an_hour(long ticks) {
  VirtualSession s;
  StalledViewer stalled;
  const std::uint32_t me = s.session.join(stalled, 0, 0);
  double now = s.now;
  const auto run = [&](double seconds) {
    for (const double end = now + seconds; now < end; now += 1.0 / 60) {
      s.loop.tick(now, 0, ticks);
      s.session.tick(now);
      if (std::fmod(now, 2.0) < 1.0 / 60) s.session.receive(me, R"({"type": "ping"})", now);
    }
  };
  run(60);
  const std::size_t before = mallinfo2().uordblks;
  run(3540);
  const std::size_t after = mallinfo2().uordblks;
  EXPECT_FALSE(stalled.is_cut_off);
  EXPECT_LT(after, before + (64u << 10));
}

// One tick for each snapshot: the memory of viewers does not depend on how much of the motion they miss.
TEST(Outbox, a_stalled_viewer_takes_no_more_memory_after_an_hour) { expect_constant_memory_for_an_hour(1); }

// All ticks of an hour: `ctest -L slow`.
TEST(Outbox, DISABLED_a_stalled_viewer_takes_no_more_memory_after_an_hour_of_the_model) {
  expect_constant_memory_for_an_hour(16);
}

// 4,096 replies and events at most; then it is cut off, and what waited is given up.
TEST(Outbox, a_stalled_viewer_that_asks_and_asks_is_cut_off) {
  VirtualSession s;
  StalledViewer stalled;
  const std::uint32_t me = s.session.join(stalled, 0, 0);
  for (int k = 0; k < 6000; ++k) s.session.receive(me, R"({"type": "ping", "id": 1})", s.now += 0.01);
  EXPECT_TRUE(stalled.is_cut_off);
  EXPECT_LE(stalled.box.texts(), Outbox::max_texts);
}

}  // namespace
}  // namespace tangible
