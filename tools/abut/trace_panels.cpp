#include "trace_panels.hpp"

#include "body.hpp"
#include "regions.hpp"

#include <fmt/format.h>
#include <bit>
#include <map>

namespace abut::tool {

namespace {

using palette::ink;

constexpr Vec2d margin{48, 58}, small_margin{18, 24};

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

/// In the plane a line from edge to edge of the panel; in space a square.
void draw_plane(Svg& svg, Vec2d point, Vec2d normal, const Camera<2>&, double) {
  const double far = 2000 / svg.scale();  // pixels: beyond every panel
  const Vec2d along{-normal.y, normal.x};
  svg.line(point - along * far, point + along * far, {palette::plane, 1.75, "7 5"});
}

void draw_plane(Svg& svg, Vec2d point, const Vec3d& normal, const Camera<3>& camera, double half) {
  const Vec3d other = absolute(normal.z) < 0.8 ? Vec3d{0, 0, 1} : Vec3d{1, 0, 0};
  const Vec3d u = cross(normal, other) / detail::norm(cross(normal, other)), v = cross(normal, u);
  const Vec2d s = camera(u) * half, t = camera(v) * half;
  const Vec2d corners[] = {point + s + t, point + s - t, point - s - t, point - s + t};
  svg.open_group("fill-opacity=\"0.12\"");
  svg.polygon(corners, palette::plane, {palette::plane, 1.5, "7 5"});
  svg.close_group();
}

void draw_label(Svg& svg, Vec2d at, std::string_view text, std::string_view color) {
  svg.text(at - Vec2d{0, 7 / svg.scale()}, text, "middle",
           fmt::format("font-size:21px;font-weight:bold;fill:{}{}", color, halo));
}

/// The shorter way to say where the origin is: a cross with a ring.
void draw_origin(Svg& svg, Vec2d at, double pixels) {
  const double arm = pixels / svg.scale();
  svg.line(at - Vec2d{arm, 0}, at + Vec2d{arm, 0}, {ink, 1.5});
  svg.line(at - Vec2d{0, arm}, at + Vec2d{0, arm}, {ink, 1.5});
  svg.dot(at, pixels * 0.55, palette::card, ink);
}

template <int D>
std::vector<Vec2d> simplex_of(const Scene<D>& scene, const GjkStep<D>& step) {
  std::vector<Vec2d> vertices;
  vertices.reserve(D + 1);
  for (int i = 0; i < step.count; ++i) vertices.push_back(scene.in_set(step.simplex[i]));
  return vertices;
}

/// B - A, and around it the same with the radii.
template <int D>
void draw_set(Svg& svg, const Scene<D>& scene, bool shaded) {
  if (scene.radii * svg.scale() >= 1) {
    svg.open_group("opacity=\"0.45\"");
    Sketch grown = scene.set;
    grown.is_solid = false;
    grown.radius = scene.radii;
    draw_body(svg, grown, palette::difference);
    svg.close_group();
  }
  draw_body(svg, scene.set, palette::difference, shaded);
}

template <int D>
Extent extent_of_set(const Scene<D>& scene) {
  Extent extent;
  extent.add(scene.set, scene.radii);
  extent.add(scene.in_set({}));
  return extent;
}

/// Points, gap, normal, plane: where the shapes are closest.
template <int D>
void draw_gap(Svg& svg, const Scene<D>& scene) {
  const auto& r = scene.traced.distance;
  const Vec2d a = scene.in_world(r.point_a), b = scene.in_world(r.point_b), middle = (a + b) * 0.5;
  const Vec2d shown = scene.camera(r.normal);
  const double length = detail::norm(shown);
  if (r.lower > 0) draw_plane(svg, middle, r.normal, scene.camera, 0.4);
  svg.line(a, b, {ink, 2});
  svg.dot(a, 4.5, palette::card, ink);
  svg.dot(b, 4.5, palette::card, ink);
  if (!(length > 0)) return;
  const Vec2d n = shown / length, up = n.x >= 0 ? Vec2d{-n.y, n.x} : Vec2d{n.y, -n.x};
  const double pixel = 1 / svg.scale();
  const Vec2d foot = middle - up * (30 * pixel), tip = foot + n * (32 * pixel);
  svg.arrow(foot, tip, {ink, 2});
  svg.text(tip + n * (10 * pixel) - Vec2d{0, 5 * pixel}, "n", "middle",
           fmt::format("font-size:15px;font-style:italic;fill:{}{}", ink, halo));
  const double number = scene.traced.distance.distance > 0 ? r.distance : r.signed_distance;
  const bool beside = absolute(up.x) > 0.5;
  svg.text(middle + up * ((beside ? 12 : 24) * pixel) - Vec2d{0, 5 * pixel}, fmt::format("{:.5g}", number),
           !beside    ? "middle"
           : up.x > 0 ? "start"
                      : "end",
           fmt::format("font-size:15px;font-weight:bold;fill:{}{}", ink, halo));
}

/// Which iterations found which vertex: "1", "2, 4".
template <int D>
void draw_numbers(Svg& svg, const Scene<D>& scene, Vec2d center) {
  std::vector<std::pair<Vec2d, std::string>> spots;
  for (const GjkStep<D>& step : scene.traced.steps) {
    const Vec2d at = scene.in_set(step.support);
    auto* same = static_cast<std::string*>(nullptr);
    for (auto& [place, numbers] : spots) {
      if (detail::norm(place - at) * svg.scale() < 16) same = &numbers;
    }
    if (same == nullptr) {
      spots.emplace_back(at, fmt::format("{}", step.iteration));
    } else if (same->size() < 9) {
      *same += fmt::format(", {}", step.iteration);
    } else if (!same->ends_with("...")) {
      *same += " ...";
    }
  }
  for (const auto& [place, numbers] : spots) {
    const Vec2d away = place - center;
    Vec2d d = away == Vec2d{} ? Vec2d{0, 1} : away / detail::norm(away);
    const Vec2d gap = scene.in_set({}) - place;
    // Not on the line to the origin, which is drawn: turned by 90 degrees if it would be.
    if (dot(d, gap) > 0.85 * detail::norm(gap)) d = d.x < 0 ? Vec2d{d.y, -d.x} : Vec2d{-d.y, d.x};
    svg.text(
        place + d * (15 / svg.scale()) - Vec2d{0, 5 / svg.scale()}, numbers,
        d.x > 0.5    ? "start"
        : d.x < -0.5 ? "end"
                     : "middle",
        fmt::format("font-size:13px;font-weight:bold;fill:{};stroke:{};stroke-width:7px;paint-order:stroke",
                    palette::simplex.line, palette::card));
  }
}

const char* feature_of(unsigned region, int dimension) {
  const int count = std::popcount(region);
  if (count == dimension + 1) return "contains 0";
  const char* const names[] = {"nothing", "vertex", "edge", "triangle", "tetrahedron"};
  return names[count];
}

/// Where one shape is a point and the other a small polygon, the question is in whose region the point lies: "A", "B", or nothing
/// if it is another question.
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
Ruler<D> ruler_of_world(const Traced<D>& story) {
  auto points = cloud_of(story.a, 0).points;
  const auto points_b = cloud_of(story.b, 0).points;
  points.insert(points.end(), points_b.begin(), points_b.end());
  return ruler_of(points, std::max(story.a.radius, story.b.radius));
}

}  // namespace

template <int D>
Scene<D>::Scene(const Traced<D>& story)
    : traced(story),
      camera(Camera<D>::facing(story.distance.normal)),
      world(ruler_of_world(story)),
      a(sketch_of(story.a, world, camera)),
      b(sketch_of(story.b, world, camera)) {
  const Cloud<D> cloud = difference_of(story.a, story.b);
  auto with_origin = cloud.points;
  with_origin.push_back({});
  const double sum = story.a.radius + story.b.radius;
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
  look_at(svg, all, size, margin);
  const std::string_view polygon = polygon_around_point(scene);
  if (!polygon.empty()) {
    svg.open_group("opacity=\"0.75\"");
    draw_regions(svg, polygon == "A" ? scene.a.outline : scene.b.outline);
    svg.close_group();
  }
  bool a_first = true;
  if constexpr (D == 3) a_first = dot(scene.traced.distance.normal, scene.camera.viewer) >= 0;
  draw_body(svg, a_first ? scene.a : scene.b, a_first ? palette::shape_a : palette::shape_b);
  draw_body(svg, a_first ? scene.b : scene.a, a_first ? palette::shape_b : palette::shape_a);
  draw_gap(svg, scene);
  const bool apart = scene.traced.distance.lower > 0;
  const Vec2d nudge = a.center() == b.center() ? Vec2d{1e-6, 0} : Vec2d{};
  draw_label(svg, label_spot(svg, scene.a, b.center() + nudge, apart), "A", palette::shape_a.line);
  draw_label(svg, label_spot(svg, scene.b, a.center() - nudge, apart), "B", palette::shape_b.line);
  svg.caption({14, 24}, "the shapes", "start", strong_text);
  if (!polygon.empty()) {
    svg.caption({14, size.y - 14},
                fmt::format("colours: what of {} is nearest, a vertex or an edge", polygon), "start",
                small_text);
  } else if (scene.traced.distance.cores_meet) {
    svg.caption({14, size.y - 14}, "The cores meet: EPA went on to find the depth.", "start", small_text);
  }
  close_card(svg, size);
}

template <int D>
void draw_difference(Svg& svg, const Scene<D>& scene, Vec2d corner, Vec2d size) {
  open_card(svg, "difference", corner, size);
  look_at(svg, extent_of_set(scene), size, margin);
  draw_set(svg, scene, true);
  const GjkStep<D>& last = scene.traced.steps.back();
  const Vec2d nearest = scene.in_set(last.nearest), origin = scene.in_set({});
  if (last.lower > 0) draw_plane(svg, nearest, scene.traced.distance.normal, scene.camera, 0.4);
  const auto simplex = simplex_of(scene, last);
  draw_simplex(svg, simplex, palette::simplex, 0.85);
  svg.line(origin, nearest, {ink, 2});
  for (const GjkStep<D>& step : scene.traced.steps) {
    svg.dot(scene.in_set(step.support), 3.5, palette::card, palette::simplex.line);
  }
  for (const Vec2d& vertex : simplex) svg.dot(vertex, 4, palette::simplex.line, palette::simplex.line);
  svg.dot(nearest, 4.5, palette::card, ink);
  draw_origin(svg, origin, 8);
  Extent center;
  center.add(scene.set);
  draw_numbers(svg, scene, center.center());
  svg.text(origin + Vec2d{-13, -15} / svg.scale(), "0", "middle",
           fmt::format("font-size:15px;font-weight:bold;fill:{}{}", ink, halo));
  svg.caption({14, 24}, "the difference B - A", "start", strong_text);
  if (scene.radii * svg.scale() >= 1) {
    svg.caption({14, size.y - 14}, "dark: of the cores; light: with the radii", "start", small_text);
  }
  close_card(svg, size);
}

template <int D>
void draw_step(Svg& svg, const Scene<D>& scene, std::size_t index, Vec2d corner, Vec2d size) {
  const GjkStep<D>& step = scene.traced.steps[index];
  open_card(svg, "step", corner, size);
  look_at(svg, extent_of_set(scene), size - Vec2d{0, 16}, small_margin);
  svg.open_group("transform=\"translate(0 16)\"");
  draw_set(svg, scene, false);
  const Vec2d support = scene.in_set(step.support), origin = scene.in_set({});
  draw_plane(svg, support, step.direction, scene.camera, 0.4);
  Extent body;
  body.add(scene.set);
  Vec2d from = body.center();
  if (index > 0) {
    const GjkStep<D>& before = scene.traced.steps[index - 1];
    from = scene.in_set(before.nearest);
    draw_simplex(svg, simplex_of(scene, before), {"none", palette::muted}, 0.5);
  }
  const auto simplex = simplex_of(scene, step);
  draw_simplex(svg, simplex, palette::simplex, 0.85);
  for (const Vec2d& vertex : simplex) svg.dot(vertex, 3, palette::simplex.line, palette::simplex.line);
  const Vec2d against = -scene.camera(step.direction);
  svg.arrow(from, from + against * (26 / svg.scale()), {ink, 1.75});
  svg.dot(support, 4.5, palette::card, palette::simplex.line);
  svg.dot(scene.in_set(step.nearest), 3, ink, ink);
  draw_origin(svg, origin, 6);
  svg.close_group();
  svg.caption({10, 19}, fmt::format("{}", step.iteration), "start", strong_text);
  svg.caption({size.x - 10, 19}, feature_of(step.region, D), "end", small_text);
  close_card(svg, size);
}

template struct Scene<2>;
template struct Scene<3>;
template void draw_world(Svg&, const Scene<2>&, Vec2d, Vec2d);
template void draw_world(Svg&, const Scene<3>&, Vec2d, Vec2d);
template void draw_difference(Svg&, const Scene<2>&, Vec2d, Vec2d);
template void draw_difference(Svg&, const Scene<3>&, Vec2d, Vec2d);
template void draw_step(Svg&, const Scene<2>&, std::size_t, Vec2d, Vec2d);
template void draw_step(Svg&, const Scene<3>&, std::size_t, Vec2d, Vec2d);

}  // namespace abut::tool
