// SPDX-License-Identifier: Apache-2.0
// YAML as a model file uses it: all text, every place known, nothing that surprises.
#include "model/document.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace tangible {
namespace {

struct Parsed {
  std::optional<Node> root;
  Diagnostics diagnostics;
};

Parsed parse(const std::string& text) {
  Parsed out{std::nullopt, Diagnostics("file.yaml", text)};
  out.root = parse_document(text, out.diagnostics);
  return out;
}

std::string first_error(const std::string& text) {
  const auto all = parse(text).diagnostics.sorted();
  if (all.empty()) return "";
  return std::to_string(all[0].place.line) + ":" + std::to_string(all[0].place.column) + ": " + all[0].message;
}

TEST(Document, every_scalar_is_text) {
  const auto parsed = parse("a: 1.50\nb: true\nc: 0x10\n");
  ASSERT_TRUE(parsed.root);
  EXPECT_EQ(parsed.root->find("a")->value.text, "1.50");
  EXPECT_EQ(parsed.root->find("b")->value.text, "true");
  EXPECT_EQ(parsed.root->find("c")->value.text, "0x10");
  EXPECT_EQ(parsed.root->find("d"), nullptr);
}

TEST(Document, keys_and_values_know_their_places) {
  const auto parsed = parse("a: 1\nframes:\n  B: {in: N, rotate: {z: q3}}\n");
  const Entry& frame = parsed.root->find("frames")->value.entries.at(0);
  EXPECT_EQ(frame.key_place, (Place{3, 3}));
  EXPECT_EQ(frame.value.place, (Place{3, 6}));
  const Entry& rotate = frame.value.entries.at(1);
  EXPECT_EQ(rotate.key_place, (Place{3, 14}));
  EXPECT_EQ(rotate.value.entries.at(0).value.place, (Place{3, 26}));
}

Place place_of_character(const std::string& text, char wanted) {
  const auto parsed = parse(text);
  const Node& scalar = parsed.root->entries.at(0).value;
  return Source(text).place_in(scalar, scalar.text.find(wanted));
}

TEST(Document, a_character_of_a_plain_scalar_is_found) {
  EXPECT_EQ(place_of_character("key: a + #b\n", 'a'), (Place{1, 6}));
  EXPECT_EQ(place_of_character("key: a + b*?\n", '?'), (Place{1, 12}));
}

TEST(Document, a_character_of_a_quoted_scalar_is_found_behind_quotes_and_escapes) {
  EXPECT_EQ(place_of_character("key: 'a + ?'\n", '?'), (Place{1, 11}));
  EXPECT_EQ(place_of_character("key: 'it''s ?'\n", '?'), (Place{1, 13}));
  EXPECT_EQ(place_of_character("key: \"a\\t+ ?\"\n", '?'), (Place{1, 12}));
}

TEST(Document, a_character_of_a_folded_scalar_is_found_in_its_own_line) {
  EXPECT_EQ(place_of_character("key: a +\n     b + ?\n", '?'), (Place{2, 10}));
  EXPECT_EQ(place_of_character("key: \"a +\n  b + ?\"\n", '?'), (Place{2, 7}));
  EXPECT_EQ(place_of_character("key: >\n  a +\n  b + ?\n", '?'), (Place{3, 7}));
  EXPECT_EQ(place_of_character("key: |\n  a +\n  b + ?\n", '?'), (Place{3, 7}));
}

TEST(Document, columns_count_characters_not_bytes) {
  EXPECT_EQ(place_of_character("key: 'äöü ?'\n", '?'), (Place{1, 11}));
}

TEST(Document, duplicate_keys_are_told_with_the_first_line) {
  const auto parsed = parse("a: 1\nb: 2\na: 3\n");
  ASSERT_EQ(parsed.diagnostics.errors(), 1U);
  EXPECT_EQ(parsed.diagnostics.sorted()[0].place, (Place{3, 1}));
  EXPECT_NE(parsed.diagnostics.sorted()[0].advice.find("line 1"), std::string::npos);
}

TEST(Document, what_could_make_a_file_explode_is_refused) {
  EXPECT_EQ(first_error("a: &x [1]\nb: *x\n"), "1:4: anchors (&name) are not part of a model file");
  EXPECT_EQ(first_error("a: {<<: {b: 1}}\n"), "1:5: merge keys (<<) are not part of a model file");
  EXPECT_EQ(first_error("a: !!binary x\n"), "1:4: YAML tags (tag:yaml.org,2002:binary) are not part of a model file");
  EXPECT_EQ(first_error("a: 1\n---\nb: 2\n"), "3:1: a second YAML document (after ---)");
}

TEST(Document, broken_yaml_is_an_error_with_a_place) {
  EXPECT_EQ(first_error("a: {b: 1\n").substr(0, 10), "2:1: YAML:");
  EXPECT_EQ(first_error("a: b: c\n").substr(0, 10), "1:5: YAML:");
}

TEST(Document, deep_nesting_is_an_error_not_a_crash) {
  EXPECT_NE(first_error("a: " + std::string(100000, '[')).find("nested deeper than 60 levels"), std::string::npos);
  EXPECT_FALSE(parse(std::string(100000, '{')).diagnostics.sorted().empty());
  std::string blocks;
  for (int i = 0; i < 2000; ++i) blocks += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  EXPECT_NE(first_error(blocks).find("nested deeper"), std::string::npos);
}

TEST(Document, two_hundred_thousand_lines_are_read) {
  std::string text = "parameters:\n";
  for (int i = 0; i < 200000; ++i) text += "  p" + std::to_string(i) + ": 1 kg\n";
  const auto parsed = parse(text);
  ASSERT_TRUE(parsed.root);
  EXPECT_EQ(parsed.root->entries.at(0).value.entries.size(), 200000U);
}

TEST(Document, binary_and_empty_texts_are_told) {
  EXPECT_EQ(first_error(std::string("a: 1\nb\0c", 8)), "2:2: this is not a text file: it holds a control byte");
  EXPECT_EQ(first_error("\x7f"
                        "ELF"),
            "1:1: this is not a text file: it holds a control byte");
  EXPECT_EQ(first_error(""), "0:0: the file is empty");
  EXPECT_EQ(first_error("# only a comment\n"), "0:0: the file is empty");
}

TEST(Document, a_path_that_is_no_file_is_told) {
  Diagnostics missing("nowhere.yaml", "");
  EXPECT_FALSE(read_text_file("nowhere.yaml", missing));
  EXPECT_EQ(missing.to_string(),
            "nowhere.yaml: error: there is no such file\n"
            "  check the path; the model library is in models/\n");
  Diagnostics folder("models", "");
  EXPECT_FALSE(read_text_file("models", folder));
  EXPECT_EQ(folder.sorted().at(0).message, "this is a directory");
}

TEST(Document, words_that_yaml_tools_take_for_booleans_are_known) {
  for (const char* word : {"on", "Off", "YES", "no", "true", "False", "null", "~"})
    EXPECT_TRUE(is_boolean_word(word)) << word;
  for (const char* word : {"one", "y", "n", "q1", "truth", ""}) EXPECT_FALSE(is_boolean_word(word)) << word;
}

TEST(Diagnostics, are_printed_in_the_order_of_the_file_with_line_and_caret) {
  Diagnostics diagnostics("a.yaml", "first\n  second line\n");
  diagnostics.error({2, 10}, "no such line", "write another");
  diagnostics.warning({1, 1}, "old");
  EXPECT_EQ(diagnostics.to_string(),
            "a.yaml:1:1: warning: old\n"
            "    1 | first\n"
            "      | ^\n"
            "a.yaml:2:10: error: no such line\n"
            "    2 |   second line\n"
            "      |          ^\n"
            "  write another\n");
  EXPECT_EQ(diagnostics.errors(), 1U);
}

TEST(Diagnostics, the_same_mistake_at_the_same_place_is_told_once) {
  Diagnostics diagnostics("a.yaml", "");
  diagnostics.error({1, 1}, "bad");
  diagnostics.error({1, 1}, "bad");
  diagnostics.error({1, 2}, "bad");
  EXPECT_EQ(diagnostics.errors(), 2U);
}

TEST(Diagnostics, a_megabyte_line_is_cut_around_the_caret) {
  Diagnostics diagnostics("a.yaml", std::string(1000000, 'x') + "?");
  diagnostics.error({1, 1000001}, "odd");
  const std::string text = diagnostics.to_string();
  EXPECT_LT(text.size(), 400U);
  EXPECT_NE(text.find("x?\n"), std::string::npos);
}

}  // namespace
}  // namespace tangible
