/// How the cast of a ray at a shape is found. The shape is examined here and nowhere else.
///
/// The ray is first clipped to a bounding box or bounding sphere of the shape. Boxes, balls, capsules, segments and
/// hulls of up to 512 faces have a closed form. The method that the options name answers all other casts and all traced
/// ones, as for any shape cast.
#pragma once

#include <abut/detail/cast/ray_clip.hpp>
#include <abut/detail/cast/ray_hull.hpp>
#include <abut/detail/cast/ray_polygon.hpp>
#include <abut/detail/cast/shape_cast_dispatch.hpp>
#include <abut/detail/minkowski/shifted_difference.hpp>
#include <abut/ray_cast.hpp>

namespace abut::detail {

template <Scalar T, int D>
bool is_valid(const RayCastOptions<T, D>& o) {
  return o.max_t >= 0 && o.tolerance >= 0 && is_finite(o.tolerance) && o.max_iterations > 0;
}

/// The answer where the direction is so short that the time of the hit overflows T.
template <Scalar T, int D>
RayCast<T, D> beyond_all_numbers(T t_safe, T max_t) {
  RayCast<T, D> r;
  r.miss = t_safe >= largest<T>;
  r.status = r.miss ? Status::converged : Status::inconclusive;
  r.t_safe = r.miss ? max_t : t_safe;
  return r;
}

/// A ray and a shape, with their difference.
template <class Set>
struct RayProblem {
  static constexpr int D = Set::D;
  using T = typename Set::T;
  using V = Vec<double, D>;

  const Set& set;
  const Ray<T, D>& ray;
  const RayCastOptions<T, D>& options;

  /// Clips the ray, then tries the closed form if there is one, then casts as shape_cast() does. Traced casts, and
  /// casts by a method other than the default, go to the last step at once. The finding is written in place: a returned
  /// one would be copied right after its parts are stored, and the copy would stall on those stores.
  template <class Query, class Trace>
  ABUT_INLINE void follow(Query& query, CastProof<D>& proof, CastFinding<D>& found, Trace trace) const {
    const double tolerance = double(options.tolerance);
    if constexpr (OptionalTrace<Trace>) {
      if (!is_tracing(trace) && options.method == CastMethod::gjk) {
        if (is_clipped(query, proof, found)) return;
        found = cast_by(CastMethod::gjk, query, first_direction(query.motion()), tolerance, trace);
        return;
      }
    }
    found = cast_by(options.method, query, set.first_direction(), tolerance, trace);
  }

  /// Clips the ray to the bounding planes that the shape stores. Returns true if that decides.
  template <class Query>
  ABUT_INLINE bool is_clipped(Query& query, CastProof<D>& proof, CastFinding<D>& found) const {
    const V origin = widen(ray.origin);
    const auto& core = set.core_b();
    const auto sides = bounding_planes(core);
    if (!sides.planes.empty()) return RayHull(query, proof, core, sides.planes, origin).run(found);
    RayClip<Set> clip(set, sides, enclosure(core), origin, proof);
    clip.clip();
    if (proof.missed() || (sides.is_box && clip.enters_box(found))) return true;
    V w[2];
    return !(proof.motion().gap() > 0) && find_ends(w) && clip.crosses(query, w, found);
  }

  ABUT_INLINE void describe(const CastProof<D>& proof, const CastFinding<D>& found, RayCast<T, D>& r) const {
    r.miss = proof.missed();
    r.hit = !r.miss && found.hit;
    r.status = r.hit || r.miss ? Status::converged : found.status;
    r.t_safe = r.miss ? options.max_t : proof.motion().template time_down<T>(proof.safe());
    if (!r.hit) return;
    r.t = proof.motion().template time_up<T>(found.tau);
    if (r.t > largest<T>) {
      r = beyond_all_numbers<T, D>(r.t_safe, options.max_t);
      return;
    }
    r.start = proof.safe() > 0 ? StartState::separated : StartState::overlapping;
    r.normal = vec_cast<T>(-cast_normal(set, proof, found));
    set_point(proof.motion().time(found.tau), r);
  }

