// SPDX-License-Identifier: Apache-2.0
// The mouse's spring: its gains follow from the mobility, and what it holds follows a step.
#include "display/mouse_hand.h"

#include <gtest/gtest.h>

#include "display/live_loop.h"
#include "display/model_library.h"

namespace tangible {
namespace {

TEST(MouseHand, the_largest_eigenvalue_is_that_of_known_matrices) {
  EXPECT_NEAR(largest_eigenvalue({2, 0, 0, 0, 5, 0, 0, 0, 1}), 5, 1e-12);
  EXPECT_NEAR(largest_eigenvalue({2, 1, 0, 1, 2, 0, 0, 0, 0}), 3, 1e-12);
  EXPECT_EQ(largest_eigenvalue({}), 0);
  EXPECT_NEAR(largest_eigenvalue({4, 0, 0, 0, 4, 0, 0, 0, 4}), 4, 1e-12);
}

// The direction of the largest mobility, by iteration.
Vec3 most_mobile(const std::array<double, 36>& a) {
  Vec3 v{0.6, 0.5, 0.4};
  for (int k = 0; k < 500; ++k) {
    const Vec3 w{a[0] * v.x + a[1] * v.y + a[2] * v.z, a[6] * v.x + a[7] * v.y + a[8] * v.z,
                 a[12] * v.x + a[13] * v.y + a[14] * v.z};
    if (!(norm(w) > 0)) return {};
    v = (1 / norm(w)) * w;
  }
  return v;
}

struct Step {
  double at_half_second = 0, highest = 0;  // of the way, along it
  bool has_mobility = true;
};

// No speeds, no weight.
void come_to_rest(LiveModel& live) {
  SimulationLoop& loop = live.simulation.loop();
  const System& system = loop.system();
  for (std::size_t r = 0; r < system.nu(); ++r) loop.state()[system.nq() + r] = 0;
  const auto& parameters = live.model().description().parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].name == "g") {
      EXPECT_EQ(loop.set_parameter(i, 0), SimulationStatus::ok);
    }
}

Step follow_step(const Model& model, const std::string& handle) {
  LiveModel live(model, 1, live_options(1e-3));
  come_to_rest(live);
  LiveLoop loop(1e-3);
  LiveCommand order;
  order.kind = LiveCommand::Kind::swap_model;
  order.model = &live;
  EXPECT_TRUE(loop.send(order));
  order = {};
  order.kind = LiveCommand::Kind::take;
  Port* port = live.simulation.make_port(handle).release();
  order.port = port;
  EXPECT_TRUE(loop.send(order));
  double now = 0;
  loop.tick(now += 1e-3);
  std::array<double, 36> mobility{};
  EXPECT_EQ(live.simulation.mobility(*port, mobility), SimulationStatus::ok);
  const Vec3 along = most_mobile(mobility), start = port->pose().position;
  if (!(norm(along) > 0)) return {0, 0, false};
  const double way = live.size / 20;
  Step step;
  for (int k = 0; k < 1000; ++k) {
    if (k % 16 == 0) {
      order = {};
      order.kind = LiveCommand::Kind::aim;
      order.aim.position = start + way * along;
      EXPECT_TRUE(loop.send(order));
    }
    loop.tick(now += 1e-3);
    const double gone = dot(port->pose().position - start, along) / way;
    step.highest = std::max(step.highest, gone);
    if (k == 500) step.at_half_second = gone;
  }
  return step;
}

TEST(MouseHand, light_and_heavy_carts_follow_a_step_alike) {
  using Set = std::map<std::string, std::string>;
  for (const Set& set : {Set{}, Set{{"m_B", "2000 kg"}}, Set{{"m_B", "0.1 kg"}, {"m_C", "1 g"}}}) {
    const Step step = follow_step(load("models/shopping_cart/shopping_cart.yaml", {.set = set}), "grip");
    ASSERT_TRUE(step.has_mobility);
    EXPECT_GT(step.at_half_second, 0.9);
    EXPECT_LT(step.highest, 1.25);
  }
}

TEST(MouseHand, every_handle_of_the_library_that_has_mobility_follows_a_step) {
  const ModelLibrary library("models");
  for (const LibraryModel& entry : library.models()) {
    const Model model = load(entry.path.string());
    for (const ModelDescription::Handle& handle : model.description().handles) {
      const Step step = follow_step(model, handle.name);
      if (!step.has_mobility) continue;
      EXPECT_GT(step.at_half_second, 0.9) << entry.id << " " << handle.name;
      EXPECT_LT(step.highest, 1.25) << entry.id << " " << handle.name;
    }
  }
}

}  // namespace
}  // namespace tangible
