// SPDX-License-Identifier: Apache-2.0
// Rates of rows compared with velocities along directions, in numbers.
#include "engine/row_action.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "simulation/spatial.h"
#include "symbolic/evaluate.h"
#include "symbolic/substitute.h"

namespace tangible {
namespace {

constexpr std::size_t sample_count = 6, max_attempts = 30;
constexpr double rounding_of_rates = 1e-9;  // relative: of two ways to one number

Vec3 vec3_at(const std::vector<double>& numbers, std::size_t at) {
  return {numbers[at], numbers[at + 1], numbers[at + 2]};
}

}  // namespace

class RowActions::Search {
  // One state, with two motions from it. Only their difference counts: it has no part that depends on the time alone.
  struct Sample {
    Values slow, fast;
    std::vector<Vec3> position, velocity;   // by point
    std::vector<std::array<Vec3, 3>> axes;  // by frame
    std::vector<Vec3> angular_velocity;     // by frame
  };

 public:
  Search(const Mechanism& m, const Equations& equations) : m_(m), equations_(equations) {
    for (std::uint32_t p = 0; p < m.points().size(); ++p) {
      points_.push_back(m.points().at(p));
      add(components(m.p(m.O(), points_.back()), m.N()));
      add(components(m.v(points_.back()), m.N()));
    }
    for (std::uint32_t f = 0; f < m.frames().size(); ++f) {
      frames_.push_back(m.frames().at(f));
      for (std::size_t i = 0; i < 3; ++i) add(components(frames_.back().axis(i), m.N()));
      add(components(m.w(frames_.back()), m.N()));
    }
  }

  ConstraintSite find(const Row& row) {
    const std::vector<Sample>& samples = row.built_in ? free_samples() : moving_samples();
    samples_ = &samples;
    if (samples.size() < sample_count) return {};
    wanted_.clear();
    for (const Sample& sample : samples) wanted_.push_back(rate_of(row.rate, sample));
    if (std::ranges::all_of(wanted_, [](double x) { return std::abs(x) < 1e-12; })) return {};
    const bool may_push = row.force_unit != "N*m", may_turn = row.force_unit != "N";
    std::vector<std::size_t> on;
    for (std::size_t p = 1; p < points_.size(); ++p)
      if (!row.on || points_[p] == row.on) on.push_back(p);
    ConstraintSite site;
    if (may_push && find_point(on, site)) return site;
    if (row.on) return {};
    if (may_turn && find_frame(site)) return site;
    if (may_push && (find_distance(site) || find_contact(site))) return site;
    return {};
  }

 private:
  void add(const Components& c) { list_.insert(list_.end(), c.begin(), c.end()); }

  static double random_number(std::mt19937& random) { return std::uniform_real_distribution<double>(0.3, 1.3)(random); }

  void give_numbers(std::span<const Expr> list, Values& values) {
    for (const Expr s : symbols_in(list))
      if (!values.contains(s)) values[s] = random_number(random_);
  }

  // Motions that the speeds allow, and, for rows that hold by the choice of speeds, others as well.
  const std::vector<Sample>& moving_samples() {
    if (!moving_) fill(moving_.emplace(), false);
    return *moving_;
  }
  const std::vector<Sample>& free_samples() {
    if (!free_) fill(free_.emplace(), true);
    return *free_;
  }

  void fill(std::vector<Sample>& samples, bool is_free) {
    for (std::size_t k = 0; k < max_attempts && samples.size() < sample_count; ++k) {
      Sample sample;
      const KinematicalEquations& motion = equations_.kinematical;
      Values common;
      std::vector<Expr> all = list_;
      all.insert(all.end(), motion.rate.begin(), motion.rate.end());
      for (const Speed& speed : equations_.speeds) all.push_back(speed.definition);
      give_numbers(all, common);
      for (Values* values : {&sample.slow, &sample.fast}) {
        *values = common;
        move(*values, is_free);
      }
      if (measure(sample)) samples.push_back(std::move(sample));
    }
  }

  // Rates of coordinates and speeds that belong to each other.
  void move(Values& values, bool is_free) {
    const KinematicalEquations& motion = equations_.kinematical;
    for (const Expr q_rate : motion.q_rate) values[q_rate] = random_number(random_);
    for (std::size_t r = 0; r < motion.u.size(); ++r)
      values[motion.u[r]] = is_free ? evaluate(equations_.speeds[r].definition, values) : random_number(random_);
    if (is_free) return;
    const std::vector<double> rates = evaluate(motion.rate, values);
    for (std::size_t i = 0; i < rates.size(); ++i) values[motion.q_rate[i]] = rates[i];
  }

  // False where something is not finite there.
  bool measure(Sample& sample) const {
    const std::vector<double> slow = evaluate(list_, sample.slow), fast = evaluate(list_, sample.fast);
    const auto is_finite = [](double x) { return std::isfinite(x); };
    if (!std::ranges::all_of(slow, is_finite) || !std::ranges::all_of(fast, is_finite)) return false;
    std::size_t at = 0;
    for (std::size_t p = 0; p < points_.size(); ++p, at += 6) {
      sample.position.push_back(vec3_at(slow, at));
      sample.velocity.push_back(vec3_at(fast, at + 3) - vec3_at(slow, at + 3));
    }
    for (std::size_t f = 0; f < frames_.size(); ++f, at += 12) {
      sample.axes.push_back({vec3_at(slow, at), vec3_at(slow, at + 3), vec3_at(slow, at + 6)});
      sample.angular_velocity.push_back(vec3_at(fast, at + 9) - vec3_at(slow, at + 9));
    }
    return true;
  }

