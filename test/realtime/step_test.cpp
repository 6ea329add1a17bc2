// SPDX-License-Identifier: Apache-2.0
// The guarantees for a loop in real time: no allocation in a step, order of the methods, constraints that stay closed.
#include "engine/simulation.h"
#include "equivalence/trajectory.h"
#include "haptics/allocations.h"

namespace tangible {
namespace {

using testing::allocations;

SimulationOptions ticks(Method method, double step) {
  SimulationOptions options;
  options.method = method;
  options.step = step;
  return options;
}

TEST(Allocations, are_counted) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  const long before = allocations;
  const Eigen::VectorXd vector = Eigen::VectorXd::Zero(7);
  const std::vector<double> list(static_cast<std::size_t>(vector.size()));
  EXPECT_EQ(allocations - before, 2);
#endif
}

// Newton's method with Eigen's decomposition, and the normalisation of Euler parameters.
TEST(Step, of_the_implicit_method_allocates_nothing) {
  for (const char* path : {"models/four_bar/four_bar.yaml", "models/free_rigid_body/free_rigid_body.yaml",
                           "models/car_axis/car_axis.yaml"}) {
    Simulation run(load(path), ticks(Method::implicit, 1e-3));
    const long before = allocations;
    for (int k = 0; k < 200; ++k) ASSERT_EQ(run.tick(), SimulationStatus::ok) << path;
    EXPECT_EQ(allocations - before, 0) << path;
  }
}

TEST(Step, allocates_nothing_steady_and_through_events) {
  for (const char* path : {"models/shopping_cart/cart_pushed.yaml", "models/double_pendulum/double_pendulum.yaml",
                           "models/four_bar/four_bar_absolute.yaml", "models/rocking_block/rocking_block.yaml",
                           "models/latch/door_catch.yaml", "models/brake/brake.yaml",
                           "models/piano_action/piano_action.yaml", "models/woodpecker/woodpecker.yaml"}) {
    MovingModel model(path, {}, ticks(Method::rk4, 1e-3));
    model.start();
    const long before = allocations;
    for (int k = 1; k <= 2000; ++k) ASSERT_EQ(model.simulation.run_to(1e-3 * k), SimulationStatus::ok) << path;
    EXPECT_EQ(allocations - before, 0) << path;
  }
}

// Ports, snapshots, parameter changes and constraint switches belong to the tick as well.
TEST(Tick, with_ports_snapshots_and_changes_allocates_nothing) {
  Simulation run(load("models/shopping_cart/shopping_cart.yaml"), ticks(Method::rk4, 1e-3));
  Port& grip = run.port("grip");
  std::array<double, 36> mobility{};
  bool good = true;
  const long before = allocations;
  for (int k = 0; k < 2000; ++k) {
    grip.hold({{std::sin(0.01 * k), 0, 0}, {}});
    good = good && run.tick() == SimulationStatus::ok && run.mobility(grip, mobility) == SimulationStatus::ok;
    if (k % 100 == 0) good = good && run.set_parameter("m_B", 20 + 0.01 * k) == SimulationStatus::ok;
    if (k % 200 == 0) good = good && run.set_constraint("caster_sticks", k % 400 == 0) == SimulationStatus::ok;
    if (k % 500 == 0) good = good && run.set_parameter("m_B", NAN) == SimulationStatus::not_finite;
    run.publish();
  }
  EXPECT_EQ(allocations - before, 0);
  EXPECT_TRUE(good);
}

// So do rates of inputs, external rows, wrenches as functions, a work budget and ticks that are divided.
TEST(Tick, with_rates_external_rows_budgets_and_wrench_functions_allocates_nothing) {
  SimulationOptions options = ticks(Method::rk4, 1e-3);
  options.evaluations_per_tick = 400;
  options.parts_per_tick = 4;
  const ExternalRowDescription rail{"rail", false, "N"};
  Simulation run(load("models/shopping_cart/shopping_cart.yaml"), options, std::span(&rail, 1));
  run.set_external_row("rail", [](ExternalRow& row) {
    std::ranges::fill(row.coefficients, 0.0);
    row.coefficients[1] = 1;  // the basket does not turn
  });
  run.port("grip").follow([](const PortState& s) { return Wrench{{5 * std::sin(3 * s.t), 0, 0}, {}}; });
  bool good = true;
  const long before = allocations;
  for (int k = 0; k < 2000; ++k) {
    if (k % 100 == 0) run.set_input("F", 0.1 * k, k % 200 == 0 ? 2 : 0);
    if (k % 300 == 0) good = good && run.set_constraint("rail", k % 600 == 0) == SimulationStatus::ok;
    good = good && run.tick() == SimulationStatus::ok;
    run.publish();
  }
  EXPECT_EQ(allocations - before, 0);
  EXPECT_TRUE(good);
}

// All of that with every method, and with contacts, friction and latches, from the first tick on.
TEST(Tick, of_every_method_allocates_nothing_with_contacts_ports_and_changes) {
  for (const Method method : {Method::semi_implicit_euler, Method::rk2, Method::implicit, Method::adaptive})
    for (const char* path : {"models/shopping_cart/cart_pushed.yaml", "models/rocking_block/rocking_block.yaml",
                             "models/block_on_belt/block_on_belt.yaml", "models/piano_action/piano_action.yaml",
                             "models/double_pendulum/double_pendulum.yaml"}) {
      const Model model = load(path);
      const ModelDescription& about = model.description();
      const ExternalRowDescription row{"outside", false, "N"};
      Simulation run(model, ticks(method, 1e-3), std::span(&row, 1));
      run.set_external_row("outside", [](ExternalRow& r) { r.coefficients[0] = 1; });
      Port& port = run.port(about.handles.front().name);
      std::unique_ptr<Port> spare = run.make_port(about.handles.front().name, {0.01, 0, 0});
      std::string mass, constraint;
      double kilograms = 0;
      for (const auto& p : about.parameters)
        if (p.unit == "kg") mass = p.name, kilograms = p.value;
      for (const auto& c : about.constraints)
        if (c.is_switchable) constraint = c.name;
      const long before = allocations;
      SimulationStatus status = SimulationStatus::ok;
      for (int k = 0; k < 400 && status == SimulationStatus::ok; ++k) {
        port.hold({{0.1 * std::sin(0.01 * k), 0, 0}, {}});
        status = run.tick();
        run.publish();
        if (k % 50 == 10) spare = run.attach(0, std::move(spare));
        if (k % 50 == 20 && !mass.empty()) (void)run.set_parameter(mass, kilograms * (1 + 1e-4 * k));
        if (k % 50 == 30 && !mass.empty()) (void)run.set_parameter(mass, -1);
        if (k % 50 == 40 && !constraint.empty()) (void)run.set_constraint(constraint, k % 100 == 40);
        if (k % 50 == 45) (void)run.set_constraint("outside", k % 100 == 45);
      }
      EXPECT_EQ(allocations - before, 0) << path << " " << name_of(method);
      EXPECT_EQ(status, SimulationStatus::ok) << path << " " << name_of(method) << run.explain();
    }
}

// The error after half a second falls by 2^order when steps are halved.
double observed_order(Method method, double long_step) {
  MovingModel exact("models/four_bar/four_bar.yaml", {}, fine());
  exact.start();
  EXPECT_EQ(exact.simulation.run_to(0.5), SimulationStatus::ok);
  const auto error = [&](double step) {
    MovingModel model("models/four_bar/four_bar.yaml", {}, ticks(method, step));
    model.start();
    EXPECT_EQ(model.simulation.run_to(0.5), SimulationStatus::ok);
    double worst = 0;
    for (std::size_t i = 0; i < model.simulation.motion().energy_states_at(); ++i)
      worst = std::max(worst, std::abs(model.simulation.state()[i] - exact.simulation.state()[i]));
    return worst;
  };
  return std::log2(error(long_step) / error(long_step / 2));
}

TEST(FixedSteps, have_the_order_of_their_method) {
  EXPECT_NEAR(observed_order(Method::rk4, 0.01), 4, 0.3);
  EXPECT_NEAR(observed_order(Method::rk2, 0.0025), 2, 0.3);
  EXPECT_NEAR(observed_order(Method::semi_implicit_euler, 0.001), 1, 0.3);
}

TEST(FourBar, stays_closed_to_rounding_over_ten_seconds_at_a_kilohertz) {
  MovingModel bars("models/four_bar/four_bar_absolute.yaml", {}, ticks(Method::rk4, 1e-3));
  bars.start();
  double worst = 0, kinetic = 0;
  for (int k = 1; k <= 1000; ++k) {
    ASSERT_EQ(bars.simulation.run_to(1e-2 * k), SimulationStatus::ok);
    (void)bars.simulation.evaluate_outputs(bars.simulation.time(), bars.simulation.state());
    worst = std::max(worst, bars.simulation.motion().rows().configuration_error());
    kinetic = std::max(kinetic, bars.simulation.ledger().kinetic);
  }
  EXPECT_LT(worst, 1e-12);
  EXPECT_LT(std::abs(bars.simulation.ledger().drift()), 1e-6 * kinetic);
}

}  // namespace
}  // namespace tangible
