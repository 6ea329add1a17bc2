// SPDX-License-Identifier: Apache-2.0
// Curves over two logarithmic axes as a picture.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tangible {

struct LogCurve {
  std::string name;
  std::vector<std::pair<double, double>> points;  // both positive; others are left out
};

std::string log_curves_to_svg(const std::string& title, const std::string& x, const std::string& y,
                              const std::vector<LogCurve>& curves);

}  // namespace tangible
