// SPDX-License-Identifier: Apache-2.0
// Ground, shadows, traces, and the pieces of each instant in painter's order.
#include "display/scene_svg.h"

#include <algorithm>
#include <map>

#include "display/ground_svg.h"
#include "display/model_library.h"
#include "display/painter_order.h"
#include "display/picture_path.h"
#include "display/scene_palette.h"

namespace tangible {
namespace {

constexpr double outline_width = 1.1, thinnest_with_outline = 2.2;

class SvgWriter {
 public:
  SvgWriter(const ModelDescription& model, const ScenePicture& picture, const PictureOptions& options)
      : model_(model), picture_(picture), options_(options), camera_(camera_of(model)) {
    camera_.fit(extent(), options.width, options.height, options.margin);
  }

  std::string write() {
    const PaperColors& paper = paper_colors(options_.dark);
    std::string body = ground_svg(model_, picture_.instants, camera_, options_);
    const LastInstant last = last_instant_svg();
    body += last.backdrop;
    for (const SceneTrace& trace : picture_.traces) body += trace_svg(trace, paper);
    const std::size_t n = picture_.instants.size();
    for (std::size_t i = 0; i + 1 < n; ++i) {
      const double opacity = 0.16 + 0.44 * static_cast<double>(i) / static_cast<double>(n);
      body += "<g opacity=\"" + hundredths(opacity) + "\">" + earlier_instant_svg(picture_.instants[i]) + "</g>\n";
    }
    body += last.shapes;
    const std::string size = pixels(options_.width) + " " + pixels(options_.height);
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + size + "\" width=\"" +
                      pixels(options_.width) + "\" height=\"" + pixels(options_.height) +
                      "\" role=\"img\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n<title>" +
                      escape_markup(options_.title.empty() ? model_.name : options_.title) + "</title>\n";
    if (!defs_.empty()) out += "<defs>" + defs_ + "</defs>\n";
    if (options_.has_paper) out += "<rect width=\"100%\" height=\"100%\" fill=\"" + std::string(paper.paper) + "\"/>\n";
    return out + body + "</svg>\n";
  }

 private:
  // The camera faces the upright plane in which a mechanism moves, unless the `view` of the model lies far aside.
  static SceneCamera camera_of(const ModelDescription& model) {
    Vec3 from = model.seen_from;
    constexpr double near_the_normal = 0.8;  // cosine; without `view` it is 0.93
    const bool is_upright = model.is_planar && std::abs(dot(model.motion_normal, model.up)) < 0.5;
    if (is_upright && std::abs(dot(model.motion_normal, SceneCamera::unit(from, {1, 0, 0}))) > near_the_normal) {
      const double side = dot(model.motion_normal, model.seen_from) < 0 ? -1 : 1;
      from = side * model.motion_normal + 0.12 * model.up;
    }
    return SceneCamera(model.up, from);
  }

  bool is_fixed(const SceneShape& shape) const {
    return shape.points.empty() && shape.body.empty() && model_.frames[shape.frame].frame == "N";
  }

  struct Extent {
    std::vector<Vec3> points;
    std::array<double, 3> low{INFINITY, INFINITY, INFINITY}, high{-INFINITY, -INFINITY, -INFINITY};

    void add(const std::vector<Vec3>& list) {
      for (const Vec3 p : list) {
        if (!is_finite(p)) continue;
        points.push_back(p);
        const double at[] = {p.x, p.y, p.z};
        for (std::size_t k = 0; k < 3; ++k) low[k] = std::min(low[k], at[k]), high[k] = std::max(high[k], at[k]);
      }
    }
    double diameter() const { return std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]); }
  };

  static Vec3 clamped(Vec3 p, const std::array<double, 3>& low, const std::array<double, 3>& high, double reach) {
    return {std::clamp(p.x, low[0] - reach, high[0] + reach), std::clamp(p.y, low[1] - reach, high[1] + reach),
            std::clamp(p.z, low[2] - reach, high[2] + reach)};
  }

