/// Volume, center of mass and inertia of a solid shape of unit density.
///
///     const auto m = mass_properties(crate);             // in the frame of the crate
///     const auto n = mass_properties(crate, pose);       // in the world, as is mass_properties(place(crate, pose))
///     body.set_mass(density * m.volume, m.centroid, density * m.inertia.xx, ...);
///
/// For Point, Segment, Triangle, Tetrahedron, Box, Ball, Capsule, Cylinder, Cone, Ellipsoid, Polygon and Hull, placed
/// or not. (A placed Polygon is a view of points: give its pose as the second argument.) A shape of no volume has
/// volume 0 and inertia 0; its centroid is that of its corners or of its axis, that of a flat Hull is that of its area
/// or length.
///
///     if (const auto m = mass_properties(any_shape)) ...   // an Expected: see MassError
///
/// Guarantee, with u = 2^-53, before the one rounding to T: the volume is off by at most 16 u of itself; for
/// tetrahedra, triangles, polygons and hulls also by 2^-96 of the extent to the power of D. The centroid is off by at
/// most 16 u of the extent, and by one rounding of its distance from the origin. An entry of the inertia is off by at
/// most 64 u of the largest one (and with 2^-96 of the volume's, times the extent squared). A pose adds 48 u to the
/// inertia, and to the centroid the error of transform(). Scaling a shape by a power of two changes exponents only. A
/// number beyond the range of T is infinite or 0, as is a volume below 2^-1000 of the largest length to the power of D.
/// The numbers of an invalid shape (a NaN, a negative or infinite size) are 0.
#pragma once

#include <abut/detail/hull/mass.hpp>
#include <abut/detail/hull/side.hpp>
#include <abut/detail/numeric/moments.hpp>
#include <abut/detail/support/shape_node.hpp>
#include <abut/expected.hpp>
#include <abut/hull.hpp>
#include <abut/operand.hpp>
#include <abut/polygon.hpp>
#include <abut/shapes.hpp>

#include <span>
#include <type_traits>

