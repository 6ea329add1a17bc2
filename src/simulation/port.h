// SPDX-License-Identifier: Apache-2.0
// Port: a point of a body through which a wrench acts on the mechanism from outside, as a hand does.
//
// The program of a port gives the position and motion of the point: v = v_r u_r + v_t, w = w_r u_r + w_t, with partial
// velocities v_r, w_r and remainders v_t, w_t in N. The wrench contributes v_r . f + w_r . torque to the generalized
// forces, Gillespie (13), and does work at the power f . v + torque . w.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "program/evaluation.h"
#include "simulation/spatial.h"
#include "simulation/system.h"

namespace tangible {

// Immutable, shared by all simulations of a model. Inputs as those of the motion program.
struct PortProgram {
  std::string name;
  // Whose motion program has the same inputs. Shared: where a port outlives its model, no other model can have the
  // address by which its own ports are known.
  std::shared_ptr<const System> system;
  std::shared_ptr<const Code> code;
  Slots position;           // 3
  Slots rotation;           // 9, row by row; columns: axes of the body in N
  Slots linear_partials;    // 3 x nu, axis by axis
  Slots linear_remainder;   // 3
  Slots angular_partials;   // 3 x nu
  Slots angular_remainder;  // 3
  // The same for speeds that are forbidden by rows that hold by the choice of speeds, and then by joints, one for each
  // component of the reactions: 3 x System::port_forces, axis by axis.
  Slots forbidden_linear, forbidden_angular;
  Slots directions;  // 3 for each direction along which forces act; none: all directions
  bool acts_along_all = true;
  bool turns = true;  // torques act too
};

enum class WrenchFrame : std::uint8_t { world, handle };

// A wrench as a function of what a stage of a step finds. It must not allocate or throw.
struct PortState {
  double t = 0;
  Pose pose;
  Twist velocity;
  std::span<const double> motion_inputs = {};  // of the motion program; valid while the function runs
};
using WrenchFunction = std::function<Wrench(const PortState&)>;

// One point with a workspace of its own. Making one takes memory; using it takes none.
class Port {
 public:
  // `offset` is fixed in the body, in its axes, from the point that the program describes.
  explicit Port(std::shared_ptr<const PortProgram> program, std::size_t speeds, Vec3 offset = {});

  const std::string& name() const { return program_->name; }
  const PortProgram& program() const { return *program_; }
  Vec3 offset() const { return offset_; }

  // --- What acts: held until it is changed. The wrench is reduced to the directions of the handle. ---
  void hold(const Wrench& wrench, WrenchFrame frame = WrenchFrame::world);
  // Evaluated inside the stages of every step. Changing what the function reads is a change, too: call hold() again or
  // notice_change().
  void follow(WrenchFunction function);
  void release() { hold({}); }
  void notice_change() { ++revision_; }
  std::uint64_t revision() const { return revision_; }

  // --- At the state that was evaluated last ---
  const Pose& pose() const { return state_.pose; }
  const Twist& velocity() const { return state_.velocity; }
  const Wrench& wrench() const { return applied_; }  // in N, as it acts
  double power() const { return tangible::power(applied_, state_.velocity); }
  // 6 x nu: rows of v_r along x, y, z of N, then of w_r.
  std::span<const double> partial_velocities() const { return partials_; }
  // What the wrench, or another one, contributes to the generalized force of a forbidden speed (System::port_forces).
  double force_against(std::size_t what) const { return contribution(applied_, what); }
  double contribution(const Wrench& wrench, std::size_t what) const;
  // Directions along which forces act, of length one, at right angles to each other; none: all directions.
  std::span<const Vec3> directions() const { return {directions_.data(), direction_count_}; }
  // Mask of directions: the part of a wrench that the handle can carry.
  Wrench reduce(const Wrench& wrench) const;

  // --- For the motion that it is attached to ---
  // Takes the inputs of the motion program; those of stages before `from` are as they were.
  void evaluate(std::span<const double> inputs, double t, std::span<const double> u, Stage from);
  void forget() { is_fresh_ = false; }  // the next evaluation takes all inputs
  void add_generalized_forces(std::span<double> forcing) const;

 private:
  Vec3 offset_in_world() const;
  void read_kinematics(std::span<const double> u);
  void apply();

  std::shared_ptr<const PortProgram> program_;
  Evaluation evaluation_;
  Vec3 offset_;
  std::size_t speeds_;
  bool is_fresh_ = false;
  std::uint64_t revision_ = 0;
  Wrench held_;
  WrenchFrame frame_ = WrenchFrame::world;
  WrenchFunction function_;
  PortState state_;
  Wrench applied_;
  std::vector<double> partials_;
  std::array<Vec3, 3> directions_;  // of length one, at right angles to each other
  std::size_t direction_count_ = 0;
};

}  // namespace tangible
