// SPDX-License-Identifier: Apache-2.0
// Files of recorded runs.
#include "display/recording_folder.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <stdexcept>

#include "display/model_library.h"
#include "display/run_header.h"
#include "display/whole_file.h"

namespace tangible {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t longest_recording = std::size_t{32} << 20, max_listed = 200;

bool is_plain_name(const std::string& name) {
  return name.ends_with(".run") && name.find('/') == std::string::npos && name[0] != '.';
}

// The part of the name of a model that may be in the name of a file.
std::string plain_part(const std::string& id) {
  std::string out;
  for (const char c : id)
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-')
      out.push_back(c);
  return out.empty() ? "run" : out.substr(0, 64);
}

std::string text_in(const json& header, const char* member) {
  const auto found = header.find(member);
  return found != header.end() && found->is_string() ? found->get<std::string>() : "";
}

double number_in(const json& header, const char* member) {
  const auto found = header.find(member);
  return found != header.end() && found->is_number() ? found->get<double>() : 0;
}

std::string day_of(fs::file_time_type time) {
  const auto when = std::chrono::file_clock::to_sys(time);
  const std::time_t seconds =
      std::chrono::system_clock::to_time_t(std::chrono::time_point_cast<std::chrono::system_clock::duration>(when));
  std::tm local{};
  localtime_r(&seconds, &local);
  char text[24];
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local);
  return text;
}

}  // namespace

// Pages have names in UTF-8: a name with other bytes is known to them as the gallery shows it.
std::string RecordingFolder::name_on_disk(const std::string& id) const {
  for (const auto& [name, known] : known_)
    if (known.entry.is_object() && known.entry["id"] == id) return name;
  return id;
}

std::optional<fs::path> RecordingFolder::find(const std::string& name) const {
  if (!is_given() || !is_plain_name(name)) return std::nullopt;
  std::error_code error;
  const fs::path folder = fs::canonical(folder_, error);
  if (error) return std::nullopt;
  const fs::path file = fs::canonical(folder / name, error);
  if (error || file.parent_path() != folder || !fs::is_regular_file(file, error)) return std::nullopt;
  return file;
}

std::string RecordingFolder::make() const {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (!fs::is_directory(folder_, error)) return folder_.string() + " cannot be created, or is not a folder";
  if (::access(folder_.c_str(), W_OK | X_OK) != 0) return folder_.string() + ": " + std::strerror(errno);
  return "";
}

std::string RecordingFolder::write(const std::string& id, const std::string& container) {
  if (const std::string what = make(); !what.empty()) throw std::runtime_error(what);
  std::error_code error;
  const fs::path folder = fs::canonical(folder_, error);
  if (error) throw std::runtime_error(folder_.string() + " cannot be entered");
  const std::string stem = plain_part(id);
  // The file is made where there was none: an existing link is not followed, nor is the file of another program
  // replaced.
  for (int number = 1; number < 10000; ++number) {
    const std::string name = stem + "_" + std::to_string(number) + ".run";
    const int failure = write_new_file(folder / name, container);
    if (failure == EEXIST) continue;
    if (failure != 0)
      throw std::runtime_error((folder / name).string() + " cannot be written: " + std::strerror(failure));
    return name;
  }
  throw std::runtime_error(folder.string() + " has too many recordings of " + stem);
}

std::optional<std::string> RecordingFolder::read(const std::string& name) const {
  const std::optional<fs::path> file = find(name_on_disk(name));
  if (!file) return std::nullopt;
  std::optional<std::string> bytes = read_text(*file, longest_recording);
  if (bytes && !read_run_header(*bytes)) return std::nullopt;
  return bytes;
}

json RecordingFolder::to_json() {
  std::error_code error;
  std::vector<std::pair<fs::file_time_type, std::string>> names;
  if (is_given())
    for (const fs::path& entry : entries_of(folder_))
      if (const std::string name = entry.filename().string(); find(name))
        names.emplace_back(fs::last_write_time(entry, error), name);
  std::ranges::sort(names, std::greater<>());
  if (names.size() > max_listed) names.resize(max_listed);
  json list = json::array();
  for (const auto& [time, name] : names) {
    Known& known = known_[name];
    if (known.entry.is_null() || known.time != time) {
      const std::optional<std::string> bytes = read_text(folder_ / name, longest_recording);
      const std::optional<json> header = bytes ? read_run_header(*bytes) : std::nullopt;
      known = {time, json(false)};
      if (header)
        known.entry = {{"id", in_utf8(name)},
                       {"name", in_utf8(name)},
                       {"model", text_in(*header, "title")},
                       {"duration", number_in(*header, "duration")},
                       {"date", day_of(time)}};
    }
    if (known.entry.is_object()) list.push_back(known.entry);
  }
  return list;
}

}  // namespace tangible
