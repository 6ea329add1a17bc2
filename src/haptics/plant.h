// SPDX-License-Identifier: Apache-2.0
// The interface of a model to the servo loop: handles that have a pose, a velocity and a mobility, that take a wrench,
// and a step of time. A reference to anything with these members; no memory, no virtual functions.
#pragma once

#include <array>
#include <cstdint>

#include "haptics/coupler.h"

namespace tangible {

enum class PlantStatus : std::uint8_t { running, ended, failed };

// The wrench on a handle over the next step.
struct HandleLoad {
  enum class Kind : std::uint8_t {
    held,
    held_in_handle_frame,
    extrapolated,  // grows at its rate, evaluated wherever the integrator evaluates
    extrapolated_in_handle_frame,
    in_stages,
    led  // the handle follows `pose`
  };
  Kind kind = Kind::held;
  Wrench wrench;             // at the beginning of the step, in axes of N, or of the handle
  StageCoupler coupler;      // in_stages: evaluated wherever the integrator evaluates
  Wrench rate = {};          // extrapolated: per second, in the axes of `wrench`
  double reach = unlimited;  // s; extrapolated no further: where ticks are missed, the wrench is held from there on
  Pose pose = {};            // led: where the handle goes

  // In axes of N, where the handle is and moves so, `elapsed` seconds after the load was applied.
  Wrench at(double elapsed, const Pose& handle, const Twist& velocity) const;
};

// Figures for display; a plant may omit them.
struct PlantFigures {
  double energy = 0;              // kinetic and potential, J
  std::uint64_t active_rows = 0;  // of the first 64 rows those that hold, but for permanent ones
};

class PlantRef {
 public:
  template <class P>
  explicit PlantRef(P& plant)
      : plant_(&plant),
        handle_([](void* p, int port) { return static_cast<P*>(p)->handle(port); }),
        apply_([](void* p, int port, const HandleLoad& load) { static_cast<P*>(p)->apply(port, load); }),
        step_([](void* p, double dt) { return static_cast<P*>(p)->step(dt); }),
        work_([](void* p, int port) { return static_cast<P*>(p)->work(port); }),
        mode_([](void* p) { return static_cast<P*>(p)->mode(); }),
        energy_error_([](void* p) { return static_cast<P*>(p)->energy_error(); }),
        figures_([](void* p) {
          if constexpr (requires(P & q) { q.figures(); })
            return static_cast<P*>(p)->figures();
          else
            return PlantFigures{};
        }) {}

  HandleState handle(int port) const { return handle_(plant_, port); }
  void apply(int port, const HandleLoad& load) const { apply_(plant_, port, load); }
  PlantStatus step(double dt) const { return step_(plant_, dt); }
  // Done on the model through a handle since the start, J.
  double work(int port) const { return work_(plant_, port); }
  // Changes whenever the set of active constraints has changed.
  long mode() const { return mode_(plant_); }
  // Stored energy less all work booked since the start: what the integration has gained or lost. J
  double energy_error() const { return energy_error_(plant_); }
  PlantFigures figures() const { return figures_(plant_); }

 private:
  void* plant_;
  HandleState (*handle_)(void*, int);
  void (*apply_)(void*, int, const HandleLoad&);
  PlantStatus (*step_)(void*, double);
  double (*work_)(void*, int);
  long (*mode_)(void*);
  double (*energy_error_)(void*);
  PlantFigures (*figures_)(void*);
};

}  // namespace tangible
