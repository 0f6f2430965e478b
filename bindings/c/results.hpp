/// Converts the results and steps of the library to those of the C API. Every number is widened to double, which is
/// exact.
#pragma once

#include <abut.h>
#include <abut/closest_point.hpp>
#include <abut/contact.hpp>
#include <abut/overlap.hpp>
#include <abut/penetration.hpp>
#include <abut/ray_cast.hpp>
#include <abut/separation.hpp>
#include <abut/separation_gradient.hpp>
#include <abut/shape_cast.hpp>
#include <abut/trace.hpp>

#include <utility>

namespace abut::c_api {

template <Scalar T, int D>
void write(const Vec<T, D>& v, double (&out)[3]) {
  out[2] = 0;
  for (int i = 0; i < D; ++i) out[i] = double(v[i]);
}

/// A vertex in an abut_step.
inline double to_number(VertexId id) { return id == no_vertex ? -1.0 : double(id); }

/// Status and iterations, which all results have.
template <class R>
void write_outcome(const R& r, abut_answer& out) {
  out.status = static_cast<std::int32_t>(r.status);
  out.iterations = r.iterations;
}

template <class R>
void write_bounds(const R& r, abut_answer& out) {
  write_outcome(r, out);
  out.lower = double(r.lower);
  out.upper = double(r.upper);
}

/// The closest or deepest points, and the features that they are combinations of.
template <class R>
void write_points(const R& r, abut_answer& out) {
  write(r.normal, out.normal);
  write(r.point_a, out.point_a);
  write(r.point_b, out.point_b);
  out.feature_count = r.feature_count;
  for (int i = 0; i < r.feature_count; ++i) {
    out.feature_a[i] = r.feature_a[i];
    out.feature_b[i] = r.feature_b[i];
  }
}

template <Scalar T, int D>
void write(const Distance<T, D>& r, abut_answer& out) {
  write_bounds(r, out);
  write_points(r, out);
  out.distance = double(r.distance);
}

template <Scalar T, int D>
void write(const Separation<T, D>& r, abut_answer& out) {
  write_bounds(r, out);
  write_points(r, out);
  out.separation = double(r.separation);
  out.unique_normal = r.unique_normal ? 1 : 0;
}

template <Scalar T, int D>
void write(const Penetration<T, D>& r, abut_answer& out) {
  write_bounds(r, out);
  write_points(r, out);
  out.depth = double(r.depth);
}

template <Scalar T, int D>
void write(const Overlap<T, D>& r, abut_answer& out) {
  write_bounds(r, out);
  write(r.axis, out.axis);
  write(r.point, out.point);
  out.overlap = r.overlap ? 1 : 0;
  out.apart = r.apart ? 1 : 0;
}

template <Scalar T, int D>
void write(const ClosestPoint<T, D>& r, abut_answer& out) {
  write_bounds(r, out);
  write(r.normal, out.normal);
  write(r.point, out.point);
  out.distance = double(r.distance);
  out.inside = r.inside ? 1 : 0;
}

template <Scalar T, int D>
void write(const Contact<T, D>& r, abut_answer& out) {
  write_bounds(r, out);
  write(r.normal, out.normal);
  out.separation = double(r.separation);
  out.count = r.count;
}

template <Scalar T, int D>
void write(const SeparationGradient<T, D>& r, abut_answer& out) {
  write(r.separation, out);
  out.unique = r.unique ? 1 : 0;
}

/// What all results about motion have. Without a hit there is no time of one.
template <class R>
void write_motion(const R& r, abut_answer& out) {
  write_outcome(r, out);
  out.hit = r.hit ? 1 : 0;
  out.miss = r.miss ? 1 : 0;
  out.start = static_cast<std::int32_t>(r.start);
  out.t = r.hit ? double(r.t) : detail::infinity<double>;
  out.t_safe = double(r.t_safe);
  write(r.normal, out.normal);
}

template <Scalar T, int D>
void write(const RayCast<T, D>& r, abut_answer& out) {
  write_motion(r, out);
  write(r.point, out.point);
}

template <Scalar T, int D>
void write(const ShapeCast<T, D>& r, abut_answer& out) {
  write_motion(r, out);
  write(r.point_a, out.point_a);
  write(r.point_b, out.point_b);
  out.depth = double(r.depth);
}

/// The rate of a rotation is a vector; in 2D only its third component is not 0.
template <Scalar T>
void write_rate(T rate, double (&out)[3]) {
  out[0] = out[1] = 0;
  out[2] = double(rate);
}
template <Scalar T>
void write_rate(const Vec<T, 3>& rate, double (&out)[3]) {
  write(rate, out);
}

template <Scalar T, int D>
abut_pose_gradient to_c(const PoseGradient<T, D>& g) {
  abut_pose_gradient r{};
  write(g.translation, r.translation);
  write_rate(g.rotation, r.rotation);
  return r;
}

template <Scalar T, int D>
abut_contact_point to_c(const ContactPoint<T, D>& p) {
  abut_contact_point r{};
  write(p.point_a, r.point_a);
  write(p.point_b, r.point_b);
  r.separation = double(p.separation);
  r.kind_a = static_cast<std::int32_t>(p.id_a.kind);
  r.kind_b = static_cast<std::int32_t>(p.id_b.kind);
  for (int i = 0; i < 3; ++i) {
    r.vertices_a[i] = p.id_a.vertices[i];
    r.vertices_b[i] = p.id_b.vertices[i];
  }
  return r;
}

/// The fields that all steps with a support call have.
template <class Step>
abut_step to_step(double event, const Step& s) {
  abut_step r{};
  r.event = event;
  r.iteration = s.iteration;
  r.stop = static_cast<double>(s.stop);
  r.id_a = to_number(s.id_a);
  r.id_b = to_number(s.id_b);
  r.lower = s.lower;
  write(s.direction, r.direction);
  write(s.support, r.support);
  return r;
}

template <int D>
abut_step to_c(const GjkStep<D>& s) {
  abut_step r = to_step(0, s);
  r.upper = s.upper;
  write(s.nearest, r.nearest);
  r.count = s.count;
  r.region = s.region;
  for (int i = 0; i < s.count; ++i) {
    r.weight[i] = s.weight[i];
    write(s.simplex[i], r.corner[i]);
  }
  return r;
}

template <int D>
abut_step to_c(const MprStep<D>& s) {
  abut_step r = to_step(1, s);
  r.upper = detail::infinity<double>;
  write(s.center, r.nearest);
  r.count = s.has_portal ? D : 0;
  for (int i = 0; s.has_portal && i < D; ++i) write(s.portal[i], r.corner[i]);
  return r;
}

template <int D>
abut_step to_c(const EpaStep<D>& s) {
  abut_step r = to_step(2, s);
  r.upper = s.upper;
  r.count = D;
  for (int i = 0; i < D; ++i) write(s.facet[i], r.corner[i]);
  return r;
}

template <int D>
abut_step to_c(const CastStep<D>& s) {
  abut_step r{};
  r.event = 3;
  r.iteration = s.iteration;
  r.id_a = to_number(s.id_a);
  r.id_b = to_number(s.id_b);
  r.t = s.t_safe;
  r.proof = s.missed ? 2 : s.moved ? 1 : 0;
  write(s.direction, r.direction);
  write(s.support, r.support);
  return r;
}

template <int D>
abut_step to_c(const ImpactStep<D>& s) {
  abut_step r{};
  r.event = 4;
  r.iteration = s.iteration;
  r.id_a = r.id_b = -1;
  r.lower = s.lower;
  r.upper = s.upper;
  r.t = s.t;
  r.advance = s.advance;
  r.proof = static_cast<double>(s.bound);
  if (s.iteration == 0) return r;
  write(s.normal, r.direction);
  r.count = 2;
  write(s.point_a, r.corner[0]);
  write(s.point_b, r.corner[1]);
  return r;
}

/// Exchanges a and b in a step of an impact. The first one may have no points.
inline void swap_sides(abut_step& step) {
  if (step.count == 0) return;
  for (double& x : step.direction) x = x == 0 ? 0 : -x;
  std::swap(step.corner[0], step.corner[1]);
}

/// A trace of the library that appends to an abut_trace, as far as there is room. A null trace: nothing is recorded.
struct TraceWriter {
  abut_trace* trace;

  bool is_tracing() const { return trace != nullptr; }

  template <class Step>
  void operator()(const Step& step) const {
    if (trace->count < trace->capacity) trace->steps[trace->count] = to_c(step);
    ++trace->count;
  }
};

}  // namespace abut::c_api
