// SPDX-License-Identifier: Apache-2.0
// Searches for the stiffest coupler that is passive, or else stable with each operator.
#include "haptics/coupler_tuning.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

#include "haptics/simulated_operator.h"

namespace tangible {
namespace {

SampledCoupler coupler_of(const TunedFreedom& k, const TuningOptions& o, const DeviceFreedom& device, int delay) {
  SampledCoupler c;
  c.stiffness = k.stiffness;
  c.damping = k.damping;
  c.tick = o.tick;
  c.method = o.method;
  c.form = o.form;
  c.sub_steps = o.sub_steps;
  c.delay = delay;
  c.exact_velocity = device.exact_velocity;
  return c;
}

// The force error of half an encoder step does work on the hand at most as fast as Coulomb friction takes it.
bool friction_covers_encoder(const DeviceFreedom& device, const SampledCoupler& c) {
  return device.resolution == 0 || device.friction >= 0.5 * device.resolution * force_per_position_error(c);
}

struct Search {
  const DeviceFreedom& device;
  const TuningOptions& options;
  int delay;
  std::span<const double> mobilities;
  std::span<const SampledDevice> hands;  // device alone, and device with arms

  bool is_passive(const TunedFreedom& k) const {
    SampledCoupler c = coupler_of(k, options, device, delay);
    return std::ranges::all_of(mobilities, [&](double mobility) {
      c.mobility = mobility;
      return passivity_damping(c) <= options.passive_share * device.damping && friction_covers_encoder(device, c);
    });
  }
  // With a margin in the stiffness, and half as much damping again.
  bool is_stable_with_hands(const TunedFreedom& k) const {
    return is_stable_at({k.stiffness, k.damping}) &&
           is_stable_at({k.stiffness / options.stable_share, 1.5 * k.damping});
  }
  bool is_stable_at(const TunedFreedom& k) const {
    SampledCoupler c = coupler_of(k, options, device, delay);
    return std::ranges::all_of(mobilities, [&](double mobility) {
      c.mobility = mobility;
      return clamped_spectral_radius(c) < 1 &&
             std::ranges::all_of(hands, [&](const SampledDevice& hand) { return is_stable(c, hand); });
    });
  }

  // The largest stiffness up to `top` that `accepts`, with the damping that belongs to it; zero if there is none.
  template <class Damping, class Accepts>
  TunedFreedom stiffest(double top, Damping damping, Accepts accepts) const {
    const auto at = [&](double stiffness) { return TunedFreedom{stiffness, damping(stiffness)}; };
    if (accepts(at(top))) return at(top);
    double low = top * 1e-5, high = top;
    if (!accepts(at(low))) return {};
    for (int i = 0; i < 14; ++i) {
      const double middle = std::sqrt(low * high);
      (accepts(at(middle)) ? low : high) = middle;
    }
    return at(low);
  }

  TunedFreedom passive(double top) const {
    TunedFreedom best{0, 0, CouplerLabel::passive};
    if (device.exact_velocity || device.damping == 0) return best;
    for (const double beta : {0.25, 0.7, 1.5}) {
      const auto damping = [&](double k) { return std::min(beta * k * options.tick, device.max_damping); };
      const TunedFreedom k = stiffest(top, damping, [&](const TunedFreedom& x) { return is_passive(x); });
      if (k.stiffness > best.stiffness) best = {k.stiffness, k.damping, CouplerLabel::passive};
    }
    return best;
  }

