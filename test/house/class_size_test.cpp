// SPDX-License-Identifier: Apache-2.0
// Classes of the rooms `simulation` and `engine` stay small: the head of a file has a reason for each class with more
// than 25 methods.
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

// By class, with its number of methods: those with more than 25 that lack a reason, one for each class.
std::string large_classes_without_reason(const std::string& text) {
  const std::regex head(R"(\n(class|struct) (\w+)[^;{()]*\{)"), reason("more than 25 methods because");
  const std::string code = without_comments(text), comment = text.substr(0, text.find("#pragma once"));
  auto reasons = std::distance(std::sregex_iterator(comment.begin(), comment.end(), reason), {});
  std::string list;
  for (std::sregex_iterator found(code.begin(), code.end(), head), end; found != end; ++found) {
    const auto at = static_cast<std::size_t>(found->position() + found->length());
    const int methods = count_methods(declarations(code, at));
    if (methods > 25 && --reasons < 0) list += found->str(2) + " has " + std::to_string(methods) + " methods\n";
  }
  return list;
}

TEST(ClassSize, a_reason_counts_for_one_class) {
  std::string methods;
  for (int k = 0; k < 26; ++k) methods += "void f" + std::to_string(k) + "();\n";
  const std::string code = "#pragma once\nclass A {\n" + methods + "};\nclass B {\n" + methods + "};\n";
  const std::string reason = "// It has more than 25 methods because it is an example.\n";
  EXPECT_EQ(large_classes_without_reason(code), "A has 26 methods\nB has 26 methods\n");
  EXPECT_EQ(large_classes_without_reason(reason + code), "B has 26 methods\n");
  EXPECT_EQ(large_classes_without_reason(reason + reason + code), "");
}

TEST(ClassSize, above_25_methods_has_a_reason_at_the_head_of_the_file) {
  for (const char* folder : {"src/simulation", "src/engine"})
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".h") continue;
      EXPECT_EQ(large_classes_without_reason(read_text(entry.path())), "") << entry.path();
    }
}

}  // namespace