namespace abut {

/// A symmetric 3 by 3 matrix.
template <Scalar T>
struct SymmetricMatrix {
  T xx{}, yy{}, zz{}, xy{}, xz{}, yz{};  ///< by row and column
};

/// In 3D the inertia tensor: xx is the integral of y^2 + z^2, and xy that of -x y. In 2D one number, the integral of
/// x^2 + y^2.
template <Scalar T, int D>
using Inertia = std::conditional_t<D == 2, T, SymmetricMatrix<T>>;

/// The mass properties of a solid of unit density.
template <Scalar T, int D>
struct Mass {
  T volume{};               ///< the area in 2D
  Vec<T, D> centroid{};     ///< the center of mass
  Inertia<T, D> inertia{};  ///< about the centroid, along the axes of the frame
};

using Mass2f = Mass<float, 2>;
using Mass3f = Mass<float, 3>;
using Mass2d = Mass<double, 2>;
using Mass3d = Mass<double, 3>;

namespace detail {

inline constexpr double pi = 0x1.921fb54442d18p+1;  // of the real number pi: off by 0.4 u

/// The moments of each shape. Lengths are multiplied by a power of two first, that of the largest one, so that only a
/// result can overflow or underflow. Second moments are sums of positive terms: there is nothing to cancel.
template <class S>
struct MomentsOf {};

template <Scalar T, int D>
struct MomentsOf<Box<T, D>> {
  static Moments<D> of(const Box<T, D>& s) {
    const double scale = inverse_power_of_two(double(max_abs(s.half)));
    const Vec<double, D> h = widen(s.half) * scale;
    Moments<D> m;
    m.volume = D == 2 ? 4 * (h[0] * h[1]) : 8 * (h[0] * h[1] * h[D - 1]);
    for (int i = 0; i < D; ++i) m.squares[i] = m.volume * (h[i] * h[i]) / 3;
    return unscaled(m, scale);
  }
};

template <Scalar T, int D>
struct MomentsOf<Ellipsoid<T, D>> {
  static Moments<D> of(const Ellipsoid<T, D>& s) {
    const double scale = inverse_power_of_two(double(max_abs(s.radii)));
    const Vec<double, D> r = widen(s.radii) * scale;
    Moments<D> m;
    m.volume = D == 2 ? pi * (r[0] * r[1]) : 4 * pi * (r[0] * r[1] * r[D - 1]) / 3;
    for (int i = 0; i < D; ++i) m.squares[i] = m.volume * (r[i] * r[i]) / (D + 2);
    return unscaled(m, scale);
  }
};

template <Scalar T, int D>
struct MomentsOf<Ball<T, D>> {
  static Moments<D> of(const Ball<T, D>& s) {
    Ellipsoid<T, D> e;
    for (int i = 0; i < D; ++i) e.radii[i] = s.radius;
    Moments<D> m = MomentsOf<Ellipsoid<T, D>>::of(e);
    m.centroid = widen(s.center);
    return m;
  }
};

/// A cylinder of length L, a rectangle in 2D, and two halves of a ball, each with its centroid c beyond the end: c is 3
/// r / 8, in 2D 4 r / (3 pi). The second moment of the halves along the axis is that of the ball about its center, and
/// with both moved apart by L / 2 more by volume * (L^2 / 4 + L c).
template <Scalar T, int D>
struct MomentsOf<Capsule<T, D>> {
  static Moments<D> of(const Capsule<T, D>& s) {
    const Vec<double, D> a = widen(s.a), b = widen(s.b);
    const Vec<double, D> half = b * 0.5 - a * 0.5;  // which does not overflow
    const double most = max_abs(half), r0 = double(s.radius), scale = inverse_power_of_two(most > r0 ? most : r0);
    const Vec<double, D> axis = half * scale;
    const double l = 2 * norm(axis), r = r0 * scale, rr = r * r, ll = l * l;
    const double core = D == 2 ? 2 * r * l : pi * rr * l, ends = D == 2 ? pi * rr : 4 * pi * (rr * r) / 3;
    const double c = D == 2 ? 4 * r / (3 * pi) : 0.375 * r;
    const double along = core * ll / 12 + ends * (rr / (D + 2) + ll / 4 + l * c);
    const double across = core * rr / (D == 2 ? 3 : 4) + ends * rr / (D + 2);
    Moments<D> m;
    m.volume = core + ends;
    const Vec<double, D> d = l > 0 ? axis * (2 / l) : detail::axis<double, D>(0);
    for (int i = 0; i < D; ++i) {
      double others = 0;
      for (int k = 0; k < D; ++k) others += k == i ? 0 : d[k] * d[k];
      m.squares[i] = along * (d[i] * d[i]) + across * others;
    }
    if constexpr (D == 3) m.products = Vec3d{d.y * d.z, d.z * d.x, d.x * d.y} * (along - across);
    m = unscaled(m, scale);
    m.centroid = a * 0.5 + b * 0.5;
    return m;
  }
};

/// Of a solid of revolution about axis k.
inline Moments<3> about_axis(int k, double volume, double along, double across) {
  Moments<3> m;
  m.volume = volume;
  m.squares = {across, across, across};
  m.squares[k] = along;
  return m;
}

template <Scalar T>
struct MomentsOf<Cylinder<T>> {
  static Moments<3> of(const Cylinder<T>& s) {
    const double scale = inverse_power_of_two(double(s.radius > s.half_height ? s.radius : s.half_height));
    const double r = double(s.radius) * scale, h = double(s.half_height) * scale, volume = 2 * pi * (r * r * h);
    return unscaled(about_axis(static_cast<int>(s.axis), volume, volume * (h * h) / 3, volume * (r * r) / 4), scale);
  }
};

/// The centroid is a quarter of the height above the base: at -h / 2.
template <Scalar T>
struct MomentsOf<Cone<T>> {
  static Moments<3> of(const Cone<T>& s) {
    const int k = static_cast<int>(s.axis);
    const double scale = inverse_power_of_two(double(s.radius > s.half_height ? s.radius : s.half_height));
    const double r = double(s.radius) * scale, h = double(s.half_height) * scale, volume = 2 * pi * (r * r * h) / 3;
    Moments<3> m = unscaled(about_axis(k, volume, 3 * (volume * (h * h)) / 20, 3 * (volume * (r * r)) / 20), scale);
    m.centroid[k] = -0.5 * double(s.half_height);
    return m;
  }
};

/// Points without volume.
template <Scalar T, int D, int N>
Moments<D> flat_moments(const Vec<T, D> (&v)[N]) {
  Moments<D> m;
  m.centroid = mean(v);
  return m;
}

template <Scalar T, int D>
struct MomentsOf<Point<T, D>> {
  static Moments<D> of(const Point<T, D>& s) { return flat_moments({s.p}); }
};

template <Scalar T, int D>
struct MomentsOf<Segment<T, D>> {
  static Moments<D> of(const Segment<T, D>& s) { return flat_moments({s.a, s.b}); }
};

/// Scales corners to a size of about 1. An axis along which all are equal is set to 0.
template <int D>
struct CornerScale {
  Extremes<D> box;
  double scale;

