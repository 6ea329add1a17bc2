// SPDX-License-Identifier: Apache-2.0
// Sections in the order in which viewers show them.
#include "display/document_json.h"

#include <algorithm>
#include <array>

namespace tangible {
namespace {

using nlohmann::json;

constexpr std::size_t most_operations_typeset = 2'000;

// Dynamical equations without the rows are left out where those of the mode are there.
std::string kind_of(const std::string& title, bool has_embedded) {
  if (title.starts_with("Dynamical equations without")) return has_embedded ? "" : "dynamical";
  if (title.starts_with("Dynamical equations")) return "dynamical";
  if (title.starts_with("Dependent speeds")) return "dependent";
  if (title.starts_with("Kinematical equations")) return "kinematical";
  if (title.find("onstraint") != std::string::npos) return "rows";
  return "other";
}

json line_json(const EquationsDocument::Line& line, const EquationsDocument& document, bool typeset) {
  json out{{"text", line.text}};
  if (typeset) out["latex"] = line.latex;
  if (!line.label.empty()) out["label"] = line.label;
  if (line.left.size() == 1 && line.left.front().of.ends_with('\'')) {
    const std::string speed = line.left.front().of.substr(0, line.left.front().of.size() - 1);
    const auto found = std::ranges::find(document.speeds, speed);
    if (found != document.speeds.end()) out["unknown"] = found - document.speeds.begin();
  }
  return out;
}

json intermediates_json(const EquationsDocument& document) {
  json lines = json::array();
  for (const EquationsDocument::Definition& d : document.intermediates)
    lines.push_back({{"text", d.name + " = " + d.text}});
  return {{"kind", "short_names"}, {"title", "Equations with short names"}, {"lines", std::move(lines)}};
}

std::size_t operations_of(const EquationsDocument& document) {
  for (const EquationsDocument::Operations& o : document.operations)
    if (o.what == "accelerations") return o.total;
  return 0;
}

}  // namespace

json make_document_message(const EquationsDocument& document, const DocumentContext& context) {
  const bool has_embedded = std::ranges::any_of(document.sections, [](const EquationsDocument::Section& s) {
    return s.title.starts_with("Dynamical equations with ");
  });
  const std::size_t operations = operations_of(document);
  constexpr std::array<const char*, 5> order{"dynamical", "dependent", "rows", "kinematical", "other"};
  std::array<json, order.size()> sorted;
  sorted.fill(json::array());
  bool leaves_out = false;
  for (const EquationsDocument::Section& section : document.sections) {
    const std::string kind = kind_of(section.title, has_embedded);
    if (kind.empty()) continue;
    leaves_out = leaves_out || section.is_too_long;
    json lines = json::array();
    for (const EquationsDocument::Line& line : section.lines)
      lines.push_back(line_json(line, document, operations <= most_operations_typeset));
    if (section.is_too_long)
      lines.push_back({{"text", "too long to be written out: see the short names"},
                       {"note", "too long to be written out: see the short names"}});
    const auto at = std::ranges::find(order, kind);
    sorted[static_cast<std::size_t>(at - order.begin())].push_back(
        {{"kind", kind}, {"title", section.title}, {"lines", std::move(lines)}});
  }
  json sections = json::array();
  for (std::size_t k = 0; k < order.size(); ++k) {
    for (json& section : sorted[k]) sections.push_back(std::move(section));
    if (k == 0 && leaves_out) sections.push_back(intermediates_json(document));
  }
  if (context.has_contacts)
    sections.push_back({{"kind", "other"},
                        {"title", "Contacts"},
                        {"lines",
                         {{{"text", "contacts that touch act by their forces"},
                           {"note", "contacts that touch act by their forces"}}}}});
  return {{"type", "document"},
          {"generation", context.generation},
          {"mode", context.mode},
          {"title", context.title},
          {"degrees_of_freedom", document.degrees_of_freedom},
          {"operations", operations},
          {"sections", std::move(sections)},
          {"values", json::array()},
          {"symbols", json::array()},
          {"texts", {{"latex", document.latex()}, {"text", document.text()}}}};
}

json make_document_message(const Model& model, const std::vector<std::string>& rows, const DocumentContext& context) {
  try {
    return make_document_message(model.equations_of_rows(rows), context);
  } catch (const std::exception& error) {
    const json line{{"text", error.what()}, {"note", error.what()}};
    return {{"type", "document"},
            {"generation", context.generation},
            {"mode", context.mode},
            {"title", context.title},
            {"degrees_of_freedom", 0},
            {"sections",
             {{{"kind", "other"}, {"title", "The equations of this mode cannot be written"}, {"lines", {line}}}}}};
  }
}

}  // namespace tangible
