/// The signed distance between two convex shapes: how far apart they are, or minus how deep they overlap.
///
///     auto s = separation(crate, place(arm, pose));   // s.lower <= s.separation <= s.upper; s.separation < 0: they overlap
///
/// One number, continuous through zero: apart it is the distance, overlapping it is minus the length of the shortest motion of B that ends
/// the overlap. Its normal, a unit vector from A to B, is the direction of that motion. GJK answers where the cores are
/// apart, and the radii are taken off; EPA where they overlap.
///
/// The answer is proven: the true value for the shapes, their numbers read as exact real numbers, lies within [lower, upper],
/// whatever the status. In every query: no exception, no allocation, no NaN, a bounded number of steps.
#pragma once

#include <abut/detail/epa/epa.hpp>
#include <abut/distance.hpp>
#include <abut/half_space.hpp>

namespace abut {

/// Everything has a default.
template <Scalar T>
struct SeparationOptions {
  T tolerance = default_tolerance<T>;  ///< relative, of curved shapes, as in DistanceOptions
  T cutoff = infinity<T>;              ///< may stop as soon as the shapes are proven further apart than this
  int max_iterations = 256;            ///< support calls on each shape, half of them for GJK
};

/// The answer. Its bounds hold whatever the status says.
template <Scalar T, int D>
struct Separation {
  Status status = Status::invalid_argument;

  T separation = T(0);     ///< positive apart, negative overlapping
  T lower = -infinity<T>;  ///< lower <= true separation <= upper
  T upper = infinity<T>;

  Vec<T, D> normal = axis<T, D>(0);  ///< unit vector from A to B
  /// On the surfaces: point_b - point_a = separation * normal up to rounding. Apart the closest points; overlapping they have changed
  /// sides, and B moved by -separation * normal touches A there.
  Vec<T, D> point_a{};
  Vec<T, D> point_b{};

  /// The vertices of the cores that the points are combinations of, in pairs: ids of A and of B.
  int feature_count = 0;
  VertexId feature_a[D + 1] = {};
  VertexId feature_b[D + 1] = {};

  /// No other direction will do, as far as rounding can tell: the cores are apart, or no other facet of B - A is as near. Not of shapes that
  /// only touch with sharp corners.
  bool unique_normal = false;

