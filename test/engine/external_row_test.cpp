// SPDX-License-Identifier: Apache-2.0
// Rows whose numbers come from outside the program do what the same rows of a model file do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include "engine/simulation.h"

namespace tangible {
namespace {

constexpr double rod = 1.25;  // m

// A bob that a rod may hold: (x^2 + h^2 - rod^2) / 2 = 0.
std::string bob(const std::string& constraints) {
  return R"yaml(
tangible: 1
parameters: {m: 2 kg, L: 1.25 m}
coordinates: {x: m, h: m}
points:
  P: {from: O, at: x*N.x + h*N.y}
particles:
  bob: {at: P, mass: m}
speeds: {ux: x', uh: h'}
gravity: -9.81*N.y
handles:
  grip: {at: P, frame: N}
initial: {x: 1 m, h: -0.75 m, uh: 0.3 m/s}
)yaml" + constraints;
}

void rod_row(ExternalRow& row) {
  row.coefficients[0] = row.q[0];
  row.coefficients[1] = row.q[1];
  row.remainder = row.u[0] * row.u[0] + row.u[1] * row.u[1];
  row.value = (row.q[0] * row.q[0] + row.q[1] * row.q[1] - rod * rod) / 2;
}

const std::string rod_in_file = "constraints:\n  rod: {configuration: (x^2 + h^2 - L^2)/2, active: false}\n";
const ExternalRowDescription rod_outside{"rod", true, "N/m"};

TEST(ExternalRow, swings_a_bob_as_the_same_row_of_a_model_file_does) {
  for (const Method method :
       {Method::semi_implicit_euler, Method::rk2, Method::rk4, Method::implicit, Method::adaptive}) {
    Simulation inside(load_text(bob(rod_in_file)), {.method = method});
    Simulation outside(load_text(bob("")), {.method = method}, std::span(&rod_outside, 1));
    outside.set_external_row("rod", rod_row);
    for (Simulation* run : {&inside, &outside}) {
      EXPECT_FALSE(run->is_active("rod"));
      ASSERT_EQ(run->set_constraint("rod", true), SimulationStatus::ok);
      EXPECT_TRUE(run->is_active("rod"));
      ASSERT_EQ(run->advance_to(2), SimulationStatus::ok) << name_of(method);
    }
    EXPECT_GT(inside.energies().impacts, 1e-3);  // the rod takes the speed along it
    EXPECT_NEAR(outside.energies().impacts, inside.energies().impacts, 1e-14);
    for (const char* name : {"x", "h", "ux", "uh"}) EXPECT_NEAR(outside.value(name), inside.value(name), 1e-9) << name;
    EXPECT_NEAR(outside.force("rod"), inside.force("rod"), 1e-8);
    EXPECT_NEAR(std::hypot(outside.value("x"), outside.value("h")), rod, 1e-13);
    EXPECT_NEAR(outside.energies().drift(), inside.energies().drift(), 1e-9);
    EXPECT_EQ(outside.mode(), "rod");
    outside.publish();
    std::vector<double> numbers(outside.snapshot_layout().size);
    outside.snapshots()->read(numbers);
    const Slots& external = outside.snapshot_layout().external;
    ASSERT_EQ(external.count, 2u);
    EXPECT_EQ(numbers[external[0]], 1);
    EXPECT_EQ(numbers[external[1]], outside.force("rod"));
    for (Simulation* run : {&inside, &outside}) {
      ASSERT_EQ(run->set_constraint("rod", false), SimulationStatus::ok);
      ASSERT_EQ(run->advance_to(2.5), SimulationStatus::ok);
    }
    EXPECT_NEAR(outside.value("h"), inside.value("h"), 1e-8);
  }
}

TEST(ExternalRow, whose_function_throws_in_a_reset_leaves_the_run_as_it_was) {
  const Model model = load("models/pendulum/pendulum.yaml");
  const ExternalRowDescription description{"outside", false, "N"};
  Simulation run(model, {.method = Method::rk4}, std::span(&description, 1));
  bool fails = false;
  run.set_external_row("outside", [&fails](ExternalRow&) {
    if (fails) throw 7;
  });
  ASSERT_EQ(run.advance_to(0.5), SimulationStatus::ok);
  const std::vector<double> before(run.loop().state().begin(), run.loop().state().end());
  fails = true;
  EXPECT_THROW(run.reset(), int);
  fails = false;
  EXPECT_EQ(run.time(), 0.5);
  EXPECT_TRUE(std::ranges::equal(run.loop().state(), before));
  EXPECT_EQ(run.advance_to(1), SimulationStatus::ok);
}

// The row that lets the caster of the cart stick, w_C - w_B about z, by the partial angular velocities of two ports.
TEST(ExternalRow, can_be_given_by_partial_velocities_of_ports) {
  const Model cart = load("models/shopping_cart/shopping_cart.yaml");
  const ExternalRowDescription description{"sticks_outside", false, "N*m"};
  Simulation inside(cart, {.method = Method::rk4});
  Simulation outside(cart, {.method = Method::rk4, .ports = 2}, std::span(&description, 1));
  const System& system = cart.system();
  const Port& basket = outside.port("basket");
  const Port& grip = outside.port("grip");
  // The basket turns with u2; the caster, a particle at L3 from its pivot, is known by its speed u3 itself.
  outside.set_external_row("sticks_outside", [&basket, nu = system.nu()](ExternalRow& row) {
    for (std::size_t r = 0; r < nu; ++r) row.coefficients[r] = -basket.partial_velocities()[5 * nu + r];
    row.coefficients[2] += 1;
  });
  EXPECT_EQ(&grip, &outside.port("grip"));
  for (Simulation* run : {&inside, &outside}) ASSERT_EQ(run->advance_to(0.3), SimulationStatus::ok);
  ASSERT_EQ(inside.set_constraint("caster_sticks", true), SimulationStatus::ok);
  ASSERT_EQ(outside.set_constraint("sticks_outside", true), SimulationStatus::ok);
  for (Simulation* run : {&inside, &outside}) ASSERT_EQ(run->advance_to(1), SimulationStatus::ok);
  for (const char* name : {"q1", "q2", "q3", "q4", "u1", "u2", "u3"})
    EXPECT_NEAR(outside.value(name), inside.value(name), 1e-12) << name;
  EXPECT_NEAR(outside.force("sticks_outside"), inside.force("caster_sticks"), 1e-10);
  EXPECT_NEAR(outside.force("front_wheel"), inside.force("front_wheel"), 1e-10);
  EXPECT_NEAR(outside.energies().impacts, inside.energies().impacts, 1e-13);
}

// A plane under the bob, held at a distance: a row along its normal, tilted by 30 degrees.
TEST(ExternalRow, along_the_normal_of_a_plane_carries_the_weight_across_it) {
  const ExternalRowDescription plane{"plane", true, "N"};
  Simulation run(load_text(bob("")), {.method = Method::rk4}, std::span(&plane, 1));
  const double nx = -0.5, nh = std::sqrt(0.75), x0 = run.value("x"), h0 = run.value("h");
  run.set_external_row("plane", [=](ExternalRow& row) {
    row.coefficients[0] = nx;
    row.coefficients[1] = nh;
    row.value = nx * (row.q[0] - x0) + nh * (row.q[1] - h0);
  });
  ASSERT_EQ(run.set_constraint("plane", true), SimulationStatus::ok);
  ASSERT_EQ(run.advance_to(0.5), SimulationStatus::ok);
  EXPECT_NEAR(run.force("plane"), 2 * 9.81 * nh, 1e-12);
  const double along = nh * (run.value("x") - x0) - nx * (run.value("h") - h0), speed = 0.3 * -nx;
  EXPECT_NEAR(along, speed * 0.5 - 9.81 * 0.5 * 0.5 * 0.5 / 2, 1e-12);  // x down the slope: g sin 30 deg t^2 / 2
}

// Two blocks that slide over a floor, rough under one of them and rougher under the other, tied to each other by a rod.
std::string two_blocks(const std::string& friction, const std::string& constraints) {
  return R"yaml(
tangible: 1
parameters: {m: 2 kg, slow: 0.1, fast: 0.4, g: 9.81 m/s^2}
coordinates: {x1: m, h1: m, x2: m, h2: m}
points:
  P: {from: O, at: x1*N.x + h1*N.y}
  Q: {from: O, at: x2*N.x + h2*N.y}
speeds: {u1: x1', v1: h1', u2: x2', v2: h2'}
particles:
  p: {at: P, mass: m}
  q: {at: Q, mass: m}
gravity: -g*N.y
initial: {u1: 2 m/s, u2: 2 m/s}
)yaml" + friction +
         constraints;
}

