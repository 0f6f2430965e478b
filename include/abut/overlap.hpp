/// Do two convex shapes meet?
///
///     Box3f crate{.half = {1, 1, 1}};
///     Ball3f ball{.center = {3, 0, 0}, .radius = 0.5f};
///     auto met = overlap(crate, ball);          // met.apart, met.axis, met.lower: or met.overlap, met.point
///
/// Each verdict comes with its proof: `apart` with an axis along which there is a gap between the shapes, `overlap`
/// with a point of both. Touching shapes overlap. Where rounding leaves the question open, neither is true, and a
/// search that gives up reports neither. Test `!apart` to miss no contact; test `overlap` to report no false contact.
///
/// For shapes that are apart this is much faster than a distance: the first separating plane found is enough.
#pragma once

#include <abut/cache.hpp>
#include <abut/distance.hpp>
#include <abut/operand.hpp>
#include <abut/status.hpp>
#include <abut/support.hpp>

namespace abut {

/// The method that decides.
enum class OverlapMethod {
  /// The default. MPR decides what GJK leaves open, which is one in thousands of the pairs that nearly touch.
  gjk,
  /// An independent method. It is inconclusive where B - A has no interior, as for two segments.
  mpr,
};

/// Options of overlap(). Every field has a default.
template <Scalar T, int D>
struct OverlapOptions {
  OverlapMethod method = OverlapMethod::gjk;  ///< how to find out
  int max_iterations = 128;                   ///< the limit of support calls on each shape, per method
  /// The axis that separated the shapes last time is tried first, and the new one is stored. MPR does not use the
  /// cache.
  Cache<D>* cache = nullptr;
};

using OverlapOptions2f = OverlapOptions<float, 2>;
using OverlapOptions3f = OverlapOptions<float, 3>;
using OverlapOptions2d = OverlapOptions<double, 2>;
using OverlapOptions3d = OverlapOptions<double, 3>;

/// The answer of overlap(): one of two verdicts with its proof, or neither.
template <Scalar T, int D>
struct Overlap {
  /// converged: `apart` or `overlap` is true. inconclusive or iteration_limit: neither is true, and only `upper` is
  /// known.
  Status status = Status::invalid_argument;

  bool overlap = false;  ///< the shapes are at most `upper` apart, which is no more than rounding
  bool apart = false;    ///< the shapes are at least `lower` apart, which is more than 0

  T lower = T(0);  ///< lower <= true distance <= upper
  T upper = detail::infinity<T>;

  /// If apart: the unit vector from A to B along which B lies beyond A by at least `lower`. It is rounded to T. In
  /// float, and where the gap is at most one eps of the size, the proof is that of the direction before this rounding.
  Vec<T, D> axis = detail::axis<T, D>(0);
  /// If overlapping: a point of both shapes, up to rounding: up to the fraction of the size that a distance that has
  /// `converged` may leave (docs/conventions.md), and 4 eps of its coordinates.
  Vec<T, D> point{};

  int iterations = 0;  ///< support calls on each shape; 0 if bounding spheres or a closed form decide
};

using Overlap2f = Overlap<float, 2>;
using Overlap3f = Overlap<float, 3>;
using Overlap2d = Overlap<double, 2>;
using Overlap3d = Overlap<double, 3>;

namespace detail {

// See overlap/dispatch.hpp.
template <Shape A, Shape B, class Trace>
ABUT_INLINE Overlap<ScalarOf<A>, dimension_of<A>> find_overlap(
    const A& a, const B& b, const OverlapOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace);
template <AnyHalfSpace A, Shape B, class Trace>
Overlap<ScalarOf<A>, dimension_of<A>> find_overlap(const A& a, const B& b,
                                                   const OverlapOptions<ScalarOf<A>, dimension_of<A>>& options,
                                                   Trace trace);
template <Shape A, AnyHalfSpace B, class Trace>
Overlap<ScalarOf<A>, dimension_of<A>> find_overlap(const A& a, const B& b,
                                                   const OverlapOptions<ScalarOf<A>, dimension_of<A>>& options,
                                                   Trace trace);

}  // namespace detail

/// Whether two operands of the same dimension and scalar (operand.hpp) meet. The trace (trace.hpp) is optional.
template <detail::Argument A, detail::Argument B, class... Trace>
[[nodiscard]] Overlap<ScalarOf<A>, dimension_of<A>> overlap(
    const A& a, const B& b, const OverlapOptions<ScalarOf<A>, dimension_of<A>>& options = {}, Trace&&... trace) {
  return detail::ask<Overlap<ScalarOf<A>, dimension_of<A>>>(a, b, [&](const auto& x, const auto& y) ABUT_INLINE_LAMBDA {
    return detail::find_overlap(x, y, options, detail::trace_from(trace...));
  });
}

}  // namespace abut

#include <abut/detail/overlap/dispatch.hpp>
