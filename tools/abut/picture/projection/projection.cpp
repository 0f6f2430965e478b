#include "picture/projection/projection.hpp"

#include "picture/projection/polyhedron.hpp"

#include <abut/minkowski_difference.hpp>

#include <algorithm>
#include <numbers>

namespace abut::tool {

namespace {

Camera<3> camera_at(double azimuth, double elevation) {
  const auto a = Rotation2d::by(azimuth), e = Rotation2d::by(elevation);
  const Vec3d viewer{e.c * a.c, e.c * a.s, e.s}, right{-a.s, a.c, 0};
  return {right, cross(viewer, right), viewer};
}

/// How well the camera shows a gap along the normal. Best is nearly square to it, but not quite: then the separating
/// plane is a thin face and not a line; with B to the right of A, and no coordinate axis straight ahead.
double merit(const Camera<3>& camera, const Vec3d& normal) {
  const Vec2d shown = camera(normal);
  const double oblique = std::min(detail::absolute(camera.viewer.x), detail::absolute(camera.viewer.y));
  return -detail::absolute(detail::norm(shown) - 0.94) + 0.2 * shown.x + 0.2 * oblique;
}

/// An edge between samples is drawn where the surface itself has one: beyond the angle between faces of a sampled ball,
/// about 10 degrees. An edge between vertices is drawn unless its faces are coplanar but for rounding.
bool is_sharp(const Polyhedron& polyhedron, const Polyhedron::Edge& edge, bool exact) {
  const double cosine = dot(polyhedron.faces[edge.left].normal, polyhedron.faces[edge.right].normal);
  return cosine < (exact ? 1 - 1e-6 : 0.85);
}

void add_faces(const Polyhedron& polyhedron, bool exact, const Camera<3>& camera, Sketch& sketch) {
  const Vec3d toward_light = camera.up * 0.75 + camera.viewer * 0.5 - camera.right * 0.43;
  const auto is_seen = [&](std::size_t face) { return dot(polyhedron.faces[face].normal, camera.viewer) > 0; };
  for (std::size_t f = 0; f < polyhedron.faces.size(); ++f) {
    if (!is_seen(f)) continue;
    const auto& [corners, normal] = polyhedron.faces[f];
    const double light = 0.5 + 0.5 * dot(normal, toward_light);
    const int shade = std::clamp(static_cast<int>(light * Sketch::shades), 0, Sketch::shades - 1);
    std::vector<Vec2d>& drawn = sketch.faces[shade].emplace_back();
    for (const std::size_t corner : corners) drawn.push_back(camera(polyhedron.points[corner]));
    sketch.has_faces = true;
  }
  for (const Polyhedron::Edge& edge : polyhedron.edges) {
    if (!is_sharp(polyhedron, edge, exact)) continue;
    auto& edges = is_seen(edge.left) || is_seen(edge.right) ? sketch.edges : sketch.hidden_edges;
    edges.emplace_back(camera(polyhedron.points[edge.from]), camera(polyhedron.points[edge.to]));
  }
}

}  // namespace

template <int D>
Ruler<D> ruler_of(const std::vector<Vec<double, D>>& points, double grown_by) {
  Vec<double, D> low = points.front(), high = low;
  for (const auto& p : points) {
    for (int i = 0; i < D; ++i) {
      low[i] = std::min(low[i], p[i]);
      high[i] = std::max(high[i], p[i]);
    }
  }
  const double half = max_abs(high * 0.5 - low * 0.5) + grown_by;
  // All points coincide: any unit will do, but that of the coordinates keeps the numbers small.
  const double unit = half > 0 ? half : max_abs(low) > 0 ? max_abs(low) : 1;
  return {low * 0.5 + high * 0.5, std::min(unit, detail::largest<double>)};
}

Camera<3> Camera<3>::facing(const Vec3d& normal) {
  constexpr double degree = std::numbers::pi / 180;
  Camera<3> best = camera_at(-60 * degree, 24 * degree);
  for (const double elevation : {24.0, 15.0, 35.0}) {
    for (int azimuth = 0; azimuth < 360; azimuth += 10) {
      const Camera<3> camera = camera_at(azimuth * degree, elevation * degree);
      if (merit(camera, normal) > merit(best, normal)) best = camera;
    }
  }
  return best;
}

template <int D>
Sketch sketch_of(const Cloud<D>& cloud, const Ruler<D>& ruler, const Camera<D>& camera) {
  std::vector<Vec<double, D>> points;
  points.reserve(cloud.points.size());
  for (const auto& p : cloud.points) points.push_back(ruler(p));
  std::vector<Vec2d> seen;
  seen.reserve(points.size());
  for (const auto& p : points) seen.push_back(camera(p));
  Sketch sketch;
  sketch.outline = convex_hull(seen);
  if constexpr (D == 3) add_faces(polyhedron_of(points), cloud.exact, camera, sketch);
  return sketch;
}

template <int D>
Sketch sketch_of(const TracedShape<D>& shape, const Ruler<D>& ruler, const Camera<D>& camera) {
  Sketch sketch = sketch_of(cloud_of(shape, D == 2 ? 0 : shape.radius), ruler, camera);
  sketch.radius = D == 2 ? ruler(shape.radius) : 0;
  return sketch;
}

template Ruler<2> ruler_of(const std::vector<Vec2d>&, double);
template Ruler<3> ruler_of(const std::vector<Vec3d>&, double);
template Sketch sketch_of(const TracedShape<2>&, const Ruler<2>&, const Camera<2>&);
template Sketch sketch_of(const TracedShape<3>&, const Ruler<3>&, const Camera<3>&);
template Sketch sketch_of(const Cloud<2>&, const Ruler<2>&, const Camera<2>&);
template Sketch sketch_of(const Cloud<3>&, const Ruler<3>&, const Camera<3>&);

}  // namespace abut::tool
