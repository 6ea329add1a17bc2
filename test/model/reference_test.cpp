// SPDX-License-Identifier: Apache-2.0
// The reference of the model file agrees with the program: its complete examples are read.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "model/read_model.h"

namespace tangible {
namespace {

struct Example {
  int line = 0;
  std::string text;
};

// Blocks that start with ```yaml complete.
std::vector<Example> complete_examples(const std::string& path) {
  std::vector<Example> out;
  std::ifstream file(path);
  bool inside = false;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.starts_with("```")) {
      inside = line == "```yaml complete";
      if (inside) out.push_back({number, ""});
    } else if (inside) {
      out.back().text += line + "\n";
    }
  }
  return out;
}

TEST(Reference, every_complete_example_is_read) {
  const auto examples = complete_examples("docs/reference/model-file.md");
  EXPECT_GE(examples.size(), 8U);
  for (const Example& example : examples) {
    const ReadResult result = read_model_text(example.text, "example in line " + std::to_string(example.line));
    EXPECT_TRUE(result) << result.diagnostics.to_string();
    EXPECT_EQ(result.diagnostics.to_string(), "");
  }
}

TEST(Reference, names_every_section_and_joint) {
  std::ifstream file("docs/reference/model-file.md");
  const std::string text(std::istreambuf_iterator<char>(file), {});
  for (const char* word : {"tangible", "parameters",  "inputs",    "coordinates", "discrete",  "states",      "tables",
                           "define",   "frames",      "points",    "speeds",      "bodies",    "particles",   "gravity",
                           "loads",    "constraints", "contacts",  "events",      "handles",   "outputs",     "initial",
                           "repeat",   "revolute",    "prismatic", "screw",       "universal", "cylindrical", "planar",
                           "ball",     "free",        "weld",      "shapes",      "view"})
    EXPECT_NE(text.find(word), std::string::npos) << word;
}

}  // namespace
}  // namespace tangible
