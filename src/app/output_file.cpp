// SPDX-License-Identifier: Apache-2.0
// Checks of paths, and writing with all errors detected, those of the last bytes included.
#include "app/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "engine/formulation.h"

namespace tangible {
namespace {

namespace fs = std::filesystem;

// Devices may be given twice: nothing that they are given is kept.
bool same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  if (fs::exists(a, ignored) && !fs::is_regular_file(a, ignored)) return false;
  if (fs::equivalent(a, b, ignored)) return true;
  return fs::weakly_canonical(fs::absolute(a), ignored) == fs::weakly_canonical(fs::absolute(b), ignored);
}

}  // namespace

void write_file(const std::string& path, const std::string& text) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();  // the last bytes in the buffer may be the ones that do not fit
  if (!file)
    throw CannotWrite(path + ": error: cannot be written" +
                      (errno != 0 ? std::string(": ") + std::strerror(errno) : "") +
                      "; make room or give another name, and run again");
}

void check_can_be_written(const std::string& option, const std::string& path) {
  const std::string begin = option + " " + path + ": error: ";
  const fs::path folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : ".";
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) throw BadInput(begin + "this is a folder; give the name of a file in it");
  if (!fs::is_directory(folder, ignored))
    throw BadInput(begin + "there is no folder " + folder.string() +
                   "; make it first (mkdir -p), or give another name");
  const bool exists = fs::exists(path, ignored);
  if (::access(exists ? path.c_str() : folder.c_str(), W_OK) != 0)
    throw BadInput(begin + (exists ? path : folder.string()) +
                   " cannot be written; change its permissions, or give another name");
}

void check_paths_differ(const std::vector<PathOption>& read, const std::vector<PathOption>& written) {
  for (std::size_t i = 0; i < written.size(); ++i) {
    const std::string begin = written[i].option + " " + written[i].path + ": error: ";
    for (const PathOption& other : read)
      if (same_file(other.path, written[i].path))
        throw BadInput(begin + "would overwrite what is read as " + other.option + "; give another name");
    for (std::size_t k = 0; k < i; ++k)
      if (same_file(written[k].path, written[i].path))
        throw BadInput(begin + "the same file is given twice; give another name, or leave one out");
  }
}

}  // namespace tangible
