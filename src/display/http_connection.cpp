// SPDX-License-Identifier: Apache-2.0
// The routes of the viewer's protocol.
#include "display/http_connection.h"

#include <boost/asio/write.hpp>
#include <boost/beast/http/read.hpp>
#include <charconv>

#include "display/socket_viewer.h"

namespace tangible {

namespace beast = boost::beast;
namespace http = beast::http;

namespace {

constexpr std::size_t longest_body = 4096, longest_header = 8192;

std::string_view view(boost::string_view text) { return {text.data(), text.size()}; }

std::string_view path_of(std::string_view target) {
  return target.substr(0, std::min(target.find('?'), target.size()));
}

std::uint32_t since_of(std::string_view target) {
  const std::size_t at = target.find("?since=");
  std::uint32_t since = 0;
  if (at != std::string_view::npos) std::from_chars(target.data() + at + 7, target.data() + target.size(), since);
  return since;
}

// As one text: the templates that serialize a message piece by piece take many seconds to compile.
std::string to_text(const http::response<http::string_body>& response) {
  std::string text = response.version() == 10 ? "HTTP/1.0 " : "HTTP/1.1 ";
  text += std::to_string(response.result_int()) + ' ';
  text.append(view(response.reason())).append("\r\n");
  for (const auto& field : response)
    text.append(view(field.name_string())).append(": ").append(view(field.value())).append("\r\n");
  return text.append("\r\n").append(response.body());
}

}  // namespace

HttpConnection::HttpConnection(boost::asio::ip::tcp::socket&& socket, const HttpContext& context)
    : stream_(std::move(socket)), context_(context) {
  ++context_.open_connections;
}

void HttpConnection::read() {
  parser_.emplace();
  parser_->body_limit(longest_body);
  parser_->header_limit(longest_header);
  stream_.expires_after(context_.options.patience);
  http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](beast::error_code error, std::size_t) {
    if (error) return self->end_reading(error);
    self->answer(self->parser_->release());
  });
}

// A connection may end, or wait too long, between two requests; within one, or without any, it is refused. That it
// ends before it has asked anything is what browsers do with connections that they open ahead of need.
void HttpConnection::end_reading(beast::error_code error) {
  const bool is_malformed = error.category() == beast::error_code(http::error::end_of_stream).category() &&
                            error != http::error::end_of_stream;
  const bool never_asked = !has_answered_ && error == beast::error::timeout;
  if (is_malformed || parser_->got_some() || buffer_.size() > 0 || never_asked) ++context_.counts.refused;
}

void HttpConnection::answer(Request request) {
  ++context_.counts.requests;
  has_answered_ = true;
  if (becomes_socket(request)) return;
  const Response response = checked_response_to(request);
  if (response.result_int() >= 400) ++context_.counts.refused;
  write(response);
}

// One request that cannot be answered does not end the others.
HttpConnection::Response HttpConnection::checked_response_to(const Request& request) {
  try {
    return response_to(request);
  } catch (const std::exception& error) {
    ++context_.counts.failed;
    return plain(request, http::status::internal_server_error,
                 std::string("the request cannot be answered: ") + error.what());
  }
}

// GET /live with all required headers.
bool HttpConnection::becomes_socket(const Request& request) {
  if (path_of(view(request.target())) != "/live" || !beast::websocket::is_upgrade(request)) return false;
  const std::string_view host = view(request[http::field::host]), origin = view(request[http::field::origin]);
  if (!context_.access.host_is_allowed(host) || !Access::origin_is_own(origin, host)) return false;
  if (!context_.access.has_cookie(view(request[http::field::cookie])) || !context_.session.has_room()) return false;
  const std::uint32_t since = since_of(view(request.target()));
  std::make_shared<SocketViewer>(std::move(stream_), context_.session, context_.counts)->accept(request, since);
  return true;
}

