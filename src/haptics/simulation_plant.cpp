// SPDX-License-Identifier: Apache-2.0
// Loads of the servo loop as wrenches on ports.
#include "haptics/simulation_plant.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tangible {

namespace {

// P Y P, P being the part of a wrench that the handle carries: its response to a force along which it takes none is
// none.
std::array<double, 36> reduced(const Port& port, const std::array<double, 36>& mobility) {
  if (port.program().acts_along_all && port.program().turns) return mobility;
  std::array<std::array<double, 6>, 6> kept{};
  for (std::size_t k = 0; k < 6; ++k) {
    std::array<double, 6> unit{};
    unit[k] = 1;
    const Wrench w = port.reduce({{unit[0], unit[1], unit[2]}, {unit[3], unit[4], unit[5]}});
    kept[k] = {w.force.x, w.force.y, w.force.z, w.torque.x, w.torque.y, w.torque.z};
  }
  std::array<double, 36> half{}, out{};
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j)
      for (std::size_t k = 0; k < 6; ++k) half[6 * i + j] += mobility[6 * i + k] * kept[j][k];
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j)
      for (std::size_t k = 0; k < 6; ++k) out[6 * i + j] += kept[i][k] * half[6 * k + j];
  return out;
}

}  // namespace

ModelMethod model_method(Method method) {
  switch (method) {
    case Method::semi_implicit_euler: return ModelMethod::semi_implicit_euler;
    case Method::rk2: return ModelMethod::rk2;
    case Method::rk4: return ModelMethod::rk4;
    case Method::implicit: return ModelMethod::tr_bdf2;
    case Method::adaptive: break;
  }
  throw BadInput("the adaptive method has no fixed step; a servo loop needs one: choose rk4");
}

PlantFigures figures_of(Simulation& run) {
  PlantFigures figures;
  figures.energy = run.energies().total();
  const System& system = run.loop().system();
  const Mode& mode = std::as_const(run.loop()).motion().mode();
  for (std::size_t i = 0; i < std::min<std::size_t>(system.rows.size(), 64); ++i) {
    const bool always = i < system.declared_rows && system.rows[i].permanent;
    if (!always && mode.active[i] != 0) figures.active_rows |= std::uint64_t{1} << i;
  }
  return figures;
}

SimulationPlant::SimulationPlant(Simulation& run, Method method, double step) : run_(run), step_(step) {
  (void)model_method(method);
  last_mode_ = std::as_const(run_.loop()).motion().mode();
}

SimulationPlant::HandleOfPort& SimulationPlant::new_handle() {
  HandleOfPort& h = *handles_.emplace_back(std::make_unique<HandleOfPort>());
  h.ahead.resize(std::as_const(run_.loop()).motion().arguments().size());
  return h;
}

int SimulationPlant::add_handle(const std::string& name) {
  new_handle().port = &run_.port(name);
  return static_cast<int>(handles_.size()) - 1;
}

int SimulationPlant::add_handle() {
  new_handle().needs_own_acceleration = true;
  return static_cast<int>(handles_.size()) - 1;
}

void SimulationPlant::put(int i, Port* port) {
  HandleOfPort& h = *handles_[static_cast<std::size_t>(i)];
  h.port = port;
  h.follows = false;
  h.mobility = {};
}

Freedoms SimulationPlant::freedoms(int i) const {
  const Port& port = *handles_[static_cast<std::size_t>(i)]->port;
  const bool turns = port.program().turns;
  const Vec3 x = port.reduce({{1, 0, 0}, {}}).force, y = port.reduce({{0, 1, 0}, {}}).force;
  const Vec3 z = port.reduce({{0, 0, 1}, {}}).force;
  constexpr double rounding = 1e-12;
  const bool along_axes = std::abs(x.y) + std::abs(x.z) + std::abs(y.z) < rounding;  // the projection is symmetric
  if (!along_axes) return {true, true, true, turns, turns, turns};
  return {x.x > 0.5, y.y > 0.5, z.z > 0.5, turns, turns, turns};
}

