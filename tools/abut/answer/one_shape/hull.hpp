/// The answer to op `hull`.
#pragma once

#include "answer/op_table.hpp"

namespace abut::tool {

void append_hull_answer(const Record& record, const AnswerOptions& options, std::string& out);

}  // namespace abut::tool
