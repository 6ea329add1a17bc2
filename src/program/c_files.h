// SPDX-License-Identifier: Apache-2.0
// The files around emitted C: what is in them, and how a person compiles them.
#pragma once

#include "program/emit_c.h"

namespace tangible {

struct CFunction {
  std::vector<std::string> inputs;  // declarations of the inputs that it uses, by name
  std::vector<std::string> statements;
  bool uses_out = false;
};

struct CBody {
  std::vector<CFunction> functions;   // in order
  std::size_t prepare_functions = 0;  // that many of them belong to NAME_prepare
  std::size_t work_size = 0;
  bool uses_sign = false;
};

// NAME.h, NAME.c, example.c, Makefile.
std::vector<CFile> write_c_files(const Program& program, const CExport& options, const CBody& body);

}  // namespace tangible