HttpConnection::Response HttpConnection::response_to(const Request& request) {
  const std::string_view path = path_of(view(request.target()));
  const std::string_view host = view(request[http::field::host]), origin = view(request[http::field::origin]);
  if (!context_.access.host_is_allowed(host)) return plain(request, http::status::forbidden, "this name is not served");
  if (!origin.empty() && !Access::origin_is_own(origin, host))
    return plain(request, http::status::forbidden, "pages of other sites are not served");
  const bool is_get = request.method() == http::verb::get;
  if (path == "/session") {
    if (request.method() != http::verb::post) return plain(request, http::status::method_not_allowed, "POST only");
    return session_cookie(request);
  }
  if (!is_get) return plain(request, http::status::method_not_allowed, "GET only");
  if (path == "/") return page(request, context_.options.page.html, context_.options.page.html_gzip);
  if (path == "/share.html" && !context_.options.page.share.empty())
    return page(request, context_.options.page.share, {});
  constexpr std::string_view pictures = "/picture/";
  if (path != "/gallery.json" && path != "/live" && !path.starts_with(pictures))
    return plain(request, http::status::not_found, "there is nothing here");
  if (!context_.access.has_cookie(view(request[http::field::cookie])))
    return plain(request, http::status::unauthorized, "open the link that the program printed");
  if (path == "/live") {
    if (!beast::websocket::is_upgrade(request))
      return plain(request, http::status::upgrade_required, "a WebSocket only");
    if (origin.empty()) return plain(request, http::status::forbidden, "the origin is missing");
    return plain(request, http::status::service_unavailable, "there are too many viewers");
  }
  if (path.starts_with(pictures)) return picture(request, std::string(path.substr(pictures.size())));
  using nlohmann::json;
  Response response =
      plain(request, http::status::ok, context_.session.gallery().dump(-1, ' ', false, json::error_handler_t::replace));
  response.set(http::field::content_type, "application/json");
  return response;
}

// A drawing that is opened by itself can neither run nor load anything.
HttpConnection::Response HttpConnection::picture(const Request& request, const std::string& file) {
  const std::optional<std::string> svg = context_.session.library().find_picture(file);
  if (!svg) return plain(request, http::status::not_found, "there is no such picture");
  Response response = plain(request, http::status::ok, *svg);
  response.set(http::field::content_type, "image/svg+xml");
  response.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  return response;
}

HttpConnection::Response HttpConnection::page(const Request& request, std::string_view html, std::string_view gzip) {
  const bool takes_gzip = view(request[http::field::accept_encoding]).find("gzip") != std::string_view::npos;
  const bool is_small = takes_gzip && !gzip.empty();
  Response response = plain(request, http::status::ok, std::string(is_small ? gzip : html));
  response.set(http::field::content_type, "text/html; charset=utf-8");
  if (is_small) response.set(http::field::content_encoding, "gzip");
  std::string policy(context_.options.page.policy);
  while (!policy.empty() && (policy.back() == '\n' || policy.back() == '\r')) policy.pop_back();
  response.set("Content-Security-Policy", policy);
  return response;
}

HttpConnection::Response HttpConnection::session_cookie(const Request& request) {
  const nlohmann::json body = nlohmann::json::parse(request.body(), nullptr, false);
  const bool is_right = body.is_object() && body.contains("token") && body["token"].is_string() &&
                        context_.access.exchange(body["token"].get_ref<const std::string&>());
  if (!is_right) return plain(request, http::status::forbidden, "the token is wrong");
  Response response = plain(request, http::status::no_content, "");
  response.set(http::field::set_cookie, context_.access.set_cookie());
  return response;
}

HttpConnection::Response HttpConnection::plain(const Request& request, http::status status, std::string text) {
  Response response(status, request.version());
  response.set(http::field::content_type, "text/plain; charset=utf-8");
  response.set("X-Content-Type-Options", "nosniff");
  response.set("Referrer-Policy", "no-referrer");
  response.set("Cross-Origin-Resource-Policy", "same-origin");
  response.set(http::field::cache_control, "no-store");
  response.keep_alive(request.keep_alive());
  response.body() = std::move(text);
  response.prepare_payload();
  return response;
}

void HttpConnection::write(const Response& response) {
  response_ = to_text(response);
  stream_.expires_after(context_.options.patience);
  const auto go_on = [self = shared_from_this(), stays = response.keep_alive()](beast::error_code error, std::size_t) {
    if (error == beast::error::timeout) ++self->context_.counts.cut_off;
    if (error) return;
    if (stays) return self->read();
    beast::error_code ignored;
    self->stream_.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
  };
  boost::asio::async_write(stream_, boost::asio::buffer(response_), go_on);
}

}  // namespace tangible
