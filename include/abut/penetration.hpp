/// How deep do two convex shapes overlap, and which exit direction is the shortest?
///
///     auto p = penetration(crate, place(arm, pose));   // moving the arm by p.depth * p.normal ends the overlap
///
/// The depth is the length of the shortest translation after which the shapes only touch. It is proven: the true depth
/// of the shapes, their numbers read as exact real numbers, lies within [lower, upper], whatever the status. GJK
/// answers where the cores are apart and only the radii overlap, EPA elsewhere. Shapes that are apart have depth 0, and
/// the search stops once that is proven; `separation` returns distance and depth as one signed number.
///
/// The depth along a given direction is a different query: see depth_along.hpp.
#pragma once

#include <abut/operand.hpp>
#include <abut/separation.hpp>

namespace abut {

/// The method, and which depth it finds: the least one, or that of a portal.
enum class PenetrationMethod {
  epa,  ///< the default: the least depth
  /// MPR finds the depth along the normal of the portal through which the line of centers exits. This exit direction is
  /// rarely the shortest. `depth` is the depth along it, and `upper` bounds that depth. For the least depth it is only
  /// an upper bound: `lower` is 0.
  mpr,
};

/// Options of penetration(). Every field has a default.
template <Scalar T, int D>
struct PenetrationOptions {
  PenetrationMethod method = PenetrationMethod::epa;  ///< which depth
  T tolerance = default_tolerance<T>;  ///< relative, for curved shapes; polytopes end on a face of B - A and need none
  int max_iterations = 256;            ///< the limit of support calls on each shape
  Cache<D>* cache = nullptr;           ///< as in DistanceOptions; MPR does not use it
};

using PenetrationOptions2f = PenetrationOptions<float, 2>;
using PenetrationOptions3f = PenetrationOptions<float, 3>;
using PenetrationOptions2d = PenetrationOptions<double, 2>;
using PenetrationOptions3d = PenetrationOptions<double, 3>;

/// The answer of penetration() and of depth_along(). Its bounds hold whatever the status is.
template <Scalar T, int D>
struct Penetration {
  Status status = Status::invalid_argument;  ///< how the search ended

  /// 0 if the shapes are apart, or touch up to rounding. Infinite, in depth_along(), if no motion along the direction
  /// ends the overlap.
  T depth = T(0);
  T lower = T(0);  ///< lower <= true depth <= upper; lower > 0 proves an overlap, upper = 0 proves that there is none
  T upper = detail::infinity<T>;

  /// The unit vector from A to B: the exit direction, or the normal of a separating plane if the shapes are apart.
  Vec<T, D> normal = detail::axis<T, D>(0);
  /// The points of the surfaces that are deepest in the other shape: point_a - point_b = depth * normal up to rounding.
  /// They touch once B has moved by depth * normal. They are meaningless if the shapes are apart.
  Vec<T, D> point_a{};
  Vec<T, D> point_b{};

  /// The vertices of the cores that the points are combinations of, in pairs: ids of A and of B.
  int feature_count = 0;
  VertexId feature_a[D + 1] = {};  ///< of A
  VertexId feature_b[D + 1] = {};  ///< of B

  int iterations = 0;  ///< support calls on each shape; 0 if the answer has a closed form
};

using Penetration2f = Penetration<float, 2>;
using Penetration3f = Penetration<float, 3>;
using Penetration2d = Penetration<double, 2>;
using Penetration3d = Penetration<double, 3>;

namespace detail {

// See penetration/dispatch.hpp.
template <Shape A, Shape B, class Trace>
Penetration<ScalarOf<A>, dimension_of<A>> find_penetration(
    const A& a, const B& b, const PenetrationOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace);
template <Operand A, Operand B, class Trace>
  requires(AnyHalfSpace<A> || AnyHalfSpace<B>)
Penetration<ScalarOf<A>, dimension_of<A>> find_penetration(
    const A& a, const B& b, const PenetrationOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace);

}  // namespace detail

/// The depth of two operands of the same dimension and scalar (operand.hpp). The trace (trace.hpp) is optional. Against
/// a half-space it is exact, with one support call.
template <detail::Argument A, detail::Argument B, class... Trace>
[[nodiscard]] Penetration<ScalarOf<A>, dimension_of<A>> penetration(
    const A& a, const B& b, const PenetrationOptions<ScalarOf<A>, dimension_of<A>>& options = {}, Trace&&... trace) {
  return detail::ask<Penetration<ScalarOf<A>, dimension_of<A>>>(a, b, [&](const auto& x, const auto& y) {
    return detail::find_penetration(x, y, options, detail::trace_from(trace...));
  });
}

}  // namespace abut

#include <abut/detail/penetration/dispatch.hpp>
