// SPDX-License-Identifier: Apache-2.0
// What is wrong on the wire, below the messages of viewers, is refused, counted and harmless: connections that stay
// half open, requests that are no HTTP, handshakes and frames that break the protocol of WebSockets.
#include <gtest/gtest.h>

#include <boost/asio/read.hpp>
#include <future>

#include "running_server.h"

namespace tangible {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds short_patience{300};

ServerCounts counts_of(Running& running) {
  std::promise<ServerCounts> counts;
  running.server.post([&] { counts.set_value(running.server.counts()); });
  return counts.get_future().get();
}

// The other end acts after its own time.
bool refuses_in_all(Running& running, std::uint64_t count) {
  for (const auto end = Clock::now() + std::chrono::seconds(20); Clock::now() < end;) {
    if (counts_of(running).refused >= count) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(counts_of(running).refused, count);
  return counts_of(running).refused == count;
}

struct RawClient {
  explicit RawClient(const Running& running, const std::string& text = {}) {
    socket.connect({boost::asio::ip::make_address(running.address), running.server.port()});
    boost::system::error_code error;
    boost::asio::write(socket, boost::asio::buffer(text), error);
  }
  // All that the server says until it ends the connection.
  std::string read_to_the_end() {
    std::string text;
    boost::system::error_code error;
    boost::asio::read(socket, boost::asio::dynamic_buffer(text), error);
    return text;
  }
  boost::asio::io_context context;
  tcp::socket socket{context};
};

TEST(Refusals, half_open_connections_are_closed_after_their_time_and_counted) {
  Running running({}, "127.0.0.1", short_patience);
  const auto begin = Clock::now();
  std::uint64_t count = 0;
  for (const char* text : {"", "GET / HT", "POST /session HTTP/1.1\r\nContent-Length: 20\r\n\r\n{\"token\""}) {
    RawClient silent(running, text);
    EXPECT_EQ(silent.read_to_the_end(), "") << text;
    EXPECT_TRUE(refuses_in_all(running, ++count)) << text;
  }
  EXPECT_GE(Clock::now() - begin, 3 * short_patience);
  EXPECT_EQ(ask(running, {}).result_int(), 200u);
}

TEST(Refusals, connections_that_end_or_rest_between_requests_are_none) {
  Running running({}, "127.0.0.1", short_patience);
  { const RawClient ahead_of_need(running); }
  RawClient rests(running, "GET / HTTP/1.1\r\nHost: " + running.host() + "\r\n\r\n");
  EXPECT_TRUE(rests.read_to_the_end().starts_with("HTTP/1.1 200 "));
  const ServerCounts counts = counts_of(running);
  EXPECT_EQ(counts.connections, 2u);
  EXPECT_EQ(counts.requests, 1u);
  EXPECT_EQ(counts.refused, 0u);
}

TEST(Refusals, requests_that_are_no_http_are_counted) {
  Running running;
  std::uint64_t count = 0;
  for (const std::string& text :
       {std::string("\x16\x03\x01\x02\r\n\r\n"), std::string(20'000, 'a'), std::string("GET / HTTP/7.7\r\n\r\n"),
        "GET / HTTP/1.1\r\nX: " + std::string(10'000, 'b') + "\r\n\r\n",
        std::string("GET / HTTP/1.1\r\nno colon\r\n\r\n"),
        std::string("POST /session HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n")}) {
    RawClient client(running, text);
    EXPECT_EQ(client.read_to_the_end(), "") << text.substr(0, 40);
    EXPECT_TRUE(refuses_in_all(running, ++count)) << text.substr(0, 40);
  }
  { const RawClient leaves_within_its_request(running, "GET / HT"); }
  EXPECT_TRUE(refuses_in_all(running, ++count));
  EXPECT_EQ(ask(running, {}).result_int(), 200u);
}

TEST(Refusals, handshakes_that_fail_are_counted) {
  Running running;
  const std::string head = "GET /live HTTP/1.1\r\nHost: " + running.host() + "\r\nOrigin: http://" + running.host() +
                           "\r\nCookie: " + cookie_of(running) + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n";
  std::uint64_t count = 0;
  for (const char* rest : {"Sec-WebSocket-Version: 12\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                           "Sec-WebSocket-Version: 13\r\n\r\n", "Connection: Upgrade\r\n\r\n"}) {
    RawClient client(running, head + rest);
    EXPECT_TRUE(refuses_in_all(running, ++count)) << rest;
  }
  EXPECT_EQ(counts_of(running).viewers, 0u);
}

TEST(Refusals, frames_that_break_the_protocol_end_the_connection_and_are_counted) {
  Running running;
  const std::string cookie = cookie_of(running), own = "http://" + running.host();
  std::uint64_t count = 0;
  const std::string mask(4, '\0');
  for (const std::string& frame : {"\x81\x05hello" + std::string(),  // without a mask
                                   "\x83\x80" + mask,                // an opcode that nobody has given a meaning
                                   "\xf1\x80" + mask,                // bits of extensions that were not agreed on
                                   "\x80\x80" + mask,                // goes on with nothing
                                   "\x09\x80" + mask,                // a ping in pieces
                                   "\x81\x82" + mask + "\xc3\x28",   // no UTF-8
                                   "\x81\xff" + std::string("\0\0\1\0\0\0\0\0", 8) + mask}) {  // 2^40 bytes
    Client client(running, cookie, own);
    ASSERT_FALSE(client.error);
    boost::asio::write(client.socket.next_layer(), boost::asio::buffer(frame), client.error);
    EXPECT_FALSE(client.read([] { return false; }));
    EXPECT_TRUE(refuses_in_all(running, ++count)) << static_cast<int>(frame[0]);
  }
  Client leaves(running, cookie, own);
  ASSERT_TRUE(leaves.read([&] { return leaves.seen.snapshots.size() > 3; }));
  leaves.socket.next_layer().close();
  Client stays(running, cookie, own);
  ASSERT_TRUE(stays.read([&] { return stays.seen.snapshots.size() > 3; }));
  EXPECT_EQ(counts_of(running).refused, count) << "a viewer that goes away breaks nothing";
}

}  // namespace
}  // namespace tangible
