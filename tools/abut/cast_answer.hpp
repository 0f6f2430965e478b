/// The answers of `raycast`, `linear_cast` and `linear_cast_rounded`.
#pragma once

#include "answer.hpp"

namespace abut::tool {

bool is_cast_op(std::string_view op);

/// Only of a record whose op is one of them. Appends the answer, one line of JSON. Throws RecordError if there is none.
void append_cast_answer(const Record& record, const AnswerOptions& options, std::string& out);

/// The same question watched, as docs/trace-format.md describes. Throws RecordError if there is no answer.
std::string cast_trace(const Record& record, const AnswerOptions& options);

/// Drawn, as SVG. Throws RecordError if there is no answer, or nothing to draw.
std::string cast_drawing(const Record& record, const AnswerOptions& options);

}  // namespace abut::tool
