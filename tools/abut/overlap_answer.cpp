#include "overlap_answer.hpp"

#include "json_text.hpp"

#include <abut/instantiated.hpp>

#include <fmt/format.h>

namespace abut::tool {

namespace {

template <Scalar T, int D>
void append_typed(const Record& record, const TwoShapes& shapes, const OverlapOptions& options,
                  std::string& out) {
  const auto ask = [&options](const auto& a, const auto& b) { return overlap(a, b, options); };
  const bool plane = is_half_space(shapes.a) || is_half_space(shapes.b);
  append_overlap_result(record,
                        plane ? asked_of_half_space<T, D>(shapes, ask)
                              : asked(operand_of<T, D>(shapes.a), operand_of<T, D>(shapes.b), ask),
                        out);
}

template <Scalar T>
void append_in(const Record& record, const TwoShapes& shapes, const OverlapOptions& options,
               std::string& out) {
  if (shapes.dim == 2) {
    append_typed<T, 2>(record, shapes, options, out);
  } else {
    append_typed<T, 3>(record, shapes, options, out);
  }
}

}  // namespace

OverlapOptions overlap_options(std::string_view method) {
  if (method.empty() || method == "gjk") return {};
  if (method == "mpr") return {.method = OverlapMethod::mpr};
  throw RecordError(fmt::format("op: overlap has no method {}, only gjk and mpr", shortened(method)));
}

template <Scalar T, int D>
void append_overlap_result(const Record& record, const Overlap<T, D>& r, std::string& out) {
  if (r.status == Status::invalid_argument) throw RecordError("a, b: lengths overflow");
  ObjectWriter answer(out);
  answer.raw("id", record.id);
  answer.text("op", "overlap");
  answer.text("status", name(r.status));
  answer.number("iterations", r.iterations);
  answer.raw("overlap", r.overlap ? "true" : r.apart ? "false" : "null");
  answer.number("lower", r.lower, Toward::down);
  answer.number("upper", r.upper, Toward::up);
  if (r.apart) {
    answer.vector("axis", r.axis);
  } else {
    answer.null("axis");
  }
  if (r.overlap) {
    answer.vector("point", r.point);
  } else {
    answer.null("point");
  }
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
  if (options.precision == Precision::float_numbers) {
    append_in<float>(record, shapes, method, out);
  } else {
    append_in<double>(record, shapes, method, out);
  }
}

}  // namespace abut::tool
