// SPDX-License-Identifier: Apache-2.0
// Shares of time in the graph of modes.
#include <gtest/gtest.h>

#include "display/live_model.h"
#include "display/mode_graph.h"

namespace tangible {
namespace {

TEST(ModeGraphOfRun, counts_no_time_below_zero_where_a_mode_is_newer_than_the_snapshot) {
  const LiveModel live(load("models/shopping_cart/shopping_cart.yaml"), 1, live_options(1e-3));
  ModeGraph graph(live.model(), live.mode, live.first_freedoms);
  ModeKey stuck = live.mode;
  const std::vector<RowDescription>& rows = live.model().system().rows;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].name == "caster_sticks") stuck.set_row(i);
  ASSERT_NE(stuck, live.mode);
  graph.enter(stuck, 1.0, 1);
  ASSERT_EQ(graph.size(), 2u);
  const auto seconds = [&](double time) {
    const nlohmann::json message = graph.to_json(1, time);
    return std::array{message["modes"][0]["seconds"].get<double>(), message["modes"][1]["seconds"].get<double>(),
                      message["time"].get<double>()};
  };
  EXPECT_EQ(seconds(0.98), (std::array{1.0, 0.0, 1.0}));
  EXPECT_EQ(seconds(1.5), (std::array{1.0, 0.5, 1.5}));
}

}  // namespace
}  // namespace tangible
