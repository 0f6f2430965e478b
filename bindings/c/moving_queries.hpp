/// The queries about motion for one scalar and dimension, which the table of moving_table.hpp points to.
#pragma once

#include "moving_table.hpp"
#include "operand_pair.hpp"
#include "wide_ref.hpp"

#include <abut/abut.hpp>
#include <abut/time_of_impact.hpp>

namespace abut::c_api {

/// A hit and a miss are each proven; `meet` is -1 if neither is.
template <class R>
void write_verdict(const R& r, bool miss, abut_answer& out) {
  out.status = static_cast<std::int32_t>(r.status);
  out.iterations = r.iterations;
  out.meet = r.hit ? 1 : miss ? 0 : -1;
  out.lower = double(r.t_safe);
  write(r.normal, out.normal);
}

inline void write_time(bool hit, double t, abut_answer& out) { out.value = out.upper = hit ? t : infinity<double>; }

template <Scalar T, int D>
void write(const RayCast<T, D>& r, abut_answer& out) {
  write_verdict(r, r.miss, out);
  write_time(r.hit, double(r.t), out);
  write(r.point, out.point_a);
  write(r.point, out.point_b);
  out.start = r.start != StartState::separated ? 1 : 0;
}

template <Scalar T, int D>
void write(const ShapeCast<T, D>& r, abut_answer& out) {
  write_verdict(r, r.miss, out);
  write_time(r.hit, double(r.t), out);
  write(r.point_a, out.point_a);
  write(r.point_b, out.point_b);
  out.start = r.start != StartState::separated ? 1 : 0;
  out.depth = double(r.depth);
}

template <Scalar T, int D>
void write(const TimeOfImpact<T, D>& r, abut_answer& out) {
  write_verdict(r, r.status == Status::converged, out);
  write_time(r.hit, double(r.t), out);
  write(r.point_a, out.point_a);
  write(r.point_b, out.point_b);
  out.start = static_cast<std::int32_t>(r.start);
  out.gap_lower = double(r.safe_separation);
  out.gap_upper = double(r.hit_separation);
  out.tolerance = double(r.target_tolerance);
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
    Reader<T, D> from(q.origin, 'q'), along(q.motion_a, 'q');
    const Ray<T, D> ray{from.vector(), along.vector()};
    if (from.fault()) return from.fault();
    if (along.fault()) return along.fault();
    const Operand<T, D> shape(*q.b, 'a');
    if (shape.fault()) return shape.fault();
    const RayCastOptions<T, D> standard;
    const RayCastOptions<T, D> options{.max_t = chosen<T>(q.options.limit, standard.max_t),
                                       .at_start = static_cast<InsidePolicy>(q.options.start),
                                       .method = static_cast<CastMethod>(q.options.method),
                                       .tolerance = chosen<T>(q.options.tolerance, standard.tolerance),
                                       .max_iterations = chosen(q.options.max_iterations, standard.max_iterations)};
    const Point<T, D> origin{ray.origin};
    const ShapeRef<T, D> ref(origin);  // shape casts at half-spaces compile the same instance
    ask(shape, [&]<class S>(const S& s) {
      if constexpr (Shape<S>) {
        write(cast(ray, s, options, q.trace), answer);
      } else {
        write(detail::ray_at_half_space(ray, ref, s, options), answer);
      }
    });
    return finish(answer, false);
  }

  static Fault shape_cast(const CastQuery& q, abut_answer& answer) {
    const OperandPair<T, D> pair(*q.a, *q.b);
    const auto& [a, b, swapped] = pair;
    if (const Fault fault = pair.fault()) return fault;
    const double rest[3] = {};
    Reader<T, D> read_a(q.motion_a, 'm'), read_b(q.motion_b != nullptr ? q.motion_b : rest, 'm');
    const Vec<T, D> motion = read_a.vector(), motion_b = read_b.vector();
    if (read_a.fault()) return read_a.fault();
    if (read_b.fault()) return read_b.fault();
#if defined(ABUT_SMALL)
    if (q.options.start != 0) return {.error = ABUT_BAD_OPTIONS, .where = 'o'};
#endif
    if (const Fault fault = lengths_fault(q.options)) return fault;
    const auto options = shape_cast_options(q.options, motion_b);
    if (!a.is_half_space()) {
      const auto ask = [&](const auto& x, const auto& y) { write(cast(q, x, motion, y, options), answer); };
      pair.is_placed() ? ask(a.placed(), b.placed()) : ask(a.shape(), b.shape());
      return finish(answer, false);
    }
    const bool shape_moves = swapped;
    const auto ask = [&](const auto& h, const auto& s) {
      write(shape_moves ? abut::shape_cast(s, motion, h, options) : abut::shape_cast(h, motion, s, options), answer);
    };
    pair.is_placed() ? ask(a.placed_half_space(), b.placed()) : ask(a.half_space(), b.shape());
    return finish(answer, false);
  }

