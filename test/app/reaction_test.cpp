// SPDX-License-Identifier: Apache-2.0
// Reactions of joints against closed forms and against Newton and Euler for every body by itself.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/evaluate_json.h"
#include "engine/evaluate_state.h"
#include "formulated.h"
#include "symbolic/equality.h"

namespace tangible {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

CurrentFormulation load_text(const std::string& text, const std::vector<std::string>& reactions) {
  const std::string path =
      testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name() + std::string(".yaml");
  std::ofstream(path) << text;
  ModelChoice options{path, {}};
  options.reactions = reactions;
  options.all_joints = true;
  return formulate_current(options);
}

Values values_of(const Formulation& model, const std::map<std::string, double>& numbers) {
  Values values{{model.mechanism->time(), 0.3}};
  for (const Parameter& p : model.mechanism->parameters()) values[p.symbol] = p.value;
  for (const auto& [name, number] : numbers) values[symbol(name)] = number;
  return values;
}

const ReactionEquation& component(const Formulation& model, const std::string& symbol_name) {
  for (const ReactionEquation& r : model.equations.reactions)
    if (r.symbol.name() == symbol_name) return r;
  throw std::runtime_error("no reaction " + symbol_name);
}

TEST(Reaction, a_rod_pulls_its_bob_with_weight_and_centrifugal_force) {
  const CurrentFormulation model = formulate_current({"models/pendulum/pendulum.yaml", {}, {"P"}});
  const Expr m = symbol("m"), L = symbol("L"), g = symbol("g"), q = symbol("q"), u = symbol("u");
  const ReactionEquation& pull = component(model, "force(P).y");  // along B.y, towards O
  EXPECT_TRUE(is_zero(pull.mass[0]));
  EXPECT_TRUE(is_zero(-pull.active - pull.inertia_velocity - (m * g * cos(q) + m * L * u * u)));
  const ReactionEquation& across = component(model, "force(P).x");
  EXPECT_TRUE(is_zero(across.mass[0] - m * L));
  EXPECT_TRUE(is_zero(-across.active - m * g * sin(q)));
  EXPECT_TRUE(is_zero(component(model, "force(P).z").mass[0]));
}

TEST(Reaction, a_joint_carries_nothing_along_its_freedom) {
  const CurrentFormulation model = formulate_current({"models/seven_revolute_arm/seven_revolute_arm.yaml", {}, {}, true});
  std::map<std::string, double> numbers;
  for (const Expr q : model.equations.kinematical.q)
    numbers[std::string(q.name())] = 0.1 * double(numbers.size()) + 0.2;
  for (const Expr u : model.equations.kinematical.u)
    numbers[std::string(u.name())] = 0.7 - 0.1 * double(numbers.size());
  for (const Input& i : model.mechanism->inputs()) numbers[i.name] = 0.4;
  const auto json = evaluate_to_json(model, {values_of(model, numbers), {}});
  for (const Link& link : model.mechanism->links()) {
    if (link.freedoms.empty()) continue;
    const Components axis = components(link.freedoms[0].axis, link.frame);
    double along = 0;
    double largest = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double torque = json["constraint_forces"]["torque(" + link.name + ")"][link.name][i];
      along += evaluate(axis[i], values_of(model, numbers)) * torque;
      largest = std::max(largest, std::abs(torque));
    }
    EXPECT_LT(std::abs(along), 1e-9 * std::max(1.0, largest)) << link.name;
  }
}

// A chain of a revolute, a universal and a sliding joint, its tip held by a row that comes and goes and a permanent
// one.
const char* const chain = R"yaml(
tangible: 1
parameters: {g: 9.81 m/s^2}
inputs: {tau: N*m}
bodies:
  first: {parent: ground, joint: revolute, axis: [1, 2, 2], coordinate: q1, at: [0.1 m, 0, 0.2 m], child_at: [0.05 m, 0, 0.02 m],
          mass: 1.3 kg, center: [0.2 m, 0.1 m, 0], inertia: {xx: 0.03, yy: 0.05, zz: 0.04, xy: 0.01}}
  second: {parent: first, joint: universal, axes: [x, y], coordinates: [q2, q3], at: [0.4 m, 0, 0.1 m], turned: {y: 30 deg},
           mass: 0.8 kg, center: [0, 0.15 m, 0.05 m], inertia: {xx: 0.02, yy: 0.01, zz: 0.02, yz: -0.004}}
  third: {parent: second, joint: prismatic, axis: y, coordinate: q4, at: [0, 0.3 m, 0], child_turned: {x: 20 deg},
          mass: 0.5 kg, center: [0.02 m, 0.1 m, 0], inertia: [0.004, 0.002, 0.005], points: {tip: [0, 0.25 m, 0.03 m]}}
