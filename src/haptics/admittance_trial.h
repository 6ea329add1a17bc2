// SPDX-License-Identifier: Apache-2.0
// A scripted hand on an admittance display, in virtual time: hand, device, reference and metrics, tick by tick.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "haptics/algorithm_one.h"
#include "haptics/constrained_reference.h"
#include "haptics/lagged_device.h"
#include "haptics/scripted_hand.h"

namespace tangible {

// The source of the reference.
enum class AdmittanceVariant : std::uint8_t {
  algorithm_one,
  world,
  handle_frame,
  line,            // the wrench along the line through two samples, in axes of N
  line_in_handle,  // in axes of the handle
  extrapolated     // along the parabola through three, in axes of the handle
};
std::string_view name_of(AdmittanceVariant variant);
inline constexpr AdmittanceVariant all_admittance_variants[] = {
    AdmittanceVariant::algorithm_one, AdmittanceVariant::world,          AdmittanceVariant::handle_frame,
    AdmittanceVariant::line,          AdmittanceVariant::line_in_handle, AdmittanceVariant::extrapolated};

struct AdmittanceOptions {
  AdmittanceVariant variant = AdmittanceVariant::extrapolated;
  AlgorithmForm form = AlgorithmForm::as_printed;  // of Algorithm 1
  double tick = 1e-3;
  double until = 10;
  std::vector<double> z;               // where it begins; empty: as in the model
  bool ideal_device = true;            // it is where the reference is
  LinearAndRotary apparent{11, 0.05};  // kg, kg m^2
  double lag = 2e-3;                   // s, of the actuators
  TaskGains gains;
  bool repeats = false;  // the hand never lets go
};

// One tick as a row of numbers.
struct AdmittanceRow {
  double t = 0;
  std::vector<double> x, v;  // of the device
  std::vector<double> z;     // of the reference, and as far as they are known its rates
  std::vector<double> z_rate;
  std::vector<double> reference_x, reference_v;
  std::vector<double> force;  // of the hand
  std::vector<double> metrics;
  double motion_error = 0, configuration_error = 0;  // of the reference
};

class AdmittanceTrial {
 public:
  // The simulation is that of the model, with rk4 and the tick as step. Throws BadInput without task, hand or handle.
  AdmittanceTrial(Simulation& run, const AdmittanceOptions& options);

  // The state before the next tick.
  const AdmittanceRow& row() const { return row_; }
  TaskStatus status() const { return status_; }
  double time() const { return static_cast<double>(ticks_) * options_.tick; }
  bool has_let_go() const { return !hand_.holds(); }
  // False when it has ended or cannot go on.
  bool advance();
  const TaskProgram& program() const { return *program_; }
  const System& system() const { return run_.model().system(); }
  // Of the motion program, where the reference is.
  std::span<const double> motion_inputs() const;

 private:
  void measure();
  void begin();

  Simulation& run_;
  AdmittanceOptions options_;
  std::shared_ptr<const TaskProgram> program_;
  TaskNumbers task_;
  ScriptedHand hand_;
  std::variant<std::monostate, AlgorithmOne, ConstrainedReference> reference_;
  LaggedDevice device_;
  TaskFeedback feedback_;
  Evaluation watch_;
  AdmittanceRow row_;
  TaskStatus status_ = TaskStatus::ok;
  long ticks_ = 0;
};

// The same hand on the same mechanism without a device and without ticks: it acts on the reference at every instant.
// Adaptive steps; the others are compared with z at a multiple of `tick`.
class ContinuousTrial {
 public:
  ContinuousTrial(Model model, const AdmittanceOptions& options);
  bool advance();  // to the next tick
  std::span<const double> z() const { return z_; }
  double time() const { return static_cast<double>(ticks_) * options_.tick; }
  TaskStatus status() const { return status_; }
  Simulation& simulation() { return run_; }

 private:
  Simulation run_;
  AdmittanceOptions options_;
  TaskNumbers task_, stage_task_;
  ScriptedHand hand_;
  TaskWrench wrench_;
  Port& port_;
  std::vector<double> z_, x_, v_, force_;
  TaskStatus status_ = TaskStatus::ok;
  long ticks_ = 0;
};

// z where the model begins: psi(z) = phi(q).
std::vector<double> start_parameters(Simulation& run, TaskNumbers& task);

}  // namespace tangible
