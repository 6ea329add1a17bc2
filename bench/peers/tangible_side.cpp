// SPDX-License-Identifier: Apache-2.0
// Tangible: a model file for the common model, the cheapest program for its accelerations, native code.
#include <Eigen/Geometry>

#include "engine/programs.h"
#include "equations/equations.h"
#include "model/read_model.h"
#include "peers/model_text.h"
#include "program/evaluation.h"
#include "symbolic/graph.h"

namespace tangible::bench {
namespace {

class TangibleEngine : public Engine {
 public:
  TangibleEngine(const PeerModel& model, bool bake)
      : floating_(model.is_floating()), evaluation_(program(model, bake)) {
    if (!bake) evaluation_.inputs()[0] = 9.81;
    first_ = bake ? 1 : 2;  // after g and t
    evaluation_.run();
  }

  void run(const PeerState& state) override {
    double* in = evaluation_.inputs().data() + first_;
    if (floating_) {
      put_floating(state, in);
    } else {
      std::copy(state.packed.begin(), state.packed.end(), in);
    }
    evaluation_.run(Stage::configuration);
  }

  std::vector<double> accelerations() const override {
    std::vector<double> u(evaluation_.outputs().begin(), evaluation_.outputs().end());
    if (!floating_) return u;
    const Eigen::Vector3d w = attitude(*last_) * Eigen::Vector3d(u.data());
    std::vector<double> result{u[3], u[4], u[5], w[0], w[1], w[2]};
    result.insert(result.end(), u.begin() + 6, u.end());
    return result;
  }

 private:
  static Eigen::Quaterniond attitude(const PeerState& state) {
    const auto& q = state.quaternion;
    return {q[0], q[1], q[2], q[3]};
  }

  void put_floating(const PeerState& state, double* in) {
    in = std::copy(state.p.begin(), state.p.end(), in);
    in = std::copy(state.quaternion.begin(), state.quaternion.end(), in);
    in = std::copy(state.q.begin(), state.q.end(), in);
    const Eigen::Vector3d w_body = attitude(state).conjugate() * Eigen::Vector3d(state.w.data());
    in = std::copy(w_body.begin(), w_body.end(), in);
    in = std::copy(state.v.begin(), state.v.end(), in);
    in = std::copy(state.qd.begin(), state.qd.end(), in);
    std::copy(state.tau.begin(), state.tau.end(), in);
    last_ = &state;
  }

  static Program program(const PeerModel& model, bool bake) {
    Graph graph;
    GraphScope scope(graph);
    std::string text = model_text(model);
    if (bake) {
      text.replace(text.find("parameters: {g: 9.81 m/s^2}\n"), 28, "");
      text.replace(text.find("-g*N.z"), 6, "-(9.81 m/s^2)*N.z");
    }
    const ReadResult read = read_model_text(text);
    if (!read) throw std::runtime_error(read.diagnostics.to_string());
    const Equations equations = derive_equations(*read.mechanism);
    std::vector<std::string> rows;
    for (const ConstraintRow& row : equations.rows) rows.push_back(row.name);
    const Embedding embedding = derive_embedding(equations, rows);
    return rows.empty() ? acceleration_program(*read.mechanism, equations, embedding)
                        : all_accelerations_program(*read.mechanism, equations, embedding);
  }

  bool floating_;
  Evaluation evaluation_;
  std::size_t first_ = 0;
  const PeerState* last_ = nullptr;
};

}  // namespace

std::unique_ptr<Engine> make_tangible(const PeerModel& model) { return std::make_unique<TangibleEngine>(model, false); }

}  // namespace tangible::bench
