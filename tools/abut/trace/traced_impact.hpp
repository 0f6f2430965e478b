/// A traced time of impact: its evaluations as JSON, see docs/trace-format.md, or the poses evaluated as a picture.
#pragma once

#include "answer/op_table.hpp"

#include <string>

namespace abut::tool {

/// Throws RecordError if the record can not be answered.
std::string impact_trace(const Record& record, const AnswerOptions& options, bool as_picture);

}  // namespace abut::tool
