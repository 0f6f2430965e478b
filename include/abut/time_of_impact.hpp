/// When do two shapes that translate and rotate first come within a distance of each other?
///
///     auto hit = time_of_impact(moving(crate, fall), moving(arm, swing), {.target = 0.01f});
///     if (hit.hit) rewind_to(hit.t_safe);        // nothing before hit.t_safe came within 0.01
///
/// Time goes from 0 to 1; motion.hpp defines the motion of a body over that interval. A shape without a motion, placed
/// or not, rests. One of the two may be a half-space, which moves and rotates like a body, or rests.
///
/// The answer is proven, for the motions read as exact real numbers: before `t_safe` the shapes are further apart than
/// `target`, over the whole interval if there is no hit; at `t` they are at most target + target_tolerance apart. A pair
/// that comes within the band between the two, and no nearer, may be reported either way. Every query throws no
/// exception, allocates nothing, returns no NaN and computes at most max_iterations distances.
#pragma once

#include <abut/half_space.hpp>
#include <abut/motion.hpp>
#include <abut/status.hpp>
#include <abut/trace.hpp>

#include <utility>

namespace abut {

/// The method of the search.
enum class TimeOfImpactMethod {
  advancement,  ///< planes that prove how long the shapes stay apart, see toi/conservative_advancement.hpp
  bilateral,    ///< the same, with candidate times from root finding between them, see toi/bilateral_advancement.hpp
  substep,      ///< for teaching: evaluates equally spaced times and may miss a hit, see toi/substepping.hpp
};

/// Options of time_of_impact(). Every field has a default.
template <Scalar T>
struct TimeOfImpactOptions {
  T target = T(0);  ///< a length, not negative: shapes at most this far apart are in contact
  /// A length, not negative: how far beyond the target the distance at a hit may be. The default stands for 1e-4 of the
  /// bounding radius of the smaller shape. A tolerance below what the rounding of poses allows, 0 included, is raised
  /// to that; the answer has the one used.
  T target_tolerance = infinity<T>;
  TimeOfImpactMethod method = TimeOfImpactMethod::advancement;
  /// The limit of distances computed. About 4 are typical; two rods that make 30 turns each take up to 200.
  int max_iterations = 1000;
};

/// The answer of time_of_impact(): a bracket around the first contact, a proven miss, or the part proven free.
template <Scalar T, int D>
struct TimeOfImpact {
  Status status = Status::invalid_argument;  ///< unless it is `converged`, nothing is proven after `t_safe`

  bool hit = false;
  bool miss = false;  ///< proven: the shapes do not come within the target
  T t_safe = T(0);    ///< before it the shapes do not come within the target; 1 for a miss
  T t = T(1);         ///< of the hit; t_safe <= t, and they are equal up to rounding to T

  T safe_separation = -infinity<T>;  ///< at `t_safe` the shapes are at least this far apart
  T hit_separation = infinity<T>;    ///< at `t` the shapes are at most this far apart; meaningless without a hit

  StartState start = StartState::separated;

  Vec<T, D> normal = axis<T, D>(0);  ///< at the hit: unit vector from A to B
  Vec<T, D> point_a{}, point_b{};    ///< at the hit: the closest points, in the world