speeds: {u1: q1', u2: q2', u3: q3', u4: q4'}
gravity: -g*N.z
loads:
  drive: {motor: tau, joint: first}
constraints:
  slot: {motion: "dot(v(third.tip), N.x) - 0.1 m/s^2*t", active: false}
  rail: {configuration: "dot(p(O, third.tip), N.y) - 0.2 m"}
)yaml";

// Positions and attitudes near a state, by following q(s) = q + s q' + s^2 q''/2.
class Motion3 {
 public:
  Motion3(const Formulation& model, Values values, const Eigen::VectorXd& rate, const Eigen::VectorXd& second)
      : model_(model), values_(std::move(values)), rate_(rate), second_(second) {}

  Vector3d position_of(Point p, double s) const { return in_N(position(model_.mechanism->O(), p), s); }
  Matrix3d attitude(Frame f, double s) const {
    Matrix3d r;
    for (std::size_t i = 0; i < 3; ++i) r.col(static_cast<Eigen::Index>(i)) = in_N(f.axis(i), s);
    return r;
  }
  Vector3d acceleration(Point p) const {
    return (position_of(p, h) - 2 * position_of(p, 0) + position_of(p, -h)) / (h * h);
  }
  // d/dt (R I R^T w) by differences of R alone.
  Vector3d momentum_rate(Frame f, const Matrix3d& inertia) const {
    const Matrix3d r0 = attitude(f, 0), rp = attitude(f, h), rm = attitude(f, -h);
    const auto vee = [](const Matrix3d& s) -> Vector3d {
      return Vector3d(s(2, 1) - s(1, 2), s(0, 2) - s(2, 0), s(1, 0) - s(0, 1)) / 2;
    };
    const Vector3d w = vee((rp - rm) / (2 * h) * r0.transpose());
    const Vector3d alpha = vee((rp - 2 * r0 + rm) / (h * h) * r0.transpose());
    const Matrix3d i = r0 * inertia * r0.transpose();
    return i * alpha + w.cross(i * w);
  }

 private:
  static constexpr double h = 1e-4;
  Vector3d in_N(const Vector& v, double s) const {
    Values moved = values_;
    const auto& q = model_.equations.kinematical.q;
    for (std::size_t i = 0; i < q.size(); ++i) {
      const auto k = static_cast<Eigen::Index>(i);
      moved[q[i]] += s * rate_(k) + s * s / 2 * second_(k);
    }
    const Components c = components(v, model_.mechanism->N());
    return {evaluate(c[0], moved), evaluate(c[1], moved), evaluate(c[2], moved)};
  }
  const Formulation& model_;
  Values values_;
  Eigen::VectorXd rate_, second_;
};

Vector3d read3(const nlohmann::ordered_json& json) {
  return Vector3d{json[0].get<double>(), json[1].get<double>(), json[2].get<double>()};
}

