// SPDX-License-Identifier: Apache-2.0
// A chart with two logarithmic axes.
#include "display/log_curves_svg.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tangible {
namespace {

constexpr double chart_width = 720, chart_height = 440, chart_left = 80, chart_right = 150, chart_top = 46,
                 chart_bottom = 56;
constexpr const char* curve_colors[] = {"#0b6fb8", "#c2571a", "#2c8a4b", "#7a4fb5"};

bool is_drawn(const std::pair<double, double>& p) {
  return p.first > 0 && p.second > 0 && std::isfinite(p.first) && std::isfinite(p.second);
}

// Decades that hold all numbers.
struct LogAxis {
  double low = 1e300, high = 0;
  void take(double x) { low = std::min(low, x), high = std::max(high, x); }
  void round() {
    low = std::pow(10, std::floor(std::log10(low)));
    high = std::pow(10, std::ceil(std::log10(high)));
    if (!(high > low)) high = 10 * low;
  }
  double share(double x) const { return std::log(x / low) / std::log(high / low); }
};

std::string axis_ticks(const LogAxis& x, const LogAxis& y) {
  std::string svg;
  for (double at = x.low; at <= 1.001 * x.high; at *= 10) {
    const double px = chart_left + x.share(at) * (chart_width - chart_left - chart_right);
    svg += fmt::format(
        "<path d=\"M{0:.1f} {1:.1f}V{2:.1f}\" stroke=\"#d7dbe0\"/><text x=\"{0:.1f}\" y=\"{3:.1f}\" "
        "text-anchor=\"middle\">{4:g}</text>\n",
        px, chart_top, chart_height - chart_bottom, chart_height - chart_bottom + 18, at);
  }
  for (double at = y.low; at <= 1.001 * y.high; at *= 10) {
    const double py = chart_height - chart_bottom - y.share(at) * (chart_height - chart_top - chart_bottom);
    svg += fmt::format(
        "<path d=\"M{0:.1f} {1:.1f}H{2:.1f}\" stroke=\"#d7dbe0\"/><text x=\"{3:.1f}\" y=\"{4:.1f}\" "
        "text-anchor=\"end\">{5:g}</text>\n",
        chart_left, py, chart_width - chart_right, chart_left - 8, py + 4, at);
  }
  return svg;
}

}  // namespace

std::string log_curves_to_svg(const std::string& title, const std::string& x_name, const std::string& y_name,
                              const std::vector<LogCurve>& curves) {
  LogAxis x, y;
  for (const LogCurve& curve : curves)
    for (const auto& p : curve.points)
      if (is_drawn(p)) x.take(p.first), y.take(p.second);
  if (!(x.high > 0)) x = {1, 10}, y = {1, 10};
  x.round(), y.round();
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"13\" "
      "fill=\"#22272e\"><rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n<text x=\"{2}\" y=\"26\" "
      "font-size=\"15\">{3}</text>\n",
      chart_width, chart_height, chart_left, title);
  svg += axis_ticks(x, y);
  svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                     (chart_left + chart_width - chart_right) / 2, chart_height - 14, x_name);
  svg += fmt::format("<text transform=\"translate(20 {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                     (chart_top + chart_height - chart_bottom) / 2, y_name);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const char* color = curve_colors[i % std::size(curve_colors)];
    std::string path;
    double py = chart_top + 16;
    for (const auto& p : curves[i].points) {
      if (!is_drawn(p)) continue;
      const double px = chart_left + x.share(p.first) * (chart_width - chart_left - chart_right);
      py = chart_height - chart_bottom - y.share(p.second) * (chart_height - chart_top - chart_bottom);
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", px, py);
    }
    svg += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", path, color);
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n", chart_width - chart_right + 8,
                       chart_top + 16 + 18 * static_cast<double>(i), color, curves[i].name);
  }
  return svg + "</svg>\n";
}

}  // namespace tangible
