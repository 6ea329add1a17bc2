// SPDX-License-Identifier: Apache-2.0
// Checks of paths, and writing with all errors detected: a file is written beside its place and put there when it is
// whole.
#include "app/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "display/whole_file.h"
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

// Devices and pipes have no file beside them, a link may point to what is not there yet, and this program may print
// into the file itself.
bool is_written_in_place(const std::string& path) {
  struct stat file {
  }, stream{};
  if (::stat(path.c_str(), &file) != 0) return ::lstat(path.c_str(), &file) == 0;
  if (!S_ISREG(file.st_mode)) return true;
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO})
    if (::fstat(descriptor, &stream) == 0 && stream.st_dev == file.st_dev && stream.st_ino == file.st_ino) return true;
  return false;
}

int write_in_place(const std::string& path, std::string_view text) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  return file < 0 ? errno : write_and_close(file, text);
}

// A link stays a link: what it points to is replaced.
fs::path behind_links(const std::string& path) {
  std::error_code error;
  const fs::path target = fs::weakly_canonical(fs::absolute(path), error);
  return error ? fs::absolute(path) : target;
}

// A file whose folder is closed to new ones is written where it is.
int write_whole(const std::string& path, std::string_view text) {
  const fs::path target = behind_links(path);
  const int error = write_whole_file(target, text);
  std::error_code ignored;
  const bool is_folder_closed = error == EACCES || error == EPERM || error == EROFS;
  return is_folder_closed && fs::exists(target, ignored) ? write_in_place(path, text) : error;
}

}  // namespace

void write_file(const std::string& path, const std::string& text) {
  const int error = is_written_in_place(path) ? write_in_place(path, text) : write_whole(path, text);
  if (error != 0)
    throw CannotWrite(path + ": error: cannot be written: " + std::strerror(error) +
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
