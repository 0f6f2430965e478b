/// How far apart are two convex shapes, and where?
///
///     Box3f crate{.half = {1, 1, 1}};
///     Ball3f ball{.center = {3, 0, 0}, .radius = 0.5f};
///     auto gap = distance(crate, ball);          // gap.lower <= 1.5 <= gap.upper, gap.point_a, gap.normal ...
///
/// The answer is proven: the true distance of the shapes, their numbers read as exact real numbers, lies within [lower,
/// upper], whatever the status. Every query throws no exception, allocates nothing, returns no NaN and takes a bounded
/// number of steps.
///
/// Pairs of points, segments, balls and capsules are answered in closed form (closed_form/segment_segment.hpp), and so
/// are most pairs of 3D boxes (closed_form/box_box.hpp) and of 2D hulls of up to eight vertices
/// (closed_form/polygon/polygon_polygon.hpp). GJK answers all other pairs.
#pragma once

#include <abut/cache.hpp>
#include <abut/detail/minkowski/core_and_pose.hpp>
#include <abut/operand.hpp>
#include <abut/status.hpp>
#include <abut/support.hpp>
#include <abut/trace.hpp>

namespace abut {

/// A relative tolerance for curved shapes: the bounds may differ by this fraction of the distance. Polytopes stop at
/// their closest vertices, edges and faces, and need no tolerance.
template <Scalar T>
inline constexpr T default_tolerance = std::same_as<T, float> ? T(1e-6) : T(1e-12);

/// Options of distance(). Every field has a default.
template <Scalar T, int D>
struct DistanceOptions {
  T tolerance = default_tolerance<T>;  ///< relative, for curved shapes
  T cutoff = detail::infinity<T>;      ///< the search may stop once the shapes are proven further apart than this
  /// The limit of support calls on each shape. Polytopes rarely take more than 20, curved shapes rarely more than 60.
  int max_iterations = 128;
  Cache<D>* cache = nullptr;  ///< the search starts where the last one with this cache ended, and updates it
};

using DistanceOptions2f = DistanceOptions<float, 2>;
using DistanceOptions3f = DistanceOptions<float, 3>;
using DistanceOptions2d = DistanceOptions<double, 2>;
using DistanceOptions3d = DistanceOptions<double, 3>;

/// A plane between the shapes: A lies on the side of -normal, B on the side of normal, each half of the distance away,
/// up to the rounding of point and normal to T. That can exceed the distance of shapes that are next to each other;
/// `lower` is proven without it.
template <Scalar T, int D>
struct Plane {
  Vec<T, D> point{};   ///< a point of the plane
  Vec<T, D> normal{};  ///< of length 1, from A to B
};

/// The answer of distance(). Its bounds hold whatever the status is.
template <Scalar T, int D>
struct Distance {
  Status status = Status::invalid_argument;  ///< how the search ended

  T distance = T(0);  ///< 0: the shapes meet, up to rounding
  T lower = T(0);     ///< lower <= true distance <= upper
  T upper = detail::infinity<T>;

  Vec<T, D> normal = detail::axis<T, D>(0);  ///< unit vector from A to B
  Vec<T, D> point_a{};  ///< the closest points: point_b - point_a = distance * normal up to rounding
  Vec<T, D> point_b{};

  /// The vertices of the cores that the closest points are combinations of, in pairs: ids of A and of B. One pair means
  /// vertex against vertex, D pairs mean up to a face, D + 1 pairs mean that the cores overlap.
  int feature_count = 0;
  VertexId feature_a[D + 1] = {};  ///< of A
  VertexId feature_b[D + 1] = {};  ///< of B

  int iterations = 0;  ///< support calls on each shape; 0 if the answer has a closed form

  /// The plane halfway between the closest points.
  Plane<T, D> separating_plane() const { return {point_a * T(0.5) + point_b * T(0.5), normal}; }
};

using Distance2f = Distance<float, 2>;
using Distance3f = Distance<float, 3>;
using Distance2d = Distance<double, 2>;
using Distance3d = Distance<double, 3>;

namespace detail {

template <Scalar T, int D>
inline constexpr DistanceOptions<T, D> default_options{};

/// Stands in for a cache in queries with the default options. No code for caches is instantiated then; elsewhere a
/// cache is a pointer, which may be null.
struct NoCache {};

/// Whether a shape is type-erased, as ShapeRef is: its kind is known at run time only.
template <Shape S>
inline constexpr bool is_type_erased = requires(const typename CoreAndPose<S>::Core& core) { core.core_vertices(); };

// See distance/dispatch.hpp. C is NoCache or Cache<D>*, Answer a Distance or a SignedDistance.
template <class Answer, Shape A, Shape B, class C, class Trace>
ABUT_INLINE Answer find_distance(const A& a, const B& b, C cache,
                                 const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace);
template <class Answer, AnyHalfSpace A, Shape B, class C, class Trace>
Answer find_distance(const A& a, const B& b, C cache, const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options,
                     Trace trace);
template <class Answer, Shape A, AnyHalfSpace B, class C, class Trace>
Answer find_distance(const A& a, const B& b, C cache, const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options,
                     Trace trace);

}  // namespace detail

/// The distance between two operands of the same dimension and scalar (operand.hpp). The trace (trace.hpp) is optional.
template <detail::Argument A, detail::Argument B, class... Trace>
[[nodiscard]] Distance<ScalarOf<A>, dimension_of<A>> distance(
    const A& a, const B& b, const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options, Trace&&... trace) {
  using Answer = Distance<ScalarOf<A>, dimension_of<A>>;
  return detail::ask<Answer>(a, b, [&](const auto& x, const auto& y) ABUT_INLINE_LAMBDA {
    return detail::find_distance<Answer>(x, y, options.cache, options, detail::trace_from(trace...));
  });
}

/// The distance with the default options, which are constants here and need not be checked. Queries of ShapeRefs are
/// compiled once, for any options.
template <detail::Argument A, detail::Argument B>
[[nodiscard]] Distance<ScalarOf<A>, dimension_of<A>> distance(const A& a, const B& b) {
  using Answer = Distance<ScalarOf<A>, dimension_of<A>>;
  return detail::ask<Answer>(a, b, [](const auto& x, const auto& y) ABUT_INLINE_LAMBDA {
    constexpr auto& options = detail::default_options<ScalarOf<A>, dimension_of<A>>;
    return detail::find_distance<Answer>(x, y, detail::NoCache{}, options, detail::NoTrace{});
  });
}

}  // namespace abut

#include <abut/detail/distance/dispatch.hpp>
