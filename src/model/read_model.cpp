// SPDX-License-Identifier: Apache-2.0
// From the bytes of a file to a mechanism.
#include "model/read_model.h"

#include <charconv>

#include "model/builder.h"
#include "model/document.h"
#include "model/repeat.h"

namespace tangible {
namespace {

// The value of a parameter as `repeat` needs it: an integer, as written or as set.
std::optional<long> integer_parameter(const Node& root, const ReadOptions& options, std::string_view name) {
  const Entry* parameters = root.find("parameters");
  const Entry* entry = parameters == nullptr ? nullptr : parameters->value.find(name);
  if (entry == nullptr) return std::nullopt;
  const auto set = options.set.find(std::string(name));
  const std::string& text = set == options.set.end() ? entry->value.text : set->second;
  long value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// The constraints once more, in a mechanism whose joints have auxiliary speeds: joints carry their forces, too.
void add_row_rates(const Node& root, const Source& source, const ReadOptions& options, Mechanism& mechanism) {
  std::unordered_set<std::string> places;
  for (const Reaction& r : mechanism.reactions()) places.insert(r.is_torque() ? r.on.name() : r.at.name());
  if (places.empty() || (mechanism.constraints().empty() && mechanism.contacts().empty())) return;
  Diagnostics already_reported("", "");
  Builder builder(root, source, already_reported, options);
  mechanism.set_row_rates(builder.build_with_auxiliary_speeds(std::move(places)));
}

}  // namespace

ReadResult read_model_text(const std::string& text, const std::string& file, const ReadOptions& options) {
  ReadResult result{std::nullopt, Diagnostics(file, text)};
  Diagnostics& diagnostics = result.diagnostics;
  auto root = parse_document(text, diagnostics);
  if (!root) return result;
  if (!root->is_map()) {
    diagnostics.error(root->place, "a model file is a map of sections", "begin the file with `tangible: 1`");
    return result;
  }
  std::vector<std::string> counts;  // parameters that give numbers of repetitions
  const IntegerLookup lookup = [&](std::string_view name) {
    const std::optional<long> value = integer_parameter(*root, options, name);
    if (value) counts.emplace_back(name);
    return value;
  };
  expand_repeats(*root, lookup, diagnostics);
  const Source source(text);
  Builder builder(*root, source, diagnostics, options);
  Mechanism mechanism = builder.build();
  if (diagnostics.has_errors()) return result;
  for (const std::string& name : counts) mechanism.fix_parameter(name);
  add_row_rates(*root, source, options, mechanism);
  result.mechanism = std::move(mechanism);
  return result;
}

ReadResult read_model(const std::string& path, const ReadOptions& options) {
  Diagnostics diagnostics(path, "");
  const auto text = read_text_file(path, diagnostics);
  if (!text) return {std::nullopt, std::move(diagnostics)};
  return read_model_text(*text, path, options);
}

}  // namespace tangible
