#include "picture/impact.hpp"

#include "picture/convex_body.hpp"
#include "picture/layout.hpp"
#include "picture/palette.hpp"
#include "record/record_error.hpp"
#include "shared/svg.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace abut::tool {

using shared::Svg;

namespace {

using layout::margin, layout::width;

// In pixels.
constexpr double top = 92;
constexpr Vec2d impact_panel{width - 2 * margin, 440};

/// Without its quotes, if it has any.
std::string title_of(std::string_view id) {
  if (id == "null") return "Time of impact";
  const bool quoted = id.size() >= 2 && id.front() == '"';
  return "Time of impact: " + shortened(quoted ? id.substr(1, id.size() - 2) : id);
}

std::string_view words(ImpactBound bound) {
  switch (bound) {
    case ImpactBound::reach: return "all that a turning body can reach";
    case ImpactBound::fixed_axis: return "a plane that holds its direction";
    case ImpactBound::turning_axis: return "a plane that turns";
    case ImpactBound::balls: return "the balls";
    case ImpactBound::none: break;
  }
  return "nothing";
}

/// Older poses are paler.
std::string opacity_of(std::size_t index, std::size_t count) {
  const double part = static_cast<double>(index + 1) / static_cast<double>(count);
  return fmt::format("opacity=\"{:.2f}\"", 0.2 + 0.8 * part * part);
}

template <int D>
Ruler<D> ruler_of_all(const TracedImpact<D>& impact) {
  std::vector<Vec<double, D>> points;
  for (const auto& pose : impact.poses) {
    for (const TracedShape<D>* shape : {&pose.a, &pose.b}) {
      const Cloud<D> cloud = cloud_of(*shape, shape->radius);
      points.insert(points.end(), cloud.points.begin(), cloud.points.end());
    }
  }
  return ruler_of(points, 0);
}

/// At the last pose.
void draw_names(Svg& svg, const Sketch& a, const Sketch& b) {
  const auto style = [](std::string_view color) {
    return fmt::format("font-size:21px;font-weight:bold;fill:{};stroke:{};stroke-width:4px;paint-order:stroke", color,
                       palette::card);
  };
  Extent of_a, of_b;
  of_a.add(a, a.radius);
  of_b.add(b, b.radius);
  svg.text(label_spot(svg, a, of_b.center(), true), "A", "middle", style(palette::shape_a.line));
  svg.text(label_spot(svg, b, of_a.center(), true), "B", "middle", style(palette::shape_b.line));
}

template <int D>
void draw_poses(Svg& svg, const TracedImpact<D>& impact) {
  const Ruler<D> ruler = ruler_of_all(impact);
  const bool looked = !impact.steps.empty() && impact.steps.back().iteration > 0;
  const auto camera = Camera<D>::facing(looked ? impact.steps.back().normal : detail::axis<double, D>(0));
  std::vector<std::pair<Sketch, Sketch>> sketches;
  Extent extent;
  for (const auto& pose : impact.poses) {
    sketches.emplace_back(sketch_of(pose.a, ruler, camera), sketch_of(pose.b, ruler, camera));
    extent.add(sketches.back().first, sketches.back().first.radius);
    extent.add(sketches.back().second, sketches.back().second.radius);
  }
  svg.open_panel("poses", {margin, top}, impact_panel);
  fit_view(svg, extent, impact_panel, {24, 24});
  for (std::size_t i = 0; i < sketches.size(); ++i) {
    svg.open_group(opacity_of(i, sketches.size()));
    draw_convex_body(svg, sketches[i].first, palette::shape_a, false);
    draw_convex_body(svg, sketches[i].second, palette::shape_b, false);
    svg.close_group();
  }
  const auto is_drawn = [&](const ImpactStep<D>& step) {
    return std::any_of(impact.poses.begin(), impact.poses.end(), [&](const auto& pose) { return pose.time == step.t; });
  };
  for (const auto& step : impact.steps) {
    if (step.iteration == 0 || !is_drawn(step)) continue;
    const Vec2d a = camera(ruler(step.point_a)), b = camera(ruler(step.point_b));
    svg.line(a, b, {palette::plane, 1.25, "4 3"});
    svg.dot(a, 3, palette::card, palette::ink);
    svg.dot(b, 3, palette::card, palette::ink);
  }
  draw_names(svg, sketches.back().first, sketches.back().second);
  svg.close_panel();
}

template <int D>
void draw_times(Svg& svg, const TracedImpact<D>& impact, double y) {
  const std::string quiet = fmt::format("font-size:13px;fill:{}", palette::muted);
  double row = y;
  const std::size_t most_rows = 12;
  for (std::size_t i = 0; i < impact.steps.size(); ++i) {
    if (i >= most_rows - 1 && i + 1 < impact.steps.size()) {
      if (i == most_rows - 1) svg.caption({margin, row}, "...", "start", quiet);
      continue;
    }
    const auto& step = impact.steps[i];
    const std::string seen = step.iteration == 0
                                 ? std::string("balls around the bodies")
                                 : fmt::format("look {}: {:.6g} apart", step.iteration, std::max(step.upper, 0.0));
    const std::string proof = step.advance > 0
                                  ? fmt::format("; free for {:.6g}, as {} prove{}", step.advance, words(step.bound),
                                                step.bound == ImpactBound::balls ? "" : "s")
                                  : std::string();
    svg.caption({margin, row + (i >= most_rows ? 18 : 0)}, fmt::format("t = {:.9g}: {}{}", step.t, seen, proof),
                "start", quiet);
    row += 18;
  }
}

}  // namespace

template <int D>
std::string impact_picture(const TracedImpact<D>& impact) {
  const double rows = static_cast<double>(std::min<std::size_t>(impact.steps.size(), 14));
  const double height = top + impact_panel.y + 40 + 18 * rows;
  Svg svg(width, height, {0, 0}, 1);
  svg.background(palette::paper);
  svg.caption({margin, 44}, title_of(impact.id), "start",
              fmt::format("font-size:22px;font-weight:600;fill:{}", palette::ink));
  svg.caption({margin, 72}, impact.verdict, "start", fmt::format("font-size:14px;fill:{}", palette::ink));
  svg.card({margin, top}, impact_panel, 10, palette::card, {palette::rule, 1});
  draw_poses(svg, impact);
  draw_times(svg, impact, top + impact_panel.y + 30);
  return std::move(svg).finish();
}

template std::string impact_picture(const TracedImpact<2>&);
template std::string impact_picture(const TracedImpact<3>&);

}  // namespace abut::tool
