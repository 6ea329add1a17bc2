// SPDX-License-Identifier: Apache-2.0
// Listening, the timer of the session, and the thread that runs both.
#include "display/server.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include "display/http_connection.h"
#include "display/live_run.h"

namespace tangible {

namespace asio = boost::asio;
using asio::ip::tcp;

struct Server::Parts {
  explicit Parts(const ServerOptions& given) : options(given), acceptor(context), timer(context) {}

  void listen();
  void accept(Session& session);
  void wait(Session& session);

  ServerOptions options;
  std::size_t open_connections = 0;  // connections that the context still holds count themselves out
  asio::io_context context{1};
  tcp::acceptor acceptor;
  asio::steady_timer timer;
  std::unique_ptr<Access> access;
  ServerCounts counts;
  std::function<bool()> should_continue;
};

void Server::Parts::listen() {
  boost::system::error_code error;
  const asio::ip::address address =
      asio::ip::make_address(options.address == "localhost" ? "127.0.0.1" : options.address, error);
  if (error)
    throw BadInput("address " + options.address + ": error: this is not an IP address; 0.0.0.0 listens on all");
  for (int attempt = 0; attempt < (options.takes_next_port ? 20 : 1); ++attempt) {
    const tcp::endpoint endpoint(address, static_cast<std::uint16_t>(options.port + attempt));
    acceptor.open(endpoint.protocol());
    acceptor.set_option(asio::socket_base::reuse_address(true));
    acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(64, error);
    if (!error) return;
    acceptor.close();
    if (options.port == 0) break;
  }
  throw BadInput("port " + std::to_string(options.port) + ": error: the port is not available: " + error.message() +
                 "\n  another program may listen there; give another port, or 0 for any free one");
}

void Server::Parts::accept(Session& session) {
  acceptor.async_accept([this, &session](boost::system::error_code error, tcp::socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (!error) {
      ++counts.connections;
      if (open_connections < options.max_connections) {
        boost::system::error_code ignored;
        socket.set_option(tcp::no_delay(true), ignored);
        const HttpContext http{options, *access, session, counts, open_connections};
        std::make_shared<HttpConnection>(std::move(socket), http)->read();
      } else {
        ++counts.refused;
      }
    }
    accept(session);
  });
}

void Server::Parts::wait(Session& session) {
  timer.expires_after(std::chrono::microseconds(16'667));
  timer.async_wait([this, &session](boost::system::error_code error) {
    if (error) return;
    session.tick(LiveRun::clock());
    if (should_continue && !should_continue()) return context.stop();
    wait(session);
  });
}

Server::Server(const ServerOptions& options) : parts_(std::make_unique<Parts>(options)) {
  parts_->listen();
  parts_->access = std::make_unique<Access>(options.address, port(), options.token);
}

Server::~Server() = default;

void Server::post(std::function<void()> job) { asio::post(parts_->context, std::move(job)); }
void Server::stop() { parts_->context.stop(); }
std::uint16_t Server::port() const { return parts_->acceptor.local_endpoint().port(); }
const std::string& Server::token() const { return parts_->access->token(); }
const ServerCounts& Server::counts() const { return parts_->counts; }

std::string Server::link() const {
  const tcp::endpoint at = parts_->acceptor.local_endpoint();
  const std::string host = at.address().is_unspecified() || at.address().is_loopback() ? "127.0.0.1"
                           : at.address().is_v6() ? "[" + at.address().to_string() + "]"
                                                  : at.address().to_string();
  return "http://" + host + ":" + std::to_string(at.port()) + "/#token=" + token();
}

void Server::run(Session& session, const std::function<bool()>& should_continue) {
  parts_->should_continue = should_continue;
  parts_->accept(session);
  parts_->wait(session);
  parts_->context.run();
}

}  // namespace tangible
