// SPDX-License-Identifier: Apache-2.0
// Server: HTTP and WebSocket on one port (docs/reference/viewer-protocol.md). Everything in it and in its session
// happens in the thread that calls run().
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "display/session.h"
#include "display/viewer_page.h"

namespace tangible {

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8420;     // 0: any free one
  bool takes_next_port = false;  // if this one is taken, up to 20 further
  ViewerPage page;
  std::string token;  // empty: made from random numbers
  std::size_t max_connections = 64;
  std::chrono::milliseconds patience{10'000};  // with a request that does not become whole, or an answer nobody reads
};

struct ServerCounts {
  std::uint64_t connections = 0, requests = 0, viewers = 0;
  // Requests that were not answered as wished, half ones, handshakes and frames that break their protocol.
  std::uint64_t refused = 0;
  std::uint64_t cut_off = 0;  // connections whose other end does not read
  std::uint64_t failed = 0;   // requests, messages and jobs that ended with an exception
};

class Server {
 public:
  // Listens from now on. Throws BadInput if the address cannot be had.
  explicit Server(const ServerOptions& options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // From any thread.
  void post(std::function<void()> job);
  void stop();

  std::uint16_t port() const;
  const std::string& token() const;
  std::string link() const;  // with the token
  // The same for a program that is started with it: its token is right once, since others may see it. Before run().
  std::string make_link_for_once();
  // The link for a browser that reaches the port through a tunnel, and the end of the tunnel on this machine.
  std::string tunnel_link() const;
  std::string tunnel_end() const;  // empty: another machine reaches the server without one
  const ServerCounts& counts() const;

  // Until stop(), or until `should_continue`, which is called some 60 times a second, returns false.
  void run(Session& session, const std::function<bool()>& should_continue = {});

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace tangible
