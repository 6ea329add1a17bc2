// SPDX-License-Identifier: Apache-2.0
// Random trees of bodies as model files: every kind of joint, full inertias, springs, dampers, motors.
#pragma once

#include <fmt/format.h>

#include <array>
#include <random>
#include <string>

namespace tangible {

class RandomMechanism {
 public:
  RandomMechanism(std::uint32_t seed, std::size_t bodies) : random_(seed), bodies_(bodies) {}

  std::string text() {
    std::string bodies, loads, inputs;
    for (std::size_t i = 0; i < bodies_; ++i) {
      bodies += body(i);
      if (!has_freedom_) continue;
      if (below(2) == 0)
        loads += fmt::format("  s{}: {{spring: {:.3f}, damper: {:.3f}, joint: b{}}}\n", i, some(1, 30), some(0, 1), i);
      if (below(2) != 0) continue;
      inputs += fmt::format("{}f{}: {}", inputs.empty() ? "" : ", ", i, is_sliding_ ? "N" : "N*m");
      loads += fmt::format("  m{}: {{motor: f{}, joint: b{}}}\n", i, i, i);
    }
    return "tangible: 1\nname: random\nparameters: {g: 9.81}\n" + (inputs.empty() ? "" : "inputs: {" + inputs + "}\n") +
           "bodies:\n" + bodies + "gravity: -g*N.z\n" + (loads.empty() ? "" : "loads:\n" + loads);
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  double some(double low, double high) { return low + (high - low) * static_cast<double>(random_() % 10000) / 1e4; }
  std::string point() {
    return fmt::format("[{:.3f}, {:.3f}, {:.3f}]", some(-0.4, 0.4), some(-0.4, 0.4), some(-0.4, 0.4));
  }

  // Moments of inertia of boxes satisfy the triangle inequalities; small products keep the matrix positive.
  std::string inertia() {
    const double a = some(0.1, 0.3), b = some(0.1, 0.3), c = some(0.1, 0.3);
    return fmt::format("{{xx: {:.4f}, yy: {:.4f}, zz: {:.4f}, xy: {:.4f}, yz: {:.4f}}}", b + c, a + c, a + b,
                       some(-0.02, 0.02), some(-0.02, 0.02));
  }

  std::string joint() {
    constexpr std::array<const char*, 3> axes{"x", "y", "z"};
    const std::size_t kind = below(8);
    const char* axis = axes[below(3)];
    has_freedom_ = kind < 4;  // one
    is_sliding_ = kind == 2;
    switch (kind) {
      case 0:
      case 1: return fmt::format("joint: revolute, axis: {}", axis);
      case 2: return fmt::format("joint: prismatic, axis: {}", axis);
      case 3: return fmt::format("joint: screw, axis: {}, pitch: {:.3f}", axis, some(0.05, 0.2));
      case 4: return fmt::format("joint: cylindrical, axis: {}", axis);
      case 5: return "joint: universal";
      case 6: return "joint: planar";
      default: return "joint: ball, attitude: {body: zxz}";
    }
  }

  std::string body(std::size_t i) {
    const std::string parent = i == 0 ? "ground" : fmt::format("b{}", below(i));
    const std::string how = joint();
    return fmt::format("  b{}: {{parent: {}, {}, at: {}, mass: {:.3f}, center: {}, inertia: {}}}\n", i, parent, how,
                       point(), some(0.5, 3), point(), inertia());
  }

  std::mt19937 random_;
  std::size_t bodies_;
  bool has_freedom_ = false;
  bool is_sliding_ = false;
};

}  // namespace tangible
