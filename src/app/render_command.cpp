// SPDX-License-Identifier: Apache-2.0
// tangible render: pictures and films of a run.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/command.h"
#include "app/output_file.h"
#include "app/render_pixels.h"
#include "app/sampled_run.h"
#include "display/recorded_scene.h"
#include "display/run_pictures.h"

namespace tangible {
namespace {

constexpr int max_pictures = 10'000;
constexpr double max_pixels = 8192.0 * 4096.0, max_side = 8192;  // of WebGL without a graphics card
constexpr double max_samples = 1e5, max_page_samples = 1e4;
constexpr double time_slack = 1e-5;  // s, as recordings round their times

struct RenderOptions {
  RunArguments run;
  std::string out, theme = "light", size = "480x270";
  double at = 0, every = 0, scale = 2;
  int strobe = 0;
  bool at_is_given = false, traces = false, paper = false;
  PictureOptions picture;

  bool ends_in(const char* end) const { return out.ends_with(end); }
  bool needs_chromium() const { return !ends_in(".svg"); }
};

void read_size(RenderOptions& options) {
  int wide = 0, tall = 0;
  char more = 0;
  const int count = std::sscanf(options.size.c_str(), "%dx%d%c", &wide, &tall, &more);
  if (count != 2 || wide < 32 || tall < 32 || wide > 4096 || tall > 4096)
    throw BadInput("--size " + options.size + ": error: give width and height in pixels, such as 640x360");
  options.picture.width = wide;
  options.picture.height = tall;
  options.picture.margin = 0.08 * std::min(wide, tall);
}

// Chromium's own messages about pictures that are too large for it name neither option.
void check_pixels(const RenderOptions& options) {
  const double wide = options.scale * options.picture.width, tall = options.scale * options.picture.height;
  if (wide * tall <= max_pixels && std::max(wide, tall) <= max_side) return;
  throw BadInput(
      fmt::format("--scale {}: error: {:.0f} x {:.0f} pixels are more than Chromium can draw; give a smaller "
                  "--scale or --size",
                  options.scale, wide, tall));
}

void check_options(RenderOptions& options) {
  const bool is_film = options.ends_in(".webm");
  if (!options.ends_in(".svg") && !options.ends_in(".png") && !is_film)
    throw BadInput("--out " + options.out + ": error: give a name that ends in .svg, .png or .webm");
  const int ways = (options.at_is_given ? 1 : 0) + (options.every > 0 ? 1 : 0) + (options.strobe > 0 ? 1 : 0);
  if (ways > 1) throw BadInput("tangible render: error: give one of --at, --every and --strobe");
  if (is_film && (options.at_is_given || options.strobe > 0))
    throw BadInput("--out " + options.out +
                   ": error: a film has frames; give --every, or leave it out for 30 a second");
  if (options.traces && (is_film || options.every > 0))
    throw BadInput(
        "--trace: error: paths are drawn in single pictures, not in films and series; leave it out, or give " +
        std::string("--at or --strobe"));
  if (is_film && options.every <= 0) options.every = 1.0 / 30;
  if (is_film && options.every < 1e-3)
    throw BadInput(
        fmt::format("--every {}: error: a film has at most 1000 frames a second; give 0.001 or more", options.every));
  if (options.strobe == 1) throw BadInput("--strobe 1: error: give at least 2, or --at for one instant");
  read_size(options);
  if (options.needs_chromium()) check_pixels(options);
  options.picture.dark = options.theme == "dark";
  options.picture.has_paper = options.paper;
  check_can_be_written("--out", options.out);
  check_paths_differ({{"MODEL", options.run.recipe.load.path}}, {{"--out", options.out}});
}

std::vector<std::string> draw(const RenderOptions& options, const RunPictures& pictures) {
  if (options.strobe > 0) return {pictures.strobe(options.strobe, options.picture)};
  if (options.every > 0) return pictures.every(options.every, options.picture);
  return {pictures.at(options.at_is_given ? options.at : pictures.start(), options.traces, options.picture)};
}

// A run that ends before --at, or has more pictures than anybody wants, is refused before anything is written.
void check_span(const RenderOptions& options, double start, double end) {
  if (options.at_is_given && (options.at < start - time_slack || options.at > end + time_slack))
    throw BadInput(fmt::format("--at {}: error: the run is from {:.6g} s to {:.6g} s; give a time within it",
                               options.at, start, end));
  if (options.every > 0 && (end - start) / options.every >= max_pictures)
    throw BadInput(
        fmt::format("tangible render: error: {:.6g} s with a picture every {:.6g} s are more than {} pictures\n  give "
                    "--every {:.2g} or more, or make the run shorter by --until",
                    end - start, options.every, max_pictures, 1.1 * (end - start) / max_pictures));
}

void write_drawings(const RenderOptions& options, const std::vector<std::string>& drawings) {
  for (std::size_t k = 0; k < drawings.size(); ++k) {
    const std::string path = options.every > 0 ? numbered_path(options.out, k) : options.out;
    write_file(path, drawings[k]);
    fmt::print("{}\n", path);
  }
}

// Of a run from `start` to `end`.
PixelPictures pixels_of(const RenderOptions& options, double start, double end) {
  PixelPictures out{options.out, {options.at_is_given ? std::min(options.at, end) : start}, options.every > 0, 30, {}};
  if (options.strobe > 0) out.times = {end};
  if (options.every > 0) {
    out.times = times_every(options.every, start, end);
    out.rate = 1 / options.every;
  }
  PageView& view = out.view;
  view.width = static_cast<int>(options.picture.width);
  view.height = static_cast<int>(options.picture.height);
  view.scale = options.scale;
  view.dark = options.picture.dark;
  view.strobe = options.strobe;
  view.traces = options.traces || options.strobe > 0;
  view.fits_instant = !view.traces && options.every <= 0;
  view.time = out.times.front();
  return out;
}

// Such that pictures are at samples, about 1/60 s apart; only the end is needed for one instant.
double sample_distance(const RenderOptions& options, double until) {
  const bool is_series = options.every > 0 || options.strobe > 0;
  if (until <= 0 || (!is_series && !options.traces)) return std::max(until, 1e-9);
  const double between = options.every > 0    ? std::min(options.every, until)
                         : options.strobe > 0 ? until / (options.strobe - 1)
                                              : until;
  const double most = options.needs_chromium() ? max_page_samples : max_samples;
  return between / std::max(1.0, std::ceil(between * std::min(60.0, most / until)));
}

int render_run(const RenderOptions& options) {
  OpenedRun run = open_run(options.run);
  const bool is_series = options.every > 0 || options.strobe > 0;
  double& until = run.recipe.until;
  if (options.at_is_given && !options.run.has_end()) until = options.at;
  check_span(options, 0, until);
  if (!is_series) until = options.at_is_given ? std::min(options.at, until) : 0;
  const RunSamples samples = sample(run, sample_distance(options, until));
  const int code = finish_run(samples, run.recipe);
  if (!is_series && samples.end < until - time_slack) {
    fmt::print(stderr, "--at {}: error: the run ended at {:.6g} s, so nothing was drawn\n", options.at, samples.end);
    return code;
  }
  if (!options.needs_chromium()) {
    write_drawings(options, draw(options, RunPictures(posed_run(*run.live, samples))));
    return code;
  }
  const int pictures = write_pixels(pixels_of(options, 0, samples.end), encode_run(*run.live, samples, run.title));
  return pictures == success ? code : pictures;
}

int render_recording(const RenderOptions& options) {
  const std::string& path = options.run.recipe.load.path;
  const std::string run = read_recording(options.run);
  if (options.needs_chromium()) {
    check_recorded_run(run, path);
    const std::vector<double> times = read_recorded_times(run, path);
    check_span(options, times.front(), times.back());
    return write_pixels(pixels_of(options, times.front(), times.back()), run);
  }
  const RunPictures pictures(read_posed_run(run, path));
  check_span(options, pictures.start(), pictures.end());
  write_drawings(options, draw(options, pictures));
  return success;
}

int render(RenderOptions options) {
  check_options(options);
  if (options.needs_chromium()) {
    if (!chromium_is_there(options.out)) return failure;
    (void)page_of_viewer("tangible render");
  }
  return options.run.is_recording() ? render_recording(options) : render_run(options);
}

}  // namespace

void add_render_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<RenderOptions>();
  CLI::App* command =
      app.add_subcommand("render", "Draw a run: a line drawing (SVG), or the viewer's scene (PNG, film)");
  add_run_options(*command, options->run);
  command
      ->add_option("--out", options->out,
                   "FILE.svg: a line drawing; FILE.png, FILE.webm: the scene of the viewer, by Chromium")
      ->required()
      ->check(not_empty());
  const CLI::Option* at =
      command->add_option("--at", options->at, "One instant, s (default: the start)")->check(number_from_zero());
  command->add_option("--every", options->every, "Pictures FILE_000, FILE_001, ... or frames of a film, s apart")
      ->check(positive_number());
  command->add_option("--strobe", options->strobe, "Number of instants until --until, in one picture")
      ->check(CLI::Range(1, 100));
  command->add_flag("--trace", options->traces, "With --at: the paths of handles or particles until then");
  command->add_option("--theme", options->theme, "light or dark")->check(CLI::IsMember({"light", "dark"}));
  command->add_option("--size", options->size, "Pixels")->capture_default_str();
  command->add_option("--scale", options->scale, "Pixels of FILE.png and FILE.webm for each of --size")
      ->check(number_between(0.25, 8))
      ->capture_default_str();
  command->add_flag("--paper", options->paper, "Fill the background of FILE.svg");
  command->footer(
      "Examples:\n"
      "  tangible render models/shopping_cart/shopping_cart.yaml --out cart.svg\n"
      "  tangible render models/double_pendulum/double_pendulum.yaml --until 1 --strobe 8 --out swing.svg\n"
      "  tangible render models/shopping_cart/cart_pushed.yaml --until 3 --strobe 4 --size 1280x480 --out cart.png\n"
      "  tangible render models/four_bar/four_bar.yaml --until 4 --out four_bar.webm");
  command->callback([options, at, &exit_code] {
    options->at_is_given = at->count() > 0;
    exit_code = render(*options);
  });
}

}  // namespace tangible
