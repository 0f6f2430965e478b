/// The answers of `penetration`, `separation` and `contact`.
#pragma once

#include "answer/answer.hpp"

#include <abut/penetration.hpp>

namespace abut::tool {

bool is_depth_op(std::string_view op);

/// Only of a record whose op is one of them. Appends the answer, one line of JSON. Throws RecordError if there is none.
void append_depth_answer(const Record& record, const AnswerOptions& options, std::string& out);

// Its parts, for those who ask the same and watch.

/// Throws RecordError if the record or the method is wrong.
TwoShapes depth_question(const Record& record, std::string_view method);

/// By `method`, and along the direction of the record if it has one. Throws RecordError if that is none.
template <Scalar T, int D>
PenetrationOptions<T, D> penetration_options(const Record& record, std::string_view method);

/// Appends a Penetration or a Separation as the answer.
template <class Result>
void append_depth_result(const Record& record, const Result& r, std::string& out);

}  // namespace abut::tool
