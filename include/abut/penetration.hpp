/// How deep do two convex shapes overlap, and which way out is the shortest?
///
///     auto p = penetration(crate, place(arm, pose));   // p.depth: moving the arm by p.depth * p.normal ends the overlap
///
/// The depth is the length of the shortest motion after which the shapes only touch. It is proven: the true depth of the shapes,
/// their numbers read as exact real numbers, lies within [lower, upper], whatever the status. Where the cores are apart and only the
/// radii overlap, it comes from GJK; else from EPA. Shapes that are apart have depth 0, and the search stops as soon as that is proven;
/// who wants to know how far apart they are asks for `separation`, which is both in one number.
///
///     auto up = penetration(ground, crate, {.direction = {0, 0, 1}});   // how far up the crate must go
///
/// Along a given direction it is another question: how far must B move along it until the shapes only touch? MPR answers, with bounds.
#pragma once

#include <abut/half_space.hpp>
#include <abut/separation.hpp>

namespace abut {

/// How to find out, and what: the least depth, or that of a portal.
enum class PenetrationMethod {
  epa,  ///< the default: the least depth
  /// By MPR, along the normal of the portal that the line of centers leaves by: some way out, seldom the shortest. `depth` is the depth along
  /// it and `upper` bounds that; of the least depth it is an upper bound, and no more: `lower` is 0.
  mpr_portal,
};

/// Everything has a default.
template <Scalar T, int D>
struct PenetrationOptions {
  PenetrationMethod method = PenetrationMethod::epa;
  /// If not zero: the depth along this direction, by MPR whatever the method. Its length does not matter. Of a half-space it has a closed
  /// form, and is infinite along directions that do not lead out of it.
  Vec<T, D> direction{};
  T tolerance = default_tolerance<T>;  ///< relative, of curved shapes. Polytopes end on a face of B - A, and need none
  int max_iterations = 256;            ///< support calls on each shape
};

/// The answer. Its bounds hold whatever the status says.
template <Scalar T, int D>
struct Penetration {
  Status status = Status::invalid_argument;

  /// 0: apart, or touching as far as rounding can tell. Infinite: the direction given does not lead out, however far B moves.
  T depth = T(0);
  T lower = T(0);  ///< lower <= true depth <= upper; lower > 0 proves that they overlap, upper = 0 that they do not
  T upper = infinity<T>;

  Vec<T, D> normal =
      axis<T, D>(0);  ///< unit vector from A to B, the way out; of shapes apart, across a plane between them
  /// The points of the surfaces that are deepest in the other shape: point_a - point_b = depth * normal up to rounding. They touch when B
  /// has moved by depth * normal. Without a meaning if the shapes are apart.
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
template <Shape A, Shape B, class... Trace>
Penetration<ScalarOf<A>, dimension_of<A>> find_penetration(
    const A& a, const B& b, const PenetrationOptions<ScalarOf<A>, dimension_of<A>>& options, Trace&... trace);
template <AnyHalfSpace H, Shape S>
Penetration<ScalarOf<S>, dimension_of<S>> penetration_along(
    const H& half_space, const S& shape, const Vec<double, dimension_of<S>>& d,
    const PenetrationOptions<ScalarOf<S>, dimension_of<S>>& options);
template <Scalar T, int D>
Penetration<T, D> penetration_from(const Separation<T, D>& s);
template <Scalar T, int D>
SeparationOptions<T> separation_options(const PenetrationOptions<T, D>& options);

}  // namespace detail

/// The depth of two shapes of the same dimension and scalar, each placed or not. The trace, see trace.hpp, may be left out.
template <Shape A, Shape B, class... Trace>
[[nodiscard]] Penetration<ScalarOf<A>, dimension_of<A>> penetration(
    const A& a, const B& b, const PenetrationOptions<ScalarOf<A>, dimension_of<A>>& options = {}, Trace&&... trace) {
  return detail::find_penetration(a, b, options, trace...);
}

/// That of a half-space and a shape, in either order: exact, with one support call.
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
