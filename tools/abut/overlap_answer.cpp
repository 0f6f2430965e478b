#include "overlap_answer.hpp"

#include "json_text.hpp"
#include "trace_json.hpp"

#include <abut/instantiated.hpp>
#include <abut/overlap.hpp>

#include <fmt/format.h>
#include <vector>

namespace abut::tool {

namespace {

OverlapOptions options_of(std::string_view method) {
  if (method.empty() || method == "gjk") return {};
  if (method == "mpr") return {.method = OverlapMethod::mpr};
  throw RecordError(fmt::format("op: overlap has no method {}, only gjk and mpr", shortened(method)));
}

template <Scalar T, int D>
Overlap<T, D> overlap_of_half_space(const TwoShapes& shapes, const OverlapOptions& options) {
  const bool first = is_half_space(shapes.a);
  if (first && is_half_space(shapes.b))
    throw RecordError("a, b: two half-spaces, one of them must be a shape");
  const auto h = half_space_of<T, D>(first ? shapes.a : shapes.b);
  const auto s = operand_of<T, D>(first ? shapes.b : shapes.a);
  return first ? overlap(h.placed(), s.placed(), options) : overlap(s.placed(), h.placed(), options);
}

/// A question, and what came of it; the steps as JSON, if anybody wants them.
struct Asked {
  const Record& record;
  const TwoShapes& shapes;
  OverlapOptions options;
  std::string& out;
  std::vector<std::string>* events;
};

template <Scalar T, int D, class... Trace>
Overlap<T, D> solve(const Asked& asked, Trace&&... trace) {
  if (is_half_space(asked.shapes.a) || is_half_space(asked.shapes.b))
    return overlap_of_half_space<T, D>(asked.shapes, asked.options);
  const auto a = operand_of<T, D>(asked.shapes.a), b = operand_of<T, D>(asked.shapes.b);
  return a.pose || b.pose ? overlap(a.placed(), b.placed(), asked.options, trace...)
                          : overlap(a.shape, b.shape, asked.options, trace...);
}

template <Scalar T, int D>
void append(const Record& record, const Overlap<T, D>& r, std::string& out) {
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

template <Scalar T, int D>
void append_typed(const Asked& asked) {
  if (asked.events == nullptr) return append(asked.record, solve<T, D>(asked), asked.out);
  const auto watch = [&asked](const auto& step) { asked.events->push_back(event_json(step)); };
  append(asked.record, solve<T, D>(asked, watch), asked.out);
}

template <Scalar T>
void append_in(const Asked& asked) {
  if (asked.shapes.dim == 2) {
    append_typed<T, 2>(asked);
  } else {
    append_typed<T, 3>(asked);
  }
}

void append_answer(const Record& record, const AnswerOptions& options, std::string& out,
                   std::vector<std::string>* events) {
  if (!record.error.empty()) throw RecordError(record.error);
  const OverlapOptions method = options_of(options.method);
  const TwoShapes shapes = two_shapes(record);
  const Asked asked{record, shapes, method, out, events};
  if (options.precision == Precision::float_numbers) {
    append_in<float>(asked);
  } else {
    append_in<double>(asked);
  }
}

}  // namespace

void append_overlap_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  append_answer(record, options, out, nullptr);
}

std::string overlap_trace(const Record& record, const AnswerOptions& options) {
  std::string answer;
  std::vector<std::string> events;
  append_answer(record, options, answer, &events);
  return story_json(record.id, "overlap", dimension_of(record), options.precision, events, answer);
}

}  // namespace abut::tool
