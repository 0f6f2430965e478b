/// The answers of `ray_cast` and `shape_cast`, and those of `raycast`, `linear_cast` and `linear_cast_rounded`, the ops
/// of recorded cases, which name their fields otherwise.
#pragma once

#include "answer/op_table.hpp"
#include "answer/tuning.hpp"
#include "record/members.hpp"
#include "record/narrowing.hpp"
#include "record/shape_table.hpp"

#include <abut/abut.hpp>
#include <abut/ray_cast.hpp>
#include <abut/shape_cast.hpp>

namespace abut::tool {

void append_cast_answer(const Record& record, const AnswerOptions& options, std::string& out);
/// Where a shape is a mesh.
void append_cast_of_bodies(const Record& record, const AnswerOptions& options, std::string& out);

// Its parts, which a traced query uses as well.

struct CastQuery {
  const Record& record;
  CastMethod method;
  bool is_ray;    ///< from `origin`; otherwise `a` moves
  bool recorded;  ///< in the words of recorded cases
};

/// Throws RecordError if a field of the record can not be read, or there is no such method.
CastQuery cast_query(const Record& record, std::string_view method);

/// What a ray is cast at: `a`; in the words of recorded cases `hull`, or `b` with its pose and radius. Throws
/// RecordError unless it is there.
OperandInput obstacle_of(const CastQuery& q);

/// What the record says about rays that begin in the shape. Throws RecordError if that is no policy.
InsidePolicy inside_policy_of(const Record& record);
/// What the record says about shapes that meet at the start. Throws RecordError if that is no policy.
StartPolicy start_policy_of(const Record& record);

template <Scalar T, int D>
Ray<T, D> ray_of(const CastQuery& q) {
  const std::string_view direction = q.recorded ? "dir" : "direction";
  return {vector_of<T, D>("origin", require("origin", q.record.origin)),
          vector_of<T, D>(direction, require(direction, q.recorded ? q.record.dir : q.record.direction))};
}

template <Scalar T, int D>
Vec<T, D> translation_of(const CastQuery& q) {
  const std::string_view field = q.recorded ? "v" : "translation";
  return vector_of<T, D>(field, require(field, q.recorded ? q.record.v : q.record.translation));
}

template <Scalar T, int D>
Vec<T, D> translation_of_b(const CastQuery& q) {
  return q.record.translation_b ? vector_of<T, D>("translation_b", *q.record.translation_b) : Vec<T, D>{};
}

template <Scalar T, int D>
RayCastOptions<T, D> ray_cast_options(const CastQuery& q) {
  return {.max_t = length_or("max_t", q.record.max_t, detail::infinity<T>),
          .at_start = inside_policy_of(q.record),
          .method = q.method,
          .tolerance = tolerance_of<T>(q.record)};
}

template <Scalar T, int D>
ShapeCastOptions<T, D> shape_cast_options(const CastQuery& q) {
  return {.target = length_or("target", q.record.target, T(0)),
          .translation_b = translation_of_b<T, D>(q),
          .max_t = length_or("max_t", q.record.max_t, T(1)),
          .method = q.method,
          .at_start = start_policy_of(q.record),
          .tolerance = tolerance_of<T>(q.record)};
}

/// The trace sees every step, see abut/trace.hpp; a half-space has none.
template <Scalar T, int D, class... Trace>
RayCast<T, D> solve_ray(const CastQuery& q, Trace&... trace) {
  const OperandInput input = obstacle_of(q);
  const auto ray = ray_of<T, D>(q);
  const auto options = ray_cast_options<T, D>(q);
  // The bounds of recorded answers allow for a pose, be it absent.
  if (q.recorded && input.is_half_space()) return ray_cast(ray, placed_half_space(half_space_of<T, D>(input)), options);
  return apply_to_operand<T, D>(input, [&](const auto& shape) { return ray_cast(ray, shape, options, trace...); });
}

/// `a` moved by its translation, or by a multiple of it up to `max_t`.
template <Scalar T, int D, class... Trace>
ShapeCast<T, D> solve_shapes(const CastQuery& q, Trace&... trace) {
  const OperandPair shapes = operand_pair_of(q.record);
  const auto translation = translation_of<T, D>(q);
  const auto options = shape_cast_options<T, D>(q);
  return apply_to_operands<T, D>(
      shapes, [&](const auto& a, const auto& b) { return shape_cast(a, translation, b, options, trace...); });
}

template <Scalar T, int D>
void append_cast_result(const CastQuery& q, const RayCast<T, D>& r, std::string& out);
template <Scalar T, int D>
void append_cast_result(const CastQuery& q, const ShapeCast<T, D>& r, std::string& out);

}  // namespace abut::tool
