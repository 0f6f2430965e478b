/// When does a shape that moves in a straight line hit another one, and where?
///
///     auto hit = shape_cast(place(crate, pose), {0, 0, -10}, ground_mesh_part);    // hit.fraction of the way, hit.point_b, hit.normal
///     auto near = shape_cast(a, motion, b, {.target = 0.01f});                     // when it comes as near as that
///     auto both = shape_cast(a, motion_a, b, {.motion_b = motion_b});              // both move
///
/// A hit comes with `safe`, a fraction up to which the way is proven free: the shapes of real numbers that the numbers stand for do not come
/// nearer than `target` before it. A miss is proven as well: no thin wall is stepped over, and giving up is neither. Three methods that
/// share nothing but that proof answer the same: GJK ray cast on the Minkowski difference, conservative advancement, and MPR on the
/// swept shape; see cast/gjk_ray_cast.hpp, cast/conservative_advancement.hpp, cast/mpr_cast.hpp. (Of two boxes in space that nobody watches, the first asks their axes: cast/box_box.hpp.) Shapes translate and do not turn.
#pragma once

#include <abut/detail/cast/box_box.hpp>
#include <abut/detail/cast/conservative_advancement.hpp>
#include <abut/detail/cast/gjk_ray_cast.hpp>
#include <abut/detail/cast/mpr_cast.hpp>
#include <abut/detail/cast/recorder.hpp>
#include <abut/separation.hpp>

namespace abut {

/// How to find out: three ways to the same answer.
enum class CastMethod {
  gjk,          ///< the default; what it leaves open, it asks advancement
  advancement,  ///< distance queries, one after the other
  mpr,          ///< inconclusive where the shapes touch at the start or in passing, and where B - A has no interior
};

/// What to say of shapes that meet, or are as near as the target, before anything has moved.
enum class StartPolicy {
  hit,                ///< a hit at 0; its normal and points mean something only if they no more than touch
  ignore_separating,  ///< no hit if the motion does not bring them deeper, a hit at 0 else
  penetration,        ///< a hit at 0 with the depth, and the points and normal of it
};

/// Everything has a default.
template <Scalar T, int D>
struct ShapeCastOptions {
  T target = T(0);       ///< how near counts as a hit
  Vec<T, D> motion_b{};  ///< B moves too: what counts is how A moves relative to it
  T limit = T(1);        ///< the last fraction of the motion that is looked at; may be infinite
  CastMethod method = CastMethod::gjk;
  StartPolicy start = StartPolicy::hit;
  T tolerance = default_tolerance<T>;  ///< of curved shapes: of the size, how near to the target counts as there
  int max_iterations = 512;  ///< support calls on each shape; polytopes seldom take more than 30, curved ones 200
};

/// The answer: a hit or a proven miss, or neither.
template <Scalar T, int D>
struct ShapeCast {
  /// converged: `hit` or `miss` is true. Else neither is, and `safe` is all that is known.
  Status status = Status::invalid_argument;
  bool hit = false;
  bool miss = false;  ///< proven: nothing comes as near as the target up to the limit

  T fraction = T(0);  ///< of the motion, at the hit; not before `safe`
  T safe = T(0);      ///< proven free before this; the limit, if it is a miss

  Vec<T, D> normal = axis<T, D>(0);  ///< at the hit: unit vector from A to B
  /// On the surfaces, in the world at the time of the hit: point_b - point_a = target * normal up to rounding.
  Vec<T, D> point_a{}, point_b{};

  bool started_in_contact = false;  ///< they meet, or are as near as the target, at the start
  T depth = T(0);                   ///< with StartPolicy::penetration: how deep they overlap at the start

