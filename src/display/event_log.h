// SPDX-License-Identifier: Apache-2.0
// EventLog: the newest events of a run, numbered without a gap, as messages ready to be sent.
#pragma once

#include <deque>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace tangible {

class EventLog {
 public:
  using Message = std::shared_ptr<const std::string>;

  // Adds type and number, and returns the message.
  Message add(nlohmann::json event) {
    event["type"] = "event";
    event["number"] = ++last_;
    auto message =
        std::make_shared<const std::string>(event.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    kept_.push_back(message);
    if (kept_.size() > capacity) kept_.pop_front();
    return message;
  }

  std::uint32_t last() const { return last_; }
  std::uint32_t first() const { return last_ - static_cast<std::uint32_t>(kept_.size()) + 1; }
  // The number of events after `since` that are no longer here.
  std::uint32_t gone_since(std::uint32_t since) const { return first() > since + 1 ? first() - since - 1 : 0; }
  // Those after `since`.
  std::vector<Message> since(std::uint32_t number) const {
    const std::uint32_t from = number + 1 < first() ? first() : number + 1;
    std::vector<Message> list;
    for (std::uint32_t n = from; n <= last_; ++n) list.push_back(kept_[n - first()]);
    return list;
  }

 private:
  static constexpr std::size_t capacity = 1000;
  std::deque<Message> kept_;
  std::uint32_t last_ = 0;
};

}  // namespace tangible
