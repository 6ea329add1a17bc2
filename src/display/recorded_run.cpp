// SPDX-License-Identifier: Apache-2.0
// Header and columns, deflated.
#include "display/recorded_run.h"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "display/document_json.h"
#include "display/hello.h"
#include "display/run_columns.h"
#include "display/run_header.h"
#include "display/shape_mesh.h"

namespace tangible {
namespace {

using nlohmann::json;

std::string deflate(const std::string& bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string out(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
                static_cast<uLong>(bytes.size()), Z_BEST_COMPRESSION) != Z_OK)
    throw std::runtime_error("the run cannot be compressed: there is not enough memory");
  out.resize(size);
  return out;
}

json column_json(const RunColumn& column) {
  json out{{"what", column.what}};
  if (column.index >= 0) out["index"] = column.index;
  if (column.part >= 0) out["part"] = column.part;
  if (column.constant) {
    out["constant"] = *column.constant;
  } else if (column.step > 0) {
    out["step"] = column.step;
    out["low"] = column.low;
    out["order"] = column.order;
  }
  return out;
}

class ColumnWriter {
 public:
  ColumnWriter(const LiveModel& live, const WireLayout& layout, const RunSamples& samples)
      : live_(live), layout_(layout), samples_(samples), at_(live.simulation.snapshot_layout()) {}

  void write(const std::vector<ModeDocument>& documents) {
    add({"time", -1, -1, 1e-5}, at_.values.time[0]);
    for (std::size_t i = 0; i < layout_.values.size(); ++i) add_value(i);
    for (std::size_t i = 0; i < layout_.poses.size(); ++i) add_pose(i);
    for (std::size_t i = 0; i < layout_.points.size(); ++i)
      for (int part = 0; part < 3; ++part)
        add({"point", static_cast<int>(i), part, 1e-5 * live_.size}, pose_slot(layout_.points[i], part));
    append({"mode"}, std::vector<double>(samples_.modes.begin(), samples_.modes.end()));
    for (std::size_t first = 0; first < layout_.rows; first += 8) add_rows(first);
    for (std::size_t c = 0; c < layout_.contacts; ++c) add({"contact", static_cast<int>(c)}, at_.contacts[c]);
    std::vector<double> flags = numbers_at(live_.at(LiveNumber::flags));
    for (double& f : flags) f = static_cast<double>(static_cast<unsigned>(f) & (flag_held | flag_stopped));
    append({"flags"}, flags);
    add_mode_values(documents);
  }

  std::string data;
  json columns = json::array();

 private:
  // Values that a mode does not have are not numbers in its samples.
  void add_mode_values(const std::vector<ModeDocument>& documents) {
    std::vector<std::vector<double>> values;
    for (const ModeDocument& d : documents) values.resize(std::max(values.size(), d.numbers ? d.numbers->size() : 0));
    for (std::vector<double>& column : values) column.assign(samples_.numbers.size(), std::nan(""));
    for (std::size_t s = 0; s < samples_.numbers.size(); ++s) {
      const std::shared_ptr<ModeNumbers>& numbers = documents[samples_.modes[s]].numbers;
      if (!numbers) continue;
      const std::span<const double> now = numbers->evaluate(live_, samples_.numbers[s]);
      for (std::size_t k = 0; k < now.size(); ++k) values[k][s] = now[k];
    }
    for (std::size_t k = 0; k < values.size(); ++k) {
      RunColumn column{"mode_value", static_cast<int>(k)};
      fit_range(column, values[k]);
      append(column, values[k]);
    }
  }

  std::size_t pose_slot(std::size_t frame, int part) const {
    return at_.poses[SnapshotLayout::pose_size * frame + static_cast<std::size_t>(part)];
  }

  std::vector<double> numbers_at(std::size_t slot) const {
    std::vector<double> out;
    out.reserve(samples_.numbers.size());
    for (const std::vector<double>& numbers : samples_.numbers) out.push_back(numbers[slot]);
    return out;
  }

  void append(RunColumn column, const std::vector<double>& numbers) {
    append_column(data, column, numbers);
    columns.push_back(column_json(column));
  }
  void add(RunColumn column, std::size_t slot) { append(std::move(column), numbers_at(slot)); }

  void add_value(std::size_t i) {
    if (std::strcmp(layout_.values[i].kind, "servo") == 0) return;
    RunColumn column{"value", static_cast<int>(i)};
    const std::vector<double> numbers = numbers_at(layout_.values[i].source);
    fit_range(column, numbers);
    append(column, numbers);
  }

  // A unit quaternion and its negative are the same attitude; differences are small only if the sign is kept.
  void add_pose(std::size_t i) {
    for (int part = 0; part < 3; ++part)
      add({"pose", static_cast<int>(i), part, 1e-5 * live_.size}, pose_slot(layout_.poses[i], part));
    std::array<std::vector<double>, 4> turn;
    for (int k = 0; k < 4; ++k) turn[static_cast<std::size_t>(k)] = numbers_at(pose_slot(layout_.poses[i], 3 + k));
    for (std::size_t s = 1; s < samples_.numbers.size(); ++s) {
      double same = 0;
      for (const std::vector<double>& part : turn) same += part[s] * part[s - 1];
      if (same < 0)
        for (std::vector<double>& part : turn) part[s] = -part[s];
    }
    for (int k = 0; k < 4; ++k)
      append({"pose", static_cast<int>(i), 3 + k, std::ldexp(1.0, -14)}, turn[static_cast<std::size_t>(k)]);
  }

