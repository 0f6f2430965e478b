/// The queries about motion for one scalar and dimension, which the table of moving_table.hpp points to.
#pragma once

#include "moving_table.hpp"
#include "options.hpp"
#include "read_cast.hpp"

#include "operand/operand_pair.hpp"
#include "operand/wide_ref.hpp"

#include <abut/abut.hpp>
#include <abut/time_of_impact.hpp>

#include <cstddef>
#include <utility>

namespace abut::c_api {

template <Scalar T, int D>
void write(const TimeOfImpact<T, D>& r, abut_answer& out) {
  write_motion(r, out);
  write(r.point_a, out.point_a);
  write(r.point_b, out.point_b);
  out.safe_separation = double(r.safe_separation);
  out.hit_separation = double(r.hit_separation);
  out.target_tolerance = double(r.target_tolerance);
}

template <Scalar T, int D>
struct MovingQueries {
  /// Calls f with the shape or half-space, placed or not.
  template <class F>
  static void ask(const Operand<T, D>& shape, F f) {
    if (shape.is_half_space()) {
      shape.has_pose() ? f(shape.placed_half_space()) : f(shape.half_space());
    } else {
      shape.has_pose() ? f(shape.placed()) : f(shape.shape());
    }
  }

  static Fault ray_cast(const CastQuery& q, abut_answer& answer) {
    Ray<T, D> ray;
    if (const Fault fault = read_ray(q, ray)) return fault;
    const Operand<T, D> shape(*q.b, 'a');
    if (shape.fault()) return shape.fault();
    const auto options = ray_cast_options<T, D>(q.options);
    const Point<T, D> origin{ray.origin};
    const ShapeRef<T, D> ref(origin);  // shape casts at half-spaces compile the same instance
    ask(shape, [&]<class S>(const S& s) {
      if constexpr (Shape<S>) {
        write(cast(ray, s, options, q.trace), answer);
      } else {
        write(detail::ray_at_half_space(ray, ref, s, options), answer);
      }
    });
    return finish(answer);
  }

  static Fault shape_cast(const CastQuery& q, abut_answer& answer) {
    const OperandPair<T, D> pair(*q.a, *q.b);
    if (const Fault fault = pair.fault()) return fault;
    Vec<T, D> translation, translation_b;
    if (const Fault fault = read_translations(q, translation, translation_b)) return fault;
    if (const Fault fault = lengths_fault<T, D>(q.options)) return fault;
    CacheOf<D> cache(q.options.cache);
    auto options = shape_cast_options<T, D>(q.options, translation_b);
    options.cache = cache.get();
    pair.ask([&](const auto& a, const auto& b) { write(cast(q, a, translation, b, options), answer); });
    return finish(answer);
  }

  static Fault depth_along(const CastQuery& q, abut_answer& answer) {
    const OperandPair<T, D> pair(*q.a, *q.b);
    if (const Fault fault = pair.fault()) return fault;
    Vec<T, D> direction;
    if (const Fault fault = read_direction(q, direction)) return fault;
    const auto options = depth_along_options<T, D>(q.options);
    const auto depth = [&](const auto& a, const auto& b, auto... trace) {
      return abut::depth_along(a, b, direction, options, trace...);
    };
    pair.ask([&]<class A, class B>(const A& a, const B& b) {
      if constexpr (Shape<A> && Shape<B>) {
        if (q.trace != nullptr) return write(depth(a, b, TraceWriter{q.trace}), answer);
      }
      write(untraced(depth, a, b), answer);
    });
    return finish(answer);
  }

  /// abut::time_of_impact, with both scalars behind WideRef, so that its search is compiled once for both.
  static Fault time_of_impact(const ImpactQuery& q, abut_answer& answer) {
    const OperandPair<T, D> pair(*q.a, *q.b);
    const auto& [a, b] = pair;
    if (const Fault fault = pair.fault()) return fault;
    Motion<double, D> motion_a, motion_b;
    if (const Fault fault = read(a, q.motion_a, 'a', motion_a)) return fault;
    if (const Fault fault = read(b, q.motion_b, 'b', motion_b)) return fault;
    if (const Fault fault = lengths_fault<T, D>(q.options)) return fault;
    if (q.options.max_t > 1) return {.error = ABUT_BAD_OPTIONS, .where = 'o'};
    const auto options = impact_options(q.options);
    if (a.is_half_space()) {
      write(half_space_impact(a, motion_a, b, motion_b, options, q.trace), answer);
    } else if (b.is_half_space()) {
      write(swapped(half_space_impact(b, motion_b, a, motion_a, options, q.trace), q.trace), answer);
    } else {
      const WideRef<D> wide_a(a.shape()), wide_b(b.shape());
      detail::MovingPair moving(wide_a, motion_a, wide_b, motion_b);
      TraceWriter trace{q.trace};
      write(detail::solve_impact<T>(moving, options, detail::trace_from(trace)), answer);
    }
    return finish(answer);
  }

