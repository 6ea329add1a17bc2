// SPDX-License-Identifier: Apache-2.0
// A small SVG writer: axes with round numbers, lines, a legend, dashed lines where something happened.
#include "display/plot_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace tangible {
namespace {

constexpr double width = 900, panel_height = 190, left = 80, right = 170, top = 46, gap = 30;
constexpr const char* colors[] = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd",
                                  "#ff7f0e", "#17becf", "#8c564b", "#7f7f7f"};
constexpr std::size_t max_lines = 8, max_panels = 7;

struct Panel {
  std::string unit;
  std::vector<std::size_t> columns;
  double low = 0, high = 0;
};

bool moves(const Record& record, std::size_t column) {
  return std::ranges::any_of(record.rows,
                             [&](const auto& row) { return std::abs(row[column] - record.rows[0][column]) > 1e-12; });
}

// Columns that change, by unit; energies in a panel of their own.
std::vector<Panel> arrange(const Record& record) {
  std::vector<Panel> panels;
  for (std::size_t i = 1; i < record.columns.size(); ++i) {
    const Quantity& column = record.columns[i];
    const bool shown = column.name != "energy projection" && column.name != "energy drift" && moves(record, i);
    if (!shown) continue;
    auto panel = std::ranges::find(panels, column.unit, &Panel::unit);
    if (panel == panels.end()) panel = panels.insert(panels.end(), {column.unit, {}});
    if (panel->columns.size() < max_lines) panel->columns.push_back(i);
  }
  if (panels.size() > max_panels) panels.resize(max_panels);
  for (Panel& panel : panels) {
    panel.low = panel.high = record.rows[0][panel.columns[0]];
    for (const auto& row : record.rows)
      for (const std::size_t c : panel.columns) {
        panel.low = std::min(panel.low, row[c]);
        panel.high = std::max(panel.high, row[c]);
      }
    const double margin = 0.05 * (panel.high - panel.low) + 1e-12;
    panel.low -= margin;
    panel.high += margin;
  }
  return panels;
}

// 1, 2 or 5 times a power of ten, so that about five ticks fit.
double tick_distance(double range) {
  const double rough = range / 5, power = std::pow(10, std::floor(std::log10(rough)));
  const double factor = rough / power;
  return power * (factor < 1.5 ? 1 : factor < 3.5 ? 2 : factor < 7.5 ? 5 : 10);
}

