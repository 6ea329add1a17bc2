// SPDX-License-Identifier: Apache-2.0
// Motions through changes of mode beside those of other programs.
#include "equivalence/trajectory.h"

namespace tangible {
namespace {

constexpr double agreement = 1e-7;

TEST(Cart, sticks_and_is_released_as_the_reference) {
  const Json run = read_trajectory("ex3_cart")["trajectories"][0];
  MovingModel cart("models/shopping_cart/cart_pushed.yaml", settings(run["params"]), fine());
  cart.begin_at(run["y0"]);
  cart.start();
  cart.expect_motion(run["t"], run["y"], agreement);
  EXPECT_NEAR(cart.simulation.ledger().inputs, run["work_of_F_and_tau"].back().get<double>(), 1e-7);
  const Json& stick = run["events"][0];
  const double loss = stick["kinetic_energy_minus"].get<double>() - stick["kinetic_energy_plus"].get<double>();
  EXPECT_NEAR(cart.simulation.ledger().impacts, loss, 1e-8);
}

TEST(DiskOnRamp, grips_where_the_reference_does_and_slides_on_where_it_cannot) {
  const Json reference = read_trajectory("ex1_disk_ramp");
  for (const std::size_t k : {0u, 1u}) {
    const Json& run = reference["trajectories"][k];
    MovingModel disk("models/disk_on_ramp/disk_on_ramp.yaml", settings(run["params"]), fine());
    disk.begin_at(run["y0"]);
    disk.start();
    disk.expect_motion(run["t"], run["y"], agreement);
    EXPECT_NEAR(disk.simulation.occurrences[0].t, run["events"][0]["t"].get<double>(), k == 0 ? 1e-10 : 10);
  }
}

// The same disk with the ramp as a contact: it grips, slides on, cannot begin to roll, and lets go. Its third
// coordinate is the height above the ramp.
TEST(DiskOnRamp, on_a_contact_grips_and_lets_go_as_the_reference) {
  const Json reference = read_trajectory("ex1_disk_ramp");
  for (const Json& run : reference["trajectories"]) {
    std::vector<std::string> set = settings(run["params"], {"phi", "mu_k", "mu_s"});
    set.push_back(fmt::format("mu={}", run["params"]["mu_k"].get<double>()));
    if (run["params"].contains("phi")) {
      set.push_back(fmt::format("phi0={}", run["params"]["phi"].get<double>()));
      set.push_back("phi_rate=0");
    }
    MovingModel disk("models/disk_on_ramp/disk_on_tilting_ramp.yaml", set, fine());
    const auto with_height = [](const Json& y) { return Json{y[0], y[1], 0.0, y[2], y[3], 0.0}; };
    disk.begin_at(with_height(run["y0"]));
    disk.start();
    Json states = Json::array();
    for (const Json& y : run["y"]) states.push_back(with_height(y));
    disk.expect_motion(run["t"], states, agreement);
    const Json& event = run["events"][0];
    if (event["t"] == 0.0) {
      EXPECT_EQ(disk.simulation.motion().mode().touch[0], Touch::sliding);
      continue;
    }
    const bool grips = run["mode"].back() == "rolling";
    const auto change = std::ranges::find_if(disk.simulation.occurrences, [&](const Occurrence& o) {
      return o.t > 0 && o.kind == (grips ? Occurrence::Kind::sticks : Occurrence::Kind::slips);
    });
    if (run["mode"][0] == run["mode"].back()) continue;  // the slip turns round at once
    ASSERT_NE(change, disk.simulation.occurrences.end()) << run["name"];
    EXPECT_NEAR(change->t, event["t"].get<double>(), 1e-10) << run["name"];
  }
}

TEST(DoublePendulum, meets_the_wall_as_the_reference) {
  for (const char* file : {"gillespie_wall_e0", "gillespie_wall_e06"}) {
    const Json reference = read_trajectory(file);
    const Json& p = reference["parameters"];
    MovingModel pendulum(
        "models/double_pendulum/double_pendulum.yaml",
        {fmt::format("l_1={}", p["l"][0].get<double>()), fmt::format("l_2={}", p["l"][1].get<double>()),
         fmt::format("m_1={}", p["m"][0].get<double>()), fmt::format("m_2={}", p["m"][1].get<double>()),
         fmt::format("b_1={}", p["b_joint"][0].get<double>()), fmt::format("b_2={}", p["b_joint"][1].get<double>()),
         fmt::format("x_w={}", p["x_w"].get<double>()), fmt::format("e={}", p["e"].get<double>()),
         fmt::format("g={}", p["g"].get<double>())},
        fine());
    const Json& rows = reference["trajectory"]["rows"];
    pendulum.begin_at(Json(std::vector<Json>(rows[0].begin() + 1, rows[0].begin() + 5)));
    pendulum.start();
    pendulum.expect_motion(rows, p["e"] == 0.0 ? agreement : 1e-6, 4);
    std::size_t at = 0;
    for (const Occurrence& occurrence : pendulum.simulation.occurrences) {
      if (occurrence.kind != Occurrence::Kind::impact) continue;
      while (at < reference["events"].size() && reference["events"][at]["kind"] != "impact") ++at;
      ASSERT_LT(at, reference["events"].size());
      EXPECT_NEAR(occurrence.t, reference["events"][at++]["t"].get<double>(), 1e-7);
    }
    EXPECT_NEAR(pendulum.simulation.ledger().drift(), 0, 1e-8);
  }
}

}  // namespace
}  // namespace tangible
