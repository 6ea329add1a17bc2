// SPDX-License-Identifier: Apache-2.0
// Outlet: the connection to one viewer. A socket behind it, or a list in a test.
#pragma once

#include <memory>
#include <string>

namespace tangible {

class Outlet {
 public:
  virtual ~Outlet() = default;
  // All of these arrive, in order; an outlet whose queue is full closes the connection.
  virtual void send(std::shared_ptr<const std::string> text) = 0;
  // Only the newest of these arrives.
  virtual void show(std::shared_ptr<const std::string> snapshot) = 0;
  virtual void close(int code, const std::string& reason) = 0;
};

}  // namespace tangible
