#include "answer/overlap.hpp"

#include "record/shape_table.hpp"

#include <abut/abut.hpp>

namespace abut::tool {

OverlapMethod overlap_method(const Record& record, std::string_view method) {
  const bool by_mpr = require_method(record, method) == Method::mpr;
  return by_mpr ? OverlapMethod::mpr : OverlapMethod::gjk;
}

template <Scalar T, int D>
void append_overlap_result(const Record& record, const Overlap<T, D>& r, std::string& out) {
  ObjectWriter answer(out);
  append_overlap_fields(record, r, answer);
  answer.end();
}

template void append_overlap_result(const Record&, const Overlap<float, 2>&, std::string&);
template void append_overlap_result(const Record&, const Overlap<float, 3>&, std::string&);
template void append_overlap_result(const Record&, const Overlap<double, 2>&, std::string&);
template void append_overlap_result(const Record&, const Overlap<double, 3>&, std::string&);

void append_overlap_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  const OverlapMethod method = overlap_method(record, options.method);
  const OperandPair shapes = operand_pair_of(record);
  const auto query = [&method](const auto& a, const auto& b) { return overlap(a, b, {.method = method}); };
  in_space(options.precision, shapes.dim,
           [&]<Scalar T, int D>() { append_overlap_result(record, apply_to_operands<T, D>(shapes, query), out); });
}

}  // namespace abut::tool
