// SPDX-License-Identifier: Apache-2.0
// A loop that was kept from running catches up with its ticks: the hand goes on as it was.
#include <gtest/gtest.h>

#include <cmath>

#include "virtual_session.h"

namespace tangible {
namespace {

using nlohmann::json;

class LateTicks : public testing::Test {
 protected:
  void SetUp() override {
    me_ = session_.join(viewer_);
    session_.say(me_, {{"type", "take"}, {"id", 1}, {"handle", "grip"}});
    ASSERT_TRUE(session_.wait([&] { return !viewer_.reply(1).is_null(); }));
  }

  void lead(double seconds) {
    for (const double end = session_.now + seconds; session_.now < end; session_.run(0.016))
      session_.say(me_, {{"type", "hand"}, {"seq", ++sequence_}, {"position", target_}});
  }
  // From the target of the hand, as the snapshot has it, to that of the page.
  double distance_to_target() const {
    const json places = viewer_.last("hello")["hand"]["target"];
    const DecodedSnapshot snapshot = viewer_.snapshot();
    double square = 0;
    for (std::size_t k = 0; k < 3; ++k)
      square += std::pow(snapshot.values[places[k].get<std::size_t>()] - target_[k].get<double>(), 2);
    return std::sqrt(square);
  }

  VirtualSession session_;
  ListedViewer viewer_;
  std::uint32_t me_ = 0;
  int sequence_ = 0;
  json target_ = {1.2, 0.2, 0.0};
};

TEST_F(LateTicks, twelve_late_ticks_leave_the_target_where_the_page_has_it) {
  lead(0.3);
  EXPECT_LT(distance_to_target(), 1e-9);
  session_.now += 12 * session_.loop.period();
  session_.loop.tick(session_.now, 0, 12);
  lead(0.1);
  EXPECT_NE(viewer_.snapshot().flags & 4u, 0u) << "the hand holds";
  EXPECT_LT(distance_to_target(), 1e-9);
}

TEST_F(LateTicks, a_run_at_eight_times_its_speed_leaves_the_target_where_the_page_has_it) {
  session_.say(me_, {{"type", "speed"}, {"id", 2}, {"factor", 8}});
  lead(0.3);
  EXPECT_NE(viewer_.snapshot().flags & 4u, 0u) << "the hand holds";
  EXPECT_LT(distance_to_target(), 1e-9);
}

}  // namespace
}  // namespace tangible
