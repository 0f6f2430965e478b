/// Do two convex shapes meet?
///
///     Box3f crate{.half = {1, 1, 1}};
///     Ball3f ball{.center = {3, 0, 0}, .radius = 0.5f};
///     auto met = overlap(crate, ball);          // met.apart, met.axis, met.lower: or met.overlap, met.point
///
/// Either answer comes with its proof: `apart` with an axis along which there is room between the shapes, `overlap` with a point of
/// both. Touching is overlapping. Where rounding leaves it open neither is true: giving up is no answer. So ask `!apart` to miss no
/// contact, `overlap` to report none that is not there.
///
/// Much quicker than a distance where shapes are apart: the first plane that is found between them is enough.
#pragma once

#include <abut/cache.hpp>
#include <abut/distance.hpp>
#include <abut/status.hpp>
#include <abut/support.hpp>

namespace abut {

/// How to find out.
enum class OverlapMethod {
  gjk,  ///< the default. What it leaves open, one pair in thousands of those that nearly touch, it asks MPR
  mpr,  ///< from other steps altogether; inconclusive where B - A has no interior, as of two segments
};

/// Everything has a default.
struct OverlapOptions {
  OverlapMethod method = OverlapMethod::gjk;
  int max_iterations = 128;  ///< support calls on each shape, of one method
};

/// The answer: one of two verdicts with its proof, or none.
template <Scalar T, int D>
struct Overlap {
  /// converged: `apart` or `overlap` is true. inconclusive, or iteration_limit: neither, and `upper` is all that is known.
  Status status = Status::invalid_argument;

  bool overlap = false;  ///< they are no further apart than `upper`, and that is no more than rounding
  bool apart = false;    ///< they are at least `lower` apart, and that is more than 0

  T lower = T(0);  ///< lower <= true distance <= upper
  T upper = infinity<T>;

  /// If apart: unit vector from A to B, along which B lies beyond A by at least `lower`. (Rounded to T. In float, and where the gap is no
  /// more than an eps of the size, it is the direction before that rounding which proves it.)
  Vec<T, D> axis = abut::axis<T, D>(0);
  /// If overlapping: a point of both shapes. But for rounding, that is: of the size, as much as a distance is allowed that has
  /// `converged` (docs/conventions.md), and 4 eps of its coordinates.
  Vec<T, D> point{};

  int iterations = 0;  ///< support calls on each shape; 0 if the balls around the shapes tell, or a closed form
};

namespace detail {

/// See overlap/dispatch.hpp.
template <Shape A, Shape B, class... Trace>
ABUT_INLINE Overlap<ScalarOf<A>, dimension_of<A>> find_overlap(const A& a, const B& b, Cache<dimension_of<A>>* cache,
                                                               const OverlapOptions& options, Trace&... trace);

}  // namespace detail

/// Whether two shapes of the same dimension and scalar, each placed or not, meet. The trace, see trace.hpp, may be left out.
template <Shape A, Shape B, class... Trace>
[[nodiscard]] Overlap<ScalarOf<A>, dimension_of<A>> overlap(const A& a, const B& b, const OverlapOptions& options = {},
                                                            Trace&&... trace) {
  return detail::find_overlap(a, b, nullptr, options, trace...);
}

/// The same, with the axis that parted them last time tried first, and the new one left for the next. MPR has no use for it.
template <Shape A, Shape B, class... Trace>
[[nodiscard]] Overlap<ScalarOf<A>, dimension_of<A>> overlap(const A& a, const B& b, Cache<dimension_of<A>>& cache,
                                                            const OverlapOptions& options = {}, Trace&&... trace) {
  return detail::find_overlap(a, b, &cache, options, trace...);
}

}  // namespace abut

#include <abut/detail/overlap/dispatch.hpp>
