/// Where does a ray enter a convex shape?
///
///     auto hit = ray_cast(Ray3f{.origin = eye, .direction = look}, place(arm, pose));   // hit.t, .point, .normal
///
/// t is measured in multiples of the direction: the point is origin + t * direction, and the direction need not have
/// length 1. The answer is proven, as for all casts: the ray does not meet the shape before `t_safe`, and a miss is
/// proven too. The ray is first clipped to a bounding box or bounding sphere of the shape. Boxes, balls, capsules,
/// segments, half-spaces and hulls of up to 512 faces are answered in closed form, all other shapes by the methods of
/// shape_cast.hpp.
#pragma once

#include <abut/operand.hpp>
#include <abut/shape_cast.hpp>

namespace abut {

/// The points origin + t * direction, t >= 0. A ray of direction zero is a point.
template <Scalar T, int D>
struct Ray {
  Vec<T, D> origin{};                           ///< the point of t = 0
  Vec<T, D> direction = detail::axis<T, D>(0);  ///< of any length, which t is a multiple of
};

using Ray2f = Ray<float, 2>;
using Ray3f = Ray<float, 3>;
using Ray2d = Ray<double, 2>;
using Ray3d = Ray<double, 3>;

/// What is reported for a ray that begins in the shape, or on it.
enum class InsidePolicy {
  hit,     ///< a hit at 0, without a normal
  ignore,  ///< a miss: only front faces count
  leave,   ///< back faces count: the hit is where the ray exits the shape, with the outward normal there
};

/// Options of ray_cast(). Every field has a default.
template <Scalar T, int D>
struct RayCastOptions {
  T max_t = detail::infinity<T>;              ///< the ray ends at this t
  InsidePolicy at_start = InsidePolicy::hit;  ///< what is reported if the origin is in the shape
  CastMethod method = CastMethod::gjk;        ///< as in ShapeCastOptions
  T tolerance = default_tolerance<T>;         ///< as in ShapeCastOptions
  int max_iterations = 512;                   ///< the limit of support calls
};

using RayCastOptions2f = RayCastOptions<float, 2>;
using RayCastOptions3f = RayCastOptions<float, 3>;
using RayCastOptions2d = RayCastOptions<double, 2>;
using RayCastOptions3d = RayCastOptions<double, 3>;

/// The answer of ray_cast(): a hit, a proven miss, or neither.
template <Scalar T, int D>
struct RayCast {
  /// converged: `hit` or `miss` is true. Otherwise neither is, and only `t_safe` is known.
  Status status = Status::invalid_argument;
  bool hit = false;   ///< the ray meets the shape at `t`, up to rounding
  bool miss = false;  ///< proven, up to max_t and the largest number of T

  T t = T(0);       ///< of the hit; not before `t_safe`
  T t_safe = T(0);  ///< the ray is proven free before this; max_t for a miss, 0 for a hit where the ray exits

  Vec<T, D> point{};                         ///< origin + t * direction
  Vec<T, D> normal = detail::axis<T, D>(0);  ///< at the hit: outward unit normal of the shape

  /// `overlapping` if the origin is in the shape, or on it.
  StartState start = StartState::separated;

  int iterations = 0;  ///< support calls; 0 if a closed form or the clipping decides
};

using RayCast2f = RayCast<float, 2>;
using RayCast3f = RayCast<float, 3>;
using RayCast2d = RayCast<double, 2>;
using RayCast3d = RayCast<double, 3>;

namespace detail {

// See cast/ray_cast_dispatch.hpp.
template <Scalar T, int D, Shape S, class Trace>
RayCast<T, D> find_ray_cast(const Ray<T, D>& ray, const S& shape, const RayCastOptions<T, D>& options, Trace trace);
template <Scalar T, int D, AnyHalfSpace H, class Trace>
RayCast<T, D> find_ray_cast(const Ray<T, D>& ray, const H& half_space, const RayCastOptions<T, D>& options,
                            Trace trace);

}  // namespace detail

/// Where a ray enters an operand of the same dimension and scalar (operand.hpp). The trace (trace.hpp) is optional.
template <Scalar T, int D, Operand S, class... Trace>
[[nodiscard]] RayCast<T, D> ray_cast(const Ray<T, D>& ray, const S& shape,
                                     const std::type_identity_t<RayCastOptions<T, D>>& options = {}, Trace&&... trace) {
  static_assert(dimension_of<S> == D, "abut: one of ray and shape is 2D, the other 3D");
  static_assert(std::same_as<ScalarOf<S>, T>, "abut: one of ray and shape is in float, the other in double");
  return detail::with_operand(
      shape, [&](const auto& s) { return detail::find_ray_cast(ray, s, options, detail::trace_from(trace...)); });
}

}  // namespace abut

#include <abut/detail/cast/ray_cast_dispatch.hpp>
