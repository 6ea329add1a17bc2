// SPDX-License-Identifier: Apache-2.0
// Ports: the work done through them is in the books, and their mobility is what impulses do.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <filesystem>
#include <optional>
#include <set>

#include "engine/simulation.h"

namespace tangible {
namespace {

SimulationOptions rk4(double step) {
  SimulationOptions options;
  options.method = Method::rk4;
  options.step = step;
  return options;
}

std::vector<std::string> models_with_handles() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator("models"))
    if (entry.path().extension() == ".yaml" && !load(entry.path().string()).description().handles.empty())
      paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  return paths;
}

// Its motion takes milliseconds: ticks of 1 ms are refused.
bool is_fast(const std::string& path) { return path.find("squeezer") != std::string::npos; }

// A force on a free particle: x = f t^2 / 2m, and the work is f x.
TEST(Port, a_held_force_moves_a_particle_as_newton_says) {
  const Model model = load_text(R"yaml(
tangible: 1
parameters: {m: 2 kg}
coordinates: {x: m, h: m}
points:
  P: {from: O, at: x*N.x + h*N.y}
particles:
  bead: {at: P, mass: m}
handles:
  grip: {at: P, frame: N}
)yaml");
  Simulation run(model, rk4(1e-2));
  run.port("grip").hold({{3, -1, 5}, {}});
  ASSERT_EQ(run.advance_to(2), SimulationStatus::ok);
  EXPECT_NEAR(run.value("x"), 3.0, 1e-12);
  EXPECT_NEAR(run.value("h"), -1.0, 1e-12);
  EXPECT_NEAR(run.port_work(0), 3.0 * 3.0 + 1.0 * 1.0, 1e-11);
  EXPECT_NEAR(run.energies().drift(), 0, 1e-11);
}

// Steps of every method have room for the work of the ports.
TEST(Port, work_is_integrated_by_every_method) {
  const Model model = load("models/double_pendulum/double_pendulum.yaml");
  for (const Method method :
       {Method::semi_implicit_euler, Method::rk2, Method::rk4, Method::implicit, Method::adaptive}) {
    Simulation run(model, {.method = method, .step = 1e-4});
    run.port(model.description().handles.front().name).hold({{2, 1, 0}, {}});
    ASSERT_EQ(run.advance_to(0.2), SimulationStatus::ok);
    EXPECT_GT(std::abs(run.port_work(0)), 1e-3);
    // Of first order, 2e-3 of the work with this step; the others are far better.
    EXPECT_NEAR(run.energies().drift(), 0, 5e-3 * std::abs(run.port_work(0))) << name_of(method);
  }
}

TEST(Port, a_direction_mask_lets_only_its_directions_act) {
  const Model model = load_text(R"yaml(
tangible: 1
coordinates: {x: m, h: m}
points:
  P: {from: O, at: x*N.x + h*N.y}
particles:
  bead: {at: P, mass: 1 kg}
handles:
  grip: {at: P, frame: N, directions: [N.x]}
)yaml");
  Simulation run(model, rk4(1e-2));
  run.port("grip").hold({{1, 1, 1}, {1, 1, 1}});
  ASSERT_EQ(run.advance_to(1), SimulationStatus::ok);
  EXPECT_NEAR(run.value("x"), 0.5, 1e-12);
  EXPECT_EQ(run.value("h"), 0.0);
}

TEST(Port, a_wrench_held_in_the_frame_of_the_handle_turns_with_it) {
  const Model cart = load("models/shopping_cart/shopping_cart.yaml");
  Simulation pushed(cart, rk4(1e-3)), driven(cart, rk4(1e-3));
  pushed.port("grip").hold({{30, 0, 0}, {}}, WrenchFrame::handle);
  driven.set_input("F", 30);  // the load of the model along B.x at the same point
  ASSERT_EQ(pushed.advance_to(2), SimulationStatus::ok);
  ASSERT_EQ(driven.advance_to(2), SimulationStatus::ok);
  EXPECT_GT(std::abs(pushed.value("q3")), 0.1);  // it has turned
  for (const char* name : {"q1", "q2", "q3", "q4", "u1", "u2", "u3"})
    EXPECT_NEAR(pushed.value(name), driven.value(name), 1e-11) << name;
}

