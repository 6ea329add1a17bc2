// SPDX-License-Identifier: Apache-2.0
// Models of the library by their names, wherever a command takes a model.
#pragma once

#include <CLI/CLI.hpp>

#include "display/model_library.h"

namespace tangible {

// The folder that was given; else the one below the present folder, or beside the program as it was built or installed.
// Empty: there is none.
std::filesystem::path find_models(const std::string& given = {});

// The word itself if it is a file or could only be the name of one; else the file of the library model of that name.
// Throws BadInput, with the nearest names, if there is none.
std::string find_model_file(const std::string& word, const ModelLibrary& library);

// The argument MODEL of all commands but `view`, which has a library of its own choice.
void accept_library_names(CLI::App& app);

}  // namespace tangible
