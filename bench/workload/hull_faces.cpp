/// Point by point: the triangles a new point sees are replaced by those from it to their rim.
#include "workload/hull_faces.hpp"

#include <set>
#include <utility>

namespace bench {

namespace {

using Face = std::array<int, 3>;

class Hull {
 public:
  explicit Hull(std::span<const abut::Vec3f> points) : points_(points) {
    faces_ = {{0, 1, 2}, {0, 2, 1}};
    if (!sees(3, faces_[1])) std::swap(faces_[0], faces_[1]);
    faces_.pop_back();  // the side of the triangle that looks away from point 3 stays
    const Face base = faces_[0];
    for (std::size_t k = 0; k < 3; ++k) faces_.push_back({base[(k + 1) % 3], base[k], 3});
    for (int i = 4; i < static_cast<int>(points_.size()); ++i) add(i);
  }

  std::vector<Face> faces() && { return std::move(faces_); }

 private:
  abut::Vec3d at(int i) const { return abut::widen(points_[static_cast<std::size_t>(i)]); }

  bool sees(int i, const Face& f) const {
    const abut::Vec3d a = at(f[0]);
    return dot(cross(at(f[1]) - a, at(f[2]) - a), at(i) - a) > 0;
  }

  void add(int i) {
    std::vector<Face> kept;
    std::set<std::pair<int, int>> rim;  // an edge inside of what is seen is met in both directions
    for (const Face& f : faces_) {
      if (!sees(i, f)) {
        kept.push_back(f);
        continue;
      }
      for (std::size_t k = 0; k < 3; ++k) {
        const std::pair edge{f[k], f[(k + 1) % 3]};
        if (rim.erase({edge.second, edge.first}) == 0) rim.insert(edge);
      }
    }
    for (const auto& [from, to] : rim) kept.push_back({from, to, i});
    faces_ = std::move(kept);
  }

  std::span<const abut::Vec3f> points_;
  std::vector<Face> faces_;
};

}  // namespace

std::vector<Face> hull_faces(std::span<const abut::Vec3f> points) {
  if (points.size() < 4) return {};
  return Hull(points).faces();
}

}  // namespace bench
