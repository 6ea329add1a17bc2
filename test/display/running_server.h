// SPDX-License-Identifier: Apache-2.0
// A server with the cart on a real socket, and what connects to it.
#pragma once

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

#include "display/live_run.h"
#include "display/server.h"
#include "virtual_session.h"

namespace tangible {

namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using boost::asio::ip::tcp;

struct RunningFolders {
  std::filesystem::path models = "models", recordings = {};
};

// A server with the cart, in threads of its own.
struct Running {
  explicit Running(const RunningFolders& folders = {}, const std::string& given_address = "127.0.0.1",
                   std::chrono::milliseconds patience = ServerOptions{}.patience)
      : address(given_address),
        server(make_options(given_address, patience)),
        session(session_options(folders), loop, worker),
        run(loop) {
    session.open(std::filesystem::absolute("models/shopping_cart/shopping_cart.yaml"));
    run.start();
    thread = std::thread([this] { server.run(session); });
  }
  ~Running() {
    server.stop();
    thread.join();
    run.stop();
  }
  static ServerOptions make_options(const std::string& given_address,
                                    std::chrono::milliseconds patience = ServerOptions{}.patience) {
    ServerOptions options;
    options.patience = patience;
    options.address = given_address;
    options.port = 0;
    options.token = "secret";
    options.page.html = "<html>the page</html>";
    options.page.policy = "default-src 'none'\n";
    return options;
  }
  SessionOptions session_options(const RunningFolders& folders) {
    SessionOptions options;
    options.library = ModelLibrary(folders.models);
    if (!folders.recordings.empty()) options.recordings = RecordingFolder(folders.recordings);
    options.in_session = [this](std::function<void()> job) { server.post(std::move(job)); };
    return options;
  }
  std::string host() const {
    const std::string name = address.find(':') == std::string::npos ? address : "[" + address + "]";
    return name + ":" + std::to_string(server.port());
  }

  std::string address;
  Server server;
  LiveLoop loop{1e-3};
  Worker worker;
  Session session;
  LiveRun run;
  std::thread thread;
};

struct Request {
  http::verb method = http::verb::get;
  std::string target = "/", body = {}, cookie = {}, origin = {}, host = {};
  bool upgrade = false;  // to a WebSocket
};

inline http::response<http::string_body> ask(const Running& running, const Request& wanted) {
  boost::asio::io_context context;
  tcp::socket socket(context);
  socket.connect({boost::asio::ip::make_address(running.address), running.server.port()});
  http::request<http::string_body> request(wanted.method, wanted.target, 11);
  request.set(http::field::host, wanted.host.empty() ? running.host() : wanted.host);
  if (!wanted.cookie.empty()) request.set(http::field::cookie, wanted.cookie);
  if (!wanted.origin.empty()) request.set(http::field::origin, wanted.origin);
  if (wanted.upgrade) {
    request.set(http::field::connection, "Upgrade");
    request.set(http::field::upgrade, "websocket");
    request.set(http::field::sec_websocket_version, "13");
    request.set(http::field::sec_websocket_key, "dGhlIHNhbXBsZSBub25jZQ==");
  }
  request.body() = wanted.body;
  request.prepare_payload();
  http::write(socket, request);
  beast::flat_buffer buffer;
  http::response<http::string_body> response;
  http::read(socket, buffer, response);
  return response;
}

inline std::string cookie_of(const Running& running) {
  const auto response = ask(running, {http::verb::post, "/session", R"({"token": "secret"})"});
  const std::string header(response[http::field::set_cookie]);
  return header.substr(0, header.find(';'));
}

struct Client {
  Client(const Running& running, const std::string& cookie, const std::string& origin) {
    beast::get_lowest_layer(socket).connect({boost::asio::ip::make_address("127.0.0.1"), running.server.port()});
    socket.set_option(websocket::stream_base::decorator([=](websocket::request_type& request) {
      if (!cookie.empty()) request.set(http::field::cookie, cookie);
      if (!origin.empty()) request.set(http::field::origin, origin);
    }));
    socket.handshake(running.host(), "/live?since=0", error);
  }
  void say(const nlohmann::json& message) {
    socket.text(true), socket.write(boost::asio::buffer(message.dump()), error);
  }
  // Reads until the condition holds, or until nothing more comes.
  template <typename Condition>
  bool read(Condition condition) {
    for (int k = 0; k < 3000 && !condition(); ++k) {
      beast::flat_buffer buffer;
      socket.read(buffer, error);
      if (error) return false;
      const std::string text = beast::buffers_to_string(buffer.data());
      if (socket.got_text())
        seen.texts.push_back(nlohmann::json::parse(text));
      else
        seen.snapshots.push_back(text);
    }
    return condition();
  }

  boost::asio::io_context context;
  websocket::stream<beast::tcp_stream> socket{context};
  beast::error_code error;
  ListedViewer seen;
};

}  // namespace tangible
