// SPDX-License-Identifier: Apache-2.0
// The log of occurrences by itself: numbers, capacity, and what it drops.
#include "simulation/occurrence_log.h"

#include <gtest/gtest.h>

namespace tangible {
namespace {

Occurrence at(double t) { return {t, Occurrence::Kind::event, 0, 0, true}; }

TEST(OccurrenceLog, keeps_occurrences_in_order_with_their_numbers) {
  OccurrenceLog log(4);
  EXPECT_TRUE(log.all().empty());
  for (int k = 0; k < 3; ++k) log.note(at(k));
  EXPECT_EQ(log.end(), 3u);
  EXPECT_EQ(log.dropped(), 0u);
  double expected = 0;
  for (const Occurrence& occurrence : log.all()) EXPECT_EQ(occurrence.t, expected++);
  EXPECT_EQ(expected, 3);
  EXPECT_EQ(log[1].t, 1);
}

TEST(OccurrenceLog, drops_the_oldest_when_it_is_full_and_counts_them) {
  OccurrenceLog log(4);
  for (int k = 0; k < 11; ++k) log.note(at(k));
  EXPECT_EQ(log.end(), 11u);
  EXPECT_EQ(log.dropped(), 7u);
  ASSERT_EQ(log.all().size(), 4u);
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_EQ(log.all()[static_cast<std::ptrdiff_t>(k)].t, static_cast<double>(7 + k));
}

TEST(OccurrenceLog, gives_a_reader_what_it_has_not_read) {
  OccurrenceLog log(4);
  for (int k = 0; k < 3; ++k) log.note(at(k));
  const std::uint64_t read = log.end();
  EXPECT_TRUE(log.since(read).empty());
  log.note(at(3));
  ASSERT_EQ(log.since(read).size(), 1u);
  EXPECT_EQ(log.since(read).front().t, 3);
  for (int k = 4; k < 20; ++k) log.note(at(k));
  EXPECT_EQ(log.since(read).size(), log.capacity());  // a slow reader loses the oldest, and can see how many
  EXPECT_EQ(log.dropped() - read, 13u);
}

TEST(OccurrenceLog, takes_no_memory_after_it_was_made) {
  OccurrenceLog log(2);
  const Occurrence* first = &log[0];
  for (int k = 0; k < 100; ++k) log.note(at(k));
  EXPECT_EQ(&log[0], first);
  EXPECT_EQ(log.capacity(), 2u);
}

}  // namespace
}  // namespace tangible
