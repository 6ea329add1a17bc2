// SPDX-License-Identifier: Apache-2.0
// A folder of models: each folder in it has a README and one or more model files.
#include "display/model_library.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <tuple>

#include "engine/error.h"

namespace tangible {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t longest_text = 1 << 20;

// The text behind "In short:", "Watch:" or "Figure:" in a README, or its first sentence.
struct Readme {
  std::string title, figure, watch, first;
  std::map<std::string, std::string> in_short, freedoms;  // by model; "" for all others of the folder
};

std::string after_label(const std::string& line, const std::string& label) {
  const std::size_t at = line.find(label);
  return at == std::string::npos || at > 3 ? "" : line.substr(at + label.size());
}

// "- In short: text", or "- In short (id): text" of one model of the folder.
void take_labelled(const std::string& line, const std::string& label, std::map<std::string, std::string>& out) {
  std::string rest = after_label(line, label);
  std::string id;
  if (rest.starts_with(" (")) {
    const std::size_t end = rest.find("):");
    if (end == std::string::npos) return;
    id = rest.substr(2, end - 2);
    rest = rest.substr(end + 1);
  }
  if (rest.starts_with(": ")) out.try_emplace(id, rest.substr(1));
}

std::string of_model(const std::map<std::string, std::string>& texts, const std::string& id) {
  const auto own = texts.find(id), others = texts.find("");
  return own != texts.end() ? own->second : others != texts.end() ? others->second : "";
}

std::string first_sentence(std::string text) {
  const std::size_t begin = text.find_first_not_of(' ');
  text = begin == std::string::npos ? "" : text.substr(begin);
  if (const std::size_t end = text.find("; "); end != std::string::npos)
    text = text[0] == '`' ? text.substr(end + 2) : text.substr(0, end);  // a command is no sentence
  if (const std::size_t end = text.find(". "); end != std::string::npos) text.resize(end + 1);
  std::erase(text, '`');
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

Readme read_readme(const fs::path& folder) {
  Readme out;
  std::istringstream lines(read_text(folder / "README.md", longest_text).value_or(""));
  for (std::string line; std::getline(lines, line);) {
    if (out.title.empty() && line.starts_with("# ")) out.title = line.substr(2);
    if (const std::string text = after_label(line, "Figure:"); out.figure.empty() && !text.empty()) out.figure = text;
    if (const std::string text = after_label(line, "Watch:"); out.watch.empty() && !text.empty()) out.watch = text;
    take_labelled(line, "In short", out.in_short);
    take_labelled(line, "Degrees of freedom", out.freedoms);
    const bool is_text =
        !line.empty() && line[0] != '#' && line[0] != '!' && line[0] != '-' && !line.starts_with("Source:");
    if (out.first.empty() && is_text && after_label(line, "Figure:").empty()) out.first = line;
  }
  return out;
}

bool is_inside(const fs::path& folder, const fs::path& path) {
  std::error_code error;
  const fs::path rest = fs::weakly_canonical(path, error).lexically_relative(folder);
  return !error && !rest.empty() && *rest.begin() != "..";
}

// The name that a model file gives, as a title.
std::string name_of(const std::string& text, const std::string& id) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("name:")) continue;
    std::string name = line.substr(std::min(line.find_first_not_of(' ', 5), line.size()));
    while (!name.empty() && (name.back() == ' ' || name.back() == '\r')) name.pop_back();
    if (name.size() > 1 && (name[0] == '"' || name[0] == '\'') && name.back() == name[0])
      name = name.substr(1, name.size() - 2);
    if (name.empty()) break;
    if (name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
    return name;
  }
  return id;
}

bool is_in_word(std::string_view text, std::size_t at) {
  return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
}

// A sine or cosine, but not of the time.
bool has_function_of_coordinates(std::string_view motion) {
  for (const std::string_view function : {"cos(", "sin("})
    for (std::size_t at = motion.find(function); at != motion.npos; at = motion.find(function, at + 1)) {
      const std::string_view rest = motion.substr(at), argument = rest.substr(0, rest.find(')'));
      bool is_of_time = false;
      for (std::size_t k = function.size(); k < argument.size(); ++k)
        is_of_time = is_of_time || (argument[k] == 't' && !is_in_word(argument, k - 1) && !is_in_word(argument, k + 1));
      if (!is_of_time) return true;
    }
  return false;
}

// A component along an axis of a frame other than N.
bool has_turning_axis(std::string_view motion) {
  for (std::size_t dot = motion.find('.'); dot != motion.npos; dot = motion.find('.', dot + 1)) {
    const bool is_axis =
        dot + 1 < motion.size() && motion[dot + 1] >= 'x' && motion[dot + 1] <= 'z' && !is_in_word(motion, dot + 2);
    const bool is_of_ground = dot > 0 && motion[dot - 1] == 'N' && (dot == 1 || !is_in_word(motion, dot - 2));
    if (is_axis && !is_of_ground) return true;
  }
  return false;
}

// Whether a constraint on speeds is more than one on coordinates that was differentiated: rolling, speeds along axes
// that turn, and rates with functions of coordinates. Decided by its text, since the gallery formulates no model.
bool is_nonholonomic(std::string_view motion) {
  return motion.find("fixed_in") != motion.npos || has_function_of_coordinates(motion) || has_turning_axis(motion);
}

