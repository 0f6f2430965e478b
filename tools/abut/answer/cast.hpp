/// The answers of `raycast`, `linear_cast` and `linear_cast_rounded`.
#pragma once

#include "answer/op_table.hpp"
#include "answer/tuning.hpp"
#include "record/narrowing.hpp"
#include "record/shape_table.hpp"

#include <abut/abut.hpp>
#include <abut/ray_cast.hpp>
#include <abut/shape_cast.hpp>

#include <fmt/format.h>

namespace abut::tool {

void append_cast_answer(const Record& record, const AnswerOptions& options, std::string& out);

// Its parts, which a traced query uses as well.

struct CastQuery {
  const Record& record;
  CastMethod method;
  bool is_ray;  ///< `origin` and `dir`; otherwise `a` moves by `v`
};

/// Throws RecordError if a field of the record can not be read, or there is no such method.
CastQuery cast_query(const Record& record, std::string_view method);

/// What a ray is cast at: `hull`, or `b` with its pose and radius. Throws RecordError unless it is one of them.
OperandInput obstacle_of(const Record& record);

/// Throws RecordError if it is missing.
template <class Field>
const Field& require(const char* name, const std::optional<Field>& field) {
  if (!field) throw RecordError(fmt::format("{}: missing", name));
  return *field;
}

template <Scalar T, int D>
Ray<T, D> ray_of(const Record& record) {
  return {vector_of<T, D>("origin", require("origin", record.origin)),
          vector_of<T, D>("dir", require("dir", record.dir))};
}

template <Scalar T, int D>
Vec<T, D> translation_of(const Record& record) {
  return vector_of<T, D>("v", require("v", record.v));
}

/// The trace sees every step, see abut/trace.hpp; a half-space has none.
template <Scalar T, int D, class... Trace>
RayCast<T, D> solve_ray(const CastQuery& q, Trace&... trace) {
  const OperandInput input = obstacle_of(q.record);
  const auto ray = ray_of<T, D>(q.record);
  const RayCastOptions<T, D> options{.max_t = length_or("max_t", q.record.max_t, infinity<T>),
                                     .method = q.method,
                                     .tolerance = tolerance_of<T>(q.record)};
  if (input.is_half_space()) return ray_cast(ray, half_space_of<T, D>(input).placed(), options);
  const auto operand = operand_of<T, D>(input);
  return operand.pose ? ray_cast(ray, operand.placed(), options, trace...)
                      : ray_cast(ray, operand.shape, options, trace...);
}

/// `a` moved by `v`, or by a multiple of it up to `max_t`.
template <Scalar T, int D, class... Trace>
ShapeCast<T, D> solve_shapes(const CastQuery& q, Trace&... trace) {
  const OperandPair shapes = operand_pair_of(q.record);
  const auto v = translation_of<T, D>(q.record);
  const ShapeCastOptions<T, D> options{.target = length_or("target", q.record.target, T(0)),
                                       .max_t = length_or("max_t", q.record.max_t, T(1)),
                                       .method = q.method,
                                       .tolerance = tolerance_of<T>(q.record)};
  return apply_to_operands<T, D>(shapes,
                                 [&](const auto& a, const auto& b) { return shape_cast(a, v, b, options, trace...); });
}

template <Scalar T, int D>
void append_cast_result(const Record& record, const RayCast<T, D>& r, std::string& out);
template <Scalar T, int D>
void append_cast_result(const Record& record, const ShapeCast<T, D>& r, std::string& out);

}  // namespace abut::tool
