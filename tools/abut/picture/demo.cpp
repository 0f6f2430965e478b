#include "picture/demo.hpp"

#include "io/decimal.hpp"
#include "picture/palette.hpp"
#include "shared/svg.hpp"

#include <abut/compose.hpp>
#include <abut/distance.hpp>

#include <fmt/format.h>
#include <vector>

namespace abut::tool {

using shared::Svg;

namespace {

constexpr std::string_view paper = palette::paper, ink = palette::ink, faint = palette::muted;

/// A point set grown by a radius, with its label and colors.
struct Figure {
  std::string_view name;
  std::vector<Vec2d> core;
  double radius;
  Vec2d label;
  std::string_view fill, outline;

  Inflated<PointSet<double, 2>> shape() const { return inflate(*PointSet<double, 2>::from(core), radius); }
};

struct Pair {
  const Figure& a;
  const Figure& b;
  Distance<double, 2> gap = distance(a.shape(), b.shape());
};

const std::vector<Figure>& figures() {
  static const std::vector<Figure> scene{
      {"A",
       {{0.6, 2.3}, {1.9, 1.1}, {3.4, 1.5}, {4.2, 3.1}, {3.0, 4.7}, {1.2, 4.2}},
       0,
       {2.3, 2.8},
       "#cfe3f7",
       "#7ba7d0"},
      {"B", {{7.2, 4.35}, {7.5, 3.35}, {9.4, 2.7}, {9.9, 3.9}, {8.6, 4.6}}, 0.5, {8.6, 3.55}, "#fbd9d3", "#d99a8e"},
      {"C", {{5.6, 0.55}, {8.1, 0.95}}, 0.42, {6.85, 0.64}, "#d6eed3", "#8dbb88"}};
  return scene;
}

/// The dashed line between two shapes, and the normal that stands on it.
void draw_plane(Svg& svg, const Pair& pair) {
  const Plane<double, 2> plane = pair.gap.separating_plane();
  const Vec2d along{-plane.normal.y, plane.normal.x};
  svg.line(plane.point - along * 1.6, plane.point + along * 1.45, {faint, 1.75, "7 6"});
  const Vec2d foot = plane.point + along * 0.95;
  svg.arrow(foot, foot + plane.normal * 0.8, {ink, 2});
  constexpr std::string_view style = "font-size:14px;font-style:italic;fill:#3f4259";
  svg.text(foot + plane.normal * 0.4 + along * 0.14, "normal", "middle", style);
  svg.text(plane.point - along * 1.55 + plane.normal * 0.12, "separating plane", "start",
           "font-size:14px;fill:#676a83");
}

void draw_gap(Svg& svg, const Pair& pair, Vec2d label_offset) {
  const auto& gap = pair.gap;
  svg.line(gap.point_a, gap.point_b, {ink, 2});
  svg.dot(gap.point_a, 5, paper, ink);
  svg.dot(gap.point_b, 5, paper, ink);
  svg.text(gap.separating_plane().point + label_offset, fmt::format("{:.4f}", gap.distance), "middle",
           "font-size:16px;font-weight:bold;fill:#3f4259;stroke:#fdfbf7;stroke-width:5px;paint-order:stroke");
}

void draw_caption(Svg& svg, const Pair& pair, double y) {
  svg.swatch({40, y - 13}, pair.a.fill, pair.a.outline);
  svg.swatch({62, y - 13}, pair.b.fill, pair.b.outline);
  svg.caption({90, y}, fmt::format("{} to {}", pair.a.name, pair.b.name), "start", "font-size:15px;fill:#3f4259");
  svg.caption({160, y}, interval(pair.gap.lower, pair.gap.upper), "start",
              "font-size:15px;font-family:'DejaVu Sans Mono',Menlo,Consolas,monospace;fill:#3f4259");
  svg.caption({545, y}, fmt::format("{} after {} steps", to_string(pair.gap.status), pair.gap.iterations), "start",
              "font-size:15px;fill:#676a83");
}

}  // namespace

std::string demo_picture() {
  const auto& scene = figures();
  const Pair pairs[] = {{scene[0], scene[1]}, {scene[0], scene[2]}, {scene[1], scene[2]}};
  const Vec2d label_offsets[] = {{-0.5, -0.46}, {0.3, 0.3}, {0.55, 0}};
  Svg svg(920, 620, {32, 486}, 82);
  svg.background(paper);
  svg.caption({40, 46}, "How far apart?", "start", "font-size:24px;font-weight:bold;fill:#3f4259");
  svg.caption({40, 70}, "The closest points of each pair, and a plane between A and B", "start",
              "font-size:15px;fill:#676a83");
  for (const Figure& figure : scene) {
    svg.body(figure.core, figure.radius, figure.fill, figure.outline);
    svg.text(figure.label, figure.name, "middle",
             fmt::format("font-size:26px;font-weight:bold;fill:{};stroke:{};stroke-width:8px;paint-order:stroke",
                         figure.outline, figure.fill));
  }
  draw_plane(svg, pairs[0]);
  double y = 544;
  for (int i = 0; i < 3; ++i) {
    draw_gap(svg, pairs[i], label_offsets[i]);
    draw_caption(svg, pairs[i], y);
    y += 26;
  }
  svg.caption({40, 516}, "The true distance lies in", "start", "font-size:15px;fill:#676a83");
  return std::move(svg).finish();
}

}  // namespace abut::tool
