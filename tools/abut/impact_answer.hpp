/// The answer to op `toi`.
#pragma once

#include "answer.hpp"

namespace abut::tool {

/// Appends it, one line of JSON. Throws RecordError if there is none.
void append_impact_answer(const Record& record, const AnswerOptions& options, std::string& out);

}  // namespace abut::tool
