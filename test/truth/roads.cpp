// SPDX-License-Identifier: Apache-2.0
// Programs evaluated, C compiled and called.
#include "truth/roads.h"

#include <dlfcn.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "engine/equations_report.h"
#include "program/emit_c.h"
#include "symbolic/print_c.h"

namespace tangible {
namespace {

constexpr double min_regularity = 1e-8;
constexpr double largest_violation = 1e-6;

std::vector<double> inputs_of(const Program& program, const Values& state) {
  std::map<std::string, double> by_name;
  for (const auto& [symbol, value] : state) by_name[std::string(symbol.name())] = value;
  std::vector<double> inputs;
  for (const ProgramInput& input : program.inputs) inputs.push_back(by_name[input.name]);
  return inputs;
}

// The tests that a caller has to make: `regularity`, `violation`, and whether numbers are numbers.
Answer answer_of(const Program& program, std::span<const double> outputs) {
  std::map<std::string, double> results;
  for (std::size_t i = 0; i < program.outputs.size(); ++i) {
    if (program.outputs[i].name == "regularity" && !(outputs[i] > min_regularity)) return std::nullopt;
    if (program.outputs[i].name == "violation" && !(outputs[i] < largest_violation)) return std::nullopt;
    if (!std::isfinite(outputs[i])) return std::nullopt;
    results[program.outputs[i].name] = outputs[i];
  }
  return results;
}

class ProgramRoad : public Road {
 public:
  explicit ProgramRoad(const Program& program) : evaluation_(program) {}
  Answer go(const Values& state) override {
    const Program& program = evaluation_.code().program();
    const std::vector<double> inputs = inputs_of(program, state);
    std::ranges::copy(inputs, evaluation_.inputs().begin());
    evaluation_.run();
    return answer_of(program, evaluation_.outputs());
  }

 private:
  Evaluation evaluation_;
};

std::string said_by(const std::string& command, int& status) {
  std::string text;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  char buffer[256];
  while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) text += buffer;
  status = pclose(pipe);
  return text;
}

class ExportedRoad : public Road {
 public:
  explicit ExportedRoad(const Program& program) : program_(program), unit_("exported", texts(program)) {
    prepare_ = reinterpret_cast<Prepare>(unit_.find("exported_prepare"));
    evaluate_ = reinterpret_cast<Evaluate>(unit_.find("exported_evaluate"));
  }
  Answer go(const Values& state) override {
    const std::vector<double> inputs = inputs_of(program_, state);
    std::vector<double> work(program_.instructions.size() + 1), out(program_.outputs.size());
    prepare_(inputs.data(), work.data());
    evaluate_(inputs.data(), work.data(), out.data());
    return answer_of(program_, out);
  }

 private:
  using Prepare = void (*)(const double*, double*);
  using Evaluate = void (*)(const double*, double*, double*);
  static std::map<std::string, std::string> texts(const Program& program) {
    std::map<std::string, std::string> files;
    for (const CFile& file : emit_c(program, {"exported", "a test", {}}))
      if (file.name.starts_with("exported")) files[file.name] = file.text;
    return files;
  }

  Program program_;
  CompiledUnit unit_;
  Prepare prepare_;
  Evaluate evaluate_;
};

class PrintedRoad : public Road {
 public:
  PrintedRoad(const Formulation& model, const std::vector<std::string>& active)
      : model_(model),
        embedding_(embed_rows(model, active)),
        unit_("printed", {{"printed.c", text(model, embedding_)}}) {
    call_ = reinterpret_cast<Call>(unit_.find(c_identifier(model.equations.name) + "_equations"));
  }
  Answer go(const Values& state) override {
    const Mechanism& m = *model_.mechanism;
    std::vector<double> p, q, u, in;
    for (const Parameter& x : m.parameters()) p.push_back(state.at(x.symbol));
    for (const Expr x : model_.equations.kinematical.q) q.push_back(state.at(x));
    for (const Expr x : model_.equations.kinematical.u) u.push_back(state.at(x));
    for (const Input& x : m.inputs()) in.push_back(state.at(x.symbol));
    for (const StateVariable& x : m.states()) in.push_back(state.at(x.symbol));
    for (const Discrete& x : m.discretes()) in.push_back(state.at(x.symbol));
    const auto n = static_cast<Eigen::Index>(embedding_.independent.size());
    std::vector<double> rates(q.size() + 1);
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> mass(n, n);
    Eigen::VectorXd forcing(n);
    call_(state.at(m.time()), p.data(), q.data(), u.data(), in.data(), rates.data(), mass.data(), forcing.data());
    if (!mass.allFinite() || !forcing.allFinite()) return std::nullopt;
    using Long = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
    const Long x = mass.cast<long double>().fullPivLu().solve(Long(forcing.cast<long double>()));
    std::map<std::string, double> results;
    for (Eigen::Index r = 0; r < n; ++r)
      results[std::string(
          model_.equations.kinematical.u_rate[embedding_.independent[static_cast<std::size_t>(r)]].name())] =
          static_cast<double>(x(r));
    return results;
  }

 private:
  using Call = void (*)(double, const double*, const double*, const double*, const double*, double*, double*, double*);
  static std::string text(const Formulation& model, const Embedding& embedding) {
    std::ostringstream out;
    write_c(out, {*model.mechanism, model.equations, embedding});
    return out.str();
  }

  const Formulation& model_;
  Embedding embedding_;
  CompiledUnit unit_;
  Call call_;
};

}  // namespace

CompiledUnit::CompiledUnit(const std::string& name, const std::map<std::string, std::string>& files) {
  std::string pattern = (std::filesystem::temp_directory_path() / "tangible_truth_XXXXXX").string();
  folder_ = mkdtemp(pattern.data());
  for (const auto& [file, text] : files) std::ofstream(std::filesystem::path(folder_) / file) << text;
  const std::string strict = " -std=c11 -Wall -Wextra -Wpedantic -Werror ";
  const std::string source = folder_ + "/" + name + ".c", made = folder_ + "/" + name + ".so";
  int status = 0;
  std::string said = said_by("gcc -O1 -shared -fPIC" + strict + source + " -o " + made + " -lm", status);
  if (status != 0) throw std::runtime_error("gcc: " + said);
  if (std::system("command -v clang > /dev/null") == 0) said = said_by("clang -fsyntax-only" + strict + source, status);
  if (status != 0) throw std::runtime_error("clang: " + said);
  library_ = dlopen(made.c_str(), RTLD_NOW);
  if (library_ == nullptr) throw std::runtime_error(dlerror());
}

CompiledUnit::~CompiledUnit() {
  if (library_ != nullptr) dlclose(library_);
  std::filesystem::remove_all(folder_);
}

void* CompiledUnit::find(const std::string& function) const {
  void* found = dlsym(library_, function.c_str());
  if (found == nullptr) throw std::runtime_error(function + ": not in the library");
  return found;
}

std::unique_ptr<Road> make_program_road(const Program& program) { return std::make_unique<ProgramRoad>(program); }
std::unique_ptr<Road> make_exported_road(const Program& program) { return std::make_unique<ExportedRoad>(program); }
std::unique_ptr<Road> make_printed_road(const Formulation& model, const std::vector<std::string>& active) {
  return std::make_unique<PrintedRoad>(model, active);
}

}  // namespace tangible