TEST(Reaction, every_body_of_a_constrained_chain_obeys_newton_and_euler) {
  const CurrentFormulation model = load_text(chain, {});
  const Values values = values_of(model, {{"q1", 0.4},
                                          {"q2", -0.3},
                                          {"q3", 0.7},
                                          {"q4", 0.12},
                                          {"tau", 2.5},
                                          {"u1", 0.9},
                                          {"u2", -0.6},
                                          {"u3", 0.5},
                                          {"u4", 0.3}});
  const StateQuery query{values, {"rail", "slot"}};
  const EvaluatedState state = evaluate_state(model.equations, query);
  const auto forces = evaluate_to_json(model, query)["constraint_forces"];
  ASSERT_TRUE(state.W.isIdentity());  // the speeds are the coordinate rates, so udot is q''
  const Motion3 motion(model, values, state.q_rate, state.embedded.u_rate);
  const Mechanism& m = *model.mechanism;
  const Vector3d tip = motion.position_of(m.find_point("third.tip"), 0);
  const Vector3d held{forces["slot"].get<double>(), forces["rail"].get<double>(), 0.0};  // of the rows, at the tip
  EXPECT_GT(held.norm(), 0.1);

  const std::vector<std::string> names{"first", "second", "third"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const RigidBody& body = *m.bodies().find(names[i]);
    const Vector3d center = motion.position_of(body.center, 0);
    Vector3d force = Vector3d(0, 0, -9.81) * evaluate(body.mass, values);
    Vector3d torque = Vector3d::Zero();
    const auto add_joint = [&](const std::string& link, double sign) {
      const Vector3d f = sign * read3(forces["force(" + link + ")"]["N"]);
      force += f;
      torque += sign * read3(forces["torque(" + link + ")"]["N"]) +
                (motion.position_of(m.links().find(link)->joint_on_child, 0) - center).cross(f);
    };
    add_joint(names[i], 1);
    if (i + 1 < names.size()) add_joint(names[i + 1], -1);
    if (i == 0) torque += 2.5 * Vector3d(1, 2, 2) / 3;
    if (i == 2) {
      force += held;
      torque += (tip - center).cross(held);
    }
    Matrix3d inertia;
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b)
        inertia(Eigen::Index(a), Eigen::Index(b)) =
            evaluate(dot(dot(body.central_inertia, body.frame.axis(a)), body.frame.axis(b)), values);
    const double mass = evaluate(body.mass, values);
    EXPECT_LT((mass * motion.acceleration(body.center) - force).norm(), 1e-5) << names[i];
    EXPECT_LT((motion.momentum_rate(body.frame, inertia) - torque).norm(), 1e-5) << names[i];
  }
}

// With fewer speeds the wheel's row is built in; the axle then carries it.
TEST(Reaction, a_built_in_row_is_carried_too) {
  const CurrentFormulation model = load_text(R"yaml(
tangible: 1
parameters: {m: 2 kg, r: 0.3 m}
inputs: {F: N}
coordinates: {x: m, phi: rad}
points:
  C: {from: O, at: x*N.x + r*N.y}
  P: {from: C, at: -r*N.y}
frames:
  D: {in: N, rotate: {z: -phi}, origin: C}
speeds: {u: x'}
bodies:
  wheel: {frame: D, center: C, mass: m, inertia: {zz: m*r^2/2}}
loads:
  push: {force: F*N.x, at: C}
constraints:
  rolls: {motion: "dot(v(P, fixed_in: D), N.x)"}
)yaml",
                                      {"C", "D"});
  const StateQuery query{values_of(model, {{"x", 0.2}, {"phi", 0.5}, {"u", 1}, {"F", 6}}), {"rolls"}};
  const auto forces = evaluate_to_json(model, query)["constraint_forces"];
  // a = 2F/3m; friction F/3 backwards, and nothing else holds centre and disc
  EXPECT_NEAR(forces["rolls"].get<double>(), -2.0, 1e-12);
  EXPECT_NEAR(forces["force(C)"]["N"][0].get<double>(), 0.0, 1e-12);
  EXPECT_NEAR(forces["torque(D)"]["N"][2].get<double>(), 0.0, 1e-12);
}

TEST(Reaction, outputs_can_ask_for_joints_points_and_frames) {
  const CurrentFormulation model = load_text(std::string(chain) + R"yaml(
outputs: {pull: "mag(force(second))", bend: "dot(torque(first), first.x)", sum: "dot(force(third.tip), N.x)"}
)yaml",
                                      {});
  EXPECT_TRUE(depends_on(model.mechanism->outputs().find("bend")->value, symbol("torque(first).x")));
  EXPECT_NE(model.mechanism->reactions().find("force(third.tip)"), nullptr);
  EXPECT_EQ(model.mechanism->outputs().find("pull")->dimension, (Dimension{.length = 1, .mass = 1, .time = -2}));
}

TEST(Reaction, unknown_and_unheld_places_are_told) {
  EXPECT_THROW(load_text(chain, {"fourth"}), BadInput);
  EXPECT_THROW(load_text(chain, {"O"}), BadInput);
  try {
    load_text(std::string(chain) + "outputs: {x: \"mag(force(scond))\"}\n", {});
    FAIL();
  } catch (const BadInput& error) {
    EXPECT_NE(std::string(error.what()).find("'second'"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace tangible
