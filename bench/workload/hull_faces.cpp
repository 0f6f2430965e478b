#include "workload/hull_faces.hpp"

#include <abut/hull.hpp>

#include <algorithm>

namespace bench {

std::vector<std::array<int, 3>> hull_faces(std::span<const abut::Vec3f> points) {
  const auto hull = abut::Hull3f::from(points);
  if (!hull || hull->rank() < 3) return {};
  std::vector<std::array<int, 3>> triangles;
  const auto input = [&](abut::VertexId v) { return static_cast<int>(hull->input_index(v)); };
  for (const auto& face : hull->faces()) {
    for (std::size_t k = 2; k < face.vertices.size(); ++k) {
      std::array<int, 3> t{input(face.vertices[0]), input(face.vertices[k - 1]), input(face.vertices[k])};
      std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
      triangles.push_back(t);
    }
  }
  std::sort(triangles.begin(), triangles.end());
  return triangles;
}

}  // namespace bench
