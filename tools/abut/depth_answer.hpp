/// The answers of `penetration`, `separation` and `contact`.
#pragma once

#include "answer.hpp"

namespace abut::tool {

bool is_depth_op(std::string_view op);

/// Only of a record whose op is one of them. Appends the answer, one line of JSON. Throws RecordError if there is none.
void append_depth_answer(const Record& record, const AnswerOptions& options, std::string& out);

}  // namespace abut::tool
