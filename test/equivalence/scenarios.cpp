// SPDX-License-Identifier: Apache-2.0
// Smooth motions: worked examples of Gillespie and Buffinton, Faulring's bodies, Parsa's arms, the four-bar.
#include "equivalence/scenarios.h"

#include <array>

namespace tangible {
namespace {

double get(const Json& json, const char* name) { return json[name].get<double>(); }
std::array<double, 3> three(const Json& json) { return {json[0], json[1], json[2]}; }

void set_three(std::vector<std::string>& set, const Json& values, std::array<const char*, 3> names) {
  for (std::size_t i = 0; i < 3; ++i) set.push_back(fmt::format("{}={}", names[i], values[i].get<double>()));
}

// A body in six coordinates, after Faulring.
Scenario faulring_body(const std::string& file, const std::string& model) {
  const Json reference = read_trajectory(file);
  const Json& p = reference["parameters"];
  Scenario s{file, model, settings(p, {"t_end"}), reference["trajectory"]["rows"]};
  set_three(s.set, p["J"], {"Jxx", "Jyy", "Jzz"});
  if (p.contains("center")) set_three(s.set, p["center"], {"s_1", "s_2", "s_3"});
  if (p.contains("spring")) {
    for (const std::string& setting : settings(p["spring"])) s.set.push_back(setting);
    set_three(s.set, p["spring"]["p_o"], {"p_1", "p_2", "p_3"});
    set_three(s.set, p["spring"]["euler_o"], {"o_4", "o_5", "o_6"});
  }
  s.reference = reference;
  s.step = 0.0025;
  return s;
}

using Drive = std::function<void(double t, std::span<const double> y, std::span<double> f)>;

// An operator whose hand lets go: its force still acts in the step that ends at the release.
void let_act_until(double release, MovingModel& moving, const Drive& hand) {
  SimulationLoop& simulation = moving.simulation;
  simulation.motion().drive = [&simulation, release, hand](double t, std::span<const double> y, std::span<double> f) {
    std::ranges::fill(f, 0.0);
    if (simulation.time() < release - 1e-9) hand(t, y, f);
  };
}

}  // namespace

std::unique_ptr<MovingModel> Scenario::begin(const SimulationOptions& options) const {
  auto moving = std::make_unique<MovingModel>("models/" + model + ".yaml", set, options);
  const std::size_t known = std::min(rows[0].size() - 1, moving->simulation.motion().energy_states_at());
  moving->begin_at(
      Json(std::vector<Json>(rows[0].begin() + 1, rows[0].begin() + 1 + static_cast<std::ptrdiff_t>(known))));
  if (!held.empty()) moving->hold(held);
  if (prepare) prepare(*moving);
  moving->start();
  return moving;
}

double Scenario::error_of(MovingModel& moving) const {
  const std::size_t columns = std::min(rows[0].size() - 1, moving.simulation.motion().energy_states_at());
  std::vector<double> scale(columns, 1.0);
  for (const Json& row : rows)
    for (std::size_t i = 0; i < columns; ++i) scale[i] = std::max(scale[i], std::abs(row[i + 1].get<double>()));
  double worst = 0;
  for (const Json& row : rows) {
    const SimulationStatus status = moving.simulation.run_to(row[0].get<double>());
    EXPECT_EQ(describe(status), std::string("ok")) << name << ", t = " << moving.simulation.time();
    if (status != SimulationStatus::ok) return INFINITY;
    for (std::size_t i = 0; i < columns; ++i)
      worst = std::max(worst, std::abs(moving.simulation.state()[i] - row[i + 1].get<double>()) / scale[i]);
  }
  return worst;
}

std::vector<Scenario> two_revolute_robot() {
  std::vector<Scenario> list;
  for (const Json& run : trajectories_of("ex4_two_revolute")) {
    Scenario s{run["name"], "two_revolute_robot/two_revolute_robot", settings(run["params"]), rows_of(run)};
    if (run["name"] == "driven, damped")
      s.prepare = [](MovingModel& robot) {
        const std::size_t shoulder = robot.input("T_A"), elbow = robot.input("T_AB");
        robot.simulation.motion().inputs()[robot.input("F_x")] = 1;
        robot.simulation.motion().inputs()[robot.input("F_y")] = -0.5;
        robot.simulation.motion().drive = [=](double t, std::span<const double>, std::span<double> inputs) {
          inputs[shoulder] = 12 * std::cos(t);
          inputs[elbow] = 5 * std::sin(2 * t);
        };
      };
    s.step = 0.0025;
    list.push_back(s);
  }
  return list;
}

std::vector<Scenario> grasping_robot() {
  const Json run = trajectories_of("ex5_grasp_slot")[0];
  return {{run["name"], "grasping_robot/grasping_robot", settings(run["params"], {"T_A", "T_AB", "F_x", "F_y"}),
           rows_of(run)}};
}

std::vector<Scenario> revolute_prismatic_robot() {
  std::vector<Scenario> list;
  for (const Json& run : trajectories_of("ex6_revolute_prismatic")) {
    Scenario s{run["name"], "revolute_prismatic_robot/revolute_prismatic_robot", settings(run["params"]), rows_of(run)};
    if (run["params"]["inputs"] != "T_A = 0, F_AB = 0")
      s.prepare = [](MovingModel& robot) {
        const std::size_t shoulder = robot.input("T_A"), slide = robot.input("F_AB");
        robot.simulation.motion().drive = [=](double t, std::span<const double> y, std::span<double> inputs) {
          inputs[shoulder] = 3 * std::cos(t);
          inputs[slide] = -60 * (y[1] - 0.5) - 2 * y[3];
        };
      };
    list.push_back(s);
  }
  return list;
}

std::vector<Scenario> spherical_wrist() {
  std::vector<Scenario> list;
  for (const Json& run : trajectories_of("ex2_wrist")) {
    Scenario s{run["name"], "spherical_wrist/spherical_wrist",
               settings(run["params"], {"T1", "T2", "T3", "F1", "F2", "F3"}), rows_of(run)};
    s.step = 0.00125;
    s.prepare = [p = run["params"]](MovingModel& wrist) {
      for (const char* name : {"T1", "T2", "T3", "F1", "F2"})
        wrist.simulation.motion().inputs()[wrist.input(name)] = get(p, name);
    };
    list.push_back(s);
  }
  return list;
}

std::vector<Scenario> upright_disk() {
  std::vector<Scenario> list;
  for (const char* file : {"faulring_disk_paper", "faulring_disk_aniso"}) {
    Scenario s = faulring_body(file, "upright_rolling_disk/upright_rolling_disk");
    const Json o = s.reference["parameters"]["operator"];
    const double F0 = get(o, "F0"), w = get(o, "w"), S0 = get(o, "S0"), w_s = get(o, "w_s"), w_n = get(o, "w_n");
    const double Fn = get(o, "Fn"), N4 = get(o, "N4"), N6 = get(o, "N6"), release = get(o, "t_release");
    s.prepare = [=](MovingModel& disk) {
      let_act_until(release, disk, [=](double t, std::span<const double> y, std::span<double> f) {
        const double push = F0 * std::sin(w * t), side = S0 * std::sin(w_s * t), down = std::sin(w_n * t);
        f[0] = push * std::cos(y[3]) - side * std::sin(y[3]);
        f[1] = push * std::sin(y[3]) + side * std::cos(y[3]);
        f[2] = -Fn * down * down;
        f[3] = N4 * std::cos(w * t);
        f[5] = N6 * down;
      });
    };
    list.push_back(s);
  }
  return list;
}

std::vector<Scenario> disk_on_sphere() {
  std::vector<Scenario> list;
  for (const char* file : {"faulring_sphere_paper", "faulring_sphere_aniso"}) {
    Scenario s = faulring_body(file, "disk_on_sphere/disk_on_sphere");
    const Json o = s.reference["parameters"]["operator"];
    const auto a = three(o["a"]), wa = three(o["wa"]), b = three(o["b"]), wb = three(o["wb"]);
    const double radial = get(o, "Fr"), w_r = get(o, "w_r"), release = get(o, "t_release");
    s.prepare = [=](MovingModel& disk) {
      let_act_until(release, disk, [=](double t, std::span<const double> y, std::span<double> f) {
        const double s6 = std::sin(y[5]), out = radial * std::sin(w_r * t);
        const std::array<double, 3> normal{std::sin(y[3]) * s6, -std::cos(y[3]) * s6, std::cos(y[5])};
        for (std::size_t i = 0; i < 3; ++i) {
          f[i] = out * normal[i] + a[i] * std::sin(wa[i] * t);
          f[i + 3] = b[i] * std::sin(wb[i] * t);
        }
      });
    };
    list.push_back(s);
  }
  return list;
}

std::vector<Scenario> two_links_on_a_circle() {
  std::vector<Scenario> list;
  for (const char* file : {"faulring_twoR_paper", "faulring_twoR_b"}) {
    const Json reference = read_trajectory(file);
    const Json& p = reference["parameters"];
    const Json& o = p["operator"];
    const double l = get(p, "l"), s1 = p["base"][0], s2 = p["base"][1];
    const double c_h = get(o, "c_h"), v_des = get(o, "v_des"), Fr = get(o, "Fr"), w_r = get(o, "w_r");
    const double release = get(o, "t_release");
    Scenario s{file, "two_links_on_a_circle/two_links_on_a_circle", {}, reference["trajectory"]["rows"]};
    s.set = {fmt::format("m={}", get(p, "m")), fmt::format("l={}", l),    fmt::format("r_c={}", get(p, "r_c")),
             fmt::format("s_1={}", s1),        fmt::format("s_2={}", s2), fmt::format("b={}", get(p, "b_joint"))};
    s.prepare = [=](MovingModel& links) {
      let_act_until(release, links, [=](double t, std::span<const double> y, std::span<double> f) {
        const double c1 = std::cos(y[0]), d1 = std::sin(y[0]), c2 = std::cos(y[0] + y[1]), d2 = std::sin(y[0] + y[1]);
        const double vx = -l * (d1 * y[2] + d2 * (y[2] + y[3])), vz = l * (c1 * y[2] + c2 * (y[2] + y[3]));
        const double a = std::atan2(s2 + l * (d1 + d2), s1 + l * (c1 + c2)), tx = -std::sin(a), tz = std::cos(a);
        const double along = c_h * (v_des - (vx * tx + vz * tz)), out = Fr * std::sin(w_r * t);
        f[0] = along * tx + out * std::cos(a);
        f[1] = along * tz + out * std::sin(a);
      });
    };
    list.push_back(s);
  }
  return list;
}

// Free and constrained; tau_i = amp_i sin(w_i t), the parameters are those of the model file.
std::vector<Scenario> three_link_arm() {
  std::vector<Scenario> list;
  for (const auto& [axes, row] : {std::pair("zyx", "moving_plane"), std::pair("zyy", "knife")})
    for (const bool held : {false, true}) {
      const std::string file = std::string("parsa_arm_") + axes;
      const Json reference = read_trajectory(file);
      const Json& p = reference["parameters"];
      Scenario s{file,
                 std::string("three_link_arm/three_link_arm_") + axes,
                 {},
                 reference[held ? "trajectory_constrained" : "trajectory_free"]["rows"]};
      if (held) s.held = row;
      s.step = 0.005;
      s.prepare = [amplitude = three(p["tau_amp"]), frequency = three(p["tau_w"])](MovingModel& arm) {
        const std::array<std::size_t, 3> motor{arm.input("tau_1"), arm.input("tau_2"), arm.input("tau_3")};
        arm.simulation.motion().drive = [=](double t, std::span<const double>, std::span<double> inputs) {
          for (std::size_t i = 0; i < 3; ++i) inputs[motor[i]] = amplitude[i] * std::sin(frequency[i] * t);
        };
      };
      list.push_back(s);
    }
  return list;
}

std::vector<Scenario> four_bar() {
  std::vector<Scenario> list;
  for (const char* file : {"gillespie_fourbar_A", "gillespie_fourbar_B"}) {
    const Json reference = read_trajectory(file);
    const Json& p = reference["parameters"];
    Scenario s{file, "four_bar/four_bar_absolute", settings(p, {"assembly", "tau", "f10", "u10", "t_end"}),
               reference["trajectory"]["rows"]};
    set_three(s.set, p["m"], {"m_1", "m_2", "m_3"});
    s.step = list.empty() ? 2.5e-4 : 1.25e-4;  // the second turns faster
    s.agreement = 1e-6;                        // velocities of this one are known to 1e-6
    list.push_back(s);
  }
  return list;
}

}  // namespace tangible
