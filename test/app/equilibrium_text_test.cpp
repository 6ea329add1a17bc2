// SPDX-License-Identifier: Apache-2.0
// The messages where no static equilibrium was found.
#include "engine/equilibrium_text.h"

#include "simulation/resting.h"

namespace tangible {
namespace {

std::string explain(const std::string& text) {
  Resting model(model_file(text));
  const EquilibriumReport report = model.rest();
  EXPECT_NE(report.outcome, EquilibriumReport::Outcome::found);
  return explain_failure(report, model.system);
}

TEST(EquilibriumText, what_falls_is_named_with_its_force) {
  const std::string text = explain(
      "coordinates: {x: m, h: m}\n"
      "points:\n  P: {from: O, at: x*N.x + h*N.y}\n"
      "speeds: {u1: x', u2: h'}\n"
      "particles:\n  ball: {at: P, mass: 2 kg}\n"
      "gravity: -10*N.y\n");
  EXPECT_NE(text.find("a force of -20 N on u2"), std::string::npos) << text;
  EXPECT_NE(text.find("h went -"), std::string::npos) << text;
}

TEST(EquilibriumText, forces_that_are_not_numbers_are_no_equilibrium) {
  const std::string text = explain(
      "parameters: {k: 1}\n"
      "coordinates: {x: m}\n"
      "points:\n  P: {from: O, at: x*N.x}\n"
      "particles:\n  ball: {at: P, mass: 2 kg}\n"
      "loads:\n  pull: {force: k*sqrt(-1 - x^2)*N.x, at: P}\n");
  EXPECT_NE(text.find("infinite or undefined"), std::string::npos) << text;
}

TEST(EquilibriumText, what_moves_as_told_is_said) {
  const std::string text = explain(
      "coordinates: {x: m}\n"
      "points:\n  P: {from: O, at: x*N.x}\n"
      "particles:\n  ball: {at: P, mass: 2 kg}\n"
      "constraints:\n  driven: {motion: x' - 0.1 m/s}\n");
  EXPECT_NE(text.find("has a prescribed motion"), std::string::npos) << text;
}

}  // namespace
}  // namespace tangible
