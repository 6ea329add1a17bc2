// SPDX-License-Identifier: Apache-2.0
// Curves over logarithmic axes.
#include <gtest/gtest.h>

#include <cmath>

#include "display/log_curves_svg.h"

namespace tangible {
namespace {

TEST(LogCurves, put_equal_ratios_at_equal_distances_and_leave_out_what_has_no_logarithm) {
  const std::string svg =
      log_curves_to_svg("title", "x", "y", {{"one", {{1, 1}, {10, 10}, {100, 100}, {0, 5}, {5, INFINITY}}}});
  // The width between the margins is 490: decades stand at 80, 325 and 570; the height between them is 338.
  EXPECT_NE(svg.find("M80.0 384.0L325.0 215.0L570.0 46.0\""), std::string::npos) << svg;
  EXPECT_NE(svg.find(">one</text>"), std::string::npos);
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST(LogCurves, without_a_point_are_an_empty_chart) {
  const std::string svg = log_curves_to_svg("title", "x", "y", {});
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_NE(svg.find("<svg"), std::string::npos);
}

}  // namespace
}  // namespace tangible
