// SPDX-License-Identifier: Apache-2.0
// From a recorded run to files of pixels.
#include "app/render_pixels.h"

#include <fmt/core.h>

#include <csignal>
#include <filesystem>

#include "app/command.h"
#include "app/output_file.h"
#include "app/sampled_run.h"
#include "display/webm.h"

namespace tangible {
namespace {

volatile std::sig_atomic_t pixels_interrupted = 0;

void write_film(const PixelPictures& pictures, Chromium& chromium) {
  const PageView& view = pictures.view;
  const int wide = static_cast<int>(view.scale * view.width) / 2 * 2,
            tall = static_cast<int>(view.scale * view.height) / 2 * 2;
  const auto frames = chromium.make_film(pictures.times, pictures.rate);
  write_file(pictures.out, make_webm(frames, {wide, tall, pictures.rate}));
  fmt::print("{}: {} frames\n", pictures.out, frames.size());
}

void write_pngs(const PixelPictures& pictures, Chromium& chromium) {
  for (std::size_t k = 0; k < pictures.times.size(); ++k) {
    const std::string path = pictures.are_numbered ? numbered_path(pictures.out, k) : pictures.out;
    write_file(path, chromium.make_png(pictures.times[k]));
    fmt::print("{}\n", path);
  }
}

}  // namespace

std::string numbered_path(const std::string& path, std::size_t k) {
  const std::filesystem::path p = path;
  return (p.parent_path() / (p.stem().string() + fmt::format("_{:03}", k) + p.extension().string())).string();
}

int write_pixels(const PixelPictures& pictures, const std::string& run) {
  const std::string page = embed_run(page_of_viewer("tangible render").share, run);
  // Chromium has a folder of its own, which is removed also if somebody interrupts it.
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, [](int) { pixels_interrupted = 1; });
  try {
    Chromium chromium(*find_chromium(), [] { return pixels_interrupted == 0; });
    chromium.open(page, pictures.view);
    if (pictures.out.ends_with(".webm"))
      write_film(pictures, chromium);
    else
      write_pngs(pictures, chromium);
  } catch (const std::runtime_error&) {
    if (pixels_interrupted == 0) throw;
    fmt::print(stderr, "--out {}: interrupted before the end\n", pictures.out);
    return by_interrupt;
  }
  return success;
}

bool chromium_is_there(const std::string& out) {
  if (find_chromium()) return true;
  fmt::print(stderr,
             "--out {}: error: Chromium makes pixels, and it was not found\n  install it (Debian: apt-get install "
             "chromium), name it by the variable CHROMIUM, or give a name that ends in .svg, which needs nothing\n",
             out);
  return false;
}

}  // namespace tangible
