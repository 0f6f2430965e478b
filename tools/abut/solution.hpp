/// A record answered, before it is written down.
#pragma once

#include "record.hpp"

#include <abut/distance.hpp>

namespace abut::tool {

template <Scalar T, int D>
struct Solution {
  Operand<T, D> a, b;
  Distance<T, D> distance;
  bool rounded;  ///< the answer is a signed distance
  bool
      known;  ///< points and normal mean something: the cores are apart, or touch so exactly that the radii tell
};

/// No length of the question is greater, up to rounding and the radii. Placed shapes count from the origins of their frames.
template <Scalar T, int D>
double span_of(const Operand<T, D>& a, const Operand<T, D>& b) {
  const double reaches = a.shape.reach() + b.shape.reach();
  const auto center_a = a.shape.center(), center_b = b.shape.center();
  if (!a.pose && !b.pose) return reaches + detail::norm(center_b - center_a);
  const auto between = widen(b.placed().pose.p) - widen(a.placed().pose.p);
  return reaches + detail::norm(center_a) + detail::norm(center_b) + detail::norm(between);
}

/// Whether the bounds of a signed distance tell it although the cores meet: balls about the same point, cores
/// that touch. `converged` allows 8 (float) or 16 (double) eps of the size of the problem without the radii;
/// 64 eps with them leaves room for rounding and for nothing else, so no overlap that one could see passes.
template <Scalar T, int D>
bool is_tight(const Distance<T, D>& r, const Operand<T, D>& a, const Operand<T, D>& b) {
  const double radii = a.shape.radius() + b.shape.radius();
  return static_cast<double>(r.signed_upper) - static_cast<double>(r.signed_lower) <=
         64 * epsilon_of<T> * (span_of(a, b) + radii);
}

/// Throws RecordError if the shapes make no question. The trace sees every step, see abut/trace.hpp.
template <Scalar T, int D, class... Trace>
Solution<T, D> solve(const TwoShapes& shapes, Trace&&... trace) {
  Solution<T, D> s{.a = operand_of<T, D>(shapes.a),
                   .b = operand_of<T, D>(shapes.b),
                   .distance = {},
                   .rounded = shapes.rounded,
                   .known = true};
  const bool posed = s.a.pose || s.b.pose;
  s.distance = posed ? distance(s.a.placed(), s.b.placed(), {}, trace...)
                     : distance(s.a.shape, s.b.shape, {}, trace...);
  if (s.distance.status == Status::invalid_argument) throw RecordError("a, b: lengths overflow");
  const bool round = s.a.shape.radius() > 0 || s.b.shape.radius() > 0;
  s.known = !s.distance.cores_meet || ((shapes.rounded || round) && is_tight(s.distance, s.a, s.b));
  return s;
}

}  // namespace abut::tool
