/// The answer to op `toi`.
#pragma once

#include "answer/answer.hpp"

#include <abut/instantiated.hpp>
#include <abut/time_of_impact.hpp>

namespace abut::tool {

/// What the op asks, in numbers of type T.
template <Scalar T, int D>
struct ImpactQuestion {
  TwoShapes shapes;
  Motion<double, D> motion_a, motion_b;
  TimeOfImpactOptions<T> options;
};

/// Throws RecordError unless the record has all of it.
template <Scalar T, int D>
ImpactQuestion<T, D> impact_question(const Record& record, std::string_view method);

/// The half-space of a question that has one, first or second, against the other's shape.
template <Scalar T, int D, class... Trace>
TimeOfImpact<T, D> solve_half_space(const ImpactQuestion<T, D>& q, Trace&&... trace) {
  const bool first = is_half_space(q.shapes.a);
  if (first && is_half_space(q.shapes.b))
    throw RecordError("a, b: two half-spaces, one of them must be a shape");
  const auto h = half_space_of<T, D>(first ? q.shapes.a : q.shapes.b).half_space;
  const auto s = operand_of<T, D>(first ? q.shapes.b : q.shapes.a);
  if (first) return time_of_impact(moving(h, q.motion_a), moving(s.shape, q.motion_b), q.options, trace...);
  return time_of_impact(moving(s.shape, q.motion_a), moving(h, q.motion_b), q.options, trace...);
}

/// The trace sees every step, see abut/trace.hpp. Throws RecordError if the shapes make no question.
template <Scalar T, int D, class... Trace>
TimeOfImpact<T, D> solve(const ImpactQuestion<T, D>& q, Trace&&... trace) {
  if (is_half_space(q.shapes.a) || is_half_space(q.shapes.b)) return solve_half_space(q, trace...);
  const auto a = operand_of<T, D>(q.shapes.a), b = operand_of<T, D>(q.shapes.b);
  return time_of_impact(moving(a.shape, q.motion_a), moving(b.shape, q.motion_b), q.options, trace...);
}

/// Appends what was found, one line of JSON.
template <Scalar T, int D>
void append_impact(const Record& record, const TimeOfImpact<T, D>& r, std::string& out);

/// Answers the record. Throws RecordError if there is no answer.
void append_impact_answer(const Record& record, const AnswerOptions& options, std::string& out);

}  // namespace abut::tool
