/// When do two shapes that translate and rotate first come within a distance of each other?
///
///     auto hit = time_of_impact(moving(crate, fall), moving(arm, swing), {.target = 0.01f});
///     if (hit.hit) rewind_to(hit.t_safe);        // nothing before hit.t_safe came within 0.01
///
/// Time goes from 0 to 1, or to `max_t`; motion.hpp defines the motion of a body over that interval. A shape without a
/// motion, placed or not, rests. One of the two may be a half-space, which moves and rotates like a body, or rests.
///
/// The answer is proven, for the motions read as exact real numbers: before `t_safe` the shapes are further apart than
/// `target`, over the whole interval if there is no hit; at `t` they are at most target + target_tolerance apart. A
/// pair that comes within the band between the two, and no nearer, may be reported either way. Every query throws no
/// exception, allocates nothing, returns no NaN and computes at most max_iterations distances.
#pragma once

#include <abut/motion.hpp>
#include <abut/operand.hpp>
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
template <Scalar T, int D>
struct TimeOfImpactOptions {
  T max_t = T(1);   ///< the search ends at this time, which is at most 1
  T target = T(0);  ///< a length, not negative: shapes at most this far apart are in contact
  /// A length, not negative: how far beyond the target the distance at a hit may be. The default stands for 1e-4 of the
  /// bounding radius of the smaller shape. A tolerance below what the rounding of poses allows, 0 included, is raised
  /// to that; the answer has the one used.
  T target_tolerance = detail::infinity<T>;
  TimeOfImpactMethod method = TimeOfImpactMethod::advancement;  ///< how the way is proven free
  /// The limit of distances computed. About 4 are typical; two rods that make 30 turns each take up to 200.
  int max_iterations = 1000;
};

using TimeOfImpactOptions2f = TimeOfImpactOptions<float, 2>;
using TimeOfImpactOptions3f = TimeOfImpactOptions<float, 3>;
using TimeOfImpactOptions2d = TimeOfImpactOptions<double, 2>;
using TimeOfImpactOptions3d = TimeOfImpactOptions<double, 3>;

/// The answer of time_of_impact(): a bracket around the first contact, a proven miss, or the part proven free.
template <Scalar T, int D>
struct TimeOfImpact {
  Status status = Status::invalid_argument;  ///< unless it is `converged`, nothing is proven after `t_safe`

  bool hit = false;   ///< at `t` the shapes are in contact, within the tolerance
  bool miss = false;  ///< proven: the shapes do not come within the target up to max_t
  T t_safe = T(0);    ///< before it the shapes do not come within the target; max_t for a miss
  T t = T(1);         ///< of the hit; t_safe <= t, and they are equal up to rounding to T

  T safe_separation = -detail::infinity<T>;  ///< at `t_safe` the shapes are at least this far apart
  T hit_separation = detail::infinity<T>;  ///< at `t` the shapes are at most this far apart; meaningless without a hit

  StartState start = StartState::separated;  ///< how the shapes were at t = 0

  Vec<T, D> normal = detail::axis<T, D>(0);  ///< at the hit: unit vector from A to B
  Vec<T, D> point_a{}, point_b{};            ///< at the hit: the closest points, in the world

  T target_tolerance = T(0);  ///< the tolerance used
  int iterations = 0;         ///< distances computed
};

using TimeOfImpact2f = TimeOfImpact<float, 2>;
using TimeOfImpact3f = TimeOfImpact<float, 3>;
using TimeOfImpact2d = TimeOfImpact<double, 2>;
using TimeOfImpact3d = TimeOfImpact<double, 3>;

namespace detail {

/// Any operand as one with a motion: what is placed rests at its pose.
template <Operand S>
Moving<S> as_moving(const Moving<S>& m) {
  return m;
}
template <class S>
auto resting(const S& shape, const Pose<ScalarOf<S>, dimension_of<S>>& pose) {
  Motion<double, dimension_of<S>> m;
  m.start = widen(pose);
  return Moving<S>{shape, m};
}
template <Shape S>
auto as_moving(const Placed<S>& placed) {
  return resting(placed.shape, placed.pose);
}
template <Scalar T, int D>
auto as_moving(const PlacedHalfSpace<T, D>& placed) {
  return resting(placed.half_space, placed.pose);
}
template <Operand S>
auto as_moving(const S& shape) {
  if constexpr (requires { shape.view(); }) {
    return as_moving(shape.view());
  } else if constexpr (RuntimeOperand<S>) {
    return resting(shape.without_pose(),
                   shape.pose() != nullptr ? *shape.pose() : Pose<ScalarOf<S>, dimension_of<S>>{});
  } else {
    return Moving<S>{shape, {}};
  }
}

template <Shape S, int D>
Moving<S> with_motion(const S& shape, const Motion<double, D>& motion) {
  return {shape, motion};
}
template <Scalar T, int D>
Moving<HalfSpace<T, D>> with_motion(const HalfSpace<T, D>& half_space, const Motion<double, D>& motion) {
  return {half_space, motion};
}
/// The pose of the half-space within its body becomes part of the motion, rounded as place() of a placed shape is.
template <Scalar T, int D>
Moving<HalfSpace<T, D>> with_motion(const PlacedHalfSpace<T, D>& placed, Motion<double, D> motion) {
  const Pose<double, D> pose = widen(placed.pose);
  motion.start = motion.start * pose;
  motion.center = transform(inverse(pose), motion.center);
  return {placed.half_space, motion};
}

/// The requirements of time_of_impact() on the types of its bodies, each with a one-line error message.
template <class A, class B>
consteval bool check_bodies() {
  check_for_vec<A, B>();
  static_assert(is_vec<A> || is_vec<B> || is_moving<A> || is_moving<B>,
                "abut: nothing moves: wrap one of the two in moving(shape, motion), or ask distance()");
  return !is_vec<A> && !is_vec<B> && (is_moving<A> || is_moving<B>);
}

// See toi/dispatch.hpp.
template <Operand A, Operand B, class Trace>
TimeOfImpact<ScalarOf<A>, dimension_of<A>> find_time_of_impact(
    const Moving<A>& a, const Moving<B>& b, const TimeOfImpactOptions<ScalarOf<A>, dimension_of<A>>& options,
    Trace trace);

}  // namespace detail

/// The first time in [0, max_t] at which two bodies of the same dimension and scalar come within the target. Each is
/// moving(), or an operand (operand.hpp) at rest. The trace (trace.hpp) receives every distance, and is optional.
template <detail::Argument A, detail::Argument B, class... Trace>
[[nodiscard]] TimeOfImpact<ScalarOf<A>, dimension_of<A>> time_of_impact(
    const A& a, const B& b, const TimeOfImpactOptions<ScalarOf<A>, dimension_of<A>>& options = {}, Trace&&... trace) {
  using Answer = TimeOfImpact<ScalarOf<A>, dimension_of<A>>;
  if constexpr (detail::check_bodies<A, B>()) {
    const auto body_a = detail::as_moving(a);
    const auto body_b = detail::as_moving(b);
    return detail::ask<Answer>(body_a.shape, body_b.shape, [&](const auto& x, const auto& y) {
      return detail::find_time_of_impact(detail::with_motion(x, body_a.motion), detail::with_motion(y, body_b.motion),
                                         options, detail::trace_from(trace...));
    });
  } else {
    return Answer{};  // never: check_bodies() has rejected it
  }
}

}  // namespace abut

#include <abut/detail/toi/dispatch.hpp>