std::string escape(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

class Drawing {
 public:
  explicit Drawing(const Record& record) : record_(record), panels_(arrange(record)) {
    begin_ = record.rows.front()[0];
    end_ = std::max(record.rows.back()[0], begin_ + 1e-9);
  }

  std::string draw() {
    const double height = top + static_cast<double>(panels_.size()) * (panel_height + gap) + 30;
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
        "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n"
        "<text x=\"{2}\" y=\"22\" font-size=\"16\">{3}</text>\n",
        width, height, left, escape(record_.model));
    for (std::size_t p = 0; p < panels_.size(); ++p) draw_panel(p);
    out_ += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">t [s]</text>\n</svg>\n",
                        (left + width - right) / 2, height - 8);
    return out_;
  }

 private:
  double x_of(double t) const { return left + (t - begin_) / (end_ - begin_) * (width - left - right); }
  static double top_of(std::size_t p) { return top + static_cast<double>(p) * (panel_height + gap); }
  double y_of(std::size_t p, double value) const {
    return top_of(p) + (panels_[p].high - value) / (panels_[p].high - panels_[p].low) * panel_height;
  }

  void draw_panel(std::size_t p) {
    const Panel& panel = panels_[p];
    draw_modes(p);
    draw_grid(p);
    draw_events(p);
    for (std::size_t k = 0; k < panel.columns.size(); ++k) {
      draw_line(p, panel.columns[k], colors[k]);
      out_ += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"{}\">{}</text>\n", width - right + 10,
                          top_of(p) + 14 + 16 * static_cast<double>(k), colors[k],
                          escape(record_.columns[panel.columns[k]].name));
    }
    out_ += fmt::format("<text transform=\"translate(16,{}) rotate(-90)\" text-anchor=\"middle\">[{}]</text>\n",
                        top_of(p) + panel_height / 2, panel.unit);
  }

  void draw_line(std::size_t p, std::size_t column, const char* color) {
    out_ += fmt::format("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" points=\"", color);
    for (std::size_t k = 0; k < record_.rows.size(); ++k) {
      const double value = record_.rows[k][column];
      if (const Record::Event* event = jump_before(k, column); event != nullptr)
        out_ += fmt::format("{0:.1f},{1:.1f} {0:.1f},{2:.1f} ", x_of(event->t), y_of(p, record_.rows[k - 1][column]),
                            y_of(p, value));
      out_ += fmt::format("{:.1f},{:.1f} ", x_of(record_.rows[k][0]), y_of(p, value));
    }
    out_ += "\"/>\n";
  }

  // Rows stand between events: where much more changes across an event than before and after it, the line jumps there.
  const Record::Event* jump_before(std::size_t k, std::size_t column) const {
    if (k < 2 || k + 1 >= record_.rows.size()) return nullptr;
    const auto change = [&](std::size_t i) { return std::abs(record_.rows[i][column] - record_.rows[i - 1][column]); };
    if (change(k) <= 4 * std::max(change(k - 1), change(k + 1))) return nullptr;
    const auto within = [&](const Record::Event& e) {
      return e.t >= record_.rows[k - 1][0] && e.t <= record_.rows[k][0];
    };
    const auto event = std::ranges::find_if(record_.events, within);
    return event == record_.events.end() ? nullptr : &*event;
  }

  // A light background while switchable rows are active.
  void draw_modes(std::size_t p) {
    for (std::size_t k = 0, end = 0; k < record_.modes.size(); k = end) {
      while (end < record_.modes.size() && record_.modes[end] == record_.modes[k]) ++end;
      if (record_.modes[k] == "free") continue;
      const double x = x_of(record_.rows[k][0]), after = x_of(record_.rows[std::min(end, record_.rows.size() - 1)][0]);
      out_ += fmt::format("<rect x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" fill=\"#eef3fa\"/>\n", x,
                          top_of(p), after - x, panel_height);
    }
  }

  void draw_grid(std::size_t p) {
    const Panel& panel = panels_[p];
    const auto line = [&](double x1, double y1, double x2, double y2) {
      out_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#ddd\"/>\n", x1, y1,
                          x2, y2);
    };
    const double step = tick_distance(panel.high - panel.low), time = tick_distance(end_ - begin_);
    for (double v = std::ceil(panel.low / step) * step; v <= panel.high; v += step) {
      line(left, y_of(p, v), width - right, y_of(p, v));
      out_ += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:.4g}</text>\n", left - 6, y_of(p, v) + 4,
                          std::abs(v) < step / 1000 ? 0 : v);
    }
    for (double t = std::ceil(begin_ / time) * time; t <= end_ + time / 1000; t += time) {
      line(x_of(t), top_of(p), x_of(t), top_of(p) + panel_height);
      out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{:.4g}</text>\n", x_of(t),
                          top_of(p) + panel_height + 14, t);
    }
    out_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#888\"/>\n", left,
                        top_of(p), width - left - right, panel_height);
  }

  // Names are above the first panel, where there is room.
  void draw_events(std::size_t p) {
    double last = -100;
    for (const Record::Event& event : record_.events) {
      const double x = x_of(event.t);
      out_ += fmt::format(
          "<line x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\" stroke=\"#999\" stroke-dasharray=\"4 3\"/>\n", x,
          top_of(p), top_of(p) + panel_height);
      if (p != 0 || x < last + 90) continue;
      last = x;
      out_ += fmt::format("<text x=\"{:.1f}\" y=\"{}\" font-size=\"10\" fill=\"#555\">{}</text>\n", x, top - 5,
                          escape(event.what));
    }
  }

  const Record& record_;
  std::vector<Panel> panels_;
  double begin_ = 0, end_ = 1;
  std::string out_;
};

}  // namespace

std::string record_to_svg(const Record& record) {
  if (record.rows.empty()) return "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n";
  return Drawing(record).draw();
}

}  // namespace tangible
