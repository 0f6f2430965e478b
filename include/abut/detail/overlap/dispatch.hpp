/// How the overlap of a pair of shapes is found. The pair is examined here and nowhere else.
///
/// Bounding spheres that are apart decide at once. Points, segments, balls and capsules have a closed form, among each
/// other and against boxes and triangles, and so have two boxes in 3D and two small polygons in 2D. GJK with an early
/// out decides all other pairs, and MPR what GJK leaves open.
#pragma once

#include <abut/detail/closed_form/box_overlap.hpp>
#include <abut/detail/closed_form/polygon/polygon_polygon.hpp>
#include <abut/detail/closed_form/round/segment_and_solid.hpp>
#include <abut/detail/closed_form/segment_segment.hpp>
#include <abut/detail/distance/conversion.hpp>
#include <abut/detail/gjk/intersection.hpp>
#include <abut/detail/minkowski/bounding_spheres.hpp>
#include <abut/detail/minkowski/ref_operand.hpp>
#include <abut/detail/minkowski/with_difference.hpp>
#include <abut/detail/mpr/mpr.hpp>
#include <abut/operand.hpp>
#include <abut/overlap.hpp>

namespace abut::detail {

template <Scalar T, int D>
bool is_valid(const OverlapOptions<T, D>& options) {
  return options.max_iterations > 0;
}

/// The bounds rounded to T decide: a gap that is zero in T is no proof of separation.
template <class Set>
ABUT_INLINE Overlap<typename Set::T, Set::D> describe(const Set& set, const IntersectionVerdict<Set::D>& v) {
  using T = typename Set::T;
  using Vector = Vec<T, Set::D>;
  if (v.status == Status::invalid_argument) return {};
  if (v.apart) {
    const T lower = set.rounded_down(v.lower);
    if (lower > 0) {
      return {.status = v.status,
              .overlap = false,
              .apart = true,
              .lower = lower,
              .upper = infinity<T>,
              .axis = vec_cast<T>(v.axis),
              .point = {},
              .iterations = v.iterations};
    }
  }
  const T upper = set.rounded_up(v.upper);
  return {.status = v.apart ? Status::inconclusive : v.status,
          .overlap = v.overlap,
          .apart = false,
          .lower = T(0),
          .upper = upper > 0 ? upper : T(0),
          .axis = axis<T, Set::D>(0),
          .point = v.overlap ? narrow_within_range<T>(set.world(v.point)) : Vector{},
          .iterations = v.iterations};
}

/// Runs MPR untraced. On a DifferenceRef it is compiled once.
template <class Set>
IntersectionVerdict<Set::D> intersect_by_mpr(const Set& set, const MprLimits& limits) {
  NoTrace none;
  return Mpr(RoundedDifference<Set>(set), limits, none).decide();
}

#define ABUT_MPR_INTERSECTION(WORDS, D) \
  WORDS IntersectionVerdict<D> intersect_by_mpr(const DifferenceRef<D>&, const MprLimits&);
ABUT_DECLARE_FOR_DIMENSIONS(ABUT_MPR_INTERSECTION)

struct OverlapByMpr {
  template <class Set, class Trace>
  static Overlap<typename Set::T, Set::D> run(const Set& set, const OverlapOptions<typename Set::T, Set::D>& options,
                                              Trace trace) {
    if (!set.is_valid() || !is_valid(options)) return {};
    const auto& seen = for_heavy_method(set);
    const MprLimits limits{.width = contract_width(set), .max_iterations = options.max_iterations};
    if constexpr (accepts_step<MprStep<Set::D>, Trace>) {
      MprRecorder<Set::D, Trace> recorder(trace);
      const RoundedDifference rounded(seen);
      return describe(set, Mpr(rounded, limits, recorder).decide());
    } else {
      return describe(set, intersect_by_mpr(seen, limits));
    }
  }
};

/// MPR decides what GJK has left open. Returns `open` if MPR is inconclusive too.
template <class Set, class Trace>
ABUT_COLD Overlap<typename Set::T, Set::D> second_opinion(const Set& set, const Overlap<typename Set::T, Set::D>& open,
                                                          const OverlapOptions<typename Set::T, Set::D>& options,
                                                          Trace trace) {
  auto r = OverlapByMpr::run(set, options, trace);
  const int iterations = open.iterations + r.iterations;
  if (r.status != Status::converged) r = open;
  r.iterations = iterations;
  return r;
}

/// A cache that a distance has written holds vertices and no direction. Returns the direction that the vertices give,
/// zero if they give none.
template <class Set>
ABUT_COLD Vec<double, Set::D> direction_of_vertices(const Set& set, const Cache<Set::D>& cache,
                                                    const GjkLimits& limits) {
  Gjk<Set::D> gjk(limits);
  gjk.warm_start(set, cache);
  return gjk.direction();
}

/// Writes the axis that separates the shapes to the cache, if there is one.
template <class Set>
ABUT_INLINE void remember(const Set& set, const IntersectionVerdict<Set::D>& v, Cache<Set::D>* cache) {
  if (cache != nullptr && v.apart) *cache = {.count = 0, .a = {}, .b = {}, .direction = set.in_frame_of_a(v.axis)};
}

/// The closed form of two boxes in 3D. False if it proves nothing.
template <class Set>
ABUT_INLINE bool overlap_of_boxes(const Set& set, const GjkLimits& limits, Cache<3>* cache,
                                  Overlap<typename Set::T, 3>& r) {
  IntersectionVerdict<3> v;
  BoxOverlap<Set> boxes(set, limits);
  const bool has_axis = cache != nullptr && cache->direction != Vec3d{} && is_finite(cache->direction);
  if (!(has_axis && boxes.is_apart_along(scale_direction(cache->direction), v)) && !boxes.decide(v)) return false;
  r = describe(set, v);
  if (r.status != Status::converged) return false;
  remember(set, v, cache);
  return true;
}

/// The closed form of two polygons in 2D. False if it proves nothing.
template <class Set>
ABUT_INLINE bool overlap_of_polygons(const Set& set, const GjkLimits& limits, Cache<2>* cache,
                                     Overlap<typename Set::T, 2>& r) {
  const PolygonPair<Set> pair(set, limits);
  IntersectionVerdict<2> v;
  if (!pair.can_be_compared() || !pair.decide(pair.guess(), v)) return false;
  r = describe(set, v);
  if (r.status != Status::converged) return false;
  remember(set, v, cache);
  return true;
}

/// Two boxes in 3D and two polygons in 2D in closed form, and GJK with an early out.
struct OverlapByGjk {
  template <class Set, class Trace>
  ABUT_INLINE static Overlap<typename Set::T, Set::D> run(const Set& set,
                                                          const OverlapOptions<typename Set::T, Set::D>& options,
                                                          Trace trace) {
    using T = typename Set::T;
    using V = Vec<double, Set::D>;
    if (!set.is_valid() || !is_valid(options)) return {};
    GjkLimits limits = detail::limits(set, DistanceOptions<T, Set::D>{.max_iterations = options.max_iterations});
    // This exceeds the rounding that `apart` subtracts: u size, and 3 u of the radii and of distances about as long.
    limits.cutoff = unit_roundoff * (8 * set.radii() + 2 * set.size());
    Cache<Set::D>* const cache = options.cache;
    if constexpr (holds_boxes<Set> && OptionalTrace<Trace>) {
      Overlap<T, 3> r;
      if (!is_tracing(trace) && are_boxes(set) && overlap_of_boxes(set, limits, cache, r)) return r;
    }
    if constexpr (holds_polygons<Set> && OptionalTrace<Trace>) {
      Overlap<T, 2> r;
      if (!is_tracing(trace) && overlap_of_polygons(set, limits, cache, r)) return r;
    }
    if constexpr (holds_segment_and_solid<Set> && OptionalTrace<Trace>) {
      IntersectionVerdict<Set::D> v;
      if (!is_tracing(trace) && find_segment_overlap(set, limits, v)) {
        const auto r = describe(set, v);
        remember(set, v, cache);
        if (r.status == Status::converged) return r;
      }
    }
    const auto& seen = for_gjk(set);
    V first{};
    if (cache != nullptr) {
      if (cache->direction != V{} && is_finite(cache->direction)) {
        first = set.from_frame_of_a(scale_direction(cache->direction));
      } else if (cache->count > 0) {
        first = direction_of_vertices(seen, *cache, limits);
      }
    }
    if (first == V{}) first = set.first_direction();
    const IntersectionVerdict<Set::D> v = GjkIntersection(seen, limits).run(first, trace);
    remember(set, v, cache);
    const auto r = describe(set, v);
    return r.status == Status::inconclusive ? second_opinion(set, r, options, trace) : r;
  }
};

template <Shape A, Shape B, class Trace>
ABUT_NO_INLINE Overlap<ScalarOf<A>, dimension_of<A>> overlap_by_gjk(
    const A& a, const B& b, const OverlapOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  return with_difference<OverlapByGjk>(a, b, options, trace);
}

/// The same with the bounding spheres of the cores: finding those of a triangle takes a tenth of the time.
template <Shape A, Shape B, class Trace>
ABUT_NO_INLINE Overlap<ScalarOf<A>, dimension_of<A>> overlap_by_gjk(
    const A& a, const B& b, const SpherePair<dimension_of<A>>& spheres,
    const OverlapOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  return with_difference_of_spheres<OverlapByGjk>(a, b, spheres, options, trace);
}

template <Shape A, Shape B, class Trace>
ABUT_COLD Overlap<ScalarOf<A>, dimension_of<A>> overlap_by_mpr(
    const A& a, const B& b, const OverlapOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  return with_difference<OverlapByMpr>(a, b, options, trace);
}

/// Converts the closed form of points, segments, balls and capsules. If its bounds have met and the lower one is not
/// positive, the upper one is no more than rounding. The point divides the segment from one core to the other in the
/// ratio of the radii, `part_of_a` for A.
template <class Segments>
Overlap<typename Segments::T, Segments::D> describe(const Segments& pair, const SegmentPoints<Segments::D>& s,
                                                    double part_of_a) {
  using T = typename Segments::T;
  using V = Vec<double, Segments::D>;
  const RoundedDownPair<T> bounds(pair.signed_bounds(s));
  const T lower = bounds.a, upper = -bounds.b;
  const bool apart = lower > 0;
  const VecPair<Segments::D> surface = pair.surface_points(s);
  const V a = surface.a(), between = surface.b() - a, normal = s.normal();
  const V point = pair.radii() > 0 ? a + normal * (dot(normal, between) * part_of_a) : a + between * 0.5;
  return {.status = Status::converged,
          .overlap = !apart,
          .apart = apart,
          .lower = apart ? lower : T(0),
          .upper = apart       ? infinity<T>
                   : upper > 0 ? upper
                               : T(0),
          .axis = apart ? vec_cast<T>(normal) : axis<T, Segments::D>(0),
          .point = apart ? Vec<T, Segments::D>{} : narrow_within_range<T>(point),
          .iterations = 0};
}

/// GJK answers what the closed form can not prove, and what is invalid.
template <Shape A, Shape B, class Trace>
ABUT_NO_INLINE Overlap<ScalarOf<A>, dimension_of<A>> overlap_of_segments(
    const A& a, const B& b, const OverlapOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  constexpr double tolerance = default_tolerance<ScalarOf<A>>;
  SegmentPair<A, B> pair(a, b);
  SegmentPoints<dimension_of<A>> s;
  const bool found =
      pair.is_valid() && is_valid(options) &&
      (pair.template find_nearest<false>(tolerance, s) || pair.template find_nearest<true>(tolerance, s));
  if (!found) return overlap_by_gjk(a, b, options, trace);
  const double ra = radius(CoreAndPose<A>(a).core), rb = radius(CoreAndPose<B>(b).core);
  return describe(pair, s, ra / (ra + rb));
}

template <Shape A, Shape B, class Trace>
ABUT_INLINE Overlap<ScalarOf<A>, dimension_of<A>> traced_overlap(
    const A& a, const B& b, const OverlapOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  constexpr int D = dimension_of<A>;
  static_assert(accepts_step<GjkStep<D>, Trace> || accepts_step<MprStep<D>, Trace>,
                "abut: a trace of overlap takes a GjkStep or an MprStep");
  if (options.method == OverlapMethod::mpr) return overlap_by_mpr(a, b, options, trace);
  return overlap_by_gjk(a, b, options, trace_for<GjkStep<D>>(trace));
}

/// Whether a shape stores its bounding sphere. A bounding sphere that takes support calls would save no time.
template <class S>
inline constexpr bool knows_its_ball = requires(const S& s) { center(s), s.bounding_radius(); };

/// A trace that is off is only passed on.
template <Shape A, Shape B, class Trace>
ABUT_INLINE Overlap<ScalarOf<A>, dimension_of<A>> untraced_overlap(
    const A& a, const B& b, const OverlapOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  using T = ScalarOf<A>;
  if (options.method == OverlapMethod::mpr) return overlap_by_mpr(a, b, options, trace);
  if constexpr (knows_its_ball<typename CoreAndPose<A>::Core> && knows_its_ball<typename CoreAndPose<B>::Core>) {
    const BoundingSphereGap<A, B> balls(a, b);
    const T lower = round_down<T>(balls.lower());
    if (lower > 0 && is_valid(options)) {
      return {.status = Status::converged,
              .overlap = false,
              .apart = true,
              .lower = lower,
              .upper = infinity<T>,
              .axis = vec_cast<T>(balls.axis()),
              .point = {},
              .iterations = 0};
    }
    if constexpr (!may_be_segments<A, B>) return overlap_by_gjk(a, b, balls.spheres(), options, trace);
  } else if constexpr (!may_be_segments<A, B>) {
    return overlap_by_gjk(a, b, options, trace);
  }
  if constexpr (may_be_segments<A, B>) {
    return overlap_of_segments(a, b, options, trace);
  }
}

/// The query of type-erased shapes, which is compiled once.
template <class T, int D>
Overlap<T, D> overlap_of_refs(const RefOperand<T, D>& a, const RefOperand<T, D>& b,
                              const OverlapOptions<T, D>& options) {
  return with_shapes(a, b, [&](const auto& x, const auto& y) { return untraced_overlap(x, y, options, NoTrace{}); });
}

#define ABUT_OVERLAP_QUERIES(WORDS, T, D) \
  WORDS Overlap<T, D> overlap_of_refs(const RefOperand<T, D>&, const RefOperand<T, D>&, const OverlapOptions<T, D>&);
ABUT_DECLARE_FOR_SPACES(ABUT_OVERLAP_QUERIES)

template <Shape A, Shape B, class Trace>
ABUT_INLINE Overlap<ScalarOf<A>, dimension_of<A>> find_overlap(
    const A& a, const B& b, const OverlapOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  if constexpr (is_compiled<A, B, Trace>) {
    return overlap_of_refs(ref_operand(a), ref_operand(b), options);
  } else if constexpr (is_untraced<Trace>) {
    return untraced_overlap(a, b, options, trace);
  } else {
    if constexpr (OptionalTrace<Trace>) {
      if (!is_tracing(trace)) return untraced_overlap(a, b, options, trace);
    }
    return traced_overlap(a, b, options, trace);
  }
}

/// The half-space is A. The shape's deepest point is a common point, if there is one.
template <AnyHalfSpace A, Shape B, class Trace>
Overlap<ScalarOf<A>, dimension_of<A>> find_overlap(const A& a, const B& b,
                                                   const OverlapOptions<ScalarOf<A>, dimension_of<A>>& options, Trace) {
  using T = ScalarOf<A>;
  constexpr int D = dimension_of<A>;
  const auto r = distance(a, b);
  if (r.status == Status::invalid_argument || !is_valid(options)) return {};
  const bool apart = r.lower > 0, met = !apart && r.status == Status::converged;
  return {.status = apart || met ? Status::converged : Status::inconclusive,
          .overlap = met,
          .apart = apart,
          .lower = r.lower,
          .upper = r.upper,
          .axis = apart ? r.normal : axis<T, D>(0),
          .point = met ? r.point_b : Vec<T, D>{},
          .iterations = r.iterations};
}

template <Shape A, AnyHalfSpace B, class Trace>
Overlap<ScalarOf<A>, dimension_of<A>> find_overlap(const A& a, const B& b,
                                                   const OverlapOptions<ScalarOf<A>, dimension_of<A>>& options,
                                                   Trace trace) {
  auto r = find_overlap(b, a, options, trace);
  if (r.apart) r.axis = -r.axis;
  return r;
}

}  // namespace abut::detail
