// SPDX-License-Identifier: Apache-2.0
// Programs as self-contained C11: a header, a source, an example and a Makefile.
#pragma once

#include <string>
#include <vector>

#include "program/program.h"

namespace tangible {

struct CExport {
  std::string name;                     // of the files and functions; made an identifier if it is none
  std::string title;                    // for the head of each file
  std::vector<double> example_inputs;   // for the example; zeros where they are missing
  std::string example_state = {};       // what these inputs are: a sentence; may be empty
  std::vector<std::string> units = {};  // of the inputs; may be fewer, or empty where a unit is not known
};

struct CFile {
  std::string name;
  std::string text;
};

// Two functions: NAME_prepare computes what depends on parameters alone, NAME_evaluate the rest. The order of
// operations is that of the program; sine, cosine and atan2 are those of the C library, and the C compiler may
// fuse multiply-adds. Long programs become several functions, so that compilers need linear time.
std::vector<CFile> emit_c(const Program& source, const CExport& options);

}  // namespace tangible
