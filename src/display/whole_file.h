// SPDX-License-Identifier: Apache-2.0
// Files that are either whole or as they were before: the text is written beside its place and put there at the end.
#pragma once

#include <filesystem>
#include <string_view>

namespace tangible {

// Writes `text` to an open file and closes that. Returns the error number, or 0. A file that may not grow further is an
// error like others.
int write_and_close(int file, std::string_view text);

// A file that is there already keeps its owner and permissions; a link in its place is replaced, not followed. Returns
// the error number, or 0; nothing is left behind after an error.
int write_whole_file(const std::filesystem::path& target, std::string_view text);

// The same for a file that must not exist yet, not even as a link that leads nowhere: EEXIST if it does.
int write_new_file(const std::filesystem::path& target, std::string_view text);

}  // namespace tangible
