/// Where does a ray enter a convex shape?
///
///     auto hit = ray_cast(Ray3f{.origin = eye, .direction = look}, place(arm, pose));   // hit.t, hit.point, hit.normal
///
/// t counts in directions: the point is origin + t * direction, and the direction need not have length 1. The answer is proven as all casts
/// are: nothing of the shape is on the ray before `safe`, and a miss is a miss. The ray is clipped to a box or ball around the
/// shape first; boxes, balls, capsules, segments, half-spaces and hulls of up to 512 faces are answered in closed form, everything else by
/// the methods of shape_cast.hpp.
#pragma once

#include <abut/detail/cast/ray_clip.hpp>
#include <abut/detail/cast/ray_hull.hpp>
#include <abut/detail/minkowski/shifted_difference.hpp>
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

template <Scalar T>
bool is_valid(const RayCastOptions<T>& o) {
  return o.limit >= 0 && o.tolerance >= 0 && is_finite(o.tolerance) && o.max_iterations > 0;
}

/// Of a direction so short that there is no number for the time of the hit.
template <Scalar T, int D>
RayCast<T, D> beyond_all_numbers(T safe, T limit) {
  RayCast<T, D> r;
  r.miss = safe >= largest<T>;
  r.status = r.miss ? Status::converged : Status::inconclusive;
  r.safe = r.miss ? limit : safe;
  return r;
}

/// A ray and a shape, as their difference sees them.
template <class Set, class Core>
struct RayProblem {
  static constexpr int D = Set::D;
  using T = typename Set::T;
  using V = Vec<double, D>;

  const Set& set;
  const Core& core;
  const Ray<T, D>& ray;
  const RayCastOptions<T>& options;

  /// Clipped, then in closed form if there is one, then as any cast. Watched, and by other methods than the default, as any cast.
  /// Written in place: a finding that is returned is copied, right after its parts were stored, which waits for all of them.
  template <class Asked, class... Trace>
  ABUT_INLINE void follow(Asked& asked, CastProof<D>& proof, CastFinding<D>& found, Trace&... trace) const {
    const double tolerance = double(options.tolerance);
    bool watched = true;
    if constexpr (may_be_untraced<Trace...>) watched = is_traced(trace...);
    if (watched || options.method != CastMethod::gjk) {
      found = cast_by(options.method, asked, set.first_direction(), tolerance, trace...);
    } else if (!is_clipped(asked, proof, found)) {
      found = cast_by(CastMethod::gjk, asked, first_direction(asked.course()), tolerance, trace...);
    }
  }

  /// By the sides that the shape knows of. True if that is the answer.
  template <class Asked>
  ABUT_INLINE bool is_clipped(Asked& asked, CastProof<D>& proof, CastFinding<D>& found) const {
    const V origin = widen(ray.origin);
    const auto sides = bounding_planes(core);
#if !defined(ABUT_SMALL)  // whose shapes have no planes: hulls are not among them
    if (!sides.planes.empty()) return RayHull<Asked, Core>(asked, proof, core, sides.planes, origin).run(found);
#endif
    RayClip<Set> clip(set, sides, enclosure(core), origin, proof);
    clip.clip();
    if (proof.missed() || (sides.is_box && clip.enters_box(found))) return true;
    V w[2];
    return !(proof.course().gap() > 0) && find_ends(w) && clip.crosses(asked, w, found);
  }

  ABUT_INLINE void describe(const CastProof<D>& proof, const CastFinding<D>& found, RayCast<T, D>& r) const {
    r.miss = proof.missed();
    r.hit = !r.miss && found.hit;
    r.status = r.hit || r.miss ? Status::converged : found.status;
    r.safe = r.miss ? options.limit : proof.course().template time_down<T>(proof.safe());
    if (!r.hit) return;
    r.t = proof.course().template time_up<T>(found.tau);
    if (r.t > largest<T>) {
      r = beyond_all_numbers<T, D>(r.safe, options.limit);
      return;
    }
    r.started_inside = !(proof.safe() > 0);
    r.normal = vec_cast<T>(-cast_normal(set, proof, found));
    set_point(proof.course().time(found.tau), r);
  }

