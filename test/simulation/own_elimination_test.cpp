// SPDX-License-Identifier: Apache-2.0
// Single implicit steps of library models, computed a second time with an elimination of our own in long double: the
// decomposition of the library changes no step by more than 1e-12, relative to the state.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <optional>

#include "engine/simulation.h"
#include "simulation/implicit_steps.h"

namespace tangible {
namespace {

std::vector<std::string> models_to_step() {
  std::vector<std::string> all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("models"))
    if (entry.path().extension() == ".yaml") all.push_back(entry.path().string());
  return all;
}

// Gauss, with the largest pivot of each column. The matrix is square, column by column.
std::vector<double> eliminate(std::span<const double> matrix, std::span<const double> right) {
  const std::size_t n = right.size();
  std::vector<long double> a(matrix.begin(), matrix.end()), b(right.begin(), right.end());
  const auto at = [&](std::size_t i, std::size_t j) -> long double& { return a[j * n + i]; };
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(at(i, k)) > std::abs(at(pivot, k))) pivot = i;
    for (std::size_t j = 0; j < n; ++j) std::swap(at(k, j), at(pivot, j));
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const long double factor = at(i, k) / at(k, k);
      for (std::size_t j = k; j < n; ++j) at(i, j) -= factor * at(k, j);
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= at(k, j) * b[j];
    b[k] /= at(k, k);
  }
  return {b.begin(), b.end()};
}

// TR-BDF2 as implicit_steps.h has it, with the elimination above.
class OwnStep {
 public:
  OwnStep(const System& system, SystemMotion& motion)
      : motion_(motion), linear_(system), n_(system.nq() + system.nu() + system.nz()), slope_(motion.size()) {}

  // Nothing if a stage cannot be evaluated.
  std::optional<std::vector<double>> step(double t, double h, const std::vector<double>& y) {
    constexpr double g = 1 - 1 / std::numbers::sqrt2, w = std::numbers::sqrt2 / 4;
    if (motion_.evaluate(t, y, slope_, true) != DynamicsStatus::ok) return std::nullopt;
    const std::vector<double> first = slope_;
    std::vector<double> known(y), next(y);
    for (std::size_t i = 0; i < y.size(); ++i) known[i] = y[i] + g * h * first[i];
    if (!solve_stage(t + 2 * g * h, g * h, known, next)) return std::nullopt;
    for (std::size_t i = 0; i < y.size(); ++i) known[i] = y[i] + w * h * (first[i] + slope_[i]);
    if (!solve_stage(t + h, g * h, known, next)) return std::nullopt;
    next.resize(n_);
    return next;
  }

 private:
  // Newton's method until corrections are nothing but rounding: two iterations behind where the library stops.
  bool solve_stage(double t, double gh, const std::vector<double>& known, std::vector<double>& y) {
    std::vector<double> matrix(n_ * n_), right(n_);
    int left = 14;
    for (bool close = false; left > 0; --left) {
      if (!is_usable_within_step(motion_.evaluate(t, y, slope_, true))) return false;
      if (close) return true;
      linear_.evaluate(t, y, motion_);
      for (std::size_t j = 0; j < n_; ++j) {
        const std::span<double> column(matrix.data() + j * n_, n_);
        if (!is_usable_within_step(linear_.differentiate_rate(j + 1, motion_, column))) return false;
        for (double& d : column) d *= -gh;
        column[j] += 1;
      }
      for (std::size_t i = 0; i < n_; ++i) right[i] = known[i] + gh * slope_[i] - y[i];
      const std::vector<double> correction = eliminate(matrix, right);
      double size = 0;
      for (std::size_t i = 0; i < n_; ++i) {
        y[i] += correction[i];
        size = std::max(size, std::abs(correction[i]) / (1 + std::abs(y[i])));
      }
      close = size <= 1e-12 || left == 1;
    }
    return true;
  }

  SystemMotion& motion_;
  Linearization linear_;
  std::size_t n_;
  std::vector<double> slope_;
};

double largest_of(std::span<const double> y) {
  double most = 0;
  for (const double x : y) most = std::max(most, std::abs(x));
  return most;
}

