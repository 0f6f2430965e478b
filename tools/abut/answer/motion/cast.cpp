#include "answer/motion/cast.hpp"

#include "answer/parts.hpp"
#include "record/bodies/body.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>
#include <vector>

namespace abut::tool {

namespace {

/// The policy that `at_start` names; without it, the first.
template <class Policy>
Policy policy_of(const Record& record, const std::vector<std::pair<std::string_view, Policy>>& policies) {
  if (!record.at_start) return policies.front().second;
  Names names;
  for (const auto& [name, policy] : policies) {
    if (name == *record.at_start) return policy;
    names.push_back(name);
  }
  throw RecordError(
      fmt::format("at_start: is '{}', expected one of {}", shortened(*record.at_start), fmt::join(names, ", ")));
}

// --- The fields of RayCast and ShapeCast ---

template <class Result>
void begin_cast(const Record& record, const Result& r, ObjectWriter& answer) {
  begin_answer(record, r.status, r.iterations, answer);
  answer.boolean("hit", r.hit);
  answer.boolean("miss", r.miss);
  answer.number_if(r.hit, "t", r.t);
  answer.number("t_safe", r.t_safe, Toward::down);
  answer.text("start", to_string(r.start));
}

/// A ray that begins in the shape has no normal there, only where it exits.
template <Scalar T, int D>
void append_ray_cast(const Record& record, const RayCast<T, D>& r, ObjectWriter& answer) {
  begin_cast(record, r, answer);
  const bool enters = r.start == StartState::separated, exits = inside_policy_of(record) == InsidePolicy::leave;
  answer.vector_if(r.hit, "point", r.point);
  answer.vector_if(r.hit && (enters || exits), "normal", r.normal);
}

template <Scalar T, int D>
void append_shape_cast(const Record& record, const ShapeCast<T, D>& r, ObjectWriter& answer) {
  begin_cast(record, r, answer);
  answer.vector_if(r.hit, "point_a", r.point_a);
  answer.vector_if(r.hit, "point_b", r.point_b);
  answer.vector_if(r.hit, "normal", r.normal);
  answer.number_if(start_policy_of(record) == StartPolicy::penetration, "depth", r.depth);
}

// --- The fields of recorded cases: the verdict is one of three, and t is rounded up ---

template <class Result>
void begin_recorded_cast(const Record& record, const Result& r, ObjectWriter& answer) {
  begin_answer(record, r.status, r.iterations, answer);
  answer.raw("hit", r.hit ? "true" : r.miss ? "false" : "null");
  answer.number_if(r.hit, "t", r.t, Toward::up);
  answer.number("t_safe", r.t_safe, Toward::down);
}

template <Scalar T, int D>
void append_recorded_ray_cast(const Record& record, const RayCast<T, D>& r, ObjectWriter& answer) {
  begin_recorded_cast(record, r, answer);
  answer.vector_if(r.hit, "point", r.point);
  answer.vector_if(r.hit && r.start == StartState::separated, "normal", r.normal);
  answer.boolean("started_inside", r.start != StartState::separated);
}

template <Scalar T, int D>
void append_recorded_shape_cast(const Record& record, const ShapeCast<T, D>& r, ObjectWriter& answer) {
  begin_recorded_cast(record, r, answer);
  answer.vector_if(r.hit, "point_a", r.point_a);
  answer.vector_if(r.hit, "point_b", r.point_b);
  answer.vector_if(r.hit, "normal", r.normal);
  answer.boolean("started_inside", r.start != StartState::separated);
}

}  // namespace

CastQuery cast_query(const Record& record, std::string_view method) {
  const OpId op = record.op->id;
  const bool is_ray = op == OpId::ray_cast || (op == OpId::recorded_ray_cast && !record.v);
  const bool recorded = op != OpId::ray_cast && op != OpId::shape_cast;
  switch (require_method(record, method)) {
    case Method::advancement: return {record, CastMethod::advancement, is_ray, recorded};
    case Method::mpr: return {record, CastMethod::mpr, is_ray, recorded};
    default: return {record, CastMethod::gjk, is_ray, recorded};
  }
}

OperandInput obstacle_of(const CastQuery& q) {
  const Record& record = q.record;
  if (!q.recorded) return single_operand_of(record);
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

InsidePolicy inside_policy_of(const Record& record) {
  return policy_of<InsidePolicy>(
      record, {{"hit", InsidePolicy::hit}, {"ignore", InsidePolicy::ignore}, {"leave", InsidePolicy::leave}});
}

StartPolicy start_policy_of(const Record& record) {
  return policy_of<StartPolicy>(record, {{"hit", StartPolicy::hit},
                                         {"ignore_separating", StartPolicy::ignore_separating},
                                         {"penetration", StartPolicy::penetration}});
}

template <Scalar T, int D>
void append_cast_result(const CastQuery& q, const RayCast<T, D>& r, std::string& out) {
  ObjectWriter answer(out);
  q.recorded ? append_recorded_ray_cast(q.record, r, answer) : append_ray_cast(q.record, r, answer);
  answer.end();
}

template <Scalar T, int D>
void append_cast_result(const CastQuery& q, const ShapeCast<T, D>& r, std::string& out) {
  ObjectWriter answer(out);
  q.recorded ? append_recorded_shape_cast(q.record, r, answer) : append_shape_cast(q.record, r, answer);
  answer.end();
}

void append_cast_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  const CastQuery q = cast_query(record, options.method);
  in_space(options.precision, dimension_of(record), [&]<Scalar T, int D>() {
    if (q.is_ray) {
      append_cast_result(q, solve_ray<T, D>(q), out);
    } else {
      append_cast_result(q, solve_shapes<T, D>(q), out);
    }
  });
}

namespace {

template <Scalar T, int D>
void append_ray_cast_at_body(const CastQuery& q, MeshFiles* files, std::string& out) {
  const OperandInput obstacle = single_operand_of(q.record);
  const auto ray = ray_of<T, D>(q);
  const BodyOperand<T, D> body = body_of<T, D>(obstacle, files);
  const CompositeRayCast<T, D> r = ray_cast(ray, body, ray_cast_options<T, D>(q));
  ObjectWriter answer(out);
  append_ray_cast(q.record, r, answer);
  append_part(body, r, r.hit, answer);
  answer.vector_if(r.hit, "barycentric", r.barycentric);
  answer.end();
}

template <Scalar T, int D>
void append_shape_cast_of_bodies(const CastQuery& q, MeshFiles* files, std::string& out) {
  const OperandPair pair = operand_pair_of(q.record);
  const auto translation = translation_of<T, D>(q);
  const auto options = shape_cast_options<T, D>(q);
  apply_to_bodies<T, D>(pair, files, [&](const auto& a, const auto& b) {
    const CompositeShapeCast<T, D> r = shape_cast(a, translation, b, options);
    ObjectWriter answer(out);
    append_shape_cast(q.record, r, answer);
    append_parts(a, b, r, r.hit, answer);
    answer.end();
  });
}

}  // namespace

void append_cast_of_bodies(const Record& record, const AnswerOptions& options, std::string& out) {
  const CastQuery q = cast_query(record, options.method);
  in_space(options.precision, dimension_of(record), [&]<Scalar T, int D>() {
    if (q.is_ray) {
      append_ray_cast_at_body<T, D>(q, options.files, out);
    } else {
      append_shape_cast_of_bodies<T, D>(q, options.files, out);
    }
  });
}

template void append_cast_result(const CastQuery&, const RayCast<float, 2>&, std::string&);
template void append_cast_result(const CastQuery&, const RayCast<float, 3>&, std::string&);
template void append_cast_result(const CastQuery&, const RayCast<double, 2>&, std::string&);
template void append_cast_result(const CastQuery&, const RayCast<double, 3>&, std::string&);
template void append_cast_result(const CastQuery&, const ShapeCast<float, 2>&, std::string&);
template void append_cast_result(const CastQuery&, const ShapeCast<float, 3>&, std::string&);
template void append_cast_result(const CastQuery&, const ShapeCast<double, 2>&, std::string&);
template void append_cast_result(const CastQuery&, const ShapeCast<double, 3>&, std::string&);

}  // namespace abut::tool
