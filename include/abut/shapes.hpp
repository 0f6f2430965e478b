/// The shapes. Each is an aggregate of plain numbers in its own frame; place() gives it a pose.
///
///     Box3f crate{.half = {1, 1, 1}};
///     Capsule3f arm{.a = {0, 0, -1}, .b = {0, 0, 1}, .radius = 0.25f};
///
/// support(d) compares points in double about the shape's own center, so that a shape far from its origin loses no
/// accuracy; of vertices equally far along d it returns the one with the lowest id. Vertex ids number the members in
/// the order of their declaration.
#pragma once

#include <abut/detail/support/box.hpp>
#include <abut/detail/support/curved.hpp>
#include <abut/detail/support/point_scan.hpp>
#include <abut/expected.hpp>
#include <abut/face.hpp>
#include <abut/support.hpp>

#include <cstddef>
#include <span>
#include <type_traits>

namespace abut {

/// A single point.
template <Scalar T, int D>
struct Point {
  using Vector = Vec<T, D>;
  static constexpr bool support_is_relative_to_center = true;
  static constexpr VertexId core_vertices = 1;

  Vector p{};  ///< where it is

  bool operator==(const Point&) const = default;
  SupportPoint<Vec<double, D>> support(const Vec<double, D>&) const { return {detail::widen(p), 0}; }
  Vec<double, D> center() const { return detail::widen(p); }
  double bounding_radius() const { return 0.0; }
  Vector vertex(VertexId) const { return p; }
  VertexId vertex_count() const { return 1; }
};

/// The segment from a to b, which may be equal.
template <Scalar T, int D>
struct Segment {
  using Vector = Vec<T, D>;
  static constexpr bool support_is_relative_to_center = true;
  static constexpr VertexId core_vertices = 2;

  Vector a{}, b{};  ///< the ends

  bool operator==(const Segment&) const = default;
  SupportPoint<Vec<double, D>> support(const Vec<double, D>& d) const { return detail::support_of_points({a, b}, d); }
  Vec<double, D> center() const { return detail::mean({a, b}); }
  double bounding_radius() const { return detail::reach_from_mean({a, b}); }
  Vector vertex(VertexId id) const { return id == 0 ? a : b; }
  VertexId vertex_count() const { return 2; }
};

/// A triangle, in 2D or 3D; it may be degenerate.
template <Scalar T, int D>
struct Triangle {
  using Vector = Vec<T, D>;
  static constexpr bool support_is_relative_to_center = true;

  Vector a{}, b{}, c{};  ///< the vertices, in either order

  bool operator==(const Triangle&) const = default;
  SupportPoint<Vec<double, D>> support(const Vec<double, D>& d) const {
    return detail::support_of_points({a, b, c}, d);
  }
  Vec<double, D> center() const { return detail::mean({a, b, c}); }
  double bounding_radius() const { return detail::reach_from_mean({a, b, c}); }
  Vector vertex(VertexId id) const { return id == 0 ? a : id == 1 ? b : c; }
  VertexId vertex_count() const { return 3; }
};

/// A tetrahedron, in 3D only; it may be flat.
template <Scalar T, int D = 3>
struct Tetrahedron {
  static_assert(D == 3, "a tetrahedron is 3D");
  using Vector = Vec<T, D>;
  static constexpr bool support_is_relative_to_center = true;

  Vector a{}, b{}, c{}, d{};  ///< the vertices, in any order

  bool operator==(const Tetrahedron&) const = default;
  SupportPoint<Vec<double, D>> support(const Vec<double, D>& v) const {
    return detail::support_of_points({a, b, c, d}, v);
  }
  Vec<double, D> center() const { return detail::mean({a, b, c, d}); }
  double bounding_radius() const { return detail::reach_from_mean({a, b, c, d}); }
  Vector vertex(VertexId id) const { return id == 0 ? a : id == 1 ? b : id == 2 ? c : d; }
  VertexId vertex_count() const { return 4; }
};

/// The box |x| <= half.x, |y| <= half.y (, |z| <= half.z). Bit i of a vertex id is set on the positive side of axis i.
template <Scalar T, int D>
struct Box {
  using Vector = Vec<T, D>;
  static constexpr bool support_is_relative_to_center = true;

  Vector half{};  ///< half of the side along each axis, not negative

