// SPDX-License-Identifier: Apache-2.0
// Files that no analyst writes: clear words, no crash, no hang.
#include <gtest/gtest.h>

#include <ctime>
#include <filesystem>
#include <fstream>

#include "model/read_model.h"
#include "symbolic/graph.h"

namespace tangible {
namespace {

struct Hostile : testing::Test {
  Graph graph;
  GraphScope scope{graph};
  std::clock_t start = std::clock();

  // Seconds of this process, generous: on a quiet machine each takes a few at most.
  void TearDown() override { EXPECT_LT((std::clock() - start) / CLOCKS_PER_SEC, 30); }

  std::string told(const ReadResult& result) {
    EXPECT_FALSE(result);
    EXPECT_FALSE(result.diagnostics.sorted().empty());
    return result.diagnostics.to_string();
  }
  bool tells(const std::string& text, const std::string& words) {
    const std::string all = told(read_model_text(text));
    return all.find(words) != std::string::npos;
  }
};

const std::string head = "tangible: 1\ncoordinates: {q: rad}\n";

TEST_F(Hostile, two_hundred_thousand_lines_are_read) {
  std::string text = head + "parameters:\n";
  for (int i = 0; i < 200000; ++i) text += "  p" + std::to_string(i) + ": " + std::to_string(i) + " kg\n";
  const ReadResult result = read_model_text(text + "define: {whole: p1 + p199999}\n");
  ASSERT_TRUE(result) << result.diagnostics.to_string().substr(0, 400);
  EXPECT_EQ(result.mechanism->parameters().size(), 200000u);
}

TEST_F(Hostile, two_hundred_thousand_wrong_lines_do_not_flood_the_screen) {
  std::string text = head + "points:\n";
  for (int i = 0; i < 200000; ++i) text += "  P" + std::to_string(i) + ": {from: O, at: nowhere*N.x}\n";
  EXPECT_LT(told(read_model_text(text)).size(), 20000u);
}

TEST_F(Hostile, a_sum_of_two_hundred_thousand_terms_is_read) {
  std::string sum = "q";
  for (int i = 0; i < 200000; ++i) sum += " + q*" + std::to_string(i % 1000 + 1);
  const ReadResult result = read_model_text(head + "define: {long: " + sum + "}\n");
  EXPECT_TRUE(result) << result.diagnostics.to_string().substr(0, 400);
}

TEST_F(Hostile, a_product_of_two_hundred_thousand_sines_is_read_or_told) {
  std::string product = "1";
  for (int i = 0; i < 200000; ++i) product += "*sin(q + " + std::to_string(i) + ")";
  const ReadResult result = read_model_text(head + "define: {long: " + product + "}\n");
  EXPECT_TRUE(result || result.diagnostics.has_errors());
}

TEST_F(Hostile, deep_nesting_is_told) {
  for (const std::string open : {"(", "sin(", "-", "not "}) {
    std::string deep;
    for (int i = 0; i < 100000; ++i) deep += open;
    deep += "q";
    if (open.ends_with('(')) deep += std::string(100000, ')');
    const ReadResult result = read_model_text(head + "define: {deep: \"" + deep + "\"}\n");
    EXPECT_TRUE(result || result.diagnostics.has_errors()) << open;
  }
}

TEST_F(Hostile, unclosed_parentheses_are_told_at_their_place) {
  const std::string all = told(read_model_text(head + "define: {deep: \"" + std::string(100000, '(') + "q\"}\n"));
  EXPECT_NE(all.find("model:3:"), std::string::npos) << all.substr(0, 200);
}

TEST_F(Hostile, bytes_that_are_no_text_are_told) {
  std::string bytes;
  for (int i = 0; i < 100000; ++i) bytes += static_cast<char>((i * 7919 + i / 256) % 256);
  told(read_model_text(bytes));
  told(
      read_model_text(std::string("\x7f"
                                  "ELF\0\0\1\2",
                                  8)));
  told(read_model_text(std::string(1000, '\0')));
}

TEST_F(Hostile, empty_missing_and_folders_are_told) {
  EXPECT_TRUE(tells("", "empty"));
  EXPECT_TRUE(tells("\n\n  \n", "empty"));
  EXPECT_NE(told(read_model("no/such/file.yaml")).find("no/such/file.yaml: error:"), std::string::npos);
  EXPECT_NE(told(read_model(std::filesystem::temp_directory_path().string())).find("directory"), std::string::npos);
}

TEST_F(Hostile, a_chain_of_definitions_that_need_each_other_is_told_or_read) {
  std::string text = head + "define:\n";
  for (int i = 0; i < 20000; ++i) text += "  d" + std::to_string(i) + ": d" + std::to_string(i + 1) + " + 1\n";
  text += "  d20000: q\n";
  const ReadResult result = read_model_text(text);
  EXPECT_TRUE(result || result.diagnostics.has_errors());
}

}  // namespace
}  // namespace tangible
