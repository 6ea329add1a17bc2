// SPDX-License-Identifier: Apache-2.0
// ActiveRows: the constraint rows at the last evaluation of the motion program, and which of them are active.
//
// Row i means a_i . u + c_i = 0; a configuration row is the rate of phi_i = 0. A row with `hold` keeps its value as its
// offset in the mode: phi_i, or a_i . u + c_i of a motion row, less the offset is zero.
//
// The class has more than 25 methods because each of them answers one question about the rows; half return a member.
#pragma once

#include <span>
#include <vector>

#include "simulation/external_rows.h"
#include "simulation/mode.h"
#include "simulation/motion_program.h"

namespace tangible {

class ActiveRows {
 public:
  explicit ActiveRows(const MotionProgram& program);
  ActiveRows(const ActiveRows&) = delete;
  ActiveRows& operator=(const ActiveRows&) = delete;

  const Mode& mode() const { return mode_; }
  // is_evaluated: the program's results are those of its arguments.
  void set_mode(const Mode& mode, bool is_evaluated);
  // The same rows are active; returns whether the constants have changed.
  bool update_mode(const Mode& mode);
  void set_slip_direction(std::size_t row, double component) { mode_.direction[row] = component; }
  // After a run of the program.
  void update() {
    if (!external_.empty()) external_.evaluate(program_);
    if (has_offsets_) subtract_offsets();
    if (!scales_.are_read) scale_residuals();
  }
  // Of residuals, as they were read at the first state of the mode.
  struct Scales {
    std::vector<double> displacement_per_residual;  // by row, at least one
    bool are_read = false;
  };
  const Scales& scales() const { return scales_; }
  void set_scales(const Scales& scales) { scales_ = scales; }
  ExternalRows& external() { return external_; }
  const ExternalRows& external() const { return external_; }

  std::span<const int> active() const { return active_; }
  // Active rows that can do work: their constants may differ from zero.
  std::span<const int> working() const { return working_; }
  bool does_any_work() const { return !working_.empty() && has_moving_row(); }
  // Whether no coordinate can drift, and all of the kinetic energy is u.M u / 2.
  bool restrict_speeds_only() const { return restrict_speeds_only_; }

  // Of all rows: coefficients a, rows x nu; constants c, less the offset of a motion row; remainders a' . u + c'.
  std::span<const double> coefficients() const {
    return external_.empty() ? program_.output(system_.coefficients) : external_.coefficients();
  }
  std::span<const double> coefficients(std::size_t row) const {
    return coefficients().subspan(row * system_.nu(), system_.nu());
  }
  std::span<const double> constants() const {
    return has_offsets_ ? std::span<const double>(constants_) : constants_without_offsets();
  }
  std::span<const double> remainders() const {
    return external_.empty() ? program_.output(system_.remainders) : external_.remainders();
  }

  // Whether the numbers of active external rows are finite: nothing else checks what comes from outside.
  bool external_rows_are_finite() const;
  double value(std::size_t row) const;  // phi less its offset
  double speed(std::size_t row) const;  // a . u + c
  double acceleration(std::size_t row, std::span<const double> u_rate) const;
  // The largest |phi| and |a . u + c| of active rows.
  double configuration_error() const;
  double motion_error() const;
  // The largest |a . u + c| of active rows as a share of its terms; rounding of rows whose terms are small is left out.
  double relative_motion_error() const;
  // |phi| as the displacement that would remove it, about.
  double displacement_error() const;

 private:
  std::span<const double> constants_without_offsets() const {
    return external_.empty() ? program_.output(system_.constants) : external_.constants();
  }
  bool has_moving_row() const;
  void read_offsets();
  void subtract_offsets();
  void classify_rows();
  void scale_residuals();

  const MotionProgram& program_;
  const System& system_;
  ExternalRows external_;
  Mode mode_;
  std::vector<int> active_, working_;
  std::vector<std::uint8_t> may_do_work_;  // by row: its constant is not zero once and for all
  bool restrict_speeds_only_ = false;
  bool has_offsets_ = false;
  std::vector<double> constants_;  // with offsets
  Scales scales_;
};

}  // namespace tangible
