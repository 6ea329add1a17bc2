// SPDX-License-Identifier: Apache-2.0
// SocketViewer: a viewer behind a WebSocket. One write is in flight at a time; texts wait in a bounded queue, of
// snapshots only the newest waits.
#pragma once

#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <memory>

#include "display/outlet.h"
#include "display/server.h"

namespace tangible {

class SocketViewer : public Outlet, public std::enable_shared_from_this<SocketViewer> {
 public:
  using Request = boost::beast::http::request<boost::beast::http::string_body>;
  SocketViewer(boost::beast::tcp_stream&& stream, Session& session, ServerCounts& counts);

  void accept(const Request& request, std::uint32_t since);
  void send(std::shared_ptr<const std::string> text) override;
  void show(std::shared_ptr<const std::string> snapshot) override;
  void close(int code, const std::string& reason) override;

 private:
  void read();
  void receive(boost::beast::error_code error);
  void write();
  void cut_off();
  void leave();

  static constexpr std::size_t most_texts = 4096, most_bytes = 16u << 20;

  boost::beast::websocket::stream<boost::beast::tcp_stream> socket_;
  Session& session_;
  ServerCounts& counts_;
  boost::beast::flat_buffer buffer_;
  std::deque<std::shared_ptr<const std::string>> texts_;
  std::size_t queued_bytes_ = 0;
  std::shared_ptr<const std::string> snapshot_;
  std::shared_ptr<const std::string> in_flight_;
  std::uint32_t viewer_ = 0;
  bool is_open_ = false;
  int close_code_ = 0;
  std::string close_reason_;
};

}  // namespace tangible