HandleState SimulationPlant::handle(int i) {
  HandleOfPort& h = *handles_[static_cast<std::size_t>(i)];
  std::array<double, 36> mobility;
  HandleState state{h.port->pose(), h.port->velocity(), h.mobility, {}};
  if (run_.mobility(*h.port, mobility) != SimulationStatus::ok) {
    ++mobility_failures_;
    return state;
  }
  state.mobility = h.mobility = reduced(*h.port, mobility);
  if (!h.needs_own_acceleration) return state;
  const Vec3 own = find_own_acceleration(h, mobility);
  if (is_finite(own)) state.own_acceleration = own;
  return state;
}

// With v = v_r u_r + v_t, a = v_r u_r' + (v_r' u_r + v_t'), less Y times the wrench that acts. The bracket is the rate
// of v while the speeds stay: it is taken from the velocity a moment ahead, so that it depends on no earlier tick.
Vec3 SimulationPlant::find_own_acceleration(HandleOfPort& h, const std::array<double, 36>& mobility) const {
  constexpr double moment = 1e-6;  // s
  const SimulationLoop& loop = run_.loop();
  const SystemMotion& motion = loop.motion();
  const System& system = loop.system();
  const std::size_t nu = system.nu();
  const std::span<const double> u = motion.speeds(), rates = motion.accelerations();
  const std::span<const double> v_r = h.port->partial_velocities();
  const auto along = [&](std::size_t axis) {
    double sum = 0;
    for (std::size_t r = 0; r < nu; ++r) sum += v_r[axis * nu + r] * rates[r];
    return sum;
  };
  const Vec3 by_rates{along(0), along(1), along(2)}, now = h.port->velocity().linear;
  const double t = motion.arguments()[system.at_t()];
  std::ranges::copy(motion.arguments(), h.ahead.begin());
  h.ahead[system.at_t()] += moment;
  const std::span<const double> q_rate = motion.q_rate(), z_rate = motion.output(system.z_rate);
  for (std::size_t i = 0; i < system.nq(); ++i) h.ahead[system.at_q() + i] += moment * q_rate[i];
  for (std::size_t i = 0; i < system.nz(); ++i) h.ahead[system.at_z() + i] += moment * z_rate[i];
  h.port->evaluate(h.ahead, t + moment, u, Stage::configuration);
  const Vec3 turning = (1 / moment) * (h.port->velocity().linear - now);
  h.port->evaluate(motion.arguments(), t, u, Stage::configuration);
  const Wrench& acting = h.port->wrench();
  const auto response = [&](std::size_t i) {
    const double* y = mobility.data() + 6 * i;
    return y[0] * acting.force.x + y[1] * acting.force.y + y[2] * acting.force.z + y[3] * acting.torque.x +
           y[4] * acting.torque.y + y[5] * acting.torque.z;
  };
  return by_rates + turning - Vec3{response(0), response(1), response(2)};
}

void SimulationPlant::apply(int i, const HandleLoad& load) {
  using Kind = HandleLoad::Kind;
  HandleOfPort& h = *handles_[static_cast<std::size_t>(i)];
  if (load.kind == Kind::held || load.kind == Kind::held_in_handle_frame) {
    h.follows = false;
    h.port->hold(load.wrench, load.kind == Kind::held ? WrenchFrame::world : WrenchFrame::handle);
    return;
  }
  h.load = load;
  h.start = run_.time();
  if (h.follows) {
    h.port->notice_change();
    return;
  }
  h.follows = true;
  const HandleOfPort* held = &h;
  h.port->follow([held](const PortState& s) { return held->load.at(s.t - held->start, s.pose, s.velocity); });
}

PlantStatus SimulationPlant::step(double dt) {
  const long steps = std::lround(dt / step_);
  for (long n = 0; n < steps; ++n)
    if (run_.tick() != SimulationStatus::ok) return PlantStatus::failed;
  return PlantStatus::running;
}

long SimulationPlant::mode() {
  const Mode& mode = std::as_const(run_.loop()).motion().mode();
  if (mode == last_mode_) return mode_count_;
  last_mode_ = mode;
  return ++mode_count_;
}

}  // namespace tangible
