// SPDX-License-Identifier: Apache-2.0
// The way of the data, from a model file on.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "equations/embedding.h"
#include "equations/equations.h"
#include "model/read_model.h"
#include "symbolic/graph.h"

namespace tangible {

struct LoadOptions {
  std::string path;
  std::vector<std::string> set;             // name=value
  std::vector<std::string> reactions = {};  // links, points and frames whose reactions are wanted
  bool all_joints = false;                  // of all links
  bool coriolis = false;                    // form the matrix C, unless there are many speeds
};

struct StageTimes {  // milliseconds
  double read = 0;
  double derive = 0;
};

// A model and its equations, with the graph in which they live.
struct LoadedModel {
  std::string path;
  std::unique_ptr<Graph> graph;
  std::unique_ptr<GraphScope> scope;  // makes the graph current while the model is in use
  std::optional<Mechanism> mechanism;
  Equations equations;
  std::optional<Matrix> coriolis;  // C, if it was wanted
  StageTimes times;
};

// The input is wrong: what() is ready to be printed, file and line included.
struct BadInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

LoadedModel read_mechanism(const LoadOptions& options);
LoadedModel load_model(const LoadOptions& options);  // and its equations

// The equations under the rows that hold; rows that contradict each other are bad input.
Embedding embed_rows(const LoadedModel& model, std::span<const std::string> active_rows);

}  // namespace tangible
