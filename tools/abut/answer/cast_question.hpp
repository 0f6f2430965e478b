/// What the casts ask: a ray, or a shape that moves, against a shape.
#pragma once

#include "answer/answer.hpp"

#include <abut/instantiated.hpp>
#include <abut/ray_cast.hpp>

#include <fmt/format.h>

namespace abut::tool {

struct CastQuestion {
  const Record& record;
  CastMethod method;
  bool of_ray;  ///< `origin` and `dir`; otherwise `a` moves by `v`
};

/// Throws RecordError if a field of the record can not be read, or there is no such method.
CastQuestion cast_question(const Record& record, std::string_view method);

/// What a ray is cast at: `hull`, or `b` with its pose and radius. Throws RecordError unless it is one of them.
OperandInput obstacle_of(const Record& record);

/// Throws RecordError if it is missing.
template <class Field>
const Field& require(const char* name, const std::optional<Field>& field) {
  if (!field) throw RecordError(fmt::format("{}: missing", name));
  return *field;
}

/// A number that may not be negative, rounded to T. Throws RecordError if it is.
template <Scalar T>
T size_of(const char* name, const std::optional<double>& field, T otherwise) {
  if (!field) return otherwise;
  if (*field < 0) throw RecordError(fmt::format("{}: negative", name));
  return rounded_number<T>(name, *field);
}

template <Scalar T, int D>
Ray<T, D> ray_of(const CastInput& cast) {
  return {rounded_vector<T, D>("origin", require("origin", cast.origin)),
          rounded_vector<T, D>("dir", require("dir", cast.dir))};
}

template <Scalar T, int D>
Vec<T, D> translation_of(const CastInput& cast) {
  return rounded_vector<T, D>("v", require("v", cast.v));
}

/// The trace sees every step, see abut/trace.hpp; those of a half-space are none.
template <Scalar T, int D, class... Trace>
RayCast<T, D> solve_ray(const CastQuestion& q, Trace&... trace) {
  const CastInput& cast = q.record.cast;
  const OperandInput input = obstacle_of(q.record);
  const auto ray = ray_of<T, D>(cast);
  const RayCastOptions<T> options{.limit = size_of("max_t", cast.max_t, infinity<T>), .method = q.method};
  if (is_half_space(input)) return ray_cast(ray, half_space_of<T, D>(input).placed(), options);
  const auto operand = operand_of<T, D>(input);
  return operand.pose ? ray_cast(ray, operand.placed(), options, trace...)
                      : ray_cast(ray, operand.shape, options, trace...);
}

/// `a` moved by `v`, or by a multiple of it up to `max_t`.
template <Scalar T, int D, class... Trace>
ShapeCast<T, D> solve_shapes(const CastQuestion& q, Trace&... trace) {
  const CastInput& cast = q.record.cast;
  const TwoShapes shapes = two_shapes(q.record);
  const auto v = translation_of<T, D>(cast);
  const ShapeCastOptions<T, D> options{.target = size_of("target", q.record.target, T(0)),
                                       .limit = size_of("max_t", cast.max_t, T(1)),
                                       .method = q.method};
  return asked_of_any<T, D>(
      shapes, [&](const auto& a, const auto& b) { return shape_cast(a, v, b, options, trace...); });
}

}  // namespace abut::tool
