// SPDX-License-Identifier: Apache-2.0
// Classes of the room `simulation` stay small: one with more than 25 methods says at the head of its file why.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

namespace {

std::string read_text(const std::filesystem::path& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string without_comments(const std::string& text) { return std::regex_replace(text, std::regex("//[^\n]*"), ""); }

// What stands between the braces of a class, bodies and initial values left out.
std::string declarations(const std::string& text, std::size_t begin) {
  std::string out;
  int depth = 1;
  for (std::size_t i = begin; i < text.size() && depth > 0; ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}' && --depth == 1) out += ';';
    if (depth == 1 && text[i] != '}') out += text[i];
  }
  return out;
}

int count_methods(const std::string& text) {
  const std::regex method(R"([A-Za-z_]\w*\s*\([^;]*;)");
  return static_cast<int>(std::distance(std::sregex_iterator(text.begin(), text.end(), method), {}));
}

TEST(ClassSize, counts_methods_with_and_without_bodies) {
  const std::string text =
      "class A {\n public:\n  int f() const { return g(1); }\n  void g(int x);\n  int x_ = 3;\n"
      "  std::vector<int> list_{1, 2};\n};\n";
  EXPECT_EQ(count_methods(declarations(text, text.find('{') + 1)), 2);
}

TEST(ClassSize, above_25_methods_has_a_reason_at_the_head_of_the_file) {
  const std::regex head(R"(\n(class|struct) (\w+)[^;{()]*\{)");
  for (const auto& entry : std::filesystem::directory_iterator("src/simulation")) {
    if (entry.path().extension() != ".h") continue;
    const std::string text = read_text(entry.path()), code = without_comments(text);
    const bool has_reason = text.substr(0, text.find("#pragma once")).find("more than 25 methods because") != text.npos;
    for (std::sregex_iterator found(code.begin(), code.end(), head), end; found != end; ++found) {
      const auto at = static_cast<std::size_t>(found->position() + found->length());
      const int methods = count_methods(declarations(code, at));
      EXPECT_TRUE(methods <= 25 || has_reason) << entry.path() << ": " << (*found)[2] << " has " << methods;
    }
  }
}

}  // namespace
