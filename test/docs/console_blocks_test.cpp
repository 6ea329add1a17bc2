// SPDX-License-Identifier: Apache-2.0
// The reader of guides finds commands, output and links, and reports output that differs.
#include "docs/console_blocks.h"

#include <gtest/gtest.h>

namespace tangible::docs {
namespace {

using Lines = std::vector<std::string>;

TEST(ConsoleBlocks, a_command_is_found_with_its_line_and_output) {
  const auto commands =
      find_commands("text\n```console\n$ tangible a\none\n\ntwo\n\n$ tangible b\n```\n$ tangible c\n");
  ASSERT_EQ(commands.size(), 2U);
  EXPECT_EQ(commands[0].line, 3);
  EXPECT_EQ(commands[0].text, "tangible a");
  EXPECT_EQ(commands[0].output, (Lines{"one", "", "two"}));
  EXPECT_EQ(commands[1].text, "tangible b");
  EXPECT_EQ(commands[1].output, Lines{});
}

TEST(ConsoleBlocks, blocks_of_other_kinds_are_left_alone) {
  EXPECT_TRUE(find_commands("```yaml\n$ tangible a\n```\n```\n$ tangible b\n```\n").empty());
}

TEST(ConsoleBlocks, blocks_are_found_by_their_kind) {
  EXPECT_EQ(find_blocks("```yaml\na: 1\n\nb: 2\n```\n```text\nc\n```\n```yaml\n```\n", "yaml"),
            (Lines{"a: 1\n\nb: 2\n", ""}));
}

TEST(ConsoleBlocks, output_that_differs_is_told) {
  EXPECT_TRUE(output_matches({"a", "b"}, {"a", "b", ""}));
  EXPECT_FALSE(output_matches({"a", "b"}, {"a"}));
  EXPECT_FALSE(output_matches({"a"}, {"a", "b"}));
  EXPECT_FALSE(output_matches({"a"}, {"b"}));
}

TEST(ConsoleBlocks, dots_stand_for_any_text_and_for_any_lines) {
  EXPECT_TRUE(output_matches({"took ... ms, ... steps"}, {"took 3.2 ms, 17 steps"}));
  EXPECT_FALSE(output_matches({"took ... ms"}, {"took 3.2 s"}));
  EXPECT_TRUE(output_matches({"first", "...", "last"}, {"first", "x", "y", "last"}));
  EXPECT_TRUE(output_matches({"first", "..."}, {"first"}));
  EXPECT_FALSE(output_matches({"...", "last"}, {"first", "x"}));
}

TEST(ConsoleBlocks, links_to_files_are_found_and_addresses_are_not) {
  EXPECT_EQ(find_file_links("[a](docs/a.md#part) ![b](b.png) [c](https://example.org/c) [d](#here)"),
            (Lines{"docs/a.md", "b.png"}));
}

}  // namespace
}  // namespace tangible::docs
