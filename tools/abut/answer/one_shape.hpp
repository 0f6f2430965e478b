/// The answers about one shape: `closest_point` and `aabb`.
#pragma once

#include "answer/op_table.hpp"

namespace abut::tool {

void append_closest_point_answer(const Record& record, const AnswerOptions& options, std::string& out);
void append_aabb_answer(const Record& record, const AnswerOptions& options, std::string& out);

}  // namespace abut::tool
