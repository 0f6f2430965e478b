#include "svg.hpp"

#include <abut/detail/numeric/rounding.hpp>

#include <fmt/format.h>
#include <algorithm>
#include <iterator>

namespace abut::shared {

namespace {

/// Paths of more points are samples of a curve: points that make no visible difference are left out.
constexpr std::size_t many = 100;
/// And so are parts of a drawing that are smaller than this, in pixels.
constexpr double speck = 0.1;

/// U+FFFE and U+FFFF, which JSON allows and XML does not, become question marks.
std::string escaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view character = text.substr(i, 3);
    if (character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF") {
      result += '?';
      i += 2;
      continue;
    }
    switch (const char c = text[i]) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      default: result += c;
    }
  }
  return result;
}

std::string attributes_of(const Stroke& stroke) {
  return fmt::format("stroke=\"{}\" stroke-width=\"{:.4g}\" stroke-linecap=\"round\" stroke-dasharray=\"{}\"",
                     stroke.color, stroke.width, stroke.dashes);
}

}  // namespace

Svg::Svg(double width, double height, Vec2d origin, double pixels_per_unit)
    : width_(width), height_(height), origin_(origin), scale_(pixels_per_unit) {
  out_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\">\n",
      width, height);
}

void Svg::look(Vec2d origin, double pixels_per_unit) {
  origin_ = origin;
  scale_ = pixels_per_unit;
}

void Svg::open_panel(std::string_view name, Vec2d corner, Vec2d size) {
  out_ += fmt::format("<svg class=\"panel {}\" x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\">\n", name,
                      corner.x, corner.y, size.x, size.y);
}

void Svg::close_panel() { out_ += "</svg>\n"; }

void Svg::open_group(std::string_view attributes) { out_ += fmt::format("<g {}>\n", attributes); }

void Svg::close_group() { out_ += "</g>\n"; }

void Svg::card(Vec2d corner, Vec2d size, double round, std::string_view fill, const Stroke& stroke) {
  out_ +=
      fmt::format("<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" rx=\"{:.4g}\" fill=\"{}\" {}/>\n",
                  corner.x, corner.y, size.x, size.y, round, fill, attributes_of(stroke));
}

void Svg::background(std::string_view color) {
  out_ += fmt::format("<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", width_, height_, color);
}

void Svg::line(Vec2d from, Vec2d to, const Stroke& stroke) {
  const Vec2d a = pixel(from), b = pixel(to);
  out_ += fmt::format("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" {}/>\n", a.x, a.y, b.x, b.y,
                      attributes_of(stroke));
}

void Svg::lines(std::span<const std::pair<Vec2d, Vec2d>> all, const Stroke& stroke) {
  if (all.empty()) return;
  out_ += "<path d=\"";
  for (const auto& [from, to] : all) {
    const Vec2d a = pixel(from), b = pixel(to);
    if (max_abs(b - a) < speck) continue;
    fmt::format_to(std::back_inserter(out_), "M{:.1f} {:.1f}L{:.1f} {:.1f}", a.x, a.y, b.x, b.y);
  }
  fmt::format_to(std::back_inserter(out_), "\" fill=\"none\" {}/>\n", attributes_of(stroke));
}

void Svg::arrow(Vec2d from, Vec2d to, const Stroke& stroke) {
  const Vec2d a = pixel(from), b = pixel(to);
  if (a == b) return;
  const Vec2d along = (b - a) / detail::norm(b - a), across{-along.y, along.x};
  const double head = 9;
  const Vec2d neck = b - along * head, left = neck + across * (head / 2.4), right = neck - across * (head / 2.4);
  out_ += fmt::format("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" {}/>\n", a.x, a.y, neck.x, neck.y,
                      attributes_of(stroke));
  out_ += fmt::format("<polygon points=\"{:.2f},{:.2f} {:.2f},{:.2f} {:.2f},{:.2f}\" fill=\"{}\"/>\n", b.x, b.y, left.x,
                      left.y, right.x, right.y, stroke.color);
}

