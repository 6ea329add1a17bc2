// SPDX-License-Identifier: Apache-2.0
// ModelDescription: what a viewer, a device or a program in another language needs to know of a model, as plain data.
#pragma once

#include <string>
#include <vector>

#include "simulation/spatial.h"

namespace tangible {

struct ModelDescription {
  std::string name;
  std::string source;  // a book, a paper
  std::string path;    // of the model file; a name of its own if it was built in C++
  std::string text;    // of the model file

  // Units are SI; lines are those of the model file, 0 if there are none.
  struct Quantity {
    std::string name, unit;
    double value = 0;  // at the start
    int line = 0;
  };
  std::vector<Quantity> coordinates, speeds, states, discretes, inputs, outputs, parameters;

  struct Constraint {
    std::string name;
    std::string equation;           // its rows as text
    std::vector<std::size_t> rows;  // of System::rows; none if it is built into the speeds
    std::size_t built_in = 0;       // then: which of the built-in rows
    bool is_built_in = false;
    bool is_switchable = false;  // by events or by hand
    bool has_condition = false;  // active while a condition holds: not to be switched by hand
    std::string force_unit;
    int line = 0;
  };
  std::vector<Constraint> constraints;
  struct Contact {
    std::string name;
    std::size_t row = 0, tangents = 0;
    std::string force_unit;
    int line = 0;
  };
  std::vector<Contact> contacts;
  std::vector<std::string> modes;   // declared ones
  std::vector<std::string> events;  // in the order of their numbers

  // Whose poses snapshots carry: bodies at their centres, particles, handles, and the frames and points of shapes.
  struct SceneFrame {
    enum class Kind : unsigned char { body, particle, handle, shape };
    std::string name;
    Kind kind = Kind::body;
    bool turns = true;  // a particle or point has no orientation of its own
  };
  std::vector<SceneFrame> frames;
  struct Handle {
    std::string name;
    std::size_t frame = 0;       // of `frames`
    std::size_t directions = 0;  // how many; 0: forces act along all
    bool turns = false;
    int line = 0;
  };
  std::vector<Handle> handles;
};

}  // namespace tangible
