/// The answer to op `overlap`.
#pragma once

#include "answer.hpp"

namespace abut::tool {

/// Appends it, one line of JSON. Throws RecordError if there is none.
void append_overlap_answer(const Record& record, const AnswerOptions& options, std::string& out);

/// The same question watched, as docs/trace-format.md describes. Throws RecordError if there is no answer.
std::string overlap_trace(const Record& record, const AnswerOptions& options);

}  // namespace abut::tool
