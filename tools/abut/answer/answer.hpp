/// From a record to the line that answers it.
#pragma once

#include "answer/shape_pair.hpp"
#include "io/json_writer.hpp"

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

/// Begins an answer with what all of them have. Throws RecordError if the query found that there is none.
void begin_answer(const Record& record, Status status, int iterations, ObjectWriter& answer);

/// f.operator()<T, D>() in numbers of that precision and in that dimension.
template <class F>
auto in_space(Precision precision, int dim, F f) {
  if (precision == Precision::float_numbers) {
    return dim == 2 ? f.template operator()<float, 2>() : f.template operator()<float, 3>();
  }
  return dim == 2 ? f.template operator()<double, 2>() : f.template operator()<double, 3>();
}

/// Appends the line that stands in for an answer.
void append_error(const Record& record, std::size_t line, std::string_view error, std::string& out);

}  // namespace abut::tool
