// SPDX-License-Identifier: Apache-2.0
// Methods of integration, and the options of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tangible {

enum class Method : std::uint8_t {
  semi_implicit_euler,  // first order: speeds first, coordinates with the new speeds
  rk2,                  // midpoint
  rk4,                  // classical
  implicit,             // see implicit_steps.h; for stiff springs and dampers; needs derivatives
  adaptive,             // Dormand-Prince 8(5,3), see dormand_prince.h
};
std::string_view name_of(Method method);

struct SimulationOptions {
  Method method = Method::adaptive;
  double step = 1e-3;        // of fixed-step methods
  double tolerance = 1e-10;  // of the adaptive one
  double rest_speed = 1e-7;  // a contact that would leave more slowly stays, m/s or rad/s; gaps are known to 1e-14 m
  int events_per_tick = 32;  // of fixed-step methods: after so many, impacts are plastic
  bool project = true;       // keep configuration constraints at rounding level
  std::size_t ports = 0;     // number of ports that may be attached at a time
  // Of Simulation::tick(): after so many evaluations of the motion impacts are plastic, and what is left of the tick is
  // carried into the next one. 0: no bound.
  long evaluations_per_tick = 0;
  // Of Simulation::tick() with rk2 and rk4: a tick is made in up to so many parts where the energy books require it.
  int parts_per_tick = 1;
  double max_lag = 0.05;  // s by which the model may be behind its schedule; what is beyond is given up and counted

  bool is_adaptive() const { return method == Method::adaptive; }
};

}  // namespace tangible
