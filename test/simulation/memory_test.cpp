// SPDX-License-Identifier: Apache-2.0
// Known results of a state are not computed again, without any effect on the numbers.
#include <cstring>
#include <random>

#include "simulation/inline_model.h"

namespace tangible {
namespace {

const char* const models[] = {"four_bar/four_bar", "shopping_cart/shopping_cart", "block_on_belt/block_on_belt",
                              "upright_rolling_disk/upright_rolling_disk"};

System system_of(const std::string& path) {
  const CurrentFormulation model = formulate_current({path, {}});
  return lower_to_system(*model.mechanism, model.equations);
}

// A motion that has been elsewhere, at the same coordinates, and at the same state, against one that has not.
TEST(Memory, of_earlier_states_does_not_show_in_rates) {
  std::mt19937 random(20031107);
  std::uniform_real_distribution<double> draw(-0.3, 0.3);
  for (const char* const name : models) {
    const System system = system_of("models/" + std::string(name) + ".yaml");
    SystemMotion old(system);
    std::vector<double> y(old.size()), rate(old.size()), fresh_rate(old.size());
    std::ranges::copy(system.start_q, y.begin());
    for (int k = 0; k < 40; ++k) {
      const bool same_place = k % 4 == 1 || k % 4 == 2;
      for (std::size_t i = same_place ? system.nq() : 0; i < old.energy_states_at(); ++i)
        y[i] = i < system.nq() ? system.start_q[i] + draw(random) : draw(random);
      const double t = same_place ? 0.1 : 0.1 * k;
      SystemMotion fresh(system);
      const DynamicsStatus status = old.evaluate(t, y, rate, k % 3 == 0);
      ASSERT_EQ(status, fresh.evaluate(t, y, fresh_rate, k % 3 == 0)) << name;
      if (status != DynamicsStatus::ok) continue;
      for (std::size_t i = 0; i < rate.size(); ++i)
        EXPECT_NEAR(rate[i], fresh_rate[i], 1e-9 * (1 + std::abs(fresh_rate[i]))) << name << " " << k << " " << i;
    }
  }
}

TEST(Memory, does_not_outlive_what_was_written) {
  const char* const pushed =
      "parameters: {m: 2 kg}\n"
      "coordinates: {x: m}\n"
      "points:\n  P: {from: O, at: x*N.x}\n"
      "speeds: {u: x'}\n"
      "inputs: {push: N}\n"
      "discrete: {gear: 1}\n"
      "particles:\n  p: {at: P, mass: m}\n"
      "loads:\n  hand: {force: gear*push*N.x, at: P}\n";
  const System system = system_of(model_file(pushed));
  SystemMotion motion(system);
  const std::vector<double> y(motion.size());
  const auto acceleration = [&] {
    EXPECT_EQ(motion.evaluate(0, y), DynamicsStatus::ok);
    return motion.accelerations()[0];
  };
  EXPECT_DOUBLE_EQ(acceleration(), 0);
  EXPECT_DOUBLE_EQ(acceleration(), 0);
  motion.inputs()[0] = 4;
  EXPECT_DOUBLE_EQ(acceleration(), 2);
  motion.discretes()[0] = 3;
  EXPECT_DOUBLE_EQ(acceleration(), 6);
  motion.parameters()[0] = 1;
  EXPECT_DOUBLE_EQ(acceleration(), 12);
  double value = 4;
  motion.drive = [&](double, std::span<const double>, std::span<double> inputs) { inputs[0] = value; };
  EXPECT_DOUBLE_EQ(acceleration(), 12);
  value = 5;
  EXPECT_DOUBLE_EQ(acceleration(), 15);
}

}  // namespace
}  // namespace tangible
