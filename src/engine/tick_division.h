// SPDX-License-Identifier: Apache-2.0
// TickDivision: in how many parts a tick of fixed length is to be made so that the books of energy close. A tick that
// suits a mechanism at rest is too long for it when it turns fast; what the books cannot explain says so, at the cost
// of evaluating the energies once a tick, and without regard to the clock: a run that is repeated is divided alike.
#pragma once

#include "simulation/ledger.h"

namespace tangible {

class TickDivision {
 public:
  // limit: of the parts; one: ticks are never divided. order: of the method.
  explicit TickDivision(int limit = 1, int order = 4) : limit_(limit), order_(order) {}

  bool divides() const { return limit_ > 1; }
  int parts() const { return parts_; }          // of the next tick
  int max_parts() const { return max_parts_; }  // so far
  // The energies where a run begins.
  void begin(const Ledger& ledger);
  // The energies after a tick.
  void observe(const Ledger& ledger);

 private:
  int limit_, order_;
  int parts_ = 1, max_parts_ = 1, quiet_ = 0;
  double drift_ = 0, projection_ = 0, moved_ = 0;
};

}  // namespace tangible
