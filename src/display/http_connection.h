// SPDX-License-Identifier: Apache-2.0
// HttpConnection: requests on one connection, one after the other, until it becomes a WebSocket or ends.
#pragma once

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <memory>
#include <optional>
#include <string>

#include "display/access.h"
#include "display/server.h"

namespace tangible {

struct HttpContext {
  const ServerOptions& options;
  Access& access;
  Session& session;
  ServerCounts& counts;
  std::size_t& open_connections;
};

class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(boost::asio::ip::tcp::socket&& socket, const HttpContext& context);
  ~HttpConnection() { --context_.open_connections; }
  void read();

 private:
  using Request = boost::beast::http::request<boost::beast::http::string_body>;
  using Response = boost::beast::http::response<boost::beast::http::string_body>;
  void end_reading(boost::beast::error_code error);
  void answer(Request request);
  Response checked_response_to(const Request& request);
  Response response_to(const Request& request);
  Response page(const Request& request, std::string_view html, std::string_view gzip);
  Response picture(const Request& request, const std::string& file);
  Response session_cookie(const Request& request);
  Response plain(const Request& request, boost::beast::http::status status, std::string text);
  bool becomes_socket(const Request& request);
  void write(const Response& response);

  boost::beast::tcp_stream stream_;
  HttpContext context_;
  boost::beast::flat_buffer buffer_;
  std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> parser_;
  std::string response_;
  bool has_answered_ = false;
};

}  // namespace tangible
