// SPDX-License-Identifier: Apache-2.0
// Sections in the order in which viewers show them.
#include "display/document_json.h"

#include <algorithm>
#include <array>

namespace tangible {
namespace {

using nlohmann::json;

constexpr std::size_t max_operations_typeset = 2'000;
// Divisors enter the equations squared: below this fewer than four digits of their numbers would be right.
constexpr double min_regularity = 1e-6;
constexpr const char* left_out = "too long to be written out: see the short names";

// Dynamical equations without the rows are omitted if those of the mode are there.
std::string kind_of(const std::string& title, bool has_embedded) {
  if (title.starts_with("Dynamical equations without")) return has_embedded ? "" : "dynamical";
  if (title.starts_with("Dynamical equations")) return "dynamical";
  if (title.starts_with("Dependent speeds")) return "dependent";
  if (title.starts_with("Kinematical")) return "kinematical";
  if (title.find("onstraint") != std::string::npos) return "rows";
  return "other";
}

json line_json(const EquationsDocument::Line& line, bool typeset) {
  json out{{"text", line.text}};
  if (typeset) out["latex"] = line.latex;
  if (!line.label.empty()) out["label"] = line.label;
  return out;
}

// Places of mode values follow those of the values of all modes; -1: none.
class ReadableJson {
 public:
  ReadableJson(const ReadableEquations& equations, std::size_t values, bool typeset)
      : equations_(equations), values_(values), typeset_(typeset) {}

  json lines() const {
    json list = json::array();
    for (const ReadableEquations::Line& line : equations_.lines) {
      json out{{"text", line.text}, {"unknown", line.unknown}};
      if (typeset_) out["latex"] = line.latex;
      if (equations_.code) out["numbers"] = numbers(line);
      list.push_back(std::move(out));
    }
    return list;
  }

  json short_names() const {
    json lines = json::array();
    for (const ReadableEquations::Name& n : equations_.names) {
      json line{{"text", n.name + " = " + n.text}};
      if (typeset_ && !n.definition.empty()) line["latex"] = n.latex + " &= " + n.definition;
      lines.push_back(std::move(line));
    }
    return {{"kind", "short_names"}, {"title", "Short names"}, {"lines", std::move(lines)}};
  }

  json symbols() const {
    json list = json::array();
    const auto add = [&](const std::vector<ReadableEquations::Name>& names, const char* kind, bool is_hand) {
      for (const ReadableEquations::Name& n : names)
        list.push_back({{"name", n.name},
                        {"latex", n.latex},
                        {"kind", kind},
                        {"unit", n.unit},
                        {"meaning", is_hand ? n.text : "short name"},
                        {"definition", n.text},
                        {"value", place(n.value)},
                        {"line", 0},
                        {"poses", json::array()},
                        {"points", json::array()},
                        {"arrows", json::array()}});
    };
    add(equations_.hand, "hand", true);
    add(equations_.names, "short", false);
    return list;
  }

  json mode_values() const {
    json list = json::array();
    if (!equations_.code) return list;
    for (const ProgramOutput& output : equations_.code->program().outputs)
      list.push_back({{"name", output.name}, {"kind", "component"}, {"unit", ""}, {"meaning", ""}});
    return list;
  }

  json matrix() const {
    json entries = json::array();
    for (const ReadableEquations::Entry& e : equations_.matrix) {
      json entry{e.row, e.column, e.text};
      if (typeset_ && !e.latex.empty()) entry.push_back(e.latex);
      entries.push_back(std::move(entry));
    }
    return {{"size", equations_.lines.size()}, {"entries", std::move(entries)}};
  }

  // Where a section of this kind holds; null: everywhere.
  json condition(const EquationsDocument::Section& section, const std::string& kind) const {
    const bool is_embedded = kind == "dynamical" || kind == "dependent";
    if (!is_embedded && kind != "kinematical") return nullptr;
    const ReadableEquations::Guard& guard = is_embedded ? equations_.embedded : equations_.kinematical;
    if (section.divisors.empty() && guard.regularity == ReadableEquations::none) return nullptr;
    json divisors = json::array();
    for (std::size_t i = 0; i < section.divisors.size(); ++i) {
      json divisor{{"text", section.divisors[i].text},
                   {"value", i < guard.divisors.size() ? place(guard.divisors[i]) : -1}};
      if (typeset_) divisor["latex"] = section.divisors[i].latex;
      divisors.push_back(std::move(divisor));
    }
    return {{"not_zero", std::move(divisors)}, {"regularity", place(guard.regularity)}, {"least", min_regularity}};
  }