bool has_nonholonomic(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    line.resize(std::min(line.find('#'), line.size()));
    const std::size_t at = line.find("motion:");
    if (at != line.npos && is_nonholonomic(std::string_view(line).substr(at))) return true;
  }
  return false;
}

// Tags from the text of the model.
std::vector<std::string> tags_of(const std::string& text) {
  std::vector<std::string> tags;
  const auto has = [&](const char* key) { return text.find(std::string("\n") + key + ":") != std::string::npos; };
  if (has("contacts")) tags.push_back("contacts");
  if (has("modes") || text.find("active: ") != std::string::npos) tags.push_back("modes");
  if (has("events")) tags.push_back("events");
  if (has("constraints") && has_nonholonomic(text)) tags.push_back("nonholonomic");
  if (text.find("loop: ") != std::string::npos) tags.push_back("loops");
  return tags;
}

}  // namespace

std::optional<std::string> read_text(const fs::path& path, std::size_t limit) {
  std::error_code error;
  const std::uintmax_t size = fs::is_regular_file(path, error) ? fs::file_size(path, error) : limit + 1;
  if (error || size > limit) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  if (!in || !(out << in.rdbuf())) return size == 0 ? std::optional<std::string>("") : std::nullopt;
  return out.str();
}

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> paths;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    paths.push_back(at->path());
  return paths;
}

std::string in_utf8(const std::string& text) {
  using nlohmann::json;
  return json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace)).get<std::string>();
}

// Files that cannot be read are left out, as the links that editors make beside a file that is being edited.
ModelLibrary::ModelLibrary(const fs::path& given) {
  std::error_code error;
  const fs::path folder = fs::canonical(given, error);
  if (error || !fs::is_directory(folder, error))
    throw BadInput("folder of models " + given.string() + ": error: there is no such folder");
  folder_ = folder;
  for (const fs::path& entry : entries_of(folder)) {
    if (!fs::is_directory(entry, error)) continue;
    const Readme readme = read_readme(entry);
    const std::string main = entry.filename().string();
    for (const fs::path& file : entries_of(entry)) {
      if (file.extension() != ".yaml" || !is_inside(folder, file) || !fs::is_regular_file(file, error)) continue;
      LibraryModel model;
      model.id = in_utf8(file.stem().string());
      model.path = fs::canonical(file, error);
      if (error) continue;
      const std::string in_short = of_model(readme.in_short, model.id);
      const std::string about = !readme.watch.empty() ? readme.watch : readme.figure;
      model.sentence = !in_short.empty() ? in_short.substr(1) : first_sentence(about.empty() ? readme.first : about);
      const std::string text = read_text(model.path, longest_text).value_or("");
      model.name = model.id == main && !readme.title.empty() ? readme.title : name_of(text, model.id);
      model.degrees_of_freedom = of_model(readme.freedoms, model.id);
      model.tags = tags_of(text);
      models_.push_back(std::move(model));
    }
  }
  // The cart first: with it everything begins.
  std::ranges::sort(models_, {},
                    [](const LibraryModel& m) { return std::tuple(m.id != "shopping_cart", m.name, m.id, m.path); });
  // Folders may have models of the same name.
  std::set<std::string> taken;
  for (LibraryModel& model : models_) {
    if (taken.contains(model.id)) model.id = in_utf8(model.path.parent_path().filename().string()) + "_" + model.id;
    while (!taken.insert(model.id).second) model.id += "_";
  }
}

const LibraryModel* ModelLibrary::find(const std::string& id) const {
  const auto found = std::ranges::find(models_, id, &LibraryModel::id);
  return found == models_.end() ? nullptr : &*found;
}

std::optional<std::string> ModelLibrary::find_picture(const std::string& file) const {
  for (const char* end : {".dark.svg", ".svg"}) {
    if (!file.ends_with(end)) continue;
    const LibraryModel* model = find(file.substr(0, file.size() - std::string_view(end).size()));
    if (model == nullptr) continue;
    const fs::path path = model->path.parent_path() / (model->path.stem().string() + end);
    return is_inside(folder_, path) ? read_text(path, longest_text) : std::nullopt;
  }
  return std::nullopt;
}

nlohmann::json ModelLibrary::to_json() const {
  using nlohmann::json;
  json list = json::array();
  for (const LibraryModel& m : models_) {
    json entry{{"id", m.id}, {"name", m.name}, {"sentence", m.sentence}, {"tags", m.tags}};
    const std::size_t digit = m.degrees_of_freedom.find_first_of("0123456789");
    if (digit != std::string::npos && digit < 2)
      entry["degrees_of_freedom"] = std::stoi(m.degrees_of_freedom.substr(digit, 3));
    for (const auto& [member, end] : {std::pair{"picture", ".svg"}, {"picture_dark", ".dark.svg"}})
      if (find_picture(m.id + end)) entry[member] = "/picture/" + m.id + end;
    list.push_back(std::move(entry));
  }
  return {{"protocol", 1}, {"models", std::move(list)}, {"recordings", json::array()}};
}

}  // namespace tangible
