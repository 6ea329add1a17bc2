// SPDX-License-Identifier: Apache-2.0
// Reads commands, shown output and links off a page in Markdown.
#include "docs/console_blocks.h"

#include <algorithm>
#include <span>
#include <sstream>
#include <string_view>

namespace tangible::docs {
namespace {

using Lines = std::span<const std::string>;

bool line_matches(std::string_view shown, std::string_view printed) {
  const auto gap = shown.find("...");
  if (gap == std::string_view::npos) return shown == printed;
  if (!printed.starts_with(shown.substr(0, gap))) return false;
  const auto rest = shown.substr(gap + 3);
  for (auto start = gap; start <= printed.size(); ++start) {
    if (line_matches(rest, printed.substr(start))) return true;
  }
  return false;
}

bool lines_match(Lines shown, Lines printed) {
  if (shown.empty()) return printed.empty();
  if (shown[0] == "...") {
    for (std::size_t skipped = 0; skipped <= printed.size(); ++skipped) {
      if (lines_match(shown.subspan(1), printed.subspan(skipped))) return true;
    }
    return false;
  }
  return !printed.empty() && line_matches(shown[0], printed[0]) && lines_match(shown.subspan(1), printed.subspan(1));
}

Lines without_blank_ends(Lines lines) {
  while (!lines.empty() && lines.front().empty()) lines = lines.subspan(1);
  while (!lines.empty() && lines.back().empty()) lines = lines.first(lines.size() - 1);
  return lines;
}

}  // namespace

std::vector<Command> find_commands(const std::string& page) {
  std::vector<Command> commands;
  std::istringstream lines(page);
  std::string line;
  bool inside = false;
  bool has_command = false;  // in this block
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.starts_with("```")) {
      inside = !inside && line == "```console";
      has_command = false;
    } else if (inside && line.starts_with("$ ")) {
      commands.push_back({number, line.substr(2), {}});
      has_command = true;
    } else if (inside && has_command) {
      commands.back().output.push_back(line);
    }
  }
  for (auto& command : commands) {
    const auto kept = without_blank_ends(command.output);
    command.output = {kept.begin(), kept.end()};
  }
  return commands;
}

std::vector<std::string> find_blocks(const std::string& page, const std::string& kind) {
  std::vector<std::string> blocks;
  std::istringstream lines(page);
  bool inside = false;
  bool wanted = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      wanted = inside && line == "```" + kind;
      if (wanted) blocks.emplace_back();
    } else if (wanted) {
      blocks.back() += line + "\n";
    }
  }
  return blocks;
}

bool output_matches(const std::vector<std::string>& shown, const std::vector<std::string>& printed) {
  return lines_match(shown, without_blank_ends(printed));
}

std::vector<std::string> find_file_links(const std::string& page) {
  std::vector<std::string> links;
  for (auto start = page.find("]("); start != std::string::npos; start = page.find("](", start + 2)) {
    auto target = page.substr(start + 2, page.find(')', start) - start - 2);
    target = target.substr(0, target.find('#'));
    if (!target.empty() && target.find("://") == std::string::npos) links.push_back(target);
  }
  return links;
}

}  // namespace tangible::docs