  T target_tolerance = T(0);  ///< the tolerance used
  int iterations = 0;         ///< distances computed
};

namespace detail {

template <class S>
struct IsMoving : std::false_type {};
template <class S>
struct IsMoving<Moving<S>> : std::true_type {};

/// A shape as time_of_impact() takes it: moving(), placed or not.
template <class M>
concept Movable = IsMoving<M>::value || Shape<M>;

/// Any of these as a shape with a motion.
template <class S>
Moving<S> as_moving(const Moving<S>& m) {
  return m;
}
template <Shape S>
auto as_moving(const Placed<S>& placed) {
  Motion<double, dimension_of<S>> m;
  m.start = widen(placed.pose);
  return Moving<S>{placed.shape, m};
}
template <Shape S>
auto as_moving(const S& shape) {
  if constexpr (requires { shape.view(); }) {
    return as_moving(shape.view());
  } else {
    return Moving<S>{shape, {}};
  }
}

template <Movable M>
using StillShape = decltype(as_moving(std::declval<const M&>()).shape);

template <Movable M>
using ImpactOf = TimeOfImpact<ScalarOf<StillShape<M>>, dimension_of<StillShape<M>>>;

/// Any half-space as one with a motion.
template <Scalar T, int D>
MovingHalfSpace<T, D> as_moving(const MovingHalfSpace<T, D>& m) {
  return m;
}
template <Scalar T, int D>
MovingHalfSpace<T, D> as_moving(const PlacedHalfSpace<T, D>& placed) {
  Motion<double, D> m;
  m.start = widen(placed.pose);
  return {placed.half_space, m};
}
template <Scalar T, int D>
MovingHalfSpace<T, D> as_moving(const HalfSpace<T, D>& half_space) {
  return {half_space, {}};
}

template <class H>
struct IsMovingHalfSpace : std::false_type {};
template <Scalar T, int D>
struct IsMovingHalfSpace<MovingHalfSpace<T, D>> : std::true_type {};

template <class H>
concept MovableHalfSpace = IsMovingHalfSpace<H>::value || AnyHalfSpace<H>;

// See toi/dispatch.hpp.
template <Shape A, Shape B, class Trace>
TimeOfImpact<ScalarOf<A>, dimension_of<A>> find_time_of_impact(const Moving<A>& a, const Moving<B>& b,
                                                               const TimeOfImpactOptions<ScalarOf<A>>& options,
                                                               Trace trace);
template <Scalar T, int D, Shape S, class Trace>
TimeOfImpact<ScalarOf<S>, dimension_of<S>> half_space_impact(const MovingHalfSpace<T, D>& a, const Moving<S>& b,
                                                             const TimeOfImpactOptions<ScalarOf<S>>& options,
                                                             Trace trace);
template <int D, class Trace>
auto swapped_impact_trace(Trace trace);

}  // namespace detail

/// The first time in [0, 1] at which the shapes come within the target. Each is moving(), placed, or a shape at rest.
/// The trace (trace.hpp) receives every distance, and is optional.
template <detail::Movable A, detail::Movable B, class... Trace>
  requires(detail::IsMoving<A>::value || detail::IsMoving<B>::value)
[[nodiscard]] detail::ImpactOf<A> time_of_impact(
    const A& a, const B& b, const TimeOfImpactOptions<ScalarOf<detail::StillShape<A>>>& options = {},
    Trace&&... trace) {
  return detail::find_time_of_impact(detail::as_moving(a), detail::as_moving(b), options, detail::trace_from(trace...));
}

/// The first time at which a half-space and a shape come within the target; one of them moves, or both do.
template <detail::MovableHalfSpace H, detail::Movable S, class... Trace>
  requires(detail::IsMovingHalfSpace<H>::value || detail::IsMoving<S>::value)
[[nodiscard]] detail::ImpactOf<S> time_of_impact(
    const H& a, const S& b, const TimeOfImpactOptions<ScalarOf<detail::StillShape<S>>>& options = {},
    Trace&&... trace) {
  return detail::half_space_impact(detail::as_moving(a), detail::as_moving(b), options, detail::trace_from(trace...));
}

/// The same with the half-space second.
template <detail::Movable S, detail::MovableHalfSpace H, class... Trace>
  requires(detail::IsMovingHalfSpace<H>::value || detail::IsMoving<S>::value)
[[nodiscard]] detail::ImpactOf<S> time_of_impact(
    const S& a, const H& b, const TimeOfImpactOptions<ScalarOf<detail::StillShape<S>>>& options = {},
    Trace&&... trace) {
  constexpr int D = dimension_of<detail::StillShape<S>>;
  auto r = detail::half_space_impact(detail::as_moving(b), detail::as_moving(a), options,
                                     detail::swapped_impact_trace<D>(detail::trace_from(trace...)));
  const auto point = r.point_a;
  r.point_a = r.point_b;
  r.point_b = point;
  if (r.hit) r.normal = -r.normal;
  return r;
}

/// Two half-spaces are rejected with a message, as distance() does.
template <detail::MovableHalfSpace H, detail::MovableHalfSpace K, class... More>
void time_of_impact(const H&, const K&, const More&...) {
  static_assert(!detail::MovableHalfSpace<K>, "abut: two half-spaces: at most one side of a query may be one");
}

}  // namespace abut

#include <abut/detail/toi/dispatch.hpp>
