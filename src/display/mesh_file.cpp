// SPDX-License-Identifier: Apache-2.0
// The two formats, word by word.
#include "display/mesh_file.h"

#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>

#include "display/model_library.h"
#include "engine/error.h"

namespace tangible {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_mesh = std::size_t{32} << 20, max_triangles = 400'000;
constexpr std::size_t stl_head = 84, stl_facet = 50;  // bytes

// Words of a text, line by line.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  bool next_line() {
    if (at_ > text_.size() || (at_ == text_.size() && line_ > 0)) return false;
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    rest_ = text_.substr(at_, end - at_);
    at_ = end + 1;
    ++line_;
    return true;
  }
  // Empty at the end of the line.
  std::string_view word() {
    const std::size_t begin = std::min(rest_.find_first_not_of(" \t\r"), rest_.size());
    const std::size_t end = std::min(rest_.find_first_of(" \t\r", begin), rest_.size());
    const std::string_view word = rest_.substr(begin, end - begin);
    rest_ = rest_.substr(end);
    return word;
  }
  float number() {
    std::string_view w = word();
    if (w.starts_with('+')) w.remove_prefix(1);
    float value = 0;
    const auto [end, error] = std::from_chars(w.data(), w.data() + w.size(), value);
    if (error != std::errc() || end != w.data() + w.size() || !std::isfinite(value))
      fail(w.empty() ? "a number is missing" : "'" + std::string(w.substr(0, 40)) + "' is not a number");
    return value;
  }
  [[noreturn]] void fail(const std::string& text) const { throw MeshError{line_, text}; }
  int line() const { return line_; }

 private:
  std::string_view text_, rest_;
  std::size_t at_ = 0;
  int line_ = 0;
};

// Equal corners get one number.
class Corners {
 public:
  explicit Corners(TriangleMesh& mesh) : mesh_(mesh) {}
  std::uint32_t number_of(const std::array<float, 3>& corner) {
    const auto [found, is_new] = numbers_.try_emplace(corner, static_cast<std::uint32_t>(mesh_.vertices.size()));
    if (is_new) mesh_.vertices.push_back(corner);
    return found->second;
  }

 private:
  TriangleMesh& mesh_;
  std::map<std::array<float, 3>, std::uint32_t> numbers_;
};

void add_triangle(TriangleMesh& mesh, const std::array<std::uint32_t, 3>& t, int line) {
  if (mesh.triangles.size() >= max_triangles)
    throw MeshError{line, "there are more than " + std::to_string(max_triangles) + " triangles"};
  mesh.triangles.push_back(t);
}

TriangleMesh parse_binary_stl(std::string_view bytes, std::size_t facets) {
  TriangleMesh mesh;
  Corners corners(mesh);
  for (std::size_t f = 0; f < facets; ++f) {
    std::array<float, 9> numbers{};
    std::memcpy(numbers.data(), bytes.data() + stl_head + stl_facet * f + 12, sizeof numbers);
    std::array<std::uint32_t, 3> t{};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::array<float, 3> corner{numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2]};
      for (const float x : corner)
        if (!std::isfinite(x))
          throw MeshError{0, "facet " + std::to_string(f + 1) + " has a corner that is not finite"};
      t[k] = corners.number_of(corner);
    }
    add_triangle(mesh, t, 0);
  }
  return mesh;
}

// Other lines (facet normal, outer loop, endloop, endfacet) follow from the corners.
TriangleMesh parse_text_stl(std::string_view text) {
  TriangleMesh mesh;
  Corners corners(mesh);
  Words words(text);
  std::array<std::uint32_t, 3> t{};
  std::size_t count = 0;
  while (words.next_line()) {
    const std::string_view word = words.word();
    if (word == "vertex") {
      if (count == 3) words.fail("a facet has more than three corners");
      const float x = words.number(), y = words.number(), z = words.number();
      t[count++] = corners.number_of({x, y, z});
    } else if (word == "endloop" || word == "endfacet") {
      if (count != 0 && count != 3) words.fail("a facet has fewer than three corners");
      if (count == 3) add_triangle(mesh, t, words.line());
      count = 0;
    } else if (!word.empty() && word != "facet" && word != "outer" && word != "solid" && word != "endsolid") {
      words.fail("'" + std::string(word.substr(0, 40)) + "' is not a keyword of an STL file");
    }
  }
  if (count != 0) words.fail("the file ends within a facet");
  return mesh;
}

