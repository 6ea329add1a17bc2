// SPDX-License-Identifier: Apache-2.0
// The acceleration that a handle has without the hand, as the plant gives it in the very first tick of a hold, against
// the change of velocity of a run that nobody holds.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "haptics/simulation_plant.h"

namespace tangible {
namespace {

SimulationOptions options_of_plant() {
  SimulationOptions options;
  options.method = Method::rk4;
  options.step = 1e-3;
  options.ports = 1;
  return options;
}

std::vector<std::string> model_files() {
  std::vector<std::string> files;
  for (const auto& folder : std::filesystem::directory_iterator("models"))
    if (folder.is_directory())
      for (const auto& file : std::filesystem::directory_iterator(folder))
        if (file.path().extension() == ".yaml") files.push_back(file.path().string());
  std::ranges::sort(files);
  return files;
}

struct Held {
  explicit Held(const Model& model) : run(model, options_of_plant()), plant(run, Method::rk4, 1e-3) {
    (void)plant.add_handle();
  }
  Port& hold(const std::string& name, Vec3 offset) {
    (void)run.attach(0, run.make_port(name, offset));
    plant.put(0, run.port_at(0));
    return *run.port_at(0);
  }
  void advance(int ticks) {
    for (int k = 0; k < ticks && run.tick() == SimulationStatus::ok; ++k) {
    }
  }
  Vec3 own_acceleration() { return plant.handle(0).own_acceleration.value(); }

  Simulation run;
  SimulationPlant plant;
};

// By velocities at t, t + h and t + 2 h: of second order.
Vec3 free_acceleration(Held& free, const Port& port) {
  constexpr double h = 1e-6;
  std::array<Vec3, 3> v;
  for (std::size_t i = 0; i < 3; ++i) {
    v[i] = port.velocity().linear;
    EXPECT_EQ(free.run.advance_to(free.run.time() + h), SimulationStatus::ok);
  }
  return (0.5 / h) * (4 * v[1] - v[2] - 3 * v[0]);
}

TEST(OwnAcceleration, the_first_tick_has_that_of_the_free_motion) {
  int compared = 0;
  for (const std::string& file : model_files()) {
    const Model model = load(file);
    if (model.description().handles.empty()) continue;
    const std::string& name = model.description().handles.front().name;
    for (const int ticks : {0, 137}) {
      Held free(model), held(model);
      free.advance(ticks);
      held.advance(ticks);
      if (held.run.status() != SimulationStatus::ok) continue;
      const Vec3 offset{0.01, 0.02, 0};
      const std::string mode = free.run.mode();
      const Port& port = free.hold(name, offset);
      (void)held.hold(name, offset);
      const Vec3 own = held.own_acceleration(), expected = free_acceleration(free, port);
      if (free.run.mode() != mode) continue;
      EXPECT_LT(norm(own - expected), 1e-3 * (1 + norm(expected))) << file << " after " << ticks << " ticks";
      ++compared;
    }
  }
  EXPECT_GT(compared, 80);
}

// a - Y f does not depend on f where forces do not decide about the mode.
TEST(OwnAcceleration, it_is_the_same_under_a_wrench) {
  for (const char* file : {"models/shopping_cart/shopping_cart.yaml", "models/six_revolute_arm/six_revolute_arm.yaml",
                           "models/four_bar/four_bar.yaml", "models/spherical_wrist/spherical_wrist.yaml"}) {
    const Model model = load(file);
    Held held(model);
    held.advance(50);
    Port& port = held.hold(model.description().handles.front().name, {});
    const Vec3 before = held.own_acceleration();
    port.hold({{3, -2, 1}, {0.5, 0.2, -0.3}});
    SimulationLoop& loop = held.run.loop();
    (void)loop.motion().evaluate(loop.time(), loop.state());
    EXPECT_GT(norm(port.wrench().force), 1) << file;
    EXPECT_LT(norm(held.own_acceleration() - before), 1e-9 * (1 + norm(before))) << file;
  }
}

// Lengths change from one tick to the next: nothing moves by that.
TEST(OwnAcceleration, it_does_not_jump_with_a_parameter) {
  const Model model = load("models/shopping_cart/shopping_cart.yaml");
  Held held(model), other(model);
  for (Held* one : {&held, &other}) {
    one->advance(50);
    (void)one->hold("basket", {});
  }
  (void)held.own_acceleration();
  for (Held* one : {&held, &other}) EXPECT_EQ(one->run.set_parameter("L1", 0.8), SimulationStatus::ok);
  EXPECT_EQ(held.own_acceleration(), other.own_acceleration());
  EXPECT_LT(norm(held.own_acceleration()), 1);
}

}  // namespace
}  // namespace tangible