  // Moving shapes, and those parts of fixed ones that are near them: a long rail does not make a cart small, and a
  // floor far below a ball is visible.
  std::vector<Vec3> extent() const {
    Extent moving;
    std::vector<Extent> fixed;
    for (const auto* list : {&picture_.instants, &picture_.around})
      for (const ScenePoses& poses : *list)
        for (const SceneShape& shape : model_.shapes) {
          if (shape.kind == "plane") continue;
          std::vector<Vec3> points;
          add_extent(shape, poses, points);
          (is_fixed(shape) ? fixed.emplace_back() : moving).add(points);
        }
    if (moving.points.empty() && !picture_.instants.empty()) {
      for (const Extent& part : fixed) moving.add(part.points);
      for (const Pose& pose : picture_.instants.back()) moving.add({pose.position});
    }
    const double diameter = moving.points.empty() ? 0 : moving.diameter();
    for (const SceneTrace& trace : picture_.traces)
      for (const Vec3 p : trace.points)
        if (is_finite(p)) moving.points.push_back(clamped(p, moving.low, moving.high, 0.25 * diameter));
    for (const Extent& part : fixed) {
      std::array<double, 3> low = moving.low, high = moving.high;
      for (std::size_t k = 0; k < 3; ++k) {
        const double gap = std::max({0.0, part.low[k] - high[k], low[k] - part.high[k]});
        const double more = std::max(gap - 0.6 * diameter, 0.0);
        low[k] -= more;
        high[k] += more;
      }
      for (const Vec3 p : part.points) moving.points.push_back(clamped(p, low, high, 0.9 * diameter));
    }
    return moving.points;
  }

  static std::string hundredths(double x) {
    char text[16];
    std::snprintf(text, sizeof text, "%.2f", x);
    return text;
  }

  std::string trace_svg(const SceneTrace& trace, const PaperColors& paper) const {
    std::vector<PicturePoint> points;
    for (const Vec3 p : trace.points) {
      const PicturePoint at = camera_.project(p);
      if (is_finite(p) && (points.empty() || std::hypot(at.x - points.back().x, at.y - points.back().y) > 1.5))
        points.push_back(at);
    }
    if (points.size() < 2) return "";
    return "<path d=\"" + path_through(points, false) + "\" fill=\"none\" stroke=\"" + paper.ink +
           "\" stroke-width=\"1\" stroke-dasharray=\".1 3.2\" opacity=\".8\"/>\n";
  }

  std::vector<std::size_t> ordered(const std::vector<Piece>& pieces) const {
    return painter_order(pieces, camera_, static_cast<int>(options_.width), static_cast<int>(options_.height));
  }

  // Fixed shapes are drawn once, at the last instant. Fixed planes behind all other shapes are a backdrop, which must
  // not hide traces and earlier instants.
  struct LastInstant {
    std::string backdrop, shapes;
  };
  LastInstant last_instant_svg() {
    LastInstant out;
    if (picture_.instants.empty()) return out;
    const std::vector<Piece> pieces = make_pieces(model_, picture_.instants.back(), camera_);
    bool is_behind_all = true;
    for (const std::size_t i : ordered(pieces)) {
      const SceneShape& shape = *pieces[i].shape;
      is_behind_all = is_behind_all && shape.kind == "plane" && is_fixed(shape);
      (is_behind_all ? out.backdrop : out.shapes) += piece_svg(pieces[i]);
    }
    return out;
  }

  std::string earlier_instant_svg(const ScenePoses& poses) {
    std::vector<Piece> pieces = make_pieces(model_, poses, camera_);
    std::erase_if(pieces, [this](const Piece& piece) { return is_fixed(*piece.shape); });
    std::string out;
    for (const std::size_t i : ordered(pieces)) out += piece_svg(pieces[i]);
    return out;
  }

