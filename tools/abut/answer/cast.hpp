/// The answers of `raycast`, `linear_cast` and `linear_cast_rounded`.
#pragma once

#include "answer/answer.hpp"

#include <abut/ray_cast.hpp>
#include <abut/shape_cast.hpp>

namespace abut::tool {

bool is_cast_op(std::string_view op);

/// Only of a record whose op is one of them. Appends the answer, one line of JSON. Throws RecordError if there is none.
void append_cast_answer(const Record& record, const AnswerOptions& options, std::string& out);

// Its parts, for those who ask the same and watch.

template <Scalar T, int D>
void append_cast_result(const Record& record, const RayCast<T, D>& r, std::string& out);
template <Scalar T, int D>
void append_cast_result(const Record& record, const ShapeCast<T, D>& r, std::string& out);

}  // namespace abut::tool
