// SPDX-License-Identifier: Apache-2.0
// Motions under motors and an operator's hand, free and constrained, beside those of other programs.
#include <array>

#include "equivalence/trajectory.h"

namespace tangible {
namespace {

constexpr double agreement = 1e-7;

Json start_of(const Json& rows) { return std::vector<Json>(rows[0].begin() + 1, rows[0].end()); }

// tau_i = amp_i sin(w_i t); the parameters are those of the model file.
void expect_arm_moves(const std::string& model, const Json& reference, const std::string& row) {
  const Json& p = reference["parameters"];
  MovingModel arm("models/three_link_arm/" + model + ".yaml", {}, fine());
  const Json& rows = reference[row.empty() ? "trajectory_free" : "trajectory_constrained"]["rows"];
  arm.begin_at(start_of(rows));
  if (!row.empty()) arm.hold(row);
  std::array<std::size_t, 3> motor{};
  std::array<double, 3> amplitude{}, frequency{};
  for (std::size_t i = 0; i < 3; ++i) {
    motor[i] = arm.input(fmt::format("tau_{}", i + 1));
    amplitude[i] = p["tau_amp"][i];
    frequency[i] = p["tau_w"][i];
  }
  arm.simulation.motion().drive = [&](double t, std::span<const double>, std::span<double> inputs) {
    for (std::size_t i = 0; i < 3; ++i) inputs[motor[i]] = amplitude[i] * std::sin(frequency[i] * t);
  };
  arm.start();
  arm.expect_motion(rows, agreement);
  EXPECT_NEAR(arm.simulation.ledger().drift(), 0, 1e-8);
}

TEST(ThreeLinkArm, moves_freely_and_on_a_moving_plane_as_the_reference) {
  const Json reference = read_trajectory("parsa_arm_zyx");
  expect_arm_moves("three_link_arm_zyx", reference, "");
  expect_arm_moves("three_link_arm_zyx", reference, "moving_plane");
}

TEST(ThreeLinkArm, moves_freely_and_along_a_knife_edge_as_the_reference) {
  const Json reference = read_trajectory("parsa_arm_zyy");
  expect_arm_moves("three_link_arm_zyy", reference, "");
  expect_arm_moves("three_link_arm_zyy", reference, "knife");
}

std::vector<std::string> body_settings(const Json& p) {
  std::vector<std::string> set = settings(p, {"t_end"});
  const auto list = [&](const Json& values, std::array<const char*, 3> names) {
    for (std::size_t i = 0; i < 3; ++i) set.push_back(fmt::format("{}={}", names[i], values[i].get<double>()));
  };
  list(p["J"], {"Jxx", "Jyy", "Jzz"});
  list(p["center"], {"s_1", "s_2", "s_3"});
  if (!p.contains("spring")) return set;
  for (const std::string& setting : settings(p["spring"])) set.push_back(setting);
  list(p["spring"]["p_o"], {"p_1", "p_2", "p_3"});
  list(p["spring"]["euler_o"], {"o_4", "o_5", "o_6"});
  return set;
}

void expect_disk_stays_on_its_sphere(const std::string& file) {
  const Json reference = read_trajectory(file);
  const Json& p = reference["parameters"];
  const Json& o = p["operator"];
  MovingModel disk("models/disk_on_sphere/disk_on_sphere.yaml", body_settings(p), fine());
  const Json& rows = reference["trajectory"]["rows"];
  disk.begin_at(start_of(rows));
  const double release = o["t_release"], radial = o["Fr"], w_r = o["w_r"];
  disk.simulation.motion().drive = [&](double t, std::span<const double> y, std::span<double> f) {
    std::ranges::fill(f, 0.0);
    if (disk.simulation.time() > release - 1e-9) return;
    const std::array<double, 3> out{std::sin(y[3]) * std::sin(y[5]), -std::cos(y[3]) * std::sin(y[5]), std::cos(y[5])};
    for (std::size_t i = 0; i < 3; ++i) {
      f[i] = radial * std::sin(w_r * t) * out[i] + o["a"][i].get<double>() * std::sin(o["wa"][i].get<double>() * t);
      f[i + 3] = o["b"][i].get<double>() * std::sin(o["wb"][i].get<double>() * t);
    }
  };
  disk.start();
  disk.expect_motion(rows, agreement);
  (void)disk.simulation.look_at(disk.simulation.time(), disk.simulation.state());
  EXPECT_LT(disk.simulation.motion().configuration_error(), 1e-12);
  EXPECT_NEAR(disk.simulation.ledger().drift(), 0, 1e-8);
}

TEST(DiskOnSphere, slides_under_the_operators_hand_as_the_reference) {
  expect_disk_stays_on_its_sphere("faulring_sphere_paper");
}
TEST(DiskOnSphere, with_unequal_inertias_and_a_spring_slides_as_the_reference) {
  expect_disk_stays_on_its_sphere("faulring_sphere_aniso");
}

}  // namespace
}  // namespace tangible