// "7", "7/1", "7//3", "-1": the corner counts from 1, or backwards from the last one.
std::uint32_t corner_of(std::string_view word, std::size_t corners, const Words& words) {
  const std::string_view first = word.substr(0, word.find('/'));
  long number = 0;
  const auto [end, error] = std::from_chars(first.data(), first.data() + first.size(), number);
  if (error != std::errc() || end != first.data() + first.size())
    words.fail("'" + std::string(word.substr(0, 40)) + "' is not the number of a corner");
  const long index = number < 0 ? static_cast<long>(corners) + number : number - 1;
  if (number == 0 || index < 0 || index >= static_cast<long>(corners))
    words.fail("there is no corner " + std::to_string(number));
  return static_cast<std::uint32_t>(index);
}

fs::path place_of(const SceneShape& shape, const std::string& model_path) {
  std::error_code error;
  const fs::path folder = fs::canonical(fs::absolute(fs::path(model_path)).parent_path(), error);
  if (error) throw MeshError{0, "the folder of the model file cannot be entered"};
  const fs::path file = fs::canonical(folder / shape.mesh, error);
  if (error) throw MeshError{0, "there is no such file below the folder of the model file"};
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  if (end != folder.end()) throw MeshError{0, "the file is outside of the folder of the model file"};
  return file;
}

}  // namespace

TriangleMesh parse_stl(std::string_view bytes) {
  if (bytes.size() >= stl_head) {
    std::uint32_t facets = 0;
    std::memcpy(&facets, bytes.data() + 80, 4);
    if (bytes.size() == stl_head + stl_facet * std::size_t{facets}) return parse_binary_stl(bytes, facets);
  }
  if (!bytes.starts_with("solid"))
    throw MeshError{0, "this is neither a text that begins with 'solid' nor a binary STL of the length that it says"};
  return parse_text_stl(bytes);
}

TriangleMesh parse_obj(std::string_view text) {
  TriangleMesh mesh;
  Words words(text);
  while (words.next_line()) {
    const std::string_view word = words.word();
    if (word == "v") {
      const float x = words.number(), y = words.number(), z = words.number();
      mesh.vertices.push_back({x, y, z});
    } else if (word == "f") {
      std::vector<std::uint32_t> corners;
      for (std::string_view c = words.word(); !c.empty(); c = words.word())
        corners.push_back(corner_of(c, mesh.vertices.size(), words));
      if (corners.size() < 3) words.fail("a face has fewer than three corners");
      for (std::size_t i = 2; i < corners.size(); ++i)
        add_triangle(mesh, {corners[0], corners[i - 1], corners[i]}, words.line());
    }
  }
  return mesh;
}

TriangleMesh read_mesh(const SceneShape& shape, const std::string& model_path) {
  constexpr std::string_view text_itself = "data:,";
  try {
    if (shape.mesh.starts_with(text_itself)) return parse_obj(std::string_view(shape.mesh).substr(text_itself.size()));
    const fs::path file = place_of(shape, model_path);
    const std::optional<std::string> bytes = read_text(file, longest_mesh);
    if (!bytes) throw MeshError{0, "the file cannot be read, or is larger than 32 MiB"};
    TriangleMesh mesh = file.extension() == ".obj" ? parse_obj(*bytes) : parse_stl(*bytes);
    if (mesh.triangles.empty()) throw MeshError{0, "there are no triangles in it"};
    for (std::array<float, 3>& v : mesh.vertices)
      for (float& x : v) x = static_cast<float>(shape.unit * static_cast<double>(x));
    return mesh;
  } catch (const MeshError& error) {
    const std::string where = error.line > 0 ? shape.mesh + ":" + std::to_string(error.line) : shape.mesh;
    const std::string message = "the mesh " + where + ": " + error.text;
    throw BadInput(model_path + ":" + std::to_string(shape.line) + ": error: " + message,
                   {{true, shape.line, 1, message, "meshes are STL or OBJ files below the folder of the model file"}});
  }
}

}  // namespace tangible
