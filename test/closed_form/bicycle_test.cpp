// SPDX-License-Identifier: Apache-2.0
// The benchmark bicycle near its upright motion, against the matrices and eigenvalues that Meijaard, Papadopoulos,
// Ruina and Schwab printed in 2007: M q'' + v C1 q' + (g K0 + v^2 K2) q = T with q = lean, steer.
#include <Eigen/Dense>
#include <complex>

#include "simulation/inline_model.h"

namespace tangible {
namespace {

using LongMatrix2 = Eigen::Matrix<long double, 2, 2>;
using LongPair = Eigen::Matrix<long double, 2, 1>;

// Lean and steer, their rates, forward speed and torques.
struct NearUpright {
  long double q[2] = {}, rate[2] = {}, v = 0, torque[2] = {};
};

class LongBicycle {
 public:
  LongBicycle() : model_(formulate_current({"models/bicycle/bicycle.yaml"})) {
    for (const Parameter& p : model_.mechanism->parameters()) values_[p.symbol] = p.value;
    for (const Expr q : model_.equations.kinematical.q) values_[q] = 0;
    for (const Expr u : model_.equations.kinematical.u) values_[u] = 0;
    values_[model_.mechanism->time()] = 0;
  }

  // Lean'' and steer'', all in extended precision, by the equations without constraints and multipliers of the rows.
  LongPair accelerate(const NearUpright& at) {
    set("q4", at.q[0]), set("q6", at.q[1]), set("T_lean", at.torque[0]), set("T_steer", at.torque[1]);
    close();
    set("u4", at.rate[0]), set("u6", at.rate[1]), set("u7", -at.v / values_.at(symbol("r_R")));
    complete();
    const Equations& e = model_.equations;
    const auto n = static_cast<Eigen::Index>(e.nu()), m = static_cast<Eigen::Index>(e.rows.size());
    Matrix system = Matrix::Zero(n + m, n + m), right(n + m, 1);
    const std::vector<long double> mass = evaluate_long(e.dynamical.mass.entries(), values_);
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index j = 0; j < n; ++j) system(i, j) = mass[static_cast<std::size_t>(i * n + j)];
      right(i) = number(e.dynamical.forcing(static_cast<std::size_t>(i)));
    }
    const Matrix rows = coefficients();
    system.block(n, 0, m, n) = rows;
    system.block(0, n, n, m) = -rows.transpose();
    for (Eigen::Index i = 0; i < m; ++i) right(n + i) = -number(e.rows[static_cast<std::size_t>(i)].rate_remainder);
    const Matrix solved = system.fullPivLu().solve(right);
    return {solved(0), solved(1)};  // u4', u6'
  }

 private:
  using Matrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;

  void set(const char* name, long double value) { values_[symbol(name)] = value; }
  long double number(Expr e) const { return evaluate_long({&e, 1}, values_).front(); }
  Matrix coefficients() const {
    const Equations& e = model_.equations;
    Matrix rows(static_cast<Eigen::Index>(e.rows.size()), static_cast<Eigen::Index>(e.nu()));
    for (Eigen::Index i = 0; i < rows.rows(); ++i) {
      const std::vector<long double> a = evaluate_long(e.rows[static_cast<std::size_t>(i)].a, values_);
      for (Eigen::Index r = 0; r < rows.cols(); ++r) rows(i, r) = a[static_cast<std::size_t>(r)];
    }
    return rows;
  }
  // The pitch at which the front wheel touches, by Newton's method: speeds are rates of coordinates.
  void close() {
    const Constraint& touches = *model_.mechanism->constraints().find("front_touches");
    for (int i = 0; i < 6; ++i) values_[symbol("q5")] -= number(touches.expression) / coefficients()(2, 6);
  }
  // u1, u2, u3, u5 and u8 from the others.
  void complete() {
    const Matrix rows = coefficients();
    const Matrix given{{values_.at(symbol("u4"))}, {values_.at(symbol("u6"))}, {values_.at(symbol("u7"))}};
    const Matrix found = rows.rightCols(5).fullPivLu().solve(-rows.leftCols(3) * given);
    const char* names[] = {"u1", "u2", "u3", "u5", "u8"};
    for (Eigen::Index i = 0; i < 5; ++i) set(names[i], found(i));
  }

  CurrentFormulation model_;
  std::unordered_map<Expr, long double> values_;
};

// Derivatives by a stencil of seven points: h^6 and rounding over h are below 1e-14 of the largest entries.
template <typename Place>
LongMatrix2 derivative(LongBicycle& bicycle, long double v, Place place) {
  const long double h = 1e-3L;
  LongMatrix2 result;
  for (int i = 0; i < 2; ++i) {
    const auto at = [&](int steps) {
      NearUpright state;
      state.v = v;
      place(state)[i] = steps * h;
      return bicycle.accelerate(state);
    };
    result.col(i) = (45 * (at(1) - at(-1)) - 9 * (at(2) - at(-2)) + (at(3) - at(-3))) / (60 * h);
  }
  return result;
}

struct Linearized {
  LongMatrix2 M, C1, K0, K2;
};

