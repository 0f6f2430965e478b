#include "answer/cast.hpp"

#include "answer/cast_question.hpp"

namespace abut::tool {

namespace {

template <class Result>
void append_verdict(const Record& record, const Result& r, ObjectWriter& answer) {
  begin_answer(record, r.status, r.iterations, answer);
  answer.raw("hit", r.hit ? "true" : r.miss ? "false" : "null");
}

template <Scalar T>
void append_times(bool hit, T t, T safe, ObjectWriter& answer) {
  if (hit) {
    answer.number("t", t, Toward::up);
  } else {
    answer.null("t");
  }
  answer.number("t_safe", safe, Toward::down);
}

}  // namespace

bool is_cast_op(std::string_view op) {
  return op == "raycast" || op == "ray_cast" || op == "linear_cast" || op == "linear_cast_rounded" ||
         op == "shape_cast";
}

template <Scalar T, int D>
void append_cast_result(const Record& record, const RayCast<T, D>& r, std::string& out) {
  ObjectWriter answer(out);
  append_verdict(record, r, answer);
  append_times(r.hit, r.t, r.safe, answer);
  answer.vector_if(r.hit, "point", r.point);
  answer.vector_if(r.hit && !r.started_inside, "normal", r.normal);
  answer.raw("started_inside", r.started_inside ? "true" : "false");
  answer.end();
}

template <Scalar T, int D>
void append_cast_result(const Record& record, const ShapeCast<T, D>& r, std::string& out) {
  ObjectWriter answer(out);
  append_verdict(record, r, answer);
  append_times(r.hit, r.fraction, r.safe, answer);
  answer.vector_if(r.hit, "point_a", r.point_a);
  answer.vector_if(r.hit, "point_b", r.point_b);
  answer.vector_if(r.hit, "normal", r.normal);
  answer.raw("started_inside", r.started_in_contact ? "true" : "false");
  answer.end();
}

void append_cast_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  const CastQuestion q = cast_question(record, options.method);
  in_space(options.precision, dimension_of(record), [&]<Scalar T, int D>() {
    if (q.of_ray) {
      append_cast_result(record, solve_ray<T, D>(q), out);
    } else {
      append_cast_result(record, solve_shapes<T, D>(q), out);
    }
  });
}

template void append_cast_result(const Record&, const RayCast<float, 2>&, std::string&);
template void append_cast_result(const Record&, const RayCast<float, 3>&, std::string&);
template void append_cast_result(const Record&, const RayCast<double, 2>&, std::string&);
template void append_cast_result(const Record&, const RayCast<double, 3>&, std::string&);
template void append_cast_result(const Record&, const ShapeCast<float, 2>&, std::string&);
template void append_cast_result(const Record&, const ShapeCast<float, 3>&, std::string&);
template void append_cast_result(const Record&, const ShapeCast<double, 2>&, std::string&);
template void append_cast_result(const Record&, const ShapeCast<double, 3>&, std::string&);

}  // namespace abut::tool
