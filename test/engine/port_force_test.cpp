// SPDX-License-Identifier: Apache-2.0
// Forces that hold by the choice of speeds, and reactions of joints, include what a hand does: a wrench on a port gives
// them the values that the same wrench gives as a load of the model file. In outputs, triggers, records, snapshots and
// by name.
#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>

#include "engine/simulation.h"
#include "simulation/record.h"

namespace tangible {
namespace {

std::vector<std::string> files_of_library() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("models"))
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  return paths;
}

// A point of the model file where a port can be, and a load.
struct Site {
  std::string port, point, body;  // body: torques act there; none: only forces
};

bool is_name(const YAML::Node& node) {
  return node && node.IsScalar() &&
         node.Scalar().find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") ==
             std::string::npos;
}

std::vector<Site> sites_of(const YAML::Node& file) {
  std::vector<Site> sites;
  for (const auto& handle : file["handles"])
    if (is_name(handle.second["at"])) sites.push_back({handle.first.Scalar(), handle.second["at"].Scalar(), ""});
  for (const auto& body : file["bodies"])
    if (body.second.IsMap() && is_name(body.second["center"]))
      sites.push_back({body.first.Scalar(), body.second["center"].Scalar(), body.first.Scalar()});
  return sites;
}

// All reactions and forces of rows as outputs; and, if there is a site, a load there with six inputs.
std::string with_outputs(const std::string& path, const std::vector<std::string>& forces, const Site* site) {
  YAML::Node file = YAML::LoadFile(path);
  for (std::size_t i = 0; i < forces.size(); ++i) file["outputs"]["seen_" + std::to_string(i)] = forces[i];
  if (site != nullptr) {
    for (const char* name : {"hand_x", "hand_y", "hand_z"}) file["inputs"][name] = "N";
    file["loads"]["hand_force"]["force"] = "hand_x*N.x + hand_y*N.y + hand_z*N.z";
    file["loads"]["hand_force"]["at"] = site->point;
  }
  if (site != nullptr && !site->body.empty()) {
    for (const char* name : {"hand_a", "hand_b", "hand_c"}) file["inputs"][name] = "N*m";
    file["loads"]["hand_torque"]["torque"] = "hand_a*N.x + hand_b*N.y + hand_c*N.z";
    file["loads"]["hand_torque"]["body"] = site->body;
  }
  return YAML::Dump(file);
}

Simulation begin(const Model& model) {
  SimulationOptions options;
  options.method = Method::rk4;
  options.step = 1e-3;
  options.ports = 1;
  return Simulation(model, options);
}

// The same free motion up to the instant at which forces are compared.
void advance(Simulation& run) {
  for (int k = 0; k < 20; ++k) ASSERT_EQ(run.tick(), SimulationStatus::ok);
}

void evaluate(Simulation& run) {
  SimulationLoop& loop = run.loop();
  (void)loop.motion().evaluate(loop.time(), loop.state());
}

struct Comparison {
  int values = 0, changed = 0;
};

// By name of an output, or of a built-in row.
struct Forces {
  std::vector<std::string> outputs;  // as written in the model file
  std::vector<std::string> rows;

  std::vector<double> of(Simulation& run) const {
    std::vector<double> values;
    for (std::size_t i = 0; i < outputs.size(); ++i) values.push_back(run.value("seen_" + std::to_string(i)));
    for (const std::string& row : rows) values.push_back(run.force(row));
    return values;
  }
};

void set_inputs(Simulation& run, const Wrench& w, bool turns) {
  run.set_input("hand_x", w.force.x);
  run.set_input("hand_y", w.force.y);
  run.set_input("hand_z", w.force.z);
  if (!turns) return;
  run.set_input("hand_a", w.torque.x);
  run.set_input("hand_b", w.torque.y);
  run.set_input("hand_c", w.torque.z);
}

void compare(const std::string& path, const Forces& forces, const Site& site, Comparison& count) {
  Simulation held = begin(load_text(with_outputs(path, forces.outputs, nullptr), path));
  Simulation loaded = begin(load_text(with_outputs(path, forces.outputs, &site), path));
  advance(held);
  advance(loaded);
  const std::vector<double> free = forces.of(held);
  Port& port = held.port(site.port);
  port.hold({{2, -3, 1.5}, site.body.empty() ? Vec3{} : Vec3{0.3, -0.1, 0.2}});
  evaluate(held);
  set_inputs(loaded, port.wrench(), !site.body.empty());
  evaluate(loaded);
  const std::vector<double> by_port = forces.of(held), by_load = forces.of(loaded);
  double scale = 1;
  for (const double f : by_load) scale = std::max(scale, std::abs(f));
  for (std::size_t i = 0; i < free.size(); ++i) {
    EXPECT_NEAR(by_port[i], by_load[i], 1e-12 * scale) << path << " " << site.port << ", force " << i;
    ++count.values;
    if (std::abs(by_port[i] - free[i]) > 1e-6 * scale) ++count.changed;
  }
}

TEST(PortForce, built_in_rows_have_the_forces_that_a_load_gives) {
  Comparison count;
  for (const std::string& path : files_of_library()) {
    const Model model = load(path);
    const YAML::Node file = YAML::LoadFile(path);
    Forces forces;
    for (const ModelDescription::Constraint& c : model.description().constraints) {
      if (!c.is_built_in) continue;
      forces.rows.push_back(c.name);
      if (file["constraints"] && file["constraints"][c.name]) forces.outputs.push_back("force(" + c.name + ")");
    }
    if (forces.rows.empty()) continue;
    for (const Site& site : sites_of(file)) compare(path, forces, site, count);
  }
  EXPECT_GT(count.changed, 10);
  std::printf("built-in rows: %d values, %d changed by the wrench\n", count.values, count.changed);
}

