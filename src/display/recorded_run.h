// SPDX-License-Identifier: Apache-2.0
// A run in one piece of text: the container of docs/reference/viewer-protocol.md, and the page that plays it.
#pragma once

#include <string>
#include <string_view>

#include "display/run_samples.h"
#include "display/wire_layout.h"

namespace tangible {

struct RunTitle {
  std::string id;       // of the model: the name of its file without the end
  std::string file;     // its name
  std::string title;    // of the page; empty: the name of the model
  std::string comment;  // below it; empty: source and length of the run
};
// The bytes of the container.
std::string encode_run(const LiveModel& live, const RunSamples& samples, const RunTitle& title);

// The same run with another title and comment; empty: as they were. Throws std::runtime_error for what is no container.
std::string retitle_run(std::string_view container, const std::string& title, const std::string& comment);

// `page` is web/dist/share.html. Throws std::runtime_error if it has no slot for a run.
std::string embed_run(std::string_view page, std::string_view container);

}  // namespace tangible
