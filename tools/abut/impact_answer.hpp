/// The answer to op `toi`.
#pragma once

#include "answer.hpp"

#include <abut/time_of_impact.hpp>

namespace abut::tool {

/// What the op asks, in numbers of type T.
template <Scalar T, int D>
struct ImpactQuestion {
  Operand<T, D> a, b;
  Motion<double, D> motion_a, motion_b;
  TimeOfImpactOptions<T> options;
};

/// Throws RecordError unless the record has all of it.
template <Scalar T, int D>
ImpactQuestion<T, D> impact_question(const Record& record, std::string_view method);

/// Appends what was found, one line of JSON.
template <Scalar T, int D>
void append_impact(const Record& record, const TimeOfImpact<T, D>& r, std::string& out);

/// Answers the record. Throws RecordError if there is no answer.
void append_impact_answer(const Record& record, const AnswerOptions& options, std::string& out);

}  // namespace abut::tool
