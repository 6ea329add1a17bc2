// SPDX-License-Identifier: Apache-2.0
// Messages that no page would send: whatever arrives, the session refuses or obeys it, the run goes on, and a viewer
// that means well is served. TANGIBLE_FUZZ_MESSAGES=1000000 sends a million; the preset `debug` has sanitizers.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <random>

#include "virtual_session.h"

namespace tangible {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// One of each command, as the protocol has it.
std::vector<std::string> sensible_messages() {
  return {R"({"type": "take", "id": 1, "handle": "grip"})",
          R"({"type": "take", "id": 1, "body": 0, "at": [0.5, 0.2, 0.6]})",
          R"({"type": "hand", "seq": 12, "stamp": 4711.5, "position": [1, 2, 3], "rotation": [1, 0, 0, 0]})",
          R"({"type": "hand", "seq": 99, "position": [0.1, 0, 0.9]})",
          R"({"type": "release"})",
          R"({"type": "parameter", "id": 2, "name": "m_B", "value": 25})",
          R"({"type": "input", "id": 3, "name": "F", "value": -12})",
          R"({"type": "constraint", "id": 4, "name": "caster_sticks", "active": true})",
          R"({"type": "pause"})",
          R"({"type": "run"})",
          R"({"type": "step", "ticks": 3})",
          R"({"type": "speed", "factor": 0.25})",
          R"({"type": "reset", "id": 5})",
          R"({"type": "record", "id": 6, "on": true})",
          R"({"type": "record", "on": false})",
          R"({"type": "load", "id": 7, "model": "pendulum"})",
          R"({"type": "play", "id": 7, "recording": "../cart_1.run"})",
          R"({"type": "model_text", "id": 8, "text": "tangible: 1\nname: x\n"})",
          R"({"type": "save", "id": 9, "text": "tangible: 1\n"})",
          R"({"type": "revert", "id": 10})",
          R"({"type": "document", "mode": 1})",
          R"({"type": "ask_hand"})",
          R"({"type": "give_hand", "viewer": 5})",
          R"({"type": "ping", "id": 11})"};
}

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::string message() {
    std::string text = pick(sensible_);
    const int times = static_cast<int>(below(5));
    for (int k = 0; k < times; ++k) mutate(text);
    return text;
  }
  std::size_t below(std::size_t n) { return n == 0 ? 0 : random_() % n; }

 private:
  const std::string& pick(const std::vector<std::string>& list) { return list[below(list.size())]; }

  void mutate(std::string& text) {
    const std::size_t at = below(text.size() + 1);
    switch (below(8)) {
      case 0:
        if (!text.empty()) text[below(text.size())] = static_cast<char>(random_());
        break;
      case 1: text.erase(at, below(8)); break;
      case 2: text.insert(at, pick(words_)); break;
      case 3: text.insert(at, std::string(below(6000), "[{\"0 \\"[below(6)])); break;
      case 4: text.resize(at); break;
      case 5: text += pick(sensible_); break;
      case 6: replace_number(text); break;
      default: {
        const std::string& other = pick(sensible_);
        text = text.substr(0, at) + other.substr(below(other.size()));
      }
    }
  }
  void replace_number(std::string& text) {
    const std::size_t begin = text.find_first_of("0123456789", below(text.size() + 1));
    if (begin == std::string::npos) return;
    const std::size_t end = std::min(text.find_first_not_of("0123456789.", begin), text.size());
    text.replace(begin, end - begin, pick(numbers_));
  }

  std::mt19937 random_;
  std::vector<std::string> sensible_ = sensible_messages();
  std::vector<std::string> words_{"null",      "true",     "{}",         "[]",      "\"\"",    ",",
                                  ":",         "\"type\"", "\"id\": -1", "\\u0000", "\\ud800", "\xff\xfe",
                                  "</script>", "-",        "e",          "1e999",   "NaN",     std::string(1, '\0')};
  std::vector<std::string> numbers_{"1e308",
                                    "-1e308",
                                    "1e-320",
                                    "9007199254740993",
                                    "18446744073709551616",
                                    "-1",
                                    "0",
                                    "null",
                                    "1e999",
                                    "4294967296",
                                    "0.5",
                                    "[1]",
                                    "\"1\"",
                                    "-0.0",
                                    "255",
                                    "1000"};
};

TEST(WireFuzz, whatever_arrives_the_run_goes_on_and_others_are_served) {
  const char* wish = std::getenv("TANGIBLE_FUZZ_MESSAGES");
  const long messages = wish != nullptr ? std::atol(wish) : 4000;
  const fs::path folder = fs::temp_directory_path() / ("tangible_fuzz_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  fs::copy_file("models/shopping_cart/shopping_cart.yaml", folder / "cart.yaml", fs::copy_options::overwrite_existing);
  {
    VirtualSession s("", folder / "recordings");
    s.open((folder / "cart.yaml").string());
    Mutator mutator(20261117);
    auto wild = std::make_unique<ListedViewer>();
    std::uint32_t number = s.join(*wild);
    ListedViewer calm;
    const std::uint32_t me = s.join(calm);
    long closed = 0;
    for (long k = 0; k < messages; ++k) {
      s.session.receive(number, mutator.message(), s.now);
      for (int t = 0; t < 5; ++t) s.tick();
      if (k % 100 == 0) s.say(me, {{"type", "ping"}});
      if (wild->texts.size() > 1000) wild->texts.clear();
      if (wild->snapshots.size() > 100) wild->snapshots.clear(), calm.snapshots.clear(), calm.texts.clear();
      if (wild->closed == 0) continue;
      ++closed;
      s.session.leave(number);
      wild = std::make_unique<ListedViewer>();
      number = s.join(*wild);
    }
    EXPECT_GT(s.session.counts().refused, 0u);
    EXPECT_EQ(s.session.counts().messages, static_cast<std::uint64_t>(messages + (messages + 99) / 100));
    EXPECT_GT(closed, 0);
    s.session.leave(number);
    calm.texts.clear();
    s.say(me, {{"type", "load"}, {"id", 70}, {"model", "pendulum"}});
    EXPECT_TRUE(
        s.wait([&] { return calm.last("hello").is_object() && calm.last("hello")["model"]["id"] == "pendulum"; }));
    s.say(me, {{"type", "run"}});
    calm.snapshots.clear();
    s.run(0.5);
    ASSERT_FALSE(calm.snapshots.empty());
    for (const double value : calm.snapshot().values) EXPECT_TRUE(std::isfinite(value));
  }
  fs::remove_all(folder);
}

}  // namespace
}  // namespace tangible
