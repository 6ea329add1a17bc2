// SPDX-License-Identifier: Apache-2.0
// Accelerations and constraint forces from the equations without constraints and the rows, in a hundred digits:
// M u' - A^T force = f, A u' = -remainder, solved as a whole.
#pragma once

#include <vector>

#include "equations/equations.h"
#include "truth/many_digits.h"

namespace tangible {

struct Multipliers {
  std::vector<Digits> u_rate, force;
  std::vector<double> load_of_rows;  // A^T force, by speed: unique also where forces are not
  std::size_t rank = 0;              // of the rows
  double regularity = 1;             // the smallest pivot of the rows, each of length one
  bool is_determined = false;        // finite, and no freedom without mass
  double spread = 0;                 // how far u' moves when state and inputs move by a rounding
  double load_spread = 0;            // and the load of the rows
  double scale = 1;
};

class MultiplierTruth {
 public:
  MultiplierTruth(const Equations& equations, std::vector<std::size_t> rows)
      : equations_(equations), rows_(std::move(rows)) {}

  // Sets the speeds to the nearest ones that the rows allow; false: there are none.
  bool satisfy_rows(Values& state) const;
  Multipliers solve(const Values& state) const;
  const std::vector<std::size_t>& rows() const { return rows_; }

 private:
  struct Numbers;
  Numbers evaluate(const DigitValues& state) const;
  Multipliers solve_at(const DigitValues& state) const;

  const Equations& equations_;
  std::vector<std::size_t> rows_;
};

}  // namespace tangible
