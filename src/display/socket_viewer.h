// SPDX-License-Identifier: Apache-2.0
// SocketViewer: a viewer behind a WebSocket. One write is in flight at a time; the rest waits in an Outbox.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <memory>

#include "display/outbox.h"
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
  void take_ping();
  void read();
  void receive(boost::beast::error_code error);
  void write();
  void cut_off();
  void leave();

  boost::beast::websocket::stream<boost::beast::tcp_stream, false> socket_;  // without compression
  boost::asio::steady_timer patience_;  // with a message in flight when the connection is to end
  Session& session_;
  ServerCounts& counts_;
  boost::beast::flat_buffer buffer_;
  Outbox outbox_;
  std::shared_ptr<const std::string> in_flight_;
  std::uint32_t viewer_ = 0;
  bool is_open_ = false;
  int close_code_ = 0;
  std::string close_reason_;
};

}  // namespace tangible
