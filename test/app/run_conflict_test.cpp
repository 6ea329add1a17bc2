// SPDX-License-Identifier: Apache-2.0
// A run that cannot begin or continue names the conflicting rows, with their locations in the file.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "engine/record_text.h"
#include "engine/run_recipe.h"

namespace tangible {
namespace {

// A block in the plane under these constraints, which begin in line 7 of the file.
class Block {
 public:
  explicit Block(const std::string& rest)
      : path(std::filesystem::temp_directory_path() / ("conflict_" + std::to_string(::getpid()) + ".yaml")) {
    std::ofstream(path) << "tangible: 1\ncoordinates: {x: m, z: m}\npoints: {P: {from: O, at: x*N.x + z*N.z}}\n"
                           "particles: {block: {at: P, mass: 2 kg}}\ngravity: -10 m/s^2*N.z\nconstraints:\n"
                        << rest;
  }
  ~Block() { std::filesystem::remove(path); }

  Record run() const {
    RunRecipe recipe;
    recipe.load.path = path.string();
    recipe.until = 1;
    return run_recipe(recipe, {});
  }
  std::string refusal() const {
    try {
      (void)run();
    } catch (const BadInput& error) {
      return error.what();
    }
    return "";
  }
  std::string place(int line) const { return path.string() + ":" + std::to_string(line) + ":3: error: "; }