// Friction of contacts, whose normal forces are solved with it, and friction of loads, which may hold.
const std::string rough_contacts =
    "contacts:\n"
    "  under_p: {gap: h1, at: P, normal: N.y, tangents: [N.x], friction: slow}\n"
    "  under_q: {gap: h2, at: Q, normal: N.y, tangents: [N.x], friction: fast}\n";
const std::string rough_loads =
    "constraints:\n  floor_p: {configuration: h1}\n  floor_q: {configuration: h2}\n"
    "loads:\n"
    "  rub_p: {force: -slow*m*g*sign(u1)*N.x, at: P}\n"
    "  rub_q: {force: -fast*m*g*sign(u2)*N.x, at: Q}\n";

TEST(ExternalRow, holds_beside_friction_as_the_same_row_of_a_model_file_does) {
  const ExternalRowDescription tie{"tie", false, "N"};
  const auto tie_row = [](ExternalRow& row) { row.coefficients[0] = 1, row.coefficients[2] = -1; };
  for (const std::string& friction : {rough_contacts, rough_loads}) {
    const bool by_contacts = friction.starts_with("contacts");
    const std::string in_file = by_contacts ? "constraints:\n  tie: {motion: u1 - u2, active: false}\n" : "";
    std::string loads_with_tie = friction;
    if (!by_contacts) loads_with_tie.replace(0, 13, "constraints:\n  tie: {motion: u1 - u2, active: false}\n");
    for (const Method method : {Method::rk4, Method::adaptive}) {
      Simulation inside(load_text(two_blocks(loads_with_tie, in_file)), {.method = method});
      Simulation outside(load_text(two_blocks(friction, "")), {.method = method}, std::span(&tie, 1));
      outside.set_external_row("tie", tie_row);
      for (Simulation* run : {&inside, &outside}) {
        ASSERT_EQ(run->set_constraint("tie", true), SimulationStatus::ok);
        ASSERT_EQ(run->advance_to(0.3), SimulationStatus::ok);
        EXPECT_NEAR(run->value("u1"), 2 - 0.25 * 9.81 * 0.3, 1e-9);  // the mean of both coefficients
      }
      EXPECT_NEAR(std::abs(outside.force("tie")), 2 * 0.15 * 9.81, 1e-8);
      EXPECT_NEAR(outside.force("tie"), inside.force("tie"), 1e-9);
      for (Simulation* run : {&inside, &outside}) {
        ASSERT_EQ(run->advance_to(1.2), SimulationStatus::ok);
        EXPECT_NEAR(run->value("u1"), 0, 1e-9);  // since 0.815 s
        EXPECT_NEAR(run->value("x1"), 2 * 2 / (2 * 0.25 * 9.81), 1e-6);
        EXPECT_NEAR(run->energies().drift(), 0, 1e-8);
      }
    }
  }
}

