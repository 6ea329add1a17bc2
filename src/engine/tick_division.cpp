// SPDX-License-Identifier: Apache-2.0
// Parts of a tick by what the books cannot explain.
#include "engine/tick_division.h"

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

constexpr double allowed = 1e-6;                      // share of the largest energy that moved, in one tick
constexpr double of_start = 1e-6, of_rounding = 1e3;  // as in EnergyBooks
constexpr int max_growth = 8, ticks_to_shrink = 64;

}  // namespace

void TickDivision::begin(const Ledger& ledger) {
  parts_ = max_parts_ = 1;
  quiet_ = 0;
  drift_ = ledger.drift();
  projection_ = ledger.projection;
  moved_ = std::max(of_start * std::abs(ledger.start), of_rounding * ledger.rounding);
}

// The error of a tick in n parts falls as n^-order.
void TickDivision::observe(const Ledger& ledger) {
  moved_ = std::max(moved_, ledger.moved());
  const double drift = ledger.drift(), wrong = std::abs(drift - drift_) + std::abs(ledger.projection - projection_);
  drift_ = drift;
  projection_ = ledger.projection;
  const double share = wrong / (allowed * moved_);
  if (!(share <= 1)) {
    const double growth = std::ceil(std::pow(share, 1.0 / order_));
    parts_ = std::min(limit_, parts_ * (growth < max_growth ? std::max(2, static_cast<int>(growth)) : max_growth));
    max_parts_ = std::max(max_parts_, parts_);
    quiet_ = 0;
  } else if (parts_ > 1 && share * std::pow(2.0, order_ + 2) < 1) {
    if (++quiet_ < ticks_to_shrink) return;
    parts_ = (parts_ + 1) / 2;
    quiet_ = 0;
  } else {
    quiet_ = 0;
  }
}

}  // namespace tangible