  int iterations = 0;  ///< support calls on each shape
};

namespace detail {

template <Scalar T, int D>
bool is_valid(const ShapeCastOptions<T, D>& o) {
  return o.target >= 0 && is_finite(o.target) && o.limit >= 0 && o.tolerance >= 0 && is_finite(o.tolerance) &&
         o.max_iterations > 0;
}

/// Two motions in the user's lengths: the relative one, and that of B.
template <int D>
struct Motions {
  Vec<double, D> relative, of_b;
};

/// By MPR, or by advancement. What the trace does not take it is not told.
template <class Asked, class... Trace>
ABUT_NO_INLINE CastFinding<Asked::D> cast_robustly(bool by_mpr, Asked& asked, double tolerance, Trace&... trace) {
  constexpr int D = Asked::D;
  if (by_mpr) {
    if constexpr (sizeof...(Trace) > 0 && is_told<MprStep<D>, Trace...>) {
      MprRecorder<D, Trace...> recorder(trace...);
      return MprCast(asked, tolerance, recorder).finding();
    } else {
      MprUntraced<D> nobody;
      return MprCast(asked, tolerance, nobody).finding();
    }
  }
  if constexpr (sizeof...(Trace) > 0 && is_told<GjkStep<D>, Trace...>) {
    return ConservativeAdvancement(asked, tolerance, trace...).finding();
  } else {
    return ConservativeAdvancement(asked, tolerance).finding();
  }
}

/// By the method asked for, GJK beginning along `first`.
template <class Set, int D, class Watch, class... Trace>
CastFinding<D> cast_by(CastMethod method, CastSet<Set, D, Watch>& asked, const Vec<double, D>& first, double tolerance,
                       Trace&... trace) {
#if !defined(ABUT_SMALL)  // else it is compiled once for all differences, as the other methods are
  if (method == CastMethod::gjk) {
    GjkRayCast<CastSet<Set, D, Watch>> gjk(asked, tolerance);
    if (gjk.run(first)) return gjk.finding();
  }
#endif
  const DifferenceRef<D> any(asked.set());
  CastSet<DifferenceRef<D>, D, Watch> rest(any, asked);
#if defined(ABUT_SMALL)
  if (method == CastMethod::gjk) {
    GjkRayCast<CastSet<DifferenceRef<D>, D, Watch>> gjk(rest, tolerance);
    const bool decided = gjk.run(first);
    asked.count_up_to(rest.iterations());
    if (decided) return gjk.finding();
  }
#endif
  const CastFinding<D> found = cast_robustly(method == CastMethod::mpr, rest, tolerance, trace...);
  asked.count_up_to(rest.iterations());
  return found;
}

/// Two boxes: true if it ended with a hit or a miss.
template <class Set, class Watch>
bool cast_boxes(CastSet<Set, 3, Watch>& asked, CastFinding<3>& found) {
  const Set& set = asked.set();
  const auto* const a = as_box(set.core_a());
  const auto* const b = as_box(set.core_b());
  const RelativeMotion<3>& course = asked.course();
  if (a == nullptr || b == nullptr || course.gap() > 0) return false;
  BoxBoxCast boxes(set.matrices(), set.translation(), VecPair<3>::of(a->half, b->half) * set.scaled(1.0), course.m());
  DifferencePoint<3> point;
  const auto look_along = [&](const Vec3d& d) {
    const double squared = norm_squared(d);
    return squared > 0 && asked.along(d, square_root(squared), point);
  };
  if (!look_along(boxes.last_in())) return false;
  if (asked.proof().missed()) return true;
  const Vec3d x = course.m() * asked.proof().safe();
  found.hit = boxes.meets(point, x, asked.proof().width(), found.point_b);
  if (found.hit) {
    found.status = Status::converged;
    found.tau = asked.proof().contact();
    return true;
  }
  return !asked.is_spent() && look_along(boxes.passing()) && asked.proof().missed();
}

/// The unit normal at a hit. With a gap the nearest points of the cores know it best; if that is no more than rounding, the plane that has
/// proven most.
template <class Set>
Vec<double, Set::D> cast_normal(const Set& set, const CastProof<Set::D>& proof, const CastFinding<Set::D>& found) {
  const double length = square_root(norm_squared(found.between));
  if (length > 0x1p-26 * proof.course().size()) return found.between * (1 / length);
  if (proof.has_normal()) return proof.normal();
  const auto first = scale_direction(set.first_direction());
  return first * (1 / square_root(norm_squared(first)));
}

/// Written in place: an answer that is copied right after its parts were stored waits for all of them.
template <class Set>
ABUT_INLINE void describe(const Set& set, const CastProof<Set::D>& proof, const CastFinding<Set::D>& found,
                          const Motions<Set::D>& motions, const ShapeCastOptions<typename Set::T, Set::D>& options,
                          ShapeCast<typename Set::T, Set::D>& r) {
  using T = typename Set::T;
  const auto& course = proof.course();
  r.miss = proof.missed();
  r.hit = !r.miss && found.hit;
  r.status = r.hit || r.miss ? Status::converged : found.status;
  r.safe = r.miss ? options.limit : course.template time_down<T>(proof.safe());
  if (!r.hit) return;
  r.fraction = course.template time_up<T>(found.tau);
  r.started_in_contact = !(proof.safe() > 0);
  const auto n = cast_normal(set, proof, found);
  const auto b = found.point_b - n * set.scaled(set.radius_b());
  const auto moved = motions.of_b * course.time(found.tau);
  r.normal = vec_cast<T>(n);
  r.point_b = narrow_within_range<T>(set.world(b) + moved);
  r.point_a = narrow_within_range<T>(set.world(b - n * course.target()) + moved);
}

template <class Set, class... Trace>
ShapeCast<typename Set::T, Set::D> solve_cast(const Set& set, const Motions<Set::D>& motions,
                                              const ShapeCastOptions<typename Set::T, Set::D>& options,
                                              Trace&... trace) {
  constexpr int D = Set::D;
  ShapeCast<typename Set::T, D> r;  // the only one: see describe()
  if (!set.is_valid() || !is_valid(options) || !is_finite(motions.relative) || !is_finite(motions.of_b)) return r;
  const RelativeMotion<D> course(set, set.radii(), motions.relative, double(options.limit), double(options.target));
  r.status = Status::inconclusive;
  if (!course.is_valid()) return r;
  CastProof<D> proof(course, {set.support_error(), set.point_error()});
  auto watch = cast_watch<D>(set.scaled(1.0), trace...);
  CastSet<Set, D, decltype(watch)> asked(set, proof, watch, options.max_iterations);
  CastFinding<D> found;
  bool decided = false;
  if constexpr (holds_boxes<Set> && may_be_untraced<Trace...>) {
    decided = options.method == CastMethod::gjk && !is_traced(trace...) && cast_boxes(asked, found);
  }
  if (!decided) {
    found = cast_by(options.method, asked, set.first_direction(), double(options.tolerance), trace...);
  }
  r.status = found.status;
  if (found.status == Status::invalid_argument) return r;  // a support point that is not finite
  describe(set, proof, found, motions, options, r);
  r.iterations = asked.iterations();
  return r;
}

/// In double, sizes at the ends of the range are rescaled: see minkowski/difference.hpp.
template <Shape A, Shape B, class... Trace>
ABUT_COLD ShapeCast<ScalarOf<A>, dimension_of<A>> solve_cast_rescaled(
    const A& a, const B& b, const Motions<dimension_of<A>>& motions,
    const ShapeCastOptions<ScalarOf<A>, dimension_of<A>>& options, Trace&... trace) {
  return solve_cast(Difference<A, B, true>(a, b), motions, options, trace...);
}

template <Shape A, Shape B, class... Trace>
ShapeCast<ScalarOf<A>, dimension_of<A>> cast_shapes(const A& a, const B& b, const Motions<dimension_of<A>>& motions,
                                                    const ShapeCastOptions<ScalarOf<A>, dimension_of<A>>& options,
                                                    Trace&... trace) {
  static_assert(sizeof...(Trace) <= 1, "abut: a query takes one trace");
  static_assert(dimension_of<A> == dimension_of<B>, "abut: one shape lives in the plane, the other in space");
  static_assert(std::same_as<ScalarOf<A>, ScalarOf<B>>, "abut: one shape is in float, the other in double");
  const Difference<A, B, false> difference(a, b);
  if constexpr (std::same_as<ScalarOf<A>, double>) {
    if (!difference.needs_no_scaling()) return solve_cast_rescaled(a, b, motions, options, trace...);
  }
  return solve_cast(difference, motions, options, trace...);
}

/// What the policy makes of shapes that are in contact at the start: `s` is how deep.
template <Scalar T, int D>
void apply_policy(const Separation<T, D>& s, const Vec<double, D>& motion, const ShapeCastOptions<T, D>& options,
                  ShapeCast<T, D>& r) {
  if (s.status == Status::invalid_argument) return;
  r.iterations += s.iterations;
  if (options.start == StartPolicy::ignore_separating && !(dot(widen(s.normal), motion) > 0)) {
    r.hit = false;
    r.miss = true;
    r.safe = options.limit;
    return;
  }
  r.normal = s.normal;
  r.point_a = s.point_a;
  r.point_b = s.point_b;
  r.depth = s.separation < 0 ? -s.separation : T(0);
}

template <class A, class B, Scalar T, int D>
void apply_policy(const A& a, const B& b, const Motions<D>& motions, const ShapeCastOptions<T, D>& options,
                  ShapeCast<T, D>& r) {
  if (options.start == StartPolicy::hit || !r.started_in_contact) return;
  apply_policy(separation(a, b, SeparationOptions<T>{}), motions.relative, options, r);
}

/// A shape that moves relative to a half-space. There is one plane between them, and nothing to search; the half-space is A.
template <AnyHalfSpace H, Shape S>
ShapeCast<ScalarOf<S>, dimension_of<S>> cast_at_half_space(
    const H& half_space, const S& shape, const Motions<dimension_of<S>>& motions,
    const ShapeCastOptions<ScalarOf<S>, dimension_of<S>>& options) {
  static_assert(half_space_dimension<H> == dimension_of<S>,
                "abut: one of half-space and shape lives in the plane, the other in space");
  static_assert(std::same_as<HalfSpaceScalar<H>, ScalarOf<S>>,
                "abut: one of half-space and shape is in float, the other in double");
  using T = ScalarOf<S>;
  constexpr int D = dimension_of<S>;
  const Clearance<HalfSpaceOperand<H>, S> c(HalfSpaceOperand<H>(half_space), shape);
  if (!c.is_valid() || !is_valid(options) || !is_finite(motions.relative) || !is_finite(motions.of_b)) return {};
  const RelativeMotion<D> course(c, 0, motions.relative, double(options.limit), double(options.target), false);
  if (!course.is_valid()) return {.status = Status::inconclusive};
  CastProof<D> proof(course, {c.clearance() - c.lower(), c.upper() - c.clearance(),
                              relative_roundings<D> + rotation_roundings<D> + 4});
  const auto n = c.normal();
  proof.offer(n, 1, n * c.clearance());
  ShapeCast<T, D> r{.status = Status::converged, .hit = !proof.missed(), .miss = proof.missed()};
  r.iterations = 1;
  r.safe = r.miss ? options.limit : course.template time_down<T>(proof.safe());
  if (r.miss) return r;
  r.fraction = course.template time_up<T>(proof.reached());
  r.started_in_contact = !(proof.safe() > 0);
  const auto b = c.shape_point() + motions.of_b * course.time(proof.reached());
  r.normal = vec_cast<T>(n);
  r.point_b = narrow_within_range<T>(b);
  r.point_a = narrow_within_range<T>(b - n * double(options.target));
  return r;
}

}  // namespace detail

/// A moves by `motion`, B rests, unless the options let it move. The trace, see trace.hpp, may be left out.
template <Shape A, Shape B, class... Trace>
[[nodiscard]] ShapeCast<ScalarOf<A>, dimension_of<A>> shape_cast(
    const A& a, const std::type_identity_t<VectorOf<A>>& motion, const B& b,
    const ShapeCastOptions<ScalarOf<A>, dimension_of<A>>& options = {}, Trace&&... trace) {
  const auto of_b = widen(options.motion_b);
  const detail::Motions<dimension_of<A>> motions{widen(motion) - of_b, of_b};
  auto r = detail::cast_shapes(a, b, motions, options, trace...);
  detail::apply_policy(a, b, motions, options, r);
  return r;
}

/// A shape cast at a half-space, or a half-space at a shape: by no method but the one there is.
template <detail::AnyHalfSpace H, Shape S, class... Trace>
[[nodiscard]] ShapeCast<ScalarOf<S>, dimension_of<S>> shape_cast(
    const H& a, const std::type_identity_t<VectorOf<S>>& motion, const S& b,
    const ShapeCastOptions<ScalarOf<S>, dimension_of<S>>& options = {}, Trace&&...) {
  const auto of_b = widen(options.motion_b);
  const detail::Motions<dimension_of<S>> motions{widen(motion) - of_b, of_b};
  auto r = detail::cast_at_half_space(a, b, motions, options);
  detail::apply_policy(a, b, motions, options, r);
  return r;
}

/// At a half-space.
template <Shape S, detail::AnyHalfSpace H, class... Trace>
[[nodiscard]] ShapeCast<ScalarOf<S>, dimension_of<S>> shape_cast(
    const S& a, const std::type_identity_t<VectorOf<S>>& motion, const H& b,
    const ShapeCastOptions<ScalarOf<S>, dimension_of<S>>& options = {}, Trace&&...) {
  const auto of_a = widen(motion), of_b = widen(options.motion_b);
  auto r = detail::cast_at_half_space(b, a, {of_b - of_a, of_a}, options);
  const auto point = r.point_a;
  r.point_a = r.point_b;
  r.point_b = point;
  r.normal = -r.normal;
  detail::apply_policy(a, b, detail::Motions<dimension_of<S>>{of_a - of_b, of_b}, options, r);
  return r;
}

}  // namespace abut