  /// The last point in the shape: where a ray that comes back from beyond it enters. A ray without direction stays.
  void leave(RayCast<T, D>& r) const {
    const RelativeMotion<D> course(set, set.radii(), widen(ray.direction), infinity<double>, 0);
    if (!(course.speed() > 0)) return set_miss(r);
    if (!(course.size() > 0)) return;  // a point, which is left at once
    const double far = 2 * course.size() / course.speed();
    const ShiftedDifference<Set, PointOfA::moved> beyond(set, course.m() * far);
    const RelativeMotion<D> back(beyond, set.radii(), -widen(ray.direction), infinity<double>, 0);
    CastProof<D> proof(back, {beyond.support_error(), beyond.point_error()});
    CastUntraced<D> nobody;
    const DifferenceRef<D> any(beyond);
    CastSet<DifferenceRef<D>, D, CastUntraced<D>> asked(any, proof, nobody, options.max_iterations);
    const CastFinding<D> found = ConservativeAdvancement(asked, double(options.tolerance)).finding();
    r.iterations += asked.iterations();
    if (!found.hit) {
      r.hit = false;
      r.status = proof.missed() ? Status::inconclusive : found.status;
      return;
    }
    const double tau = found.tau < far ? far - found.tau : 0;
    const double last = options.limit < largest<T> ? double(options.limit) : double(largest<T>);
    if (course.time(tau) > last) return set_miss(r);
    r.t = course.template time_up<T>(tau);
    r.normal = vec_cast<T>(-cast_normal(beyond, proof, found));
    set_point(course.time(tau), r);
  }

  void set_miss(RayCast<T, D>& r) const {
    r.hit = false;
    r.miss = true;
    r.safe = options.limit;
  }

 private:
  void set_point(double t, RayCast<T, D>& r) const {
    r.point = narrow_within_range<T>(widen(ray.origin) + widen(ray.direction) * t);
  }

  /// Where the core is a point or a segment and has a radius, what the contact will be along.
  V first_direction(const RelativeMotion<D>& course) const {
    V w[2];
    if (course.gap() > 0 && find_ends(w)) {
      const V d = contact_direction(w, course.m(), course.gap());
      if (d != V{}) return d;
    }
    return set.first_direction();
  }

  /// Whether the core is a point or a segment: its ends, as B - A has them.
  bool find_ends(V (&w)[2]) const {
    DifferencePoint<D> first, second, third;
    if (!set.find(0, 0, first) || set.find(0, 2, third)) return false;
    w[0] = first.w;
    w[1] = set.find(0, 1, second) ? second.w : first.w;
    return true;
  }
};

template <class Set, class Core, Scalar T, int D, class... Trace>
RayCast<T, D> solve_ray(const Set& set, const Core& core, const Ray<T, D>& ray, const RayCastOptions<T>& options,
                        Trace&... trace) {
  RayCast<T, D> r;  // the only one: see follow()
  if (!set.is_valid() || !is_valid(options) || !is_finite(ray.direction)) return r;
  const RelativeMotion<D> course(set, set.radii(), widen(ray.direction), double(options.limit), 0);
  r.status = Status::inconclusive;
  if (!course.is_valid()) return r;
  CastProof<D> proof(course, {set.support_error(), set.point_error()});
  auto watch = cast_watch<D>(set.scaled(1.0), trace...);
  CastSet<Set, D, decltype(watch)> asked(set, proof, watch, options.max_iterations);
  const RayProblem<Set, Core> problem{set, core, ray, options};
  CastFinding<D> found;
  problem.follow(asked, proof, found, trace...);
  r.status = found.status;
  if (found.status == Status::invalid_argument) return r;  // a support point that is not finite
  problem.describe(proof, found, r);
  r.iterations = asked.iterations();
  if (!r.started_inside || options.inside == InsidePolicy::hit) return r;
  if (options.inside == InsidePolicy::leave) {
    problem.leave(r);
  } else {
    problem.set_miss(r);
  }
  return r;
}

