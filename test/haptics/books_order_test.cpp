// SPDX-License-Identifier: Apache-2.0
// What the books of a held model cannot explain is the error of its integrator: as the step is halved it falls by two
// to the power of the method's order, in every form of the coupler, while device and coupler keep their tick.
#include <gtest/gtest.h>

#include <cstdio>

#include "haptics/held_model.h"

namespace tangible {
namespace {

constexpr double slow_tick = 4e-3;  // long enough for errors of the fourth order to stand above rounding
constexpr double books_rounding = 1e-12;

// The largest energy without an account in a run of half a second, as a share of what moved.
double unexplained(const Model& model, Method method, CouplerForm form, int sub_steps) {
  const double step = slow_tick / sub_steps;
  Simulation run(model, {.method = method, .step = step});
  SimulationPlant plant(run, method, step);
  SimulatedDeviceOptions d;
  d.period = slow_tick;
  OperatorOptions hand = firm_operator();
  hand.waypoints = {{0, {}}, {0.25, {0.02, -0.015, 0.01}}, {0.5, {}}};
  SimulatedDevice device(d, hand);
  HapticPortOptions o = port_options_for(device.limits(), slow_tick);
  o.handle = plant.add_handle(testing::first_hold(model));
  const Freedoms of_handle = plant.freedoms(o.handle);
  for (std::size_t i = 0; i < 6; ++i) o.directions.mask[i] = o.directions.mask[i] && of_handle[i];
  o.form = form;
  o.gains = {{100, 0}, {0.5, 0}};
  o.guard.acts = false;
  HapticPort port(device, o);
  Servo servo(PlantRef(plant), slow_tick);
  servo.add_port(port);
  double largest = 0, moved = 1e-6;
  for (int k = 0; k < 125; ++k) {
    EXPECT_EQ(servo.tick(k * slow_tick), PlantStatus::running) << run.explain();
    const Ledger l = run.energies();
    largest = std::max(largest, std::abs(l.drift()) + std::abs(l.projection));
    moved = std::max(moved, l.moved());
  }
  return largest / moved;
}

struct MethodOfOrder {
  Method method;
  int order;
};

// The order that two runs show, one with four steps for each of the other; contacts that meet within a step cost a part
// of it, and errors at rounding have none.
void expect_order(const Model& model, const MethodOfOrder& of, CouplerForm form) {
  const double coarse = unexplained(model, of.method, form, 1), fine = unexplained(model, of.method, form, 4);
  const double order = std::log2(coarse / fine) / 2;
  std::printf("%-18s %-8s form %d: %8.2g of what moved, then %8.2g: order %.2f\n", model.name().c_str(),
              std::string(name_of(of.method)).c_str(), int(form), coarse, fine, order);
  if (fine < books_rounding) return;
  EXPECT_GT(order, of.order - 0.4);
  EXPECT_LT(order, of.order + 0.4);
}

TEST(HeldBooks, close_to_the_order_of_the_integrator_in_every_form_of_the_coupler) {
  using enum CouplerForm;
  for (const char* path : {"models/shopping_cart/shopping_cart.yaml", "models/four_bar/four_bar.yaml",
                           "models/piano_action/piano_action.yaml", "models/latch/latch.yaml"}) {
    const Model model = load(path);
    for (const CouplerForm form : {held, held_in_handle_frame, in_stages, in_stages_extrapolated, implicit})
      expect_order(model, {Method::rk4, 4}, form);
    for (const CouplerForm form : {held, in_stages_extrapolated}) {
      expect_order(model, {Method::rk2, 2}, form);
      expect_order(model, {Method::implicit, 2}, form);
      expect_order(model, {Method::semi_implicit_euler, 1}, form);
    }
  }
}

}  // namespace
}  // namespace tangible
