/// How the cast of a shape at a shape is found. The pair is examined here and nowhere else.
///
/// Untraced 3D box/box casts by `gjk` test the 15 separating axes first. The method that the options name answers all
/// other casts.
#pragma once

#include <abut/detail/cast/box_box.hpp>
#include <abut/detail/cast/conservative_advancement.hpp>
#include <abut/detail/cast/gjk_ray_cast.hpp>
#include <abut/detail/cast/mpr_cast.hpp>
#include <abut/detail/cast/recorder.hpp>
#include <abut/detail/closed_form/half_space_shape.hpp>
#include <abut/detail/minkowski/ref_operand.hpp>
#include <abut/detail/minkowski/swapped.hpp>
#include <abut/detail/minkowski/with_difference.hpp>
#include <abut/operand.hpp>
#include <abut/shape_cast.hpp>

namespace abut::detail {

template <Scalar T, int D>
bool is_valid(const ShapeCastOptions<T, D>& o) {
  return o.target >= 0 && is_finite(o.target) && o.max_t >= 0 && o.tolerance >= 0 && is_finite(o.tolerance) &&
         o.max_iterations > 0;
}

/// Runs MPR or conservative advancement. Only steps that the trace accepts are reported to it.
template <class Query, class Trace>
ABUT_NO_INLINE CastFinding<Query::D> cast_robustly(bool by_mpr, Query& query, double tolerance, Trace trace) {
  constexpr int D = Query::D;
  if (by_mpr) {
    auto recorder = mpr_recorder<D>(trace);
    return MprCast(query, tolerance, recorder).finding();
  }
  return ConservativeAdvancement(query, tolerance, trace_for<GjkStep<D>>(trace)).finding();
}

/// Runs the method that the options name on a type-erased difference; GJK starts along `first`. Untraced it is compiled
/// once.
template <int D, class Recorder, class Trace>
CastFinding<D> cast_type_erased(CastMethod method, CastQuery<DifferenceRef<D>, D, Recorder>& query,
                                const Vec<double, D>& first, double tolerance, Trace trace) {
  if (method == CastMethod::gjk) {
    GjkRayCast<CastQuery<DifferenceRef<D>, D, Recorder>> gjk(query, tolerance);
    if (gjk.run(first)) return gjk.finding();
  }
  return cast_robustly(method == CastMethod::mpr, query, tolerance, trace);
}

// NOLINTBEGIN(bugprone-macro-parentheses): types can not be enclosed in them.
#define ABUT_CASTS(WORDS, D)                                                                                         \
  WORDS CastFinding<D> cast_type_erased(CastMethod, CastQuery<DifferenceRef<D>, D, NoTrace>&, const Vec<double, D>&, \
                                        double, NoTrace);
// NOLINTEND(bugprone-macro-parentheses)
ABUT_DECLARE_FOR_DIMENSIONS(ABUT_CASTS)

/// Runs the method that the options name. Where everything is instantiated in place, GJK sees the difference itself, so
/// that its support calls are inlined.
template <class Set, int D, class Recorder, class Trace>
CastFinding<D> cast_by(CastMethod method, CastQuery<Set, D, Recorder>& query, const Vec<double, D>& first,
                       double tolerance, Trace trace) {
  if constexpr (is_header_only) {
    if (method == CastMethod::gjk) {
      GjkRayCast<CastQuery<Set, D, Recorder>> gjk(query, tolerance);
      if (gjk.run(first)) return gjk.finding();
    }
  }
  const DifferenceRef<D> any(query.set());
  CastQuery<DifferenceRef<D>, D, Recorder> rest(any, query);
  CastFinding<D> found;
  if constexpr (is_header_only) {
    found = cast_robustly(method == CastMethod::mpr, rest, tolerance, trace);
  } else {
    found = cast_type_erased(method, rest, first, tolerance, trace);
  }
  query.count_up_to(rest.iterations());
  return found;
}

/// The cast of two boxes. Returns true if it ended with a hit or a miss.
template <class Set, class Recorder>
bool cast_boxes(CastQuery<Set, 3, Recorder>& query, CastFinding<3>& found) {
  const Set& set = query.set();
  const auto* const a = as_box(set.core_a());
  const auto* const b = as_box(set.core_b());
  const RelativeMotion<3>& motion = query.motion();
  if (a == nullptr || b == nullptr || motion.gap() > 0) return false;
  BoxBoxCast boxes(set.matrices(), set.translation(), VecPair<3>::of(a->half, b->half) * set.scaled(1.0), motion.m());
  DifferencePoint<3> point;
  const auto query_along = [&](const Vec3d& d) {
    const double squared = norm_squared(d);
    return squared > 0 && query.along(d, square_root(squared), point);
  };
  if (!query_along(boxes.last_axis())) return false;
  if (query.proof().missed()) return true;
  const Vec3d x = motion.m() * query.proof().safe();
  found.hit = boxes.meets(point, x, query.proof().width(), found.point_b);
  if (found.hit) {
    found.status = Status::converged;
    found.tau = query.proof().contact();
    return true;
  }
  return !query.is_spent() && query_along(boxes.miss_axis()) && query.proof().missed();
}

/// The unit normal at a hit. Across a gap it is the direction between the closest points of the cores, which is the
/// most accurate; if the gap is no more than rounding, it is the normal of the plane that has proven most.
template <class Set>
Vec<double, Set::D> cast_normal(const Set& set, const CastProof<Set::D>& proof, const CastFinding<Set::D>& found) {
  const double length = square_root(norm_squared(found.between)), least = 0x1p-26 * proof.motion().size();
  if (length > least && proof.motion().gap() > least) return found.between * (1 / length);
  if (proof.has_normal()) return proof.normal();
  const auto first = scale_direction(set.first_direction());
  return first * (1 / square_root(norm_squared(first)));
}

/// The state at the start, as far as the cast knows it: with a target, shapes in contact may also overlap.
template <int D, Scalar T>
StartState start_of(const CastProof<D>& proof, T target) {
  if (proof.safe() > 0) return StartState::separated;
  return target > 0 ? StartState::within_target : StartState::overlapping;
}

/// Writes the answer in place: a copy right after its parts are stored would stall on all of those stores.
template <class Set>
ABUT_INLINE void describe(const Set& set, const CastProof<Set::D>& proof, const CastFinding<Set::D>& found,
                          const Translations<Set::D>& translations,
                          const ShapeCastOptions<typename Set::T, Set::D>& options,
                          ShapeCast<typename Set::T, Set::D>& r) {
  using T = typename Set::T;
  const auto& motion = proof.motion();
  r.miss = proof.missed();
  r.hit = !r.miss && found.hit;
  r.status = r.hit || r.miss ? Status::converged : found.status;
  r.t_safe = r.miss ? options.max_t : motion.template time_down<T>(proof.safe());
  if (!r.hit) return;
  r.t = motion.template time_up<T>(found.tau);
  r.start = start_of(proof, options.target);
  const auto n = cast_normal(set, proof, found);
  const auto b = found.point_b - n * set.scaled(set.radius_b());
  const auto moved = translations.of_b * motion.time(found.tau);
  r.normal = vec_cast<T>(n);
  r.point_b = narrow_within_range<T>(set.world(b) + moved);
  r.point_a = narrow_within_range<T>(set.world(b - n * motion.target()) + moved);
}

/// The direction that the cache holds, else that between the centers.
template <class Set>
Vec<double, Set::D> first_direction(const Set& set, const ShapeCastOptions<typename Set::T, Set::D>& options) {
  using V = Vec<double, Set::D>;
  if (options.cache == nullptr || options.cache->direction == V{} || !is_finite(options.cache->direction))
    return set.first_direction();
  return set.from_frame_of_a(scale_direction(options.cache->direction));
}

struct ShapeCastMethod {
  template <class Set, class Trace>
  static ShapeCast<typename Set::T, Set::D> run(const Set& set, const Translations<Set::D>& translations,
                                                const ShapeCastOptions<typename Set::T, Set::D>& options, Trace trace) {
    constexpr int D = Set::D;
    ShapeCast<typename Set::T, D> r;  // filled in place: see describe()
    if (!set.is_valid() || !is_valid(options) || !translations.are_finite()) return r;
    const RelativeMotion<D> motion(set, set.radii(), translations.relative, double(options.max_t),
                                   double(options.target));
    r.status = Status::inconclusive;
    if (!is_finite(translations.relative) || !motion.is_valid()) return r;
    CastProof<D> proof(motion, {set.support_error(), set.point_error()});
    auto recorder = cast_recorder<D>(set.scaled(1.0), trace);
    CastQuery<Set, D, decltype(recorder)> query(set, proof, recorder, options.max_iterations);
    CastFinding<D> found;
    bool decided = false;
    if constexpr (holds_boxes<Set> && OptionalTrace<Trace>) {
      decided = options.method == CastMethod::gjk && !is_tracing(trace) && cast_boxes(query, found);
    }
    if (!decided) {
      found = cast_by(options.method, query, first_direction(set, options), double(options.tolerance), trace);
    }
    if (options.cache != nullptr && proof.has_normal())
      *options.cache = {.count = 0, .a = {}, .b = {}, .direction = set.in_frame_of_a(proof.normal())};
    r.status = found.status;
    if (found.status == Status::invalid_argument) return r;  // a support point that is not finite
    describe(set, proof, found, translations, options, r);
    r.iterations = query.iterations();
    return r;
  }
};

/// Applies the policy for shapes that are in contact at the start; `s` is their separation there.
template <Scalar T, int D>
void apply_policy(const Separation<T, D>& s, const Vec<double, D>& motion, const ShapeCastOptions<T, D>& options,
                  ShapeCast<T, D>& r) {
  if (s.status == Status::invalid_argument) return;
  r.iterations += s.iterations;
  if (options.at_start == StartPolicy::ignore_separating && !(dot(widen(s.normal), motion) > 0)) {
    r.hit = false;
    r.miss = true;
    r.t_safe = options.max_t;
    return;
  }
  r.normal = s.normal;
  r.point_a = s.point_a;
  r.point_b = s.point_b;
  r.depth = s.separation < 0 ? -s.separation : T(0);
}

template <class A, class B, Scalar T, int D>
void apply_policy(const A& a, const B& b, const Translations<D>& translations, const ShapeCastOptions<T, D>& options,
                  ShapeCast<T, D>& r) {
  if (r.start == StartState::separated) return;
  if (options.at_start == StartPolicy::hit && r.start == StartState::overlapping) return;
  // With the policy `hit` this only tells within_target from overlapping, and its support calls are not counted.
  const auto s = separation(a, b);
  if (s.upper <= 0) r.start = StartState::overlapping;
  if (options.at_start != StartPolicy::hit) apply_policy(s, translations.relative, options, r);
}

template <Shape A, Shape B, class Trace>
ShapeCast<ScalarOf<A>, dimension_of<A>> shape_cast_in_place(
    const A& a, const B& b, const Translations<dimension_of<A>>& translations,
    const ShapeCastOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  auto r = with_difference<ShapeCastMethod>(a, b, translations, options, trace);
  apply_policy(a, b, translations, options, r);
  return r;
}

/// The query of type-erased shapes, which is compiled once.
template <class T, int D>
ShapeCast<T, D> shape_cast_of_refs(const RefOperand<T, D>& a, const RefOperand<T, D>& b,
                                   const Translations<D>& translations, const ShapeCastOptions<T, D>& options) {
  return with_shapes(
      a, b, [&](const auto& x, const auto& y) { return shape_cast_in_place(x, y, translations, options, NoTrace{}); });
}

#define ABUT_SHAPE_CAST_QUERIES(WORDS, T, D)                                                                         \
  WORDS ShapeCast<T, D> shape_cast_of_refs(const RefOperand<T, D>&, const RefOperand<T, D>&, const Translations<D>&, \
                                           const ShapeCastOptions<T, D>&);
ABUT_DECLARE_FOR_SPACES(ABUT_SHAPE_CAST_QUERIES)

template <Shape A, Shape B, class Trace>
ShapeCast<ScalarOf<A>, dimension_of<A>> find_shape_cast(const A& a, const B& b,
                                                        const Translations<dimension_of<A>>& translations,
                                                        const ShapeCastOptions<ScalarOf<A>, dimension_of<A>>& options,
                                                        Trace trace) {
  if constexpr (is_compiled<A, B, Trace>) {
    return shape_cast_of_refs(ref_operand(a), ref_operand(b), translations, options);
  } else {
    return shape_cast_in_place(a, b, translations, options, trace);
  }
}

/// The cast of a shape that moves relative to a half-space, which is A. Only one plane can separate them, so there is
/// no search.
template <AnyHalfSpace H, Shape S>
ShapeCast<ScalarOf<S>, dimension_of<S>> cast_at_half_space(
    const H& half_space, const S& shape, const Translations<dimension_of<S>>& translations,
    const ShapeCastOptions<ScalarOf<S>, dimension_of<S>>& options) {
  using T = ScalarOf<S>;
  constexpr int D = dimension_of<S>;
  const Clearance<H, S> c(half_space, shape);
  if (!c.is_valid() || !is_valid(options) || !translations.are_finite()) return {};
  const RelativeMotion<D> motion(c, 0, translations.relative, double(options.max_t), double(options.target), false);
  if (!is_finite(translations.relative) || !motion.is_valid()) return {.status = Status::inconclusive};
  CastProof<D> proof(motion, {c.clearance() - c.lower(), c.upper() - c.clearance(),
                              relative_roundings<D> + rotation_roundings<D> + 4});
  const auto n = c.normal();
  proof.offer(n, 1, n * c.clearance());
  ShapeCast<T, D> r{.status = Status::converged, .hit = !proof.missed(), .miss = proof.missed()};
  r.iterations = 1;
  r.t_safe = r.miss ? options.max_t : motion.template time_down<T>(proof.safe());
  if (r.miss) return r;
  r.t = motion.template time_up<T>(proof.reached());
  r.start = start_of(proof, options.target);
  const auto b = c.shape_point() + translations.of_b * motion.time(proof.reached());
  r.normal = vec_cast<T>(n);
  r.point_b = narrow_within_range<T>(b);
  r.point_a = narrow_within_range<T>(b - n * double(options.target));
  return r;
}

/// One of the two is a half-space.
template <Operand A, Operand B, class Trace>
  requires(AnyHalfSpace<A> || AnyHalfSpace<B>)
ShapeCast<ScalarOf<A>, dimension_of<A>> find_shape_cast(const A& a, const B& b,
                                                        const Translations<dimension_of<A>>& translations,
                                                        const ShapeCastOptions<ScalarOf<A>, dimension_of<A>>& options,
                                                        Trace) {
  ShapeCast<ScalarOf<A>, dimension_of<A>> r;
  if constexpr (AnyHalfSpace<A>) {
    r = cast_at_half_space(a, b, translations, options);
  } else {
    r = swapped(cast_at_half_space(b, a, translations.swapped(), options));
  }
  apply_policy(a, b, translations, options, r);
  return r;
}

}  // namespace abut::detail