 private:
  std::int64_t place(std::size_t output) const {
    return output == ReadableEquations::none || !equations_.code ? -1 : static_cast<std::int64_t>(values_ + output);
  }
  json numbers(const ReadableEquations::Line& line) const {
    json terms = json::array();
    for (const ReadableEquations::Term& t : line.left)
      terms.push_back({{"coefficient", place(t.coefficient)}, {"unit", t.unit}, {"of", t.of}});
    return {{"terms", std::move(terms)}, {"right", place(line.right)}, {"unit", line.unit}};
  }

  const ReadableEquations& equations_;
  std::size_t values_;
  bool typeset_;
};

json intermediates_json(const EquationsDocument& document) {
  json lines = json::array();
  for (const EquationsDocument::Definition& d : document.intermediates)
    lines.push_back({{"text", d.name + " = " + d.text}});
  return {{"kind", "short_names"}, {"title", "Equations with short names"}, {"lines", std::move(lines)}};
}

json contacts_json() {
  const char* text = "contacts that touch act by their forces";
  return {{"kind", "other"}, {"title", "Contacts"}, {"lines", {{{"text", text}, {"note", text}}}}};
}

std::size_t operations_of(const EquationsDocument& document) {
  for (const EquationsDocument::Operations& o : document.operations)
    if (o.what == "accelerations") return o.total;
  return 0;
}

}  // namespace

json make_document_message(const EquationsDocument& document, const ReadableEquations& readable,
                           const DocumentContext& context) {
  const bool has_embedded = std::ranges::any_of(document.sections, [](const EquationsDocument::Section& s) {
    return s.title.starts_with("Dynamical equations with ");
  });
  const std::size_t operations = operations_of(document);
  const bool typeset = operations <= max_operations_typeset;
  const ReadableJson written(readable, context.values, typeset);
  constexpr std::array<const char*, 5> order{"dynamical", "dependent", "rows", "kinematical", "other"};
  std::array<json, order.size()> sorted;
  sorted.fill(json::array());
  bool leaves_out = false;
  for (const EquationsDocument::Section& section : document.sections) {
    const std::string kind = kind_of(section.title, has_embedded);
    if (kind.empty()) continue;
    json lines = kind == "dynamical" ? written.lines() : json::array();
    if (kind != "dynamical") {
      leaves_out = leaves_out || section.is_too_long;
      for (const EquationsDocument::Line& line : section.lines) lines.push_back(line_json(line, typeset));
      if (section.is_too_long) lines.push_back({{"text", left_out}, {"note", left_out}});
    }
    json out{{"kind", kind}, {"title", section.title}, {"lines", std::move(lines)}};
    if (json condition = written.condition(section, kind); !condition.is_null())
      out["holds_where"] = std::move(condition);
    const auto at = std::ranges::find(order, kind);
    sorted[static_cast<std::size_t>(at - order.begin())].push_back(std::move(out));
  }
  json sections = json::array();
  for (std::size_t k = 0; k < order.size(); ++k) {
    for (json& section : sorted[k]) sections.push_back(std::move(section));
    if (k == 0 && !readable.names.empty()) sections.push_back(written.short_names());
    if (k == 0 && leaves_out) sections.push_back(intermediates_json(document));
  }
  if (context.has_contacts) sections.push_back(contacts_json());
  json message{{"type", "document"},
               {"generation", context.generation},
               {"mode", context.mode},
               {"title", context.title},
               {"degrees_of_freedom", document.degrees_of_freedom},
               {"operations", operations},
               {"sections", std::move(sections)},
               {"values", written.mode_values()},
               {"symbols", written.symbols()},
               {"texts", {{"latex", document.latex()}, {"text", document.text()}}}};
  if (!readable.matrix.empty()) message["matrix"] = written.matrix();
  return message;
}

ModeDocument make_document(const Model& model, const std::vector<std::string>& rows, const DocumentContext& context) {
  try {
    ReadableEquations readable = model.readable_equations(rows, context.has_hand);
    if (readable.code && readable.code->program().outputs.size() > context.max_numbers) readable.code = nullptr;
    ModeDocument out{make_document_message(model.equations_of_rows(rows), readable, context), nullptr};
    if (readable.code) out.numbers = std::make_shared<ModeNumbers>(readable);
    return out;
  } catch (const std::exception& error) {
    const json line{{"text", error.what()}, {"note", error.what()}};
    return {{{"type", "document"},
             {"generation", context.generation},
             {"mode", context.mode},
             {"title", context.title},
             {"degrees_of_freedom", 0},
             {"sections",
              {{{"kind", "other"}, {"title", "The equations of this mode cannot be written"}, {"lines", {line}}}}}},
            nullptr};
  }
}

}  // namespace tangible