  template <Scalar T>
  CornerScale(const Vec<T, D>* v, std::size_t count) : box(extremes(v, count)) {
    const double widest = max_abs(box.high * 0.5 - box.low * 0.5);
    scale = inverse_power_of_two(widest < largest<double> ? widest : largest<double>) * 0.5;
  }

  template <Scalar T>
  Vec<double, D> operator()(const Vec<T, D>& v) const {
    Vec<double, D> p;
    for (int k = 0; k < D; ++k) p[k] = box.low[k] == box.high[k] ? 0 : double(v[k]) * scale;
    return p;
  }
};

/// A simplex: a triangle in 2D, a tetrahedron in 3D. The matrix of second moments about the centroid g is
/// volume / ((D + 1) (D + 2)) times the sum of (v - g) (v - g)^T over the corners.
template <Scalar T, int D>
Moments<D> simplex_moments(const Vec<T, D> (&v)[D + 1]) {
  const CornerScale<D> scaled(v, D + 1);
  Vec<double, D> p[D + 1];
  for (int i = 0; i <= D; ++i) p[i] = scaled(v[i]);
  Vec<double, D> edges[D + 1] = {}, center;  // from the first corner
  for (int i = 1; i <= D; ++i) {
    edges[i] = p[i] - p[0];
    center += edges[i];
  }
  center = center / double(D + 1);
  Moments<D> m;
  if constexpr (D == 2) {
    m.volume = absolute(hull::accurate_determinant(p[0], p[1], p[2])) / 2;
  } else {
    m.volume = absolute(hull::accurate_determinant(p[0], p[1], p[2], p[3])) / 6;
  }
  for (const auto& e : edges) add_square(m, e - center, m.volume / ((D + 1) * (D + 2)));
  m = unscaled(m, scaled.scale);
  m.centroid = (widen(v[0]) * 0.5 + center * (0.5 / scaled.scale)) * 2.0;
  return m;
}

template <Scalar T, int D>
struct MomentsOf<Triangle<T, D>> {
  static Moments<D> of(const Triangle<T, D>& s) {
    if constexpr (D == 2) {
      return simplex_moments<T, 2>({s.a, s.b, s.c});
    } else {
      return flat_moments({s.a, s.b, s.c});
    }
  }
};

template <Scalar T, int D>
struct MomentsOf<Tetrahedron<T, D>> {
  static Moments<D> of(const Tetrahedron<T, D>& s) { return simplex_moments<T, 3>({s.a, s.b, s.c, s.d}); }
};

template <Scalar T, int D>
struct MomentsOf<HullView<T, D>> {
  static Moments<D> of(const HullView<T, D>& s) { return s.moments(); }
};

template <Scalar T, int D>
struct MomentsOf<Hull<T, D>> {
  static Moments<D> of(const Hull<T, D>& s) { return s.view().moments(); }
};

/// A fan of triangles, see detail/hull/mass.hpp. A polygon that is a point or a segment has the mean of its corners.
template <Scalar T>
Moments<2> polygon_moments(std::span<const Vec<T, 2>> v) {
  const CornerScale<2> scaled(v.data(), v.size());
  Moments<2> m = hull::fan_moments(v.size(), [&](std::size_t i) { return scaled(v[i]); });
  const Vec2d offset = m.centroid * (0.5 / scaled.scale);
  m = unscaled(m, scaled.scale);
  m.centroid = (widen(v[0]) * 0.5 + offset) * 2.0;
  return m;
}

template <Scalar T>
struct MomentsOf<Polygon<T>> {
  static Moments<2> of(const Polygon<T>& s) { return polygon_moments<T>(s.vertices()); }
};

template <class S>
concept HasMoments = requires(const S& s) { MomentsOf<S>::of(s); };

template <Scalar T, int D>
Mass<T, D> mass_from(const Moments<D>& m) {
  Mass<T, D> r;
  r.volume = narrow<T>(m.volume);
  r.centroid = vec_cast<T>(m.centroid);
  if constexpr (D == 2) {
    r.inertia = narrow<T>(m.squares.x + m.squares.y);
  } else {
    const Vec3d &s = m.squares, &p = m.products;
    r.inertia = {narrow<T>(s.y + s.z), narrow<T>(s.z + s.x), narrow<T>(s.x + s.y),
                 narrow<T>(-p.z),      narrow<T>(-p.y),      narrow<T>(-p.x)};
  }
  return r;
}

/// All 0 if the shape is invalid.
template <HasMoments S>
Moments<dimension_of<S>> checked_moments(const S& shape) {
  if (!is_valid(shape, enclosure(shape))) return {};
  return MomentsOf<S>::of(shape);
}

/// The mass of moments that a pose has moved. The pose is valid.
template <Scalar T, int D>
Mass<T, D> mass_at(Moments<D> m, const Pose<T, D>& pose) {
  const auto r = matrix(rescaled(pose.q));
  rotate(m, r);
  m.centroid = r * m.centroid + widen(pose.p);
  return mass_from<T>(m);
}

}  // namespace detail

/// The mass properties of a solid shape, in its own frame.
template <detail::HasMoments S>
[[nodiscard]] Mass<ScalarOf<S>, dimension_of<S>> mass_properties(const S& shape) {
  return detail::mass_from<ScalarOf<S>>(detail::checked_moments(shape));
}

/// Those of the shape at a pose: along the axes of the world.
template <detail::HasMoments S>
[[nodiscard]] Mass<ScalarOf<S>, dimension_of<S>> mass_properties(
    const S& shape, const std::type_identity_t<Pose<ScalarOf<S>, dimension_of<S>>>& pose) {
  if (!is_valid(pose) || !detail::is_valid(shape, detail::enclosure(shape))) return {};
  return detail::mass_at(detail::MomentsOf<S>::of(shape), pose);
}

/// Those of a placed shape: along the axes of the world.
template <detail::HasMoments S>
[[nodiscard]] Mass<ScalarOf<S>, dimension_of<S>> mass_properties(const Placed<S>& placed) {
  return mass_properties(placed.shape, placed.pose);
}

/// Why an AnyShape has no mass properties.
enum class MassError {
  unbounded,  ///< it is a half-space
  unknown,    ///< there is no formula: it is inflated, or composed, or a PointSet, whose Hull has them
};

/// The error as text.
constexpr const char* to_string(MassError error) {
  switch (error) {
    case MassError::unbounded: return "a half-space has no mass";
    case MassError::unknown: return "an inflated shape, a composed one or a set of points has no formula for its mass";
  }
  return "unknown";
}

namespace detail {

// Those of a shape as a node stores it; `pose` is null if there is none.

template <Shape S>
Expected<Mass<ScalarOf<S>, dimension_of<S>>, MassError> mass_of_stored(ShapeKind, const S& shape,
                                                                       const Pose<ScalarOf<S>, dimension_of<S>>* pose) {
  if constexpr (HasMoments<S>) {
    return pose != nullptr ? mass_properties(shape, *pose) : mass_properties(shape);
  } else {
    return MassError::unknown;
  }
}
template <Scalar T>
Expected<Mass<T, 2>, MassError> mass_of_stored(ShapeKind kind, const PointSet<T, 2>& set, const Pose<T, 2>* pose) {
  if (kind != ShapeKind::polygon) return MassError::unknown;
  const Moments<2> m = polygon_moments<T>(set.points());
  if (pose == nullptr) return mass_from<T>(m);
  return abut::is_valid(*pose) ? mass_at(m, *pose) : Mass<T, 2>{};
}

/// Those of a shape whose kind is known at run time, which are compiled once.
template <class T, int D>
Expected<Mass<T, D>, MassError> mass_of_node(const ShapeNode<T, D>& node, const Pose<T, D>* pose) {
  using Answer = Expected<Mass<T, D>, MassError>;
  if (node.is_half_space()) return MassError::unbounded;
  return node.with_stored([&](const auto& s) -> Answer {
    if (s.extra != 0) return MassError::unknown;
    return mass_of_stored(node.kind(), s.shape, pose);
  });
}

#define ABUT_MASS_QUERIES(WORDS, T, D) \
  WORDS Expected<Mass<T, D>, MassError> mass_of_node(const ShapeNode<T, D>&, const Pose<T, D>*);
ABUT_DECLARE_FOR_SPACES(ABUT_MASS_QUERIES)

}  // namespace detail

/// Those of an AnyShape, or of a view of one, at its pose: along the axes of the world.
template <detail::RuntimeOperand A>
[[nodiscard]] Expected<Mass<ScalarOf<A>, dimension_of<A>>, MassError> mass_properties(const A& shape) {
  return detail::mass_of_node(shape.node(), shape.pose());
}

}  // namespace abut
