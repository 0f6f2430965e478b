/// A convex polygon that owns its vertices.
#pragma once

#include <abut/shapes.hpp>

#include <utility>
#include <vector>

namespace abut {

/// At least one vertex, counter-clockwise, convex; collinear and repeated vertices are accepted.
template <Scalar T>
class Polygon {
 public:
  using Vector = Vec<T, 2>;
  static constexpr bool support_is_relative_to_center = true;

  /// Checks that the vertices are finite, and go around once, counter-clockwise.
  static Expected<Polygon, PointsError> from(std::vector<Vector> vertices) {
    const auto set = PointSet<T, 2>::from(vertices);
    if (!set) return set.error();
    if (const std::size_t bad = first_reflex(vertices); bad < vertices.size()) {
      return PointsError{PointsError::Kind::not_convex, bad};
    }
    return Polygon(std::move(vertices));
  }

  SupportPoint<Vec2d> support(const Vec2d& d) const {
    return detail::support_of_points(vertices_.data(), vertices_.size(), ball_.center, d);
  }
  Vec2d center() const { return ball_.center; }
  double bounding_radius() const { return ball_.reach; }
  /// The vertices, as they were given.
  const std::vector<Vector>& vertices() const { return vertices_; }
  Vector vertex(VertexId id) const { return vertices_[id]; }
  VertexId vertex_count() const { return static_cast<VertexId>(vertices_.size()); }

  /// The same shape without ownership; place() stores it.
  PointSet<T, 2> view() const& { return PointSet<T, 2>(vertices_, ball_); }
  PointSet<T, 2> view() && = delete;

 private:
  explicit Polygon(std::vector<Vector> vertices)
      : vertices_(std::move(vertices)), ball_(detail::enclosure_of_points(vertices_.data(), vertices_.size())) {}

  /// The index of a vertex at which the boundary turns clockwise by more than rounding, else one at which a second
  /// winding begins, else the number of vertices.
  static std::size_t first_reflex(const std::vector<Vector>& v) {
    const std::size_t n = v.size();
    const std::size_t clockwise = first_corner(v, [](const Vec2d& in, const Vec2d& out) {
      return cross(in, out) <
             -4 * detail::unit_roundoff * (detail::absolute(in.x * out.y) + detail::absolute(in.y * out.x));
    });
    if (clockwise < n) return clockwise;
    const auto descends = [](const Vec2d& e) { return e.y < 0 || (e.y == 0 && e.x < 0); };
    int bottoms = 0;  // a convex boundary goes from descending to ascending edges once
    return first_corner(
        v, [&](const Vec2d& in, const Vec2d& out) { return descends(in) && !descends(out) && ++bottoms > 1; });
  }

  /// The first vertex for which `is_bad(edge in, edge out)` holds, else n. Edges of length zero are skipped.
  static std::size_t first_corner(const std::vector<Vector>& v, auto is_bad) {
    const std::size_t n = v.size();
    const double s = detail::inverse_power_of_two(detail::enclosure_of_points(v.data(), n).reach);
    Vec2d in;
    for (std::size_t i = 0; i < 2 * n; ++i) {  // the first n steps only find the last edge of nonzero length
      const Vec2d out = detail::widen(v[(i + 1) % n]) * s - detail::widen(v[i % n]) * s;
      if (out == Vec2d{}) continue;
      if (i >= n && is_bad(in, out)) return i - n;
      in = out;
    }
    return n;
  }

  std::vector<Vector> vertices_;
  detail::Enclosure<2> ball_;
};

namespace detail {

template <Scalar T>
struct CoreBox<Polygon<T>> : KnownBox<2> {
  static double arm(const Polygon<T>& s) { return norm_from<T>(s.center()) + s.bounding_radius(); }
  static Extremes<2> local(const Polygon<T>& s) { return extremes(s.vertices().data(), s.vertices().size()); }
  static Extremes<2> turned(const Polygon<T>& s, const Matrix<2>& m) {
    return turned_points(s.vertices().data(), s.vertices().size(), m);
  }
};

}  // namespace detail

using Polygon2f = Polygon<float>;
using Polygon2d = Polygon<double>;

}  // namespace abut
