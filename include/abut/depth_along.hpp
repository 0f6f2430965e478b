/// How far must one shape move along a given direction to leave another?
///
///     auto up = depth_along(ground_part, crate, {0, 0, 1});   // the crate ends the overlap by moving up by up.depth
///
/// B moves along the direction until the shapes only touch; A rests. The depth is proven: the true one of the shapes,
/// their numbers read as exact real numbers, lies within [lower, upper], whatever the status. MPR answers. Shapes that
/// are apart have depth 0, also if the direction leads towards A. A half-space has a closed form, in which the depth is
/// infinite along directions that do not lead out. The least depth of all directions is penetration().
#pragma once

#include <abut/penetration.hpp>

#include <type_traits>

namespace abut {

/// Options of depth_along(). Every field has a default.
template <Scalar T, int D>
struct DepthAlongOptions {
  T tolerance = default_tolerance<T>;  ///< relative, for curved shapes, as in PenetrationOptions
  int max_iterations = 256;            ///< the limit of support calls on each shape
};

using DepthAlongOptions2f = DepthAlongOptions<float, 2>;
using DepthAlongOptions3f = DepthAlongOptions<float, 3>;
using DepthAlongOptions2d = DepthAlongOptions<double, 2>;
using DepthAlongOptions3d = DepthAlongOptions<double, 3>;

namespace detail {

// See penetration/depth_along_dispatch.hpp.
template <Shape A, Shape B, class Trace>
Penetration<ScalarOf<A>, dimension_of<A>> find_depth_along(
    const A& a, const B& b, const VectorOf<A>& direction,
    const DepthAlongOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace);
template <AnyHalfSpace A, Shape B, class Trace>
Penetration<ScalarOf<A>, dimension_of<A>> find_depth_along(
    const A& a, const B& b, const VectorOf<A>& direction,
    const DepthAlongOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace);
template <Shape A, AnyHalfSpace B, class Trace>
Penetration<ScalarOf<A>, dimension_of<A>> find_depth_along(
    const A& a, const B& b, const VectorOf<A>& direction,
    const DepthAlongOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace);

}  // namespace detail

/// The depth along a direction, of any length but zero, of two operands of the same dimension and scalar (operand.hpp).
/// The normal of the answer is the direction, normalized. The trace (trace.hpp) is optional.
template <detail::Argument A, detail::Argument B, class... Trace>
[[nodiscard]] Penetration<ScalarOf<A>, dimension_of<A>> depth_along(
    const A& a, const B& b, const std::type_identity_t<VectorOf<A>>& direction,
    const DepthAlongOptions<ScalarOf<A>, dimension_of<A>>& options = {}, Trace&&... trace) {
  return detail::ask<Penetration<ScalarOf<A>, dimension_of<A>>>(a, b, [&](const auto& x, const auto& y) {
    return detail::find_depth_along(x, y, direction, options, detail::trace_from(trace...));
  });
}

}  // namespace abut

#include <abut/detail/penetration/depth_along_dispatch.hpp>
