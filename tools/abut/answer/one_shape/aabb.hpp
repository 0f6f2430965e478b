/// The answer to op `aabb`.
#pragma once

#include "answer/op_table.hpp"

namespace abut::tool {

void append_aabb_answer(const Record& record, const AnswerOptions& options, std::string& out);

}  // namespace abut::tool
