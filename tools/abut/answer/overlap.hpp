/// The answer to op `overlap`.
#pragma once

#include "answer/answer.hpp"

#include <abut/overlap.hpp>

namespace abut::tool {

/// Appends it, one line of JSON. Throws RecordError if there is none.
void append_overlap_answer(const Record& record, const AnswerOptions& options, std::string& out);

// Its parts, for those who ask the same and watch.

/// Throws RecordError if there is no such method.
OverlapOptions overlap_options(std::string_view method);

template <Scalar T, int D>
void append_overlap_result(const Record& record, const Overlap<T, D>& r, std::string& out);

}  // namespace abut::tool