Linearized linearize() {
  LongBicycle bicycle;
  const auto torques = [](NearUpright& s) { return s.torque; };
  const auto rates = [](NearUpright& s) { return s.rate; };
  const auto angles = [](NearUpright& s) { return s.q; };
  Linearized out;
  out.M = derivative(bicycle, 5, torques).inverse();
  const LongMatrix2 at_rest = -out.M * derivative(bicycle, 0, angles), moving = -out.M * derivative(bicycle, 5, angles);
  out.K0 = at_rest / 9.81L;
  out.K2 = (moving - at_rest) / 25;
  out.C1 = -out.M * derivative(bicycle, 5, rates) / 5;
  return out;
}

std::vector<std::complex<double>> eigenvalues(const Linearized& matrices, double v) {
  const Eigen::Matrix2d inverse = matrices.M.inverse().cast<double>();
  Eigen::Matrix4d system = Eigen::Matrix4d::Zero();
  system.topRightCorner<2, 2>() = Eigen::Matrix2d::Identity();
  system.bottomLeftCorner<2, 2>() = -inverse * (9.81 * matrices.K0.cast<double>() + v * v * matrices.K2.cast<double>());
  system.bottomRightCorner<2, 2>() = -inverse * v * matrices.C1.cast<double>();
  const Eigen::Vector4cd found = system.eigenvalues();
  std::vector<std::complex<double>> list(found.begin(), found.end());
  std::ranges::sort(list,
                    [](auto a, auto b) { return a.real() != b.real() ? a.real() < b.real() : a.imag() < b.imag(); });
  return list;
}

// Fourteen digits are printed; the parameters of a model are doubles.
TEST(Bicycle, has_the_printed_matrices_of_the_benchmark) {
  const Json printed = read_oracle("bicycle")["printed"];
  const Linearized ours = linearize();
  const std::pair<const char*, const LongMatrix2*> named[] = {
      {"M", &ours.M}, {"C1", &ours.C1}, {"K0", &ours.K0}, {"K2", &ours.K2}};
  for (const auto& [name, matrix] : named)
    for (std::size_t i = 0; i < 2; ++i)
      for (std::size_t j = 0; j < 2; ++j)
        EXPECT_NEAR(static_cast<double>((*matrix)(static_cast<int>(i), static_cast<int>(j))),
                    printed[name][i][j].get<double>(), 2e-13)
            << name << " " << i << " " << j;
}

TEST(Bicycle, has_the_eigenvalues_of_the_benchmark) {
  const Json speeds = read_oracle("bicycle")["eigenvalues"];
  const Linearized ours = linearize();
  ASSERT_EQ(speeds.size(), 11U);
  for (const auto& [v, expected] : speeds.items()) {
    const auto found = eigenvalues(ours, std::stod(v));
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(found[i].real(), expected[i][0].get<double>(), 1e-11) << v;
      EXPECT_NEAR(std::abs(found[i].imag()), std::abs(expected[i][1].get<double>()), 1e-11) << v;
    }
  }
}

// Between these two speeds it is stable without a rider's help.
TEST(Bicycle, weave_and_capsize_vanish_at_the_printed_speeds) {
  const Linearized ours = linearize();
  const auto weave = eigenvalues(ours, 4.29238253634111), capsize = eigenvalues(ours, 6.02426201538837);
  EXPECT_NEAR(weave[3].real(), 0, 1e-12);
  EXPECT_GT(std::abs(weave[3].imag()), 3);
  EXPECT_NEAR(std::abs(capsize[3]), 0, 1e-12);
  for (const double v : {4.3, 5.0, 6.0}) EXPECT_LT(eigenvalues(ours, v)[3].real(), 0) << v;
  for (const double v : {4.2, 6.1}) EXPECT_GT(eigenvalues(ours, v)[3].real(), 0) << v;
}

// The energy lost in wobbling becomes speed: no energy leaves.
TEST(Bicycle, rights_itself_at_4_6_metres_per_second_and_goes_faster) {
  for (const SimulationOptions& options : {fine(), fixed(Method::rk4, 1e-3)}) {
    MovingModel bicycle("models/bicycle/bicycle.yaml", {}, options);
    bicycle.start();
    ASSERT_EQ(describe(bicycle.simulation.run_to(1)), std::string("ok"));
    EXPECT_GT(std::abs(bicycle.simulation.state()[3]), 0.02);
    ASSERT_EQ(describe(bicycle.simulation.run_to(20)), std::string("ok"));
    EXPECT_LT(std::abs(bicycle.simulation.state()[3]), 1e-3);
    // All energy of leaning at 0.5 rad/s, 80.81722 kg m^2 of the printed M_11, is in the end in 94 kg and two wheels
    // that roll. What 1e-3 rad of lean still hold, less than 1e-3 J, is 2e-6 m/s.
    const double rolling = 94 + 0.12 / (0.3 * 0.3) + 0.28 / (0.35 * 0.35);
    EXPECT_NEAR(-0.3 * bicycle.simulation.state()[10], std::sqrt(4.6 * 4.6 + 80.81722 * 0.25 / rolling), 5e-6);
    EXPECT_NEAR(bicycle.simulation.ledger().drift(), 0, 1e-6);
  }
}

}  // namespace
}  // namespace tangible
