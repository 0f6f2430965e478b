#include "svg.hpp"

#include <abut/algorithm/rounding.hpp>

#include <fmt/format.h>
#include <iterator>

namespace abut::tool {

namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
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

void Svg::background(std::string_view color) {
  out_ += fmt::format("<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", width_, height_, color);
}

void Svg::line(Vec2d from, Vec2d to, const Stroke& stroke) {
  const Vec2d a = pixel(from), b = pixel(to);
  out_ += fmt::format("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" {}/>\n", a.x, a.y, b.x,
                      b.y, attributes_of(stroke));
}

void Svg::arrow(Vec2d from, Vec2d to, const Stroke& stroke) {
  const Vec2d a = pixel(from), b = pixel(to);
  const Vec2d along = (b - a) / detail::norm(b - a), across{-along.y, along.x};
  const double head = 9;
  const Vec2d neck = b - along * head, left = neck + across * (head / 2.4),
              right = neck - across * (head / 2.4);
  out_ += fmt::format("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" {}/>\n", a.x, a.y,
                      neck.x, neck.y, attributes_of(stroke));
  out_ += fmt::format("<polygon points=\"{:.2f},{:.2f} {:.2f},{:.2f} {:.2f},{:.2f}\" fill=\"{}\"/>\n", b.x,
                      b.y, left.x, left.y, right.x, right.y, stroke.color);
}

void Svg::dot(Vec2d at, double pixels, std::string_view fill, std::string_view rim) {
  const Vec2d p = pixel(at);
  out_ += fmt::format(
      "<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:.4g}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"/>\n",
      p.x, p.y, pixels, fill, rim);
}

void Svg::path(std::span<const Vec2d> points, std::string_view attributes) {
  out_ += "<path d=\"";
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2d p = pixel(points[i]);
    fmt::format_to(std::back_inserter(out_), "{}{:.2f} {:.2f} ", i == 0 ? 'M' : 'L', p.x, p.y);
  }
  fmt::format_to(std::back_inserter(out_), "Z\" {}/>\n", attributes);
}

/// A stroke with round joins is the polygon grown by half its width: the outline is a wider one below the
/// fill.
void Svg::body(std::span<const Vec2d> core, double radius, std::string_view fill, std::string_view outline) {
  const double rim = 1.75, width = 2 * radius * scale_;
  const char* pattern =
      "fill=\"{0}\" stroke=\"{0}\" stroke-width=\"{1:.4g}\" stroke-linejoin=\"round\" "
      "stroke-linecap=\"round\"";
  path(core, fmt::format(fmt::runtime(pattern), outline, width + rim));
  path(core, radius > 0
                 ? fmt::format(fmt::runtime(pattern), fill, width - rim)
                 : fmt::format("fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
                               fill, outline, rim));
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
  out_ += fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" text-anchor=\"{}\" style=\"{}\">{}</text>\n", pixel.x,
                      pixel.y, anchor, style, escaped(text));
}

void Svg::swatch(Vec2d pixel, std::string_view fill, std::string_view outline) {
  out_ += fmt::format(
      "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"16\" height=\"16\" rx=\"4\" fill=\"{}\" stroke=\"{}\" "
      "stroke-width=\"1.5\"/>\n",
      pixel.x, pixel.y, fill, outline);
}

std::string Svg::finish() && { return std::move(out_) + "</svg>\n"; }

}  // namespace abut::tool