  std::filesystem::path path;
};

TEST(Run, stops_at_constraints_that_contradict_each_other_and_names_them) {
  const Block block("  level: {motion: z'}\n  still: {motion: x'}\n  drive: {motion: x' - 1 m/s, active: t > 0.5 s}\n");
  const Record record = block.run();
  EXPECT_EQ(record.status, SimulationStatus::inconsistent_rows);
  EXPECT_EQ(record.reason, block.place(9) +
                               "at t = 0.5 s the constraints 'still' and 'drive' contradict each other: no motion "
                               "satisfies them together; remove one of them or switch it off");
  EXPECT_NEAR(record.stopped_at, 0.5, 1e-12);
}

TEST(Run, that_meets_a_row_off_its_surface_says_which_and_how_far) {
  const Block block(
      "  ledge: {configuration: z + 1 m, active: false}\nevents:\n"
      "  grip: {when: rises(t - 0.4 s), do: [{activate: ledge}]}\n");
  const Record record = block.run();
  EXPECT_EQ(record.status, SimulationStatus::off_surface);
  EXPECT_EQ(record.reason.find(block.place(7) + "at t = 0.4 s, 'ledge': "), 0u) << record.reason;
  EXPECT_NEAR(record.rows.back()[0], 0.4, 1e-12);  // the last state is in the record, too
  EXPECT_NEAR(record.column("z").back(), -0.8, 1e-9);
  EXPECT_NE(record.reason.find("its left side is 0.2 there"), std::string::npos) << record.reason;  // 1 - 10 0.4^2 / 2
}

TEST(Run, that_cannot_begin_names_the_rows_that_conflict_and_no_others) {
  const Block block(
      "  wall: {configuration: x - 1 m}\n  floor: {configuration: z}\n  shelf: {configuration: z - 1 m}\n");
  EXPECT_EQ(block.refusal().find(block.place(9) +
                                 "the constraints 'floor' and 'shelf' cannot be satisfied together near the initial "
                                 "values; without any one of them they can\n"),
            0u)
      << block.refusal();
}

TEST(Run, that_cannot_begin_says_what_is_held) {
  const Block block("  wall: {configuration: x - 1 m}\ninitial: {x: {hold: 2 m}}\n");
  EXPECT_EQ(block.refusal().find(block.place(7) + "constraint 'wall' cannot be satisfied near the initial values\n"
                                                  "  held values: x; hold fewer of them in `initial`\n"),
            0u)
      << block.refusal();
}

// Two rows for one direction: what the floor carries and what the shelf carries cannot be known. Of all shares that
// add up to the weight, f + 2 s = 20 N, (4, 8) N is the shortest.
TEST(Run, marks_rows_that_follow_from_others_and_forces_that_are_not_unique) {
  const Block block("  wall: {motion: x'}\n  floor: {configuration: z}\n  shelf: {motion: 2*z', active: t > 0.5 s}\n");
  const Record record = block.run();
  ASSERT_EQ(record.redundancies.size(), 1u);
  EXPECT_NEAR(record.redundancies[0].t, 0.5, 1e-12);
  EXPECT_EQ(record.redundancies[0].mode, "shelf");
  EXPECT_EQ(record.redundancies[0].rows.size(), 1u);
  EXPECT_EQ(record.redundancies[0].not_unique, (std::vector<std::string>{"floor", "shelf"}));
  EXPECT_EQ(record.redundancy.front(), absent);
  EXPECT_EQ(record.redundancy.back(), 0u);
  EXPECT_NEAR(record.column("force(floor)").front(), 20, 1e-12);
  EXPECT_NEAR(record.column("force(floor)").back(), 4, 1e-12);
  EXPECT_NEAR(record.column("force(shelf)").back(), 8, 1e-12);
  const std::string csv = record_to_csv(record);
  EXPECT_NE(csv.find(",mode,not unique\n"), std::string::npos);
  EXPECT_TRUE(csv.ends_with(",shelf,force(floor) force(shelf)\n")) << csv;
  EXPECT_NE(record_summary(record).find("given as those of smallest norm: floor, shelf\n"), std::string::npos);
}

// A block that falls at 5 m/s is caught by two rows at once, and the loss is reported once: 2 kg (5 m/s)^2 / 2.
TEST(Run, tells_what_rows_that_come_together_take_once) {
  const Block block(
      "  level: {motion: z', active: false}\n  still: {motion: x', active: false}\nevents:\n"
      "  grip: {when: rises(t - 0.5 s), do: [{activate: [level, still]}]}\n");
  const Record record = block.run();
  double lost = 0;
  for (const Record::Event& event : record.events) lost += event.loss;
  EXPECT_NEAR(lost, 25, 1e-9);
  EXPECT_NEAR(record.ledger.impacts, 25, 1e-9);
}

// (3, -5) m/s where the floor is met and the row x' = z' comes: the impulses of both bring it to (5 e, 5 e) m/s, and
// each takes what it works with the mean of its speeds before and after. With e = 0 row and floor push (-6, 6) + (0, 4)
// N s: 6 (8 + 0)/2 J and 4 (5 + 0)/2 J of the 34 J that there were. With e = 1/2 they push (-1, 1) + (0, 14) N s.
TEST(Run, tells_what_a_row_and_a_contact_take_at_one_instant_each_once) {
  struct Case {
    std::string restitution;
    double floor, slant;
  };
  for (const Case& c : {Case{"0", 10, 24}, Case{"0.5", 17.5, 4}}) {
    const Block block(
        "  slant: {motion: x' - z', active: false}\ncontacts: {floor: {gap: z, restitution: " + c.restitution +
        "}}\nevents: {grip: {when: falls(z), do: [{activate: slant}]}}\n" + "initial: {z: 1.25 m, u_x: 3 m/s}\n");
    const Record record = block.run();
    ASSERT_GE(record.events.size(), 3u);
    EXPECT_EQ(record.events[1].what, "impact at floor");
    EXPECT_NEAR(record.events[1].loss, c.floor, 1e-9);
    EXPECT_EQ(record.events[2].what, "slant holds");
    EXPECT_NEAR(record.events[2].loss, c.slant, 1e-9);
    double lost = 0;
    for (const Record::Event& event : record.events) lost += event.loss;
    EXPECT_NEAR(lost, record.ledger.impacts, 1e-12);
    EXPECT_NEAR(record.ledger.impacts, c.floor + c.slant, 1e-9);
  }
}

TEST(Run, without_redundant_rows_has_no_word_of_them) {
  const Record record = Block("  floor: {configuration: z}\n").run();
  EXPECT_TRUE(record.redundancies.empty());
  EXPECT_EQ(record_to_csv(record).find("not unique"), std::string::npos);
}

}  // namespace
}  // namespace tangible