  /// Finds the last point in the shape: the one where the reversed ray, cast from beyond the shape, enters it. A ray of
  /// direction zero never exits.
  void leave(RayCast<T, D>& r) const {
    const RelativeMotion<D> motion(set, set.radii(), widen(ray.direction), infinity<double>, 0);
    if (!(motion.speed() > 0)) return set_miss(r);
    if (!(motion.size() > 0)) return;  // the ray exits a point at once
    const double far = 2 * motion.size() / motion.speed();
    const ShiftedDifference<Set, PointOfA::moved> beyond(set, motion.m() * far);
    const RelativeMotion<D> back(beyond, set.radii(), -widen(ray.direction), infinity<double>, 0);
    CastProof<D> proof(back, {beyond.support_error(), beyond.point_error()});
    NoTrace none;
    const DifferenceRef<D> any(beyond);
    CastQuery<DifferenceRef<D>, D, NoTrace> query(any, proof, none, options.max_iterations);
    const CastFinding<D> found = ConservativeAdvancement(query, double(options.tolerance), none).finding();
    r.iterations += query.iterations();
    if (!found.hit) {
      r.hit = false;
      r.status = proof.missed() ? Status::inconclusive : found.status;
      return;
    }
    const double tau = found.tau < far ? far - found.tau : 0;
    const double last = options.max_t < largest<T> ? double(options.max_t) : double(largest<T>);
    if (motion.time(tau) > last) return set_miss(r);
    r.t = motion.template time_up<T>(tau);
    r.normal = vec_cast<T>(-cast_normal(beyond, proof, found));
    set_point(motion.time(tau), r);
  }

  void set_miss(RayCast<T, D>& r) const {
    r.hit = false;
    r.miss = true;
    r.t_safe = options.max_t;
  }

 private:
  void set_point(double t, RayCast<T, D>& r) const {
    r.point = narrow_within_range<T>(widen(ray.origin) + widen(ray.direction) * t);
  }

  /// The direction in which the search starts. If the core is a point or a segment and has a radius, it is the normal
  /// of the contact.
  V first_direction(const RelativeMotion<D>& motion) const {
    V w[2];
    if (motion.gap() > 0 && find_ends(w)) {
      const V d = contact_direction(w, motion.m(), motion.gap());
      if (d != V{}) return d;
    }
    return set.first_direction();
  }

