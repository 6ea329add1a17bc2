// SPDX-License-Identifier: Apache-2.0
// The worked examples of Gillespie and of Buffinton against outside numbers.
#include "equivalence/oracle.h"

namespace tangible {
namespace {

const std::string models = "models/";

// M, F_r, velocity terms, and what follows from them without constraints or with any.
void expect_same_equations(const Json& ours, const Json& reference) {
  expect_equal("M", ours["F_r_star"]["mass_matrix"], reference["M"]);
  expect_equal("udot", ours["udot"], reference["udot"]);
  if (reference.contains("Fr")) expect_equal("F_r", ours["F_r"], reference["Fr"]);
  if (reference.contains("Frstar_vel"))
    expect_equal("velocity terms", ours["F_r_star"]["velocity_terms"], reference["Frstar_vel"]);
  if (reference.contains("forcing")) expect_equal("forcing", ours["forcing"], reference["forcing"]);
  if (reference.contains("qdot")) expect_equal("qdot", ours["qdot"], reference["qdot"]);
  if (!reference.contains("Frstar")) return;
  const Json inertial = negated(times(ours["F_r_star"]["mass_matrix"], Json(numbers(ours["udot"]))));
  expect_equal("F_r*", plus(inertial, ours["F_r_star"]["velocity_terms"]), reference["Frstar"]);
}

void expect_same_embedding(const Json& ours, const Json& reference, const std::vector<std::string>& rows) {
  expect_equal("A_B", coefficients(ours, rows), reference["A_B"]);
  expect_equal("D", ours["D"], reference["D"]);
  expect_equal("embedded mass", ours["embedded"]["mass_matrix"], reference["M_tilde"]);
  expect_equal("embedded forcing", ours["embedded"]["forcing"], reference["forcing_tilde"]);
}

TEST(Oracle, disk_on_a_ramp_matches_the_reference_while_it_slides) {
  ModelUnderTest disk(models + "disk_on_ramp/disk_on_ramp.yaml");
  const Json oracle = read_oracle("ex1_disk_ramp");
  for (const Json& s : oracle["states"]) {
    if (s["mode"] != "sliding") continue;
    disk.set_all(s["params"]);
    disk.set_coordinates(s["q"]);
    disk.set_speeds(s["u"]);
    const Json ours = disk.under({});
    expect_same_equations(ours, s);
    expect_equal("energy", ours["energy"]["total"], s["energy"]);
  }
}

TEST(Oracle, disk_on_a_ramp_matches_the_reference_while_it_rolls) {
  ModelUnderTest disk(models + "disk_on_ramp/disk_on_ramp.yaml");
  const Json oracle = read_oracle("ex1_disk_ramp");
  for (const Json& s : oracle["states"]) {
    if (s["mode"] != "rolling") continue;
    disk.set_all(s["params"]);
    disk.set("rolls", 1);
    disk.set_coordinates(s["q"]);
    disk.set_speeds(s["u"]);
    const Json ours = disk.under({"rolling"});
    expect_same_equations(ours, s);
    expect_same_embedding(ours, s, {"rolling"});
    expect_equal("friction", ours["constraint_forces"]["rolling"], -s["F_f"].get<double>());
    expect_equal("energy", ours["energy"]["total"], s["energy"]);
  }
}

TEST(Oracle, spherical_wrist_matches_the_reference_in_body_speeds) {
  ModelUnderTest wrist(models + "spherical_wrist/spherical_wrist.yaml");
  for (const Json& s : read_oracle("ex2_wrist")["states"]) {
    wrist.set_all(s["params"]);
    wrist.set_coordinates(s["q"]);
    wrist.set_speeds(s["omega_speeds"]["u"]);
    const Json ours = wrist.under({});
    expect_same_equations(ours, s["omega_speeds"]);
    expect_equal("W", ours["W"], s["W"]);
    expect_equal("energy", ours["energy"]["total"], s["energy"]);
  }
}

TEST(Oracle, spherical_wrist_matches_the_reference_in_coordinate_rates) {
  ModelUnderTest wrist(models + "spherical_wrist/spherical_wrist_rates.yaml");
  for (const Json& s : read_oracle("ex2_wrist")["states"]) {
    wrist.set_all(s["params"]);
    wrist.set_coordinates(s["q"]);
    wrist.set_speeds(s["qdot_speeds"]["u"]);
    const Json ours = wrist.under({});
    expect_same_equations(ours, s["qdot_speeds"]);
    expect_equal("energy", ours["energy"]["total"], s["energy"]);
  }
}

void expect_same_cart(const std::string& mode, const std::vector<std::string>& front_rows) {
  ModelUnderTest cart(models + "shopping_cart/shopping_cart.yaml");
  for (const Json& s : read_oracle("ex3_cart")["states"]) {
    const Json& reference = s["modes"][mode];
    cart.set_all(s["params"]);
    cart.set_coordinates(s["q"]);
    cart.set_speeds(reference["u"]);
    const Json ours = cart.under(front_rows);
    expect_same_equations(ours, reference);
    expect_equal("kinetic energy", ours["energy"]["kinetic"], reference["kinetic_energy"]);
    expect_equal("rear wheels", ours["constraint_forces"]["rear_wheels"], reference["R_rear"]);
    if (front_rows.empty()) continue;
    expect_same_embedding(ours, reference, front_rows);
    expect_equal("front wheel", ours["constraint_forces"]["front_wheel"], reference["R_front"]);
    if (front_rows.size() == 2)
      expect_equal("caster", ours["constraint_forces"]["caster_sticks"], reference["tau_caster"]);
  }
}

TEST(Oracle, cart_with_slipping_front_wheel_matches_the_reference) { expect_same_cart("unconstrained", {}); }
TEST(Oracle, cart_with_free_caster_matches_the_reference) { expect_same_cart("free", {"front_wheel"}); }
TEST(Oracle, cart_with_sticking_caster_matches_the_reference) {
  expect_same_cart("stick", {"front_wheel", "caster_sticks"});
}

TEST(Oracle, two_revolute_robot_matches_the_reference) {
  ModelUnderTest robot(models + "two_revolute_robot/two_revolute_robot.yaml");
  for (const Json& s : read_oracle("ex4_two_revolute")["states"]) {
    robot.set_all(s["params"], {"m3"});  // belongs to the grasped load
    robot.set_coordinates(s["q"]);
    robot.set_speeds(s["u"]);
    const Json ours = robot.under({});
    expect_same_equations(ours, s);
    expect_equal("energy", ours["energy"]["total"], s["energy"]);
  }
}

TEST(Oracle, revolute_prismatic_robot_matches_the_reference) {
  ModelUnderTest robot(models + "revolute_prismatic_robot/revolute_prismatic_robot.yaml");
  for (const Json& s : read_oracle("ex6_revolute_prismatic")["states"]) {
    robot.set_all(s["params"]);
    robot.set_coordinates(s["q"]);
    robot.set_speeds(s["u"]);
    const Json ours = robot.under({});
    expect_same_equations(ours, s);
    expect_equal("energy", ours["energy"]["total"], s["energy"]);
  }
}

TEST(Oracle, robot_that_grasps_a_load_in_a_slot_matches_the_reference) {
  ModelUnderTest robot(models + "grasping_robot/grasping_robot.yaml");
  for (const Json& s : read_oracle("ex5_grasp_slot")["states"]) {
    robot.set_all(s["params"]);
    robot.set("h", s["slot_height"]);
    robot.set_coordinates(s["q"]);
    robot.set_speeds(s["u"]);
    const Json ours = robot.under({"grasp", "slot"});
    expect_same_equations(ours, s);
    expect_same_embedding(ours, s, {"grasp", "slot"});
    expect_equal("forces", forces(ours, {"grasp", "slot"}), Json{s["lambda_n1"], s["lambda_n2"]});
    expect_equal("energy", ours["energy"]["total"], s["energy"]);
  }
}

}  // namespace
}  // namespace tangible
