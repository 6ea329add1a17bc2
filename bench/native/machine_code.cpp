// SPDX-License-Identifier: Apache-2.0
// Machine code in files.
#include "machine_code.h"

#include <filesystem>
#include <fstream>

#include "program/batch.h"
#include "program/native_code.h"

namespace tangible::bench {

void write_machine_code(const Program& program, const std::string& name, const std::string& folder) {
  namespace fs = std::filesystem;
  fs::create_directories(folder);
  for (const Target target : {Target::avx2, Target::avx512}) {
    for (const CodeShape shape : {CodeShape{1, target}, batch_shape(program, 8, target)}) {
      const EncodedProgram code = encode(allocate_registers(program, shape.registers()), shape);
      const std::size_t entry = code.entries[static_cast<std::size_t>(Stage::configuration)];
      const std::string file = name + "." + std::string(name_of(target)) + "." + std::to_string(shape.lanes) + ".code";
      std::ofstream(fs::path(folder) / file, std::ios::binary)
          .write(reinterpret_cast<const char*>(code.bytes.data() + entry),
                 static_cast<std::streamsize>(code.bytes.size() - entry));
    }
  }
}

}  // namespace tangible::bench
