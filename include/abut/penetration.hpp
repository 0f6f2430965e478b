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

#include <abut/detail/closed_form/half_space_shape.hpp>
#include <abut/detail/mpr/depth.hpp>
#include <abut/overlap.hpp>
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

template <Scalar T, int D>
SeparationOptions<T> separation_options(const PenetrationOptions<T, D>& options) {
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

/// Whether MPR is to answer.
template <Scalar T, int D>
bool is_for_mpr(const PenetrationOptions<T, D>& options) {
  return options.method == PenetrationMethod::mpr_portal || options.direction != Vec<T, D>{};
}

template <Scalar T, int D>
bool is_valid(const PenetrationOptions<T, D>& options) {
  return options.tolerance >= 0 && options.tolerance <= largest<T> && options.max_iterations > 0 &&
         is_finite(options.direction);
}

/// From the scale and frame of the search to the user's.
template <class Set>
Penetration<typename Set::T, Set::D> describe(const Set& set, const MprDepth<Set::D>& found, bool is_least) {
  using T = typename Set::T;
  if (found.verdict.status == Status::invalid_argument) return {};
  Penetration<T, Set::D> r{.status = found.verdict.status, .iterations = found.verdict.iterations};
  if (found.verdict.apart) {
    r.upper = T(0);
    r.normal = vec_cast<T>(found.verdict.axis);
  } else if (found.verdict.overlap) {
    r.status = found.status;
    r.depth = narrow_within_range<T>(set.unscaled(found.depth));
    r.lower = is_least ? set.rounded_down(found.lower) : T(0);
    r.upper = set.rounded_up(found.upper);
    r.normal = vec_cast<T>(found.normal);
    r.point_a = narrow_within_range<T>(set.world(found.point_a));
    r.point_b = narrow_within_range<T>(set.world(found.point_a + found.between));
  }
  return r;
}

template <class Set, class Watch>
MprDepth<Set::D> mpr_depth_as_asked(const Set& solid, const Vec<double, Set::D>& direction,
                                    const MprDepthLimits& limits, Watch& watch) {
  return direction != Vec<double, Set::D>{} ? mpr_depth_along(solid, direction, limits, watch)
                                            : mpr_depth(solid, limits, watch);
}

template <class Set, class... Trace>
Penetration<typename Set::T, Set::D> solve_by_mpr(const Set& set,
                                                  const PenetrationOptions<typename Set::T, Set::D>& options,
                                                  Trace&... trace) {
  if (!set.is_valid() || !is_valid(options)) return {};
  const RoundedDifference<Set> solid(set);
  const MprDepthLimits limits{.search = {.width = contract_width(set), .max_iterations = options.max_iterations},
                              .tolerance = double(options.tolerance)};
  const Vec<double, Set::D> direction = widen(options.direction);
  const bool given = direction != Vec<double, Set::D>{};
  if constexpr (sizeof...(Trace) > 0 && accepts_step<MprStep<Set::D>, Trace...>) {
    MprRecorder<Set::D, Trace...> recorder(trace...);
    return describe(set, mpr_depth_as_asked(solid, direction, limits, recorder), given);
  } else {
    MprUntraced<Set::D> nobody;
    return describe(set, mpr_depth_as_asked(solid, direction, limits, nobody), given);
  }
}

template <Shape A, Shape B, class... Trace>
ABUT_COLD Penetration<ScalarOf<A>, dimension_of<A>> penetration_by_mpr(
    const A& a, const B& b, const PenetrationOptions<ScalarOf<A>, dimension_of<A>>& options, Trace&... trace) {
  const Difference<A, B, false> difference(a, b);
  if constexpr (std::same_as<ScalarOf<A>, double>) {
    if (!difference.needs_no_scaling()) return solve_by_mpr(Difference<A, B, true>(a, b), options, trace...);
  }
  return solve_by_mpr(difference, options, trace...);
}

/// The half-space as A. `d`: how the shape moves against it.
template <AnyHalfSpace H, Shape S>
Penetration<ScalarOf<S>, dimension_of<S>> penetration_along(
    const H& half_space, const S& shape, const Vec<double, dimension_of<S>>& d,
    const PenetrationOptions<ScalarOf<S>, dimension_of<S>>& options) {
  using T = ScalarOf<S>;
  const Clearance<HalfSpaceOperand<H>, S> c(HalfSpaceOperand<H>(half_space), shape);
  if (!c.is_valid() || !is_valid(options)) return {};
  const ExitDirection way(c, d);
  Penetration<T, dimension_of<S>> r{.status = Status::converged, .iterations = 1};
  r.feature_count = 1;
  r.feature_a[0] = no_vertex;
  r.feature_b[0] = c.id();
  r.point_a = narrow_within_range<T>(way.is_finite() ? c.shape_point() + way.direction * c.unscaled(way.length)
                                                     : c.plane_point());
  r.point_b = narrow_within_range<T>(c.shape_point());
  if (!(way.upper > 0)) {
    r.upper = T(0);
    r.normal = vec_cast<T>(c.normal());
    return r;
  }
  r.normal = vec_cast<T>(way.direction);
  r.depth = way.is_finite() ? narrow_within_range<T>(c.unscaled(way.length)) : infinity<T>;
  r.lower = way.lower < infinity<double> ? c.rounded_down(way.lower) : infinity<T>;
  r.upper = c.rounded_up(way.upper);
  const bool closed = way.upper - way.lower <= double(options.tolerance) * way.upper + contract_width(c);
  const bool never = way.lower == infinity<double>, open = way.upper == infinity<double>;
  if (!never && (open || !closed)) r.status = Status::stalled;
  return r;
}

}  // namespace detail

/// The depth of two shapes of the same dimension and scalar, each placed or not. The trace, see trace.hpp, may be left out.
template <Shape A, Shape B, class... Trace>
[[nodiscard]] Penetration<ScalarOf<A>, dimension_of<A>> penetration(
    const A& a, const B& b, const PenetrationOptions<ScalarOf<A>, dimension_of<A>>& options = {}, Trace&&... trace) {
  if (detail::is_for_mpr(options)) return detail::penetration_by_mpr(a, b, options, trace...);
  return detail::penetration_from(detail::signed_answer(a, b, detail::separation_options(options), trace...));
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
