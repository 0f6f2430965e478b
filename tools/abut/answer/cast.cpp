#include "answer/cast.hpp"

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

CastQuery cast_query(const Record& record, std::string_view method) {
  const bool is_ray = record.op->id == OpId::ray_cast && !record.v;
  switch (require_method(record, method)) {
    case Method::advancement: return {record, CastMethod::advancement, is_ray};
    case Method::mpr: return {record, CastMethod::mpr, is_ray};
    default: return {record, CastMethod::gjk, is_ray};
  }
}

OperandInput obstacle_of(const Record& record) {
  if (record.hull) {
    if (record.b) throw RecordError("b: given beside hull");
    return {.name = "hull", .shape = *record.hull, .pose = nullptr, .extra = 0};
  }
  const double extra = record.rb.value_or(0);
  if (extra < 0) throw RecordError("rb: negative");
  return {.name = "b",
          .shape = require("hull", record.b),
          .pose = record.pose_b ? &*record.pose_b : nullptr,
          .extra = extra};
}

template <Scalar T, int D>
void append_cast_result(const Record& record, const RayCast<T, D>& r, std::string& out) {
  ObjectWriter answer(out);
  append_verdict(record, r, answer);
  append_times(r.hit, r.t, r.t_safe, answer);
  answer.vector_if(r.hit, "point", r.point);
  answer.vector_if(r.hit && r.start == StartState::separated, "normal", r.normal);
  answer.raw("started_inside", r.start != StartState::separated ? "true" : "false");
  answer.end();
}

template <Scalar T, int D>
void append_cast_result(const Record& record, const ShapeCast<T, D>& r, std::string& out) {
  ObjectWriter answer(out);
  append_verdict(record, r, answer);
  append_times(r.hit, r.t, r.t_safe, answer);
  answer.vector_if(r.hit, "point_a", r.point_a);
  answer.vector_if(r.hit, "point_b", r.point_b);
  answer.vector_if(r.hit, "normal", r.normal);
  answer.raw("started_inside", r.start != StartState::separated ? "true" : "false");
  answer.end();
}

void append_cast_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  const CastQuery q = cast_query(record, options.method);
  in_space(options.precision, dimension_of(record), [&]<Scalar T, int D>() {
    if (q.is_ray) {
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
