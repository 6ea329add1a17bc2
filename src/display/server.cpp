// SPDX-License-Identifier: Apache-2.0
// Listening, the timer of the session, and the thread that runs both.
#include "display/server.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstring>

#include "display/http_connection.h"
#include "display/live_run.h"

namespace tangible {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

// An address under which other machines may reach this one: the first of an interface that is up. Loopback if there is
// none; IPv4 if both are asked for.
asio::ip::address find_own_address(bool takes_v4, bool takes_v6) {
  asio::ip::address found_v6 = asio::ip::address_v6::loopback(), found_v4 = asio::ip::address_v4::loopback();
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) list = nullptr;
  for (const ifaddrs* at = list; at != nullptr; at = at->ifa_next) {
    if (at->ifa_addr == nullptr || (at->ifa_flags & IFF_UP) == 0 || (at->ifa_flags & IFF_LOOPBACK) != 0) continue;
    if (at->ifa_addr->sa_family == AF_INET && found_v4.is_loopback()) {
      const auto* v4 = reinterpret_cast<const sockaddr_in*>(at->ifa_addr);
      found_v4 = asio::ip::address_v4(ntohl(v4->sin_addr.s_addr));
    } else if (at->ifa_addr->sa_family == AF_INET6 && found_v6.is_loopback()) {
      asio::ip::address_v6::bytes_type bytes;
      std::memcpy(bytes.data(), &reinterpret_cast<const sockaddr_in6*>(at->ifa_addr)->sin6_addr, bytes.size());
      const asio::ip::address_v6 v6(bytes);
      if (!v6.is_link_local()) found_v6 = v6;  // browsers do not take those
    }
  }
  if (list != nullptr) freeifaddrs(list);
  return takes_v4 && (!takes_v6 || !found_v4.is_loopback()) ? found_v4 : found_v6;
}

}  // namespace

struct Server::Parts {
  explicit Parts(const ServerOptions& given) : options(given), acceptor(context), timer(context) {}

  void listen();
  void accept(Session& session);
  void wait(Session& session);
  std::string link_to(const asio::ip::address& address, const std::string& token) const;
  asio::ip::address reachable_address() const;

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
    acceptor.open(endpoint.protocol(), error);
    if (error) break;
    acceptor.set_option(asio::socket_base::reuse_address(true));
    acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(64, error);
    if (!error) return;
    acceptor.close();
    if (options.port == 0) break;
  }
  if (error == asio::error::address_family_not_supported || error == boost::system::errc::address_not_available)
    throw BadInput("address " + options.address + ": error: this machine does not have it: " + error.message() +
                   "\n  give one of its addresses (hostname -I lists them), or 0.0.0.0 for all");
  throw BadInput("port " + std::to_string(options.port) + ": error: the port is not available: " + error.message() +
                 (error == asio::error::access_denied
                      ? "\n  ports below 1024 may be kept for root; give another port, or 0 for any free one"
                      : "\n  another program may listen there; give another port, or 0 for any free one"));
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
    try {
      session.tick(LiveRun::clock());
    } catch (const std::exception&) {
      ++counts.failed;
    }
    if (should_continue && !should_continue()) return context.stop();
    wait(session);
  });
}

Server::Server(const ServerOptions& options) : parts_(std::make_unique<Parts>(options)) {
  parts_->listen();
  parts_->access =
      std::make_unique<Access>(parts_->acceptor.local_endpoint().address().to_string(), port(), options.token);
}

Server::~Server() = default;

void Server::post(std::function<void()> job) { asio::post(parts_->context, std::move(job)); }
void Server::stop() { parts_->context.stop(); }
std::uint16_t Server::port() const { return parts_->acceptor.local_endpoint().port(); }
const std::string& Server::token() const { return parts_->access->token(); }
const ServerCounts& Server::counts() const { return parts_->counts; }

std::string Server::Parts::link_to(const asio::ip::address& address, const std::string& token) const {
  const std::string host = address.is_v6() ? "[" + address.to_string() + "]" : address.to_string();
  return "http://" + host + ":" + std::to_string(acceptor.local_endpoint().port()) + "/#token=" + token;
}

asio::ip::address Server::Parts::reachable_address() const {
  asio::ip::address bound = acceptor.local_endpoint().address();
  if (!bound.is_unspecified()) return bound;
  asio::ip::v6_only only_v6(false);
  if (bound.is_v6()) acceptor.get_option(only_v6);
  return find_own_address(!only_v6.value(), bound.is_v6());
}

std::string Server::link() const { return parts_->link_to(parts_->reachable_address(), token()); }

std::string Server::make_link_for_once() {
  return parts_->link_to(parts_->reachable_address(), parts_->access->make_ticket());
}

std::string Server::tunnel_link() const { return parts_->link_to(asio::ip::address_v4::loopback(), token()); }

std::string Server::tunnel_end() const {
  const asio::ip::address bound = parts_->acceptor.local_endpoint().address();
  if (!bound.is_unspecified() && !bound.is_loopback()) return "";
  if (!bound.is_unspecified()) return bound.is_v6() ? "[" + bound.to_string() + "]" : bound.to_string();
  return bound.is_v6() ? "[::1]" : "127.0.0.1";
}

void Server::run(Session& session, const std::function<bool()>& should_continue) {
  parts_->should_continue = should_continue;
  parts_->accept(session);
  parts_->wait(session);
  // A handler that throws is over; the others go on.
  while (!parts_->context.stopped()) {
    try {
      parts_->context.run();
    } catch (const std::exception&) {
      ++parts_->counts.failed;
    }
  }
}

}  // namespace tangible
