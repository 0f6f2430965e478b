/// The signed distance between two convex shapes: how far apart they are, or minus how deep they overlap.
///
///     auto s = separation(crate, place(arm, pose));   // s.lower <= s.separation <= s.upper; negative: they overlap
///
/// The separation is continuous through zero. For shapes apart it is the distance; for shapes that overlap it is minus
/// the length of the shortest translation of B that ends the overlap. Its normal, a unit vector from A to B, is the
/// direction of that translation. Points, segments, balls and capsules that are apart, most boxes in 3D, and most hulls
/// of up to eight vertices in 2D have a closed form. Otherwise GJK answers where the cores are apart, and the radii are
/// subtracted; EPA answers where the cores overlap.
///
/// The answer is proven: the true value for the shapes, their numbers read as exact real numbers, lies within [lower,
/// upper], whatever the status. Every query throws no exception, allocates nothing, returns no NaN and takes a bounded
/// number of steps.
#pragma once

#include <abut/distance.hpp>
#include <abut/operand.hpp>
#include <abut/status.hpp>
#include <abut/support.hpp>

namespace abut {

/// Options of separation(). Every field has a default.
template <Scalar T, int D>
struct SeparationOptions {
  T tolerance = default_tolerance<T>;  ///< relative, for curved shapes, as in DistanceOptions
  T cutoff = detail::infinity<T>;      ///< the search may stop once the shapes are proven further apart than this
  int max_iterations = 256;            ///< the limit of support calls on each shape; GJK may use half of them
  Cache<D>* cache = nullptr;           ///< as in DistanceOptions
};

using SeparationOptions2f = SeparationOptions<float, 2>;
using SeparationOptions3f = SeparationOptions<float, 3>;
using SeparationOptions2d = SeparationOptions<double, 2>;
using SeparationOptions3d = SeparationOptions<double, 3>;

/// The answer of separation(). Its bounds hold whatever the status is.
template <Scalar T, int D>
struct Separation {
  Status status = Status::invalid_argument;  ///< how the search ended

  T separation = T(0);             ///< positive if apart, negative if overlapping
  T lower = -detail::infinity<T>;  ///< lower <= true separation <= upper
  T upper = detail::infinity<T>;

  Vec<T, D> normal = detail::axis<T, D>(0);  ///< unit vector from A to B
  /// Points on the surfaces: point_b - point_a = separation * normal up to rounding. For shapes apart they are the
  /// closest points. For shapes that overlap they are the deepest points, and B translated by -separation * normal
  /// touches A there.
  Vec<T, D> point_a{};
  Vec<T, D> point_b{};

  /// The vertices of the cores that the points are combinations of, in pairs: ids of A and of B.
  int feature_count = 0;
  VertexId feature_a[D + 1] = {};  ///< of A
  VertexId feature_b[D + 1] = {};  ///< of B

  /// Whether the normal is the only one, up to rounding: the cores are apart, or no other facet of B - A is as near. It
  /// is false for shapes without radii that only touch.
  bool unique_normal = false;

  int iterations = 0;  ///< support calls on each shape; 0 if the answer has a closed form
};

using Separation2f = Separation<float, 2>;
using Separation3f = Separation<float, 3>;
using Separation2d = Separation<double, 2>;
using Separation3d = Separation<double, 3>;

namespace detail {

// See separation/dispatch.hpp.
template <Shape A, Shape B, class Trace>
Separation<ScalarOf<A>, dimension_of<A>> find_separation(const A& a, const B& b,
                                                         const SeparationOptions<ScalarOf<A>, dimension_of<A>>& options,
                                                         Trace trace);
template <Operand A, Operand B, class Trace>
  requires(AnyHalfSpace<A> || AnyHalfSpace<B>)
Separation<ScalarOf<A>, dimension_of<A>> find_separation(const A& a, const B& b,
                                                         const SeparationOptions<ScalarOf<A>, dimension_of<A>>& options,
                                                         Trace trace);

}  // namespace detail

/// The signed distance between two operands of the same dimension and scalar (operand.hpp). The trace (trace.hpp) is
/// optional. Against a half-space it is exact at any depth, with one support call.
template <detail::Argument A, detail::Argument B, class... Trace>
[[nodiscard]] Separation<ScalarOf<A>, dimension_of<A>> separation(
    const A& a, const B& b, const SeparationOptions<ScalarOf<A>, dimension_of<A>>& options = {}, Trace&&... trace) {
  return detail::ask<Separation<ScalarOf<A>, dimension_of<A>>>(a, b, [&](const auto& x, const auto& y) {
    return detail::find_separation(x, y, options, detail::trace_from(trace...));
  });
}

}  // namespace abut

#include <abut/detail/separation/dispatch.hpp>
