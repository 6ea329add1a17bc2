// SPDX-License-Identifier: Apache-2.0
// How near the variants of an admittance display come to the motion without ticks, and whether constraints drift.
#include <cmath>
#include <numbers>

#include "equivalence/admittance.h"

namespace tangible {
namespace {

std::vector<std::vector<double>> continuous(const AdmittanceExample& example) {
  ContinuousTrial trial(example.model(), example.options);
  std::vector<std::vector<double>> z{{trial.z().begin(), trial.z().end()}};
  while (trial.advance()) z.emplace_back(trial.z().begin(), trial.z().end());
  EXPECT_EQ(trial.status(), TaskStatus::ok) << describe(trial.status());
  return z;
}

struct VariantErrors {
  double z = 0, motion = 0, configuration = 0;
};

VariantErrors errors_of(const AdmittanceExample& example, AdmittanceVariant variant, AlgorithmForm form,
                        const std::vector<std::vector<double>>& truth) {
  AdmittanceOptions options = example.options;
  options.variant = variant;
  options.form = form;
  Simulation run(example.model(), {.method = Method::rk4, .step = options.tick});
  AdmittanceTrial trial(run, options);
  VariantErrors errors;
  if (truth.size() <= static_cast<std::size_t>(options.until / options.tick)) return errors;  // reported already
  std::size_t k = 0;
  do {
    for (std::size_t i = 0; i < trial.row().z.size(); ++i)
      errors.z = std::max(errors.z, std::abs(trial.row().z[i] - truth[k][i]));
    errors.motion = std::max(errors.motion, trial.row().motion_error);
    errors.configuration = std::max(errors.configuration, trial.row().configuration_error);
    ++k;
  } while (trial.advance());
  EXPECT_EQ(trial.status(), TaskStatus::ok) << describe(trial.status());
  EXPECT_EQ(k, truth.size());
  return errors;
}

class AdmittanceVariants : public ::testing::TestWithParam<std::string> {};

// Rows of the reference are rounded to what its own integrator leaves.
TEST_P(AdmittanceVariants, are_compared_with_the_continuous_motion_of_the_reference) {
  const AdmittanceExample example(GetParam());
  const auto z = continuous(example);
  Simulation run(example.model(), {.method = Method::rk4, .step = 1e-3});
  TaskNumbers task(run.model().task(), run.model().system());
  const std::size_t nq = run.model().system().nq();
  for (const Json& json : example.oracle["trajectory"]["rows"]) {
    const std::vector<double> row = numbers(json);
    std::vector<double> y(run.loop().state().begin(), run.loop().state().end());
    std::copy_n(row.begin() + 1, nq, y.begin());
    run.loop().motion().evaluate_rows(0, y);
    task.place(run.loop().motion().arguments());
    const std::vector<double>& ours = z[static_cast<std::size_t>(std::lround(row[0] * 1000))];
    task.place_parameters(ours, std::vector<double>(ours.size()));
    for (std::size_t i = 0; i < task.nx(); ++i)
      EXPECT_NEAR(task.psi_position()[i], task.position()[i], 1e-8) << example.name << " at " << row[0];
  }
}

TEST_P(AdmittanceVariants, extrapolated_are_a_hundred_times_nearer_than_algorithm_1) {
  using Variant = AdmittanceVariant;
  const AdmittanceExample example(GetParam());
  const auto truth = continuous(example);
  const auto printed = errors_of(example, Variant::algorithm_one, AlgorithmForm::as_printed, truth);
  const auto corrected = errors_of(example, Variant::algorithm_one, AlgorithmForm::corrected, truth);
  const auto world = errors_of(example, Variant::world, AlgorithmForm::as_printed, truth);
  const auto handle = errors_of(example, Variant::handle_frame, AlgorithmForm::as_printed, truth);
  const auto best = errors_of(example, Variant::extrapolated, AlgorithmForm::as_printed, truth);
  const auto line = errors_of(example, Variant::line_in_handle, AlgorithmForm::as_printed, truth);
  std::printf("%-22s printed %.2e corrected %.2e world %.2e handle %.2e line %.2e extrapolated %.2e ratios %.0f %.0f\n",
              example.name.c_str(), printed.z, corrected.z, world.z, handle.z, line.z, best.z, printed.z / best.z,
              corrected.z / best.z);
  // The reference has Algorithm 1 as printed, at 0.1 s; here every tick is compared.
  const double theirs =
      example.oracle["algorithm1_discrete"]["convergence_to_continuous_ideal_device"]["0.001"]["max_z_error"];
  EXPECT_GE(printed.z, 0.999 * theirs);
  EXPECT_LE(printed.z, 1.1 * theirs);
  EXPECT_LE(100 * best.z, printed.z);
  EXPECT_LE(50 * best.z, corrected.z);
  EXPECT_LE(best.z, handle.z);
  EXPECT_LE(line.z, handle.z);
  // Constraints hold to rounding, but those of Algorithm 1 as printed that are not holonomic.
  for (const VariantErrors& e : {corrected, world, handle, line, best}) {
    EXPECT_LT(e.motion, 1e-13) << example.name;
    EXPECT_LT(e.configuration, 1e-13) << example.name;
  }
  EXPECT_LT(printed.configuration, 1e-13);
}

INSTANTIATE_TEST_SUITE_P(Faulring, AdmittanceVariants, ::testing::ValuesIn(admittance_oracles),
                         [](const auto& oracle) { return oracle.param; });

// The allowed error of the books. The turning spring of some examples jumps where it is turned by half a turn, by 2 pi
// k_r; a step of rk4 over that gives at most the energy of the jump's impulse, (2 pi k_r T)^2/(2 J). Ten times in ten
// minutes are more than the scripts do (six).
double allowed_energy_error(const AdmittanceExample& example, double most, double seconds) {
  const Json& p = example.oracle["parameters"];
  double allowed = 1e-6 * std::max(most, 1.0);
  if (p.contains("spring")) {
    const double jump = 2 * std::numbers::pi * p["spring"]["k_r"].get<double>() * example.options.tick;
    allowed += std::ceil(seconds / 60) * jump * jump / (2 * p["J"][2].get<double>());
  }
  return allowed;
}

// The script goes on without a release. Energy: kinetic and stored, less the work of the hand and of loads.
void expect_no_drift(const std::string& name, double seconds) {
  const AdmittanceExample example(name);
  AdmittanceOptions options = example.options;
  options.until = seconds;
  options.repeats = true;
  Simulation run(example.model(), {.method = Method::rk4, .step = options.tick});
  AdmittanceTrial ours(run, options);
  options.variant = AdmittanceVariant::algorithm_one;
  Simulation lent(example.model(), {.method = Method::rk4, .step = options.tick});
  AdmittanceTrial theirs(lent, options);
  double motion = 0, configuration = 0, printed = 0, drift = 0, most = 0;
  while (ours.advance()) {
    motion = std::max(motion, ours.row().motion_error);
    configuration = std::max(configuration, ours.row().configuration_error);
    const Ledger ledger = run.energies();
    drift = std::max(drift, std::abs(ledger.drift()));
    most = std::max(most, ledger.kinetic);
  }
  while (theirs.advance()) printed = std::max(printed, theirs.row().motion_error);
  EXPECT_EQ(ours.status(), TaskStatus::ok) << describe(ours.status());
  std::printf(
      "%-22s %4.0f s: constraints %.1e on velocities, %.1e on places; books off by %.1e J of %.1e J; Algorithm 1 "
      "%.1e\n",
      name.c_str(), seconds, motion, configuration, drift, most, printed);
  EXPECT_LT(motion, 1e-13) << name;
  EXPECT_LT(configuration, 1e-13) << name;
  EXPECT_LT(drift, allowed_energy_error(example, most, seconds)) << name;
  if (name == "faulring_disk_paper") {
    EXPECT_GT(printed, 1e-3 * std::min(seconds / 10, 1.0));
  }
}

TEST(AdmittanceDrift, is_none_over_ten_seconds_without_a_release) {
  for (const std::string& name : admittance_oracles) expect_no_drift(name, 10);
}

TEST(AdmittanceDrift, DISABLED_is_none_over_ten_minutes_without_a_release) {
  for (const std::string& name : admittance_oracles) expect_no_drift(name, 600);
}

}  // namespace
}  // namespace tangible