  /// Returns whether the core is a point or a segment, and writes its end points in B - A.
  bool find_ends(V (&w)[2]) const {
    DifferencePoint<D> first, second, third;
    if (!set.find(0, 0, first) || set.find(0, 2, third)) return false;
    w[0] = first.w;
    w[1] = set.find(0, 1, second) ? second.w : first.w;
    return true;
  }
};

struct RayCastMethod {
  template <class Set, Scalar T, int D, class Trace>
  static RayCast<T, D> run(const Set& set, const Ray<T, D>& ray, const RayCastOptions<T, D>& options, Trace trace) {
    RayCast<T, D> r;  // filled in place: see follow()
    if (!set.is_valid() || !is_valid(options) || !is_finite(ray.direction)) return r;
    const RelativeMotion<D> motion(set, set.radii(), widen(ray.direction), double(options.max_t), 0);
    r.status = Status::inconclusive;
    if (!motion.is_valid()) return r;
    CastProof<D> proof(motion, {set.support_error(), set.point_error()});
    auto recorder = cast_recorder<D>(set.scaled(1.0), trace);
    CastQuery<Set, D, decltype(recorder)> query(set, proof, recorder, options.max_iterations);
    const RayProblem<Set> problem{set, ray, options};
    CastFinding<D> found;
    problem.follow(query, proof, found, trace);
    r.status = found.status;
    if (found.status == Status::invalid_argument) return r;  // a support point that is not finite
    problem.describe(proof, found, r);
    r.iterations = query.iterations();
    if (r.start == StartState::separated || options.at_start == InsidePolicy::hit) return r;
    if (options.at_start == InsidePolicy::leave) {
      problem.leave(r);
    } else {
      problem.set_miss(r);
    }
    return r;
  }
};

template <Scalar T, int D, Shape S, class Trace>
RayCast<T, D> ray_cast_in_place(const Ray<T, D>& ray, const S& shape, const RayCastOptions<T, D>& options,
                                Trace trace) {
  if constexpr (may_be_ring<typename CoreAndPose<S>::Core> && OptionalTrace<Trace>) {
    RayCast<T, D> r;
    const bool may_decide = !is_tracing(trace) && options.method == CastMethod::gjk && is_valid(options);
    if (may_decide && ray_at_polygon(ray, shape, options, r)) return r;
  }
  const Point<T, D> origin{ray.origin};
  return with_difference<RayCastMethod>(origin, shape, ray, options, trace);
}

/// The query of a type-erased shape, which is compiled once.
template <class T, int D>
RayCast<T, D> ray_cast_at_ref(const Ray<T, D>& ray, const RefOperand<T, D>& shape,
                              const RayCastOptions<T, D>& options) {
  return with_shape(shape, [&](const auto& s) { return ray_cast_in_place(ray, s, options, NoTrace{}); });
}

#define ABUT_RAY_CAST_QUERIES(WORDS, T, D) \
  WORDS RayCast<T, D> ray_cast_at_ref(const Ray<T, D>&, const RefOperand<T, D>&, const RayCastOptions<T, D>&);
ABUT_DECLARE_FOR_SPACES(ABUT_RAY_CAST_QUERIES)

template <Scalar T, int D, Shape S, class Trace>
RayCast<T, D> find_ray_cast(const Ray<T, D>& ray, const S& shape, const RayCastOptions<T, D>& options, Trace trace) {
  if constexpr (is_compiled<S, S, Trace>) {
    return ray_cast_at_ref(ray, ref_operand(shape), options);
  } else {
    return ray_cast_in_place(ray, shape, options, trace);
  }
}

/// The complement of a half-space.
template <Scalar T, int D>
HalfSpace<T, D> complement(const HalfSpace<T, D>& h) {
  return {.normal = -h.normal, .offset = -h.offset};
}
template <Scalar T, int D>
PlacedHalfSpace<T, D> complement(const PlacedHalfSpace<T, D>& h) {
  return {complement(h.half_space), h.pose};
}

/// `origin` is the origin of the ray, as a shape.
template <Scalar T, int D, Shape S, AnyHalfSpace H>
RayCast<T, D> ray_at_half_space(const Ray<T, D>& ray, const S& origin, const H& half_space,
                                const RayCastOptions<T, D>& options) {
  if (!is_valid(options)) return {};
  const auto s = cast_at_half_space(half_space, origin, {Vec<double, D>{}, widen(ray.direction)},
                                    ShapeCastOptions<T, D>{.max_t = options.max_t});
  if (s.status == Status::invalid_argument) return {};
  if (s.hit && s.t > largest<T>) return beyond_all_numbers<T, D>(s.t_safe, options.max_t);
  RayCast<T, D> r{.status = s.status, .hit = s.hit, .miss = s.miss, .t = s.t, .t_safe = s.t_safe};
  r.iterations = s.iterations;
  r.normal = s.normal;
  r.point = s.point_b;
  r.start = s.start;
  if (r.start == StartState::separated || options.at_start == InsidePolicy::hit) return r;
  if (options.at_start == InsidePolicy::leave) {
    auto out = ray_at_half_space(ray, origin, complement(half_space), RayCastOptions<T, D>{.max_t = options.max_t});
    out.normal = -out.normal;
    out.start = StartState::overlapping;
    out.t_safe = out.miss ? out.t_safe : T(0);
    return out;
  }
  r.hit = false;
  r.miss = true;
  r.t_safe = options.max_t;
  return r;
}

template <Scalar T, int D, AnyHalfSpace H, class Trace>
RayCast<T, D> find_ray_cast(const Ray<T, D>& ray, const H& half_space, const RayCastOptions<T, D>& options, Trace) {
  return ray_at_half_space(ray, Point<T, D>{ray.origin}, half_space, options);
}

}  // namespace abut::detail