// A wrench along the direction in which the port moves best, as large as gives it accelerations near 5 m/s^2 or rad/s^2
// both ways; none where it cannot move at all.
std::optional<Wrench> most_effective(Simulation& run, Port& port) {
  std::array<double, 36> mobility;
  EXPECT_EQ(run.mobility(port, mobility), SimulationStatus::ok);
  const Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>> m(mobility.data());
  // Along what the handle carries only.
  Eigen::Matrix<double, 6, 6> mask;
  for (Eigen::Index k = 0; k < 6; ++k) {
    const Eigen::Vector<double, 6> e = Eigen::Vector<double, 6>::Unit(k);
    const Wrench w = port.reduce({{e[0], e[1], e[2]}, {e[3], e[4], e[5]}});
    mask.col(k) << w.force.x, w.force.y, w.force.z, w.torque.x, w.torque.y, w.torque.z;
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 6, 6>> solver(mask.transpose() * m * mask);
  if (solver.eigenvalues()[5] < 1e-9) return {};
  const Eigen::Vector<double, 6> w = mask * solver.eigenvectors().col(5) * 5 / solver.eigenvalues()[5];
  return Wrench{{w[0], w[1], w[2]}, {w[3], w[4], w[5]}};
}

// The unexplained energy of a run of 0.1 s, and the work that went through the port.
struct Books {
  double drift = 0, work = 0, moved = 0;
  bool can_move = true;
};
Books books_of(const Model& model, const std::string& handle, double step) {
  Simulation run(model, rk4(step));
  Port& port = run.port(handle);
  const std::optional<Wrench> wrench = most_effective(run, port);
  if (wrench)
    port.follow([w = *wrench](const PortState& s) {
      const double share = std::sin(60 * s.t);
      return Wrench{share * w.force, share * w.torque};
    });
  EXPECT_EQ(run.advance_to(0.1), SimulationStatus::ok) << model.description().name << ": " << run.explain();
  const Ledger books = run.energies();
  const double moved = std::abs(books.inputs) + books.dissipated + books.impacts + books.kinetic;
  return {std::abs(books.drift()), std::abs(run.port_work(0)), moved, wrench.has_value()};
}

// The books close to the order of the integrator: halving the step divides what they cannot explain by about 2^4, until
// rounding is left. A stiff model needs shorter steps before that shows. The work is more than what may be unexplained.
TEST(Port, work_is_in_the_books_of_every_library_model) {
  for (const std::string& path : models_with_handles()) {
    const Model model = load(path);
    for (const auto& handle : model.description().handles) {
      double before = 0;
      bool closes = false;
      Books books;
      for (double step = 1e-3; step > 3e-6 && !closes; step /= 2) {
        books = books_of(model, handle.name, step);
        const bool is_rounding = books.drift <= 1e-10 + 1e-9 * (books.work + books.moved);
        const bool is_shown = !books.can_move || books.work > 100 * books.drift;
        closes = is_shown && (is_rounding || (before > 0 && books.drift < before / 8));
        before = books.drift;
      }
      EXPECT_TRUE(closes) << path << " " << handle.name << " " << before << " of " << books.work;
      if (books.can_move) {
        EXPECT_GT(books.work, 1e-9) << path << " " << handle.name;
      }
    }
  }
}

// Mobility is the velocity that a unit impulse gives: a short strong push in the limit, here by an exact impulse.
TEST(Port, mobility_is_symmetric_and_what_a_short_push_gives) {
  for (const std::string& path : models_with_handles()) {
    const Model model = load(path);
    Simulation run(model, rk4(is_fast(path) ? 1e-4 : 1e-3));
    Port& port = run.port(model.description().handles.front().name);
    for (const double t : {0.0, 0.1, 0.3}) {
      ASSERT_EQ(run.advance_to(t), SimulationStatus::ok) << path << " " << run.explain();
      std::array<double, 36> mobility;
      ASSERT_EQ(run.mobility(port, mobility), SimulationStatus::ok) << path;
      for (std::size_t k = 0; k < 6; ++k) {
        for (std::size_t i = 0; i < 6; ++i)
          EXPECT_NEAR(mobility[6 * i + k], mobility[6 * k + i], 1e-9 * (1 + std::abs(mobility[6 * i + k]))) << path;
        // The change of acceleration by a unit of the wrench: linear in it, so a difference is exact.
        SystemMotion& motion = run.loop().motion();
        const auto accelerations = [&](double size) {
          Wrench w;
          double* const parts[] = {&w.force.x, &w.force.y, &w.force.z, &w.torque.x, &w.torque.y, &w.torque.z};
          *parts[k] = size;
          port.hold(w);
          EXPECT_EQ(motion.evaluate(run.time(), run.loop().state()), DynamicsStatus::ok);
          return std::vector<double>(motion.accelerations().begin(), motion.accelerations().end());
        };
        const bool masked = !port.program().acts_along_all || (k >= 3 && !port.program().turns);
        const std::vector<double> without = accelerations(0), with = accelerations(1);
        port.release();
        bool slides = false;
        for (const ContactState contact : motion.mode().contacts) slides = slides || contact == ContactState::sliding;
        if (masked || slides) continue;
        const std::size_t nu = with.size();
        for (std::size_t i = 0; i < 6; ++i) {
          double a = 0;
          for (std::size_t r = 0; r < nu; ++r) a += port.partial_velocities()[i * nu + r] * (with[r] - without[r]);
          EXPECT_NEAR(a, mobility[6 * i + k], 1e-9 * (1 + std::abs(a))) << path << " " << i << " " << k;
        }
      }
    }
  }
}

// The effect of an impulse at a port, by the full equations of the instant: M du = j^T p + A^T lambda, A du = 0.
Eigen::Matrix<double, 6, 6> velocities_after_impulses(SystemMotion& motion, const Port& port) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto nu = static_cast<Eigen::Index>(motion.system().nu());
  const std::span<const int> active = motion.rows().active();
  const auto m = static_cast<Eigen::Index>(active.size());
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(nu + m, nu + m), right = Eigen::MatrixXd::Zero(nu + m, 6);
  all.topLeftCorner(nu, nu) = Eigen::Map<const RowMajor>(motion.output(motion.system().mass).data(), nu, nu);
  for (Eigen::Index i = 0; i < m; ++i) {
    const std::span<const double> a =
        motion.rows().coefficients(static_cast<std::size_t>(active[static_cast<std::size_t>(i)]));
    const Eigen::Map<const Eigen::VectorXd> row(a.data(), nu);
    const double size = std::max(row.norm(), 1e-30);
    all.row(nu + i).head(nu) = row.transpose() / size;
    all.col(nu + i).head(nu) = -row / size;
  }
  const Eigen::Map<const RowMajor> j(port.partial_velocities().data(), 6, nu);
  right.topRows(nu) = j.transpose();
  return j * all.completeOrthogonalDecomposition().solve(right).topRows(nu);
}

