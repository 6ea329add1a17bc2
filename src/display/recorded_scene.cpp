// SPDX-License-Identifier: Apache-2.0
// From the columns of a recorded run to poses.
#include "display/recorded_scene.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <tuple>

#include "display/base64.h"
#include "display/run_columns.h"
#include "display/run_header.h"

namespace tangible {
namespace {

using nlohmann::json;
using SceneKind = ModelDescription::SceneFrame::Kind;

[[noreturn]] void refuse_recording(const std::string& name, const std::string& what) {
  throw BadInput(name + ": error: " + what + "\n  record the run again in the viewer");
}

class RecordedColumns {
 public:
  RecordedColumns(std::string_view container, const std::string& name) : name_(name) {
    std::optional<json> found = read_run_header(container);
    const std::optional<std::string> data = read_run_data(container);
    if (!found || !data) refuse_recording(name, "this is not a recorded run, or was cut off");
    header = std::move(*found);
    try {
      read(*data);
    } catch (const json::exception&) {
      refuse_recording(name, "the header of the recording is damaged");
    }
  }

  const std::vector<double>& at(const std::string& what, std::size_t index = 0, int part = 0) const {
    const auto found = columns_.find({what, static_cast<int>(index), part});
    if (found == columns_.end()) refuse_recording(name_, "the recording has no numbers for a part of the scene");
    return found->second;
  }

  json header;
  std::size_t samples = 0;

 private:
  // Of those that no picture needs only the end is looked for.
  void read(std::string_view data) {
    samples = header.at("samples").get<std::size_t>();
    if (samples < 1 || samples > std::max<std::size_t>(data.size(), 1))
      refuse_recording(name_, "the recording has another number of samples than it says");
    for (const json& entry : header.at("columns")) {
      RunColumn column{entry.at("what").get<std::string>(), entry.value("index", 0), entry.value("part", 0)};
      if (entry.contains("constant")) column.constant = entry.at("constant").get<double>();
      column.step = entry.value("step", 0.0);
      column.low = entry.value("low", 0.0);
      column.order = entry.value("order", 1);
      const bool is_drawn = column.what == "time" || column.what == "pose" || column.what == "point";
      std::optional<std::vector<double>> numbers;
      if (is_drawn || !column.constant) numbers = read_column(data, column, samples);
      if (!numbers && !column.constant) refuse_recording(name_, "the data of the recording are damaged");
      if (is_drawn) columns_[{column.what, column.index, column.part}] = std::move(*numbers);
    }
    if (!data.empty()) refuse_recording(name_, "the recording has more data than its columns say");
  }

  std::string name_;
  std::map<std::tuple<std::string, int, int>, std::vector<double>> columns_;
};

// A mesh as the text of an OBJ file: a recording has its triangles, but not the file that they came from.
std::string object_text(const json& mesh) {
  const std::string vertices = bytes_of_base64(mesh.at("vertices").get<std::string>());
  const std::string triangles = bytes_of_base64(mesh.at("triangles").get<std::string>());
  std::string out;
  char line[96];
  for (std::size_t at = 0; at + 12 <= vertices.size(); at += 12) {
    std::array<float, 3> v{};
    std::memcpy(v.data(), vertices.data() + at, 12);
    std::snprintf(line, sizeof line, "v %.9g %.9g %.9g\n", static_cast<double>(v[0]), static_cast<double>(v[1]),
                  static_cast<double>(v[2]));
    out += line;
  }
  for (std::size_t at = 0; at + 12 <= triangles.size(); at += 12) {
    std::array<std::uint32_t, 3> t{};
    std::memcpy(t.data(), triangles.data() + at, 12);
    for (std::uint32_t& corner : t) ++corner;  // files count from 1
    std::snprintf(line, sizeof line, "f %u %u %u\n", t[0], t[1], t[2]);
    out += line;
  }
  return out;
}

void give_recorded_meshes(ModelDescription& scene, const json& hello) {
  for (SceneShape& shape : scene.shapes) {
    if (shape.kind != "mesh") continue;
    for (const json& drawn : hello.at("shapes"))
      if (drawn.at("name") == shape.name && drawn.contains("mesh")) {
        shape.mesh = "data:," + object_text(hello.at("meshes").at(drawn.at("mesh").get<std::size_t>()));
        shape.unit = 1;
      }
  }
}

// Steps of 2^-14 leave a quaternion a little longer or shorter than 1.
Quaternion unit_quaternion(const std::array<double, 4>& q) {
  const double length = std::hypot(std::hypot(q[0], q[1]), std::hypot(q[2], q[3]));
  if (!(length > 0)) return {};
  return {q[0] / length, q[1] / length, q[2] / length, q[3] / length};
}

Pose recorded_pose(const RecordedColumns& columns, bool is_point, std::size_t place, std::size_t sample) {
  const auto number = [&](int part) { return columns.at(is_point ? "point" : "pose", place, part)[sample]; };
  Pose out;
  out.position = {number(0), number(1), number(2)};
  if (!is_point) out.orientation = unit_quaternion({number(3), number(4), number(5), number(6)});
  return out;
}

std::vector<double> times_of(const RecordedColumns& columns, const std::string& name) {
  std::vector<double> times = columns.at("time");
  if (!std::ranges::all_of(times, [](double t) { return std::isfinite(t); }) || !std::ranges::is_sorted(times))
    refuse_recording(name, "the times of the recording do not increase");
  return times;
}

}  // namespace

std::vector<double> read_recorded_times(std::string_view container, const std::string& name) {
  return times_of(RecordedColumns(container, name), name);
}

// Its messages are of the kinds that the page reads.
json check_recorded_run(std::string_view container, const std::string& name) {
  const json header = RecordedColumns(container, name).header;
  const auto has = [&header](const json::json_pointer& place, json::value_t kind) {
    return header.contains(place) && header.at(place).type() == kind;
  };
  const bool is_whole = has("/hello/values"_json_pointer, json::value_t::array) &&
                        has("/modes/modes"_json_pointer, json::value_t::array) &&
                        has("/events"_json_pointer, json::value_t::array) &&
                        has("/documents"_json_pointer, json::value_t::array) && header.contains("duration") &&
                        header.at("duration").is_number();
  if (!is_whole) refuse_recording(name, "the header of the recording is damaged");
  return header;
}

PosedRun read_posed_run(std::string_view container, const std::string& name) {
  const RecordedColumns columns(container, name);
  PosedRun out;
  std::size_t places[2] = {0, 0};
  std::vector<std::size_t> place;
  try {
    const json& hello = columns.header.at("hello");
    const Model model = load_text(columns.header.at("text").at("text").get<std::string>(), name);
    out.scene = model.description();
    for (const ModelDescription::SceneFrame& frame : out.scene.frames)
      place.push_back(places[frame.kind == SceneKind::point ? 1 : 0]++);
    if (hello.at("poses").size() != places[0] || hello.at("points").size() != places[1])
      refuse_recording(name, "the recording has another scene than its model has in this version");
    give_recorded_meshes(out.scene, hello);
  } catch (const json::exception&) {
    refuse_recording(name, "the header of the recording is damaged");
  }
  out.times = times_of(columns, name);
  for (std::size_t k = 0; k < columns.samples; ++k) {
    ScenePoses& poses = out.poses.emplace_back();
    for (std::size_t f = 0; f < place.size(); ++f)
      poses.push_back(recorded_pose(columns, out.scene.frames[f].kind == SceneKind::point, place[f], k));
  }
  return out;
}

}  // namespace tangible
