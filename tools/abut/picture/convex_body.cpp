#include "picture/convex_body.hpp"

#include <abut/detail/numeric/rounding.hpp>

#include <fmt/format.h>
#include <algorithm>
#include <charconv>

namespace abut::tool {

namespace {

/// Interpolates between two colors, both "#rrggbb".
std::string mixed(std::string_view from, std::string_view to, double part) {
  std::string result = "#";
  for (std::size_t i = 1; i < 7; i += 2) {
    int a = 0, b = 0;
    std::from_chars(from.data() + i, from.data() + i + 2, a, 16);
    std::from_chars(to.data() + i, to.data() + i + 2, b, 16);
    result += fmt::format("{:02x}", a + static_cast<int>((b - a) * part));
  }
  return result;
}

void draw_faces(Svg& svg, const Sketch& sketch, const palette::Tint& tint, bool shaded) {
  const std::size_t most_edges = 60;  // of a small picture: more would be a gray patch
  const bool with_edges = shaded || sketch.edges.size() <= most_edges;
  if (with_edges) svg.lines(sketch.hidden_edges, {tint.line, 1, "2 4"});
  svg.open_group("opacity=\"0.8\"");
  if (!shaded) svg.polygon(sketch.outline, tint.fill, {tint.fill, 1});
  for (int i = 0; shaded && i < Sketch::shades; ++i) {
    if (sketch.faces[i].empty()) continue;
    const std::string color = mixed(tint.fill, tint.line, 0.4 * (1 - (i + 0.5) / Sketch::shades));
    svg.polygons(sketch.faces[i], color, {color, 0.8});  // the rim closes the seam to the next face
  }
  svg.close_group();
  if (with_edges) svg.lines(sketch.edges, {tint.line, 1});
  svg.polygon(sketch.outline, "none", {tint.line, 1.5});
}

}  // namespace

void draw_convex_body(Svg& svg, const Sketch& sketch, const palette::Tint& tint, bool shaded) {
  Extent extent;
  extent.add(sketch, sketch.radius);
  const double smallest_pixels = 3;
  if (max_abs(extent.half()) * svg.scale() < smallest_pixels) {
    svg.dot(extent.center(), 4.5, tint.fill, tint.line);
  } else if (sketch.outline.size() == 2 && sketch.radius == 0) {
    svg.line(sketch.outline[0], sketch.outline[1], {tint.line, 3});
  } else if (sketch.has_faces) {
    draw_faces(svg, sketch, tint, shaded);
  } else {
    svg.open_group("opacity=\"0.85\"");
    svg.body(sketch.outline, sketch.radius * svg.scale() < 1 ? 0 : sketch.radius, tint.fill, tint.line);
    svg.close_group();
  }
}

void draw_simplex(Svg& svg, std::span<const Vec2d> vertices, const palette::Tint& tint, double opacity) {
  svg.open_group(fmt::format("opacity=\"{:.4g}\"", opacity));
  for (std::size_t skipped = 0; vertices.size() >= 3 && skipped < vertices.size(); ++skipped) {
    std::vector<Vec2d> face(vertices.begin(), vertices.end());
    if (vertices.size() == 4) face.erase(face.begin() + static_cast<std::ptrdiff_t>(skipped));
    svg.polygon(face, tint.fill, {tint.line, 1.5});
    if (vertices.size() == 3) break;
  }
  for (std::size_t i = 0; vertices.size() != 3 && i < vertices.size(); ++i) {
    for (std::size_t k = i + 1; k < vertices.size(); ++k) svg.line(vertices[i], vertices[k], {tint.line, 2.25});
  }
  svg.close_group();
}

void Extent::add(Vec2d p, double around) {
  const Vec2d r{around, around};
  const bool empty = low.x > high.x;
  low = empty ? p - r : Vec2d{std::min(low.x, p.x - around), std::min(low.y, p.y - around)};
  high = empty ? p + r : Vec2d{std::max(high.x, p.x + around), std::max(high.y, p.y + around)};
}

void Extent::add(const Sketch& sketch, double grown_by) {
  for (const Vec2d& p : sketch.outline) add(p, grown_by);
}

void fit_view(Svg& svg, const Extent& extent, Vec2d panel, Vec2d margin) {
  const Vec2d room = panel * 0.5 - margin, half = extent.half();
  // Extents are of size about 1, so the scale is more than a pixel per unit; a single point has no size at all.
  const double scale =
      std::min({half.x > 0 ? room.x / half.x : room.x, half.y > 0 ? room.y / half.y : room.y, 1e6 * room.x});
  const Vec2d c = extent.center() * scale;
  svg.look(panel * 0.5 + Vec2d{-c.x, c.y}, scale);
}

Vec2d label_spot(const Svg& svg, const Sketch& sketch, Vec2d other, bool inside) {
  Extent extent;
  extent.add(sketch, sketch.radius);
  const double needed = 22 / svg.scale(), beside = 15 / svg.scale();
  const Vec2d half = extent.half();
  const Vec2d away = extent.center() - other;
  const Vec2d d = away == Vec2d{} ? Vec2d{0, 1} : away / detail::norm(away);
  const bool wide = sketch.outline.size() > 2 && std::min(half.x, half.y) >= needed;
  // A little away from the middle, where the gap and its number are near.
  if (inside && wide) return extent.center() + d * (0.2 * std::min(half.x, half.y));
  if (inside && sketch.radius >= needed) return extent.center();
  Vec2d furthest = sketch.outline.front();
  for (const Vec2d& p : sketch.outline) {
    if (dot(p, d) > dot(furthest, d)) furthest = p;
  }
  return furthest + d * (sketch.radius + beside);
}

}  // namespace abut::tool
