// SPDX-License-Identifier: Apache-2.0
// Values of all symbols of a model.
#include "truth/states.h"

#include <cmath>
#include <numbers>

#include "engine/complete_state.h"

namespace tangible {

Values StateSource::special(int number) {
  const bool alike = number < 12;
  return fill(
      [&] {
        const int quarters = alike ? number / 3 : static_cast<int>(random_() % 9) - 4;
        return std::numbers::pi / 2 * quarters;
      },
      number % 3 != 0);
}

Values StateSource::random() {
  return fill([&] { return 3 * spread_(random_); }, true);
}

template <typename Angle>
Values StateSource::fill(Angle angle, bool moves) {
  Values state = values_at_start(model_);
  state[model_.mechanism->time()] = spread_(random_);
  for (const Input& i : model_.mechanism->inputs()) state[i.symbol] = i.value + spread_(random_);
  for (const Coordinate& q : model_.mechanism->coordinates()) {
    const bool is_angle = q.dimension == Dimension{} && !is_euler_parameter(q.symbol);
    state[q.symbol] = is_angle ? angle() : state[q.symbol] + 0.3 * spread_(random_);
  }
  normalise(state);
  for (const Expr u : model_.equations.kinematical.u) state[u] = moves ? 2 * spread_(random_) : 0.0;
  return state;
}

void StateSource::normalise(Values& state) const {
  FrameTree& frames = model_.mechanism->frames();
  for (std::uint32_t i = 1; i < frames.size(); ++i) {
    const auto* e = std::get_if<EulerParameters>(&frames.orientation(frames.at(i)));
    if (e == nullptr || !e->e0.is(Kind::symbol)) continue;
    double square = 0;
    for (const Expr p : {e->e0, e->e1, e->e2, e->e3}) square += state[p] * state[p];
    if (square == 0) state[e->e0] = square = 1;
    for (const Expr p : {e->e0, e->e1, e->e2, e->e3}) state[p] /= std::sqrt(square);
  }
}

bool StateSource::is_euler_parameter(Expr q) const {
  FrameTree& frames = model_.mechanism->frames();
  for (std::uint32_t i = 1; i < frames.size(); ++i) {
    const auto* e = std::get_if<EulerParameters>(&frames.orientation(frames.at(i)));
    if (e != nullptr && (e->e0 == q || e->e1 == q || e->e2 == q || e->e3 == q)) return true;
  }
  return false;
}

}  // namespace tangible
