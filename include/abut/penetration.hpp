/// How deep do two convex shapes overlap, and which way out is the shortest?
///
///     auto p = penetration(crate, place(arm, pose));   // p.depth: moving the arm by p.depth * p.normal ends the overlap
///
/// The depth is the length of the shortest motion after which the shapes only touch. It is proven: the true depth of the shapes,
/// their numbers read as exact real numbers, lies within [lower, upper], whatever the status. Where the cores are apart and only the
/// radii overlap, it comes from GJK; else from EPA. Shapes that are apart have depth 0, and the search stops as soon as that is proven;
/// who wants to know how far apart they are asks for `separation`, which is both in one number.
#pragma once

#include <abut/separation.hpp>

namespace abut {

template <Scalar T>
struct PenetrationOptions {
  T tolerance =
      default_tolerance<T>;  ///< relative, of curved shapes. Polytopes end on a face of B - A, and need none
  int max_iterations = 256;  ///< support calls on each shape
};

template <Scalar T, int D>
struct Penetration {
  Status status = Status::invalid_argument;

  T depth = T(0);  ///< 0: apart, or touching as far as rounding can tell
  T lower =
      T(0);  ///< lower <= true depth <= upper; lower > 0 proves that they overlap, upper = 0 that they do not
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

template <Scalar T>
SeparationOptions<T> separation_options(const PenetrationOptions<T>& options) {
  return {.tolerance = options.tolerance, .cutoff = T(0), .max_iterations = options.max_iterations};
}

template <Scalar T, int D>
Penetration<T, D> penetration_from(const Separation<T, D>& s) {
  if (s.status == Status::invalid_argument) return {};
  Penetration<T, D> r{.status = s.status,
                      .depth = s.separation < 0 ? -s.separation : T(0),
                      .lower = s.upper < 0 ? -s.upper : T(0),
                      .upper = s.lower < 0 ? -s.lower : T(0),
                      .normal = s.normal,
                      .point_a = s.point_a,
                      .point_b = s.point_b,
                      .feature_count = s.feature_count,
                      .iterations = s.iterations};
  if (r.upper == T(0)) r.status = Status::converged;  // apart is all that was asked
  for (int i = 0; i < s.feature_count; ++i) {
    r.feature_a[i] = s.feature_a[i];
    r.feature_b[i] = s.feature_b[i];
  }
  return r;
}

}  // namespace detail

/// The depth of two shapes of the same dimension and scalar, each placed or not. The trace, see trace.hpp, may be left out.
template <Shape A, Shape B, class... Trace>
[[nodiscard]] Penetration<ScalarOf<A>, dimension_of<A>> penetration(
    const A& a, const B& b, const PenetrationOptions<ScalarOf<A>>& options = {}, Trace&&... trace) {
  return detail::penetration_from(detail::signed_answer(a, b, detail::separation_options(options), trace...));
}

/// That of a half-space and a shape, in either order: exact, with one support call.
template <detail::AnyHalfSpace H, Shape S, class... Trace>
[[nodiscard]] Penetration<ScalarOf<S>, dimension_of<S>> penetration(
    const H& a, const S& b, const PenetrationOptions<ScalarOf<S>>& options = {}, Trace&&...) {
  return detail::penetration_from(separation(a, b, detail::separation_options(options)));
}

template <Shape S, detail::AnyHalfSpace H, class... Trace>
[[nodiscard]] Penetration<ScalarOf<S>, dimension_of<S>> penetration(
    const S& a, const H& b, const PenetrationOptions<ScalarOf<S>>& options = {}, Trace&&...) {
  return detail::penetration_from(separation(a, b, detail::separation_options(options)));
}

}  // namespace abut