// The grip of the cart is led along N.x; the rear wheels hold by the choice of speeds and carry a part of that force.
TEST(ExternalRow, counts_in_forces_of_built_in_rows_if_it_says_where_it_acts) {
  std::ostringstream file;
  file << std::ifstream("models/shopping_cart/shopping_cart.yaml").rdbuf();
  std::string text = file.str();
  const Model cart = load_text(text);
  const std::string before = "  caster_sticks:";
  text.insert(text.find(before), "  led: {motion: \"dot(v(P1), N.x)\", active: false}\n");
  Simulation inside(load_text(text), {.method = Method::rk4});
  const ExternalRowDescription led{"led", false, "N"};
  for (const bool says_where : {true, false}) {
    Simulation outside(cart, {.method = Method::rk4, .ports = 1}, std::span(&led, 1));
    const Port& grip = outside.port("grip");
    outside.set_external_row("led", [&grip, says_where, nu = cart.system().nu()](ExternalRow& row) {
      std::ranges::copy(grip.partial_velocities().first(nu), row.coefficients.begin());
      row.remainder = -row.u[0] * row.u[1] * std::sin(row.q[2]);  // of v = u1 cos q3
      for (std::size_t k = 0; says_where && k < row.against.size(); ++k)
        row.against[k] = grip.contribution({.force = {1, 0, 0}, .torque = {}}, k);
    });
    inside.reset();
    for (Simulation* run : {&inside, &outside}) {
      run->set_input("F", 12);
      run->set_input("tau", 1.5);
      ASSERT_EQ(run->advance_to(0.4), SimulationStatus::ok);
      EXPECT_TRUE(std::isfinite(run->force("rear_wheels"))) << "nothing from outside is active";
      ASSERT_EQ(run->set_constraint("led", true), SimulationStatus::ok);
      ASSERT_EQ(run->advance_to(0.8), SimulationStatus::ok);
    }
    for (const char* name : {"q3", "u1", "u2", "u3"}) EXPECT_NEAR(outside.value(name), inside.value(name), 1e-9);
    EXPECT_NEAR(outside.force("led"), inside.force("led"), 1e-8);
    EXPECT_GT(std::abs(inside.force("led") * std::sin(inside.value("q3"))), 0.1) << "it does load the wheels";
    if (says_where) {
      EXPECT_NEAR(outside.force("rear_wheels"), inside.force("rear_wheels"), 1e-8);
    } else {
      EXPECT_TRUE(std::isnan(outside.force("rear_wheels")));
    }
    ASSERT_EQ(outside.set_constraint("led", false), SimulationStatus::ok);
    EXPECT_TRUE(std::isfinite(outside.force("rear_wheels")));
  }
}

