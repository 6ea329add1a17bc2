// SPDX-License-Identifier: Apache-2.0
// The server on a real socket: who is let in, what arrives, and what does no harm.
#include <gtest/gtest.h>

#include "display/access.h"
#include "running_server.h"

namespace tangible {
namespace {

using nlohmann::json;

TEST(Server, the_page_is_sent_with_its_policy_and_all_else_needs_the_cookie) {
  Running running;
  const auto page = ask(running, {});
  EXPECT_EQ(page.result_int(), 200u);
  EXPECT_EQ(page.body(), "<html>the page</html>");
  EXPECT_EQ(page["Content-Security-Policy"], "default-src 'none'");
  EXPECT_EQ(ask(running, {.target = "/gallery.json"}).result_int(), 401u);
  EXPECT_EQ(ask(running, {.target = "/live"}).result_int(), 401u);
  EXPECT_EQ(ask(running, {.target = "/etc/passwd"}).result_int(), 404u);
  EXPECT_EQ(ask(running, {.method = http::verb::delete_}).result_int(), 405u);
  EXPECT_EQ(ask(running, {http::verb::post, "/session", R"({"token": "wrong"})"}).result_int(), 403u);
  EXPECT_EQ(ask(running, {http::verb::post, "/session", "no json"}).result_int(), 403u);
  const std::string cookie = cookie_of(running);
  const auto gallery = ask(running, {.target = "/gallery.json", .cookie = cookie});
  EXPECT_EQ(gallery.result_int(), 200u);
  EXPECT_GT(json::parse(gallery.body())["models"].size(), 40u);
  const json listed = json::parse(gallery.body());
  for (const json& model : listed["models"]) {
    const auto name = model["name"].get<std::string>();
    EXPECT_EQ(name.find('_'), std::string::npos) << name << ": a title, not the name of a file";
    EXPECT_FALSE(name.empty() || std::islower(static_cast<unsigned char>(name[0])) != 0) << model["id"];
    EXPECT_TRUE(model.contains("degrees_of_freedom")) << model["id"];
    for (const char* member : {"picture", "picture_dark"}) {
      ASSERT_TRUE(model.contains(member)) << model["id"];
      const auto picture = ask(running, {.target = model[member].get<std::string>(), .cookie = cookie});
      EXPECT_EQ(picture.result_int(), 200u) << model["id"];
      EXPECT_TRUE(picture.body().starts_with("<svg ")) << model["id"];
    }
  }
  EXPECT_EQ(ask(running, {.target = "/picture/four_bar.svg"}).result_int(), 401u);
  for (const char* path : {"/picture/../four_bar.svg", "/picture/none.svg", "/picture/four_bar.yaml"})
    EXPECT_EQ(ask(running, {.target = path, .cookie = cookie}).result_int(), 404u) << path;
}

TEST(Server, other_names_and_pages_of_other_sites_are_refused) {
  Running running;
  const std::string cookie = cookie_of(running), own = "http://" + running.host();
  EXPECT_EQ(ask(running, {.host = "evil.example"}).result_int(), 403u);
  EXPECT_EQ(ask(running, {.target = "/gallery.json", .cookie = cookie, .origin = "http://evil.example"}).result_int(),
            403u);
  EXPECT_EQ(
      ask(running, {http::verb::post, "/session", R"({"token": "secret"})", "", "http://evil.example"}).result_int(),
      403u);
  const auto upgrade = [&](const std::string& with, const std::string& origin, const std::string& host = {}) {
    return ask(running, {.target = "/live", .cookie = with, .origin = origin, .host = host, .upgrade = true})
        .result_int();
  };
  EXPECT_EQ(upgrade("", own), 401u);
  EXPECT_EQ(upgrade("tangible_1=0", own), 401u);
  EXPECT_EQ(upgrade(cookie, "http://evil.example"), 403u);
  EXPECT_EQ(upgrade(cookie, ""), 403u);
  EXPECT_EQ(upgrade(cookie, "http://evil.example", "evil.example"), 403u);
  EXPECT_EQ(upgrade(cookie, own), 101u);
}

TEST(Server, a_viewer_sees_the_cart_move_and_pulls_it) {
  Running running;
  Client client(running, cookie_of(running), "http://" + running.host());
  ASSERT_FALSE(client.error);
  ASSERT_TRUE(client.read([&] { return !client.seen.last("document").is_null() && client.seen.snapshots.size() > 3; }));
  const std::size_t pose = client.seen.last("hello")["handles"][0]["pose"].get<std::size_t>();
  const std::array<float, 7> start = client.seen.snapshot().poses[pose];
  client.say({{"type", "take"}, {"id", 1}, {"handle", "grip"}});
  double moved = 0;
  int sequence = 0;
  const auto pull = [&] {
    if (client.seen.snapshots.empty()) return false;
    client.say({{"type", "hand"}, {"seq", ++sequence}, {"position", {start[0] - 1, start[1], start[2]}}});
    moved = start[0] - client.seen.snapshot().poses[pose][0];
    return moved > 0.9;
  };
  // Against its first motion: only the hand can do that.
  EXPECT_TRUE(client.read(pull)) << moved;
  EXPECT_EQ(client.seen.reply(1)["ok"], true);
}

TEST(Server, half_requests_long_headers_and_bytes_at_random_do_no_harm) {
  Running running;
  boost::asio::io_context context;
  std::vector<tcp::socket> left_open;
  for (const std::string& text : {std::string("GET / HT"), std::string("\x16\x03\x01\x02"), std::string(20'000, 'a'),
                                  "GET / HTTP/1.1\r\nX: " + std::string(10'000, 'b') + "\r\n\r\n",
                                  std::string("POST /session HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n")}) {
    tcp::socket& socket = left_open.emplace_back(context);
    socket.connect({boost::asio::ip::make_address("127.0.0.1"), running.server.port()});
    boost::system::error_code error;
    boost::asio::write(socket, boost::asio::buffer(text), error);
  }
  Client client(running, cookie_of(running), "http://" + running.host());
  ASSERT_FALSE(client.error);
  for (int k = 0; k < 10; ++k) {
    client.socket.binary(true);
    client.socket.write(boost::asio::buffer(std::string("\x00\xff garbage", 10)), client.error);
  }
  EXPECT_TRUE(client.read([&] { return client.seen.last("error").is_object() && client.seen.snapshots.size() > 3; }));
  client.socket.write(boost::asio::buffer(std::string(2 << 20, 'x')), client.error);
  EXPECT_FALSE(client.read([] { return false; }));  // the connection ends
  EXPECT_EQ(ask(running, {}).result_int(), 200u);
}

TEST(Server, a_viewer_that_never_reads_does_not_stop_the_others) {
  Running running;
  const std::string cookie = cookie_of(running), own = "http://" + running.host();
  Client stalled(running, cookie, own), reader(running, cookie, own);
  ASSERT_FALSE(stalled.error);
  ASSERT_TRUE(reader.read([&] { return reader.seen.snapshots.size() > 60; }));
  // The newest one: at most half a second of the model's time later than the clock's worth of snapshots.
  EXPECT_GT(reader.seen.snapshot().time, 0.4);
}

// It asks for the equations again and again until the buffers of its connection are full, and then says garbage.
TEST(Server, a_viewer_that_never_reads_loses_the_hand_when_it_is_closed) {
  Running running;
  const std::string cookie = cookie_of(running), own = "http://" + running.host();
  Client stalled(running, cookie, own);
  ASSERT_TRUE(stalled.read([&] { return !stalled.seen.last("document").is_null(); }));
  const json holder = stalled.seen.last("viewers")["you"];
  Client reader(running, cookie, own);
  ASSERT_TRUE(reader.read([&] { return reader.seen.last("viewers").is_object(); }));
  EXPECT_EQ(reader.seen.last("viewers")["hand"], holder);
  const std::size_t length = stalled.seen.last("document").dump().size();
  // More than the kernel takes (10 MB at most), and less than the outbox does (16 MB).
  for (std::size_t sent = 0; sent < (std::size_t{12} << 20) && !stalled.error; sent += length)
    stalled.say({{"type", "document"}, {"mode", 0}});
  for (int k = 0; k < 20 && !stalled.error; ++k) stalled.say("garbage");
  EXPECT_TRUE(reader.read([&] { return reader.seen.last("viewers")["hand"] == reader.seen.last("viewers")["you"]; }));
}

// Each ping of the connection is answered, so that a flood of them costs as much as one of messages.
TEST(Server, a_flood_of_pings_ends_the_connection) {
  Running running;
  const std::string cookie = cookie_of(running), own = "http://" + running.host();
  Client wild(running, cookie, own), calm(running, cookie, own);
  for (int k = 0; k < 2000 && !wild.error; ++k) wild.socket.ping({}, wild.error);
  EXPECT_FALSE(wild.read([] { return false; }));
  EXPECT_EQ(wild.socket.reason().code, 1008);
  calm.socket.ping({}, calm.error);
  calm.seen.snapshots.clear();
  EXPECT_TRUE(calm.read([&] { return calm.seen.snapshots.size() > 3; }));
}

TEST(Server, the_link_has_the_address_on_which_it_listens) {
  for (const char* address : {"127.0.0.1", "127.0.0.2", "::1"}) {
    std::unique_ptr<Running> running;
    try {
      running = std::make_unique<Running>(RunningFolders{}, address);
    } catch (const BadInput&) {
      continue;  // this machine does not have it
    }
    EXPECT_EQ(running->server.link(), "http://" + running->host() + "/#token=secret");
    EXPECT_EQ(running->server.tunnel_end() + ":" + std::to_string(running->server.port()), running->host());
    EXPECT_EQ(ask(*running, {}).result_int(), 200u) << address;
  }
}

// 192.0.2.0/24 is reserved for examples.
TEST(Server, an_address_that_the_machine_does_not_have_is_named_and_not_its_port) {
  ServerOptions options = Running::make_options("192.0.2.77");
  try {
    const Server server(options);
    FAIL() << "this machine has the address of an example";
  } catch (const BadInput& error) {
    EXPECT_NE(std::string(error.what()).find("address 192.0.2.77: error: this machine does not have it"),
              std::string::npos)
        << error.what();
  }
}

TEST(Server, the_link_of_a_server_that_listens_everywhere_has_an_address_that_it_answers_to) {
  for (const char* address : {"0.0.0.0", "::"}) {
    ServerOptions options = Running::make_options(address);
    std::unique_ptr<Server> server;
    try {
      server = std::make_unique<Server>(options);
    } catch (const BadInput&) {
      continue;  // this machine does not have it
    }
    const std::string link = server->link();
    const std::string host = link.substr(7, link.find("/#") - 7);
    EXPECT_EQ(host.find("0.0.0.0"), std::string::npos) << link;
    EXPECT_EQ(host.find("[::]"), std::string::npos) << link;
    EXPECT_TRUE(Access(address, server->port(), "t").host_is_allowed(host)) << link;
    EXPECT_EQ(server->tunnel_end(), std::string(address) == "::" ? "[::1]" : "127.0.0.1");
    EXPECT_EQ(server->tunnel_link(), "http://127.0.0.1:" + std::to_string(server->port()) + "/#token=secret");
  }
}

}  // namespace
}  // namespace tangible
