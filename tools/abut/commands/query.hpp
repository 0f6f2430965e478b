/// abut query: JSON Lines in, JSON Lines out.
#pragma once

#include "answer/op_table.hpp"

#include <string>

namespace abut::tool {

struct QueryOptions {
  std::string path = "-";
  AnswerOptions answer;
  int threads = 1;
  std::string output = "-";  ///< "-" is standard output
};

/// Answers every line, in the order of the input, whatever the number of threads. Returns the exit status: 0 if every
/// line was answered, 1 if some were errors. Throws Failure if reading or writing fails.
int query(const QueryOptions& given);

}  // namespace abut::tool
