// SPDX-License-Identifier: Apache-2.0
// Chromium without a window, driven through a pipe: it draws the scene of a shared page as pictures and films.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace tangible {

// The program named by the variable CHROMIUM, or the first of chromium, chromium-browser, google-chrome on the path.
std::optional<std::string> find_chromium();

// How the scene of a shared page is shown: see the link in docs/reference/viewer-protocol.md.
struct PageView {
  int width = 480, height = 270;
  double scale = 1;  // pixels of the picture for each of these
  bool dark = false, traces = false;
  bool fits_instant = false;  // the whole run otherwise
  int strobe = 0;             // instants in one picture
  double time = 0;            // s, of the first picture

  std::string link() const;
};

class Chromium {
 public:
  // Begins the program with a folder of its own, which is removed at the end. Throws std::runtime_error.
  // It fails when `should_continue` is false.
  explicit Chromium(const std::string& program, std::function<bool()> should_continue = {});
  ~Chromium();
  Chromium(const Chromium&) = delete;
  Chromium& operator=(const Chromium&) = delete;

  // `page` is HTML with a run, from embed_run.
  void open(const std::string& page, const PageView& view);
  // The scene of the open page at that time of the run, as PNG.
  std::string make_png(double time);

  struct VideoFrame {
    std::string bytes;
    bool is_key = false;
  };
  // Frames of a film, VP8: one for each of the times, which increase. Sides that are odd lose one pixel.
  std::vector<VideoFrame> make_film(const std::vector<double>& times, double rate);

 private:
  nlohmann::json call(const std::string& method, const nlohmann::json& parameters = nlohmann::json::object());
  nlohmann::json evaluate(const std::string& script);
  std::string read_message();
  void wait_for_page(const std::string& name);
  void stop();

  std::function<bool()> should_continue_;
  int to_ = -1, from_ = -1;
  int pid_ = -1;
  std::string folder_, session_, buffer_;
  int last_id_ = 0, last_page_ = 0;
};

}  // namespace tangible
