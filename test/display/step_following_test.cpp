// SPDX-License-Identifier: Apache-2.0
// The mouse takes hold of every body, particle and handle of the library and jumps a twentieth of the model's size
// along the most mobile direction, within the free travel, without gravity: what it holds follows to 90 % within half a
// second, and overshoots by less than a quarter. A body whose own point cannot move is held elsewhere on its shapes.
// Rules that are computed here choose what is tried and what is excused; whatever they excuse is listed by name below.
#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <cstdio>
#include <map>
#include <regex>
#include <set>

#include "display/live_loop.h"
#include "display/model_library.h"

namespace tangible {
namespace {

constexpr double period = 1e-3, heaviest = 100;  // heaviest: in masses of the whole model, what still has mobility

// --- The model, without weight and at rest ---------------------------------------------------------------------------

// The parameters that stand in the file's `gravity:` are zero.
Model load_weightless(const std::string& path) {
  const std::string text = read_text(path, 1 << 20).value();
  static const std::regex gravity("gravity:([^#,\n]*)"), word("[A-Za-z_][A-Za-z_0-9]*");
  LoadOptions options;
  for (std::sregex_iterator g(text.begin(), text.end(), gravity), end; g != end; ++g) {
    const std::string value = (*g)[1];
    for (std::sregex_iterator w(value.begin(), value.end(), word); w != end; ++w)
      if (std::regex_search(text, std::regex("\\b" + w->str() + ": *[-+.0-9e]+ *m/s\\^2")))
        options.set[w->str()] = "0 m/s^2";
  }
  Model model = load(path, options);
  EXPECT_EQ(norm(model.description().gravity), 0);
  return model;
}

// As far as given motions let it.
void begin_at_rest(Simulation& simulation) {
  const SimulationLoop& loop = simulation.loop();
  const std::vector<double> q(loop.state().begin(), loop.state().begin() + static_cast<long>(loop.system().nq()));
  simulation.reset(q, std::vector<double>(loop.system().nu(), 0.0));
}

void stand_still(Simulation& simulation) {
  SimulationLoop& loop = simulation.loop();
  for (std::size_t r = 0; r < loop.system().nu(); ++r) loop.state()[loop.system().nq() + r] = 0;
  (void)loop.motion().evaluate(loop.time(), loop.state());
}

// --- Mobility --------------------------------------------------------------------------------------------------------

Vec3 as_vec3(const Eigen::Vector3d& v) { return {v(0), v(1), v(2)}; }

// P Y P of forces, P being the part that the port takes.
Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> mobility_of(Simulation& simulation, const Port& port) {
  std::array<double, 36> all{};
  Eigen::Matrix3d kept = Eigen::Matrix3d::Zero(), block = kept;
  if (simulation.mobility(port, all) == SimulationStatus::ok)
    for (int j = 0; j < 3; ++j) {
      const Vec3 f = port.reduce({{j == 0 ? 1.0 : 0, j == 1 ? 1.0 : 0, j == 2 ? 1.0 : 0}, {}}).force;
      kept.col(j) << f.x, f.y, f.z;
      for (int i = 0; i < 3; ++i) block(i, j) = all[static_cast<std::size_t>(6 * i + j)];
    }
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(kept * block * kept.transpose());
}

// --- Where it is held ------------------------------------------------------------------------------------------------

struct Grip {
  std::string name;
  Vec3 offset = {};  // in the axes of the body
};

// The ends of a solid along its own axes, and the corners of its outline.
std::vector<Vec3> ends_of(const SceneShape& shape) {
  const bool is_box = shape.kind == "box";
  const double x = is_box ? shape.size[0] / 2 : std::max(shape.radius, shape.size[0]);
  const double y = is_box ? shape.size[1] / 2 : std::max(shape.radius, shape.size[1]);
  const double z = is_box ? shape.size[2] / 2 : std::max(shape.length / 2, shape.size[2]);
  std::vector<Vec3> ends{{x, 0, 0}, {-x, 0, 0}, {0, y, 0}, {0, -y, 0}, {0, 0, z}, {0, 0, -z}};
  for (const auto& [a, b] : shape.outline) ends.push_back({a, b, 0});
  return ends;
}

double largest_mobility_of(Simulation& simulation, const Grip& grip) {
  (void)simulation.attach(0, simulation.make_port(grip.name, grip.offset));
  return mobility_of(simulation, *simulation.port_at(0)).eigenvalues()(2);
}

bool is_enough(double mobility, const Model& model) { return mobility * model.description().mass > 1 / heaviest; }

// At its own point if this can move; else at that end of its shapes which moves most easily.
Grip find_grip(LiveModel& live, const ModelDescription::SceneFrame& frame) {
  Grip best{frame.name};
  double most = largest_mobility_of(live.simulation, best);
  if (is_enough(most, live.model()) || frame.kind != ModelDescription::SceneFrame::Kind::body) return best;
  const Pose body = live.simulation.port_at(0)->pose();
  for (const SceneShape& shape : live.model().description().shapes) {
    if (shape.body != frame.name || !shape.points.empty()) continue;
    const Pose at = Snapshot{live.numbers}.pose(live.simulation.snapshot_layout(), shape.frame);
    for (const Vec3 end : ends_of(shape)) {
      const Vec3 place = at.position + rotate(at.orientation, shape.at + rotate(shape.turned, end));
      const Grip grip{frame.name, rotate(inverse(body.orientation), place - body.position)};
      const double mobility = largest_mobility_of(live.simulation, grip);
      if (mobility <= 1.001 * most) continue;  // the first of equal ones
      most = mobility;
      best = grip;
    }
  }
  return best;
}

// --- Free travel -----------------------------------------------------------------------------------------------------
// A slow hand leads the point along a straight line, each time from rest and in so short a time that nothing but
// geometry matters: rows that hold, stops, contacts, the ends of loops. The travel is free as far as the point stays
// nearer to where the hand is than a third of the way.
struct Travel {
  Vec3 aim;  // of the hand, from the start, m
  Vec3 way;  // where the slow hand brings the point
  double miss() const { return norm(way - aim); }
};

constexpr int pieces = 50;

// Y f dt^2/2 = way, as far as the point can move.
Vec3 force_for(const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>& mobility, Vec3 way, double dt) {
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  for (int i = 0; i < 3; ++i) {
    const Eigen::Vector3d e = mobility.eigenvectors().col(i);
    const double y = mobility.eigenvalues()(i);
    if (y > 1e-3 * mobility.eigenvalues()(2)) force += 2 / (dt * dt * y) * dot(as_vec3(e), way) * e;
  }
  return as_vec3(force);
}

Travel free_travel(const Model& model, const Grip& grip, Vec3 to) {
  constexpr double dt = 1e-5;
  Simulation simulation(model, live_options(dt));
  begin_at_rest(simulation);
  simulation.attach(0, simulation.make_port(grip.name, grip.offset));
  Port& port = *simulation.port_at(0);
  const Vec3 start = port.pose().position;
  std::vector<Vec3> places{{}};
  for (int k = 1; k <= pieces; ++k) {
    const Vec3 aim = (1.0 * k / pieces) * to;
    Vec3 gone = port.pose().position - start;
    for (int tries = 0; tries < 6 && norm(aim - gone) > 0.1 * norm(to) / pieces; ++tries) {
      stand_still(simulation);
      port.hold({force_for(mobility_of(simulation, port), aim - gone, dt), {}});
      if (simulation.tick() != SimulationStatus::ok) break;
      gone = port.pose().position - start;
    }
    if (!(norm(gone - aim) < norm(aim) / 3)) break;
    places.push_back(gone);
  }
  const std::size_t last = places.size() - 1, used = last == pieces ? last : 9 * last / 10;
  return {(static_cast<double>(used) / pieces) * to, places[used]};
}

// A twentieth of the size, or nine tenths of the free travel; to the side on which there is more of it, or on which it
// is straighter.
Travel travel_of(const Model& model, const Grip& grip, Vec3 along, double size) {
  const Travel there = free_travel(model, grip, (size / 20) * along);
  const Travel back = free_travel(model, grip, (-size / 20) * along);
  if (norm(there.aim) != norm(back.aim)) return norm(there.aim) > norm(back.aim) ? there : back;
  return there.miss() <= back.miss() ? there : back;
}

// --- The step --------------------------------------------------------------------------------------------------------

// What the mechanism does by itself, from rest, while nobody holds it.
struct Alone {
  double thrown = 0;     // m: how far it brings the point from one frame of a page to the next
  bool strikes = false;  // contacts open or close within half a second
};

Alone watch_alone(const Model& model, const Grip& grip) {
  Simulation simulation(model, live_options(1e-4));
  begin_at_rest(simulation);
  simulation.attach(0, simulation.make_port(grip.name, grip.offset));
  const Vec3 start = simulation.port_at(0)->pose().position;
  const SystemMotion& motion = std::as_const(simulation).loop().motion();
  const std::vector<ContactState> contacts(motion.mode().contacts.begin(), motion.mode().contacts.end());
  Alone alone;
  while (simulation.time() < 0.5 && simulation.tick() == SimulationStatus::ok) {
    if (simulation.time() < 1.0 / 60)
      alone.thrown = std::max(alone.thrown, norm(simulation.port_at(0)->pose().position - start));
    alone.strikes = alone.strikes || !std::ranges::equal(contacts, motion.mode().contacts);
  }
  return alone;
}

struct Outcome {
  std::string excuse;                      // why it was not tried, or need not follow
  double step = 0;                         // m
  double at_half_second = 0, highest = 0;  // shares: of the way of a slow hand, and of the step
  bool follows() const { return at_half_second > 0.9 && highest < 1.25; }
};

class HeldBody {
 public:
  HeldBody(const Model& model, const ModelDescription::SceneFrame& frame) : live_(model, 1, live_options(period)) {
    begin_at_rest(live_.simulation);
    grip_ = find_grip(live_, frame);
    port_ = live_.simulation.make_port(grip_.name, grip_.offset).release();
    (void)live_.simulation.attach(0, live_.simulation.make_port(grip_.name, grip_.offset));
    carried_ = norm(live_.simulation.port_at(0)->velocity().linear);
    LiveCommand order;
    order.kind = LiveCommand::Kind::swap_model;
    order.model = &live_;
    send(order);
    order = {};
    order.kind = LiveCommand::Kind::take;
    order.port = port_;
    send(order);
  }

