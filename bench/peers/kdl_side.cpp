// SPDX-License-Identifier: Apache-2.0
// Orocos KDL: forward dynamics of serial chains by recursive Newton-Euler and a factored mass matrix.
#include <kdl/chain.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>

#include "peers/peer_model.h"

namespace tangible::bench {
namespace {

KDL::Vector vec(const std::array<double, 3>& v) { return {v[0], v[1], v[2]}; }

// A KDL segment is a joint, then a body whose frame lies at its tip; here the tip is the next joint.
KDL::Chain chain_of(const PeerModel& model) {
  KDL::Chain chain;
  chain.addSegment(KDL::Segment(KDL::Joint(KDL::Joint::None), KDL::Frame(vec(model.links.front().offset))));
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const PeerLink& link = model.links[i];
    const KDL::Vector tip = i + 1 < model.links.size() ? vec(model.links[i + 1].offset) : KDL::Vector::Zero();
    const auto& in = link.inertia;
    const KDL::RigidBodyInertia inertia(link.mass, vec(link.center) - tip,
                                        KDL::RotationalInertia(in[0], in[1], in[2], in[3], in[4], in[5]));
    chain.addSegment(
        KDL::Segment(KDL::Joint(KDL::Vector::Zero(), vec(link.axis), KDL::Joint::RotAxis), KDL::Frame(tip), inertia));
  }
  return chain;
}

class KdlEngine : public Engine {
 public:
  explicit KdlEngine(const PeerModel& model)
      : chain_(chain_of(model)),
        solver_(chain_, KDL::Vector(0, 0, -9.81)),
        q_(chain_.getNrOfJoints()),
        qd_(q_),
        tau_(q_),
        qdd_(q_),
        external_(chain_.getNrOfSegments(), KDL::Wrench::Zero()) {}

  void run(const PeerState& state) override {
    for (unsigned i = 0; i < q_.rows(); ++i) {
      q_(i) = state.q[i];
      qd_(i) = state.qd[i];
      tau_(i) = state.tau[i];
    }
    solver_.CartToJnt(q_, qd_, tau_, external_, qdd_);
  }
  std::vector<double> accelerations() const override { return {qdd_.data.begin(), qdd_.data.end()}; }

 private:
  KDL::Chain chain_;
  KDL::ChainFdSolver_RNE solver_;
  KDL::JntArray q_, qd_, tau_, qdd_;
  std::vector<KDL::Wrench> external_;
};

}  // namespace

std::unique_ptr<Engine> make_kdl(const PeerModel& model) {
  if (model.loop) return nullptr;
  if (model.is_floating()) return nullptr;
  return std::make_unique<KdlEngine>(model);
}

}  // namespace tangible::bench
