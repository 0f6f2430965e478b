/// From the results and steps of the library to those of the C API: every number widened to double, which is exact.
#pragma once

#include <abut.h>

#include <abut/contact.hpp>
#include <abut/overlap.hpp>
#include <abut/penetration.hpp>
#include <abut/separation.hpp>
#include <abut/trace.hpp>

#include <utility>

namespace abut::c_api {

template <Scalar T, int D>
void tell(const Vec<T, D>& v, double (&out)[3]) {
  out[2] = 0;
  for (int i = 0; i < D; ++i) out[i] = double(v[i]);
}

inline double told(VertexId id) { return id == no_vertex ? -1.0 : double(id); }

/// What all results have.
template <class R>
void tell_common(const R& r, double value, abut_answer& out) {
  out.status = static_cast<std::int32_t>(r.status);
  out.iterations = r.iterations;
  out.value = value;
  out.lower = double(r.lower);
  out.upper = double(r.upper);
}

template <class R>
void tell_places(const R& r, abut_answer& out) {
  tell(r.normal, out.normal);
  tell(r.point_a, out.point_a);
  tell(r.point_b, out.point_b);
  out.count = r.feature_count;
  for (int i = 0; i < r.feature_count; ++i) {
    out.feature_a[i] = r.feature_a[i];
    out.feature_b[i] = r.feature_b[i];
  }
}

template <Scalar T, int D>
void tell(const Distance<T, D>& r, abut_answer& out) {
  tell_common(r, double(r.distance), out);
  tell_places(r, out);
  out.meet = r.distance == 0 ? 1 : 0;
}

template <Scalar T, int D>
void tell(const Separation<T, D>& r, abut_answer& out) {
  tell_common(r, double(r.separation), out);
  tell_places(r, out);
  out.meet = r.separation <= 0 ? 1 : 0;
}

template <Scalar T, int D>
void tell(const Penetration<T, D>& r, abut_answer& out) {
  tell_common(r, double(r.depth), out);
  tell_places(r, out);
  out.meet = r.upper > 0 ? 1 : 0;
}

template <Scalar T, int D>
void tell(const Overlap<T, D>& r, abut_answer& out) {
  tell_common(r, double(r.lower), out);
  tell(r.axis, out.normal);
  tell(r.point, out.point_a);
  tell(r.point, out.point_b);
  out.meet = r.overlap ? 1 : r.apart ? 0 : -1;
}

template <Scalar T, int D>
void tell(const ClosestPoint<T, D>& r, abut_answer& out) {
  tell_common(r, double(r.distance), out);
  tell(r.normal, out.normal);
  tell(r.point, out.point_a);
  out.meet = r.inside ? 1 : 0;
}

template <Scalar T, int D>
void tell(const Contact<T, D>& r, abut_answer& out) {
  tell_common(r, double(r.separation), out);
  tell(r.normal, out.normal);
  tell(r.points[0].point_a, out.point_a);
  tell(r.points[0].point_b, out.point_b);
  out.count = r.count;
  out.meet = r.separation <= 0 ? 1 : 0;
}

template <Scalar T, int D>
abut_contact_point told(const ContactPoint<T, D>& p) {
  abut_contact_point r{};
  tell(p.point_a, r.point_a);
  tell(p.point_b, r.point_b);
  r.separation = double(p.separation);
  r.kind_a = static_cast<std::int32_t>(p.id_a.kind);
  r.kind_b = static_cast<std::int32_t>(p.id_b.kind);
  for (int i = 0; i < 3; ++i) {
    r.vertices_a[i] = p.id_a.vertices[i];
    r.vertices_b[i] = p.id_b.vertices[i];
  }
  return r;
}

/// The answer to the question asked the other way round.
inline void swap_sides(abut_answer& r) {
  for (double& x : r.normal) x = -x;
  std::swap(r.point_a, r.point_b);
  std::swap(r.feature_a, r.feature_b);
}

inline void swap_sides(abut_contact_point& p) {
  std::swap(p.point_a, p.point_b);
  std::swap(p.kind_a, p.kind_b);
  std::swap(p.vertices_a, p.vertices_b);
}

/// What all steps have.
template <class Step>
abut_step told_call(double event, const Step& s) {
  abut_step r{};
  r.event = event;
  r.iteration = s.iteration;
  r.stop = static_cast<double>(s.stop);
  r.id_a = told(s.id_a);
  r.id_b = told(s.id_b);
  r.lower = s.lower;
  tell(s.direction, r.direction);
  tell(s.support, r.support);
  return r;
}

template <int D>
abut_step told(const GjkStep<D>& s) {
  abut_step r = told_call(0, s);
  r.upper = s.upper;
  tell(s.nearest, r.nearest);
  r.count = s.count;
  r.region = s.region;
  for (int i = 0; i < s.count; ++i) {
    r.weight[i] = s.weight[i];
    tell(s.simplex[i], r.corner[i]);
  }
  return r;
}

template <int D>
abut_step told(const MprStep<D>& s) {
  abut_step r = told_call(1, s);
  r.upper = infinity<double>;
  tell(s.center, r.nearest);
  r.count = s.has_portal ? D : 0;
  for (int i = 0; s.has_portal && i < D; ++i) tell(s.portal[i], r.corner[i]);
  return r;
}

template <int D>
abut_step told(const EpaStep<D>& s) {
  abut_step r = told_call(2, s);
  r.upper = s.upper;
  r.count = D;
  for (int i = 0; i < D; ++i) tell(s.facet[i], r.corner[i]);
  return r;
}

template <int D>
abut_step told(const CastStep<D>& s) {
  abut_step r{};
  r.event = 3;
  r.iteration = s.iteration;
  r.id_a = told(s.id_a);
  r.id_b = told(s.id_b);
  r.time = s.safe;
  r.proof = s.missed ? 2 : s.moved ? 1 : 0;
  tell(s.direction, r.direction);
  tell(s.support, r.support);
  return r;
}

template <int D>
abut_step told(const ImpactStep<D>& s) {
  abut_step r{};
  r.event = 4;
  r.iteration = s.iteration;
  r.id_a = r.id_b = -1;
  r.lower = s.lower;
  r.upper = s.upper;
  r.time = s.time;
  r.advance = s.advance;
  r.proof = static_cast<double>(s.bound);
  if (s.iteration == 0) return r;
  tell(s.normal, r.direction);
  r.count = 2;
  tell(s.point_a, r.corner[0]);
  tell(s.point_b, r.corner[1]);
  return r;
}

/// A trace that writes steps down, as far as there is room; if there is anywhere to write.
struct Writer {
  abut_trace* trace;

  bool is_watching() const { return trace != nullptr; }

  template <class Step>
  void operator()(const Step& step) const {
    if (trace == nullptr) return;
    if (trace->count < trace->capacity) trace->steps[trace->count] = told(step);
    ++trace->count;
  }
};

}  // namespace abut::c_api
