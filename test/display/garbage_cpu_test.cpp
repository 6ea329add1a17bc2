// SPDX-License-Identifier: Apache-2.0
// Garbage on a real socket while somebody drags, by the clock: what the thread that runs the model takes of its
// processor. It takes a minute: `ctest -L slow`.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "running_server.h"

namespace tangible {
namespace {

// Connects again and again and sends a thousand pieces of nonsense a second: frames of text and of bytes, and requests
// that are none.
class Nuisance {
 public:
  Nuisance(const Running& running, const std::string& cookie) : running_(running), cookie_(cookie) {}
  ~Nuisance() { rest(); }
  void begin() {
    stops_ = false;
    thread_ = std::thread([this] { annoy(); });
  }
  void rest() {
    stops_ = true;
    if (thread_.joinable()) thread_.join();
  }
  long sent() const { return sent_; }

 private:
  void annoy() {
    std::mt19937 random(1);
    const auto bytes = [&](std::size_t most) {
      std::string text(1 + random() % most, '\0');
      for (char& c : text) c = static_cast<char>(random());
      return text;
    };
    while (!stops_) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      Client client(running_, cookie_, "http://" + running_.host());
      while (!stops_ && !client.error) {
        const bool is_text = random() % 2 == 0;
        client.socket.binary(!is_text);
        client.socket.write(boost::asio::buffer(is_text ? "{\"type\": \"take" : bytes(4000)), client.error);
        ++sent_;
        if (random() % 50 == 0) send_no_request(bytes(500));
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    }
  }
  void send_no_request(const std::string& text) {
    boost::asio::io_context context;
    tcp::socket socket(context);
    boost::system::error_code error;
    socket.connect({boost::asio::ip::make_address("127.0.0.1"), running_.server.port()}, error);
    if (!error) boost::asio::write(socket, boost::asio::buffer(text), error);
  }

  const Running& running_;
  std::string cookie_;
  std::atomic<bool> stops_{true};
  std::atomic<long> sent_{0};
  std::thread thread_;
};

// Of one block: a tick's mean.
struct Cost {
  double cpu = 0;  // s
  double evaluations = 0;
};

class Drag {
 public:
  Drag(Running& running, const std::string& cookie)
      : running_(running), client_(running, cookie, "http://" + running.host()) {}

  bool take() {
    if (!client_.read([&] { return !client_.seen.last("hello").is_null() && client_.seen.snapshots.size() > 3; }))
      return false;
    client_.say({{"type", "take"}, {"id", 1}, {"handle", "grip"}});
    return client_.read([&] { return !client_.seen.reply(1).is_null(); });
  }
  Cost go_on(double seconds) {
    client_.seen.snapshots.clear();
    EXPECT_TRUE(client_.read([&] { return !client_.seen.snapshots.empty(); }));
    const double cpu = running_.run.cpu_time(), ticks = value("ticks"), evaluations = value("evaluations");
    const double end = LiveRun::clock() + seconds;
    EXPECT_TRUE(client_.read([&] { return pull() > end; }));
    const double more = value("ticks") - ticks;
    return {(running_.run.cpu_time() - cpu) / more, (value("evaluations") - evaluations) / more};
  }

 private:
  double value(const std::string& name) const { return value_of(client_.seen, name); }
  // To and fro, once for every snapshot.
  double pull() {
    const double now = LiveRun::clock();
    if (client_.seen.snapshots.size() > 1) client_.seen.snapshots.erase(client_.seen.snapshots.begin());
    client_.say({{"type", "hand"}, {"seq", ++sequence_}, {"position", {1 + 0.3 * std::sin(5 * now), 0.1, 0.9}}});
    return now;
  }

  Running& running_;
  Client client_;
  int sequence_ = 0;
};

double median(std::vector<double> list) {
  std::ranges::sort(list);
  return list[list.size() / 2];
}

TEST(GarbageCpu, DISABLED_garbage_costs_the_servo_thread_next_to_nothing) {
  Running running;
  const std::string cookie = cookie_of(running);
  Drag drag(running, cookie);
  Nuisance nuisance(running, cookie);
  ASSERT_TRUE(drag.take());
  std::vector<double> without, with, evaluations_without, evaluations_with;
  for (int block = 0; block < 10; ++block) {
    const bool annoyed = block % 2 == 1;
    if (annoyed) nuisance.begin();
    const Cost cost = drag.go_on(5);
    if (annoyed) nuisance.rest();
    (annoyed ? with : without).push_back(cost.cpu);
    (annoyed ? evaluations_with : evaluations_without).push_back(cost.evaluations);
  }
  const double alone = median(without), annoyed = median(with);
  std::printf("us of the servo thread a tick: %.2f without, %.2f with garbage (%ld pieces)\n", 1e6 * alone,
              1e6 * annoyed, nuisance.sent());
  EXPECT_GT(nuisance.sent(), 1000);
  EXPECT_LE(annoyed, std::max(1.2 * alone, alone + 2e-6));
  EXPECT_NEAR(median(evaluations_with), median(evaluations_without), 0.02 * median(evaluations_without));
}

}  // namespace
}  // namespace tangible
