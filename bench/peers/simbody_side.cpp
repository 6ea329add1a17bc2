// SPDX-License-Identifier: Apache-2.0
// Simbody: realization to accelerations.
#include <Simbody.h>

#include "peers/peer_model.h"

namespace tangible::bench {
namespace {

SimTK::Vec3 vec(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

SimTK::Body::Rigid body_of(const PeerLink& link) {
  const auto& i = link.inertia;
  const SimTK::Inertia central(i[0], i[1], i[2], i[3], i[4], i[5]);
  const SimTK::Vec3 center = vec(link.center);
  return SimTK::Body::Rigid(SimTK::MassProperties(link.mass, center, central.shiftFromMassCenter(center, link.mass)));
}

// The frame in which a pin's axis is z.
SimTK::Rotation to_axis(const std::array<double, 3>& axis) {
  return SimTK::Rotation(SimTK::UnitVec3(vec(axis)), SimTK::ZAxis);
}

class SimbodyEngine : public Engine {
 public:
  explicit SimbodyEngine(const PeerModel& model)
      : floating_(model.is_floating()),
        matter_(system_),
        forces_(system_),
        gravity_(forces_, matter_, -SimTK::ZAxis, 9.81),
        torques_(forces_, matter_) {
    std::vector<SimTK::MobilizedBodyIndex> bodies;
    for (const PeerLink& link : model.links) {
      SimTK::MobilizedBody& parent = link.parent < 0
                                         ? matter_.updGround()
                                         : matter_.updMobilizedBody(bodies[static_cast<std::size_t>(link.parent)]);
      if (link.is_floating) {
        bodies.push_back(SimTK::MobilizedBody::Free(parent, vec(link.offset), body_of(link), SimTK::Vec3(0)));
      } else {
        const SimTK::Rotation r = to_axis(link.axis);
        bodies.push_back(SimTK::MobilizedBody::Pin(parent, SimTK::Transform(r, vec(link.offset)), body_of(link),
                                                   SimTK::Transform(r, SimTK::Vec3(0))));
      }
    }
    if (model.loop) {  // the end of one link is on the line through the end of the other, along the axis of all joints
      const auto body = [&](std::size_t i) -> SimTK::MobilizedBody& {
        return matter_.updMobilizedBody(bodies[static_cast<std::size_t>(model.loop->links[i])]);
      };
      SimTK::Constraint::PointOnLine(body(1), SimTK::UnitVec3(0, 1, 0), vec(model.loop->points[1]), body(0),
                                     vec(model.loop->points[0]));
    }
    state_ = system_.realizeTopology();
    system_.realizeModel(state_);
    mobility_ = SimTK::Vector(matter_.getNumMobilities(), 0.0);
  }

  void run(const PeerState& state) override {
    SimTK::Vector& q = state_.updQ();
    SimTK::Vector& u = state_.updU();
    int iq = 0;
    int iu = 0;
    if (floating_) {
      for (const double x : state.quaternion) q[iq++] = x;
      for (const double x : state.p) q[iq++] = x;
      for (const double x : state.w) u[iu++] = x;
      for (const double x : state.v) u[iu++] = x;
    }
    for (std::size_t i = 0; i < state.q.size(); ++i) {
      q[iq++] = state.q[i];
      mobility_[iu] = state.tau[i];
      u[iu++] = state.qd[i];
    }
    torques_.setMobilityForces(state_, mobility_);
    system_.realize(state_, SimTK::Stage::Acceleration);
  }

  std::vector<double> accelerations() const override {
    const SimTK::Vector& a = state_.getUDot();
    std::vector<double> result;
    if (floating_)
      for (const int i : {3, 4, 5, 0, 1, 2}) result.push_back(a[i]);
    for (int i = floating_ ? 6 : 0; i < a.size(); ++i) result.push_back(a[i]);
    return result;
  }

 private:
  struct Torques : SimTK::Force::DiscreteForces {
    using SimTK::Force::DiscreteForces::DiscreteForces;
    void setMobilityForces(SimTK::State& state, const SimTK::Vector& f) const { setAllMobilityForces(state, f); }
  };

  bool floating_;
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_;
  SimTK::GeneralForceSubsystem forces_;
  SimTK::Force::Gravity gravity_;
  Torques torques_;
  SimTK::State state_;
  SimTK::Vector mobility_;
};

}  // namespace

std::unique_ptr<Engine> make_simbody(const PeerModel& model) { return std::make_unique<SimbodyEngine>(model); }

}  // namespace tangible::bench
