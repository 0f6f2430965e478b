/// Balls, capsules, points and segments against boxes and triangles: which pairs these are, and what
/// segment_nearest.hpp finds about their cores as a result of GJK.
#pragma once

#include <abut/detail/closed_form/box_box.hpp>
#include <abut/detail/closed_form/round/segment_box_depth.hpp>
#include <abut/detail/closed_form/round/segment_triangle.hpp>
#include <abut/detail/minkowski/intersection_verdict.hpp>

namespace abut::detail {

/// The shape as a triangle, if it is one; a type-erased shape has a member of that name.
template <Scalar T>
ABUT_INLINE const Triangle<T, 3>* as_triangle(const Triangle<T, 3>& triangle) {
  return &triangle;
}
template <class S>
  requires requires(const S& shape) { shape.as_triangle(); }
ABUT_INLINE auto as_triangle(const S& shape) {
  return shape.as_triangle();
}

/// Whether a core may be a box or, in 3D, a triangle.
template <class Core>
inline constexpr bool may_be_solid = requires(const Core& core) { as_box(core); } ||
                                     (dimension_of<Core> == 3 && requires(const Core& core) { as_triangle(core); });

/// Whether one core may be a point or a segment, and the other a box or a triangle.
template <class A, class B>
inline constexpr bool may_be_segment_and_solid =
    (may_be_segment<typename CoreAndPose<A>::Core> && may_be_solid<typename CoreAndPose<B>::Core>) ||
    (may_be_solid<typename CoreAndPose<A>::Core> && may_be_segment<typename CoreAndPose<B>::Core>);

/// The same for a difference.
template <class Set>
inline constexpr bool holds_segment_and_solid = false;

template <class A, class B, bool rescaled>
inline constexpr bool holds_segment_and_solid<Difference<A, B, rescaled>> = may_be_segment_and_solid<A, B>;

/// Returns f(solid, segment, side), where the segment is shape B if `side` is 1. False if the pair is none of these, or
/// near underflow even after it was rescaled.
template <class Set, class Core, class Other, class F>
ABUT_INLINE bool with_segment_beside(const Set& set, const Core& core, const Other& other, int side, const F& f) {
  if constexpr (may_be_segment<Core> && may_be_solid<Other>) {
    if (core_vertices(core) != 1 && core_vertices(core) != 2) return false;
    if (!std::same_as<typename Set::T, float> && !(set.size() > 0x1p-60)) return false;
    if constexpr (requires { as_box(other); }) {
      if (const auto* const box = as_box(other)) {
        const BoxSolid<Set::D> solid(set.scaled(widen(box->half)));
        return f(solid, segment_in_frame(set, core, side, solid.origin()), side);
      }
    }
    if constexpr (Set::D == 3 && requires { as_triangle(other); }) {
      if (const auto* const triangle = as_triangle(other)) {
        const TriangleSolid solid(set.scaled(widen(triangle->a)), set.scaled(widen(triangle->b)),
                                  set.scaled(widen(triangle->c)));
        return f(solid, segment_in_frame(set, core, side, solid.origin()), side);
      }
    }
  }
  return false;
}

template <class Set, class F>
ABUT_INLINE bool with_segment_and_solid(const Set& set, const F& f) {
  return with_segment_beside(set, set.core_b(), set.core_a(), 1, f) ||
         with_segment_beside(set, set.core_a(), set.core_b(), 0, f);
}

/// A vector of the frame of the shape that is not the segment, along the axes of the world.
template <class Set>
ABUT_INLINE Vec<double, Set::D> from_solid(const Set& set, int side, const Vec<double, Set::D>& v) {
  if constexpr (Set::posed) {
    return to_world(set.matrices(), 1 - side, v);
  } else {
    return v;
  }
}

/// Sets the pairs of vertices that the nearest points are combinations of.
template <class Result>
ABUT_INLINE void set_features(const WeightedVertices& own, bool is_point, double s, int side, Result& r) {
  r.feature_count = 0;
  couple(own, is_point, s, [&](VertexId solid, VertexId end) {
    r.feature_a[r.feature_count] = side == 1 ? solid : end;
    r.feature_b[r.feature_count++] = side == 1 ? end : solid;
  });
}

template <class Solid>
ABUT_INLINE void set_nearest_features(const SegmentNearest<Solid>& near, const Solid& solid, bool is_point, int side,
                                      GjkResult<Solid::D>& r) {
  if (near.is_between_ends()) {
    r.clear_features();
    set_features(solid.vertices(near.foot()), is_point, near.s(), side, r);
    return;
  }
  VertexId ids[4] = {};
  r.feature_count = solid.ids(near.foot(), ids);
  const VertexId end = !is_point && near.s() > 0 ? 1 : 0;
  for (int i = 0; i <= Solid::D; ++i) {
    r.feature_a[i] = side == 1 ? ids[i] : end;
    r.feature_b[i] = side == 1 ? end : ids[i];
  }
}

/// The nearest points of the cores, or a common point; or only a plane, if it shows that they are further apart than
/// `least`. False if that could not be proven.
template <class Set>
ABUT_INLINE bool find_segment_and_solid(const Set& set, const GjkLimits& limits, GjkResult<Set::D>& r,
                                        double least = infinity<double>) {
  constexpr int D = Set::D;
  return with_segment_and_solid(set, [&]<class Solid>(const Solid& solid, const SegmentInFrame<D>& segment, int side) {
    SegmentNearest<Solid> near(solid, segment);
    const double towards_b = side == 1 ? 1 : -1;
    if (!near.search()) return false;
    if (least < infinity<double> && !near.is_inside() && near.is_apart(least)) {
      r.lower = near.lower();
      r.normal = from_solid(set, side, near.direction()) * (near.over_length() * towards_b);
      return true;
    }
    Vec<double, D> off{}, n;
    if (near.is_inside()) {
      const double height = solid.height(segment, n);
      r.meets = true;
      r.lower = height - segment.error - 2 * unit_roundoff * limits.size;
      const double beside = length_of(near.foot().off);
      r.upper = beside + segment.error + unit_roundoff * segment.reach;
      r.distance = 0;
      if (r.lower > 0 || !is_touching(beside, limits)) return false;
      n = from_solid(set, side, n) * towards_b;
    } else {
      if (!near.prove(limits)) return false;
      off = from_solid(set, side, near.foot().off);
      n = (near.is_along_off() ? off : from_solid(set, side, near.direction())) * (near.over_length() * towards_b);
      r.lower = near.lower();
      r.upper = near.upper();
      r.distance = near.length() < r.lower ? r.lower : near.length();
    }
    r.status = Status::converged;
    r.normal = n;
    const Vec<double, D> on_segment = segment.in_world(near.s()), on_solid = on_segment - off;
    r.point_a = side == 1 ? on_solid : on_segment;
    r.point_b = side == 1 ? on_segment : on_solid;
    if (!(least < infinity<double>)) set_nearest_features(near, solid, segment.is_point, side, r);
    return true;
  });
}

/// The depth of cores that meet. False if it could not be proven, as that of a triangle.
template <class Set>
bool find_segment_depth(const Set& set, const GjkLimits& limits, EpaResult<Set::D>& r) {
  constexpr int D = Set::D;
  return with_segment_and_solid(set, [&]<class Solid>(const Solid& solid, const SegmentInFrame<D>& segment, int side) {
    if constexpr (std::same_as<Solid, BoxSolid<D>>) {
      SegmentBoxDepth<D> depth(solid, segment);
      if (!depth.find(limits)) return false;
      const bool is_between = !segment.is_point && depth.s() > -1 && depth.s() < 1;
      const WeightedVertices vertices = depth.vertices();
      if (vertices.count + (is_between ? 1 : 0) > D) return false;
      r.status = Status::converged;
      r.depth = depth.value();
      r.lower = depth.lower();
      r.upper = depth.upper();
      r.unique_normal = depth.is_unique();
      const Vec<double, D> n = from_solid(set, side, depth.normal()), on_segment = segment.in_world(depth.s()),
                           on_solid = on_segment + n * r.depth;
      r.normal = side == 1 ? n : -n;
      r.point_a = side == 1 ? on_solid : on_segment;
      r.point_b = side == 1 ? on_segment : on_solid;
      set_features(vertices, segment.is_point, depth.s(), side, r);
      return true;
    } else {
      return false;
    }
  });
}

/// Whether the shapes meet, radii included. False if that could not be proven.
template <class Set>
ABUT_INLINE bool find_segment_overlap(const Set& set, const GjkLimits& limits, IntersectionVerdict<Set::D>& r) {
  constexpr double u = unit_roundoff;
  GjkResult<Set::D> core;
  if (!find_segment_and_solid(set, limits, core, limits.radii + limits.cutoff + 32 * u * limits.size)) return false;
  if (core.lower - limits.radii > limits.cutoff) {
    // The axis as it is returned is off by a rotation and the rounding of its length, twice: 24 in all.
    const double error = radii_error(limits.radii, core.lower) + 24 * u * limits.size;
    r = apart_along(core.normal, core.lower - limits.radii - error, 0);
    return r.lower > 0;
  }
  const double upper = core.upper - limits.radii + radii_error(limits.radii, core.upper);
  const double part_of_a = limits.radii > 0 ? set.scaled(set.radius_a()) / limits.radii : 0.5;
  r = meeting_at(core.point_a + (core.point_b - core.point_a) * part_of_a, upper, limits.contract_width,
                 Status::inconclusive, 0);
  return r.overlap;
}

}  // namespace abut::detail
