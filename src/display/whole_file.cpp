// SPDX-License-Identifier: Apache-2.0
// Writing beside, and renaming.
#include "display/whole_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>

namespace tangible {
namespace {

namespace fs = std::filesystem;

// A new file beside another one, under a name that no other program uses; nothing, and errno, if there cannot be one.
struct FileBeside {
  explicit FileBeside(const fs::path& target) {
    for (int k = 0; k < 100 && descriptor < 0; ++k) {
      path = target.parent_path() / (".tangible_" + std::to_string(::getpid()) + "_" + std::to_string(k) + ".part");
      descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (descriptor < 0 && errno != EEXIST) return;
    }
  }
  // Owner and permissions of the file that it will replace, as far as they can be given.
  void take_after(const fs::path& target) const {
    struct stat old {};
    if (::lstat(target.c_str(), &old) != 0 || !S_ISREG(old.st_mode)) return;
    if (::fchown(descriptor, old.st_uid, old.st_gid) != 0 && ::fchown(descriptor, -1u, old.st_gid) != 0) errno = 0;
    (void)::fchmod(descriptor, old.st_mode & 07777);
  }

  fs::path path;
  int descriptor = -1;
};

}  // namespace

int write_and_close(int file, std::string_view text) {
  std::signal(SIGXFSZ, SIG_IGN);
  int error = 0;
  while (!text.empty() && error == 0) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count >= 0)
      text.remove_prefix(static_cast<std::size_t>(count));
    else if (errno != EINTR)
      error = errno;
  }
  if (::close(file) != 0 && error == 0) error = errno;
  return error;
}

int write_whole_file(const fs::path& target, std::string_view text) {
  const FileBeside beside(target);
  if (beside.descriptor < 0) return errno;
  beside.take_after(target);
  int error = write_and_close(beside.descriptor, text);
  if (error == 0 && ::rename(beside.path.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(beside.path.c_str());
  return error;
}

// An empty file holds the place until the whole one is there: another program then takes another name.
int write_new_file(const fs::path& target, std::string_view text) {
  const int place = ::open(target.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (place < 0) return errno;
  ::close(place);
  const int error = write_whole_file(target, text);
  if (error != 0) ::unlink(target.c_str());
  return error;
}

}  // namespace tangible
