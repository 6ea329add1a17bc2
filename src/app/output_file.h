// SPDX-License-Identifier: Apache-2.0
// Output files of a command: paths are checked before the run; a file is written completely or an error is reported.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace tangible {

// A file was found not to be writable only after the work; what() is ready to be printed.
struct CannotWrite : std::runtime_error {
  using std::runtime_error::runtime_error;
};
// A file that was there stays as it was if the new one cannot be written. Permissions and links are kept; devices and
// pipes are written directly.
void write_file(const std::string& path, const std::string& text);

// Reports before a run that nothing could be written there after it; the option is the one that gave the path.
void check_can_be_written(const std::string& option, const std::string& path);

// A path and the option that gave it; MODEL for the model itself.
struct PathOption {
  std::string option;
  std::string path;
};
// Refuses two outputs in one file, and an output in a file that is read.
void check_paths_differ(const std::vector<PathOption>& read, const std::vector<PathOption>& written);

}  // namespace tangible
