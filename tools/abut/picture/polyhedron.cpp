#include "picture/polyhedron.hpp"

#include <abut/detail/numeric/rounding.hpp>

#include <algorithm>
#include <map>

namespace abut::tool {

namespace {

// The size is about 1, which is some 200 pixels: `apart` is a tenth of a pixel. `flat` is well above the error of a
// height over a face whose corners are that far apart, u / apart^2.
constexpr double apart = 5e-4, flat = 1e-9;

using Triple = std::array<std::size_t, 3>;

/// Incremental: the faces that see a point are replaced by those between it and their horizon.
class Hull {
 public:
  explicit Hull(Polyhedron& polyhedron) : points_(polyhedron.points), faces_(polyhedron.faces) {}

  void build() {
    std::array<std::size_t, 4> first{};
    if (!find_tetrahedron(first)) return;
    const auto [a, b, c, d] = first;
    for (const Triple& t : {Triple{a, b, c}, Triple{a, d, b}, Triple{b, d, c}, Triple{c, d, a}}) add(t);
    for (std::size_t i = 0; i < points_.size(); ++i) insert(i);
  }

 private:
  template <class Height>
  std::size_t highest(Height height) const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < points_.size(); ++i) {
      if (height(points_[i]) > height(points_[best])) best = i;
    }
    return best;
  }

  /// Corners that are far apart, oriented so that (a, b, c) is a face. False if all points are coplanar.
  bool find_tetrahedron(std::array<std::size_t, 4>& t) const {
    auto& [a, b, c, d] = t;
    a = highest([](const Vec3d& p) { return -p.x; });
    b = highest([&](const Vec3d& p) { return detail::norm(p - points_[a]); });
    const Vec3d along = points_[b] - points_[a];
    c = highest([&](const Vec3d& p) { return detail::norm(cross(along, p - points_[a])); });
    const Vec3d across = cross(along, points_[c] - points_[a]);
    if (detail::norm(across) <= flat) return false;
    const Vec3d n = across / detail::norm(across);
    d = highest([&](const Vec3d& p) { return detail::absolute(dot(n, p - points_[a])); });
    const double height = dot(n, points_[d] - points_[a]);
    if (height > 0) std::swap(b, c);
    return detail::absolute(height) > flat;
  }

  void add(const Triple& corner) {
    const Vec3d n = cross(points_[corner[1]] - points_[corner[0]], points_[corner[2]] - points_[corner[0]]);
    const double length = detail::norm(n);
    faces_.push_back({corner, length > 0 ? n / length : n});
  }

  void insert(std::size_t i) {
    std::vector<Triple> seen;
    std::erase_if(faces_, [&](const Polyhedron::Face& face) {
      const bool is_seen = dot(face.normal, points_[i] - points_[face.corner[0]]) > flat;
      if (is_seen) seen.push_back(face.corner);
      return is_seen;
    });
    std::map<std::pair<std::size_t, std::size_t>, bool> sides;
    for (const Triple& t : seen) {
      for (std::size_t k = 0; k < 3; ++k) sides[{t[k], t[(k + 1) % 3]}] = true;
    }
    for (const auto& [side, there] : sides) {
      if (!sides.contains({side.second, side.first})) add({side.first, side.second, i});
    }
  }

  std::vector<Vec3d>& points_;
  std::vector<Polyhedron::Face>& faces_;
};

/// Leaves out points that are near another: the normal of a face between three that nearly coincide is all rounding.
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
    const Triple& t = polyhedron.faces[f].corner;
    for (std::size_t k = 0; k < 3; ++k) face_of[{t[k], t[(k + 1) % 3]}] = f;
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
  polyhedron.points = thinned(points);
  Hull(polyhedron).build();
  find_edges(polyhedron);
  return polyhedron;
}

}  // namespace abut::tool
