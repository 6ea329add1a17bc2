// SPDX-License-Identifier: Apache-2.0
// tangible share: a run in one HTML file that plays anywhere.
#include <fmt/core.h>

#include "app/command.h"
#include "app/output_file.h"
#include "app/sampled_run.h"
#include "display/recorded_scene.h"

namespace tangible {
namespace {

struct ShareOptions {
  RunArguments run;
  std::string out, title, comment;
};

constexpr std::size_t largest_page = 2'000'000;  // bytes
constexpr double usual_distance = 1.0 / 60;      // s

// Every second sample is left out, but for those at changes and at the ends: the page draws straight lines between
// them.
void thin_samples(RunSamples& samples) {
  std::vector<bool> stays(samples.numbers.size(), false);
  if (!stays.empty()) stays.front() = stays.back() = true;
  for (const std::size_t jump : samples.jumps) stays[jump] = stays[jump - (jump > 0 ? 1 : 0)] = true;
  std::vector<std::size_t> new_place(stays.size());
  std::size_t count = 0;
  bool left_out_last = false;
  for (std::size_t i = 0; i < stays.size(); ++i) {
    new_place[i] = count;
    left_out_last = !stays[i] && !left_out_last;
    if (left_out_last) continue;
    if (count != i) samples.numbers[count] = std::move(samples.numbers[i]);
    samples.modes[count++] = samples.modes[i];
  }
  samples.numbers.resize(count);
  samples.modes.resize(count);
  for (std::size_t& jump : samples.jumps) jump = new_place[jump];
}

struct PageContents {
  double seconds = 0;
  std::size_t samples = 0, modes = 0, events = 0;
};

void print_page(const std::string& path, const PageContents& page, const std::string& html) {
  const auto counted = [](std::size_t n, const char* word) {
    return fmt::format("{} {}{}", n, word, n == 1 ? "" : "s");
  };
  fmt::print("{}: {:.4g} s, {}, {}, {}, {:.0f} kB\n", path, page.seconds, counted(page.samples, "sample"),
             counted(page.modes, "mode"), counted(page.events, "event"), static_cast<double>(html.size()) / 1000);
}

// Motions faster than that are not seen between the samples.
void warn_of_coarse_samples(const ShareOptions& options, double every) {
  if (every <= 1.5 * usual_distance) return;
  fmt::print(stderr,
             "{}: warning: the samples are {:.2g} s apart, to keep the page small\n  {} for a page that shows fast "
             "motions\n",
             options.out, every, options.run.is_record() ? "simulate a shorter time" : "give a shorter --until");
}

// As it was recorded: no sample is left out.
int share_recording(const ShareOptions& options, const ViewerPage& page) {
  std::string run = read_recording(options.run);
  const nlohmann::json header = check_recorded_run(run, options.run.recipe.load.path);
  if (!options.title.empty() || !options.comment.empty()) run = retitle_run(run, options.title, options.comment);
  const std::string html = embed_run(page.share, run);
  write_file(options.out, html);
  print_page(options.out,
             {header.value("duration", 0.0), header.value("samples", std::size_t{0}), header["modes"]["modes"].size(),
              header["events"].size()},
             html);
  return success;
}

int share(const ShareOptions& options) {
  if (!options.out.ends_with(".html") && !options.out.ends_with(".htm"))
    throw BadInput("--out " + options.out + ": error: the page is HTML; give a name that ends in .html");
  check_can_be_written("--out", options.out);
  check_paths_differ({{"MODEL", options.run.recipe.load.path}}, {{"--out", options.out}});
  const ViewerPage page = page_of_viewer("tangible share");
  if (options.run.is_recording()) return share_recording(options, page);
  OpenedRun run = open_run(options.run);
  RunSamples samples = sample(run);
  double every = distance_of_samples(run, usual_distance);
  run.title.title = options.title;
  run.title.comment = options.comment;
  std::string html = embed_run(page.share, encode_run(*run.live, samples, run.title));
  for (int k = 0; k < 3 && html.size() > largest_page; ++k) {
    thin_samples(samples);
    every *= 2;
    html = embed_run(page.share, encode_run(*run.live, samples, run.title));
  }
  write_file(options.out, html);
  print_page(options.out, {samples.end, samples.numbers.size(), samples.graph.size(), samples.events.size()}, html);
  warn_of_coarse_samples(options, every);
  return finish_run(samples, run.recipe);
}

}  // namespace

void add_share_command(CLI::App& app, int& exit_code) {
  auto options = std::make_shared<ShareOptions>();
  CLI::App* command = app.add_subcommand("share", "Write a run as one HTML file that plays anywhere");
  add_run_options(*command, options->run);
  command->add_option("--out", options->out, "The page, FILE.html")->required()->check(not_empty());
  command->add_option("--title", options->title, "Heading of the page (default: the name of the model)");
  command->add_option("--comment", options->comment, "Text below it (default: source and length of the run)");
  command->footer(
      "Examples:\n"
      "  tangible share models/double_pendulum/double_pendulum.yaml --until 20 --out pendulum.html\n"
      "  tangible simulate models/shopping_cart/cart_pushed.yaml --out run.json\n"
      "  tangible share run.json --out run.html\n"
      "  tangible share recordings/shopping_cart_1.run --out cart.html\n"
      "The link of the page may end in #t=1.62&speed=0.25&play=0&theme=dark");
  command->callback([options, &exit_code] { exit_code = share(*options); });
}

}  // namespace tangible
