#include "answer.hpp"

#include "hull_answer.hpp"
#include "json_text.hpp"
#include "overlap_answer.hpp"

#include <fmt/format.h>

namespace abut::tool {

namespace {

template <Scalar T, int D>
void append_places(const Distance<T, D>& r, bool known, ObjectWriter& answer) {
  if (known) {
    answer.vector("point_a", r.point_a);
    answer.vector("point_b", r.point_b);
    answer.vector("normal", r.normal);
  } else {
    for (const char* name : {"point_a", "point_b", "normal"}) answer.null(name);
  }
}

void append_no_depth(ObjectWriter& answer) {
  for (const char* name : {"depth", "depth_lower", "depth_upper"}) answer.null(name);
}

/// What overlaps by its radii alone has a known depth: minus the signed distance.
template <Scalar T, int D>
void append_depth(const Distance<T, D>& r, ObjectWriter& answer) {
  answer.number("depth", -r.signed_distance);
  answer.number("depth_lower", r.signed_upper < 0 ? -r.signed_upper : T(0), Toward::down);
  answer.number("depth_upper", -r.signed_lower, Toward::up);
}

template <Scalar T, int D>
void append_distance(const Distance<T, D>& r, bool known, ObjectWriter& answer) {
  answer.number("distance", r.distance);
  answer.number("lower", r.lower, Toward::down);
  answer.number("upper", r.upper, Toward::up);
  append_places(r, known, answer);
  if (!known) {
    append_no_depth(answer);
  } else if (r.distance == 0) {
    append_depth(r, answer);
  }
}

/// Here lower and upper are those of the signed distance.
template <Scalar T, int D>
void append_signed_distance(const Distance<T, D>& r, bool known, ObjectWriter& answer) {
  answer.number("distance", r.distance);
  if (known) {
    answer.number("signed_distance", r.signed_distance);
    answer.number("lower", r.signed_lower, Toward::down);
    answer.number("upper", r.signed_upper, Toward::up);
  } else {
    for (const char* name : {"signed_distance", "lower", "upper"}) answer.null(name);
  }
  append_places(r, known, answer);
  if (!known) append_no_depth(answer);
}

/// Against a half-space every depth is known.
template <Scalar T, int D>
Distance<T, D> distance_of_half_space(const TwoShapes& shapes) {
  const bool first = is_half_space(shapes.a);
  if (first && is_half_space(shapes.b))
    throw RecordError("a, b: two half-spaces, one of them must be a shape");
  const auto h = half_space_of<T, D>(first ? shapes.a : shapes.b);
  const auto s = operand_of<T, D>(first ? shapes.b : shapes.a);
  const Distance<T, D> r = h.pose || s.pose
                               ? first ? distance(h.placed(), s.placed()) : distance(s.placed(), h.placed())
                           : first ? distance(h.half_space, s.shape)
                                   : distance(s.shape, h.half_space);
  if (r.status == Status::invalid_argument) throw RecordError("a, b: lengths overflow");
  return r;
}

template <Scalar T, int D>
void append_told(const Record& record, const Distance<T, D>& r, bool rounded, bool known, std::string& out) {
  ObjectWriter answer(out);
  answer.raw("id", record.id);
  answer.text("op", record.op.value_or(""));
  answer.text("status", name(r.status));
  answer.number("iterations", r.iterations);
  if (rounded) {
    append_signed_distance(r, known, answer);
  } else {
    append_distance(r, known, answer);
  }
  answer.end();
}

template <Scalar T, int D>
void append_typed_answer(const Record& record, const TwoShapes& shapes, std::string& out) {
  if (is_half_space(shapes.a) || is_half_space(shapes.b)) {
    append_told(record, distance_of_half_space<T, D>(shapes), shapes.rounded, true, out);
  } else {
    append_solution(record, solve<T, D>(shapes), out);
  }
}

template <Scalar T>
void append_answer_in(const Record& record, const TwoShapes& shapes, std::string& out) {
  if (shapes.dim == 2) {
    append_typed_answer<T, 2>(record, shapes, out);
  } else {
    append_typed_answer<T, 3>(record, shapes, out);
  }
}

void require_method(std::string_view op, std::string_view method) {
  if (method.empty() || method == "gjk") return;
  throw RecordError(fmt::format("op: {} has no method {}, only gjk", op, shortened(method)));
}

}  // namespace

template <Scalar T, int D>
void append_solution(const Record& record, const Solution<T, D>& solution, std::string& out) {
  append_told(record, solution.distance, solution.rounded, solution.known, out);
}

template void append_solution(const Record&, const Solution<float, 2>&, std::string&);
template void append_solution(const Record&, const Solution<float, 3>&, std::string&);
template void append_solution(const Record&, const Solution<double, 2>&, std::string&);
template void append_solution(const Record&, const Solution<double, 3>&, std::string&);

TwoShapes question_of(const Record& record, std::string_view method) {
  // A record of an op to come may have fields to come: what is wrong with those does not matter here.
  if (record.op && *record.op != "distance" && *record.op != "rounded") {
    throw RecordError(
        *record.op == "hull"
            ? std::string("op: hull has no steps to show, only distance, rounded and overlap do")
            : fmt::format("op: {} is not supported by this version, only distance, rounded, overlap and hull",
                          shortened(*record.op)));
  }
  if (!record.error.empty()) throw RecordError(record.error);
  if (!record.op) throw RecordError("op: missing");
  require_method(*record.op, method);
  return two_shapes(record);
}

void append_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  if (record.op == "hull") return append_hull_answer(record, options, out);
  if (record.op == "overlap") return append_overlap_answer(record, options, out);
  const TwoShapes shapes = question_of(record, options.method);
  if (options.precision == Precision::float_numbers) {
    append_answer_in<float>(record, shapes, out);
  } else {
    append_answer_in<double>(record, shapes, out);
  }
}

void append_error(const Record& record, std::size_t line, std::string_view error, std::string& out) {
  ObjectWriter answer(out);
  answer.raw("id", record.id);
  answer.number("line", static_cast<double>(line));
  answer.text("error", error);
  answer.end();
}

}  // namespace abut::tool
