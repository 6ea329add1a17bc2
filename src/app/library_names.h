// SPDX-License-Identifier: Apache-2.0
// Models of the library by their names, wherever a command takes a model.
#pragma once

#include <CLI/CLI.hpp>

#include "display/model_library.h"

namespace tangible {

// The library that was given; else those below the present folder and beside the program, as it was built or installed.
// Folders without models are left out, unless they were given. The first one is that of the gallery.
std::vector<ModelLibrary> find_libraries(const std::string& given = {});

// The word itself if it is a file or could only be the name of one; else the file of the model of that name in the
// first library that has one. Throws BadInput, with the nearest names, if there is none.
std::string find_model_file(const std::string& word, const std::vector<ModelLibrary>& libraries);

// The argument MODEL of all commands but `view`, which has a library of its own choice.
void accept_library_names(CLI::App& app);

}  // namespace tangible
