/// How deep do two convex shapes overlap, and which exit direction is the shortest?
///
///     auto p = penetration(crate, place(arm, pose));   // moving the arm by p.depth * p.normal ends the overlap
///
/// The depth is the length of the shortest translation after which the shapes only touch. It is proven: the true depth
/// of the shapes, their numbers read as exact real numbers, lies within [lower, upper], whatever the status. GJK
/// answers where the cores are apart and only the radii overlap, EPA elsewhere. Shapes that are apart have depth 0, and
/// the search stops once that is proven; `separation` returns distance and depth as one signed number.
///
///     auto up = penetration(ground, crate, {.direction = {0, 0, 1}});   // how far up the crate must go
///
/// The depth along a given direction is a different query: how far must B move along it until the shapes only touch?
/// MPR answers it, with bounds.
#pragma once

#include <abut/half_space.hpp>
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
  PenetrationMethod method = PenetrationMethod::epa;
  /// If not zero, MPR finds the depth along this direction, whatever the method. The length of the vector does not
  /// matter. For a half-space the depth has a closed form, and is infinite along directions that do not exit it.
  Vec<T, D> direction{};
  T tolerance = default_tolerance<T>;  ///< relative, for curved shapes; polytopes end on a face of B - A and need none
  int max_iterations = 256;            ///< the limit of support calls on each shape
};

/// The answer of penetration(). Its bounds hold whatever the status is.
template <Scalar T, int D>
struct Penetration {
  Status status = Status::invalid_argument;

  /// 0 if the shapes are apart, or touch up to rounding; infinite if no motion along the given direction ends the
  /// overlap.
  T depth = T(0);
  T lower = T(0);  ///< lower <= true depth <= upper; lower > 0 proves an overlap, upper = 0 proves that there is none
  T upper = infinity<T>;

  /// The unit vector from A to B: the exit direction, or the normal of a separating plane if the shapes are apart.
  Vec<T, D> normal = axis<T, D>(0);
  /// The points of the surfaces that are deepest in the other shape: point_a - point_b = depth * normal up to rounding.
  /// They touch once B has moved by depth * normal. They are meaningless if the shapes are apart.
  Vec<T, D> point_a{};
  Vec<T, D> point_b{};

  /// The vertices of the cores that the points are combinations of, in pairs: ids of A and of B.
  int feature_count = 0;
  VertexId feature_a[D + 1] = {};
  VertexId feature_b[D + 1] = {};

  int iterations = 0;  ///< support calls on each shape; 0 if the answer has a closed form
};

namespace detail {

// See penetration/dispatch.hpp.
template <Shape A, Shape B, class Trace>
Penetration<ScalarOf<A>, dimension_of<A>> find_penetration(
    const A& a, const B& b, const PenetrationOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace);
template <AnyHalfSpace H, Shape S>
Penetration<ScalarOf<S>, dimension_of<S>> penetration_along(
    const H& half_space, const S& shape, const Vec<double, dimension_of<S>>& d,
    const PenetrationOptions<ScalarOf<S>, dimension_of<S>>& options);
template <Scalar T, int D>
Penetration<T, D> penetration_from(const Separation<T, D>& s);
template <Scalar T, int D>
SeparationOptions<T> separation_options(const PenetrationOptions<T, D>& options);

}  // namespace detail

/// The depth of two shapes of the same dimension and scalar, each placed or not. The trace (trace.hpp) is optional.
template <Shape A, Shape B, class... Trace>
[[nodiscard]] Penetration<ScalarOf<A>, dimension_of<A>> penetration(
    const A& a, const B& b, const PenetrationOptions<ScalarOf<A>, dimension_of<A>>& options = {}, Trace&&... trace) {
  return detail::find_penetration(a, b, options, detail::trace_from(trace...));
}

/// The depth of a half-space and a shape, in either order: exact, with one support call.
template <detail::AnyHalfSpace H, Shape S, class... Trace>
[[nodiscard]] Penetration<ScalarOf<S>, dimension_of<S>> penetration(
    const H& a, const S& b, const PenetrationOptions<ScalarOf<S>, dimension_of<S>>& options = {}, Trace&&...) {
  if (options.direction != Vec<ScalarOf<S>, dimension_of<S>>{})
    return detail::penetration_along(a, b, widen(options.direction), options);
  return detail::penetration_from(separation(a, b, detail::separation_options(options)));
}

/// The same with the half-space second.
template <Shape S, detail::AnyHalfSpace H, class... Trace>
[[nodiscard]] Penetration<ScalarOf<S>, dimension_of<S>> penetration(
    const S& a, const H& b, const PenetrationOptions<ScalarOf<S>, dimension_of<S>>& options = {}, Trace&&...) {
  if (options.direction != Vec<ScalarOf<S>, dimension_of<S>>{}) {
    auto r = detail::penetration_along(b, a, -widen(options.direction), options);
    r.normal = -r.normal;
    std::swap(r.point_a, r.point_b);
    std::swap(r.feature_a, r.feature_b);
    return r;
  }
  return detail::penetration_from(separation(a, b, detail::separation_options(options)));
}

}  // namespace abut

#include <abut/detail/penetration/dispatch.hpp>