  double rate_of(Expr rate, const Sample& sample) {
    Values slow = sample.slow, fast = sample.fast;
    for (const Expr s : symbols_in(std::span(&rate, 1)))
      if (!slow.contains(s)) slow[s] = fast[s] = random_number(random_);
    return evaluate(rate, fast) - evaluate(rate, slow);
  }

  // +1 or -1 if the velocities are those of the row, or their opposite; else 0.
  template <typename Along>
  int compare(Along along) const {
    int sign = 0;
    for (std::size_t s = 0; s < samples_->size(); ++s) {
      const double here = along((*samples_)[s]), wanted = wanted_[s];
      if (sign == 0 && here * wanted != 0) sign = here * wanted > 0 ? 1 : -1;
      if (!(std::abs(sign * here - wanted) <= rounding_of_rates * (std::abs(here) + std::abs(wanted)))) return 0;
    }
    return sign;
  }

  // A velocity along an axis of any frame.
  template <typename Velocity>
  bool find_axis(Velocity velocity, Vector& direction) const {
    for (std::size_t f = 0; f < frames_.size(); ++f)
      for (std::size_t i = 0; i < 3; ++i)
        if (const int sign = compare([&](const Sample& s) { return dot(velocity(s), s.axes[f][i]); }); sign != 0) {
          direction = sign > 0 ? frames_[f].axis(i) : -frames_[f].axis(i);
          return true;
        }
    return false;
  }

  bool find_point(const std::vector<std::size_t>& on, ConstraintSite& site) const {
    for (const std::size_t p : on) {
      if (!find_axis([&](const Sample& s) { return s.velocity[p]; }, site.direction)) continue;
      site.on = points_[p];
      site.against = m_.O();
      return true;
    }
    return false;
  }

  // A frame against N, or against another one.
  bool find_frame(ConstraintSite& site) const {
    for (std::size_t b = 0; b < frames_.size(); ++b)
      for (std::size_t c = b + 1; c < frames_.size(); ++c) {
        const auto turn = [&](const Sample& s) { return s.angular_velocity[c] - s.angular_velocity[b]; };
        if (!find_axis(turn, site.direction)) continue;
        site.on = frames_[c];
        site.against = frames_[b];
        return true;
      }
    return false;
  }

  // The distance of two points, or its square.
  bool find_distance(ConstraintSite& site) const {
    for (std::size_t p = 1; p < points_.size(); ++p)
      for (std::size_t q = 0; q < p; ++q) {
        const auto apart = [&](const Sample& s) { return s.position[p] - s.position[q]; };
        const auto opening = [&](const Sample& s) { return dot(apart(s), s.velocity[p] - s.velocity[q]); };
        const int single = compare([&](const Sample& s) { return opening(s) / norm(apart(s)); });
        const int square = single != 0 ? 0 : compare([&](const Sample& s) { return 2 * opening(s); });
        if (single == 0 && square == 0) continue;
        const Vector way = m_.p(points_[q], points_[p]);
        const Vector outward = single != 0 ? unit(way) : 2 * way;
        const Vector direction = single + square > 0 ? outward : -outward;
        const bool is_fixed = std::ranges::all_of(*samples_, [&](const Sample& s) { return norm(s.velocity[p]) == 0; });
        site.on = points_[is_fixed ? q : p];
        site.against = points_[is_fixed ? p : q];
        site.direction = is_fixed ? -direction : direction;
        return true;
      }
    return false;
  }

  // The point of a body that is at a point now, or a point against that of the body.
  bool find_contact(ConstraintSite& site) const {
    for (const RigidBody& body : m_.bodies()) {
      const std::size_t c = body.center.index(), f = body.frame.index();
      for (std::size_t p = 1; p < points_.size(); ++p) {
        const auto carried = [&](const Sample& s) {
          return s.velocity[c] + cross(s.angular_velocity[f], s.position[p] - s.position[c]);
        };
        if (!find_axis(carried, site.direction) &&
            !find_axis([&](const Sample& s) { return s.velocity[p] - carried(s); }, site.direction))
          continue;
        site.on = points_[p];
        return true;
      }
    }
    return false;
  }

  const Mechanism& m_;
  const Equations& equations_;
  std::mt19937 random_{20030711};
  std::vector<Point> points_;
  std::vector<Frame> frames_;
  std::vector<Expr> list_;  // by point: position, velocity; by frame: axes, angular velocity; all in N
  std::optional<std::vector<Sample>> moving_, free_;
  const std::vector<Sample>* samples_ = nullptr;
  std::vector<double> wanted_;  // by sample
};

RowActions::RowActions(const Mechanism& mechanism, const Equations& equations)
    : mechanism_(mechanism), equations_(equations) {}
RowActions::~RowActions() = default;

ConstraintSite RowActions::find(const Row& row) {
  constexpr std::size_t largest = 80;  // points and frames: more take long
  if (mechanism_.points().size() + mechanism_.frames().size() > largest) return {};
  if (search_ == nullptr) search_ = std::make_unique<Search>(mechanism_, equations_);
  return search_->find(row);
}

}  // namespace tangible
