// SPDX-License-Identifier: Apache-2.0
// From the name of a model to its file.
#include "app/library_names.h"

#include <algorithm>

#include "engine/error.h"
#include "model/names.h"

namespace tangible {
namespace {

// With a folder or an ending: then a message about the library would mislead.
bool is_path(const std::string& word) { return word.empty() || word.find_first_of("/.") != std::string::npos; }

CLI::Validator library_name() {
  return CLI::Validator(
      [](std::string& word) -> std::string {
        std::error_code error;
        if (is_path(word) || std::filesystem::exists(word, error)) return "";
        const std::vector<ModelLibrary> libraries = find_libraries();
        if (!libraries.empty()) word = find_model_file(word, libraries);
        return "";
      },
      "");
}

}  // namespace

std::vector<ModelLibrary> find_libraries(const std::string& given) {
  namespace fs = std::filesystem;
  std::vector<ModelLibrary> out;
  if (!given.empty()) return {ModelLibrary(given)};
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  std::vector<fs::path> seen;
  for (const fs::path& folder : {fs::path("models"), program / "../share/tangible/models", program / "../../models"}) {
    const fs::path place = fs::canonical(folder, error);
    if (error || !fs::is_directory(place, error) || std::ranges::find(seen, place) != seen.end()) continue;
    seen.push_back(place);
    ModelLibrary library(place);
    if (!library.models().empty()) out.push_back(std::move(library));
  }
  return out;
}

std::string find_model_file(const std::string& word, const std::vector<ModelLibrary>& libraries) {
  std::error_code error;
  if (std::filesystem::exists(word, error)) return word;
  for (const ModelLibrary& library : libraries)
    if (const LibraryModel* model = library.find(word)) return model->path.string();
  if (is_path(word)) return word;
  std::vector<std::string> known;
  for (const ModelLibrary& library : libraries)
    for (const LibraryModel& model : library.models())
      if (std::ranges::find(known, model.id) == known.end()) known.push_back(model.id);
  throw BadInput(word + ": error: there is no such file, and no model of that name in the library\n  " +
                 suggestion(word, known, "models"));
}

void accept_library_names(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    CLI::Option* model = command->get_option_no_throw("MODEL");
    if (model == nullptr || command->get_name() == "view") continue;
    model->transform(library_name());
    const std::string words = model->get_description(), file = "The model file";
    if (words.starts_with(file))
      model->description("The model file or the name of a library model" + words.substr(file.size()));
  }
}

}  // namespace tangible