  TunedFreedom guarded(double top) const {
    TunedFreedom best;
    const double largest = damping_cap(delay) * device.inertia / options.tick;
    for (const double share : {0.01, 0.03, 0.1}) {
      const auto damping = [&](double k) {
        const double with_model = std::max(share * largest, 0.7 * k * options.tick);
        return std::min(with_model, device.max_damping);
      };
      const TunedFreedom k = stiffest(top, damping, [&](const TunedFreedom& x) { return is_stable_with_hands(x); });
      if (k.stiffness > best.stiffness) best = k;
    }
    return best;
  }
};

DeviceFreedom freedom_of(const DeviceLimits& d, double LinearAndRotary::*part) {
  return {d.inertia.*part,       d.damping.*part,     d.friction.*part, d.resolution.*part,
          d.max_stiffness.*part, d.max_damping.*part, d.exact_velocity};
}

// The device in the world through a scale s: v_N = s v and f = s f_N make a mass m/s^2, a damper b/s^2.
DeviceFreedom seen_through(double s, const DeviceFreedom& d) {
  return {d.inertia / (s * s),       d.damping / (s * s),     d.friction / s,  s * d.resolution,
          d.max_stiffness / (s * s), d.max_damping / (s * s), d.exact_velocity};
}

// The device alone, and in arms in proportion to it: translations and turns are tuned alike. The firm arm is the
// measured one on a device of 0.1 kg, the light one a fifth of it.
std::vector<SampledDevice> hands_of(const DeviceFreedom& device, const TuningOptions& options) {
  const OperatorOptions arm = firm_operator();
  std::vector<SampledDevice> hands;
  for (const double times : {1.0, options.heaviest}) {
    const double scale = device.inertia / 0.1;
    for (const double share : {0.0, 0.2, 1.0})
      hands.push_back({times * (device.inertia + share * scale * arm.inertia.linear),
                       times * (device.damping + share * scale * arm.damping.linear),
                       times * share * scale * arm.stiffness.linear});
    if (options.heaviest == 1) break;
  }
  return hands;
}

}  // namespace

std::string_view label_text(CouplerLabel label) {
  switch (label) {
    case CouplerLabel::passive: return "passive";
    case CouplerLabel::guarded: return "stable with an operator, guarded";
    case CouplerLabel::unproven: break;
  }
  return "stability not shown, guarded";
}

TunedFreedom tune_freedom(const DeviceFreedom& device, const TuningOptions& options, int delay,
                          std::span<const double> mobilities) {
  const std::vector<SampledDevice> hands = hands_of(device, options);
  const Search search{device, options, delay, mobilities, hands};
  const double soft = std::min({options.soft.linear, device.max_stiffness});
  const double top = std::min(options.max_stiffness.linear, device.max_stiffness);
  const TunedFreedom passive = search.passive(top);
  if (passive.stiffness >= soft) return passive;
  const TunedFreedom guarded = search.guarded(top);
  return guarded.stiffness > passive.stiffness ? guarded : passive;
}

CouplerLabel label_of(const TunedFreedom& gains, const DeviceFreedom& device, const TuningOptions& options, int delay,
                      std::span<const double> mobilities) {
  if (gains.stiffness == 0 && gains.damping == 0) return CouplerLabel::passive;
  const std::vector<SampledDevice> hands = hands_of(device, options);
  const Search search{device, options, delay, mobilities, hands};
  if (search.is_passive(gains)) return CouplerLabel::passive;
  return search.is_stable_with_hands(gains) ? CouplerLabel::guarded : CouplerLabel::unproven;
}

// Along the axis with the largest scale the device is least in the world: this axis decides.
template <class Tune>
void CouplerTable::fill(const DeviceLimits& device, const TuningOptions& options, Tune tune) {
  const Vec3 s = options.scale;
  const double largest = std::max({s.x, s.y, s.z}), smallest = std::min({s.x, s.y, s.z});
  const auto fill_part = [&](std::vector<TunedFreedom>& table, double LinearAndRotary::*part, double& first) {
    const bool is_linear = part == &LinearAndRotary::linear;
    const double scale = is_linear ? largest : 1;
    const DeviceFreedom freedom = seen_through(scale, freedom_of(device, part));
    TuningOptions mine = options;
    mine.soft.linear = options.soft.*part / (scale * scale);
    mine.max_stiffness.linear = options.max_stiffness.*part / (scale * scale);
    mine.heaviest = is_linear ? largest * largest / (smallest * smallest) : 1;
    first = freedom.inertia > 0 ? 0.01 / freedom.inertia : 0.1;  // a handle of a hundred times the device's inertia
    for (int delay = 0; delay <= max_delay_; ++delay) {
      double mobility = first;
      for (int i = 0; i < entries; ++i, mobility *= factor) {
        const std::array<double, 3> range{0, mobility / factor, mobility};
        table.push_back(tune(freedom, mine, delay, std::span(range).subspan(0, i == 0 ? 1 : 3), !is_linear));
      }
    }
  };
  fill_part(linear_, &LinearAndRotary::linear, first_linear_);
  fill_part(rotary_, &LinearAndRotary::rotary, first_rotary_);
}

CouplerTable::CouplerTable(const DeviceLimits& device, const TuningOptions& options, int max_delay)
    : max_delay_(max_delay) {
  fill(device, options,
       [](const DeviceFreedom& freedom, const TuningOptions& mine, int delay, std::span<const double> mobilities,
          bool) { return tune_freedom(freedom, mine, delay, mobilities); });
}

CouplerTable::CouplerTable(const DeviceLimits& device, const TuningOptions& options, const CouplerGains& given,
                           int max_delay)
    : max_delay_(max_delay) {
  fill(device, options,
       [&](const DeviceFreedom& freedom, const TuningOptions& mine, int delay, std::span<const double> mobilities,
           bool rotary) {
         TunedFreedom k{rotary ? given.stiffness.rotary : given.stiffness.linear,
                        rotary ? given.damping.rotary : given.damping.linear};
         k.label = label_of(k, freedom, mine, delay, mobilities);
         return k;
       });
}

const TunedFreedom& CouplerTable::find(const std::vector<TunedFreedom>& table, double mobility, double first,
                                       int delay) const {
  int i = 0;
  for (double upper = first; i < entries - 1 && mobility > (i == 0 ? first * 1e-3 : upper); ++i, upper *= factor) {
  }
  return table[static_cast<std::size_t>(std::clamp(delay, 0, max_delay_) * entries + i)];
}

TunedCoupler CouplerTable::gains_for(const HandleState& handle, const CouplerDirections& directions, int delay) const {
  const LinearAndRotary mobility = largest_mobility(handle, directions);
  const TunedFreedom& linear = find(linear_, mobility.linear, first_linear_, delay);
  const TunedFreedom& rotary = find(rotary_, mobility.rotary, first_rotary_, delay);
  const bool turns = directions.mask[3] || directions.mask[4] || directions.mask[5];
  const bool shifts = directions.mask[0] || directions.mask[1] || directions.mask[2];
  TunedCoupler tuned{{{linear.stiffness, rotary.stiffness}, {linear.damping, rotary.damping}}, CouplerLabel::passive};
  if (shifts) tuned.label = std::max(tuned.label, linear.label);
  if (turns) tuned.label = std::max(tuned.label, rotary.label);
  const double most = std::pow(factor, entries - 1);  // nothing was computed beyond
  if (delay > max_delay_ || (shifts && mobility.linear > first_linear_ * most) ||
      (turns && mobility.rotary > first_rotary_ * most))
    tuned.label = CouplerLabel::unproven;
  return tuned;
}

LinearAndRotary largest_mobility(const HandleState& handle, const CouplerDirections& directions) {
  const auto axes = matrix_of(directions.axes);
  const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> turn(axes.data());
  const Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>> mobility(handle.mobility.data());
  const auto largest = [&](int first) {
    Eigen::Matrix3d block = turn.transpose() * mobility.block<3, 3>(first, first) * turn;
    for (int i = 0; i < 3; ++i) {
      if (directions.mask[static_cast<std::size_t>(first + i)]) continue;
      block.row(i).setZero();
      block.col(i).setZero();
    }
    Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver;
    solver.computeDirect(block, Eigen::EigenvaluesOnly);
    return std::max(0.0, solver.eigenvalues()(2));
  };
  return {largest(0), largest(3)};
}

}  // namespace tangible