  Outcome follow() {
    Outcome out;
    tick();
    const auto mobility = mobility_of(live_.simulation, *port_);
    if (!is_enough(mobility.eigenvalues()(2), live_.model())) {
      out.excuse = "has no mobility";
      return out;
    }
    const Travel travel = travel_of(live_.model(), grip_, as_vec3(mobility.eigenvectors().col(2)), live_.size);
    out.step = norm(travel.aim);
    if (out.step < live_.size / 1000) {
      out.excuse = "has no free travel";
      return out;
    }
    go(travel, out);
    if (!out.follows()) out.excuse = find_excuse(out.step);
    return out;
  }

 private:
  std::string find_excuse(double step) const {
    if (carried_ * 0.5 > step) return "is carried farther by a given motion";
    const Alone alone = watch_alone(live_.model(), grip_);
    if (alone.thrown > step) return "is thrown farther by the mechanism itself between two frames of a page";
    return alone.strikes ? "is struck by contacts even while nobody holds it" : "";
  }
  void send(const LiveCommand& order) { EXPECT_TRUE(loop_.send(order)); }
  void tick() { loop_.tick(now_ += period); }
  void go(const Travel& travel, Outcome& out) {
    const Vec3 start = port_->pose().position;
    for (int k = 0; k < 1000; ++k) {
      if (k % 16 == 0) {
        LiveCommand order;
        order.kind = LiveCommand::Kind::aim;
        order.aim.position = start + travel.aim;
        order.aim.turns = true;  // as pages do; what can turn beside its position keeps its attitude
        send(order);
      }
      tick();
      const Vec3 gone = port_->pose().position - start;
      out.highest = std::max(out.highest, dot(gone, travel.aim) / dot(travel.aim, travel.aim));
      if (k == 499) out.at_half_second = dot(gone, travel.way) / dot(travel.way, travel.way);
    }
  }

