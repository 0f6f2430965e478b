/// From two shapes to GJK, and from its result to the answer. Where nothing is remembered and nobody watches, the closed forms of boxes and polygons come first:
/// this is where they are asked of sizes at the ends of the range.
#pragma once

#include <abut/detail/closed_form/box_box.hpp>
#include <abut/detail/closed_form/polygon_polygon.hpp>
#include <abut/detail/gjk/gjk.hpp>
#include <abut/detail/minkowski/difference_ref.hpp>
#include <abut/distance_answer.hpp>

namespace abut::detail {

/// Rounding that `converged` allows: 8 eps size in float, 16 in double, 32 with poses. In float the bounds are rounded
/// outward at the end, by 1.5 units each.
template <class Set>
double contract_width(const Set& set) {
  if constexpr (std::same_as<typename Set::T, float>) {
    return 5 * epsilon_of<float> * set.size();
  } else {
    return (Set::posed ? 32 : 16) * epsilon_of<double> * set.size();
  }
}

/// What the search may leave open: the contract's width, but no more than a few roundings beyond the errors that are in the
/// bounds anyway. A float query would else call two shapes apart as soon as it is within float rounding of touching.
template <class Set>
double search_width(const Set& set) {
  const double reachable = set.support_error() + set.point_error() + (Set::D + 9) * unit_roundoff * set.size();
  const double contract = contract_width(set);
  return reachable < contract ? reachable : contract;
}

template <Scalar T>
bool is_valid(const DistanceOptions<T>& options) {
  return options.tolerance >= 0 && options.tolerance <= largest<T> && options.cutoff == options.cutoff &&
         options.max_iterations > 0;
}

/// The cut-off is raised by the rounding of a lower bound on its way to the user: what it proves there, it proves still.
template <class Set>
ABUT_INLINE GjkLimits limits(const Set& set, const DistanceOptions<typename Set::T>& options) {
  const double cutoff = set.scaled(double(options.cutoff));
  return {.tolerance = options.tolerance,
          .cutoff = cutoff + 4 * epsilon_of<typename Set::T> * (absolute(cutoff) + set.radii()),
          .search_width = search_width(set),
          .contract_width = contract_width(set),
          .max_iterations = options.max_iterations,
          .size = set.size(),
          .radii = set.radii(),
          .support_error = set.support_error(),
          .point_error = set.point_error(),
          .scale = set.scaled(1.0)};
}

/// From the cores in the scale and frame of the search to the shapes in the user's.
template <class Set>
ABUT_INLINE Distance<typename Set::T, Set::D> describe(const Set& set, const GjkResult<Set::D>& core) {
  using T = typename Set::T;
  const double radii = set.radii();
  Distance<T, Set::D> r{.status = core.status};
  r.iterations = core.iterations;
  r.cores_meet = core.meets;

  r.signed_distance = narrow<T>(set.unscaled(core.distance - radii));
  const double lower = core.lower - radii - radii_error(radii, core.lower),
               upper = core.upper - radii + radii_error(radii, core.upper);
  if constexpr (std::same_as<T, float>) {
    const RoundedDownPair<T> bounds(ScalarPair::of(set.unscaled(lower), -set.unscaled(upper)));
    r.signed_lower = bounds.a;
    r.signed_upper = -bounds.b;
  } else {
    r.signed_lower = set.rounded_down(lower);
    r.signed_upper = set.rounded_up(upper);
  }
  r.distance = r.signed_distance > 0 ? r.signed_distance : T(0);
  r.lower = r.signed_lower > 0 ? r.signed_lower : T(0);
  r.upper = r.signed_upper > 0 ? r.signed_upper : T(0);

  r.normal = vec_cast<T>(core.normal);
  const auto points = VecPair<Set::D>::of(set.world(core.point_a + core.normal * set.scaled(set.radius_a())),
                                          set.world(core.point_b - core.normal * set.scaled(set.radius_b())));
  for (int i = 0; i < Set::D; ++i) {
    const NarrowedPair<T> x(points.x[i]);
    r.point_a[i] = x.a;
    r.point_b[i] = x.b;
  }
  r.feature_count = core.feature_count;
  for (int i = 0; i <= Set::D; ++i) {
    if (i >= core.feature_count) break;
    r.feature_a[i] = core.feature_a[i];
    r.feature_b[i] = core.feature_b[i];
  }
  return r;
}

/// The same of cores without radii and a problem that was not rescaled, in fewer steps. The ids of D pairs of vertices are there, whether all count or not: how many
/// do, nobody could predict.
template <class Set>
ABUT_INLINE Distance<typename Set::T, Set::D> describe_sharp(const Set& set, const GjkResult<Set::D>& core) {
  using T = typename Set::T;
  constexpr int D = Set::D;
  const RoundedDownPair<T> bounds(ScalarPair::of(core.lower, -core.upper));
  const T lower = bounds.a, upper = -bounds.b, middle = narrow<T>(core.distance);
  const auto points = VecPair<D>::of(set.world(core.point_a), set.world(core.point_b));
  Vec<T, D> point_a, point_b;
  for (int i = 0; i < D; ++i) {
    const NarrowedPair<T> x(points.x[i]);
    point_a[i] = x.a;
    point_b[i] = x.b;
  }
  Distance<T, D> r{.status = core.status,
                   .distance = middle,
                   .lower = lower > 0 ? lower : T(0),
                   .upper = upper,
                   .normal = vec_cast<T>(core.normal),
                   .point_a = point_a,
                   .point_b = point_b,
                   .signed_distance = middle,
                   .signed_lower = lower,
                   .signed_upper = upper,
                   .cores_meet = core.meets,
                   .feature_count = core.feature_count};
  for (int i = 0; i < D; ++i) {
    r.feature_a[i] = core.feature_a[i];
    r.feature_b[i] = core.feature_b[i];
  }
  if (core.feature_count > D) {
    r.feature_a[D] = core.feature_a[D];
    r.feature_b[D] = core.feature_b[D];
  }
  return r;
}

/// No cache: nothing to begin with, nothing to leave. And boxes for which there is no other way than GJK, as was found out.
struct NoCache {};
struct NoCacheNorBoxes {};

template <class C>
inline constexpr bool is_cache = !std::same_as<C, NoCache> && !std::same_as<C, NoCacheNorBoxes>;

/// Boxes have one where nothing is remembered and nobody watches.
template <class Set, class C, class... Trace>
inline constexpr bool has_closed_form = holds_boxes<Set> && std::same_as<C, NoCache> && may_be_untraced<Trace...>;

template <class Set>
ABUT_INLINE BoxPair box_pair(const Set& set, const GjkLimits& limits) {
  return {set.matrices(), set.translation(),
          VecPair<3>::of(as_box(set.core_a())->half, as_box(set.core_b())->half) * set.scaled(1.0), limits};
}

/// A cache from elsewhere can lead to where rounding leaves no way on along a curved shape: begun again without it, with the iterations that are left. (Among
/// vertices there are needles alone that stall, and they do so from anywhere.)
template <int D, class... Trace>
ABUT_COLD void begin_again(const DifferenceRef<D>& set, GjkLimits limits, GjkResult<D>& r, Trace&... trace) {
  limits.max_iterations -= r.iterations;
  if (limits.max_iterations <= 0) return;
  const int before = r.iterations;
  const GjkResult<D> again = Gjk<D>(limits).run(set, trace...);
  if (again.status == Status::converged) r = again;
  r.iterations = before + again.iterations;
}

template <int D>
bool says_something(const Cache<D>& cache) {
  return cache.count > 0 || cache.direction != Vec<double, D>{};
}

template <class Set, class C, class... Trace>
ABUT_INLINE Distance<typename Set::T, Set::D> solve(const Set& set, [[maybe_unused]] C& cache,
                                                    const DistanceOptions<typename Set::T>& options, Trace&... trace) {
  if (!set.is_valid() || !is_valid(options)) return {};
  const GjkLimits limits = detail::limits(set, options);
  if constexpr (has_closed_form<Set, C, Trace...>) {
    if (!is_traced(trace...) && are_boxes(set)) {
      BoxPair pair = box_pair(set, limits);
      GjkResult<3> r;
      if (pair.find_corner(r) || pair.find_edges(r)) return describe(set, r);
    }
  }
  Gjk<Set::D> gjk(limits);
  const auto& asked = erased(set);
  if constexpr (is_cache<C>) {
    gjk.warm_start(asked, cache);
  } else if constexpr (holds_polygons<Set> && std::same_as<C, NoCache> && may_be_untraced<Trace...>) {
    if (const PolygonPair<Set> pair(set, limits); !is_traced(trace...) && pair.can_be_compared()) {
      const PolygonGuess guess = pair.guess();
      GjkResult<2> r;
      if (guess.is_apart() ? pair.prove_apart(guess, r) : pair.prove_common(guess, r)) return describe(set, r);
      if (guess.is_apart()) gjk.warm_start(asked, pair.start(guess));
    }
  }
  if constexpr (may_begin_with_edges<Set> && std::same_as<C, NoCache> && may_be_untraced<Trace...>) {
    if (!is_traced(trace...) && !(limits.cutoff < infinity<double>)) gjk.begin_with_edges(set);
  }
  auto core = gjk.run(asked, trace...);
  if (core.status == Status::invalid_argument) return {};  // a support point that is not finite
  if constexpr (is_cache<C>) {
    if (core.status == Status::stalled && !gjk.simplex().last().is_vertex() && says_something(cache))
      begin_again(DifferenceRef<Set::D>(set), limits, core, trace...);
    core.remember(asked, cache);
  }
  return describe(set, core);
}

/// Of sizes at the ends of the range.
template <Shape A, Shape B, class C, class... Trace>
ABUT_COLD Distance<ScalarOf<A>, dimension_of<A>> answer_by_gjk_rescaled(const A& a, const B& b, C& cache,
                                                                        const DistanceOptions<ScalarOf<A>>& options,
                                                                        Trace&... trace) {
  return solve(Difference<A, B, true>(a, b), cache, options, trace...);
}

template <Shape A, Shape B, class C, class... Trace>
ABUT_INLINE Distance<ScalarOf<A>, dimension_of<A>> answer_by_gjk(const A& a, const B& b, C& cache,
                                                                 const DistanceOptions<ScalarOf<A>>& options,
                                                                 Trace&... trace) {
  const Difference<A, B, false> difference(a, b);
  if constexpr (std::same_as<ScalarOf<A>, double>) {
    if (!difference.needs_no_scaling()) return answer_by_gjk_rescaled(a, b, cache, options, trace...);
  }
  return solve(difference, cache, options, trace...);
}

}  // namespace abut::detail
