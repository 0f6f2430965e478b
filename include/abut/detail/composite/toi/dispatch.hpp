/// Which method answers time_of_impact() of bodies of parts. The pair is examined here and nowhere else:
///
///     two bodies, or a body and a shape     composite/toi/impact.hpp: the trees of both
///     a body and a half-space               the convex hull of the body, since it meets what the body meets
#pragma once

#include <abut/composite.hpp>
#include <abut/detail/composite/dispatch.hpp>
#include <abut/detail/composite/toi/impact.hpp>

namespace abut::detail {

/// Any operand as one with a motion: what is placed rests at its pose.
template <Body B>
PartsInMotion<ScalarOf<B>, dimension_of<B>> parts_in_motion(const MovingBody<B>& moving) {
  return {without_pose(moving.body.composite()), moving.motion};
}
template <Body B>
PartsInMotion<ScalarOf<B>, dimension_of<B>> parts_in_motion(const B& body) {
  return at_rest(body.composite());
}
template <Body B>
PartsInMotion<ScalarOf<B>, dimension_of<B>> parts_in_motion(const PlacedBody<B>& placed) {
  return at_rest(placed.body.composite(&placed.pose));
}

/// Returns f(the shape as a body of one part), or an answer without a finding if its box is not finite.
template <class Answer, Shape S, int D, class F>
Answer with_parts_in_motion(const S& shape, const Motion<double, D>& motion, const F& f) {
  const auto operand = ref_operand(shape);
  const ConvexBody<ScalarOf<S>, D> body(operand.shape);
  if (!body.has_box()) {
    Answer r;
    if (is_valid(operand.shape, enclosure(operand.shape))) r.status = Status::inconclusive;
    return r;
  }
  CompositeRef<ScalarOf<S>, D> ref = body.ref(nullptr);
  ref.inner = operand.pose;
  return f(PartsInMotion<ScalarOf<S>, D>{ref, motion});
}

/// Returns f(a), as PartsInMotion, or Moving<HalfSpace>.
template <class Answer, class A, class F>
Answer with_motion_of(const A& a, const F& f) {
  if constexpr (CompositeMayMove<A>) {
    return f(parts_in_motion(a));
  } else {
    const auto body = as_moving(a);
    return with_operand(body.shape, [&](const auto& shape) -> Answer {
      if constexpr (AnyHalfSpace<std::remove_cvref_t<decltype(shape)>>) {
        return f(with_motion(shape, body.motion));
      } else {
        return with_parts_in_motion<Answer>(shape, body.motion, f);
      }
    });
  }
}

template <Scalar T, int D>
CompositeTimeOfImpact<T, D> impact_in_motion(const PartsInMotion<T, D>& a, const PartsInMotion<T, D>& b,
                                             const TimeOfImpactOptions<T, D>& options) {
  return time_of_impact_of_bodies<T, D>(a, b, options);
}
template <Scalar T, int D>
CompositeTimeOfImpact<T, D> impact_in_motion(const Moving<HalfSpace<T, D>>& a, const PartsInMotion<T, D>& b,
                                             const TimeOfImpactOptions<T, D>& options) {
  return time_of_impact_of_half_space<T, D>(a.shape, a.motion, b, options);
}
template <Scalar T, int D>
CompositeTimeOfImpact<T, D> impact_in_motion(const PartsInMotion<T, D>& a, const Moving<HalfSpace<T, D>>& b,
                                             const TimeOfImpactOptions<T, D>& options) {
  CompositeTimeOfImpact<T, D> r = time_of_impact_of_half_space<T, D>(b.shape, b.motion, a, options);
  std::swap(r.point_a, r.point_b);
  swap_parts(r);
  if (r.hit) r.normal = -r.normal;
  return r;
}

template <class A, class B>
CompositeTimeOfImpact<ScalarOf<A>, dimension_of<A>> find_composite_impact(
    const A& a, const B& b, const TimeOfImpactOptions<ScalarOf<A>, dimension_of<A>>& options) {
  using Answer = CompositeTimeOfImpact<ScalarOf<A>, dimension_of<A>>;
  return with_motion_of<Answer>(a, [&](const auto& x) {
    return with_motion_of<Answer>(b, [&](const auto& y) -> Answer {
      if constexpr (requires { impact_in_motion(x, y, options); }) {
        return impact_in_motion(x, y, options);
      } else {
        return {};  // never: one of the two is a body
      }
    });
  });
}

}  // namespace abut::detail
