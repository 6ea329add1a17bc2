// SPDX-License-Identifier: Apache-2.0
// ReadableEquations: the dynamical equations of a mode as shown beside a running model. Long expressions have short
// names (m11, f1, z1), the generalized forces of the hand are on the right (h1), and a program gives the number of
// every coefficient, right side and name from the values of a snapshot. Plain data; no graph inside.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/equations_document.h"
#include "program/evaluation.h"

namespace tangible {

struct ReadableEquations {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  // Numbers of a line: indices of the outputs of `code`; `of` is a slot of a snapshot.
  struct Term {
    std::size_t coefficient = none, of = 0;
    std::string unit;
  };
  struct Line {
    std::string text, latex;
    std::size_t unknown = 0;  // the speed whose rate the line determines
    std::vector<Term> left;
    std::size_t right = none;  // with the hand's term
    std::string unit;          // of the right side
  };
  std::vector<Line> lines;

  struct Name {
    std::string name, latex;
    std::string text, definition;  // its definition, as text and in LaTeX
    std::string unit;              // empty where it is not known
    std::size_t value = none;      // index of an output of `code`
  };
  std::vector<Name> names;  // in an order in which each needs only the ones before it
  std::vector<Name> hand;   // the generalized forces of the hand

  // The nonzero entries of the mass matrix, where there are too many equations to be read one after the other.
  struct Entry {
    std::size_t row = 0, column = 0;
    std::string text, latex;
  };
  std::vector<Entry> matrix;

  // Where written equations hold. By index of an output of `code`.
  struct Guard {
    std::vector<std::size_t> divisors;  // those of the document's section, in its order
    std::size_t regularity = none;      // 0 where one of them is zero; none: the equations hold everywhere
  };
  Guard embedded;     // of the dynamical equations and the dependent speeds
  Guard kinematical;  // of the kinematical equations

  std::shared_ptr<const Code> code;  // null: there are too many numbers
  // By input of `code`: its place among the values of a snapshot; from `first_hand` on the generalized forces of the
  // hand, by speed.
  std::vector<std::size_t> inputs;
  std::size_t first_hand = 0;
};

}  // namespace tangible
