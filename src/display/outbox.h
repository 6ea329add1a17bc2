// SPDX-License-Identifier: Apache-2.0
// Outbox: what waits for a viewer that is slower than the run: texts in a bounded queue, and of snapshots only the
// newest. Texts go first; nothing is sent late, and memory is bounded whatever the viewer does.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <utility>

namespace tangible {

class Outbox {
 public:
  using Message = std::shared_ptr<const std::string>;
  static constexpr std::size_t max_texts = 4096, max_bytes = std::size_t{16} << 20;

  // False: it is full, and the viewer has lost its place. One text alone may be longer than all may be together.
  bool add_text(Message text) {
    if (!texts_.empty() && (texts_.size() >= max_texts || bytes_ + text->size() > max_bytes)) return false;
    bytes_ += text->size();
    texts_.push_back(std::move(text));
    return true;
  }
  void set_snapshot(Message snapshot) { snapshot_ = std::move(snapshot); }

  struct Next {
    Message message;  // null: nothing waits
    bool is_text = false;
  };
  Next take() {
    if (texts_.empty()) return {std::exchange(snapshot_, nullptr), false};
    Next next{std::move(texts_.front()), true};
    texts_.pop_front();
    bytes_ -= next.message->size();
    return next;
  }
  std::size_t texts() const { return texts_.size(); }
  std::size_t bytes() const { return bytes_; }
  void clear() {
    texts_.clear();
    bytes_ = 0;
    snapshot_.reset();
  }

 private:
  std::deque<Message> texts_;
  std::size_t bytes_ = 0;
  Message snapshot_;
};

}  // namespace tangible
