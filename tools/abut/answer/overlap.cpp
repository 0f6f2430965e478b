#include "answer/overlap.hpp"

#include <abut/instantiated.hpp>

#include <fmt/format.h>

namespace abut::tool {

OverlapOptions overlap_options(std::string_view method) {
  if (method.empty() || method == "gjk") return {};
  if (method == "mpr") return {.method = OverlapMethod::mpr};
  throw RecordError(fmt::format("op: overlap has no method {}, only gjk and mpr", shortened(method)));
}

template <Scalar T, int D>
void append_overlap_result(const Record& record, const Overlap<T, D>& r, std::string& out) {
  ObjectWriter answer(out);
  begin_answer(record, r.status, r.iterations, answer);
  answer.raw("overlap", r.overlap ? "true" : r.apart ? "false" : "null");
  answer.number("lower", r.lower, Toward::down);
  answer.number("upper", r.upper, Toward::up);
  answer.vector_if(r.apart, "axis", r.axis);
  answer.vector_if(r.overlap, "point", r.point);
  answer.end();
}

template void append_overlap_result(const Record&, const Overlap<float, 2>&, std::string&);
template void append_overlap_result(const Record&, const Overlap<float, 3>&, std::string&);
template void append_overlap_result(const Record&, const Overlap<double, 2>&, std::string&);
template void append_overlap_result(const Record&, const Overlap<double, 3>&, std::string&);

void append_overlap_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  if (!record.error.empty()) throw RecordError(record.error);
  const OverlapOptions method = overlap_options(options.method);
  const TwoShapes shapes = two_shapes(record);
  const auto ask = [&method](const auto& a, const auto& b) { return overlap(a, b, method); };
  in_space(options.precision, shapes.dim,
           [&]<Scalar T, int D>() { append_overlap_result(record, asked_of_any<T, D>(shapes, ask), out); });
}

}  // namespace abut::tool
