// SPDX-License-Identifier: Apache-2.0
// Reading, and writing one message at a time.
#include "display/socket_viewer.h"

#include <boost/asio/post.hpp>

#include "display/live_run.h"

namespace tangible {

namespace beast = boost::beast;
namespace websocket = beast::websocket;

namespace {

// A frame or a message that the protocol of WebSockets forbids, or that is too long; not the end of a connection.
bool breaks_protocol(beast::error_code error) {
  return error.category() == beast::error_code(websocket::error::closed).category() &&
         error != websocket::error::closed;
}

}  // namespace

SocketViewer::SocketViewer(beast::tcp_stream&& stream, Session& session, ServerCounts& counts)
    : socket_(std::move(stream)), patience_(socket_.get_executor()), session_(session), counts_(counts) {}

void SocketViewer::accept(const Request& request, std::uint32_t since) {
  beast::get_lowest_layer(socket_).expires_never();
  websocket::stream_base::timeout timeout{};
  timeout.handshake_timeout = std::chrono::seconds(5);    // also of closing
  timeout.idle_timeout = websocket::stream_base::none();  // the session detects silent viewers
  socket_.set_option(timeout);
  socket_.read_message_max((1u << 20) + 1024);
  socket_.auto_fragment(false);
  socket_.control_callback([this](websocket::frame_type kind, beast::string_view) {
    if (kind == websocket::frame_type::ping) take_ping();
  });
  socket_.async_accept(request, [self = shared_from_this(), since](beast::error_code error) {
    if (error) {
      ++self->counts_.refused;
      return;
    }
    self->is_open_ = true;
    ++self->counts_.viewers;
    self->viewer_ = self->session_.join(*self, since, LiveRun::clock());
    self->read();
  });
}

// Each one is answered; a flood of them is one of messages. Not within the callback, from which nothing may be sent.
void SocketViewer::take_ping() {
  boost::asio::post(socket_.get_executor(), [self = shared_from_this()] {
    if (self->viewer_ != 0) self->session_.count_ping(self->viewer_, LiveRun::clock());
  });
}

void SocketViewer::read() {
  socket_.async_read(buffer_,
                     [self = shared_from_this()](beast::error_code error, std::size_t) { self->receive(error); });
}

void SocketViewer::receive(beast::error_code error) {
  if (is_open_ && breaks_protocol(error)) ++counts_.refused;
  if (error) return leave();
  const auto bytes = buffer_.data();
  try {
    session_.receive(viewer_, {static_cast<const char*>(bytes.data()), bytes.size()}, LiveRun::clock());
  } catch (const std::exception&) {
    ++counts_.failed;
    cut_off();
    return leave();
  }
  buffer_.consume(buffer_.size());
  if (is_open_) read();
}

void SocketViewer::send(std::shared_ptr<const std::string> text) {
  if (!is_open_) return;
  if (!outbox_.add_text(std::move(text))) return cut_off();
  write();
}

void SocketViewer::show(std::shared_ptr<const std::string> snapshot) {
  if (!is_open_) return;
  outbox_.set_snapshot(std::move(snapshot));
  write();
}

void SocketViewer::close(int code, const std::string& reason) {
  if (!is_open_ || close_code_ != 0) return;
  close_code_ = code;
  close_reason_ = reason;
  if (!in_flight_) return write();
  // A viewer that reads has the message soon; one that does not read must not keep its place.
  patience_.expires_after(std::chrono::seconds(2));
  patience_.async_wait([self = shared_from_this()](beast::error_code error) {
    if (!error && self->in_flight_) self->cut_off();
  });
}

// A viewer that does not read gets no more messages.
void SocketViewer::cut_off() {
  if (!is_open_) return;
  ++counts_.cut_off;
  is_open_ = false;
  outbox_.clear();
  beast::get_lowest_layer(socket_).close();
}

void SocketViewer::leave() {
  is_open_ = false;
  if (viewer_ == 0) return;
  session_.leave(std::exchange(viewer_, 0));
}

void SocketViewer::write() {
  if (in_flight_ || !is_open_) return;
  if (close_code_ != 0) {
    is_open_ = false;
    patience_.cancel();
    const websocket::close_reason reason(static_cast<websocket::close_code>(close_code_), close_reason_);
    socket_.async_close(reason, [self = shared_from_this()](beast::error_code) { self->leave(); });
    return;
  }
  const Outbox::Next next = outbox_.take();
  in_flight_ = next.message;
  if (!in_flight_) return;
  socket_.text(next.is_text);
  socket_.async_write(boost::asio::buffer(*in_flight_),
                      [self = shared_from_this()](beast::error_code error, std::size_t) {
                        self->in_flight_.reset();
                        if (error) return self->leave();
                        self->write();
                      });
}

}  // namespace tangible
