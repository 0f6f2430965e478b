#include "weld.hpp"

#include <algorithm>

namespace abut::io {

namespace {

struct Corner {
  Vec3d point;
  std::uint32_t index;
};

bool is_before(const Corner& a, const Corner& b) {
  if (a.point.x != b.point.x) return a.point.x < b.point.x;
  if (a.point.y != b.point.y) return a.point.y < b.point.y;
  if (a.point.z != b.point.z) return a.point.z < b.point.z;
  return a.index < b.index;
}

/// For each corner the first one at its point.
std::vector<std::uint32_t> first_occurrences(const std::vector<Vec3d>& points) {
  std::vector<Corner> corners;
  corners.reserve(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) corners.push_back({points[i], i});
  std::sort(corners.begin(), corners.end(), is_before);
  std::vector<std::uint32_t> first(points.size());
  std::uint32_t leader = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (i == 0 || corners[i].point != corners[i - 1].point) leader = corners[i].index;
    first[corners[i].index] = leader;
  }
  return first;
}

}  // namespace

MeshFile welded(const std::vector<Vec3d>& corners) {
  std::vector<std::uint32_t> vertex = first_occurrences(corners);
  MeshFile file;
  for (std::uint32_t i = 0; i < corners.size(); ++i) {
    if (vertex[i] == i) {
      vertex[i] = static_cast<std::uint32_t>(file.vertices.size());
      file.vertices.push_back(corners[i]);
    } else {
      vertex[i] = vertex[vertex[i]];  // of the first one, which has its number already
    }
  }
  file.triangles.reserve(corners.size() / 3);
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
    file.triangles.push_back({vertex[i], vertex[i + 1], vertex[i + 2]});
  }
  return file;
}

}  // namespace abut::io
