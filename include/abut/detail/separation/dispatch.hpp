/// How the signed distance of a pair of shapes is found. The pair is examined here and nowhere else.
///
/// Points, segments, balls and capsules have a closed form: among each other and against triangles where their cores
/// are apart, against boxes apart or not. So have two boxes in 3D and two small polygons in 2D. GJK answers all other
/// pairs, and EPA those whose cores GJK finds to meet; EPA starts where GJK ended, so that the two can not contradict
/// each other.
#pragma once

#include <abut/detail/closed_form/box_depth.hpp>
#include <abut/detail/closed_form/polygon/polygon_depth.hpp>
#include <abut/detail/closed_form/round/segment_and_solid.hpp>
#include <abut/detail/distance/conversion.hpp>
#include <abut/detail/epa/epa.hpp>
#include <abut/detail/gjk/gjk.hpp>
#include <abut/detail/minkowski/ref_operand.hpp>
#include <abut/detail/minkowski/with_difference.hpp>
#include <abut/operand.hpp>
#include <abut/separation.hpp>

namespace abut::detail {

template <Scalar T, int D>
Separation<T, D> separation_from(const SignedDistance<T, D>& d) {
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

/// Sets the lengths of an answer whose cores, in the scale of the search, have this depth and its bounds.
template <class Set, class Answer>
ABUT_INLINE void set_depth(const Set& set, double depth, double lower, double upper, Answer& r) {
  using T = typename Set::T;
  const double radii = set.radii();
  r.separation = narrow<T>(set.unscaled(0 - depth - radii));
  r.lower = set.rounded_down(0 - upper - radii - radii_error(radii, upper));
  r.upper = set.rounded_up(0 - lower - radii + radii_error(radii, lower));
}

/// Converts the result of EPA, about cores in the scale and frame of the search, to that about the shapes in the
/// user's.
template <class Set>
Separation<typename Set::T, Set::D> describe(const Set& set, const EpaResult<Set::D>& core) {
  using T = typename Set::T;
  Separation<T, Set::D> r{.status = core.status};
  r.iterations = core.iterations;
  r.unique_normal = core.unique_normal;
  set_depth(set, core.depth, core.lower, core.upper, r);
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

template <Scalar T, int D>
DistanceOptions<T, D> distance_options(const SeparationOptions<T, D>& options) {
  return {.tolerance = options.tolerance,
          .cutoff = options.cutoff,
          .max_iterations = options.max_iterations,
          .cache = options.cache};
}

/// Runs EPA from the simplex that GJK ended with, untraced. On a DifferenceRef it is compiled once.
template <class Set>
EpaResult<Set::D> expand_by_epa(const GjkLimits& limits, const Set& set, const Simplex<Set::D>& simplex,
                                const GjkResult<Set::D>& core) {
  Epa<Set::D> epa(limits);
  return epa.run(set, simplex, core, NoTrace{});
}

#define ABUT_EPA(WORDS, D) \
  WORDS EpaResult<D> expand_by_epa(const GjkLimits&, const DifferenceRef<D>&, const Simplex<D>&, const GjkResult<D>&);
ABUT_DECLARE_FOR_DIMENSIONS(ABUT_EPA)

template <class Set, class Trace>
EpaResult<Set::D> run_epa(const GjkLimits& limits, const Set& set, const Simplex<Set::D>& simplex,
                          const GjkResult<Set::D>& core, Trace trace) {
  if constexpr (accepts_step<EpaStep<Set::D>, Trace>) {
    Epa<Set::D> epa(limits);
    return epa.run(for_heavy_method(set), simplex, core, trace);
  } else {
    return expand_by_epa(limits, for_heavy_method(set), simplex, core);
  }
}

/// Writes the vertices of the deepest points to the cache, if there is one.
template <int D>
void remember(const EpaResult<D>& found, Cache<D>* cache) {
  if (cache == nullptr) return;
  *cache = {.count = found.feature_count, .a = {}, .b = {}, .direction = {}};
  for (int i = 0; i < D; ++i) {  // also beyond the count: without a branch
    cache->a[i] = found.feature_a[i];
    cache->b[i] = found.feature_b[i];
  }
}

/// The separation of two boxes in 3D, with its normal along the axes of the world. False if the closed forms can not
/// prove it. `verdict`: that of the depth.
template <class Set>
bool separation_of_boxes(const Set& set, BoxDepth& depth, BoxVerdict verdict, const GjkLimits& limits,
                         Separation<typename Set::T, 3>& r, Vec3d& normal) {
  if (verdict == BoxVerdict::deep) {
    EpaResult<3> found;
    if (!depth.find(found)) return false;
    normal = found.normal;
    r = describe(set, found);
    return true;
  }
  if (verdict == BoxVerdict::open) return false;
  GjkResult<3> found{};
  BoxPair pair = box_pair(set, limits);
  if (!(pair.find_corner(found) || pair.find_edges(found)) || found.meets) return false;
  normal = found.normal;
  r = separation_from(describe<SignedDistance<typename Set::T, 3>>(set, found));
  return true;
}

/// The separation of two polygons in 2D. False if the closed forms can not prove it.
template <class Set>
bool separation_of_polygons(const Set& set, const GjkLimits& limits,
                            const SeparationOptions<typename Set::T, 2>& options, Separation<typename Set::T, 2>& r) {
  const PolygonPair<Set> pair(set, limits);
  if (!pair.can_be_compared()) return false;
  if (const PolygonGuess guess = pair.guess(); guess.is_apart()) {
    GjkResult<2> found{};
    if (!pair.prove_apart(guess, found)) return false;
    if (options.cache != nullptr) found.remember(set, *options.cache);
    r = separation_from(describe<SignedDistance<typename Set::T, 2>>(set, found));
  } else {
    EpaResult<2> found;
    if (!PolygonDepth<Set>(set, limits, pair.planes_a(), pair.planes_b()).find(found)) return false;
    remember(found, options.cache);
    r = describe(set, found);
  }
  return true;
}

/// The separation from a closed form that finds nearest points, `found`, and one that finds the depth of cores that
/// meet.
template <class Set, class Depth>
bool separation_in_closed_form(const Set& set, const GjkResult<Set::D>& found,
                               const SeparationOptions<typename Set::T, Set::D>& options,
                               Separation<typename Set::T, Set::D>& r, const Depth& find_depth) {
  if (!found.meets) {
    if (options.cache != nullptr) found.remember(set, *options.cache);
    r = separation_from(describe<SignedDistance<typename Set::T, Set::D>>(set, found));
    return true;
  }
  EpaResult<Set::D> deep;
  if (!find_depth(deep)) return false;
  remember(deep, options.cache);
  r = describe(set, deep);
  return true;
}

/// That of a ball, capsule, point or segment and a box or triangle. False if the closed form can not prove it.
template <class Set>
bool separation_of_segment_and_solid(const Set& set, const GjkLimits& limits,
                                     const SeparationOptions<typename Set::T, Set::D>& options,
                                     Separation<typename Set::T, Set::D>& r) {
  GjkResult<Set::D> found;
  return find_segment_and_solid(set, limits, found) &&
         separation_in_closed_form(set, found, options, r,
                                   [&](EpaResult<Set::D>& deep) { return find_segment_depth(set, limits, deep); });
}

/// Two boxes in 3D, two small polygons in 2D, and a segment and a box or triangle are tried in closed form.
/// GJK answers if it proves the cores apart, within half of the iterations. Otherwise EPA answers, from where GJK
/// ended.
struct SeparationByGjkAndEpa {
  template <class Set, class Trace>
  static Separation<typename Set::T, Set::D> run(const Set& set,
                                                 const SeparationOptions<typename Set::T, Set::D>& options,
                                                 Trace trace) {
    const auto distance_options = detail::distance_options(options);
    if (!set.is_valid() || !is_valid(distance_options)) return {};
    GjkLimits limits = detail::limits(set, distance_options);
    if constexpr (holds_boxes<Set> && OptionalTrace<Trace>) {
      if (!is_tracing(trace) && are_boxes(set)) {
        BoxDepth depth = box_depth(set, limits);
        const BoxVerdict verdict = depth.decide();
        Separation<typename Set::T, 3> r;
        Vec3d normal;
        if (separation_of_boxes(set, depth, verdict, limits, r, normal)) return r;
      }
    }
    if constexpr (holds_polygons<Set> && OptionalTrace<Trace>) {
      Separation<typename Set::T, 2> r;
      if (!is_tracing(trace) && separation_of_polygons(set, limits, options, r)) return r;
    }
    if constexpr (holds_segment_and_solid<Set> && OptionalTrace<Trace>) {
      Separation<typename Set::T, Set::D> r;
      if (!is_tracing(trace) && separation_of_segment_and_solid(set, limits, options, r)) return r;
    }
    limits.max_iterations = (options.max_iterations + 1) / 2;
    Gjk<Set::D> gjk(limits);
    const auto& seen = for_gjk(set);
    if (options.cache != nullptr) gjk.warm_start(seen, *options.cache);
    const GjkResult<Set::D> apart = gjk.run(seen, trace);
    if (apart.status == Status::invalid_argument) return {};  // a support point that is not finite
    if (options.cache != nullptr) {
      if (has_misled(*options.cache, gjk, apart)) return run_again(set, apart.iterations, options, trace);
      apart.remember(set, *options.cache);
    }
    if (apart.lower > 0) return separation_from(describe<SignedDistance<typename Set::T, Set::D>>(set, apart));
    limits.max_iterations = options.max_iterations;
    const EpaResult<Set::D> deep = run_epa(limits, seen, gjk.simplex(), apart, trace);
    if (deep.status == Status::invalid_argument) return {};
    return describe(set, deep);
  }

 private:
  template <class Set, class Trace>
  static Separation<typename Set::T, Set::D> run_again(const Set& set, int before,
                                                       SeparationOptions<typename Set::T, Set::D> options, Trace trace);
};

/// Without the cache, with the iterations that are left.
template <class Set, class Trace>
ABUT_COLD Separation<typename Set::T, Set::D> SeparationByGjkAndEpa::run_again(
    const Set& set, int before, SeparationOptions<typename Set::T, Set::D> options, Trace trace) {
  *options.cache = {};
  options.max_iterations -= before;
  auto r = run(set, options, trace);
  r.iterations += before;
  return r;
}

/// The closed form of points, segments, balls and capsules whose cores are apart. Returns false if it does not apply.
template <bool robust, Shape A, Shape B>
bool separation_of_segments(const A& a, const B& b, const SeparationOptions<ScalarOf<A>, dimension_of<A>>& options,
                            Separation<ScalarOf<A>, dimension_of<A>>& r) {
  SegmentPair<A, B> pair(a, b);
  SegmentPoints<dimension_of<A>> s;
  if (!pair.is_valid() || !is_valid(distance_options(options))) return false;
  if (!pair.template find_nearest<robust>(double(options.tolerance), s)) {
    if constexpr (robust) {
      return false;
    } else {
      return separation_of_segments<true>(a, b, options, r);
    }
  }
  if (s.meets) return false;
  remember(s, options.cache);
  using Found = SignedDistance<ScalarOf<A>, dimension_of<A>>;
  r = separation_from(describe<Found>(pair, s, std::make_index_sequence<dimension_of<A> + 1>()));
  return true;
}

template <Shape A, Shape B, class Trace>
Separation<ScalarOf<A>, dimension_of<A>> separation_in_place(
    const A& a, const B& b, const SeparationOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  if constexpr (OptionalTrace<Trace> && may_be_segments<A, B>) {
    Separation<ScalarOf<A>, dimension_of<A>> r;
    if (!is_tracing(trace) && separation_of_segments<false>(a, b, options, r)) return r;
  }
  return with_difference<SeparationByGjkAndEpa>(a, b, options, trace);
}

/// The query of type-erased shapes, which is compiled once.
template <class T, int D>
Separation<T, D> separation_of_refs(const RefOperand<T, D>& a, const RefOperand<T, D>& b,
                                    const SeparationOptions<T, D>& options) {
  return with_shapes(a, b, [&](const auto& x, const auto& y) { return separation_in_place(x, y, options, NoTrace{}); });
}

#define ABUT_SEPARATION_QUERIES(WORDS, T, D)                                                  \
  WORDS Separation<T, D> separation_of_refs(const RefOperand<T, D>&, const RefOperand<T, D>&, \
                                            const SeparationOptions<T, D>&);
ABUT_DECLARE_FOR_SPACES(ABUT_SEPARATION_QUERIES)

template <Shape A, Shape B, class Trace>
Separation<ScalarOf<A>, dimension_of<A>> find_separation(const A& a, const B& b,
                                                         const SeparationOptions<ScalarOf<A>, dimension_of<A>>& options,
                                                         Trace trace) {
  if constexpr (is_compiled<A, B, Trace>) {
    return separation_of_refs(ref_operand(a), ref_operand(b), options);
  } else {
    return separation_in_place(a, b, options, trace);
  }
}

/// One of the two is a half-space: its distance is signed, and exact at any depth.
template <Operand A, Operand B, class Trace>
  requires(AnyHalfSpace<A> || AnyHalfSpace<B>)
Separation<ScalarOf<A>, dimension_of<A>> find_separation(const A& a, const B& b,
                                                         const SeparationOptions<ScalarOf<A>, dimension_of<A>>& options,
                                                         Trace) {
  auto r = separation_from(signed_distance(a, b, distance_options(options)));
  r.unique_normal = r.status != Status::invalid_argument;
  return r;
}

}  // namespace abut::detail