  LiveModel live_;
  Grip grip_;
  Port* port_;  // the loop's
  LiveLoop loop_{period};
  double now_ = 0;
  double carried_ = 0;  // m/s, while all that is free rests
};

// --- What is excused -------------------------------------------------------------------------------------------------

// Where the run begins, by name, with the cause; the rules above must find each of these, and no other.
const std::map<std::string, std::string> cannot_follow{
    {"K2 of squeezer", "the motor turns the crank twice in 30 ms"},
    {"crank of squeezer", "the motor turns the crank twice in 30 ms"},
    {"K3 of squeezer", "near a dead centre"},
    {"K4 of squeezer", "near a dead centre"},
    {"K5 of squeezer", "near a dead centre"},
    {"K6 of squeezer", "near a dead centre"},
    {"K7 of squeezer", "near a dead centre"},
    {"spindle of flyball_governor", "turns at a given rate"},
    {"arm_1 of flyball_governor", "is carried around by the spindle"},
    {"arm_2 of flyball_governor", "is carried around by the spindle"},
    {"wheel of geneva_drive", "is locked by the rim of the driver"},
    {"ring of gyroscope", "a handle in the centre, which turns only"},
    {"hammer of piano_action", "lies between its rest and the key"},
    {"key of key_whippen_jack_hammer", "lies between its rail and the whippen"},
    {"whippen of key_whippen_jack_hammer", "lies on the key: what lifts it opens and closes contacts"},
    {"jack of key_whippen_jack_hammer", "lies between its stop and the knuckle"},
    {"platform of stewart_platform", "all six legs have given lengths"},
    {"face of wall", "a constraint holds it"},
    {"grip of wall", "a constraint holds it"},
};

class StepFollowing : public testing::TestWithParam<std::string> {};

TEST_P(StepFollowing, bodies_with_mobility_follow_the_mouse) {
  const ModelLibrary library("models");
  const Model model = load_weightless(library.find(GetParam())->path.string());
  std::set<std::string> excused, listed;
  for (const auto& [name, cause] : cannot_follow)
    if (name.ends_with(" of " + GetParam())) listed.insert(name);
  for (const ModelDescription::SceneFrame& frame : model.description().frames) {
    using Kind = ModelDescription::SceneFrame::Kind;
    if (frame.kind != Kind::body && frame.kind != Kind::particle && frame.kind != Kind::handle) continue;
    const Outcome outcome = HeldBody(model, frame).follow();
    const std::string name = frame.name + " of " + GetParam();
    if (!outcome.excuse.empty()) {
      std::printf("%s %s: %.2f, %.2f\n", name.c_str(), outcome.excuse.c_str(), outcome.at_half_second, outcome.highest);
      excused.insert(name);
    } else {
      EXPECT_TRUE(outcome.follows()) << name << ", a step of " << outcome.step << " m: after half a second at "
                                     << outcome.at_half_second << ", at most at " << outcome.highest;
    }
  }
  EXPECT_EQ(excused, listed);
}

std::vector<std::string> library_names() {
  std::vector<std::string> names;
  const ModelLibrary library("models");
  for (const LibraryModel& model : library.models()) names.push_back(model.id);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Library, StepFollowing, testing::ValuesIn(library_names()),
                         [](const auto& one) { return one.param; });

}  // namespace
}  // namespace tangible
