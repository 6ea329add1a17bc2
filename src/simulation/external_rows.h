// SPDX-License-Identifier: Apache-2.0
// ExternalRows: constraint rows a . u + c = 0 whose numbers come from outside the motion program, as of a contact that
// geometry finds while a mechanism moves. They follow the rows of the program and are switched like them.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "simulation/motion_program.h"

namespace tangible {

struct ExternalRowDescription {
  std::string name;
  bool configuration = false;  // has a value phi that must be zero, whose rate the row is
  std::string force_unit = "N";
};

// A system with further rows, inactive at first.
System with_external_rows(const System& system, std::span<const ExternalRowDescription> rows);

// A row at a state. The coefficients are partial velocities along the direction that is constrained: n . v_r of a
// point.
struct ExternalRow {
  double t = 0;
  std::span<const double> q, u;
  // To be written, coefficients in full.
  std::span<double> coefficients;  // a, by speed
  double constant = 0;             // c
  double remainder = 0;            // a' . u + c'
  double value = 0;                // phi
  // What a unit of the row's force contributes to the generalized forces of speeds that are forbidden (System::
  // port_forces), as Port::contribution gives it; not a number where it is not written. Forces of built-in rows and of
  // joints need it while the row is active, and are not numbers without it.
  std::span<double> against;
};
// Called inside the stages of a step, after the ports were evaluated there. It must not allocate or throw.
using ExternalRowFunction = std::function<void(ExternalRow& row)>;

class ExternalRows {
 public:
  explicit ExternalRows(const System& system);

  bool empty() const { return functions_.empty(); }
  bool has_function(std::size_t index) const { return static_cast<bool>(functions_[index]); }
  void set_function(std::size_t index, ExternalRowFunction function) { functions_[index] = std::move(function); }
  // All rows after a run of the program, which has the first of them.
  void evaluate(const MotionProgram& program);

  // Of all rows, as in ActiveRows.
  std::span<const double> coefficients() const { return coefficients_; }
  std::span<const double> constants() const { return constants_; }
  std::span<const double> remainders() const { return remainders_; }
  std::span<const double> values() const { return values_; }
  // ExternalRow::against of one external row.
  double against(std::size_t index, std::size_t what) const {
    return against_[index * (against_.size() / functions_.size()) + what];
  }

 private:
  std::vector<ExternalRowFunction> functions_;
  std::vector<double> coefficients_, constants_, remainders_, values_, against_;
};

}  // namespace tangible
