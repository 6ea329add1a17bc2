// SPDX-License-Identifier: Apache-2.0
// The common models of the side-by-side benchmark, and what an engine must do with them.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tangible::bench {

struct PeerLink {
  bool is_floating = false;  // otherwise revolute
  int parent = -1;
  double mass = 0;
  std::array<double, 3> axis{};
  std::array<double, 3> offset{};   // of the joint in the parent's frame
  std::array<double, 3> center{};   // of mass, in the link's frame
  std::array<double, 6> inertia{};  // xx yy zz xy xz yz about the mass centre
};

// Of a floating base: position, attitude, velocity and angular velocity in the world, then the joints.
struct PeerState {
  std::array<double, 3> p{}, v{}, w{};
  std::array<double, 4> quaternion{1, 0, 0, 0};
  std::vector<double> q, qd, tau;
  std::vector<double> packed;     // q, qd, tau in one piece, for engines that take them so
  std::vector<double> reference;  // accelerations: v', w' of a floating base in the world, then the joints
};

// Points of two links that stay together in the plane of x and z, about whose normal y all joints turn.
struct PeerLoop {
  std::array<int, 2> links{};
  std::array<std::array<double, 3>, 2> points{};  // in the links' frames
};

struct PeerModel {
  std::string name;
  std::vector<PeerLink> links;
  std::vector<PeerState> states;
  std::optional<PeerLoop> loop = {};

  bool is_floating() const { return links.front().is_floating; }
  std::size_t joints() const { return links.size() - (is_floating() ? 1 : 0); }
};
std::vector<PeerModel> read_peer_models(const std::string& path);

// One engine with one model made ready. A call takes a state and finds its accelerations.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual void run(const PeerState& state) = 0;
  // Accelerations of the last run in the order of the reference.
  virtual std::vector<double> accelerations() const = 0;
};

struct EngineMaker {
  std::string_view name;
  std::unique_ptr<Engine> (*make)(const PeerModel&);  // null where the engine cannot have the model
};
std::unique_ptr<Engine> make_tangible(const PeerModel& model);
std::unique_ptr<Engine> make_mujoco(const PeerModel& model);
std::unique_ptr<Engine> make_simbody(const PeerModel& model);
std::unique_ptr<Engine> make_kdl(const PeerModel& model);

}  // namespace tangible::bench
