// SPDX-License-Identifier: Apache-2.0
// Algorithm 1 and the metrics of figures 9, 11 and 12 of Faulring et al. against outside numbers.
#include "equivalence/admittance.h"

namespace tangible {
namespace {

// Rows of the reference are 0.1 s apart.
struct TrialSeries {
  std::vector<AdmittanceRow> rows;  // every tick
  TaskProgram program;
  std::size_t release = 0;  // tick

  double metric(const char* name, std::size_t tick) const {
    for (std::size_t i = 0; i < program.metrics.size(); ++i)
      if (program.metrics[i].name == name) return rows[tick].metrics[i];
    ADD_FAILURE() << "no metric " << name;
    return 0;
  }
  double largest(const char* name) const {
    double most = 0;
    for (std::size_t k = 0; k < rows.size(); ++k) most = std::max(most, std::abs(metric(name, k)));
    return most;
  }
  double mean(const char* name) const {
    double sum = 0;
    for (std::size_t k = 0; k < rows.size(); ++k) sum += metric(name, k);
    return sum / static_cast<double>(rows.size());
  }
};

TrialSeries run_as_printed(const AdmittanceExample& example) {
  AdmittanceOptions options = example.options;
  options.variant = AdmittanceVariant::algorithm_one;
  options.ideal_device = false;
  Simulation run(example.model(), {.method = Method::rk4, .step = options.tick});
  AdmittanceTrial trial(run, options);
  TrialSeries series{{trial.row()}, trial.program()};
  while (trial.advance()) series.rows.push_back(trial.row());
  EXPECT_EQ(trial.status(), TaskStatus::ok) << describe(trial.status());
  series.release = static_cast<std::size_t>(std::lround(series.program.release / options.tick));
  return series;
}

// To 1e-8 of the size of what is compared, at least 1e-8.
void expect_row(const AdmittanceRow& ours, const Json& theirs, const std::string& what) {
  const std::vector<double> row = numbers(theirs);
  const std::size_t nx = ours.x.size(), nz = ours.z.size();
  const std::size_t x = 1, v = 7, z = 13, z_rate = z + nz;
  const auto expect_near = [&](double a, double b) { EXPECT_NEAR(a, b, 1e-8 * std::max(1.0, std::abs(b))) << what; };
  for (std::size_t i = 0; i < nx; ++i) expect_near(ours.x[i], row[x + i]);
  for (std::size_t i = 0; i < nx; ++i) expect_near(ours.v[i], row[v + i]);
  for (std::size_t i = nx; i < 6; ++i) EXPECT_EQ(row[x + i], 0) << what;
  for (std::size_t i = 0; i < nz; ++i) expect_near(ours.z[i], row[z + i]);
  for (std::size_t i = 0; i < nz; ++i) expect_near(ours.z_rate[i], row[z_rate + i]);
}

void expect_metric_rows(const TrialSeries& series, const Json& discrete, const std::vector<const char*>& names) {
  for (std::size_t k = 0; k < discrete["metric_rows"].size(); ++k) {
    const std::vector<double> row = numbers(discrete["metric_rows"][k]);
    ASSERT_EQ(row.size(), names.size() + 1);
    const auto tick = static_cast<std::size_t>(std::lround(row[0] * 1000));
    for (std::size_t i = 0; i < names.size(); ++i)
      EXPECT_NEAR(series.metric(names[i], tick), row[i + 1], 1e-8 * std::max(1.0, std::abs(row[i + 1])))
          << names[i] << " at " << row[0];
  }
}

void expect_close(double ours, const Json& theirs, const char* what) {
  const double b = theirs;
  EXPECT_NEAR(ours, b, 1e-7 * std::abs(b) + 1e-12) << what;
}

class Admittance : public ::testing::TestWithParam<std::string> {};

TEST_P(Admittance, algorithm_1_as_printed_gives_the_rows_of_the_reference) {
  const AdmittanceExample example(GetParam());
  const TrialSeries series = run_as_printed(example);
  const Json& rows = example.oracle["algorithm1_discrete"]["rows"];
  ASSERT_EQ(series.rows.size(), 100 * (rows.size() - 1) + 1);
  for (std::size_t k = 0; k < rows.size(); ++k)
    expect_row(series.rows[100 * k], rows[k], example.name + " row " + std::to_string(k));
}

INSTANTIATE_TEST_SUITE_P(Faulring, Admittance, ::testing::ValuesIn(admittance_oracles),
                         [](const auto& oracle) { return oracle.param; });

void expect_disk_metrics(const std::string& name) {
  const AdmittanceExample example(name);
  const TrialSeries s = run_as_printed(example);
  const Json& discrete = example.oracle["algorithm1_discrete"];
  const Json& m = discrete["metrics"];
  expect_metric_rows(s, discrete, {"height_error", "tilt_error", "rolling_velocity", "rolling_percent"});
  expect_close(s.largest("height_error"), m["max_height_error_m"], "height");
  expect_close(s.largest("tilt_error"), m["max_tilt_error_rad"], "tilt");
  expect_close(s.largest("rolling_velocity"), m["max_abs_rolling_velocity"], "velocity");
  expect_close(s.largest("rolling_percent"), m["rolling_percent_max"], "percent");
  expect_close(s.mean("rolling_percent"), m["rolling_percent_mean"], "mean percent");
  expect_close(s.largest("side_slip"), m["max_side_slip_velocity"], "slip");
  expect_close(s.largest("normal_force"), m["max_normal_force_applied"], "force");
  expect_close(s.largest("tilt_torque"), m["max_tilt_torque_applied"], "torque");
  double residual = 0;
  for (const AdmittanceRow& row : s.rows) residual = std::max(residual, row.motion_error);
  expect_close(residual, m["reference_nonholonomic_residual_max"], "residual");
  expect_close(s.rows.back().motion_error, m["reference_nonholonomic_residual_end"], "residual at the end");
}

TEST(AdmittanceMetrics, of_the_disk_are_those_of_the_reference) {
  expect_disk_metrics("faulring_disk_paper");
  expect_disk_metrics("faulring_disk_aniso");
}

TEST(AdmittanceMetrics, of_the_disk_on_a_sphere_are_those_of_the_reference) {
  for (const char* name : {"faulring_sphere_paper", "faulring_sphere_aniso"}) {
    const AdmittanceExample example(name);
    const TrialSeries s = run_as_printed(example);
    const Json& discrete = example.oracle["algorithm1_discrete"];
    const Json& m = discrete["metrics"];
    expect_metric_rows(s, discrete, {"radial_error", "orientation_error", "radial_force"});
    expect_close(s.largest("radial_error"), m["max_radial_error_m"], "radial error");
    expect_close(s.largest("orientation_error"), m["max_orientation_error_rad"], "orientation");
    expect_close(s.largest("radial_force"), m["max_abs_radial_force"], "force");
    expect_close(s.largest("radial_force") / s.largest("radial_error"), m["apparent_radial_stiffness_N_per_m"],
                 "stiffness");
    for (const AdmittanceRow& row : s.rows) EXPECT_LT(row.configuration_error, 1e-15);  // rounding of a sum of metres
  }
}

TEST(AdmittanceMetrics, of_two_links_on_a_circle_are_those_of_the_reference) {
  for (const char* name : {"faulring_twoR_paper", "faulring_twoR_b"}) {
    const AdmittanceExample example(name);
    const TrialSeries s = run_as_printed(example);
    const Json& discrete = example.oracle["algorithm1_discrete"];
    const Json& m = discrete["metrics"];
    expect_metric_rows(s, discrete,
                       {"link_1_energy", "link_2_energy", "total_energy", "tangential_velocity", "tangential_error"});
    expect_close(s.largest("radial_error"), m["max_radial_error_m"], "radial error");
    expect_close(s.largest("tangential_error"), m["max_tangential_error_m"], "tangential error");
    expect_close(s.metric("total_energy", s.release), m["total_KE_at_release"], "energy at release");
    expect_close(s.metric("total_energy", s.rows.size() - 1), m["total_KE_end"], "energy at the end");
    // Once released the energy falls at every tick, also while the end point becomes faster.
    int rises = 0, faster = 0;
    double largest_rise = -1, min_share = 1;
    for (std::size_t k = s.release; k + 1 < s.rows.size(); ++k) {
      largest_rise = std::max(largest_rise, s.metric("total_energy", k + 1) - s.metric("total_energy", k));
      min_share = std::min(min_share, s.metric("link_2_energy", k) / s.metric("total_energy", k));
      rises += s.metric("total_energy", k + 1) > s.metric("total_energy", k) ? 1 : 0;
      faster += std::abs(s.metric("tangential_velocity", k + 1)) > std::abs(s.metric("tangential_velocity", k)) ? 1 : 0;
    }
    EXPECT_EQ(rises, m["KE_increments_positive_after_release"].get<int>());
    expect_close(s.metric("tangential_velocity", s.rows.size() - 1), m["final_speed"], "speed at the end");
    expect_close(largest_rise, m["max_positive_KE_increment"], "largest rise of the energy");
    expect_close(min_share, m["link2_over_total_KE_min_while_moving"], "least share of link 2");
    EXPECT_NEAR(faster, m["samples_speed_rises_while_KE_falls"].get<int>(), 2);
  }
}

// The state of the reference gives the accelerations of x and z.
TEST_P(Admittance, accelerations_of_x_and_z_are_those_of_the_reference) {
  const AdmittanceExample example(GetParam());
  Simulation run(example.model(), {.method = Method::rk4, .step = 1e-3});
  TaskNumbers task(run.model().task(), run.model().system());
  const System& system = run.model().system();
  SystemMotion& motion = run.loop().motion();
  std::vector<double> y(run.loop().state().begin(), run.loop().state().end()), forcing(system.nu()),
      u_rate(system.nu());
  for (const Json& s : example.oracle["states"]) {
    std::ranges::copy(numbers(s["qd"]), std::ranges::copy(numbers(s["q"]), y.begin()).out);
    (void)motion.evaluate(0, y);
    task.place(motion.arguments());
    std::vector<double> force = numbers(s["f_x"]), x(task.nx()), z_rate(task.nz());
    force.resize(task.nx());
    task.generalized_forces(force, forcing);
    for (std::size_t r = 0; r < forcing.size(); ++r) forcing[r] += motion.output(system.forcing)[r];
    (void)motion.solve_response(forcing, motion.rows().remainders(), u_rate);
    expect_equal("qdd", Json(u_rate), s["qdd"]);
    task.acceleration(u_rate, x);
    Json theirs = s["xdd"];
    while (theirs.size() > task.nx()) theirs.erase(theirs.size() - 1);
    expect_equal("xdd", Json(x), theirs);
    task.place_parameters(numbers(s["z"]), numbers(s["zd"]));
    EXPECT_EQ(task.parameter_accelerations_of(x, z_rate), TaskStatus::ok);
    expect_equal("zdd", Json(z_rate), s["zdd"]);
    expect_equal("q of z", Json(std::vector<double>(task.psi_position().begin(), task.psi_position().end())),
                 Json(std::vector<double>(task.position().begin(), task.position().end())));
  }
}

}  // namespace
}  // namespace tangible
