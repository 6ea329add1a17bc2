// SPDX-License-Identifier: Apache-2.0
// read_model: a model file to a mechanism, or all that is wrong with it.
//
// The format is described in docs/reference/model-file.md. The expressions of the mechanism live in the Graph that is
// current when it is read.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "mechanics/mechanism.h"
#include "model/diagnostics.h"

namespace tangible {

struct ReadOptions {
  std::map<std::string, std::string> set;  // parameters to override: name -> quantity as in the file ("2 kg", "0.3")
  std::string set_label = "parameter ";    // the text before name=value in messages about them
  // Links, points and frames whose reactions are requested, besides those that the file mentions in force(), torque().
  std::vector<std::string> reactions = {};
  bool all_joints = false;  // request the reactions of all links, if they are not more than 16
};

struct ReadResult {
  std::optional<Mechanism> mechanism;  // nothing if there was an error
  Diagnostics diagnostics;             // errors and warnings; to_string() prints them

  explicit operator bool() const { return mechanism.has_value(); }
};

ReadResult read_model(const std::string& path, const ReadOptions& options = {});
// The same from text; `file` appears in messages.
ReadResult read_model_text(const std::string& text, const std::string& file = "model", const ReadOptions& options = {});

// The exit status of a program that fails because of its input.
inline constexpr int exit_code_of_bad_input = 2;

}  // namespace tangible
