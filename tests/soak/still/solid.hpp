/// A shape as `abut query` can write it, chosen at run time, and the library's answer about two of them.
#pragma once

#include <abut/any_shape.hpp>
#include <abut/distance.hpp>
#include <abut/hull.hpp>
#include <abut/shapes.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace soak {

enum class Kind { hull, simplex, box, ball, capsule, ellipsoid, cylinder, cone };

/// Which members are used depends on the kind.
template <class T, int D>
struct Solid {
  Kind kind = Kind::hull;
  std::vector<abut::Vec<T, D>> points;  ///< of a hull; 2, 3 or 4 of a simplex
  abut::Vec<T, D> size{};               ///< half extents of a box, radii of an ellipsoid
  T radius{}, half_height{};
  abut::Axis axis = abut::Axis::x;
  T extra{};              ///< inflated by this
  bool is_built = false;  ///< of a hull: queried as a Hull, if that has exactly the given points; else as a PointSet

  bool is_polytope() const { return kind == Kind::hull || kind == Kind::simplex || kind == Kind::box; }
  /// Its core has a curved surface: GJK converges to it without reaching it.
  bool is_curved() const { return kind == Kind::ellipsoid || kind == Kind::cylinder || kind == Kind::cone; }
};

template <class T, int D>
struct Pair {
  Solid<T, D> a, b;
  abut::Pose<T, D> pose_a{}, pose_b{};
  bool posed = false;  ///< both, or neither

  bool is_curved() const { return a.is_curved() || b.is_curved(); }
};

/// The hull of the points of a solid.
template <class T, int D>
abut::AnyShape<T, D> hull_shape(const Solid<T, D>& s) {
  if (s.is_built && !(s.extra > 0)) {
    auto hull = abut::Hull<T, D>::from(s.points);
    if (hull.has_value() && hull->overhang() == 0) return abut::AnyShape<T, D>(std::move(*hull));
  }
  return abut::AnyShape<T, D>(*abut::PointSet<T, D>::from(s.points));
}

/// The library's shape of a solid, not inflated yet.
template <class T, int D>
abut::AnyShape<T, D> core_shape(const Solid<T, D>& s) {
  const auto& p = s.points;
  switch (s.kind) {
    case Kind::hull: return hull_shape(s);
    case Kind::box: return abut::Box<T, D>{s.size};
    case Kind::ball: return abut::Ball<T, D>{{}, s.radius};
    case Kind::ellipsoid: return abut::Ellipsoid<T, D>{s.size};
    case Kind::capsule: {
      abut::Vec<T, D> end;
      end[static_cast<int>(s.axis)] = s.half_height;
      return abut::Capsule<T, D>{-end, end, s.radius};
    }
    default: break;
  }
  if (s.kind == Kind::simplex && p.size() == 2) return abut::Segment<T, D>{p[0], p[1]};
  if (s.kind == Kind::simplex && p.size() == 3) return abut::Triangle<T, D>{p[0], p[1], p[2]};
  if constexpr (D == 3) {
    if (s.kind == Kind::simplex) return abut::Tetrahedron<T>{p[0], p[1], p[2], p[3]};
    if (s.kind == Kind::cylinder) return abut::Cylinder<T>{s.radius, s.half_height, s.axis};
    if (s.kind == Kind::cone) return abut::Cone<T>{s.radius, s.half_height, s.axis};
  }
  return {};
}

/// Made as the command line makes it, so that a record replays; except for hulls that are built.
template <class T, int D>
abut::AnyShape<T, D> shape_of(const Solid<T, D>& s) {
  return abut::inflate(core_shape(s), s.extra);
}

template <class T, int D>
abut::detail::SignedDistance<T, D> query(const Pair<T, D>& p, abut::Cache<D>& cache) {
  const auto a = shape_of(p.a), b = shape_of(p.b);
  if (!p.posed) return abut::detail::signed_distance(a.shape(), b.shape(), {.cache = &cache});
  return abut::detail::signed_distance(abut::place(a.shape(), p.pose_a), abut::place(b.shape(), p.pose_b),
                                       {.cache = &cache});
}

/// Without a cache, which closed forms do not use.
template <class T, int D>
abut::detail::SignedDistance<T, D> query(const Pair<T, D>& p) {
  const auto a = shape_of(p.a), b = shape_of(p.b);
  if (!p.posed) return abut::detail::signed_distance(a.shape(), b.shape());
  return abut::detail::signed_distance(abut::place(a.shape(), p.pose_a), abut::place(b.shape(), p.pose_b));
}

/// The contract's `size`: see docs/conventions.md.
template <class T, int D>
double size_of(const Pair<T, D>& p) {
  const auto a = shape_of(p.a), b = shape_of(p.b);
  using abut::detail::norm;
  const auto ca = a.shape().center(), cb = b.shape().center();
  const double sizes =
      a.shape().bounding_radius() + b.shape().bounding_radius() + a.shape().radius() + b.shape().radius();
  if (!p.posed) return sizes + norm(cb - ca);
  return sizes + norm(ca) + norm(cb) + norm(abut::detail::widen(p.pose_b.p) - abut::detail::widen(p.pose_a.p));
}

}  // namespace soak
