// SPDX-License-Identifier: Apache-2.0
// ModelDescription: what a viewer, a device or a program in another language needs to know of a model, as plain data.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/equations_document.h"
#include "simulation/spatial.h"

namespace tangible {

// A shape with the sizes it has at the start. Axes and meaning of sizes: docs/reference/model-file.md, shapes.
struct SceneShape {
  std::string name, kind;           // "box", "sphere", ...
  std::size_t frame = 0;            // of ModelDescription::frames: of a solid, what it is fixed in
  std::vector<std::size_t> points;  // the same: what a line or spring runs through
  Vec3 at;                          // of the solid's own origin, in the frame
  Quaternion turned;                // from the solid's own axes to those of the frame
  std::array<double, 3> size{};
  double radius = 0, inner = 0, length = 0, coils = 0, unit = 0;
  std::vector<std::array<double, 2>> outline;  // of a prism
  std::string mesh, color, rgb;                // `color`: a name or #rrggbb; `rgb`: #rrggbb on light paper
  std::string body;                            // the one that it moves with; may be empty
  double opacity = 1;
  int line = 0;
};

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
    bool is_fixed = false;  // of a parameter: a run cannot change it, since the model was made with its value
  };
  std::vector<Quantity> coordinates, speeds, states, discretes, inputs, outputs, parameters;

  struct Constraint {
    std::string name;
    std::string equation;           // its rows as text
    std::string words;              // "P1 does not slip along B.y"; empty: nobody said it
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
    std::size_t point = static_cast<std::size_t>(-1);  // of `frames`: where it touches, if the model gives it
    std::string force_unit;
    int line = 0;
  };
  std::vector<Contact> contacts;
  std::vector<std::string> modes;   // declared ones
  std::vector<std::string> events;  // in the order of their numbers

  // Whose poses snapshots carry: bodies at their centres, particles, handles, what shapes are fixed in, and points.
  struct SceneFrame {
    enum class Kind : unsigned char { body, particle, handle, shape, point };
    std::string name;
    Kind kind = Kind::body;
    bool turns = true;         // a particle or point has no orientation of its own
    std::string frame, point;  // of the model: whose orientation and whose position it is
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
  std::vector<SceneShape> shapes;

  // Forces and torques that a viewer can draw; snapshots carry their components in N.
  struct Arrow {
    enum class Kind : unsigned char { constraint, contact, load };
    std::string name;
    Kind kind = Kind::load;
    bool is_torque = false;
    std::size_t point = 0;                             // of `frames`: its foot
    std::size_t index = static_cast<std::size_t>(-1);  // of the row or contact; none of a load
    // The vector is the sum of these values of the snapshot times directions of the scene; none: 1.
    std::vector<std::size_t> values;
  };
  std::vector<Arrow> arrows;

  std::vector<SymbolMeaning> symbols;                   // of the equations of all modes; then bodies, frames, points
  std::vector<std::vector<std::size_t>> symbol_frames;  // by symbol: of `frames`, which it concerns, or its own
  std::vector<std::vector<std::size_t>> symbol_arrows;  // by symbol: of `arrows` of loads, which it changes

  double mass = 0;  // of all bodies and particles, at the start
  Vec3 gravity;     // uniform, at the start, in N; zero if there is none
  // Unit vectors in N: which way is up, where the eye of a viewer is at first, and what all points move normal to.
  Vec3 up{0, 0, 1}, seen_from{1, -1, 1};
  bool is_planar = false;
  Vec3 motion_normal{0, 0, 1};  // if it is planar
};

}  // namespace tangible