  std::string piece_svg(const Piece& piece) {
    const Rgb fill = fill_of(*piece.shape, options_.dark);
    const std::string outline = to_hex(outline_of(fill, options_.dark));
    const bool has_outline = piece.thickness >= thinnest_with_outline;
    const double width = std::clamp(0.16 * piece.thickness, 0.5, outline_width);
    std::string out;
    for (const PiecePath& path : piece.paths) {
      const std::string shade = path.gradient >= 0 && has_outline
                                    ? gradient_id(piece.gradients[static_cast<std::size_t>(path.gradient)], fill)
                                    : to_hex(shaded(fill, path.gradient >= 0 ? 0.95 : path.light));
      const std::string line = "\" stroke=\"" + outline + "\" stroke-width=\"" + pixels(width) + "\"/>\n";
      const std::string begin = "<path d=\"" + path.d + "\" fill=\"";
      using Kind = PiecePath::Kind;
      if (path.kind == Kind::edge) {
        out += has_outline ? begin + "none" + line : "";
      } else if (path.kind == Kind::rod) {
        if (has_outline)
          out += begin + "none\" stroke=\"" + outline + "\" stroke-width=\"" + pixels(path.width) + "\"/>";
        const double inside = has_outline ? path.width - 2 * width : std::max(path.width, 0.8);
        out += begin + "none\" stroke=\"" + shade + "\" stroke-width=\"" + pixels(inside) + "\"/>\n";
      } else if (path.kind == Kind::face && has_outline) {
        out += begin + shade + line;
      } else {
        out += begin + shade + "\" stroke=\"" + shade + "\" stroke-width=\".4\"/>\n";
      }
    }
    if (piece.shape->opacity < 1) return "<g opacity=\"" + hundredths(piece.shape->opacity) + "\">" + out + "</g>";
    return out;
  }

  std::string gradient_id(const Gradient& gradient, Rgb fill) {
    std::string stops;
    for (std::size_t k = 0; k < gradient.lights.size(); ++k)
      stops += "<stop offset=\"" +
               hundredths(static_cast<double>(k) / static_cast<double>(gradient.lights.size() - 1)) +
               "\" stop-color=\"" + to_hex(shaded(fill, gradient.lights[k])) + "\"/>";
    const std::string units = " gradientUnits=\"userSpaceOnUse\"";
    std::string place;
    if (gradient.is_round)
      place = units + " cx=\"" + pixels(gradient.from.x) + "\" cy=\"" + pixels(gradient.from.y) + "\" r=\"" +
              pixels(gradient.to.x) + "\"";
    else
      place = units + " x1=\"" + pixels(gradient.from.x) + "\" y1=\"" + pixels(gradient.from.y) + "\" x2=\"" +
              pixels(gradient.to.x) + "\" y2=\"" + pixels(gradient.to.y) + "\"";
    const std::string kind = gradient.is_round ? "radialGradient" : "linearGradient";
    const auto [known, is_new] = ids_.emplace(kind + place + stops, "g" + std::to_string(ids_.size()));
    if (is_new) defs_ += "<" + kind + " id=\"" + known->second + "\"" + place + ">" + stops + "</" + kind + ">\n";
    return "url(#" + known->second + ")";
  }

  const ModelDescription& model_;
  const ScenePicture& picture_;
  const PictureOptions& options_;
  SceneCamera camera_;
  std::string defs_;
  std::map<std::string, std::string> ids_;
};

}  // namespace

std::string make_svg(const ModelDescription& model, const ScenePicture& picture, const PictureOptions& options) {
  return SvgWriter(model, picture, options).write();
}

// XML has neither bytes that are not UTF-8 nor most control characters.
std::string escape_markup(const std::string& text) {
  std::string out;
  for (const char c : in_utf8(text)) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '\'')
      out += "&#39;";
    else if (static_cast<unsigned char>(c) < 32 && c != '\n' && c != '\t')
      out += ' ';
    else
      out += c;
  }
  return out;
}

}  // namespace tangible
