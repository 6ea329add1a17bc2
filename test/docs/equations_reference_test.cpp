// SPDX-License-Identifier: Apache-2.0
// The table of equations in the reference names functions that exist and cite what they implement, and the page of
// notation names what is in the code.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace {

struct Entry {
  std::string source;  // "Gillespie"
  std::string number;  // "(44)"
  std::string function;
  std::string file;
};

std::string read_file(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string trimmed(std::string text) {
  const auto strip = [](char c) { return c == ' ' || c == '`'; };
  while (!text.empty() && strip(text.back())) text.pop_back();
  while (!text.empty() && strip(text.front())) text.erase(0, 1);
  return text;
}

std::vector<Entry> read_table(const std::string& text) {
  std::vector<Entry> entries;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| ") || line.find("(") == std::string::npos) continue;
    std::vector<std::string> cells;
    std::istringstream row(line.substr(1));
    for (std::string cell; std::getline(row, cell, '|');) cells.push_back(trimmed(cell));
    if (cells.size() < 4) continue;
    const std::size_t space = cells[0].find(' ');
    entries.push_back({cells[0].substr(0, space), cells[0].substr(space + 1), cells[2], cells[3]});
  }
  return entries;
}

bool cites(const std::string& text, const Entry& entry) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find(entry.source) != std::string::npos && line.find(entry.number) != std::string::npos) return true;
  return false;
}

TEST(EquationsReference, every_entry_names_a_function_that_cites_its_equation) {
  const std::vector<Entry> entries = read_table(read_file("docs/reference/equations.md"));
  ASSERT_GE(entries.size(), 15u);
  for (const Entry& entry : entries) {
    const std::string code = read_file(entry.file);
    EXPECT_FALSE(code.empty()) << entry.file << " is not there";
    EXPECT_NE(code.find(entry.function), std::string::npos) << entry.file << " does not name " << entry.function;
    EXPECT_TRUE(cites(code, entry)) << entry.file << " does not cite " << entry.source << " " << entry.number;
  }
}

TEST(EquationsReference, a_citation_that_is_not_there_is_noticed) {
  const Entry absent{"Gillespie", "(999)", "derive_embedding", "src/equations/embedding.h"};
  EXPECT_FALSE(cites(read_file(absent.file), absent));
}

// `Speed` or `VelocityDecomposition::partial`, in the tables of symbols; those of single vectors are made by a rule.
std::vector<std::string> names_in_notation(const std::string& page) {
  const std::string tables = page.substr(0, page.find("## Numbers and their frames"));
  const std::regex quoted("`([A-Za-z_:]{2,})`");
  std::vector<std::string> names;
  for (std::sregex_iterator at(tables.begin(), tables.end(), quoted), end; at != end; ++at) names.push_back((*at)[1]);
  return names;
}

TEST(Notation, names_in_its_tables_are_names_in_the_headers) {
  std::string headers;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("src"))
    if (entry.path().extension() == ".h") headers += read_file(entry.path().string());
  const std::vector<std::string> names = names_in_notation(read_file("docs/notation.md"));
  ASSERT_GE(names.size(), 10u);
  for (const std::string& name : names) {
    std::istringstream parts(name);
    for (std::string part; std::getline(parts, part, ':');) {
      if (part.empty()) continue;
      const std::regex whole("[^A-Za-z_]" + part + "[^A-Za-z_]");
      EXPECT_TRUE(std::regex_search(headers, whole)) << name;
    }
  }
}

}  // namespace
