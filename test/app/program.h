// SPDX-License-Identifier: Apache-2.0
// The program as a person starts it: words, what it prints, and its exit code.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace tangible {

struct ProgramResult {
  int code = -1;     // -1: it was ended by a signal
  std::string text;  // of both outputs
};

inline bool program_is_built() {
  const char* program = std::getenv("TANGIBLE_PROGRAM");
  return program != nullptr && std::filesystem::exists(program);
}

// The words go through the shell, in which $T is the program.
inline ProgramResult run_program(const std::string& words) {
  const std::string command = std::string("T='") + std::getenv("TANGIBLE_PROGRAM") + "'; { " + words + "; } 2>&1";
  ProgramResult result;
  FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 4096> part{};
  while (const std::size_t n = std::fread(part.data(), 1, part.size(), pipe)) result.text.append(part.data(), n);
  const int status = pclose(pipe);
  if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
  return result;
}

// The same, interrupted as by Ctrl-C once the program catches that: the second of the signals in the last digit of the
// set that Linux reports. The exit code is that of the program.
inline ProgramResult interrupt_program(const std::string& words) {
  return run_program(words +
                     " & p=$!; for k in $(seq 2000); do grep -q '^SigCgt:.*[2367abef]$' /proc/$p/status && break; "
                     "sleep 0.01; done; sleep 0.05; kill -INT $p; wait $p");
}

// A folder of one test, removed with it.
class ScratchFolder {
 public:
  ScratchFolder()
      : path((std::filesystem::temp_directory_path() / ("tangible_test_" + std::to_string(::getpid()))).string()) {
    std::filesystem::create_directories(path);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() { std::filesystem::remove_all(path); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path + "/" + name, std::ios::binary) << text;
    return path + "/" + name;
  }
  std::string path;
};

// A bead on a straight wire, pushed by the input F.
inline const std::string pushed_bead = R"yaml(tangible: 1
name: bead
parameters: {m: 2 kg}
inputs: {F: N, tau: N*m}
coordinates: {x: m}
points: {P: {from: O, at: x*N.x}}
particles: {bead: {at: P, mass: m}}
loads: {push: {force: F*N.x, at: P}}
)yaml";

}  // namespace tangible
