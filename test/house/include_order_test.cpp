// SPDX-License-Identifier: Apache-2.0
// No room of src/ includes a forbidden room; and on small trees made for it, the check finds bad includes.
#include "house/include_order.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

namespace tangible::house {
namespace {

namespace fs = std::filesystem;
using Faults = std::vector<std::string>;

std::string read_text(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

RoomTable table_of_this_house() { return parse_room_table(read_text("cmake/rooms.txt")); }

// A source tree that lives as long as the test that wrote it.
class SyntheticTree : public testing::Test {
 protected:
  SyntheticTree() {
    src_ = fs::temp_directory_path() / ("tangible_include_order_" + std::to_string(getpid())) / "src";
    fs::create_directories(src_);
  }
  ~SyntheticTree() override { fs::remove_all(src_.parent_path()); }

  void write(const std::string& file, const std::string& text) {
    fs::create_directories((src_ / file).parent_path());
    std::ofstream(src_ / file) << text;
  }
  Faults faults() const { return find_broken_includes(src_, table_of_this_house()); }

 private:
  fs::path src_;
};

TEST(IncludeOrder, every_room_of_the_house_includes_only_rooms_it_may_know) {
  for (const auto& fault : find_broken_includes("src", table_of_this_house())) ADD_FAILURE() << fault;
}

TEST(IncludeOrder, the_table_has_the_rooms_in_the_way_of_the_data) {
  const std::vector<std::string> order{"symbolic", "mechanics",  "model",  "equations", "program", "dynamics",
                                       "contact",  "simulation", "engine", "haptics",   "display", "app"};
  EXPECT_EQ(table_of_this_house().order, order);
}

TEST(IncludeOrder, only_app_and_its_tests_include_the_command_line) {
  for (const char* folder : {"src", "test", "bench", "examples"})
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const std::string path = entry.path().string();
      if (!path.ends_with(".h") && !path.ends_with(".cpp")) continue;
      if (path.starts_with("src/app/") || path.starts_with("test/app/")) continue;
      EXPECT_EQ(read_text(entry.path()).find("#include \"app/"), std::string::npos) << path;
    }
}

TEST(IncludeOrder, from_dynamics_on_no_room_may_know_a_symbol_or_a_model_file) {
  const auto table = table_of_this_house();
  for (const std::string room : {"dynamics", "contact", "simulation", "haptics", "display"}) {
    for (const std::string hidden : {"symbolic", "model", "equations"}) {
      EXPECT_FALSE(table.rooms.at(room).may_include.contains(hidden)) << room << " includes " << hidden;
      EXPECT_TRUE(table.rooms.at(room).may_not_see.contains(hidden)) << room << " sees " << hidden;
    }
  }
}

TEST_F(SyntheticTree, a_good_tree_has_no_faults) {
  write("symbolic/expr.h", "#include <vector>\n");
  write("mechanics/frame.h", "#include \"symbolic/expr.h\"\n");
  write("mechanics/frame.cpp", "#include \"mechanics/frame.h\"\n#include <yaml-cpp/yaml.h>\n");
  write("tangible.h", "#include \"mechanics/frame.h\"\n");
  EXPECT_EQ(faults(), Faults{});
}

TEST_F(SyntheticTree, a_room_that_includes_a_later_room_is_found_with_its_line) {
  write("mechanics/frame.h", "");
  write("symbolic/expr.cpp", "// head\n\n  #  include \"mechanics/frame.h\"\n");
  EXPECT_EQ(faults(), Faults{"src/symbolic/expr.cpp:3: symbolic must not include mechanics/frame.h (cmake/rooms.txt)"});
}

TEST_F(SyntheticTree, angle_brackets_do_not_hide_a_bad_include) {
  write("model/reader.cpp", "#include <equations/kane.h>\n");
  EXPECT_EQ(faults(), Faults{"src/model/reader.cpp:1: model must not include equations/kane.h (cmake/rooms.txt)"});
}

TEST_F(SyntheticTree, a_file_in_a_subfolder_belongs_to_its_room) {
  write("symbolic/print/text.cpp", "#include \"app/command.h\"\n");
  EXPECT_EQ(faults(),
            Faults{"src/symbolic/print/text.cpp:1: symbolic must not include app/command.h (cmake/rooms.txt)"});
}

TEST_F(SyntheticTree, dynamics_does_not_see_symbols_through_a_header_of_program) {
  write("symbolic/expr.h", "");
  write("program/lowering.h", "#include \"symbolic/expr.h\"\n");
  write("program/program.h", "#include \"program/lowering.h\"\n");
  write("dynamics/rows.h", "#include \"program/program.h\"\n");
  EXPECT_EQ(faults(), Faults{"src/dynamics/rows.h: dynamics must not see what this chain of headers shows it: "
                             "dynamics/rows.h -> program/program.h -> program/lowering.h -> symbolic/expr.h"});
}

TEST_F(SyntheticTree, headers_that_include_each_other_do_not_trap_the_check) {
  write("dynamics/a.h", "#include \"dynamics/b.h\"\n");
  write("dynamics/b.h", "#include \"dynamics/a.h\"\n");
  EXPECT_EQ(faults(), Faults{});
}

TEST_F(SyntheticTree, a_path_without_its_room_is_refused) {
  write("symbolic/expr.cpp", "#include \"expr.h\"\n#include \"../mechanics/frame.h\"\n");
  EXPECT_EQ(faults(), (Faults{"src/symbolic/expr.cpp:1: write the include as \"room/file.h\", not \"expr.h\"",
                              "src/symbolic/expr.cpp:2: write the include as \"room/file.h\", not "
                              "\"../mechanics/frame.h\""}));
}

TEST_F(SyntheticTree, a_source_includes_its_own_header_first) {
  write("symbolic/expr.h", "");
  write("symbolic/sum.h", "");
  write("symbolic/sum.cpp", "#include <vector>\n#include \"symbolic/sum.h\"\n");
  write("symbolic/expr.cpp", "#include \"symbolic/expr.h\"\n#include <vector>\n");
  write("symbolic/functions.cpp", "#include \"symbolic/expr.h\"\n");
  EXPECT_EQ(faults(), Faults{"src/symbolic/sum.cpp: include \"symbolic/sum.h\" first"});
}

TEST_F(SyntheticTree, a_room_that_the_table_does_not_have_is_found) {
  write("utils/misc.h", "");
  EXPECT_EQ(faults(), Faults{"src/utils/misc.h: room 'utils' is not in cmake/rooms.txt"});
}

void expect_refused(const std::string& table, const std::string& message) {
  try {
    parse_room_table(table);
    ADD_FAILURE() << "accepted: " << table;
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), message);
  }
}

TEST(RoomTableText, what_cannot_be_a_house_is_refused_with_its_line) {
  expect_refused("a:\nb a\n", "line 2: expected 'room: rooms it may know'");
  expect_refused("# two rooms\na: b\nb:\n", "line 2: room 'b' does not stand above");
  expect_refused("a: a\n", "line 1: room 'a' does not stand above");
  expect_refused("a:\na:\n", "line 2: room 'a' stands here twice");
  expect_refused("a: !b\n", "after '!': room 'b' does not stand above");
}

}  // namespace
}  // namespace tangible::house
