// SPDX-License-Identifier: Apache-2.0
// MODEL|RECORD of the commands that show a run: a model file is run with the given options, a record is run again as it
// was, and the recording of a viewer is shown as it is.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>

#include "app/model_arguments.h"
#include "display/recorded_run.h"
#include "display/viewer_page.h"

namespace tangible {

struct RunArguments {
  RunRecipe recipe = command_line_recipe();  // its path may be that of a record
  std::vector<CLI::Option*> how;             // options that a record has already; the first is --until

  bool is_record() const { return recipe.load.path.ends_with(".json"); }
  bool is_recording() const { return recipe.load.path.ends_with(".run"); }  // of a viewer
  // It is a record's, or was given.
  bool has_end() const { return is_record() || how.front()->count() > 0; }
};
// The container that a viewer recorded, as it is. Throws BadInput, also for options that belong to a run.
std::string read_recording(const RunArguments& arguments);
// --until, --step, --method, --tolerance, --set, and the word MODEL.
void add_run_options(CLI::App& command, RunArguments& arguments);

// A model at its start, ready to be sampled.
struct OpenedRun {
  RunRecipe recipe;  // of the record, if one was given
  std::unique_ptr<LiveModel> live;
  RunTitle title;
};
// Warnings go to standard error. Throws BadInput, also for a record whose model has changed.
OpenedRun open_run(const RunArguments& arguments);
// `every`, s, or more where samples that far apart would be too many.
double distance_of_samples(const OpenedRun& run, double every);
// To the end of the recipe, or until Ctrl-C; at that distance.
RunSamples sample(OpenedRun& run, double every = 1.0 / 60);
// Throws BadInput, in the name of the command, if the program was built without it.
ViewerPage page_of_viewer(const std::string& command);
// The message about a run that did not reach its end, and the exit code.
int finish_run(const RunSamples& samples, const RunRecipe& recipe);

}  // namespace tangible
