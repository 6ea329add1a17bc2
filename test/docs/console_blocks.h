// SPDX-License-Identifier: Apache-2.0
// The commands shown in the guides: found in the text of a page, run, and compared with the output printed below them.
//
//   ```console
//   $ tangible --help        a command, run in the root of the repository
//   usage: ... its output; `...` means any text, on a line of its own any lines
//   ```
#pragma once

#include <string>
#include <vector>

namespace tangible::docs {

struct Command {
  int line = 0;                     // of the page, from 1
  std::string text;                 // without "$ "
  std::vector<std::string> output;  // the lines that follow it in the block; empty: not compared
};

// The commands of all ```console blocks of a page in Markdown.
std::vector<Command> find_commands(const std::string& page);

// The texts of all ``` blocks of a kind, such as yaml, on a page.
std::vector<std::string> find_blocks(const std::string& page, const std::string& kind);

// Whether these lines are what the guide shows, `...` standing for any text.
bool output_matches(const std::vector<std::string>& shown, const std::vector<std::string>& printed);

// The targets of the links and pictures of a page that lead to files: no addresses, no fragments.
std::vector<std::string> find_file_links(const std::string& page);

}  // namespace tangible::docs
