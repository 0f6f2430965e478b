/// Questions about the shapes of a record, before the answer is written down.
#pragma once

#include "record/record.hpp"

#include <abut/half_space.hpp>
#include <abut/separation.hpp>

namespace abut::tool {

/// Where the cores meet, the signed distance and what belongs to it are those of `separation`.
template <Scalar T, int D>
void set_depth(Distance<T, D>& r, const Separation<T, D>& s) {
  r.status = s.status;
  r.iterations = s.iterations;
  r.signed_distance = s.separation;
  r.signed_lower = s.lower;
  r.signed_upper = s.upper;
  r.upper = s.upper > 0 ? s.upper : T(0);
  r.normal = s.normal;
  r.point_a = s.point_a;
  r.point_b = s.point_b;
}

/// f(a, b) of two shapes as they stand.
template <Scalar T, int D, class F>
auto asked(const Operand<T, D>& a, const Operand<T, D>& b, F f) {
  return a.pose || b.pose ? f(a.placed(), b.placed()) : f(a.shape, b.shape);
}

/// The same where one is a half-space: that of the two operands with the name.
template <Scalar T, int D, class F>
auto asked_of_half_space(const TwoShapes& shapes, F f) {
  const bool first = is_half_space(shapes.a);
  if (first && is_half_space(shapes.b))
    throw RecordError("a, b: two half-spaces, one of them must be a shape");
  const auto h = half_space_of<T, D>(first ? shapes.a : shapes.b);
  const auto s = operand_of<T, D>(first ? shapes.b : shapes.a);
  if (h.pose || s.pose) return first ? f(h.placed(), s.placed()) : f(s.placed(), h.placed());
  return first ? f(h.half_space, s.shape) : f(s.shape, h.half_space);
}

/// The same of whatever they are.
template <Scalar T, int D, class F>
auto asked_of_any(const TwoShapes& shapes, F f) {
  if (is_half_space(shapes.a) || is_half_space(shapes.b)) return asked_of_half_space<T, D>(shapes, f);
  return asked(operand_of<T, D>(shapes.a), operand_of<T, D>(shapes.b), f);
}

/// The depth of shapes whose cores meet. EPA is watched; the GJK before it has been, by `distance`.
template <Scalar T, int D, class... Trace>
Separation<T, D> depth_of(const Operand<T, D>& a, const Operand<T, D>& b, Trace&... trace) {
  return asked(a, b, [&](const auto& x, const auto& y) {
    if constexpr (sizeof...(Trace) > 0) {
      return separation(x, y, {}, [&](const EpaStep<D>& step) { (trace(step), ...); });
    } else {
      return separation(x, y);
    }
  });
}

/// The distance, and the depth where there is one. Throws RecordError if the shapes make no question. The trace sees every step, see
/// abut/trace.hpp.
template <Scalar T, int D, class... Trace>
Distance<T, D> solve(const Operand<T, D>& a, const Operand<T, D>& b, Trace&&... trace) {
  auto r = asked(a, b, [&](const auto& x, const auto& y) { return distance(x, y, {}, trace...); });
  if (r.status == Status::invalid_argument) throw RecordError("a, b: lengths overflow");
  if (r.cores_meet) set_depth(r, depth_of(a, b, trace...));
  return r;
}

}  // namespace abut::tool
