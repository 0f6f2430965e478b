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

#include <abut/half_space.hpp>
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

/// Two motions in the user's lengths: the relative one, and that of B.
template <int D>
struct Motions {
  Vec<double, D> relative, of_b;
};

// See cast/shape_cast_dispatch.hpp.
template <Shape A, Shape B, class... Trace>
ShapeCast<ScalarOf<A>, dimension_of<A>> find_shape_cast(const A& a, const B& b, const Motions<dimension_of<A>>& motions,
                                                        const ShapeCastOptions<ScalarOf<A>, dimension_of<A>>& options,
                                                        Trace&... trace);
template <AnyHalfSpace H, Shape S>
ShapeCast<ScalarOf<S>, dimension_of<S>> cast_at_half_space(
    const H& half_space, const S& shape, const Motions<dimension_of<S>>& motions,
    const ShapeCastOptions<ScalarOf<S>, dimension_of<S>>& options);
template <class A, class B, Scalar T, int D>
void apply_policy(const A& a, const B& b, const Motions<D>& motions, const ShapeCastOptions<T, D>& options,
                  ShapeCast<T, D>& r);

}  // namespace detail

/// A moves by `motion`, B rests, unless the options let it move. The trace, see trace.hpp, may be left out.
template <Shape A, Shape B, class... Trace>
[[nodiscard]] ShapeCast<ScalarOf<A>, dimension_of<A>> shape_cast(
    const A& a, const std::type_identity_t<VectorOf<A>>& motion, const B& b,
    const ShapeCastOptions<ScalarOf<A>, dimension_of<A>>& options = {}, Trace&&... trace) {
  const auto of_b = widen(options.motion_b);
  const detail::Motions<dimension_of<A>> motions{widen(motion) - of_b, of_b};
  return detail::find_shape_cast(a, b, motions, options, trace...);
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

#include <abut/detail/cast/shape_cast_dispatch.hpp>
