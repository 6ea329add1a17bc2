// SPDX-License-Identifier: Apache-2.0
// The paths from a state to accelerations that leave the program: programs, exported C, printed C.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "engine/model_program.h"
#include "program/evaluation.h"
#include "symbolic/evaluate.h"

namespace tangible {

// Results by name; nothing if the path refuses: singular rows, or numbers that are none.
using Answer = std::optional<std::map<std::string, double>>;

class Road {
 public:
  virtual ~Road() = default;
  virtual Answer go(const Values& state) = 0;
};

// A shared library made of C sources, for as long as it is needed.
class CompiledUnit {
 public:
  // Compiled by both compilers with all warnings as errors; throws their messages.
  CompiledUnit(const std::string& name, const std::map<std::string, std::string>& files);
  ~CompiledUnit();
  CompiledUnit(const CompiledUnit&) = delete;
  CompiledUnit& operator=(const CompiledUnit&) = delete;
  void* find(const std::string& function) const;

 private:
  std::string folder_;
  void* library_ = nullptr;
};

std::unique_ptr<Road> make_program_road(const Program& program);
std::unique_ptr<Road> make_exported_road(const Program& program);
// mass_matrix and forcing_vector of `tangible equations --format c`, solved for u' of the independent speeds.
std::unique_ptr<Road> make_printed_road(const Formulation& model, const std::vector<std::string>& active);

}  // namespace tangible
