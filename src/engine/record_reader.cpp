// SPDX-License-Identifier: Apache-2.0
// From JSON to a recorded run. People edit such files, copy them elsewhere and cut them off.
#include "engine/record_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/json_file.h"
#include "model/names.h"

namespace tangible {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

class RecordReader {
 public:
  RecordReader(const std::string& path, const RecordWords& words)
      : path_(path), words_(words), text_(read_whole_file(path)) {}

  RecordedRun read() {
    const Json json = parse_json(text_, path_, words_.advice);
    if (!json.is_object() || !json.contains("run"))
      throw BadInput(path_ + ": error: not a recorded run\n  " + words_.advice);
    read_recipe(member(json, "run", Json::value_t::object, "an object"));
    for (const Json& column : member(json, "columns", Json::value_t::array, "a list"))
      out_.columns.push_back(text(column, "name"));
    read_rows(member(json, "rows", Json::value_t::array, "a list"));
    for (const Json& event : member(json, "events", Json::value_t::array, "a list"))
      out_.events.push_back({number(event, "t"), text(event, "what")});
    if (json.contains("stopped_at")) out_.stopped_at = number(json, "stopped_at");
    out_.complete = json.contains("stopped_at") && text(json, "status") != "interrupted";
    return std::move(out_);
  }

 private:
  // The line is that of the first such key: those of a run stand before all others.
  [[noreturn]] void fail(const std::string& key, const std::string& message) const {
    const std::size_t at = text_.find('"' + key + '"');
    const std::string line = at == std::string::npos ? "" : ":" + std::to_string(line_of_byte(text_, at));
    throw BadInput(path_ + line + ": error: " + message + "\n  " + words_.advice);
  }

  const Json& member(const Json& json, const std::string& key, Json::value_t type, const std::string& what) const {
    if (!json.is_object() || !json.contains(key)) fail("run", "the record has no `" + key + "` entry");
    const bool fits = type == Json::value_t::number_float ? json[key].is_number() : json[key].type() == type;
    if (!fits) fail(key, "`" + key + "` must be " + what + ", not " + json[key].dump().substr(0, 40));
    return json[key];
  }
  double number(const Json& json, const std::string& key) const {
    return member(json, key, Json::value_t::number_float, "a number").get<double>();
  }
  std::string text(const Json& json, const std::string& key) const {
    return member(json, key, Json::value_t::string, "a text").get<std::string>();
  }
  std::vector<std::string> texts(const Json& json, const std::string& key) const {
    const Json& list = member(json, key, Json::value_t::array, "a list of texts");
    std::vector<std::string> result;
    for (const Json& item : list) {
      if (!item.is_string()) fail(key, "`" + key + "` must be a list of texts, not " + list.dump().substr(0, 40));
      result.push_back(item.get<std::string>());
    }
    return result;
  }

  void read_recipe(const Json& run) {
    RunRecipe& recipe = out_.recipe;
    recipe.load.option_prefix = words_.option_prefix;
    recipe.load.path = text(run, "model");
    recipe.load.set = texts(run, "set");
    recipe.until = number(run, "until");
    recipe.step = number(run, "step");
    recipe.tolerance = number(run, "tolerance");
    recipe.every = number(run, "every");
    recipe.method = text(run, "method");
    if (run.contains("static")) recipe.from_rest = member(run, "static", Json::value_t::boolean, "true or false");
    if (run.contains("model_hash")) recipe.model_hash = text(run, "model_hash");
    if (run.contains("inputs")) read_inputs(member(run, "inputs", Json::value_t::object, "an object"));
    check_recipe();
    find_model();
  }

  void check_recipe() const {
    const RunRecipe& recipe = out_.recipe;
    if (!(recipe.until > 0)) fail("until", "`until` must be above zero");
    if (!(recipe.step >= 0)) fail("step", "`step` must be above zero, or zero for steps as the tolerance asks");
    if (!(recipe.tolerance > 0)) fail("tolerance", "`tolerance` must be above zero");
    if (!(recipe.every >= 0)) fail("every", "`every` must be above zero, or zero for about 200 rows");
    const std::vector<std::string> known{"", "euler", "rk2", "rk4", "implicit", "adaptive"};
    if (std::ranges::find(known, recipe.method) == known.end())
      fail("method", "unknown method '" + recipe.method + "'; " + suggestion(recipe.method, known, "methods"));
    try {
      check_times(recipe);
    } catch (const BadInput& error) {
      fail("run", error.what());
    }
  }

  void read_inputs(const Json& inputs) {
    InputTable& table = out_.recipe.inputs;
    table.where = path_ + ":" + std::to_string(line_of_byte(text_, text_.find("\"inputs\"")));
    table.names = texts(inputs, "names");
    for (const Json& row : member(inputs, "rows", Json::value_t::array, "a list")) {
      const std::string what = "a row of `inputs` must be " + std::to_string(table.names.size() + 1) + " numbers";
      table.rows.push_back(numbers(row, table.names.size() + 1, "inputs", what));
      if (table.rows.size() > 1 && !(table.rows.back()[0] > table.rows[table.rows.size() - 2][0]))
        fail("inputs", "times of `inputs` must increase");
    }
    if (table.rows.empty()) fail("inputs", "`inputs` has no rows");
  }

  std::vector<double> numbers(const Json& row, std::size_t count, const std::string& key,
                              const std::string& what) const {
    const bool fits = row.is_array() && row.size() == count &&
                      std::ranges::all_of(row, [](const Json& value) { return value.is_number(); });
    if (!fits) fail(key, what + ", not " + row.dump().substr(0, 60));
    return row.get<std::vector<double>>();
  }

  // JSON has no word for a number that is not finite: it is written as null, and its bits are lost.
  void read_rows(const Json& rows) {
    for (const Json& row : rows) {
      const auto gap = std::ranges::find_if(row, [](const Json& value) { return value.is_null(); });
      if (gap != row.end() && row.is_array() && row.size() == out_.columns.size())
        throw BadInput(fmt::format(
            "{}: error: {} at t = {} s was not a finite number, which cannot be compared\n"
            "  change the model so that it is finite, or leave it out of `outputs`, and record the run again",
            path_, out_.columns[static_cast<std::size_t>(gap - row.begin())], row.at(0).dump()));
      out_.rows.push_back(numbers(
          row, out_.columns.size(), "columns",
          fmt::format("row {} must be {} numbers, one for each column", out_.rows.size() + 1, out_.columns.size())));
    }
  }

  // The path of the model counts from the working folder or, if it leads nowhere there, from that of the record.
  void find_model() {
    std::string& model = out_.recipe.load.path;
    const std::string& hash = out_.recipe.model_hash;
    const std::string beside = (fs::path(path_).parent_path() / model).lexically_normal().string();
    std::error_code ignored;
    const bool here = fs::exists(model, ignored), there = fs::exists(beside, ignored);
    if (!here && !there)
      throw BadInput(
          fmt::format("{}:{}: error: the model {} is not there, neither in this folder nor beside the record "
                      "({})\n  go to the folder where the run was made, or correct `model` in the record",
                      path_, line_of_byte(text_, text_.find("\"model\"")), model, beside));
    const bool is_other = here && there && !hash.empty() && hash_of_file(model) != hash;
    if (!here || (is_other && hash_of_file(beside) == hash)) model = beside;
    out_.model_has_changed = !hash.empty() && hash_of_file(model) != hash;
  }

  std::string path_;
  const RecordWords& words_;
  std::string text_;
  RecordedRun out_;
};

}  // namespace

RecordedRun read_record(const std::string& path, const RecordWords& words) { return RecordReader(path, words).read(); }

}  // namespace tangible
