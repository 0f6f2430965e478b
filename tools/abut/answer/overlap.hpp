/// The answer to op `overlap`.
#pragma once

#include "answer/op_table.hpp"

#include <abut/overlap.hpp>

namespace abut::tool {

void append_overlap_answer(const Record& record, const AnswerOptions& options, std::string& out);

// Its parts, which a traced query uses as well.

/// Throws RecordError if there is no such method.
OverlapMethod overlap_method(const Record& record, std::string_view method);

/// Appends all but the end.
template <Scalar T, int D>
void append_overlap_fields(const Record& record, const Overlap<T, D>& r, ObjectWriter& answer) {
  begin_answer(record, r.status, r.iterations, answer);
  answer.boolean("overlap", r.overlap);
  answer.boolean("apart", r.apart);
  answer.number("lower", r.lower, Toward::down);
  answer.number("upper", r.upper, Toward::up);
  answer.vector_if(r.apart, "axis", r.axis);
  answer.vector_if(r.overlap, "point", r.point);
}
template <Scalar T, int D>
void append_overlap_result(const Record& record, const Overlap<T, D>& r, std::string& out);

}  // namespace abut::tool