TEST(Port, mobility_is_what_an_impulse_does_in_every_mode_that_a_run_visits) {
  std::size_t modes_in_all = 0;
  for (const std::string& path : models_with_handles()) {
    const Model model = load(path);
    Simulation run(model, rk4(is_fast(path) ? 1e-4 : 1e-3));
    const auto& handles = model.description().handles;
    for (const auto& handle : handles) (void)run.port(handle.name);
    std::set<std::string> modes;
    for (int k = 0; k < 2000; ++k) {
      if (modes.insert(run.mode()).second)
        for (std::size_t h = 0; h < handles.size(); ++h) {
          const Port& port = *run.port_at(h);
          std::array<double, 36> mobility;
          ASSERT_EQ(run.mobility(port, mobility), SimulationStatus::ok) << path;
          const auto expected = velocities_after_impulses(run.loop().motion(), port);
          const Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>> found(mobility.data());
          EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), 1e-9 * (1 + expected.cwiseAbs().maxCoeff()))
              << path << " " << port.name() << " in " << run.mode();
        }
      ASSERT_EQ(run.tick(), SimulationStatus::ok) << path << " " << run.time() << " " << run.explain();
    }
    modes_in_all += modes.size();
  }
  EXPECT_GT(modes_in_all, 80U);
}

TEST(Port, any_point_of_a_body_can_be_taken_while_it_runs) {
  Simulation run(load("models/double_pendulum/double_pendulum.yaml"), rk4(1e-3));
  ASSERT_EQ(run.advance_to(0.2), SimulationStatus::ok);
  const std::string body = run.model().description().frames.front().name;
  std::unique_ptr<Port> port = run.make_port(body, {0.1, 0, 0});
  EXPECT_EQ(run.attach(0, std::move(port)), nullptr);
  Port& at = *run.port_at(0);
  const Vec3 before = at.pose().position;
  const Vec3 v = at.velocity().linear;
  ASSERT_EQ(run.tick(), SimulationStatus::ok);
  // The velocity is the rate of the position: the mean of both ends, to second order.
  const Vec3 moved = at.pose().position - before;
  const Vec3 mean = 0.5 * (v + at.velocity().linear);
  EXPECT_NEAR(norm(moved - 1e-3 * mean), 0, 1e-7);
}

}  // namespace
}  // namespace tangible
