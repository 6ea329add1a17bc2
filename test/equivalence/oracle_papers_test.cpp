// SPDX-License-Identifier: Apache-2.0
// The examples of Faulring et al., of Parsa and of Gillespie & Colgate against outside numbers.
#include <filesystem>
#include <iterator>

#include "equivalence/oracle.h"

namespace tangible {
namespace {

const std::vector<std::string> inertias{"Jxx", "Jyy", "Jzz"};
const std::vector<std::string> wrench{"f1", "f2", "f3", "f4", "f5", "f6"};

void set_spring(ModelUnderTest& body, const Json& spring) {
  body.set("k_t", spring["k_t"]);
  body.set("k_r", spring["k_r"]);
  body.set_list({"p_1", "p_2", "p_3"}, spring["p_o"]);
  body.set_list({"o_4", "o_5", "o_6"}, spring["euler_o"]);
}

double kinetic_energy(const Json& mass, const Json& speeds) {
  const std::vector<double> u = numbers(speeds), p = numbers(times(mass, speeds));
  double twice = 0;
  for (std::size_t i = 0; i < u.size(); ++i) twice += u[i] * p[i];
  return twice / 2;
}

void expect_same_free_body(const std::string& oracle) {
  ModelUnderTest body("models/faulring_rigid_body/faulring_rigid_body.yaml");
  for (const Json& s : read_oracle(oracle)["states"]) {
    for (const char* name : {"m", "b_t", "b_r"}) body.set(name, s[name]);
    body.set("g", 0);
    body.set_list(inertias, s["J"]);
    set_spring(body, s);
    body.set_coordinates(s["q"]);
    body.set_speeds(s["qd"]);
    const Json ours = body.under({});
    expect_equal("M", ours["F_r_star"]["mass_matrix"], s["M"]);
    expect_equal("C qd", ours["F_r_star"]["velocity_terms"], negated(s["C_qd"]));
    expect_equal("damping and spring", ours["F_r"], negated(plus(s["tau_d_q"], s["tau_s_q"])));
    expect_equal("kinetic energy", ours["energy"]["kinetic"], s["T"]);
  }
}

TEST(Oracle, rigid_body_in_zxz_angles_matches_the_reference) { expect_same_free_body("faulring_rigidbody_a"); }
TEST(Oracle, rigid_body_of_other_parameters_matches_the_reference) { expect_same_free_body("faulring_rigidbody_b"); }

// M qdd + C qd = tau + A^T lambda, A qdd + Adot qd = 0.
void expect_same_constrained(const Json& ours, const Json& s, const std::vector<std::string>& rows) {
  expect_equal("M", ours["F_r_star"]["mass_matrix"], s["M"]);
  expect_equal("C qd", ours["F_r_star"]["velocity_terms"], negated(times(s["C"], s["qd"])));
  expect_equal("tau", ours["F_r"], s["tau"]);
  expect_equal("A", coefficients(ours, rows), s["A"]);
  expect_equal("Adot qd", rate_remainders(ours, rows), times(s["Adot"], s["qd"]));
  expect_equal("lambda", forces(ours, rows), s["lambda"]);
  expect_equal("qdd", ours["udot"], s["qdd"]);
  expect_equal("kinetic energy", ours["energy"]["kinetic"], kinetic_energy(s["M"], s["qd"]));
}

void expect_same_body(const std::string& path, const std::string& name, const std::vector<std::string>& rows) {
  ModelUnderTest body(path);
  const Json oracle = read_oracle(name);
  const Json& p = oracle["parameters"];
  for (const char* own : {"m", "b_t", "b_r", "g"}) body.set(own, p[own]);
  if (p.contains("r_d")) body.set("r_d", p["r_d"]);
  if (p.contains("r_s")) body.set("r_s", p["r_s"]);
  if (p.contains("center")) body.set_list({"s_1", "s_2", "s_3"}, p["center"]);
  body.set_list(inertias, p["J"]);
  if (p.contains("spring")) set_spring(body, p["spring"]);
  for (const Json& s : oracle["states"]) {
    body.set_list(wrench, s["f_x"]);
    body.set_coordinates(s["q"]);
    body.set_speeds(s["qd"]);
    expect_same_constrained(body.under(rows), s, rows);
  }
}

const std::vector<std::string> disk_rows{"height", "upright", "rolls_x", "rolls_y"};
const std::vector<std::string> sphere_rows{"touch_x", "touch_y", "touch_z"};

TEST(Oracle, upright_disk_of_the_paper_matches_the_reference) {
  expect_same_body("models/upright_rolling_disk/upright_rolling_disk.yaml", "faulring_disk_paper", disk_rows);
}
TEST(Oracle, upright_disk_with_unequal_inertias_and_a_spring_matches_the_reference) {
  expect_same_body("models/upright_rolling_disk/upright_rolling_disk.yaml", "faulring_disk_aniso", disk_rows);
}
TEST(Oracle, disk_on_a_sphere_of_the_paper_matches_the_reference) {
  expect_same_body("models/disk_on_sphere/disk_on_sphere.yaml", "faulring_sphere_paper", sphere_rows);
}
TEST(Oracle, disk_on_a_sphere_with_unequal_inertias_and_a_spring_matches_the_reference) {
  expect_same_body("models/disk_on_sphere/disk_on_sphere.yaml", "faulring_sphere_aniso", sphere_rows);
}

void expect_same_links_on_a_circle(const std::string& name) {
  ModelUnderTest links("models/two_links_on_a_circle/two_links_on_a_circle.yaml");
  const Json oracle = read_oracle(name);
  const Json& p = oracle["parameters"];
  for (const char* own : {"m", "l", "r_c"}) links.set(own, p[own]);
  links.set("b", p["b_joint"]);
  links.set_list({"s_1", "s_2"}, p["base"]);
  for (const Json& s : oracle["states"]) {
    links.set("f1", s["f_x"][0]);
    links.set("f2", s["f_x"][1]);
    links.set_coordinates(s["q"]);
    links.set_speeds(s["qd"]);
    expect_same_constrained(links.under({"circle"}), s, {"circle"});
  }
}

TEST(Oracle, two_links_of_the_paper_on_a_circle_match_the_reference) {
  expect_same_links_on_a_circle("faulring_twoR_paper");
}
TEST(Oracle, two_links_with_the_elbow_on_the_other_side_match_the_reference) {
  expect_same_links_on_a_circle("faulring_twoR_b");
}

void set_wrenches(ModelUnderTest& arm, const Json& wrenches) {
  for (std::size_t i = 0; i < wrenches.size(); ++i) {
    const std::string k = std::to_string(i + 1);
    arm.set_list({"n_" + k + "x", "n_" + k + "y", "n_" + k + "z", "f_" + k + "x", "f_" + k + "y", "f_" + k + "z"},
                 wrenches[i]);
  }
}

// M' - 2C, with M' of the reference.
void expect_skew(const Json& mass_rate, const Json& c) {
  for (std::size_t r = 0; r < mass_rate.size(); ++r)
    for (std::size_t s = 0; s < mass_rate.size(); ++s)
      EXPECT_NEAR(mass_rate[r][s].get<double>(), c[r][s].get<double>() + c[s][r].get<double>(), 1e-12);
}

// M qdd + h = f_nc + f_c; the parameters are those of the model file.
void expect_same_arm(const std::string& path, const std::string& name, const std::string& row) {
  ModelUnderTest arm(path);
  for (const Json& s : read_oracle(name)["states"]) {
    arm.set_list({"tau_1", "tau_2", "tau_3"}, s["tau"]);
    set_wrenches(arm, s["wrench_body"]);
    arm.set_coordinates(s["q"]);
    arm.set_speeds(s["qd"]);
    const Json ours = arm.under({});
    expect_equal("M", ours["F_r_star"]["mass_matrix"], s["M"]);
    expect_equal("h", ours["F_r_star"]["velocity_terms"], negated(s["h"]));
    expect_equal("C", ours["C"], s["C"]);
    expect_skew(s["Mdot"], ours["C"]);
    expect_equal("F_r", ours["F_r"], plus(s["f_nc"], s["f_c"]));
    expect_equal("qdd", ours["udot"], s["qdd"]);
    expect_equal("T", ours["energy"]["kinetic"], s["T"]);
    expect_equal("V", ours["energy"]["potential"], s["V"]);
    const Json& c = s["constrained"];
    arm.set("t", c["t"]);
    arm.set_speeds(c["qd"]);
    const Json held = arm.under({row});
    expect_equal("A", coefficients(held, {row}), c["A"]);
    expect_equal("b", held["rows"][row]["constant"], negated(c["b"]));
    expect_equal("bdot - Adot qd", rate_remainders(held, {row}), negated(c["bdot_minus_Adot_qd"]));
    expect_equal("qdd", held["udot"], c["qdd"]);
    expect_equal("lambda", forces(held, {row}), c["lambda"]);
  }
}

TEST(Oracle, arm_on_a_moving_plane_matches_the_reference) {
  expect_same_arm("models/three_link_arm/three_link_arm_zyx.yaml", "parsa_arm_zyx", "moving_plane");
}
TEST(Oracle, arm_with_a_knife_edge_matches_the_reference) {
  expect_same_arm("models/three_link_arm/three_link_arm_zyy.yaml", "parsa_arm_zyy", "knife");
}

void set_four_bar(ModelUnderTest& linkage, const Json& p) {
  for (const char* own : {"a", "b", "c", "d", "g"}) linkage.set(own, p[own]);
  linkage.set_list({"m_1", "m_2", "m_3"}, p["m"]);
}

// M qdd + Phi_q^T lambda = Q, Phi_q qdd = gamma.
void expect_same_four_bar(const std::string& name) {
  ModelUnderTest linkage("models/four_bar/four_bar_absolute.yaml");
  const Json oracle = read_oracle(name);
  set_four_bar(linkage, oracle["parameters"]);
  const std::vector<std::string> rows{"pin_a.x", "pin_a.y", "pin_b.x", "pin_b.y",
                                      "pin_c.x", "pin_c.y", "pin_d.x", "pin_d.y"};
  for (const Json& s : oracle["states"]) {
    linkage.set("tau", s["tau"]);
    linkage.set_coordinates(s["q"]);
    linkage.set_speeds(s["v"]);
    const Json ours = linkage.under(rows);
    expect_equal("Phi_q", coefficients(ours, rows), s["Phi_q"]);
    expect_equal("gamma", rate_remainders(ours, rows), negated(s["gamma"]));
    expect_equal("Q", ours["forcing"], s["Q"]);
    expect_equal("qdd", ours["udot"], s["qdd"]);
    expect_equal("lambda", forces(ours, rows), negated(s["lambda"]));
    expect_equal("T", ours["energy"]["kinetic"], s["T"]);
    expect_equal("V", ours["energy"]["potential"], s["V"]);
  }
}

TEST(Oracle, four_bar_in_absolute_coordinates_matches_the_reference) { expect_same_four_bar("gillespie_fourbar_A"); }
TEST(Oracle, four_bar_of_the_other_assembly_matches_the_reference) { expect_same_four_bar("gillespie_fourbar_B"); }

TEST(Oracle, four_bar_in_three_angles_has_the_effective_inertia_of_the_reference) {
  ModelUnderTest linkage("models/four_bar/four_bar.yaml");
  for (const char* name : {"gillespie_fourbar_A", "gillespie_fourbar_B"}) {
    const Json oracle = read_oracle(name);
    set_four_bar(linkage, oracle["parameters"]);
    for (const Json& s : oracle["states"]) {
      linkage.set("tau", s["tau"]);
      linkage.set_coordinates(Json{s["q"][2], s["q"][5], s["q"][8]});
      linkage.set_speeds(Json{s["v"][2], s["v"][5], s["v"][8]});
      const Json ours = linkage.under({"close.x", "close.y"});
      expect_equal("effective inertia", ours["embedded"]["mass_matrix"], s["effective_inertia"]);
      expect_equal("udot", ours["udot"], Json{s["qdd"][2], s["qdd"][5], s["qdd"][8]});
      expect_equal("T", ours["energy"]["kinetic"], s["T"]);
      expect_equal("V", ours["energy"]["potential"], s["V"]);
    }
  }
}

// The pendulum with its wall as a row, for the motion along the wall.
std::string pendulum_held_to_the_wall() {
  std::ifstream file("models/double_pendulum/double_pendulum.yaml");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  text += "\nconstraints:\n  held: {configuration: \"x_w - dot(p(O, T), N.x)\", active: false}\n";
  const std::string path = (std::filesystem::temp_directory_path() / "tangible_held_pendulum.yaml").string();
  std::ofstream(path) << text;
  return path;
}

void expect_same_pendulum(const std::string& name) {
  const std::string path = pendulum_held_to_the_wall();
  ModelUnderTest pendulum(path);
  std::filesystem::remove(path);
  const Json oracle = read_oracle(name);
  const Json& p = oracle["parameters"];
  for (const char* own : {"g", "x_w"}) pendulum.set(own, p[own]);
  pendulum.set_list({"l_1", "l_2"}, p["l"]);
  pendulum.set_list({"m_1", "m_2"}, p["m"]);
  pendulum.set_list({"b_1", "b_2"}, p["b_joint"]);
  for (const Json& s : oracle["states"]) {
    pendulum.set_coordinates(s["q"]);
    pendulum.set_speeds(s["v"]);
    const Json free = pendulum.under({});
    expect_equal("M", free["F_r_star"]["mass_matrix"], s["M"]);
    expect_equal("rhs", free["forcing"], s["rhs"]);
    expect_equal("qdd", free["udot"], s["qdd_free"]);
    expect_equal("energy", free["energy"]["total"], s["energy"]);
    expect_equal("G", coefficients(free, {"held"}), s["G"]);
    expect_equal("gap", free["rows"]["held"]["configuration"], s["gap"]);
    expect_equal("gap rate", free["rows"]["held"]["value"], s["gap_rate"]);
    expect_equal("Gdot v", rate_remainders(free, {"held"}), s["Gdot_v"]);
    if (!s.contains("sliding")) continue;
    pendulum.set_speeds(s["sliding"]["v"]);
    const Json held = pendulum.under({"held"});
    expect_equal("locked qdd", held["udot"], s["sliding"]["qdd_if_locked"]);
    expect_equal("multiplier", forces(held, {"held"}), s["sliding"]["multiplier_if_locked"]);
  }
}

TEST(Oracle, double_pendulum_matches_the_reference_free_and_held_to_the_wall) {
  expect_same_pendulum("gillespie_wall_e0");
}
TEST(Oracle, double_pendulum_of_other_parameters_matches_the_reference) { expect_same_pendulum("gillespie_wall_e06"); }

}  // namespace
}  // namespace tangible