  int iterations = 0;  ///< support calls on each shape; 0 if the answer has a closed form
};

namespace detail {

template <Scalar T, int D>
Separation<T, D> separation_from(const Distance<T, D>& d) {
  if (d.status == Status::invalid_argument) return {};
  Separation<T, D> r{.status = d.status,
                     .separation = d.signed_distance,
                     .lower = d.signed_lower,
                     .upper = d.signed_upper,
                     .normal = d.normal,
                     .point_a = d.point_a,
                     .point_b = d.point_b,
                     .feature_count = d.feature_count,
                     .unique_normal = !d.cores_meet,
                     .iterations = d.iterations};
  for (int i = 0; i < d.feature_count; ++i) {
    r.feature_a[i] = d.feature_a[i];
    r.feature_b[i] = d.feature_b[i];
  }
  return r;
}

/// From the cores in the scale and frame of the search to the shapes in the user's.
template <class Set>
Separation<typename Set::T, Set::D> describe(const Set& set, const EpaResult<Set::D>& core) {
  using T = typename Set::T;
  const double radii = set.radii();
  Separation<T, Set::D> r{.status = core.status};
  r.iterations = core.iterations;
  r.unique_normal = core.unique_normal;
  r.separation = narrow<T>(set.unscaled(0 - core.depth - radii));
  r.lower = set.rounded_down(0 - core.upper - radii - radii_error(radii, core.upper));
  r.upper = set.rounded_up(0 - core.lower - radii + radii_error(radii, core.lower));
  r.normal = vec_cast<T>(core.normal);
  r.point_a = narrow_within_range<T>(set.world(core.point_a + core.normal * set.scaled(set.radius_a())));
  r.point_b = narrow_within_range<T>(set.world(core.point_b - core.normal * set.scaled(set.radius_b())));
  r.feature_count = core.feature_count;
  for (int i = 0; i < core.feature_count; ++i) {
    r.feature_a[i] = core.feature_a[i];
    r.feature_b[i] = core.feature_b[i];
  }
  return r;
}

template <Scalar T>
DistanceOptions<T> distance_options(const SeparationOptions<T>& options) {
  return {.tolerance = options.tolerance, .cutoff = options.cutoff, .max_iterations = options.max_iterations};
}

/// GJK, watched by those who want to see it.
template <class Set, class... Trace>
GjkResult<Set::D> run(Gjk<Set::D>& gjk, const Set& set, Trace&... trace) {
  if constexpr (accepts_step<GjkStep<Set::D>, Trace...>) {
    return gjk.run(set, trace...);
  } else {
    return gjk.run(set);
  }
}

template <class Set, class... Trace>
EpaResult<Set::D> run(Epa<Set::D>& epa, const Set& set, const Simplex<Set::D>& simplex, const GjkResult<Set::D>& core,
                      Trace&... trace) {
  if constexpr (accepts_step<EpaStep<Set::D>, Trace...>) {
    return epa.run(set, simplex, core, trace...);
  } else {
    return epa.run(set, simplex, core);
  }
}

/// GJK where it finds the cores apart, within half of the iterations; where it does not, EPA from where it ended.
template <class Set, class... Trace>
Separation<typename Set::T, Set::D> solve_signed(const Set& set, const SeparationOptions<typename Set::T>& options,
                                                 Trace&... trace) {
  const auto distance_options = detail::distance_options(options);
  if (!set.is_valid() || !is_valid(distance_options)) return {};
  GjkLimits limits = detail::limits(set, distance_options);
  limits.max_iterations = (options.max_iterations + 1) / 2;
  Gjk<Set::D> gjk(limits);
  const auto& asked = erased(set);
  const GjkResult<Set::D> apart = run(gjk, asked, trace...);
  if (apart.status == Status::invalid_argument) return {};  // a support point that is not finite
  if (apart.lower > 0) return separation_from(describe(set, apart));
  limits.max_iterations = options.max_iterations;
  Epa<Set::D> epa(limits);
  const EpaResult<Set::D> deep = run(epa, asked, gjk.simplex(), apart, trace...);
  if (deep.status == Status::invalid_argument) return {};
  return describe(set, deep);
}

/// Of sizes at the ends of the range.
template <Shape A, Shape B, class... Trace>
ABUT_COLD Separation<ScalarOf<A>, dimension_of<A>> solve_signed_rescaled(const A& a, const B& b,
                                                                         const SeparationOptions<ScalarOf<A>>& options,
                                                                         Trace&... trace) {
  return solve_signed(Difference<A, B, true>(a, b), options, trace...);
}

/// Points, segments, balls and capsules whose cores are apart, in closed form. False if they are something else.
template <bool robust, Shape A, Shape B>
bool solve_segments(const A& a, const B& b, const SeparationOptions<ScalarOf<A>>& options,
                    Separation<ScalarOf<A>, dimension_of<A>>& r) {
  SegmentPair<A, B> pair(a, b);
  SegmentPoints<dimension_of<A>> s;
  if (!pair.is_valid() || !is_valid(distance_options(options))) return false;
  if (!pair.template find_nearest<robust>(double(options.tolerance), s)) {
    if constexpr (robust) {
      return false;
    } else {
      return solve_segments<true>(a, b, options, r);
    }
  }
  if (s.meets) return false;
  r = separation_from(describe(pair, s, std::make_index_sequence<dimension_of<A> + 1>()));
  return true;
}

template <Shape A, Shape B, class... Trace>
Separation<ScalarOf<A>, dimension_of<A>> signed_answer(const A& a, const B& b,
                                                       const SeparationOptions<ScalarOf<A>>& options, Trace&... trace) {
  static_assert(sizeof...(Trace) <= 1, "abut: a query takes one trace");
  static_assert(dimension_of<A> == dimension_of<B>, "abut: one shape lives in the plane, the other in space");
  static_assert(std::same_as<ScalarOf<A>, ScalarOf<B>>, "abut: one shape is in float, the other in double");
  if constexpr (may_be_untraced<Trace...> && may_be_segments<A, B>) {
    Separation<ScalarOf<A>, dimension_of<A>> r;
    if (!is_traced(trace...) && solve_segments<false>(a, b, options, r)) return r;
  }
  const Difference<A, B, false> difference(a, b);
  if constexpr (std::same_as<ScalarOf<A>, double>) {
    if (!difference.needs_no_scaling()) return solve_signed_rescaled(a, b, options, trace...);
  }
  return solve_signed(difference, options, trace...);
}

}  // namespace detail

/// The signed distance between two shapes of the same dimension and scalar, each placed or not. The trace, see trace.hpp, may be left out.
template <Shape A, Shape B, class... Trace>
[[nodiscard]] Separation<ScalarOf<A>, dimension_of<A>> separation(const A& a, const B& b,
                                                                  const SeparationOptions<ScalarOf<A>>& options = {},
                                                                  Trace&&... trace) {
  return detail::signed_answer(a, b, options, trace...);
}

/// That of a half-space and a shape, in either order: exact however deep, with one support call.
template <detail::AnyHalfSpace H, Shape S, class... Trace>
[[nodiscard]] Separation<ScalarOf<S>, dimension_of<S>> separation(const H& a, const S& b,
                                                                  const SeparationOptions<ScalarOf<S>>& options = {},
                                                                  Trace&&...) {
  return detail::separation_from(distance(a, b, detail::distance_options(options)));
}

/// The same with the half-space second.
template <Shape S, detail::AnyHalfSpace H, class... Trace>
[[nodiscard]] Separation<ScalarOf<S>, dimension_of<S>> separation(const S& a, const H& b,
                                                                  const SeparationOptions<ScalarOf<S>>& options = {},
                                                                  Trace&&...) {
  return detail::separation_from(distance(a, b, detail::distance_options(options)));
}

}  // namespace abut