  static Fault pose_at(const abut_motion& given, double t, double* position, double* rotation) {
    Motion<double, D> motion;
    if (const Fault fault = read(given, 'm', motion)) return fault;
    if (!(t >= 0 && t <= 1)) return {.error = ABUT_BAD_OPTIONS, .where = 'm'};
    const Pose<double, D> pose = abut::pose_at(motion, t);
    for (int i = 0; i < 3; ++i) position[i] = i < D ? pose.p[i] : 0;
    if constexpr (D == 2) {
      rotation[0] = pose.q.c;
      rotation[1] = pose.q.s;
      rotation[2] = rotation[3] = 0;
    } else {
      rotation[0] = pose.q.w;
      rotation[1] = pose.q.x;
      rotation[2] = pose.q.y;
      rotation[3] = pose.q.z;
    }
    return {};
  }

 private:
  static TimeOfImpactOptions<T, D> impact_options(const abut_options& o) {
    const TimeOfImpactOptions<T, D> standard;
    return {.max_t = chosen<T>(o.max_t, standard.max_t),
            .target = static_cast<T>(o.target),
            .target_tolerance = chosen<T>(o.target_tolerance, standard.target_tolerance),
            .method = static_cast<TimeOfImpactMethod>(o.method),
            .max_iterations = chosen(o.max_iterations, standard.max_iterations)};
  }

  /// With the half-space as A.
  static TimeOfImpact<T, D> half_space_impact(const Operand<T, D>& a, const Motion<double, D>& motion_a,
                                              const Operand<T, D>& b, const Motion<double, D>& motion_b,
                                              const TimeOfImpactOptions<T, D>& options, abut_trace* steps) {
    const HalfSpace<double, D> half_space{detail::widen(a.half_space().normal), double(a.half_space().offset)};
    const WideRef<D> shape(b.shape());
    detail::HalfSpacePair<WideRef<D>> pair(half_space, motion_a, shape, motion_b);
    TraceWriter trace{steps};
    return detail::solve_impact<T>(pair, options, detail::trace_from(trace));
  }

  /// The same with the half-space as B. The steps are swapped after they are written: a trace that swaps them would be
  /// another instance of the search.
  static TimeOfImpact<T, D> swapped(TimeOfImpact<T, D> r, abut_trace* steps) {
    std::swap(r.point_a, r.point_b);
    if (r.hit) r.normal = -r.normal;
    for (std::size_t i = 0; steps != nullptr && i < steps->count && i < steps->capacity; ++i)
      swap_sides(steps->steps[i]);
    return r;
  }

  template <class S>
  static RayCast<T, D> cast(const Ray<T, D>& ray, const S& shape, const RayCastOptions<T, D>& options,
                            abut_trace* trace) {
#if !defined(ABUT_SMALL)
    if (trace == nullptr) return abut::ray_cast(ray, shape, options);
#endif
    return abut::ray_cast(ray, shape, options, TraceWriter{trace});
  }

  template <class A, class B>
  static ShapeCast<T, D> cast(const CastQuery& q, const A& a, const Vec<T, D>& translation, const B& b,
                              const ShapeCastOptions<T, D>& options) {
#if !defined(ABUT_SMALL)
    if (q.trace == nullptr) return abut::shape_cast(a, translation, b, options);
#endif
    return abut::shape_cast(a, translation, b, options, TraceWriter{q.trace});
  }

  /// Reads a motion, in double in every space.
  static Fault read(const abut_motion& given, std::int32_t where, Motion<double, D>& m) {
    const auto vector = [](const double(&x)[3]) {
      Vec<double, D> v;
      for (int i = 0; i < D; ++i) v[i] = x[i];
      return v;
    };
    Reader<double, D> read(given.rotation, where);
    m.start = {vector(given.position), rotation_of(read, given.rotation)};
    m.center = vector(given.center);
    m.velocity = vector(given.velocity);
    m.angle = given.angle;
    if constexpr (D == 3) m.axis = vector(given.axis);
    if (is_valid(m)) return {};
    const bool finite = is_finite(m.start.p) && is_finite(m.center) && is_finite(m.velocity) && is_finite(m.angle) &&
                        is_finite(vector(given.axis));
    return {.error = finite ? ABUT_ZERO_ROTATION : ABUT_NOT_FINITE, .where = where};
  }

  /// Reads the motion of an operand; without one it rests at its pose.
  static Fault read(const Operand<T, D>& shape, const abut_motion* given, std::int32_t where, Motion<double, D>& m) {
    if (given == nullptr) {
      m.start = detail::widen(shape.pose());
      return {};
    }
    if (shape.has_pose()) return {.error = ABUT_TWO_PLACES, .where = where};
    return read(*given, where, m);
  }
};

template <Scalar T, int D>
constexpr MovingTable moving_table() {
  using V = MovingQueries<T, D>;
  return {V::depth_along, V::ray_cast, V::shape_cast, V::time_of_impact, V::pose_at};
}

}  // namespace abut::c_api