  void add_rows(std::size_t first) {
    std::vector<double> bytes;
    for (const std::vector<double>& numbers : samples_.numbers) {
      unsigned byte = 0;
      for (std::size_t k = 0; k < 8 && first + k < layout_.rows; ++k)
        if (numbers[at_.active[first + k]] != 0) byte |= 1u << k;
      bytes.push_back(byte);
    }
    append({"rows", static_cast<int>(first / 8)}, bytes);
  }

  const LiveModel& live_;
  const WireLayout& layout_;
  const RunSamples& samples_;
  const SnapshotLayout& at_;
};

bool is_pulled(const LiveModel& live, const RunSamples& samples) {
  const auto at = static_cast<std::ptrdiff_t>(live.hand_forces_at());
  return std::ranges::any_of(samples.numbers, [at](const std::vector<double>& numbers) {
    return std::any_of(numbers.begin() + at, numbers.end(), [](double force) { return force != 0; });
  });
}

// By mode. A run has the numbers of its equations where they are few, and terms of the hand where one pulls.
std::vector<ModeDocument> make_documents(const LiveModel& live, const RunSamples& samples, std::size_t values) {
  constexpr std::size_t max_numbers = 40;
  const ModeGraph& graph = samples.graph;
  const bool has_hand = is_pulled(live, samples);
  std::vector<ModeDocument> list;
  for (std::uint32_t mode = 0; mode < graph.size(); ++mode) {
    const DocumentContext context{live.generation, mode,        graph.name(mode), graph.has_contacts(mode),
                                  values,          max_numbers, has_hand};
    list.push_back(make_document(live.model(), graph.rows_of(mode), context));
  }
  return list;
}

std::string default_comment(const LiveModel& live, const RunSamples& samples) {
  char length[64];
  std::snprintf(length, sizeof length, "A run of %.4g s.", samples.end);
  const std::string& source = live.model().description().source;
  return (source.empty() ? "" : source + ". ") + length;
}

std::string as_heading(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

json header_json(const LiveModel& live, const WireLayout& layout, const RunSamples& samples, const RunTitle& title,
                 std::vector<ModeDocument>& documents) {
  const ModelDescription& model = live.model().description();
  json header{{"protocol", 1},
              {"title", as_heading(title.title.empty() ? model.name : title.title)},
              {"comment", title.comment.empty() ? default_comment(live, samples) : title.comment},
              {"steps", samples.steps},
              {"hello", make_hello(live, layout, {title.id, title.file, false, 60})},
              {"modes", samples.graph.to_json(live.generation, samples.end)},
              {"documents", json::array()},
              {"events", samples.events},
              {"text",
               {{"type", "text"},
                {"generation", live.generation},
                {"text", model.text},
                {"file", title.file},
                {"state", "running"},
                {"origin", "file"},
                {"mistakes", json::array()}}},
              {"samples", samples.numbers.size()},
              {"duration", samples.end - samples.numbers.front()[live.simulation.snapshot_layout().values.time[0]]},
              {"jumps", samples.jumps}};
  for (ModeDocument& document : documents) header["documents"].push_back(std::move(document.message));
  const std::vector<double>& last = samples.numbers.back();
  header["unexplained"] = last[live.at(LiveNumber::unexplained)];
  header["energy"] = last[layout.energies + 1] + last[layout.energies + 2];
  return header;
}

void append_u32(std::string& out, std::size_t value) {
  for (int k = 0; k < 4; ++k) out.push_back(static_cast<char>(value >> (8 * k) & 255));
}

std::string make_container(const json& header, const std::string& deflated_data) {
  const std::string head = deflate(header.dump(-1, ' ', false, json::error_handler_t::replace));
  std::string out("TNGR\1\0\0\0", 8);
  append_u32(out, head.size());
  append_u32(out, deflated_data.size());
  return out + head + deflated_data;
}

}  // namespace

std::string encode_run(const LiveModel& live, const RunSamples& samples, const RunTitle& title) {
  const WireLayout layout(live);
  ColumnWriter writer(live, layout, samples);
  std::vector<ModeDocument> documents = make_documents(live, samples, layout.values.size());
  writer.write(documents);
  json header = header_json(live, layout, samples, title, documents);
  header["columns"] = std::move(writer.columns);
  header["raw_length"] = writer.data.size();
  return make_container(header, deflate(writer.data));
}

std::string retitle_run(std::string_view container, const std::string& title, const std::string& comment) {
  std::optional<json> header = read_run_header(container);
  const std::optional<std::string> data = read_run_data(container);
  if (!header || !data) throw std::runtime_error("this is not a recorded run");
  if (!title.empty()) (*header)["title"] = as_heading(title);
  if (!comment.empty()) (*header)["comment"] = comment;
  return make_container(*header, deflate(*data));
}

std::string embed_run(std::string_view page, std::string_view container) {
  constexpr std::string_view place = "<!--tangible-run-->";
  const std::size_t at = page.find(place);
  if (at == std::string_view::npos) throw std::runtime_error("the shared page has no place for a run");
  const std::string run = base64_of_bytes({reinterpret_cast<const unsigned char*>(container.data()), container.size()});
  return std::string(page.substr(0, at)) + "<script type=\"text/plain\" id=\"tangible-run\">" + run + "</script>" +
         std::string(page.substr(at + place.size()));
}

}  // namespace tangible