  bool operator==(const Box&) const = default;
  SupportPoint<Vec<double, D>> support(const Vec<double, D>& d) const {
    return detail::support_corner(detail::widen(half), d);
  }
  Vec<double, D> center() const { return {}; }
  double bounding_radius() const { return detail::enlarged<T>(detail::norm_from<T>(detail::widen(half))); }
  bool is_valid() const { return detail::is_size(half); }
  /// No error: the vertices are the given numbers, and the signs of d choose between them.
  SupportError support_error() const { return {}; }
  Vector vertex(VertexId id) const {
    Vector v = half;
    for (int i = 0; i < D; ++i) v[i] = (id >> i & 1U) != 0 ? v[i] : -v[i];
    return v;
  }
  VertexId vertex_count() const { return 1U << D; }
};

/// The points within `radius` of `center`: a disk in 2D, a ball in 3D.
template <Scalar T, int D>
struct Ball {
  using Vector = Vec<T, D>;
  static constexpr bool support_is_relative_to_center = true;
  static constexpr VertexId core_vertices = 1;

  Vector center{};  ///< the middle
  T radius{};       ///< not negative

  bool operator==(const Ball&) const = default;
  SupportPoint<Vec<double, D>> support(const Vec<double, D>&) const { return {detail::widen(center), 0}; }
  double bounding_radius() const { return 0.0; }
  Vector vertex(VertexId) const { return center; }
  VertexId vertex_count() const { return 1; }
};

/// The points within `radius` of the segment from a to b.
template <Scalar T, int D>
struct Capsule {
  using Vector = Vec<T, D>;
  static constexpr bool support_is_relative_to_center = true;
  static constexpr VertexId core_vertices = 2;

  Vector a{}, b{};  ///< the ends of its axis
  T radius{};       ///< not negative

  bool operator==(const Capsule&) const = default;
  SupportPoint<Vec<double, D>> support(const Vec<double, D>& d) const { return detail::support_of_points({a, b}, d); }
  Vec<double, D> center() const { return detail::mean({a, b}); }
  double bounding_radius() const { return detail::reach_from_mean({a, b}); }
  Vector vertex(VertexId id) const { return id == 0 ? a : b; }
  VertexId vertex_count() const { return 2; }
};

/// The ellipsoid (x / radii.x)^2 + (y / radii.y)^2 (+ (z / radii.z)^2) <= 1; an ellipse in 2D. A radius of zero
/// flattens it.
template <Scalar T, int D>
struct Ellipsoid {
  using Vector = Vec<T, D>;

  Vector radii{};  ///< along each axis, not negative

  bool operator==(const Ellipsoid&) const = default;
  /// The point with the normal d: S times the point of the unit sphere along S d, where S = diag(radii).
  SupportPoint<Vec<double, D>> support(const Vec<double, D>& d) const {
    const Vec<double, D> r = detail::widen(radii), on_sphere = detail::unit(detail::times(r, d));
    return {detail::times(r, on_sphere), no_vertex};
  }
  Vec<double, D> center() const { return {}; }
  double bounding_radius() const { return double(max_abs(radii)); }
  bool is_valid() const { return detail::is_size(radii); }
  /// on_sphere is a unit vector up to 3.5 roundings, whatever direction it was computed from, and the product with S
  /// adds one more to the distance from the ellipsoid. The rounding of S d changes the height to second order only.
  SupportError support_error() const {
    const double error = detail::with_underflow<T>(4.75 * bounding_radius());
    return {error, error};
  }
};

/// The coordinate axis that is the axis of a cylinder or cone.
enum class Axis { x, y, z };

/// The points within `radius` of `axis` and within `half_height` of the plane perpendicular to it through the origin.
template <Scalar T>
struct Cylinder {
  using Vector = Vec<T, 3>;
  static constexpr bool radius_belongs_to_core = true;

  T radius{}, half_height{};  ///< not negative
  Axis axis = Axis::z;        ///< along which it stands

