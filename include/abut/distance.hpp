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
/// (closed_form/polygon_polygon.hpp). GJK answers all other pairs.
#pragma once

#include <abut/cache.hpp>
#include <abut/detail/minkowski/operand.hpp>
#include <abut/status.hpp>
#include <abut/support.hpp>
#include <abut/trace.hpp>

namespace abut {

/// A relative tolerance for curved shapes: the bounds may differ by this fraction of the distance. Polytopes stop at
/// their closest vertices, edges and faces, and need no tolerance.
template <Scalar T>
inline constexpr T default_tolerance = std::same_as<T, float> ? T(1e-6) : T(1e-12);

/// Options of distance(). Every field has a default.
template <Scalar T>
struct DistanceOptions {
  T tolerance = default_tolerance<T>;
  T cutoff = infinity<T>;  ///< the search may stop once the shapes are proven further apart than this
  /// The limit of support calls on each shape. Polytopes rarely take more than 20, curved shapes rarely more than 60.
  int max_iterations = 128;
};

/// A plane between the shapes: A lies on the side of -normal, B on the side of normal, each half of the distance away,
/// up to the rounding of point and normal to T. That can exceed the distance of shapes that are next to each other;
/// `lower` is proven without it.
template <Scalar T, int D>
struct Plane {
  Vec<T, D> point{};
  Vec<T, D> normal{};
};

/// The answer of distance(). Its bounds hold whatever the status is.
template <Scalar T, int D>
struct Distance {
  Status status = Status::invalid_argument;

  T distance = T(0);  ///< 0: the shapes meet, up to rounding
  T lower = T(0);     ///< lower <= true distance <= upper
  T upper = infinity<T>;

  Vec<T, D> normal = axis<T, D>(0);  ///< unit vector from A to B
  Vec<T, D> point_a{};               ///< the closest points: point_b - point_a = distance * normal up to rounding
  Vec<T, D> point_b{};

  /// The distance, or minus the depth where only the radii overlap; proven in the same way, within its own bounds. If
  /// the cores meet, the upper bound is minus the sum of the radii, and the lower bound is that of the best plane
  /// found, which may be far below. Against a half-space the value is exact at any depth, see half_space.hpp.
  T signed_distance = T(0);
  T signed_lower = -infinity<T>;
  T signed_upper = infinity<T>;
  bool cores_meet = false;

  /// The vertices of the cores that the closest points are combinations of, in pairs: ids of A and of B. One pair means
  /// vertex against vertex, D pairs mean up to a face, D + 1 pairs mean that the cores overlap.
  int feature_count = 0;
  VertexId feature_a[D + 1] = {};
  VertexId feature_b[D + 1] = {};

  int iterations = 0;  ///< support calls on each shape; 0 if the answer has a closed form

  /// The plane halfway between the closest points.
  Plane<T, D> separating_plane() const { return {point_a * T(0.5) + point_b * T(0.5), normal}; }
};

namespace detail {

template <Scalar T>
inline constexpr DistanceOptions<T> default_options{};

/// Stands in for a cache: the search starts from nothing, and nothing is kept.
struct NoCache {};

/// Whether a shape is type-erased, as ShapeRef is: its kind is known at run time only.
template <Shape S>
inline constexpr bool is_type_erased = requires(const typename Operand<S>::Core& core) { core.core_vertices(); };

/// See distance/dispatch.hpp.
template <Shape A, Shape B, class C, class Trace>
ABUT_INLINE Distance<ScalarOf<A>, dimension_of<A>> find_distance(const A& a, const B& b, C& cache,
                                                                 const DistanceOptions<ScalarOf<A>>& options,
                                                                 Trace trace);

}  // namespace detail

/// The distance between two shapes of the same dimension and scalar, each placed or not. The trace (trace.hpp) is
/// optional.
template <Shape A, Shape B, class... Trace>
[[nodiscard]] Distance<ScalarOf<A>, dimension_of<A>> distance(const A& a, const B& b,
                                                              const DistanceOptions<ScalarOf<A>>& options,
                                                              Trace&&... trace) {
  detail::NoCache none;
  return detail::find_distance(a, b, none, options, detail::trace_from(trace...));
}

/// The distance with the default options, which are constants here and need not be checked. Queries of ShapeRefs are
/// compiled once, for any options.
template <Shape A, Shape B>
[[nodiscard]] Distance<ScalarOf<A>, dimension_of<A>> distance(const A& a, const B& b) {
  constexpr auto& options = detail::default_options<ScalarOf<A>>;
  if constexpr (detail::is_type_erased<A> || detail::is_type_erased<B>) {
    return distance(a, b, options);
  } else {
    detail::NoCache none;
    return detail::find_distance(a, b, none, options, detail::NoTrace{});
  }
}

/// The distance with a cache: the search starts where the last query with this cache ended, and updates the cache.
template <Shape A, Shape B, class... Trace>
[[nodiscard]] Distance<ScalarOf<A>, dimension_of<A>> distance(const A& a, const B& b, Cache<dimension_of<A>>& cache,
                                                              const DistanceOptions<ScalarOf<A>>& options,
                                                              Trace&&... trace) {
  return detail::find_distance(a, b, cache, options, detail::trace_from(trace...));
}

/// The distance with a cache and the default options.
template <Shape A, Shape B>
[[nodiscard]] Distance<ScalarOf<A>, dimension_of<A>> distance(const A& a, const B& b, Cache<dimension_of<A>>& cache) {
  constexpr auto& options = detail::default_options<ScalarOf<A>>;
  if constexpr (detail::is_type_erased<A> || detail::is_type_erased<B>) {
    return distance(a, b, cache, options);
  } else {
    return detail::find_distance(a, b, cache, options, detail::NoTrace{});
  }
}

}  // namespace abut

#include <abut/detail/distance/dispatch.hpp>
