// SPDX-License-Identifier: Apache-2.0
// The arrows of constraints are forces: along the ground they and the hand make the whole of the mechanism's change of
// momentum.
#include <gtest/gtest.h>

#include "engine/simulation.h"

namespace tangible {
namespace {

struct PushedModel {
  const char* path;
  const char* handle;
  std::vector<std::pair<const char*, const char*>> masses;  // body or particle, parameter
  std::size_t arrows;                                       // forces of constraints
};

class Momentum {
 public:
  explicit Momentum(const PushedModel& of) : of_(of), run_(load(of.path), {.method = Method::rk4, .step = 1e-4}) {
    run_.port(of.handle).hold({hand_, {}});
  }

  // Mass times position of all bodies, and the force of the hand and of all arrows of constraints; then a tick.
  std::pair<Vec3, Vec3> look() {
    run_.publish();
    Snapshot snapshot{std::vector<double>(run_.snapshot_layout().size)};
    (void)run_.snapshots()->read(snapshot.numbers);
    const SnapshotLayout& layout = run_.snapshot_layout();
    const ModelDescription& model = run_.model().description();
    Vec3 moment, force = hand_;
    for (const auto& [body, mass] : of_.masses)
      for (std::size_t f = 0; f < model.frames.size(); ++f)
        if (const auto kind = model.frames[f].kind;
            model.frames[f].name == body &&
            (kind == ModelDescription::SceneFrame::Kind::body || kind == ModelDescription::SceneFrame::Kind::particle))
          moment += run_.value(mass) * snapshot.pose(layout, f).position;
    arrows_ = 0;
    for (std::size_t a = 0; a < model.arrows.size(); ++a) {
      if (model.arrows[a].kind != ModelDescription::Arrow::Kind::constraint || model.arrows[a].is_torque) continue;
      ++arrows_;
      const double* v = &snapshot.numbers[layout.arrows[3 * a]];
      force += Vec3{v[0], v[1], v[2]};
    }
    EXPECT_EQ(run_.tick(), SimulationStatus::ok);
    return {moment, force};
  }
  std::size_t arrows() const { return arrows_; }

 private:
  PushedModel of_;
  Vec3 hand_{12, 7, 0};
  Simulation run_;
  std::size_t arrows_ = 0;
};

TEST(ArrowBalance, forces_of_rows_of_motion_and_of_the_hand_change_the_momentum) {
  const std::vector<PushedModel> list{
      {"models/shopping_cart/shopping_cart.yaml", "grip", {{"basket", "m_B"}, {"caster", "m_C"}}, 2},
      {"models/chaplygin_sleigh/chaplygin_sleigh.yaml", "grip", {{"sleigh", "m"}}, 1},
      {"models/rolling_disc/rolling_disc.yaml", "axle", {{"disc", "m"}}, 2}};
  for (const PushedModel& mechanism : list) {
    Momentum momentum(mechanism);
    std::vector<std::pair<Vec3, Vec3>> seen;
    for (int k = 0; k < 2000; ++k) seen.push_back(momentum.look());
    EXPECT_EQ(momentum.arrows(), mechanism.arrows) << mechanism.path;
    for (std::size_t k = 100; k < 1999; k += 300) {
      const Vec3 change = 1e8 * (seen[k + 1].first - 2 * seen[k].first + seen[k - 1].first);
      const double scale = norm(seen[k].second) + 1;
      EXPECT_NEAR(change.x, seen[k].second.x, 1e-4 * scale) << mechanism.path << " " << k;
      EXPECT_NEAR(change.y, seen[k].second.y, 1e-4 * scale) << mechanism.path << " " << k;
    }
  }
}

// A sledge on a belt that speeds up: the row has a term besides dot(v(P), d). A term with a velocity, as that of a
// wheel that rolls, is no force along d alone.
TEST(ArrowBalance, a_row_that_is_moved_has_its_force_as_an_arrow) {
  const auto model = [](const std::string& row) {
    return load_text(R"yaml(
tangible: 1
parameters: {m: 2 kg, a: 3 m/s^2, r: 0.1 m}
coordinates: {x: m, h: m, f: rad}
frames:
  B: {in: N, rotate: {z: f}}
points:
  P: {from: O, at: x*N.x + h*N.y}
bodies:
  sledge: {frame: B, center: P, mass: m, inertia: {zz: 1 kg*m^2}}
constraints:
  belt: {motion: ")yaml" +
                     row + "\"}\n");
  };
  for (const auto& [row, sign] : {std::pair{"dot(v(P), N.x) - a*t", 1.0}, {"a*t - dot(v(P), N.x)", -1.0}}) {
    const Model belt = model(row);
    ASSERT_EQ(belt.description().arrows.size(), 1u) << row;
    Simulation run(belt, {.method = Method::rk4, .step = 1e-3});
    ASSERT_EQ(run.advance_to(0.1), SimulationStatus::ok);
    run.publish();
    std::vector<double> numbers(run.snapshot_layout().size);
    run.snapshots()->read(numbers);
    EXPECT_NEAR(run.force("belt"), sign * 6, 1e-9) << row;
    EXPECT_NEAR(numbers[run.snapshot_layout().arrows[0]], 6, 1e-9) << row;
  }
  EXPECT_TRUE(model("dot(v(P), N.x) - r*f'").description().arrows.empty());
}

}  // namespace
}  // namespace tangible