  bool operator==(const Cylinder&) const = default;
  SupportPoint<Vec3d> support(const Vec3d& d) const {
    const int k = static_cast<int>(axis);
    Vec3d p = detail::rim_point(d, k, double(radius));
    p[k] = d[k] > 0 ? double(half_height) : -double(half_height);
    return {p, no_vertex};
  }
  Vec3d center() const { return {}; }
  double bounding_radius() const {
    return detail::enlarged<T>(detail::norm(Vec2d{double(radius), double(half_height)}));
  }
  bool is_valid() const { return detail::is_size(Vec<T, 2>{radius, half_height}); }
  SupportError support_error() const {
    const double rim = detail::with_underflow<T>(detail::rim_error(double(radius)));
    return {rim, rim};
  }
  /// An end cap as eight points of its rim, ids 0 to 7 at the bottom and 8 to 15 at the top; a line of the side, id 16
  /// at the bottom and 17 at the top; else one point.
  Face<3> face(const Vec3d& d, double slope) const {
    const int k = static_cast<int>(axis);
    const double r = double(radius), h = double(half_height);
    Vec3d across = d;
    across[k] = 0;
    const double along = detail::absolute(d[k]), sideways = detail::norm(across);
    Face<3> f;
    if (sideways <= slope * along) {
      detail::add_rim(f, k, r, d[k] > 0 ? h : -h, d[k] > 0 ? 8 : 0);
      return f;
    }
    Vec3d p = detail::rim_point(d, k, r);
    const bool line = along <= slope * sideways;
    p[k] = d[k] > 0 ? h : -h;
    f.add(p, line ? (d[k] > 0 ? 17 : 16) : no_vertex);
    p[k] = -p[k];
    if (line) f.add(p, d[k] > 0 ? 16 : 17);
    return f;
  }
};

/// The hull of the apex, at +half_height along `axis`, and of the disk of `radius` perpendicular to it at -half_height.
template <Scalar T>
struct Cone {
  using Vector = Vec<T, 3>;
  static constexpr bool radius_belongs_to_core = true;

  T radius{}, half_height{};  ///< not negative
  Axis axis = Axis::z;        ///< along which it stands

  bool operator==(const Cone&) const = default;
  SupportPoint<Vec3d> support(const Vec3d& d) const {
    const int k = static_cast<int>(axis);
    const double r = double(radius), h = double(half_height);
    Vec3d across = d, p;
    across[k] = 0;
    if (r * detail::norm(across) > 2 * (h * d[k])) {
      p = detail::rim_point(d, k, r);
      p[k] = -h;
    } else {
      p[k] = h;
    }
    return {p, no_vertex};
  }
  Vec3d center() const { return {}; }
  double bounding_radius() const {
    return detail::enlarged<T>(detail::norm(Vec2d{double(radius), double(half_height)}));
  }
  bool is_valid() const { return detail::is_size(Vec<T, 2>{radius, half_height}); }
  /// The error of the rim, and of comparing r |d across| with 2 h d[k]: 3 roundings of the one and 1 of the other,
  /// which matter where both are equal and so at most the smaller of r and 2 h.
  SupportError support_error() const {
    const double rim = detail::with_underflow<T>(detail::rim_error(double(radius)));
    const double r = double(radius), height = 2 * double(half_height);
    return {rim + 4 * (r < height ? r : height), rim};
  }
  /// The base as eight points of its rim, ids 0 to 7; a line of the side, id 8 at the base and 9 at the apex; else one
  /// point.
  Face<3> face(const Vec3d& d, double slope) const {
    const int k = static_cast<int>(axis);
    const double r = double(radius), h = double(half_height);
    Vec3d across = d, apex, rim = detail::rim_point(d, k, r);
    across[k] = 0;
    apex[k] = h;
    rim[k] = -h;
    Face<3> f;
    if (d[k] < 0 && detail::norm(across) <= -slope * d[k]) {
      detail::add_rim(f, k, r, -h, 0);
      return f;
    }
    const bool at_apex = dot(d, apex) >= dot(d, rim);
    const Vec3d n = detail::unit(d);
    const bool line = detail::is_level(at_apex ? rim : apex, at_apex ? apex : rim, n, slope);
    f.add(at_apex ? apex : rim, at_apex ? 9 : line ? 8 : no_vertex);
    if (line) f.add(at_apex ? rim : apex, at_apex ? 8 : 9);
    return f;
  }
};

/// Why points can not be made into a shape.
struct PointsError {
  /// What is wrong.
  enum class Kind {
    empty,       ///< there are no points
    not_finite,  ///< point `index` has a coordinate that is NaN or infinite
    too_many,    ///< more points than there are vertex ids (2^32 - 1)
    not_convex,  ///< Polygon only: at point `index` the boundary turns clockwise, or it winds more than once
  };
  Kind kind;              ///< what is wrong
  std::size_t index = 0;  ///< of the first bad point
};

/// The error as text.
constexpr const char* to_string(PointsError::Kind kind) {
  switch (kind) {
    case PointsError::Kind::empty: return "the point set is empty";
    case PointsError::Kind::not_finite: return "a coordinate of the point is not a finite number";
    case PointsError::Kind::too_many: return "the point set has more points than there are vertex ids";
    case PointsError::Kind::not_convex: return "the polygon is not convex and counter-clockwise at the point";
  }
  return "unknown";
}

template <Scalar T>
class Polygon;

/// The convex hull of points that it does not own: a view. Points may be in any order, repeated, interior or coplanar.
template <Scalar T, int D>
class PointSet {
 public:
  using Vector = Vec<T, D>;
  static constexpr bool support_is_relative_to_center = true;

