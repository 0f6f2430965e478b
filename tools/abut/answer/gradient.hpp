/// The answer to op `separation_gradient`.
#pragma once

#include "answer/op_table.hpp"

namespace abut::tool {

void append_gradient_answer(const Record& record, const AnswerOptions& options, std::string& out);
/// The same where `a` or `b` is a body of many parts.
void append_gradient_of_bodies(const Record& record, const AnswerOptions& options, std::string& out);

}  // namespace abut::tool
