/// A traced cast: its steps as JSON, see docs/trace-format.md, or the positions on its way as a picture.
#pragma once

#include "answer/op_table.hpp"

#include <string>

namespace abut::tool {

/// Throws RecordError if the record can not be answered, or there is nothing to draw.
std::string cast_trace(const Record& record, const AnswerOptions& options, bool as_picture);

}  // namespace abut::tool
