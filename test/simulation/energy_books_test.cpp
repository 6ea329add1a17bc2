// SPDX-License-Identifier: Apache-2.0
// The energy books by themselves.
#include "simulation/energy_books.h"

#include <gtest/gtest.h>

#include <array>

namespace tangible {
namespace {

TEST(EnergyBooks, explain_every_jump_that_was_booked) {
  EnergyBooks books;
  books.start(10);
  books.book_impact_loss(2);
  books.book_event_work(5);
  books.book_projection(0.5);
  const std::array<double, 2> energy_states{3, 4};  // work done, energy dissipated
  const Ledger ledger = books.ledger(7, 5.5, energy_states);
  EXPECT_EQ(ledger.start, 10);
  EXPECT_EQ(ledger.inputs, 8);
  EXPECT_EQ(ledger.dissipated, 4);
  EXPECT_EQ(ledger.impacts, 2);
  EXPECT_EQ(ledger.projection, 0.5);
  EXPECT_EQ(ledger.drift(), 0);
  EXPECT_EQ(books.ledger(8, 5.5, energy_states).drift(), 1);
}

TEST(EnergyBooks, are_off_after_eight_samples_or_after_three_that_explode) {
  EnergyBooks slowly, fast;
  slowly.start(1);
  fast.start(1);
  int slow_samples = 0, fast_samples = 0;
  for (double energy = 4; !slowly.are_off(slowly.ledger(energy, 0, {}), false); energy *= 2) ++slow_samples;
  for (double energy = 4; !fast.are_off(fast.ledger(energy, 0, {}), false); energy *= 1e3) ++fast_samples;
  EXPECT_EQ(slow_samples, 7);
  EXPECT_EQ(fast_samples, 2);
}

TEST(EnergyBooks, begin_anew_with_a_start) {
  EnergyBooks books;
  books.start(1);
  books.book_impact_loss(1);
  books.start(4);
  EXPECT_EQ(books.impact_loss(), 0);
  EXPECT_EQ(books.ledger(1, 3, {}).drift(), 0);
}

}  // namespace
}  // namespace tangible
