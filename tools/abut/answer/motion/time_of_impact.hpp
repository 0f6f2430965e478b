/// The answers of `time_of_impact`, and of `toi`, the op of recorded cases, which names its fields otherwise.
#pragma once

#include "answer/op_table.hpp"
#include "record/shape_table.hpp"

#include <abut/abut.hpp>
#include <abut/time_of_impact.hpp>

namespace abut::tool {

void append_time_of_impact_answer(const Record& record, const AnswerOptions& options, std::string& out);
/// The same where `a` or `b` is a body of many parts.
void append_time_of_impact_of_bodies(const Record& record, const AnswerOptions& options, std::string& out);

// Its parts, which a traced query uses as well.

/// The arguments of the query, rounded to T.
template <Scalar T, int D>
struct ImpactQuery {
  OperandPair shapes;
  Motion<double, D> motion_a, motion_b;
  TimeOfImpactOptions<T, D> options;
};

/// Throws RecordError unless the record has all of it.
template <Scalar T, int D>
ImpactQuery<T, D> impact_query(const Record& record, std::string_view method);

/// A half-space and a shape, in the order of the record.
template <Scalar T, int D, class... Trace>
TimeOfImpact<T, D> solve_half_space(const ImpactQuery<T, D>& q, Trace&&... trace) {
  const bool first = q.shapes.a.is_half_space();
  if (first && q.shapes.b.is_half_space()) throw RecordError("a, b: two half-spaces, one of them must be a shape");
  const auto h = half_space_of<T, D>(first ? q.shapes.a : q.shapes.b);
  const HalfSpace<T, D>& plane = *h.template get_if<HalfSpace<T, D>>();
  const auto s = operand_of<T, D>(first ? q.shapes.b : q.shapes.a);
  if (first) return time_of_impact(moving(plane, q.motion_a), moving(s.shape(), q.motion_b), q.options, trace...);
  return time_of_impact(moving(s.shape(), q.motion_a), moving(plane, q.motion_b), q.options, trace...);
}

/// The trace sees every step, see abut/trace.hpp. Throws RecordError if the shapes are not valid operands.
template <Scalar T, int D, class... Trace>
TimeOfImpact<T, D> solve(const ImpactQuery<T, D>& q, Trace&&... trace) {
  if (q.shapes.has_half_space()) return solve_half_space(q, trace...);
  const auto a = operand_of<T, D>(q.shapes.a), b = operand_of<T, D>(q.shapes.b);
  return time_of_impact(moving(a.shape(), q.motion_a), moving(b.shape(), q.motion_b), q.options, trace...);
}

/// Appends the answer, one line of JSON.
template <Scalar T, int D>
void append_impact(const Record& record, const TimeOfImpact<T, D>& r, std::string& out);

}  // namespace abut::tool