template <Scalar T, int D, Shape S, class... Trace>
ABUT_COLD RayCast<T, D> solve_ray_rescaled(const Ray<T, D>& ray, const S& shape, const RayCastOptions<T>& options,
                                           Trace&... trace) {
  const Point<T, D> origin{ray.origin};
  return solve_ray(Difference<Point<T, D>, S, true>(origin, shape), Operand<S>(shape).core, ray, options, trace...);
}

/// The rest of space: what is left where a half-space ends.
template <Scalar T, int D>
HalfSpace<T, D> complement(const HalfSpace<T, D>& h) {
  return {.normal = -h.normal, .offset = -h.offset};
}
template <Scalar T, int D>
PlacedHalfSpace<T, D> complement(const PlacedHalfSpace<T, D>& h) {
  return {complement(h.half_space), h.pose};
}

/// `origin`: where the ray begins, as a shape.
template <Scalar T, int D, Shape S, AnyHalfSpace H>
RayCast<T, D> ray_at_half_space(const Ray<T, D>& ray, const S& origin, const H& half_space,
                                const RayCastOptions<T>& options) {
  if (!is_valid(options)) return {};
  const auto way = widen(ray.direction);
  const auto s = cast_at_half_space(half_space, origin, {Vec<double, D>{} - way, way},
                                    ShapeCastOptions<T, D>{.limit = options.limit});
  if (s.status == Status::invalid_argument) return {};
  if (s.hit && s.fraction > largest<T>) return beyond_all_numbers<T, D>(s.safe, options.limit);
  RayCast<T, D> r{.status = s.status, .hit = s.hit, .miss = s.miss, .t = s.fraction, .safe = s.safe};
  r.iterations = s.iterations;
  r.normal = s.normal;
  r.point = s.point_b;
  r.started_inside = s.started_in_contact;
  if (!r.started_inside || options.inside == InsidePolicy::hit) return r;
  if (options.inside == InsidePolicy::leave) {
    auto out = ray_at_half_space(ray, origin, complement(half_space), RayCastOptions<T>{.limit = options.limit});
    out.normal = -out.normal;
    out.started_inside = true;
    out.safe = out.miss ? out.safe : T(0);
    return out;
  }
  r.hit = false;
  r.miss = true;
  r.safe = options.limit;
  return r;
}

}  // namespace detail

/// Where a ray enters a shape of the same dimension and scalar, placed or not. The trace, see trace.hpp, may be left out.
template <Scalar T, int D, Shape S, class... Trace>
[[nodiscard]] RayCast<T, D> ray_cast(const Ray<T, D>& ray, const S& shape,
                                     const std::type_identity_t<RayCastOptions<T>>& options = {}, Trace&&... trace) {
  static_assert(sizeof...(Trace) <= 1, "abut: a query takes one trace");
  static_assert(dimension_of<S> == D, "abut: one of ray and shape lives in the plane, the other in space");
  static_assert(std::same_as<ScalarOf<S>, T>, "abut: one of ray and shape is in float, the other in double");
  const Point<T, D> origin{ray.origin};
  const detail::Difference<Point<T, D>, S, false> difference(origin, shape);
  if constexpr (std::same_as<T, double>) {
    if (!difference.needs_no_scaling()) return detail::solve_ray_rescaled(ray, shape, options, trace...);
  }
  return detail::solve_ray(difference, detail::Operand<S>(shape).core, ray, options, trace...);
}

/// Where a ray enters a half-space.
template <Scalar T, int D, detail::AnyHalfSpace H, class... Trace>
[[nodiscard]] RayCast<T, D> ray_cast(const Ray<T, D>& ray, const H& half_space,
                                     const std::type_identity_t<RayCastOptions<T>>& options = {}, Trace&&...) {
  return detail::ray_at_half_space(ray, Point<T, D>{ray.origin}, half_space, options);
}

}  // namespace abut