// Of every point in the point it is from, and of every frame in the frame it is in.
TEST(PortForce, reactions_of_joints_are_those_that_a_load_gives) {
  Comparison count;
  for (const char* path :
       {"models/double_pendulum/double_pendulum.yaml", "models/four_bar/four_bar.yaml", "models/wall/wall.yaml",
        "models/shopping_cart/shopping_cart.yaml", "models/gyroscope/gyroscope.yaml",
        "models/two_revolute_robot/two_revolute_robot.yaml", "models/three_link_arm/three_link_arm_zyx.yaml"}) {
    const YAML::Node file = YAML::LoadFile(path);
    Forces forces;
    for (const auto& point : file["points"])
      for (const char* axis : {"x", "y", "z"})
        forces.outputs.push_back("dot(force(" + point.first.Scalar() + "), N." + axis + ")");
    for (const auto& frame : file["frames"])
      for (const char* axis : {"x", "y", "z"})
        forces.outputs.push_back("dot(torque(" + frame.first.Scalar() + "), N." + axis + ")");
    for (const auto& link : file["links"])
      for (const char* axis : {"x", "y", "z"}) {
        forces.outputs.push_back("dot(force(" + link.first.Scalar() + "), N." + axis + ")");
        forces.outputs.push_back("dot(torque(" + link.first.Scalar() + "), N." + axis + ")");
      }
    for (const Site& site : sites_of(file)) compare(path, forces, site, count);
  }
  EXPECT_GT(count.changed, 100);
  std::printf("reactions: %d values, %d changed by the wrench\n", count.values, count.changed);
}

// A sideways push on the bar of the cart, which its rear wheels bear.
constexpr const char* held_cart = "models/shopping_cart/shopping_cart.yaml";

TEST(PortForce, a_trigger_fires_by_the_force_of_a_hand) {
  YAML::Node file = YAML::LoadFile(held_cart);
  file["discrete"]["slips"] = 0;
  file["events"] = YAML::Load("{slip: {when: force(rear_wheels) < -50 N, do: [{set: {slips: 1}}]}}");
  Simulation run = begin(load_text(YAML::Dump(file), held_cart));
  Port& grip = run.port("grip");
  for (const auto& [push, slips] : {std::pair{30.0, 0.0}, {60.0, 1.0}}) {
    grip.hold({{0, push, 0}, {}});
    for (int k = 0; k < 20; ++k) ASSERT_EQ(run.tick(), SimulationStatus::ok);
    EXPECT_EQ(run.value("slips"), slips) << push << " N, " << run.force("rear_wheels") << " N";
  }
}

TEST(PortForce, records_and_snapshots_show_the_same) {
  const Model model = load(held_cart);
  Simulation run = begin(model);
  run.port("grip").hold({{0, 40, 0}, {}});
  const double force = run.force("rear_wheels");
  EXPECT_LT(force, -35);
  run.publish();
  std::vector<double> numbers(run.snapshot_layout().size);
  run.snapshots()->read(numbers);
  EXPECT_EQ(numbers[run.snapshot_layout().values.built_in_forces[0]], force);
  RunOptions options;
  options.until = 0.01;
  options.every = 0.001;
  const Record record = tangible::run(run.loop(), options);
  EXPECT_EQ(record.column("force(rear_wheels)").front(), force);
  EXPECT_EQ(record.column("force(rear_wheels)").back(), run.force("rear_wheels"));
}

// The nose of the cart at a rail with friction. The rail's force as a load gives the same force of the rear wheels.
TEST(PortForce, contacts_load_built_in_rows_too) {
  YAML::Node rail = YAML::LoadFile(held_cart), load = YAML::LoadFile(held_cart);
  for (YAML::Node* file : {&rail, &load})
    (*file)["initial"] = YAML::Load("{q2: -0.089850075, q3: 0.1 rad, q4: 20 deg, u1: -0.2}");
  rail["contacts"] = YAML::Load(
      "{rail: {gap: 'dot(p(O, P2), N.y)', at: P2, normal: N.y, tangents: [N.x], restitution: 0, friction: 0.3}}");
  load["inputs"]["along"] = "N";
  load["inputs"]["across"] = "N";
  load["loads"]["rail"] = YAML::Load("{force: along*N.x + across*N.y, at: P2}");
  Simulation touching = begin(load_text(YAML::Dump(rail), held_cart)),
             loaded = begin(load_text(YAML::Dump(load), held_cart));
  touching.set_input("tau", -30);
  for (int k = 0; k < 20; ++k) ASSERT_EQ(touching.tick(), SimulationStatus::ok);
  const std::vector<double> forces = touching.forces("rail");
  ASSERT_EQ(forces.size(), 2u);
  EXPECT_GT(forces[0], 10);
  EXPECT_NEAR(std::abs(forces[1]), 0.3 * forces[0], 1e-9);
  const std::span<const double> y = std::as_const(touching).loop().state();
  loaded.reset(y.first(4), y.subspan(4, 3));
  loaded.set_input("tau", -30);
  loaded.set_input("across", forces[0]);
  loaded.set_input("along", forces[1]);
  evaluate(loaded);
  EXPECT_NEAR(loaded.force("front_wheel"), touching.force("front_wheel"), 1e-10);
  EXPECT_NEAR(loaded.force("rear_wheels"), touching.force("rear_wheels"), 1e-10);
  EXPECT_LT(loaded.force("rear_wheels"), -10);
}

}  // namespace
}  // namespace tangible
