// SPDX-License-Identifier: Apache-2.0
// The motions of the outside references as scenarios: a model of the library, how it starts, what drives it, and where
// it must be when.
#pragma once

#include <functional>
#include <memory>

#include "equivalence/trajectory.h"

namespace tangible {

struct Scenario {
  std::string name;
  std::string model;             // of models/
  std::vector<std::string> set;  // parameters
  Json rows;                     // t, then q and u, or the first of them
  double agreement = 1e-7;
  std::string held = {};  // a row that is switched on from the start
  // Sets inputs, or what drives them.
  std::function<void(MovingModel&)> prepare = {};
  Json reference = {};  // the other numbers of the reference
  // At steps of this length and below the error of RK4 goes with its leading power, and is far above rounding.
  double step = 0.01;

  std::unique_ptr<MovingModel> begin(const SimulationOptions& options) const;
  // The largest error over all rows, relative to the largest number of the column or one.
  double error_of(MovingModel& moving) const;
};

std::vector<Scenario> two_revolute_robot();
std::vector<Scenario> grasping_robot();
std::vector<Scenario> revolute_prismatic_robot();
std::vector<Scenario> spherical_wrist();
std::vector<Scenario> upright_disk();
std::vector<Scenario> disk_on_sphere();
std::vector<Scenario> two_links_on_a_circle();
std::vector<Scenario> three_link_arm();
std::vector<Scenario> four_bar();
// Through changes of mode.
std::vector<Scenario> cart();
std::vector<Scenario> disk_on_ramp();  // sliding is a load, rolling a constraint that events switch
std::vector<Scenario> disk_on_contact();
std::vector<Scenario> double_pendulum_and_wall();

}  // namespace tangible
