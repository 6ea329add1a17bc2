// SPDX-License-Identifier: Apache-2.0
// TaskMap: the coordinates x of a device as functions of the mechanism's, x = phi(q), and the configurations that the
// constraints leave as functions of parameters z, x = psi(z) or q = psi(z). Faulring et al., II-A and II-G.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mechanics/items.h"

namespace tangible {

// One of x. Its symbols are the measurements of a device: its position, its velocity, and the force of the hand
// conjugate to it.
struct TaskCoordinate {
  std::string name;
  Expr symbol, rate, force;
  Expr phi;        // of coordinates and parameters
  Expr psi = {};   // of z and parameters, if psi gives x
  Expr hand = {};  // the force of a scripted hand: of t, x, x' and parameters
  Dimension dimension = {};
  SourceLocation where = {};
};

// One of z.
struct TaskParameter {
  std::string name;
  Expr symbol, rate;
  double start = 0;  // where the search for it starts
  Dimension dimension = {};
  SourceLocation where = {};
};

// A quantity to monitor: of x, x', the force of the hand, and the mechanism's own state.
struct TaskMetric {
  std::string name;
  Expr value;
  Dimension dimension = {};
  SourceLocation where = {};
};

struct TaskMap {
  std::vector<TaskCoordinate> x;
  std::vector<TaskParameter> z;             // none: no psi is given
  std::vector<Expr> coordinates_of_z = {};  // by coordinate; none: psi gives x
  bool has_hand = false;
  std::optional<double> release = {};  // s; the hand lets go
  std::vector<TaskMetric> metrics;
  SourceLocation where = {}, psi_where = {};
};

}  // namespace tangible
