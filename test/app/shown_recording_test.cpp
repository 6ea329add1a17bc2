// SPDX-License-Identifier: Apache-2.0
// Facts about `tangible share` and `tangible render` of what a viewer recorded (FILE.run).
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>

#include "app/program.h"
#include "display/base64.h"
#include "display/recorded_run.h"
#include "display/run_header.h"

namespace tangible {
namespace {

std::string bytes_of_shown(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The same recording behind another header.
std::string with_header(const std::string& recording, const nlohmann::json& header) {
  const std::string text = header.dump();
  uLongf size = compressBound(static_cast<uLong>(text.size()));
  std::string packed(size, '\0');
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(text.data()),
           static_cast<uLong>(text.size()));
  packed.resize(size);
  std::uint32_t before = 0;
  std::memcpy(&before, recording.data() + 8, 4);
  const auto now = static_cast<std::uint32_t>(size);
  std::string out = recording.substr(0, 16);
  std::memcpy(out.data() + 8, &now, 4);
  return out + packed + recording.substr(16 + before);
}

// A box that flies and turns, with a mesh from a file.
const std::string thrown = R"yaml(tangible: 1
name: thrown
coordinates: {x: m, z: m, q: rad}
frames: {B: {in: N, rotate: {y: q}}}
points: {P: {from: O, at: x*N.x + z*N.z}}
bodies: {ball: {frame: B, center: P, mass: 1 kg, inertia: {xx: 1, yy: 1, zz: 1}}}
gravity: -9.81 m/s^2 * N.z
initial: {x': 1 m/s, z': 3 m/s, q': 2 rad/s}
shapes:
  knob: {box: [0.3 m, 0.2 m, 0.1 m], body: ball}
  wedge: {mesh: wedge.obj, unit: 1 m, body: ball}
)yaml";

class ShownRecording : public testing::Test {
 protected:
  void SetUp() override {
    if (!program_is_built()) GTEST_SKIP() << "the program is not built";
    folder.write("wedge.obj", "v 0 0 0\nv 0.5 0 0\nv 0 0.5 0\nv 0 0 0.5\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    folder.write("thrown.yaml", thrown);
    LiveModel live(load(out("thrown.yaml")), 1, SimulationOptions{.ports = 1});
    SampleOptions options;
    options.until = 0.5;
    RunSamples samples = sample_run(live, options);
    // As a viewer does that begins later than the run.
    samples.numbers.erase(samples.numbers.begin(), samples.numbers.begin() + 6);
    samples.modes.erase(samples.modes.begin(), samples.modes.begin() + 6);
    const RunTitle title{"thrown", "thrown.yaml", "", ""};
    recording = encode_run(live, samples, title);
    folder.write("thrown.run", recording);
    samples.numbers[3][live.simulation.snapshot_layout().values.time[0]] = std::nan("");
    timeless = encode_run(live, samples, title);
  }
  ProgramResult run(const std::string& words) const { return run_program("cd " + folder.path + " && $T " + words); }
  std::string out(const std::string& name) const { return folder.path + "/" + name; }
  ScratchFolder folder;
  std::string recording, timeless;  // the second: a time in it is not a number
};

TEST_F(ShownRecording, is_shared_byte_by_byte) {
  const ProgramResult result = run("share thrown.run --out thrown.html");
  if (result.text.find("built without the page") != std::string::npos) GTEST_SKIP() << result.text;
  EXPECT_EQ(result.code, 0) << result.text;
  EXPECT_NE(result.text.find("thrown.html: 0.4 s, 25 samples, 1 mode, 0 events"), std::string::npos) << result.text;
  EXPECT_NE(bytes_of_shown(out("thrown.html")).find("id=\"tangible-run\">" + base64_of(recording) + "</script>"),
            std::string::npos);
}

TEST_F(ShownRecording, may_have_another_title) {
  const ProgramResult result = run("share thrown.run --title 'my throw' --out thrown.html");
  if (result.text.find("built without the page") != std::string::npos) GTEST_SKIP() << result.text;
  const std::string page = bytes_of_shown(out("thrown.html")), begin = "id=\"tangible-run\">";
  const std::size_t at = page.find(begin) + begin.size();
  const std::string shared = bytes_of_base64(page.substr(at, page.find("</script>", at) - at));
  const auto header = read_run_header(shared);
  ASSERT_TRUE(header);
  EXPECT_EQ((*header)["title"], "My throw");
  EXPECT_EQ((*header)["comment"], (*read_run_header(recording))["comment"]);
  EXPECT_EQ(read_run_data(shared), read_run_data(recording));
}

// The pixels of a picture have a decimal; positions in the recording are rounded to 1e-5 of the size of the scene.
std::vector<double> numbers_in(const std::string& svg) {
  std::vector<double> list;
  for (const char* at = svg.c_str(); *at != '\0';) {
    char* end = nullptr;
    const double x = *at == '-' || (*at >= '0' && *at <= '9') ? std::strtod(at, &end) : 0;
    if (end != nullptr && end != at) list.push_back(x);
    at = end != nullptr && end != at ? end : at + 1;
  }
  return list;
}

TEST_F(ShownRecording, is_drawn_like_the_run_that_was_recorded) {
  ASSERT_EQ(run("render thrown.yaml --at 0.35 --out model.svg").code, 0);
  // Neither the model file nor the mesh is needed.
  std::filesystem::remove(out("thrown.yaml"));
  std::filesystem::remove(out("wedge.obj"));
  const ProgramResult result = run("render thrown.run --at 0.35 --out recorded.svg");
  ASSERT_EQ(result.code, 0) << result.text;
  const std::vector<double> model = numbers_in(bytes_of_shown(out("model.svg"))),
                            recorded = numbers_in(bytes_of_shown(out("recorded.svg")));
  ASSERT_EQ(model.size(), recorded.size());
  ASSERT_GT(model.size(), 40u);
  for (std::size_t k = 0; k < model.size(); ++k) EXPECT_NEAR(model[k], recorded[k], 0.21) << k;
}

TEST_F(ShownRecording, becomes_pictures_of_the_scene_without_its_model) {
  std::filesystem::remove(out("thrown.yaml"));
  const ProgramResult result = run("render thrown.run --every 0.2 --size 64x36 --out p.png");
  if (result.text.find("it was not found") != std::string::npos ||
      result.text.find("built without the page") != std::string::npos)
    GTEST_SKIP() << result.text;
  ASSERT_EQ(result.code, 0) << result.text;
  for (const char* name : {"p_000.png", "p_001.png", "p_002.png"})
    EXPECT_TRUE(bytes_of_shown(out(name)).starts_with("\x89PNG")) << name;
  EXPECT_FALSE(std::filesystem::exists(out("p_003.png")));
  const ProgramResult later = run("render thrown.run --out x.png --at 0.6");
  EXPECT_EQ(later.code, 2);
  EXPECT_NE(later.text.find("the run is from 0.1 s to 0.5 s"), std::string::npos) << later.text;
}

TEST_F(ShownRecording, has_only_the_times_that_were_recorded) {
  for (const char* time : {"0.05", "0.6"}) {
    const ProgramResult result = run("render thrown.run --out x.svg --at " + std::string(time));
    EXPECT_EQ(result.code, 2) << time;
    EXPECT_NE(result.text.find("the run is from 0.1 s to 0.5 s"), std::string::npos) << result.text;
  }
  EXPECT_EQ(run("render thrown.run --every 0.2 --out y.svg").code, 0);
  EXPECT_TRUE(std::filesystem::exists(out("y_002.svg")));
  EXPECT_FALSE(std::filesystem::exists(out("y_003.svg")));
  EXPECT_FALSE(std::filesystem::exists(out("x.svg")));
}

TEST_F(ShownRecording, is_not_run_in_another_way) {
  const ProgramResult result = run("share thrown.run --until 3 --out thrown.html");
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.text.find("thrown.run is a record, and is shown as it was run"), std::string::npos) << result.text;
}

TEST_F(ShownRecording, without_times_is_not_drawn) {
  folder.write("bad.run", timeless);
  const ProgramResult result = run("render bad.run --every 0.1 --out bad.svg");
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.text.find("bad.run: error: the times of the recording do not increase"), std::string::npos)
      << result.text;
}

// The page could not show what it does not have.
TEST_F(ShownRecording, whose_header_lacks_a_message_is_not_shared) {
  const nlohmann::json whole = *read_run_header(recording);
  for (const char* member : {"hello", "modes", "documents", "events", "duration"}) {
    nlohmann::json header = whole;
    header.erase(member);
    folder.write("bad.run", with_header(recording, header));
    const ProgramResult result = run("share bad.run --out bad.html");
    if (result.text.find("built without the page") != std::string::npos) GTEST_SKIP() << result.text;
    EXPECT_EQ(result.code, 2) << member << result.text;
    EXPECT_NE(result.text.find("bad.run: error: the header of the recording is damaged"), std::string::npos)
        << member << result.text;
    EXPECT_FALSE(std::filesystem::exists(out("bad.html"))) << member;
  }
}

TEST_F(ShownRecording, that_is_damaged_is_refused_and_nothing_is_written) {
  const std::string cut = recording.substr(0, recording.size() - 9), text = "tangible: 1\n";
  std::string flipped = recording;
  flipped[flipped.size() - 20] = static_cast<char>(flipped[flipped.size() - 20] ^ 64);
  for (const std::string& bytes : {cut, text, flipped, std::string()}) {
    folder.write("bad.run", bytes);
    for (const std::string words : {"share bad.run --out bad.html", "render bad.run --out bad.svg"}) {
      const ProgramResult result = run(words);
      if (result.text.find("built without the page") != std::string::npos) continue;
      EXPECT_EQ(result.code, 2) << words << result.text;
      EXPECT_NE(result.text.find("bad.run: error: "), std::string::npos) << result.text;
      EXPECT_FALSE(std::filesystem::exists(out(words.substr(words.rfind(' ') + 1)))) << words;
    }
  }
}

}  // namespace
}  // namespace tangible
