// SPDX-License-Identifier: Apache-2.0
// Causes of missed ticks, in the order in which they can be told apart.
#include "haptics/run_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

constexpr double noticeable_share = 0.01;

// Two digits.
double rounded_rate(double rate) {
  const double unit = std::pow(10, std::floor(std::log10(rate)) - 1);
  return unit * std::round(rate / unit);
}

// Samples per second of a device whose samples are the clock; zero: the host makes the clock, or too few have come.
double pace_of_device(const LoopStatistics& loop, const SampleCheckCounts& samples) {
  constexpr long enough = 20;
  if (loop.waits < enough) return 0;
  if (loop.sample_spans >= enough) return static_cast<double>(loop.sample_spans) / loop.sample_time;
  return samples.spans >= enough ? static_cast<double>(samples.spans) / samples.spanned
                                 : 0;  // slower than the loop waits
}

std::string advice_for_busy_machine(const LoopStatistics& loop, const HapticRunOptions& options) {
  const std::string& prefix = options.option_prefix;
  if (loop.fifo) return fmt::format("end other programs, or use a lower {}rate", prefix);
  const std::string priority = options.clock.priority > 0
                                   ? fmt::format("run as root, since {}realtime-priority was not granted", prefix)
                                   : fmt::format("use {}realtime-priority 50 (as root)", prefix);
  return fmt::format("end other programs, {}, or use a lower {}rate", priority, prefix);
}

// A hundredth of the ticks was missed, or the device keeps another pace than the loop.
std::string pace_warning(const LoopStatistics& loop, const SampleCheckCounts& samples,
                         const HapticRunOptions& options) {
  if (loop.scheduled == 0) return "";
  const std::string begin = options.path + ": warning: ";
  if (const double pace = pace_of_device(loop, samples); pace > 0 && std::abs(pace * loop.tick - 1) > 0.1)
    return fmt::format(
        "{}the device sent about {:g} samples a second, and the loop was to make {:g} ticks: each sample makes one "
        "tick\n"
        "  use {}rate {:g}, or change the rate of the device\n",
        begin, rounded_rate(pace), options.rate, options.option_prefix, rounded_rate(pace));
  const double share = static_cast<double>(loop.missed) / static_cast<double>(loop.scheduled);
  if (share < noticeable_share) return "";
  const double compute = loop.compute.quantile(0.5);
  std::string text = fmt::format("{}{:.3g} % of the ticks were missed, the longest pause was {:.3g} ms: ", begin,
                                 100 * share, 1e3 * loop.period.max());
  if (compute > 0.5 * loop.tick)
    return text + fmt::format("a tick has {:.3g} ms, and its work took {:.3g} ms (median)\n  use {}rate {:g}\n",
                              1e3 * loop.tick, 1e3 * compute, options.option_prefix, rounded_rate(0.6 / compute));
  text += "the processor was busy with other programs\n  the hand felt late forces";
  if (loop.watchdog > 0)
    text += fmt::format(", and none after each of {} stops of the device by the watchdog", loop.watchdog);
  return text + "\n  " + advice_for_busy_machine(loop, options) + "\n";
}

// There was time for samples, and none could be used.
std::string silence_error(const SampleCheckCounts& samples, const std::string& device,
                          const HapticRunOptions& options) {
  if (samples.usable > 0 || samples.missing == 0) return "";
  return fmt::format(
      "{}: error: the device {} sent no usable sample, so no hand took part in the run\n"
      "  start the program of the device while this one runs, and compare address and port\n",
      options.path, device);
}

}  // namespace

void add_warnings(RunFigures& figures, const SampleCheckCounts& samples, const std::string& device,
                  const HapticRunOptions& options) {
  const std::string silence = silence_error(samples, device, options);
  figures.warning += silence;
  if (!silence.empty()) figures.completed = false;
  if (silence.empty() && figures.time->loop) figures.warning += pace_warning(*figures.time->loop, samples, options);
}

}  // namespace tangible
