// SPDX-License-Identifier: Apache-2.0
// Chromium without a window, driven through a pipe: it turns drawings into pixels and pixels into films.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace tangible {

// The program named by the variable CHROMIUM, or the first of chromium, chromium-browser, google-chrome on the path.
std::optional<std::string> find_chromium();

class Chromium {
 public:
  // Begins the program with a folder of its own, which is removed at the end. Throws std::runtime_error.
  explicit Chromium(const std::string& program);
  ~Chromium();
  Chromium(const Chromium&) = delete;
  Chromium& operator=(const Chromium&) = delete;

  // A drawing as PNG: `scale` pixels for each of its own.
  std::string make_png(const std::string& svg, int width, int height, double scale);

  struct VideoFrame {
    std::string bytes;
    bool is_key = false;
  };
  // Drawings as frames of a film, VP8.
  std::vector<VideoFrame> encode_video(const std::vector<std::string>& drawings, int width, int height, double rate);

 private:
  nlohmann::json call(const std::string& method, const nlohmann::json& parameters = nlohmann::json::object());
  nlohmann::json evaluate(const std::string& script);
  std::string read_message();
  void wait_for_page();
  void stop();

  int to_ = -1, from_ = -1;
  int pid_ = -1;
  std::string folder_, session_, buffer_;
  int last_id_ = 0;
};

}  // namespace tangible
