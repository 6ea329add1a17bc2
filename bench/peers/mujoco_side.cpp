// SPDX-License-Identifier: Apache-2.0
// MuJoCo: the lean primitives of forward dynamics, contacts and constraints left out; of a loop all of it.
#include <mujoco/mujoco.h>

#include <Eigen/Dense>
#include <Eigen/Geometry>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "peers/peer_model.h"

namespace tangible::bench {
namespace {

template <std::size_t N>
std::string list(const std::array<double, N>& v) {
  std::ostringstream out;
  out.precision(17);
  for (std::size_t i = 0; i < N; ++i) out << (i > 0 ? " " : "") << v[i];
  return out.str();
}

// By principal axes, found here: MuJoCo's own compiler finds them to 1e-7 only.
void write_inertia(std::ostream& out, const PeerLink& link) {
  const auto& i = link.inertia;
  Eigen::Matrix3d inertia;
  inertia << i[0], i[3], i[4], i[3], i[1], i[5], i[4], i[5], i[2];
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(inertia);
  Eigen::Matrix3d axes = principal.eigenvectors();
  if (axes.determinant() < 0) axes.col(0) = -axes.col(0);
  const Eigen::Quaterniond attitude(axes);
  const Eigen::Vector3d moments = principal.eigenvalues();
  out << "<inertial pos=\"" << list(link.center) << "\" mass=\"" << link.mass << "\" quat=\""
      << list(std::array{attitude.w(), attitude.x(), attitude.y(), attitude.z()}) << "\" diaginertia=\""
      << list(std::array{moments[0], moments[1], moments[2]}) << "\"/>";
}

void write_body(std::ostream& out, const PeerModel& model, std::size_t i) {
  const PeerLink& link = model.links[i];
  out << "<body name=\"link_" << i << "\" pos=\"" << list(link.offset) << "\">";
  if (link.is_floating) {
    out << "<freejoint/>";
  } else {
    out << "<joint type=\"hinge\" axis=\"" << list(link.axis) << "\"/>";
  }
  write_inertia(out, link);
  for (std::size_t k = i + 1; k < model.links.size(); ++k)
    if (model.links[k].parent == static_cast<int>(i)) write_body(out, model, k);
  out << "</body>";
}

class MujocoEngine : public Engine {
 public:
  explicit MujocoEngine(const PeerModel& model) : floating_(model.is_floating()), has_loop_(model.loop.has_value()) {
    std::ostringstream xml;
    xml.precision(17);
    xml << "<mujoco><compiler angle=\"radian\" boundmass=\"0\" boundinertia=\"0\" balanceinertia=\"false\"/>"
        << "<option gravity=\"0 0 -9.81\"><flag contact=\"disable\" limit=\"disable\" passive=\"disable\" "
        << (has_loop_ ? "" : "constraint=\"disable\" equality=\"disable\" ")
        << "warmstart=\"disable\"/></option><size nconmax=\"1\" njmax=\"8\"/><worldbody>";
    for (std::size_t i = 0; i < model.links.size(); ++i)
      if (model.links[i].parent < 0) write_body(xml, model, i);
    xml << "</worldbody>";
    if (has_loop_)
      xml << "<equality><connect body1=\"link_" << model.loop->links[0] << "\" body2=\"link_" << model.loop->links[1]
          << "\" anchor=\"" << list(model.loop->points[0]) << "\"/></equality>";
    xml << "</mujoco>";
    char name[] = "/tmp/peer_model_XXXXXX";
    const int file = mkstemp(name);
    if (file < 0) throw std::runtime_error("no temporary file");
    std::ofstream(name) << xml.str();
    char error[1000] = "";
    model_ = mj_loadXML(name, nullptr, error, sizeof error);
    std::remove(name);
    if (model_ == nullptr) throw std::runtime_error(error);
    if (has_loop_) std::copy(model.loop->points[1].begin(), model.loop->points[1].end(), model_->eq_data + 3);
    data_ = mj_makeData(model_);
  }
  ~MujocoEngine() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }

  void run(const PeerState& state) override {
    double* q = data_->qpos;
    double* v = data_->qvel;
    double* f = data_->qfrc_applied;
    if (floating_) {
      q = std::copy(state.p.begin(), state.p.end(), q);
      q = std::copy(state.quaternion.begin(), state.quaternion.end(), q);
      v = std::copy(state.v.begin(), state.v.end(), v);
      double back[4];
      mju_negQuat(back, state.quaternion.data());
      mju_rotVecQuat(v, state.w.data(), back);
      v += 3;
      f += 6;
      last_ = &state;
    }
    std::copy(state.q.begin(), state.q.end(), q);
    std::copy(state.qd.begin(), state.qd.end(), v);
    std::copy(state.tau.begin(), state.tau.end(), f);
    if (has_loop_) {
      mj_forward(model_, data_);
      return;
    }
    mj_kinematics(model_, data_);
    mj_comPos(model_, data_);
    mj_crb(model_, data_);
    mj_factorM(model_, data_);
    mj_comVel(model_, data_);
    mj_rne(model_, data_, 0, data_->qfrc_bias);
    mju_sub(data_->qfrc_smooth, data_->qfrc_applied, data_->qfrc_bias, model_->nv);
    mj_solveM(model_, data_, data_->qacc, data_->qfrc_smooth, 1);
  }

  std::vector<double> accelerations() const override {
    std::vector<double> a(data_->qacc, data_->qacc + model_->nv);
    if (floating_) mju_rotVecQuat(a.data() + 3, data_->qacc + 3, last_->quaternion.data());
    return a;
  }

 private:
  bool floating_;
  bool has_loop_;  // held by a stiff spring, the only way it has
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
  const PeerState* last_ = nullptr;
};

}  // namespace

// Its reader of XML refuses bodies nested deeper than about a hundred.
std::unique_ptr<Engine> make_mujoco(const PeerModel& model) {
  if (model.links.size() > 90) return nullptr;
  return std::make_unique<MujocoEngine>(model);
}

}  // namespace tangible::bench
