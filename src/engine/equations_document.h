// SPDX-License-Identifier: Apache-2.0
// EquationsDocument: the equations of a mode as plain text and LaTeX. It carries no graph, so it may be made in one
// thread and read in another, kept, or sent to a viewer.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tangible {

// The meaning of a symbol of the equations.
struct SymbolMeaning {
  enum class Kind : unsigned char {
    coordinate,
    speed,
    rate,
    acceleration,
    parameter,
    input,
    state,
    discrete,
    time,
    force,
    body,  // or a particle; from here on: names of the table of partial velocities, which have poses and no numbers
    frame,
    point
  };
  static constexpr std::size_t no_slot = static_cast<std::size_t>(-1);
  std::string name;   // as in the text of the equations: q4, u1', m_B
  std::string latex;  // as in their LaTeX; empty for bodies, frames and points
  Kind kind = Kind::parameter;
  std::string unit;      // SI: "rad/s"
  std::string meaning;   // "coordinate", "rate of q4", "force of front_wheel", ...
  int line = 0;          // of its declaration in the model file; 0: none
  std::size_t slot = 0;  // its value in the snapshot's values (engine/snapshot.h); of what has a pose: no_slot
  bool has_pose() const { return kind >= Kind::body; }
};
const char* name_of(SymbolMeaning::Kind kind);

struct EquationsDocument {
  std::string model;
  std::string source;  // a book, a paper
  std::vector<std::string> coordinates, speeds;
  std::string speed_choice;  // the origin of the speeds when the analyst did not choose
  std::size_t degrees_of_freedom = 0;
  std::vector<std::string> active;     // rows that hold in this mode
  std::vector<std::string> redundant;  // those of them that follow from the others

  struct Term {
    std::string coefficient, of;
  };
  struct Line {
    std::string label;  // the name of a constraint, or empty
    std::string text;
    std::string latex;
    std::vector<Term> left;  // left side, term by term, as text
    std::string right;
  };
  struct Divisor {
    std::string text, latex;
  };
  struct Section {
    std::string title;
    std::vector<Line> lines;
    std::vector<Divisor> divisors;  // the lines hold where none of these is zero
    bool is_too_long = false;       // to be written out: it has no lines, and `intermediates` has the same with names
  };
  std::vector<Section> sections;

  // Partial velocities; no columns if there are too many speeds for a table.
  struct Table {
    std::vector<std::string> columns;  // "v P1", "w B"
    std::vector<std::string> rows;     // "r = 1"
    std::vector<std::vector<std::string>> text, latex;
  };
  Table partial_velocities;

  // The same in numbers' order, with names for what is used more than once: z1 = ..., mass[0][0] = ...
  struct Definition {
    std::string name, text;
  };
  std::vector<Definition> intermediates;

  struct Operations {
    std::string what;   // "accelerations"
    std::string count;  // "12 multiplications, ..."
    std::size_t total = 0;
  };
  std::vector<Operations> operations;
  std::vector<SymbolMeaning> symbols;  // those that occur, and all bodies

  // All of it for people: plain text, or a LaTeX body that needs amsmath.
  std::string text() const;
  std::string latex() const;
};

}  // namespace tangible
