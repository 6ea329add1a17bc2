// SPDX-License-Identifier: Apache-2.0
// Constraints that cannot hold together are named, a minimal set; redundant constraints are not.
#include "equations/conflict.h"

#include <gtest/gtest.h>

#include "equations/embedding.h"
#include "equations/error.h"
#include "model/read_model.h"
#include "symbolic/graph.h"

namespace tangible {
namespace {

using Names = std::vector<std::string>;

constexpr const char* block = R"yaml(
tangible: 1
coordinates: {x: m, z: m, s: m}
points:
  P: {from: O, at: x*N.x + z*N.z}
  S: {from: O, at: s*N.y}
particles:
  block: {at: P, mass: 2 kg}
  rider: {at: S, mass: 1 kg}
speeds: {u1: x', u2: z', u3: s'}
constraints:
  level: {motion: z'}
  still: {motion: x' - z'}
  again: {motion: 2*x', active: false}
  drive: {motion: x' - 1 m/s, active: false}
)yaml";

// A plate held by two pins has four rows for three speeds.
std::string plate_on_two_pins(const std::string& support) {
  return R"yaml(
tangible: 1
coordinates: {x: m, z: m, th: rad, s: m}
frames:
  B: {in: N, rotate: {y: th}}
points:
  Bo: {from: O, at: x*N.x + z*N.z}
  P: {from: Bo, at: "(1 m)*B.x"}
  G: {from: O, at: ")yaml" +
         support + R"yaml("}
  H: {from: G, at: "(1 m)*N.x"}
  S: {from: O, at: s*N.y}
bodies:
  plate: {frame: B, center: Bo, mass: 2 kg, inertia: {yy: 1 kg*m^2}}
particles:
  rider: {at: S, mass: 1 kg}
speeds: {u1: x', u2: z', u3: th', u4: s'}
constraints:
  left: {loop: [G, Bo], along: {x: N.x, z: N.z}}
  right: {loop: [H, P], along: {x: N.x, z: N.z}}
)yaml";
}

struct Derived {
  explicit Derived(const std::string& text) : scope(graph), read(read_model_text(text)) {
    equations = derive_equations(*read.mechanism);
  }
  std::string refusal(const Names& active) const {
    try {
      derive_embedding(equations, active);
    } catch (const EquationsError& error) {
      return std::to_string(error.where.line) + ": " + error.what();
    }
    return "";
  }
  Graph graph;
  GraphScope scope;
  ReadResult read;
  Equations equations;
};

TEST(Conflict, the_rows_that_conflict_are_named_at_the_place_of_the_last) {
  const Derived model(block);
  EXPECT_EQ(
      model.refusal({"level", "still", "drive"}),
      "15: the constraints 'level', 'still' and 'drive' contradict each other: no motion satisfies them together; "
      "remove one of them or switch it off");
}

TEST(Conflict, a_bystander_is_not_named) {
  const Derived model(block);
  EXPECT_EQ(model.refusal({"level", "again", "drive"}),
            "15: the constraints 'again' and 'drive' contradict each other: no motion satisfies them together; "
            "remove one of them or switch it off");
}

TEST(Conflict, a_row_that_repeats_others_is_redundant_and_named) {
  const Derived model(block);
  EXPECT_EQ(derive_embedding(model.equations, Names{"level", "still", "again"}).redundant, Names{"again"});
}

TEST(Conflict, permanent_rows_that_conflict_are_refused_before_anything_is_asked) {
  std::string text = block;
  for (std::size_t at; (at = text.find(", active: false")) != std::string::npos;) text.erase(at, 15);
  EXPECT_THROW(Derived{text}, EquationsError);
}

TEST(Conflict, a_row_without_speeds_holds_in_no_motion) {
  EXPECT_EQ(conflict_message(Names{"drive"}), "the constraint 'drive' holds in no motion; change or remove it");
}

// Off the closed configuration the four rows contradict each other; on it they do not, and the plate is simply held.
TEST(Conflict, an_overconstrained_mechanism_that_can_be_closed_is_no_contradiction) {
  for (const std::string support : {"(0 m)*N.x", "0.3 m*sin(2 rad/s*t)*N.x"}) {
    const Derived model(plate_on_two_pins(support));
    const Names all{"left.x", "left.z", "right.x", "right.z"};
    EXPECT_EQ(model.refusal(all), "");
    const Embedding embedding = derive_embedding(model.equations, all);
    EXPECT_EQ(embedding.redundant, Names{"right.z"});
    EXPECT_EQ(embedding.independent, std::vector<std::size_t>{3});
  }
}

TEST(FindConflict, what_is_returned_contradicts_and_is_minimal) {
  // Statements 2, 5 and 6 cannot all hold; neither can 7 and 1.
  const auto contradict = [](const std::vector<std::size_t>& some) {
    const auto has = [&](std::size_t i) { return std::find(some.begin(), some.end(), i) != some.end(); };
    return (has(2) && has(5) && has(6)) || (has(1) && has(7));
  };
  const std::vector<std::size_t> conflict = find_minimal_conflict(9, contradict);
  EXPECT_TRUE(contradict(conflict));
  for (const std::size_t left_out : conflict) {
    std::vector<std::size_t> rest;
    for (const std::size_t i : conflict)
      if (i != left_out) rest.push_back(i);
    EXPECT_FALSE(contradict(rest)) << left_out;
  }
}

}  // namespace
}  // namespace tangible
