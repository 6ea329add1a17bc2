// SPDX-License-Identifier: Apache-2.0
// Motions of library models beside trajectories that other programs computed (test/oracles), to 1e-7 as their README
// asks.
#include "equivalence/trajectory.h"

namespace tangible {
namespace {

constexpr double agreement = 1e-7;

TEST(TwoRevoluteRobot, swings_and_is_driven_as_the_reference) {
  const Json reference = read_trajectory("ex4_two_revolute");
  for (const Json& run : reference["trajectories"]) {
    MovingModel robot("models/two_revolute_robot/two_revolute_robot.yaml", settings(run["params"]), fine());
    robot.begin_at(run["y0"]);
    if (run["name"] == "driven, damped")
      robot.simulation.motion().drive = [&](double t, std::span<const double>, std::span<double> inputs) {
        inputs[robot.input("T_A")] = 12 * std::cos(t);
        inputs[robot.input("T_AB")] = 5 * std::sin(2 * t);
        inputs[robot.input("F_x")] = 1;
        inputs[robot.input("F_y")] = -0.5;
      };
    robot.start();
    robot.expect_motion(run["t"], run["y"], agreement);
    EXPECT_NEAR(robot.simulation.ledger().drift(), 0, 1e-8);
  }
}

TEST(GraspingRobot, drags_its_load_along_the_slot_as_the_reference) {
  const Json run = read_trajectory("ex5_grasp_slot")["trajectories"][0];
  MovingModel robot("models/grasping_robot/grasping_robot.yaml", settings(run["params"], {"T_A", "T_AB", "F_x", "F_y"}),
                    fine());
  robot.begin_at(run["y0"]);
  robot.start();
  robot.expect_motion(run["t"], run["y"], agreement);
  EXPECT_NEAR(robot.simulation.ledger().drift(), 0, 1e-8);
}

TEST(RevolutePrismaticRobot, turns_and_slides_as_the_reference) {
  const Json reference = read_trajectory("ex6_revolute_prismatic");
  for (const Json& run : reference["trajectories"]) {
    MovingModel robot("models/revolute_prismatic_robot/revolute_prismatic_robot.yaml", settings(run["params"]), fine());
    robot.begin_at(run["y0"]);
    if (run["params"]["inputs"] != "T_A = 0, F_AB = 0")
      robot.simulation.motion().drive = [&](double t, std::span<const double> y, std::span<double> inputs) {
        inputs[robot.input("T_A")] = 3 * std::cos(t);
        inputs[robot.input("F_AB")] = -60 * (y[1] - 0.5) - 2 * y[3];
      };
    robot.start();
    robot.expect_motion(run["t"], run["y"], agreement);
  }
}

TEST(Wrist, precesses_and_answers_constant_loads_as_the_reference) {
  const Json reference = read_trajectory("ex2_wrist");
  for (const Json& run : reference["trajectories"]) {
    MovingModel wrist("models/spherical_wrist/spherical_wrist.yaml",
                      settings(run["params"], {"T1", "T2", "T3", "F1", "F2", "F3"}), fine());
    wrist.begin_at(run["y0"]);
    for (const char* name : {"T1", "T2", "T3", "F1", "F2"})
      wrist.simulation.motion().inputs()[wrist.input(name)] = run["params"][name].get<double>();
    wrist.start();
    wrist.expect_motion(run["t"], run["y"], agreement);
  }
}

TEST(UprightDisk, rolls_under_the_operators_hand_as_the_reference) {
  for (const char* file : {"faulring_disk_paper", "faulring_disk_aniso"}) {
    const Json reference = read_trajectory(file);
    const Json& p = reference["parameters"];
    const Json& o = p["operator"];
    std::vector<std::string> set = settings(p, {"t_end"});
    for (int i = 0; i < 3; ++i)
      set.push_back(fmt::format("J{0}{0}={1}", "xyz"[i], p["J"][static_cast<std::size_t>(i)].get<double>()));
    if (p.contains("spring")) {
      const Json& spring = p["spring"];
      for (const std::string& setting : settings(spring)) set.push_back(setting);
      for (std::size_t i = 0; i < 3; ++i) {
        set.push_back(fmt::format("p_{}={}", i + 1, spring["p_o"][i].get<double>()));
        set.push_back(fmt::format("o_{}={}", i + 4, spring["euler_o"][i].get<double>()));
      }
    }
    MovingModel disk("models/upright_rolling_disk/upright_rolling_disk.yaml", set, fine());
    disk.begin_at(Json(
        std::vector<Json>(reference["trajectory"]["rows"][0].begin() + 1, reference["trajectory"]["rows"][0].end())));
    const auto number = [&](const char* name) { return o[name].get<double>(); };
    disk.simulation.motion().drive = [&](double t, std::span<const double> y, std::span<double> f) {
      // The step that ends at the release still feels the hand.
      const double on = t < number("t_release") + 1e-9 && disk.simulation.time() < number("t_release") - 1e-9 ? 1 : 0;
      const double push = number("F0") * std::sin(number("w") * t), side = number("S0") * std::sin(number("w_s") * t);
      const double down = std::sin(number("w_n") * t);
      f[0] = on * (push * std::cos(y[3]) - side * std::sin(y[3]));
      f[1] = on * (push * std::sin(y[3]) + side * std::cos(y[3]));
      f[2] = on * -number("Fn") * down * down;
      f[3] = on * number("N4") * std::cos(number("w") * t);
      f[4] = 0;
      f[5] = on * number("N6") * down;
    };
    disk.start();
    disk.expect_motion(reference["trajectory"]["rows"], agreement);
  }
}

TEST(TwoLinks, follow_the_circle_under_the_operators_hand_as_the_reference) {
  for (const char* file : {"faulring_twoR_paper", "faulring_twoR_b"}) {
    const Json reference = read_trajectory(file);
    const Json& p = reference["parameters"];
    const Json& o = p["operator"];
    const double l = p["l"].get<double>(), s1 = p["base"][0].get<double>(), s2 = p["base"][1].get<double>();
    MovingModel links("models/two_links_on_a_circle/two_links_on_a_circle.yaml",
                      {fmt::format("m={}", p["m"].get<double>()), fmt::format("l={}", l),
                       fmt::format("r_c={}", p["r_c"].get<double>()), fmt::format("s_1={}", s1),
                       fmt::format("s_2={}", s2), fmt::format("b={}", p["b_joint"].get<double>())},
                      fine());
    const Json& rows = reference["trajectory"]["rows"];
    links.begin_at(Json(std::vector<Json>(rows[0].begin() + 1, rows[0].end())));
    const auto number = [&](const char* name) { return o[name].get<double>(); };
    links.simulation.motion().drive = [&](double t, std::span<const double> y, std::span<double> f) {
      f[0] = f[1] = 0;
      if (links.simulation.time() > number("t_release") - 1e-9) return;
      const double c1 = std::cos(y[0]), d1 = std::sin(y[0]), c2 = std::cos(y[0] + y[1]), d2 = std::sin(y[0] + y[1]);
      const double x = s1 + l * (c1 + c2), z = s2 + l * (d1 + d2);
      const double vx = -l * (d1 * y[2] + d2 * (y[2] + y[3])), vz = l * (c1 * y[2] + c2 * (y[2] + y[3]));
      const double a = std::atan2(z, x), tx = -std::sin(a), tz = std::cos(a);
      const double along = number("c_h") * (number("v_des") - (vx * tx + vz * tz));
      const double out = number("Fr") * std::sin(number("w_r") * t);
      f[0] = along * tx + out * std::cos(a);
      f[1] = along * tz + out * std::sin(a);
    };
    links.start();
    links.expect_motion(rows, agreement);
  }
}

TEST(FourBar, turns_as_the_reference_in_absolute_coordinates) {
  for (const char* file : {"gillespie_fourbar_A", "gillespie_fourbar_B"}) {
    const Json reference = read_trajectory(file);
    const Json& p = reference["parameters"];
    std::vector<std::string> set = settings(p, {"assembly", "tau", "f10", "u10", "t_end"});
    for (std::size_t i = 0; i < 3; ++i) set.push_back(fmt::format("m_{}={}", i + 1, p["m"][i].get<double>()));
    MovingModel bars("models/four_bar/four_bar_absolute.yaml", set, fine());
    const Json& rows = reference["trajectory"]["rows"];
    bars.begin_at(Json(std::vector<Json>(rows[0].begin() + 1, rows[0].end())));
    bars.start();
    bars.expect_motion(rows, 1e-6);  // velocities of this one are known to 1e-6
    EXPECT_LT(bars.simulation.motion().configuration_error(), 1e-12);
  }
}

}  // namespace
}  // namespace tangible
