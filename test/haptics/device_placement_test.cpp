// SPDX-License-Identifier: Apache-2.0
// Devices as a person chooses them in words, and where they are put.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/error.h"
#include "haptics/admittance_settings.h"
#include "haptics/open_device.h"

namespace tangible {
namespace {

std::string refusal_of(const std::string& device, const std::string& prefix = "") {
  DeviceChoice choice;
  choice.text = device;
  choice.option_prefix = prefix;
  try {
    (void)open_device(choice);
  } catch (const BadInput& problem) {
    return problem.what();
  }
  return "";
}

TEST(DevicePlacement, is_taken_out_of_the_options_of_any_device) {
  std::string options = "arms/planar.yaml,scale=2,operator=firm,rotate=0/0/90,offset=0.1/0/-0.2,clutch=3";
  const DevicePlacement p = take_placement(options, "device");
  EXPECT_EQ(options, "arms/planar.yaml,operator=firm");
  EXPECT_EQ(p.scale, (Vec3{2, 2, 2}));
  EXPECT_EQ(*p.offset, (Vec3{0.1, 0, -0.2}));
  EXPECT_EQ(p.clutch_buttons, 8u);
  const Vec3 x = rotate(p.rotation, {1, 0, 0});
  EXPECT_NEAR(x.y, 1, 1e-15);
  EXPECT_NEAR(x.x, 0, 1e-15);
  EXPECT_FALSE(p.is_plain());
  std::string nothing = "mass=2";
  EXPECT_TRUE(take_placement(nothing, "device").is_plain());
  EXPECT_EQ(nothing, "mass=2");
}

TEST(DevicePlacement, turns_about_x_then_y_then_z_of_the_world) {
  std::string options = "rotate=90/90/0";
  const DevicePlacement p = take_placement(options, "device");
  const Vec3 y = rotate(p.rotation, {0, 1, 0});  // to z by the first turn, to x by the second
  EXPECT_NEAR(y.x, 1, 1e-15);
}

TEST(DevicePlacement, that_makes_no_sense_is_refused_with_a_remedy) {
  for (const char* bad : {"scale=0", "scale=-1", "scale=1/2", "scale=a", "scale=1/2/0", "scale=nan", "scale="})
    EXPECT_NE(refusal_of(std::string("simulated:") + bad).find("is not a valid scale; give a number above zero"),
              std::string::npos)
        << bad;
  for (const char* bad : {"rotate=90", "rotate=a/b/c", "offset=1/2", "offset=1/2/inf"})
    EXPECT_NE(refusal_of(std::string("simulated:") + bad).find("write X/Y/Z"), std::string::npos) << bad;
  for (const char* bad : {"clutch=32", "clutch=-1", "clutch=0.5", "clutch=left"})
    EXPECT_NE(refusal_of(std::string("simulated:") + bad).find("0 to 31"), std::string::npos) << bad;
  EXPECT_EQ(refusal_of("simulated:scale=0", "--").find("--device: error: scale='0'"), 0u);
}

// Power at the device is power at the world, whatever the placement: f . v = f_N . v_N.
TEST(DevicePlacement, preserves_power) {
  std::string options = "scale=2/3/0.5,rotate=20/-30/140";
  const Registration r = take_placement(options, "device").registration({});
  const Twist v{{0.3, -0.2, 0.5}, {1, 2, -1}};
  const Wrench f_N{{4, -5, 6}, {0.1, 0.2, -0.3}};
  const Twist v_N = r.to_world(v);
  const Wrench f = r.to_device(f_N);
  EXPECT_NEAR(dot(f.force, v.linear), dot(f_N.force, v_N.linear), 1e-14);
  EXPECT_NEAR(dot(f.torque, v.angular), dot(f_N.torque, v_N.angular), 1e-14);
}

TEST(DevicePlacement, of_a_turned_device_with_one_freedom_pushes_along_its_own_axis) {
  std::string options = "rotate=0/0/90";
  const DevicePlacement p = take_placement(options, "device");
  const Freedoms x_only{true, false, false, false, false, false};
  const Freedoms world = p.in_world(x_only);
  EXPECT_EQ(world, (Freedoms{false, true, false, false, false, false}));
  // The handle takes N.y: the device's x is that. It does not take N.x: then nothing is left.
  const CouplerDirections along = p.directions(x_only, {false, true, false, false, false, false});
  EXPECT_TRUE(along.mask[0]);
  EXPECT_EQ(along.axes, p.rotation);
  EXPECT_FALSE(p.directions(x_only, {true, false, false, false, false, false}).mask[0]);
  // A device of three shifts leaves the axes to the handle.
  const CouplerDirections of_handle = p.directions(translations, {false, true, false, false, false, false});
  EXPECT_EQ(of_handle.axes, Quaternion{});
  EXPECT_EQ(of_handle.mask, (Freedoms{false, true, false, false, false, false}));
}

TEST(OpenDevice, refuses_names_and_options_that_do_not_exist) {
  EXPECT_EQ(refusal_of("phantom"), "device phantom: error: there is no such device; list_devices() lists the devices");
  EXPECT_NE(refusal_of("simulated:mass").find("write name=value"), std::string::npos);
  EXPECT_NE(refusal_of("simulated:mass=0").find("above zero"), std::string::npos);
  EXPECT_NE(refusal_of("simulated:delay=1.5").find("whole number"), std::string::npos);
  EXPECT_NE(refusal_of("udp:colour=red").find("there is no option 'colour'"), std::string::npos);
  EXPECT_NE(refusal_of("replay:/no/such/file").find("/no/such/file"), std::string::npos);
  for (const DeviceListing& device : list_devices()) EXPECT_FALSE(device.what.empty()) << device.name;
}

TEST(AdmittanceSettings, are_set_by_name_and_refused_by_name) {
  AdmittancePortOptions o;
  set_admittance_options(o, "dead_band=0.5,tare=20,guard=0");
  EXPECT_EQ(o.sensor.dead_band.linear, 0.5);
  EXPECT_EQ(o.sensor.tare_ticks, 20);
  EXPECT_FALSE(o.guard.acts);
  EXPECT_THROW(set_admittance_options(o, "colour=1"), BadInput);
  EXPECT_THROW(set_admittance_options(o, "tare"), BadInput);
  EXPECT_THROW(set_admittance_options(o, "tare=-1"), BadInput);
  for (const std::string& name : wrench_hold_names()) EXPECT_EQ(name_of(wrench_hold_named(name)), name);
  EXPECT_THROW((void)wrench_hold_named("loosely"), BadInput);
}

}  // namespace
}  // namespace tangible