TEST(OwnElimination, makes_the_same_implicit_steps_of_library_models) {
  int compared = 0, models = 0;
  double worst_of_all = 0;
  for (const std::string& path : models_to_step()) {
    Simulation run(load(path), {.method = Method::implicit, .step = 1e-3});
    SimulationLoop& loop = run.loop();
    SystemMotion& motion = loop.motion();
    ImplicitSteps steps(loop.system(), motion.size());
    OwnStep own(loop.system(), motion);
    const std::vector<double> y(loop.state().begin(), loop.state().end());
    ++models;
    for (const double h : {1e-3, 1.7e-2}) {
      std::vector<double> next(y.size());
      const ImplicitSteps::Result result = steps.step(motion, loop.time(), h, y, next);
      if (result.status != DynamicsStatus::ok || !result.converged || !result.has_derivatives) continue;
      const std::optional<std::vector<double>> again = own.step(loop.time(), h, y);
      ASSERT_TRUE(again) << path << ", h = " << h;
      const double scale = largest_of(*again);
      double worst = 0;
      for (std::size_t i = 0; i < again->size(); ++i) worst = std::max(worst, std::abs(next[i] - (*again)[i]));
      EXPECT_LE(worst, 1e-12 * scale) << path << ", h = " << h;
      worst_of_all = std::max(worst_of_all, worst / scale);
      ++compared;
    }
  }
  RecordProperty("steps", compared);
  RecordProperty("worst", std::to_string(1e15 * worst_of_all) + "e-15");
  // A step of 17 ms is more than some models bear.
  EXPECT_GT(compared, 3 * models / 2);
}

// The coefficients of the configuration that is built into the speeds, as e.e = 1 of Euler parameters: small matrices,
// which the projection solves. Two free bodies have two of them.
TEST(OwnElimination, solves_what_the_projection_solves) {
  const Model model = load_text(
      "tangible: 1\nbodies:\n"
      "  A: {parent: ground, joint: free, mass: 1 kg, inertia: [1, 2, 2.5]}\n"
      "  B: {parent: A, joint: ball, mass: 2 kg, inertia: [2, 2, 3], at: [0.1 m, 0, 0]}\n");
  Simulation run(model, {.method = Method::rk4, .step = 1e-3});
  SystemMotion& motion = run.loop().motion();
  const System& system = run.loop().system();
  const std::size_t n = system.built_in_configuration.count;
  ASSERT_EQ(n, 2u);
  std::vector<double> y(run.loop().state().begin(), run.loop().state().end());
  for (std::size_t i = 0; i < system.nq(); ++i) y[i] += 1e-4 * static_cast<double>(i % 5);
  motion.evaluate_rows(0, y);
  std::vector<double> matrix(n * n), right(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) matrix[j * n + i] = motion.output(system.built_in_coefficients)[i * n + j];
    right[i] = -motion.output(system.built_in_configuration)[i];
  }
  std::vector<double> expected(y.begin(), y.begin() + static_cast<std::ptrdiff_t>(system.nq()));
  const std::vector<double> own = eliminate(matrix, right);
  for (std::size_t i = 0; i < system.nq(); ++i)
    for (std::size_t j = 0; j < n; ++j) expected[i] += motion.output(system.built_in_directions)[i * n + j] * own[j];
  std::vector<double> once = y;
  LuSolver library(n);
  std::ranges::copy(matrix, library.matrix().begin());
  ASSERT_TRUE(library.factor());
  library.solve(right);
  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(right[i], own[i], 1e-12 * largest_of(own));
  // The projection goes on to where nothing is left, which is within the square of the first error.
  ASSERT_EQ(motion.projection().project_coordinates(0, once).status, DynamicsStatus::ok);
  for (std::size_t i = 0; i < system.nq(); ++i) EXPECT_NEAR(once[i], expected[i], 1e-6);
}

// Against a solution that is known: Hilbert's matrix of order five times ones.
TEST(OwnElimination, agrees_with_the_library_on_a_matrix_that_is_hard_to_solve) {
  constexpr std::size_t n = 5;
  LuSolver library(n);
  std::vector<double> matrix(n * n), right(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      matrix[j * n + i] = library.column(j)[i] = 1 / static_cast<double>(i + j + 1);
      right[i] += matrix[j * n + i];
    }
  const std::vector<double> own = eliminate(matrix, right);
  ASSERT_TRUE(library.factor());
  library.solve(right);
  // The condition is 5e5: eleven of sixteen digits are left, and all but the last few of the long ones.
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_NEAR(right[i], 1, 1e-10);
    EXPECT_NEAR(own[i], 1, 1e-10);
  }
}

}  // namespace
}  // namespace tangible