  /// Checks every point once. The points must outlive the view and must not change.
  static Expected<PointSet, PointsError> from(std::span<const Vector> points) {
    if (points.empty()) return PointsError{PointsError::Kind::empty};
    if (points.size() >= no_vertex) return PointsError{PointsError::Kind::too_many};
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!is_finite(points[i])) return PointsError{PointsError::Kind::not_finite, i};
    }
    return PointSet(points, detail::enclosure_of_points(points.data(), points.size()));
  }

  /// The view of a temporary container would dangle.
  template <class Container>
    requires(!std::is_lvalue_reference_v<Container> && !std::is_trivially_destructible_v<Container>)
  static Expected<PointSet, PointsError> from(Container&& temporary) = delete;

  SupportPoint<Vec<double, D>> support(const Vec<double, D>& d) const {
#if defined(__SSE2__)
    if constexpr (std::same_as<T, float> && D == 3) {
      // From 28 points on the float scan is faster, measured in distance queries.
      if (points_.size() >= 28) {
        const std::size_t i = detail::find_support_by_sieve(points_.data(), points_.size(), extent_, d);
        return {detail::widen(points_[i]), static_cast<VertexId>(i)};
      }
    }
#endif
    return detail::support_of_points(points_.data(), points_.size(), ball_.center, d);
  }
  Vec<double, D> center() const { return ball_.center; }
  double bounding_radius() const { return ball_.reach; }
  /// The points, as they were given.
  std::span<const Vector> points() const { return points_; }
  Vector vertex(VertexId id) const { return points_[id]; }
  VertexId vertex_count() const { return static_cast<VertexId>(points_.size()); }

 private:
  friend class Polygon<T>;

  PointSet(std::span<const Vector> points, const detail::Enclosure<D>& ball)
      : points_(points), ball_(ball), extent_(max_abs(ball_.center) + ball_.reach) {}

  std::span<const Vector> points_;
  detail::Enclosure<D> ball_;
  double extent_;  ///< no coordinate is larger in absolute value
};

using Point2f = Point<float, 2>;
using Point3f = Point<float, 3>;
using Point2d = Point<double, 2>;
using Point3d = Point<double, 3>;
using Segment2f = Segment<float, 2>;
using Segment3f = Segment<float, 3>;
using Segment2d = Segment<double, 2>;
using Segment3d = Segment<double, 3>;
using Triangle2f = Triangle<float, 2>;
using Triangle3f = Triangle<float, 3>;
using Triangle2d = Triangle<double, 2>;
using Triangle3d = Triangle<double, 3>;
using Tetrahedron3f = Tetrahedron<float, 3>;
using Tetrahedron3d = Tetrahedron<double, 3>;
using Box2f = Box<float, 2>;
using Box3f = Box<float, 3>;
using Box2d = Box<double, 2>;
using Box3d = Box<double, 3>;
using Ball2f = Ball<float, 2>;
using Ball3f = Ball<float, 3>;
using Ball2d = Ball<double, 2>;
using Ball3d = Ball<double, 3>;
using Capsule2f = Capsule<float, 2>;
using Capsule3f = Capsule<float, 3>;
using Capsule2d = Capsule<double, 2>;
using Capsule3d = Capsule<double, 3>;
using Ellipsoid2f = Ellipsoid<float, 2>;
using Ellipsoid3f = Ellipsoid<float, 3>;
using Ellipsoid2d = Ellipsoid<double, 2>;
using Ellipsoid3d = Ellipsoid<double, 3>;
using Cylinder3f = Cylinder<float>;
using Cylinder3d = Cylinder<double>;
using Cone3f = Cone<float>;
using Cone3d = Cone<double>;
using PointSet2f = PointSet<float, 2>;
using PointSet3f = PointSet<float, 3>;
using PointSet2d = PointSet<double, 2>;
using PointSet3d = PointSet<double, 3>;

}  // namespace abut

#include <abut/detail/support/core_box_shapes.hpp>
