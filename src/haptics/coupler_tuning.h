// SPDX-License-Identifier: Apache-2.0
// Chooses stiffness and damping of the coupler from the device's limits, the tick, the delay, the integrator and the
// mobility of the handle, and states the guarantee of the choice.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "haptics/sampled_loop.h"

namespace tangible {

enum class CouplerLabel : std::uint8_t {
  passive,  // by the supremum over all frequencies, the device's damping counted, its encoder covered by its friction
  guarded,  // stable with the operators below by the eigenvalues of the exact loop; the passivity guard is on
  unproven  // neither: gains that were given, handles or delays beyond what was computed
};

std::string_view label_text(CouplerLabel label);

struct TuningOptions {
  double tick = 1e-3;
  ModelMethod method = ModelMethod::semi_implicit_euler;
  CouplerForm form = CouplerForm::held;
  int sub_steps = 1;
  LinearAndRotary soft{300, 0.3};            // N/m, N m/rad: a passive coupler softer than this is not chosen
  LinearAndRotary max_stiffness{10000, 10};  // besides the device's own limit
  double passive_share = 0.9;                // of the device's damping that a passive coupler may use
  double stable_share = 0.4;                 // of the stiffness at which a loop becomes unstable
  Vec3 scale{1, 1, 1};  // of the registration, from the device's motion to the world's: gains are those of the world
  double heaviest = 1;  // inertia and damping of the device along its heaviest axis, over those that are given
};

struct TunedFreedom {
  double stiffness = 0, damping = 0;
  CouplerLabel label = CouplerLabel::guarded;
};

// One freedom of a device in the loop.
struct DeviceFreedom {
  double inertia = 0.1, damping = 0, friction = 0, resolution = 0;
  double max_stiffness = unlimited, max_damping = unlimited;
  bool exact_velocity = false;
};

// `mobilities` are those that the handle may have in the coupler's directions: the coupler serves them all.
TunedFreedom tune_freedom(const DeviceFreedom& device, const TuningOptions& options, int delay,
                          std::span<const double> mobilities);

// The guarantee of given gains.
CouplerLabel label_of(const TunedFreedom& gains, const DeviceFreedom& device, const TuningOptions& options, int delay,
                      std::span<const double> mobilities);

struct TunedCoupler {
  CouplerGains gains;
  CouplerLabel label = CouplerLabel::guarded;
};

// Gains for all mobilities and delays, computed before the loop runs; reading them takes no memory.
class CouplerTable {
 public:
  CouplerTable(const DeviceLimits& device, const TuningOptions& options, int max_delay = 3);
  // The same gains everywhere; only the label depends on mobility and delay.
  CouplerTable(const DeviceLimits& device, const TuningOptions& options, const CouplerGains& given, int max_delay = 3);

  TunedCoupler gains_for(const HandleState& handle, const CouplerDirections& directions, int delay) const;

 private:
  static constexpr int entries = 12;   // the first serves mobility zero, the last the most mobile handles
  static constexpr double factor = 4;  // from one entry to the next
  template <class Tune>  // TunedFreedom(const DeviceFreedom&, const TuningOptions&, int delay, mobilities, rotary?)
  void fill(const DeviceLimits& device, const TuningOptions& options, Tune tune);
  const TunedFreedom& find(const std::vector<TunedFreedom>& table, double mobility, double first, int delay) const;

  std::vector<TunedFreedom> linear_, rotary_;  // by delay, then by mobility
  double first_linear_ = 0, first_rotary_ = 0;
  int max_delay_ = 3;
};

// Largest change of velocity per unit of impulse in the coupler's directions: eigenvalues of the masked 3 x 3 blocks.
LinearAndRotary largest_mobility(const HandleState& handle, const CouplerDirections& directions);

}  // namespace tangible
