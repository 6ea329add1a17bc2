// SPDX-License-Identifier: Apache-2.0
// A moment of inertia may be omitted as long as the motion does not depend on it.
#include <gtest/gtest.h>

#include "equations/equations.h"
#include "equations/error.h"
#include "model/read_model.h"
#include "symbolic/graph.h"

namespace tangible {
namespace {

std::string refusal(const std::string& joint) {
  Graph graph;
  const GraphScope scope(graph);
  const ReadResult read = read_model_text("tangible: 1\nbodies:\n  rod: {parent: ground, " + joint +
                                          ", mass: 1 kg, center: [0.5, 0, 0], inertia: {xx: 0.001, zz: 0.1}}\n");
  EXPECT_TRUE(read) << read.diagnostics.to_string();
  try {
    derive_equations(*read.mechanism);
  } catch (const EquationsError& error) {
    return std::to_string(error.where.line) + ":" + std::to_string(error.where.column) + ": " + error.what();
  }
  return "";
}

TEST(MissingInertia, is_not_missed_where_it_does_not_count) {
  EXPECT_EQ(refusal("joint: revolute, axis: z, coordinate: q"), "");
  EXPECT_EQ(refusal("joint: prismatic, axis: y, coordinate: q"), "");
}

TEST(MissingInertia, is_told_with_body_and_entry_where_it_counts) {
  EXPECT_EQ(refusal("joint: ball"),
            "3:3: the motion of body 'rod' depends on its moment of inertia yy, which is not given; add it: inertia: "
            "{yy: ...}, 0 if there is none");
}

// The energy books have the work of what turns a body as a function of time.
TEST(MissingInertia, is_reported_where_only_the_energy_needs_it) {
  EXPECT_EQ(refusal("joint: revolute, axis: y, coordinate: 2 rad/s*t"),
            "3:3: the kinetic energy of body 'rod' depends on its moment of inertia yy, which is not given; add it: "
            "inertia: {yy: ...}, 0 if there is none");
}

}  // namespace
}  // namespace tangible
