// SPDX-License-Identifier: Apache-2.0
// Small models with closed-form steps for the tests of the servo loop: a handle that cannot move, and a free mass under
// each of the integrators.
#pragma once

#include "haptics/plant.h"
#include "haptics/sampled_loop.h"

namespace tangible::testing {

// A handle fixed in N.
struct FixedHandle {
  Pose pose;
  HandleState handle(int) const { return {pose, {}, {}, {}}; }
  void apply(int, const HandleLoad&) {}
  PlantStatus step(double) { return PlantStatus::running; }
  double work(int) const { return 0; }
  long mode() const { return 0; }
  double energy_error() const { return 0; }
};

// A free mass that shifts along x only, written per stage and not as a matrix.
struct MassOnLine {
  double mass = 1;
  ModelMethod method = ModelMethod::semi_implicit_euler;
  int sub_steps = 1;
  double x = 0, v = 0;
  HandleLoad load{};
  double booked = 0;  // work of the load: kinetic energy but for errors of the integrator

  HandleState handle(int) const {
    HandleState h;
    h.pose.position.x = x;
    h.velocity.linear.x = v;
    h.mobility[0] = 1 / mass;
    return h;
  }
  void apply(int, const HandleLoad& l) { load = l; }
  double work(int) const { return booked; }
  long mode() const { return 0; }
  double energy_error() const { return mass * v * v / 2 - booked; }

  double force(double t, double at_x, double at_v) const {
    if (load.kind != HandleLoad::Kind::in_stages) return load.wrench.force.x;
    return load.coupler(t, {{at_x, 0, 0}, {}}, {{at_v, 0, 0}, {}}).force.x;
  }
  PlantStatus step(double dt) {
    const double h = dt / sub_steps, before = x;
    for (int i = 0; i < sub_steps; ++i) sub_step(i * h, h);
    booked += load.wrench.force.x * (x - before);
    return PlantStatus::running;
  }
  void sub_step(double t, double h) {
    const auto a = [&](double s, double at_x, double at_v) { return force(t + s, at_x, at_v) / mass; };
    switch (method) {
      case ModelMethod::explicit_euler: {
        const double slope = a(0, x, v);
        x += h * v;
        v += h * slope;
        return;
      }
      case ModelMethod::semi_implicit_euler:
        v += h * a(0, x, v);
        x += h * v;
        return;
      case ModelMethod::rk2: {
        const double a1 = a(0, x, v), middle_v = v + h / 2 * a1, middle_x = x + h / 2 * v;
        x += h * middle_v;
        v += h * a(h / 2, middle_x, middle_v);
        return;
      }
      case ModelMethod::rk4: {
        const double v1 = v, a1 = a(0, x, v1);
        const double v2 = v + h / 2 * a1, a2 = a(h / 2, x + h / 2 * v1, v2);
        const double v3 = v + h / 2 * a2, a3 = a(h / 2, x + h / 2 * v2, v3);
        const double v4 = v + h * a3, a4 = a(h, x + h * v3, v4);
        x += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
        v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        return;
      }
      case ModelMethod::tr_bdf2: tr_bdf2_step(h, a); return;
      case ModelMethod::implicit_euler:
      case ModelMethod::midpoint: implicit_step(h, a); return;
    }
  }
  // v = known + c a(s, x_known + c v, v): one iteration of Newton's method is exact since the force is linear.
  template <class Acceleration>
  static double solve_stage(double known_x, double known_v, double s, double c, Acceleration a) {
    const auto residual = [&](double at_v) { return at_v - known_v - c * a(s, known_x + c * at_v, at_v); };
    const double d = 1 + std::abs(known_v), r0 = residual(known_v), slope = (residual(known_v + d) - r0) / d;
    return known_v - r0 / slope;
  }
  template <class Acceleration>
  void tr_bdf2_step(double h, Acceleration a) {
    const double g = 1 - std::sqrt(0.5), w = std::sqrt(2.0) / 4;
    const double a0 = a(0, x, v);
    const double x1 = x + g * h * v, v1 = solve_stage(x1, v + g * h * a0, 2 * g * h, g * h, a);
    const double a1 = a(2 * g * h, x1 + g * h * v1, v1);
    const double x2 = x + w * h * (v + v1);
    const double v2 = solve_stage(x2, v + w * h * (a0 + a1), h, g * h, a);
    x = x2 + g * h * v2;
    v = v2;
  }
  // Newton's method; one iteration is exact since the force is linear.
  template <class Acceleration>
  void implicit_step(double h, Acceleration a) {
    const double share = method == ModelMethod::midpoint ? 0.5 : 1;
    const auto residual = [&](double v_end) {
      const double at_v = v + share * (v_end - v);
      return v_end - v - h * a(share * h, x + share * h * at_v, at_v);
    };
    const double d = 1 + std::abs(v), r0 = residual(v), slope = (residual(v + d) - r0) / d;
    const double v_end = v - r0 / slope;
    x += h * (v + share * (v_end - v));
    v = v_end;
  }
};

}  // namespace tangible::testing
