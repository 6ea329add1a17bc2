// SPDX-License-Identifier: Apache-2.0
// Arms and chains of the side-by-side benchmark: accelerations against a long double Newton-Euler reference.
#include <cmath>
#include <sstream>

#include "engine/programs.h"
#include "equations/equations.h"
#include "equivalence/oracle.h"
#include "model/read_model.h"
#include "program/interpreter.h"
#include "symbolic/graph.h"

namespace tangible {
namespace {

std::string list(const Json& numbers) { return numbers.dump(); }

// The model file of a serial chain of revolute joints.
std::string model_text(const Json& model) {
  std::ostringstream out;
  out << "tangible: 1\nname: " << model["name"].get<std::string>() << "\nparameters: {g: 9.81 m/s^2}\ninputs: {";
  const std::size_t n = model["links"].size();
  for (std::size_t i = 1; i <= n; ++i) out << (i > 1 ? ", " : "") << "tau_" << i << ": N*m";
  out << "}\nspeeds: {";
  for (std::size_t i = 1; i <= n; ++i) out << (i > 1 ? ", " : "") << "u" << i << ": q" << i << "'";
  out << "}\nbodies:\n";
  const char* const axes[] = {"x", "y", "z"};
  for (std::size_t i = 1; i <= n; ++i) {
    const Json& link = model["links"][i - 1];
    const int parent = link["parent"].get<int>();
    std::size_t axis = 0;
    while (link["axis"][axis].get<double>() == 0) ++axis;
    const Json& inertia = link["I"];
    out << "  link_" << i << ": {parent: " << (parent < 0 ? "ground" : "link_" + std::to_string(parent + 1))
        << ", joint: revolute, axis: " << axes[axis] << ", coordinate: q" << i << ", at: " << list(link["off"])
        << ", mass: " << link["m"] << ", center: " << list(link["com"]) << ", inertia: {xx: " << inertia[0]
        << ", yy: " << inertia[1] << ", zz: " << inertia[2] << ", xy: " << inertia[3] << ", zx: " << inertia[4]
        << ", yz: " << inertia[5] << "}}\n";
  }
  out << "gravity: -g*N.z\nloads:\n";
  for (std::size_t i = 1; i <= n; ++i)
    out << "  motor_" << i << ": {motor: tau_" << i << ", joint: link_" << i << "}\n";
  return out.str();
}

TEST(PeerModels, accelerations_of_chains_agree_with_the_reference) {
  std::ifstream file("bench/peers/models.json");
  ASSERT_TRUE(file);
  int tried = 0;
  for (const Json& model : Json::parse(file)) {
    const std::size_t n = model["links"].size();
    if (n > 16 || model["name"] == "humanoid") continue;
    ++tried;
    Graph graph;
    GraphScope scope(graph);
    const ReadResult read = read_model_text(model_text(model));
    ASSERT_TRUE(read) << read.diagnostics.to_string();
    const Equations equations = derive_equations(*read.mechanism);
    const Program program = acceleration_program(*read.mechanism, equations, derive_embedding(equations, {}));
    Workspace workspace(program);
    for (const Json& state : model["states"]) {
      std::size_t k = 0;
      workspace.inputs()[k++] = 9.81;
      workspace.inputs()[k++] = 0;  // time
      for (const char* const key : {"q", "qd", "tau"})
        for (const double x : numbers(state[key])) workspace.inputs()[k++] = x;
      ASSERT_EQ(k, workspace.inputs().size());
      interpret(program, workspace);
      const std::vector<double> reference = numbers(state["qdd"]);
      double largest = 0;
      for (const double x : reference) largest = std::max(largest, std::abs(x));
      for (std::size_t r = 0; r < n; ++r)
        EXPECT_NEAR(workspace.value(program.outputs[r].value), reference[r], 1e-11 * largest)
            << model["name"] << " " << r;
    }
  }
  EXPECT_EQ(tried, 7);
}

}  // namespace
}  // namespace tangible
