/// The answer to op `separation_gradient`.
#pragma once

#include "answer/op_table.hpp"

namespace abut::tool {

void append_gradient_answer(const Record& record, const AnswerOptions& options, std::string& out);

}  // namespace abut::tool