void Svg::dot(Vec2d at, double pixels, std::string_view fill, std::string_view rim) {
  const Vec2d p = pixel(at);
  out_ +=
      fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.4g}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"/>\n",
                  p.x, p.y, pixels, fill, rim);
}

void Svg::path(std::span<const Vec2d> points, std::string_view attributes) {
  out_ += "<path d=\"";
  const double near = 2;  // pixels. On a circle of radius 50 a chord this long is a hundredth of a pixel off
  Vec2d last;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2d p = pixel(points[i]);
    if (points.size() > many && i > 0 && norm_squared(p - last) < near * near) continue;
    fmt::format_to(std::back_inserter(out_), "{}{:.2f} {:.2f} ", i == 0 ? 'M' : 'L', p.x, p.y);
    last = p;
  }
  fmt::format_to(std::back_inserter(out_), "Z\" {}/>\n", attributes);
}

void Svg::polygon(std::span<const Vec2d> points, std::string_view fill, const Stroke& stroke) {
  path(points, fmt::format("fill=\"{}\" stroke-linejoin=\"round\" {}", fill, attributes_of(stroke)));
}

void Svg::polygons(std::span<const std::vector<Vec2d>> all, std::string_view fill, const Stroke& stroke) {
  out_ += "<path d=\"";
  for (const auto& points : all) {
    double size = 0;
    for (const Vec2d& p : points) size = std::max(size, max_abs(p - points.front()) * scale_);
    if (size < speck) continue;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec2d p = pixel(points[i]);
      fmt::format_to(std::back_inserter(out_), "{}{:.1f} {:.1f}", i == 0 ? 'M' : 'L', p.x, p.y);
    }
    out_ += 'Z';
  }
  fmt::format_to(std::back_inserter(out_), "\" fill=\"{}\" stroke-linejoin=\"round\" {}/>\n", fill,
                 attributes_of(stroke));
}

/// A stroke with round joins is the polygon grown by half its width: the outline is a wider one below the fill.
void Svg::body(std::span<const Vec2d> core, double radius, std::string_view fill, std::string_view outline) {
  const double rim = 1.75, width = 2 * radius * scale_;
  const char* pattern =
      "fill=\"{0}\" stroke=\"{0}\" stroke-width=\"{1:.4g}\" stroke-linejoin=\"round\" "
      "stroke-linecap=\"round\"";
  path(core, fmt::format(fmt::runtime(pattern), outline, width + rim));
  path(core, radius > 0 ? fmt::format(fmt::runtime(pattern), fill, width - rim)
                        : fmt::format("fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"", fill,
                                      outline, rim));
  if (radius > 0) {
    path(core, fmt::format("fill=\"none\" stroke=\"{}\" stroke-opacity=\"0.55\" stroke-dasharray=\"2 5\" "
                           "stroke-linecap=\"round\" stroke-width=\"1.5\"",
                           outline));
  }
}

void Svg::text(Vec2d at, std::string_view text, std::string_view anchor, std::string_view style) {
  caption(pixel(at), text, anchor, style);
}

void Svg::caption(Vec2d pixel, std::string_view text, std::string_view anchor, std::string_view style) {
  out_ += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"{}\" style=\"{}\">{}</text>\n", pixel.x, pixel.y,
                      anchor, style, escaped(text));
}

void Svg::caption(Vec2d pixel, std::string_view text, std::string_view style, std::string_view more,
                  std::string_view more_style) {
  out_ += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" style=\"{}\">{} <tspan style=\"{}\">{}</tspan></text>\n",
                      pixel.x, pixel.y, style, escaped(text), more_style, escaped(more));
}

void Svg::swatch(Vec2d pixel, std::string_view fill, std::string_view outline) {
  out_ += fmt::format(
      "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"16\" height=\"16\" rx=\"4\" fill=\"{}\" stroke=\"{}\" "
      "stroke-width=\"1.5\"/>\n",
      pixel.x, pixel.y, fill, outline);
}

std::string Svg::finish() && { return std::move(out_) + "</svg>\n"; }

}  // namespace abut::shared
