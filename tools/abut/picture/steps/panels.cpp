#include "picture/steps/panels.hpp"

#include "picture/steps/panel_parts.hpp"
#include "picture/steps/steps.hpp"
#include "picture/steps/voronoi_regions.hpp"

#include <fmt/format.h>

namespace abut::tool {

namespace {

using palette::ink;

constexpr Vec2d panel_margin{48, 58};

void draw_label(Svg& svg, Vec2d at, std::string_view text, std::string_view color) {
  svg.text(at - Vec2d{0, 7 / svg.scale()}, text, "middle",
           fmt::format("font-size:21px;font-weight:bold;fill:{}{}", color, halo));
}

void draw_normal(Svg& svg, Vec2d middle, Vec2d n, Vec2d up) {
  const double pixel = 1 / svg.scale();
  const Vec2d foot = middle - up * (30 * pixel), tip = foot + n * (32 * pixel);
  svg.arrow(foot, tip, {ink, 2});
  svg.text(tip + n * (10 * pixel) - Vec2d{0, 5 * pixel}, "n", "middle",
           fmt::format("font-size:15px;font-style:italic;fill:{}{}", ink, halo));
}

/// The number stands beside the line between the points.
void draw_length(Svg& svg, Vec2d middle, Vec2d up, double length) {
  const double pixel = 1 / svg.scale();
  const bool beside = detail::absolute(up.x) > 0.5;
  svg.text(middle + up * ((beside ? 12 : 24) * pixel) - Vec2d{0, 5 * pixel}, fmt::format("{:.5g}", length),
           !beside    ? "middle"
           : up.x > 0 ? "start"
                      : "end",
           fmt::format("font-size:15px;font-weight:bold;fill:{}{}", ink, halo));
}

/// Points, gap, normal, plane: where the shapes are closest.
template <int D>
void draw_gap(Svg& svg, const Scene<D>& scene) {
  const auto& r = scene.traced.found;
  const Vec2d a = scene.in_world(r.point_a), b = scene.in_world(r.point_b), middle = (a + b) * 0.5;
  const Vec2d shown = scene.camera(r.normal);
  const double length = detail::norm(shown);
  if (r.apart) draw_plane(svg, middle, r.normal, scene.camera, 0.4);
  svg.line(a, b, {ink, 2});
  svg.dot(a, 4.5, palette::card, ink);
  svg.dot(b, 4.5, palette::card, ink);
  if (!(length > 0)) return;
  const Vec2d n = shown / length, up = n.x >= 0 ? Vec2d{-n.y, n.x} : Vec2d{n.y, -n.x};
  draw_normal(svg, middle, n, up);
  draw_length(svg, middle, up, r.between);
}

/// Only the verdict: the plane half way between the shapes, or the common point.
template <int D>
void draw_verdict(Svg& svg, const Scene<D>& scene) {
  const auto& r = scene.traced.found;
  if (r.common) svg.dot(scene.in_world(*r.common), 5, palette::card, ink);
  if (!r.apart) return;
  const auto a = scene.traced.a.support(r.normal) + r.normal * scene.traced.a.radius;
  const auto b = scene.traced.b.support(-r.normal) - r.normal * scene.traced.b.radius;
  const auto middle = a + (b - a) * 0.5;
  draw_plane(svg, scene.in_world(middle), r.normal, scene.camera, 0.4);
  const Vec2d shown = scene.camera(r.normal);
  const double length = detail::norm(shown);
  if (!(length > 0)) return;
  const Vec2d n = shown / length, up = n.x >= 0 ? Vec2d{-n.y, n.x} : Vec2d{n.y, -n.x};
  draw_normal(svg, scene.in_world(middle), n, up);
}

/// Where one shape is a point and the other a small polygon: the name of the polygon, "A" or "B", whose Voronoi regions
/// are drawn. Empty otherwise.
template <int D>
std::string_view polygon_around_point(const Scene<D>& scene) {
  const auto is_point = [](const TracedShape<D>& s) { return s.vertices.size() == 1 && s.radius == 0; };
  const auto is_polygon = [](const TracedShape<D>& s, const Sketch& sketch) {
    return !s.vertices.empty() && s.radius == 0 && sketch.outline.size() > 1 && sketch.outline.size() <= 8;
  };
  if (D != 2) return {};
  if (is_point(scene.traced.b) && is_polygon(scene.traced.a, scene.a)) return "A";
  if (is_point(scene.traced.a) && is_polygon(scene.traced.b, scene.b)) return "B";
  return {};
}

template <int D>
Ruler<D> ruler_of_world(const TracedQuery<D>& query) {
  auto points = cloud_of(query.a, 0).points;
  const auto points_b = cloud_of(query.b, 0).points;
  points.insert(points.end(), points_b.begin(), points_b.end());
  return ruler_of(points, std::max(query.a.radius, query.b.radius));
}

}  // namespace

template <int D>
Scene<D>::Scene(const TracedQuery<D>& query)
    : traced(query),
      camera(Camera<D>::facing(query.found.normal)),
      world(ruler_of_world(query)),
      a(sketch_of(query.a, world, camera)),
      b(sketch_of(query.b, world, camera)) {
  const Cloud<D> cloud = difference_of(query.a, query.b);
  auto with_origin = cloud.points;
  with_origin.push_back({});
  const double sum = query.a.radius + query.b.radius;
  difference = ruler_of(with_origin, sum);
  set = sketch_of(cloud, difference, camera);
  radii = difference(sum);
}

template <int D>
void draw_world(Svg& svg, const Scene<D>& scene, Vec2d corner, Vec2d size) {
  open_card(svg, "world", corner, size);
  Extent a, b, all;
  a.add(scene.a, scene.a.radius);
  b.add(scene.b, scene.b.radius);
  all = a;
  all.add(scene.b, scene.b.radius);
  fit_view(svg, all, size, panel_margin);
  const std::string_view polygon = polygon_around_point(scene);
  if (!polygon.empty()) {
    svg.open_group("opacity=\"0.75\"");
    draw_regions(svg, polygon == "A" ? scene.a.outline : scene.b.outline);
    svg.close_group();
  }
  bool a_first = true;
  if constexpr (D == 3) a_first = dot(scene.traced.found.normal, scene.camera.viewer) >= 0;
  draw_convex_body(svg, a_first ? scene.a : scene.b, a_first ? palette::shape_a : palette::shape_b);
  draw_convex_body(svg, a_first ? scene.b : scene.a, a_first ? palette::shape_b : palette::shape_a);
  if (scene.traced.found.has_points) {
    draw_gap(svg, scene);
  } else {
    draw_verdict(svg, scene);
  }
  const bool apart = scene.traced.found.apart;
  const Vec2d nudge = a.center() == b.center() ? Vec2d{1e-6, 0} : Vec2d{};
  draw_label(svg, label_spot(svg, scene.a, b.center() + nudge, apart), "A", palette::shape_a.line);
  draw_label(svg, label_spot(svg, scene.b, a.center() - nudge, apart), "B", palette::shape_b.line);
  svg.caption({14, 24}, "the shapes", "start", strong_text);
  if (!polygon.empty()) {
    svg.caption({14, size.y - 14}, fmt::format("colours: what of {} is nearest, a vertex or an edge", polygon), "start",
                small_text);
  } else if (scene.traced.found.cores_meet) {
    svg.caption({14, size.y - 14}, "The cores meet: EPA went on to find the depth.", "start", small_text);
  }
  close_card(svg, size);
}

template <int D>
void draw_difference(Svg& svg, const Scene<D>& scene, Vec2d corner, Vec2d size) {
  open_card(svg, "difference", corner, size);
  fit_view(svg, extent_of_set(scene), size, panel_margin);
  draw_set(svg, scene, true);
  draw_search(svg, scene);
  svg.caption({14, 24}, "the difference B - A", "start", strong_text);
  if (scene.radii * svg.scale() >= 1) {
    svg.caption({14, size.y - 14}, "dark: of the cores; light: with the radii", "start", small_text);
  }
  close_card(svg, size);
}

template struct Scene<2>;
template struct Scene<3>;
template void draw_world(Svg&, const Scene<2>&, Vec2d, Vec2d);
template void draw_world(Svg&, const Scene<3>&, Vec2d, Vec2d);
template void draw_difference(Svg&, const Scene<2>&, Vec2d, Vec2d);
template void draw_difference(Svg&, const Scene<3>&, Vec2d, Vec2d);

}  // namespace abut::tool
