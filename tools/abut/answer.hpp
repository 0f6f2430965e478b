/// From a record to the line that answers it.
#pragma once

#include "solution.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace abut::tool {

enum class Precision { float_numbers, double_numbers };

struct AnswerOptions {
  Precision precision = Precision::double_numbers;
  std::string method;  ///< empty: the default of each op
};

/// Appends the answer, one line of JSON. Throws RecordError if there is none.
void append_answer(const Record& record, const AnswerOptions& options, std::string& out);

/// What a record of distance or rounded asks about. Throws RecordError if it is not, or this version can not answer it.
TwoShapes question_of(const Record& record, std::string_view method);

/// Appends the answer of distance or rounded. `rounded`: it is a signed distance.
template <Scalar T, int D>
void append_distance_result(const Record& record, const Distance<T, D>& r, bool rounded, std::string& out);

/// Appends the line that stands in for an answer.
void append_error(const Record& record, std::size_t line, std::string_view error, std::string& out);

}  // namespace abut::tool
