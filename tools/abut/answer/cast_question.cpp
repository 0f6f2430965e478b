#include "answer/cast_question.hpp"

namespace abut::tool {

namespace {

CastMethod method_of(std::string_view op, std::string_view method) {
  if (method.empty() || method == "gjk") return CastMethod::gjk;
  if (method == "advancement") return CastMethod::advancement;
  if (method == "mpr") return CastMethod::mpr;
  throw RecordError(
      fmt::format("op: {} has no method {}, only gjk, advancement and mpr", op, shortened(method)));
}

}  // namespace

CastQuestion cast_question(const Record& record, std::string_view method) {
  if (!record.error.empty()) throw RecordError(record.error);
  if (!record.cast.error.empty()) throw RecordError(record.cast.error);
  const std::string op = record.op.value_or("");
  const bool of_ray = (op == "raycast" || op == "ray_cast") && !record.cast.v;
  return {record, method_of(op, method), of_ray};
}

OperandInput obstacle_of(const Record& record) {
  if (record.cast.hull) {
    if (record.b) throw RecordError("b: given beside hull");
    return {.name = "hull", .shape = *record.cast.hull, .pose = nullptr, .extra = 0};
  }
  const double extra = record.rb.value_or(0);
  if (extra < 0) throw RecordError("rb: negative");
  return {.name = "b",
          .shape = require("hull", record.b),
          .pose = record.pose_b ? &*record.pose_b : nullptr,
          .extra = extra};
}

}  // namespace abut::tool
