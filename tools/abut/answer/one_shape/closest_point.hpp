/// The answer to op `closest_point`.
#pragma once

#include "answer/op_table.hpp"

#include <abut/closest_point.hpp>

namespace abut::tool {

void append_closest_point_answer(const Record& record, const AnswerOptions& options, std::string& out);

/// Appends all but the end. A search that ended at the cutoff has no point; it has a normal if it found a plane.
template <Scalar T, int D>
void append_closest_point_fields(const Record& record, const ClosestPoint<T, D>& r, bool has_point, bool has_normal,
                                 ObjectWriter& answer) {
  begin_answer(record, r.status, r.iterations, answer);
  answer.number("distance", r.distance);
  answer.number("lower", r.lower, Toward::down);
  answer.number("upper", r.upper, Toward::up);
  answer.boolean("inside", r.inside);
  answer.vector_if(has_point, "point", r.point);
  answer.vector_if(!r.inside && has_normal, "normal", r.normal);
}

}  // namespace abut::tool
