/// The answers of `distance` and `rounded`.
#pragma once

#include "answer/op_table.hpp"
#include "answer/tuning.hpp"
#include "record/shape_table.hpp"

#include <abut/separation.hpp>

#include <string>

namespace abut::tool {

void append_distance_answer(const Record& record, const AnswerOptions& options, std::string& out);

// Its parts, which a traced query uses as well.

template <Scalar T, int D>
DistanceOptions<T, D> distance_options(const Record& record) {
  return {.tolerance = tolerance_of<T>(record), .cutoff = cutoff_of<T>(record)};
}

/// Replaces the signed distance and what belongs to it by those of `separation`, where the cores meet.
template <Scalar T, int D>
void set_depth(detail::SignedDistance<T, D>& r, const Separation<T, D>& s) {
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

/// The depth of shapes whose cores meet. Only EPA is traced: the GJK before it was, by `distance`.
template <Scalar T, int D, class... Trace>
Separation<T, D> depth_of(const AnyShape<T, D>& a, const AnyShape<T, D>& b, T tolerance, Trace&... trace) {
  const SeparationOptions<T, D> options{.tolerance = tolerance};
  return apply(a, b, [&](const auto& x, const auto& y) {
    if constexpr (sizeof...(Trace) > 0) {
      return separation(x, y, options, [&](const EpaStep<D>& step) { (trace(step), ...); });
    } else {
      return separation(x, y, options);
    }
  });
}

/// The distance, and the depth where there is one. Throws RecordError if lengths overflow. The trace sees every step,
/// see abut/trace.hpp.
template <Scalar T, int D, class... Trace>
detail::SignedDistance<T, D> solve(const AnyShape<T, D>& a, const AnyShape<T, D>& b,
                                   const DistanceOptions<T, D>& options, Trace&&... trace) {
  auto r = apply(a, b, [&](const auto& x, const auto& y) { return detail::signed_distance(x, y, options, trace...); });
  if (r.status == Status::invalid_argument) throw RecordError("a, b: lengths overflow");
  if (r.cores_meet) set_depth(r, depth_of(a, b, options.tolerance, trace...));
  return r;
}

/// Appends the answer. `rounded`: it is a signed distance.
template <Scalar T, int D>
void append_distance_result(const Record& record, const detail::SignedDistance<T, D>& r, bool rounded,
                            std::string& out);

}  // namespace abut::tool
