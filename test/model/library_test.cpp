// SPDX-License-Identifier: Apache-2.0
// Every mechanism of the library is read without a word of complaint and comes with its README.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "model/read_model.h"

namespace tangible {
namespace {

std::vector<std::filesystem::path> library_files() {
  std::vector<std::filesystem::path> out;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("models"))
    if (entry.path().extension() == ".yaml") out.push_back(entry.path());
  return out;
}

TEST(Library, has_every_mechanism_that_was_promised) { EXPECT_GE(library_files().size(), 24U); }

TEST(Library, every_model_is_read_without_errors_or_warnings) {
  for (const auto& path : library_files()) {
    const ReadResult result = read_model(path.string());
    EXPECT_TRUE(result) << result.diagnostics.to_string();
    EXPECT_EQ(result.diagnostics.to_string(), "");
  }
}

TEST(Library, every_model_says_where_it_comes_from) {
  for (const auto& path : library_files()) {
    const ReadResult result = read_model(path.string());
    ASSERT_TRUE(result) << result.diagnostics.to_string();
    EXPECT_NE(result.mechanism->name(), "mechanism") << path;
    EXPECT_NE(result.mechanism->source, "") << path;
  }
}

TEST(Library, every_readme_tells_source_freedoms_and_what_is_conserved) {
  for (const auto& path : library_files()) {
    std::ifstream file(path.parent_path() / "README.md");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    for (const char* word : {"Source:", "Figure:", "Degrees of freedom:", "Watch:", "Conserved"})
      EXPECT_NE(text.find(word), std::string::npos) << path << " lacks " << word;
  }
}

TEST(Library, the_chain_on_a_cart_has_as_many_links_as_one_says) {
  ReadOptions options;
  options.set["links"] = "10";
  const ReadResult result = read_model("models/pendulum_on_cart/pendulum_on_cart.yaml", options);
  ASSERT_TRUE(result) << result.diagnostics.to_string();
  EXPECT_EQ(result.mechanism->coordinates().size(), 11U);
  EXPECT_EQ(result.mechanism->speeds().size(), 11U);
  EXPECT_EQ(result.mechanism->particles().size(), 11U);
}

}  // namespace
}  // namespace tangible
