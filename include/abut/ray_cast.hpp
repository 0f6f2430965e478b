/// Where does a ray enter a convex shape?
///
///     auto hit = ray_cast(Ray3f{.origin = eye, .direction = look}, place(arm, pose));   // hit.t, hit.point, hit.normal
///
/// t counts in directions: the point is origin + t * direction, and the direction need not have length 1. The answer is proven as all casts
/// are: nothing of the shape is on the ray before `safe`, and a miss is a miss. The ray is clipped to a box or ball around the
/// shape first; boxes, balls, capsules, segments, half-spaces and hulls of up to 512 faces are answered in closed form, everything else by
/// the methods of shape_cast.hpp.
#pragma once

#include <abut/half_space.hpp>
#include <abut/shape_cast.hpp>

namespace abut {

/// The points origin + t * direction, t >= 0. A direction of zero is a point.
template <Scalar T, int D>
struct Ray {
  Vec<T, D> origin{};
  Vec<T, D> direction = axis<T, D>(0);
};

using Ray2f = Ray<float, 2>;
using Ray3f = Ray<float, 3>;
using Ray2d = Ray<double, 2>;
using Ray3d = Ray<double, 3>;

/// What to say of a ray that begins in the shape, or on it.
enum class InsidePolicy {
  hit,     ///< a hit at 0; without a normal
  ignore,  ///< a miss: only front faces count
  leave,   ///< back faces count: the hit is where the ray leaves the shape, with the outward normal there
};

/// Everything has a default.
template <Scalar T>
struct RayCastOptions {
  T limit = infinity<T>;  ///< the last t that is looked at
  InsidePolicy inside = InsidePolicy::hit;
  CastMethod method = CastMethod::gjk;
  T tolerance = default_tolerance<T>;  ///< as in ShapeCastOptions
  int max_iterations = 512;
};

/// The answer: a hit or a proven miss, or neither.
template <Scalar T, int D>
struct RayCast {
  /// converged: `hit` or `miss` is true. Else neither is, and `safe` is all that is known.
  Status status = Status::invalid_argument;
  bool hit = false;
  bool miss = false;  ///< proven, up to the limit

  T t = T(0);     ///< of the hit; not before `safe`
  T safe = T(0);  ///< proven free before this; the limit, if it is a miss. Where the ray leaves the shape: 0

  Vec<T, D> point{};                 ///< origin + t * direction
  Vec<T, D> normal = axis<T, D>(0);  ///< at the hit: unit vector out of the shape

  bool started_inside = false;  ///< the origin is in the shape, or on it

  int iterations = 0;  ///< support calls; 0 if the closed form, or the clipping, tells
};

namespace detail {

// See cast/ray_cast_dispatch.hpp.
template <Scalar T, int D, Shape S, class... Trace>
RayCast<T, D> find_ray_cast(const Ray<T, D>& ray, const S& shape, const RayCastOptions<T>& options, Trace&... trace);
template <Scalar T, int D, Shape S, AnyHalfSpace H>
RayCast<T, D> ray_at_half_space(const Ray<T, D>& ray, const S& origin, const H& half_space,
                                const RayCastOptions<T>& options);

}  // namespace detail

/// Where a ray enters a shape of the same dimension and scalar, placed or not. The trace, see trace.hpp, may be left out.
template <Scalar T, int D, Shape S, class... Trace>
[[nodiscard]] RayCast<T, D> ray_cast(const Ray<T, D>& ray, const S& shape,
                                     const std::type_identity_t<RayCastOptions<T>>& options = {}, Trace&&... trace) {
  return detail::find_ray_cast(ray, shape, options, trace...);
}

/// Where a ray enters a half-space.
template <Scalar T, int D, detail::AnyHalfSpace H, class... Trace>
[[nodiscard]] RayCast<T, D> ray_cast(const Ray<T, D>& ray, const H& half_space,
                                     const std::type_identity_t<RayCastOptions<T>>& options = {}, Trace&&...) {
  return detail::ray_at_half_space(ray, Point<T, D>{ray.origin}, half_space, options);
}

}  // namespace abut

#include <abut/detail/cast/ray_cast_dispatch.hpp>
