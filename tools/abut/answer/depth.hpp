/// The answers of `penetration`, `depth_along`, `separation` and `contact`.
#pragma once

#include "answer/op_table.hpp"
#include "answer/tuning.hpp"
#include "record/members.hpp"

#include <abut/depth_along.hpp>
#include <abut/penetration.hpp>
#include <abut/separation.hpp>

namespace abut::tool {

/// Of `depth_along` too.
void append_penetration_answer(const Record& record, const AnswerOptions& options, std::string& out);
void append_separation_answer(const Record& record, const AnswerOptions& options, std::string& out);
void append_contact_answer(const Record& record, const AnswerOptions& options, std::string& out);

// Their parts, which a traced query uses as well.

/// Throws RecordError if the op has no such method.
template <Scalar T, int D>
PenetrationOptions<T, D> penetration_options(const Record& record, std::string_view method);

/// The depth, a Penetration or that of bodies of many parts, along the direction of the record if it has one, which
/// depth_along must. Throws RecordError if that is no direction.
template <Scalar T, int D, class A, class B, class... Trace>
auto depth_of(const Record& record, const PenetrationOptions<T, D>& options, const A& a, const B& b, Trace&&... trace) {
  const bool along = record.op->id == OpId::depth_along;
  if (!along && !record.direction) return penetration(a, b, options, trace...);
  const auto direction = direction_of<T, D>("direction", require("direction", record.direction));
  return depth_along(a, b, direction, {.tolerance = options.tolerance}, trace...);
}

template <Scalar T, int D>
SeparationOptions<T, D> separation_options(const Record& record) {
  return {.tolerance = tolerance_of<T>(record), .cutoff = cutoff_of<T>(record)};
}

/// Appends what is in a Penetration or a Separation: the value with its bounds, the points, the normal.
template <class Result>
void append_depth_fields(const Result& r, ObjectWriter& answer);

/// Appends a Penetration or a Separation as the answer.
template <class Result>
void append_depth_result(const Record& record, const Result& r, std::string& out);

}  // namespace abut::tool
