#include "picture/projection/polyhedron.hpp"

#include <abut/hull.hpp>

#include <algorithm>
#include <map>

namespace abut::tool {

namespace {

// The size is about 1, which is some 200 pixels: this is a tenth of one.
constexpr double apart = 5e-4;

/// Leaves out points that are near another: each would cost a face or two that are smaller than a pixel.
std::vector<Vec3d> thinned(const std::vector<Vec3d>& points) {
  std::vector<Vec3d> kept;
  for (const Vec3d& p : points) {
    const bool is_new = std::none_of(kept.begin(), kept.end(), [&](const Vec3d& q) { return max_abs(p - q) < apart; });
    if (is_new) kept.push_back(p);
  }
  return kept;
}

void find_edges(Polyhedron& polyhedron) {
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> face_of;
  for (std::size_t f = 0; f < polyhedron.faces.size(); ++f) {
    const auto& corners = polyhedron.faces[f].corners;
    for (std::size_t k = 0; k < corners.size(); ++k) face_of[{corners[k], corners[(k + 1) % corners.size()]}] = f;
  }
  for (const auto& [side, left] : face_of) {
    const auto other = face_of.find({side.second, side.first});
    if (side.first < side.second && other != face_of.end()) {
      polyhedron.edges.push_back({side.first, side.second, left, other->second});
    }
  }
}

}  // namespace

Polyhedron polyhedron_of(const std::vector<Vec3d>& points) {
  Polyhedron polyhedron;
  const auto hull = Hull3d::from(thinned(points));
  if (!hull) return polyhedron;  // there are no points
  polyhedron.points = hull->vertices();
  if (hull->rank() < 3) return polyhedron;
  for (const HullFace<3>& face : hull->faces())
    polyhedron.faces.push_back({{face.vertices.begin(), face.vertices.end()}, face.normal});
  find_edges(polyhedron);
  return polyhedron;
}

}  // namespace abut::tool
