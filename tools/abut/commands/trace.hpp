/// abut trace: one query, step by step, as JSON or as a picture.
#pragma once

#include "answer/op_table.hpp"

#include <optional>
#include <string>

namespace abut::tool {

enum class TraceFormat { json, svg };

struct TraceOptions {
  std::string path = "-";
  std::optional<std::string> id;  ///< of the record; without it, the first
  Precision precision = Precision::double_numbers;
  std::string method;  ///< empty: the default of the op
  TraceFormat format = TraceFormat::json;
  std::string output = "-";  ///< "-" is standard output
};

/// Returns the exit status: 1 if the record can not be answered, and then nothing is written. Throws Failure if there
/// is no such record, or reading or writing fails.
int trace(const TraceOptions& options);

}  // namespace abut::tool
