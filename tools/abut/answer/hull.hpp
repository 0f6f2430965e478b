/// The answer to op `hull`.
#pragma once

#include "answer/answer.hpp"

namespace abut::tool {

/// Appends it, one line of JSON. Throws RecordError if there is none.
void append_hull_answer(const Record& record, const AnswerOptions& options, std::string& out);

}  // namespace abut::tool
