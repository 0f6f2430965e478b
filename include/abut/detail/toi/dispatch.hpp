/// How a time of impact is found: the pair of bodies is set up here, and the method that the options name runs on it.
#pragma once

#include <abut/detail/minkowski/ref_operand.hpp>
#include <abut/detail/support/double_view.hpp>
#include <abut/detail/toi/bilateral_advancement.hpp>
#include <abut/detail/toi/body_ref.hpp>
#include <abut/detail/toi/conservative_advancement.hpp>
#include <abut/detail/toi/half_space.hpp>
#include <abut/detail/toi/substepping.hpp>
#include <abut/operand.hpp>
#include <abut/time_of_impact.hpp>

#include <utility>

namespace abut::detail {

/// The least tolerance. 16 times the rounding of the poses keeps every step of the search above that rounding. In float
/// a time rounds by up to 2^-24, and the shapes approach by at most half of this tolerance in that time.
template <Scalar T, class Pair>
double tolerance_floor(const Pair& pair, double target) {
  const double poses = 16 * (pair.height_error() + 2 * unit_roundoff * (target + pair.radii()));
  const double times = std::same_as<T, float> ? 2 * epsilon_of<float> * pair.fastest() : 0;
  return poses > times ? poses : times;
}

template <Scalar T, class Pair>
double tolerance_used(const Pair& pair, const TimeOfImpactOptions<T, Pair::D>& options) {
  double wanted = double(options.target_tolerance);
  if (options.target_tolerance == infinity<T>) {
    const double ra = pair.a.reach_with_radius(), rb = pair.b.reach_with_radius();
    const double smaller = ra > 0 && (ra < rb || !(rb > 0)) ? ra : rb;  // a point has bounding radius 0
    wanted = 1e-4 * smaller;
  }
  const double floor = tolerance_floor<T>(pair, double(options.target));
  return wanted > floor ? wanted : floor;
}

template <Scalar T, int D>
bool is_valid(const TimeOfImpactOptions<T, D>& options) {
  return options.target >= 0 && options.target <= largest<T> && options.target_tolerance >= 0 &&
         options.max_iterations > 0 && options.max_t >= 0 && options.max_t <= 1;
}

template <class Search>
ImpactFound<Search::D> run(Search& search, TimeOfImpactMethod method) {
  switch (method) {
    case TimeOfImpactMethod::bilateral: return advance_bilaterally(search);
    case TimeOfImpactMethod::substep: return step_to_impact(search);
    case TimeOfImpactMethod::advancement: break;
  }
  return advance_to_impact(search);
}

/// Converts the result of the search from double to T.
template <Scalar T, class Pair, int D>
TimeOfImpact<T, D> describe(const Pair& pair, const ImpactLimits& limits, const ImpactFound<D>& found) {
  TimeOfImpact<T, D> r{.status = found.status, .hit = found.hit};
  r.t_safe = round_down<T>(found.safe);
  r.target_tolerance = round_up<T>(limits.tolerance);
  r.iterations = found.iterations;
  r.safe_separation = round_down<T>(found.safe_separation);
  r.miss = !found.hit && found.status == Status::converged;
  if (!found.hit) return r;
  r.t = round_up<T>(found.time);
  r.hit_separation =
      round_up<T>(found.distance.signed_upper + pair.pose_error() + (double(r.t) - found.time) * pair.fastest());
  r.normal = vec_cast<T>(found.distance.normal);
  r.point_a = narrow_within_range<T>(pair.world(found.distance.point_a));
  r.point_b = narrow_within_range<T>(pair.world(found.distance.point_b));
  return r;
}

/// See toi/search.hpp for Pair.
template <Scalar T, class Pair, class Trace>
TimeOfImpact<T, Pair::D> solve_impact(Pair& pair, const TimeOfImpactOptions<T, Pair::D>& options, Trace trace) {
  static_assert(is_untraced<Trace> || accepts_step<ImpactStep<Pair::D>, Trace>,
                "abut: a trace of time_of_impact takes an ImpactStep");
  if (!pair.is_valid() || !is_valid(options)) return {};
  const ImpactLimits limits{.target = double(options.target),
                            .tolerance = tolerance_used(pair, options),
                            .end = double(options.max_t),
                            .max_iterations = options.max_iterations};
  if (!is_finite(limits.tolerance)) return {};
  TimeOfImpactSearch<Pair, Trace> search(pair, limits, trace);
  const auto found = run(search, options.method);
  if (found.iterations > 0 && found.distance.status == Status::invalid_argument) return {};
  TimeOfImpact<T, Pair::D> r = describe<T>(pair, limits, found);
  r.start = search.start();
  return r;
}

/// The query of type-erased bodies, which is compiled once.
template <class T, int D>
TimeOfImpact<T, D> impact_of_bodies(const BodyRef<D>& a, const Motion<double, D>& motion_a, const BodyRef<D>& b,
                                    const Motion<double, D>& motion_b, const BodyDistance<D>& distance,
                                    const TimeOfImpactOptions<T, D>& options) {
  MovingRefPair<D> pair(a, motion_a, b, motion_b, distance);
  return solve_impact<T>(pair, options, NoTrace{});
}

template <Shape A, Shape B, class Trace>
TimeOfImpact<ScalarOf<A>, dimension_of<A>> time_of_impact_in_place(
    const Moving<A>& a, const Moving<B>& b, const TimeOfImpactOptions<ScalarOf<A>, dimension_of<A>>& options,
    Trace trace) {
  constexpr int D = dimension_of<A>;
  const auto wide_a = double_view(a.shape);
  const auto wide_b = double_view(b.shape);
  using WideA = std::remove_const_t<decltype(wide_a)>;
  using WideB = std::remove_const_t<decltype(wide_b)>;
  if constexpr (is_header_only || !is_untraced<Trace>) {
    MovingPair<WideA, WideB> pair(wide_a, a.motion, wide_b, b.motion);
    return solve_impact<ScalarOf<A>>(pair, options, trace);
  } else {
    PlacedBodies<WideA, WideB> bodies{{wide_a, {}}, {wide_b, {}}};
    return impact_of_bodies(BodyRef<D>(wide_a), a.motion, BodyRef<D>(wide_b), b.motion,
                            BodyDistance<D>{&bodies, distance_of_bodies<WideA, WideB, D>}, options);
  }
}

/// The query of type-erased shapes, which is compiled once.
template <class T, int D>
TimeOfImpact<T, D> time_of_impact_of_refs(const Moving<ShapeRef<T, D>>& a, const Moving<ShapeRef<T, D>>& b,
                                          const TimeOfImpactOptions<T, D>& options) {
  return time_of_impact_in_place(a, b, options, NoTrace{});
}

// NOLINTBEGIN(bugprone-macro-parentheses): types can not be enclosed in them.
#define ABUT_BODY_IMPACTS(WORDS, T, D)                                                                      \
  WORDS TimeOfImpact<T, D> impact_of_bodies(const BodyRef<D>&, const Motion<double, D>&, const BodyRef<D>&, \
                                            const Motion<double, D>&, const BodyDistance<D>&,               \
                                            const TimeOfImpactOptions<T, D>&);
#define ABUT_TIME_OF_IMPACT_QUERIES(WORDS, T, D)                                                                \
  WORDS TimeOfImpact<T, D> time_of_impact_of_refs(const Moving<ShapeRef<T, D>>&, const Moving<ShapeRef<T, D>>&, \
                                                  const TimeOfImpactOptions<T, D>&);
// NOLINTEND(bugprone-macro-parentheses)
ABUT_DECLARE_FOR_SPACES(ABUT_BODY_IMPACTS)
ABUT_DECLARE_FOR_SPACES(ABUT_TIME_OF_IMPACT_QUERIES)

/// The half-space is A.
template <Scalar T, int D, Shape S, class Trace>
TimeOfImpact<T, D> half_space_impact(const Moving<HalfSpace<T, D>>& a, const Moving<S>& b,
                                     const TimeOfImpactOptions<T, D>& options, Trace trace) {
  const HalfSpace<double, D> half_space{widen(a.shape.normal), double(a.shape.offset)};
  const auto shape = double_view(b.shape);
  HalfSpacePair<std::remove_const_t<decltype(shape)>> pair(half_space, a.motion, shape, b.motion);
  return solve_impact<T>(pair, options, trace);
}

template <Operand A, Operand B, class Trace>
TimeOfImpact<ScalarOf<A>, dimension_of<A>> find_time_of_impact(
    const Moving<A>& a, const Moving<B>& b, const TimeOfImpactOptions<ScalarOf<A>, dimension_of<A>>& options,
    Trace trace) {
  if constexpr (AnyHalfSpace<A>) {
    return half_space_impact(a, b, options, trace);
  } else if constexpr (AnyHalfSpace<B>) {
    auto r = half_space_impact(b, a, options, swapped_impact_trace<dimension_of<A>>(trace));
    std::swap(r.point_a, r.point_b);
    if (r.hit) r.normal = -r.normal;
    return r;
  } else if constexpr (is_compiled<A, B, Trace>) {
    using Ref = Moving<ShapeRef<ScalarOf<A>, dimension_of<A>>>;
    return time_of_impact_of_refs(Ref{a.shape, a.motion}, Ref{b.shape, b.motion}, options);
  } else {
    return time_of_impact_in_place(a, b, options, trace);
  }
}

}  // namespace abut::detail
