#include "picture/steps/panel_parts.hpp"

#include <fmt/format.h>

namespace abut::tool {

using palette::ink;

const std::string halo = fmt::format(";stroke:{};stroke-width:4px;paint-order:stroke", palette::card);
const std::string small_text = fmt::format("font-size:13px;fill:{}{}", palette::muted, halo);
const std::string strong_text = fmt::format("font-size:14px;font-weight:bold;fill:{}{}", ink, halo);

void open_card(Svg& svg, std::string_view name, Vec2d corner, Vec2d size) {
  svg.open_panel(name, corner, size);
  svg.card({0.5, 0.5}, size - Vec2d{1, 1}, 8, palette::card, {palette::rule, 1});
}

/// The rim covers what was drawn across the round corners.
void close_card(Svg& svg, Vec2d size) {
  const double rim = 8;
  const Vec2d outside{-rim / 2, -rim / 2};
  svg.card(outside, size - outside * 2.0, 8 + rim / 2, "none", {palette::paper, rim});
  svg.card({0.5, 0.5}, size - Vec2d{1, 1}, 8, "none", {palette::rule, 1});
  svg.close_panel();
}

void draw_plane(Svg& svg, Vec2d point, Vec2d normal, const Camera<2>&, double) {
  const double far = 2000 / svg.scale();  // pixels: beyond every panel
  const Vec2d along{-normal.y, normal.x};
  svg.line(point - along * far, point + along * far, {palette::plane, 1.75, "7 5"});
}

void draw_plane(Svg& svg, Vec2d point, const Vec3d& normal, const Camera<3>& camera, double half) {
  const Vec3d other = detail::absolute(normal.z) < 0.8 ? Vec3d{0, 0, 1} : Vec3d{1, 0, 0};
  const Vec3d u = cross(normal, other) / detail::norm(cross(normal, other)), v = cross(normal, u);
  const Vec2d s = camera(u) * half, t = camera(v) * half;
  const Vec2d corners[] = {point + s + t, point + s - t, point - s - t, point - s + t};
  svg.open_group("fill-opacity=\"0.12\"");
  svg.polygon(corners, palette::plane, {palette::plane, 1.5, "7 5"});
  svg.close_group();
}

void draw_origin(Svg& svg, Vec2d at, double pixels) {
  const double arm = pixels / svg.scale();
  svg.line(at - Vec2d{arm, 0}, at + Vec2d{arm, 0}, {ink, 1.5});
  svg.line(at - Vec2d{0, arm}, at + Vec2d{0, arm}, {ink, 1.5});
  svg.dot(at, pixels * 0.55, palette::card, ink);
}

template <int D>
void draw_set(Svg& svg, const Scene<D>& scene, bool shaded) {
  if (scene.radii * svg.scale() >= 1) {
    svg.open_group("opacity=\"0.45\"");
    Sketch grown = scene.set;
    grown.has_faces = false;
    grown.radius = scene.radii;
    draw_convex_body(svg, grown, palette::difference);
    svg.close_group();
  }
  draw_convex_body(svg, scene.set, palette::difference, shaded);
}

template <int D>
Extent extent_of_set(const Scene<D>& scene) {
  Extent extent;
  extent.add(scene.set, scene.radii);
  extent.add(scene.in_set({}));
  return extent;
}

template void draw_set(Svg&, const Scene<2>&, bool);
template void draw_set(Svg&, const Scene<3>&, bool);
template Extent extent_of_set(const Scene<2>&);
template Extent extent_of_set(const Scene<3>&);

}  // namespace abut::tool