TEST(ExternalRow, that_does_not_hold_where_it_is_switched_on_is_refused) {
  Simulation run(load_text(bob("")), {.method = Method::rk4}, std::span(&rod_outside, 1));
  EXPECT_THROW((void)run.set_constraint("rod", true), BadInput);  // no function yet
  run.set_external_row("rod", [](ExternalRow& row) { rod_row(row), row.value += 0.01; });
  EXPECT_EQ(run.set_constraint("rod", true), SimulationStatus::off_surface);
  EXPECT_FALSE(run.is_active("rod"));
  run.set_external_row("rod", rod_row);
  EXPECT_EQ(run.set_constraint("rod", true), SimulationStatus::ok);
  EXPECT_THROW(run.set_external_row("rod", rod_row), BadInput);
  EXPECT_THROW(run.set_external_row("none", rod_row), BadInput);
  EXPECT_THROW(Simulation(load_text(bob(rod_in_file)), {}, std::span(&rod_outside, 1)), BadInput);
  run.reset();
  EXPECT_EQ(run.set_constraint("rod", true), SimulationStatus::ok);
}

TEST(ExternalRow, whose_numbers_are_not_finite_is_refused_or_stops_the_run) {
  enum class Bad { coefficient, constant, remainder, value };
  for (const Bad bad : {Bad::coefficient, Bad::constant, Bad::remainder, Bad::value}) {
    bool is_bad = true;
    Simulation run(load_text(bob("")), {.method = Method::rk4}, std::span(&rod_outside, 1));
    run.set_external_row("rod", [&](ExternalRow& row) {
      rod_row(row);
      double* const numbers[] = {&row.coefficients[0], &row.constant, &row.remainder, &row.value};
      if (is_bad) *numbers[static_cast<std::size_t>(bad)] = std::nan("");
    });
    EXPECT_NE(run.set_constraint("rod", true), SimulationStatus::ok) << static_cast<int>(bad);
    EXPECT_FALSE(run.is_active("rod"));
    is_bad = false;
    ASSERT_EQ(run.set_constraint("rod", true), SimulationStatus::ok);
    ASSERT_EQ(run.tick(), SimulationStatus::ok);
    is_bad = true;
    SimulationStatus status = run.tick();  // its first stage is the state that was evaluated before
    if (status == SimulationStatus::ok) status = run.tick();
    EXPECT_NE(status, SimulationStatus::ok) << static_cast<int>(bad);
  }
}

TEST(ExternalRow, is_read_anew_where_it_is_switched_on) {
  double direction = 0;
  const ExternalRowDescription stop{"stop", false, "N"};
  Simulation run(load_text(bob("")), {.method = Method::rk4}, std::span(&stop, 1));
  run.set_external_row("stop", [&](ExternalRow& row) {
    row.coefficients[0] = std::cos(direction);
    row.coefficients[1] = std::sin(direction);
  });
  ASSERT_EQ(run.tick(), SimulationStatus::ok);
  direction = std::acos(-1.0) / 2;  // along h now, though the state is the same
  ASSERT_EQ(run.set_constraint("stop", true), SimulationStatus::ok);
  EXPECT_NEAR(run.value("uh"), 0, 1e-15);
  EXPECT_NEAR(run.force("stop"), 2 * 9.81, 1e-12);
}

}  // namespace
}  // namespace tangible
