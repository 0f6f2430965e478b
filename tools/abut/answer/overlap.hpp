/// The answer to op `overlap`.
#pragma once

#include "answer/op_table.hpp"

#include <abut/overlap.hpp>

namespace abut::tool {

void append_overlap_answer(const Record& record, const AnswerOptions& options, std::string& out);

// Its parts, which a traced query uses as well.

/// Throws RecordError if there is no such method.
OverlapMethod overlap_method(const Record& record, std::string_view method);

template <Scalar T, int D>
void append_overlap_result(const Record& record, const Overlap<T, D>& r, std::string& out);

}  // namespace abut::tool