  /// abut::time_of_impact, with both scalars behind WideRef, so that its search is compiled once for both.
  static Fault time_of_impact(const ImpactQuery& q, abut_answer& answer) {
    const Operand<T, D> a(*q.a, 'a'), b(*q.b, 'b');
    Motion<double, D> motion_a, motion_b;
    if (const Fault fault = read(a, q.motion_a, 'a', motion_a)) return fault;
    if (const Fault fault = read(b, q.motion_b, 'b', motion_b)) return fault;
    if (const Fault fault = lengths_fault(q.options)) return fault;
    const TimeOfImpactOptions<T, D> standard;
    const TimeOfImpactOptions<T, D> options{
        .target = static_cast<T>(q.options.target),
        .target_tolerance = chosen<T>(q.options.tolerance, standard.target_tolerance),
        .method = static_cast<TimeOfImpactMethod>(q.options.method),
        .max_iterations = chosen(q.options.max_iterations, standard.max_iterations)};
    const WideRef<D> wide_a(a.shape()), wide_b(b.shape());
    detail::MovingPair pair(wide_a, motion_a, wide_b, motion_b);
    TraceWriter trace{q.trace};
    write(detail::solve_impact<T>(pair, options, detail::trace_from(trace)), answer);
    return finish(answer, false);
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
  /// The fault of lengths that are infinite as float.
  static Fault lengths_fault(const abut_options& o) {
    Reader<T, D> read(nullptr, 'o');
    read.rounded(o.target, -1);
    read.rounded(o.tolerance, -1);
    return read.fault();
  }

  static ShapeCastOptions<T, D> shape_cast_options(const abut_options& o, const Vec<T, D>& motion_b) {
    const ShapeCastOptions<T, D> standard;
    return {.target = static_cast<T>(o.target),
            .translation_b = motion_b,
            .max_t = chosen<T>(o.limit, standard.max_t),
            .method = static_cast<CastMethod>(o.method),
            .at_start = static_cast<StartPolicy>(o.start),
            .tolerance = chosen<T>(o.tolerance, standard.tolerance),
            .max_iterations = chosen(o.max_iterations, standard.max_iterations)};
  }

  template <class S>
  static RayCast<T, D> cast(const Ray<T, D>& ray, const S& shape, const RayCastOptions<T, D>& options,
                            abut_trace* trace) {
#if !defined(ABUT_SMALL)
    if (trace == nullptr) return abut::ray_cast(ray, shape, options);
#endif
    return abut::ray_cast(ray, shape, options, TraceWriter{trace});
  }

  /// abut::shape_cast. A small module (ABUT_SMALL) leaves out the code for the other policies for the start.
  template <class A, class B>
  static ShapeCast<T, D> cast(const CastQuery& q, const A& a, const Vec<T, D>& motion, const B& b,
                              const ShapeCastOptions<T, D>& options) {
#if defined(ABUT_SMALL)
    TraceWriter writer{q.trace};
    const auto trace = detail::trace_from(writer);  // of the type that ray_cast() passes on: each method compiled once
    const detail::Translations<D> translations(widen(motion), widen(options.translation_b));
    return detail::with_difference<detail::ShapeCastMethod>(a, b, translations, options, trace);
#else
    if (q.trace != nullptr) return abut::shape_cast(a, motion, b, options, TraceWriter{q.trace});
    return abut::shape_cast(a, motion, b, options);
#endif
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
    m.angle = given.turn;
    if constexpr (D == 3) m.axis = vector(given.axis);
    if (is_valid(m)) return {};
    const bool finite = is_finite(m.start.p) && is_finite(m.center) && is_finite(m.velocity) && is_finite(m.angle) &&
                        is_finite(vector(given.axis));
    return {.error = finite ? ABUT_ZERO_ROTATION : ABUT_NOT_FINITE, .where = where};
  }

  /// Reads the motion of an operand; without one it rests at its pose.
  static Fault read(const Operand<T, D>& shape, const abut_motion* given, std::int32_t where, Motion<double, D>& m) {
    if (shape.fault()) return shape.fault();
    if (shape.is_half_space()) return {.error = ABUT_TAKES_NO_HALF_SPACE, .where = where};
    if (given == nullptr) {
      m.start = detail::widen(shape.placed().pose);
      return {};
    }
    if (shape.has_pose()) return {.error = ABUT_TWO_PLACES, .where = where};
    return read(*given, where, m);
  }
};

template <Scalar T, int D>
constexpr MovingTable moving_table() {
  using V = MovingQueries<T, D>;
  return {V::ray_cast, V::shape_cast, V::time_of_impact, V::pose_at};
}

}  // namespace abut::c_api
